"""What a move costs, from a player's socket to all the others', through the whole service.

    python -m bench.moves [--matches 10 100 200 500] [--seconds 8] [--game casino] [--json FILE]

Every match has a socket for each player and one for a spectator. µs are CPU time a move, of each
process of the service and of this program (the load, on the same cores); `p50` and `p99` are from
the sending of a move until the player who is next has its frame. Redis syncs every append to disk.
"""

import argparse
import asyncio
import gc
import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import uvloop

from bench.load import Load
from bench.service import Service, busy, serving
from bench.tables import Row, table

WARMUP = 1.5  # seconds
RATES = (0, 500)  # moves a second; 0 is as many as can be
GAMES: dict[str, tuple[int, dict[str, Any]]] = {
    "casino": (2, {"target": 500}),
    "kaiser": (4, {"target": 500}),
}
"""The seats of a game, and options under which a match is long."""


class Mark(NamedTuple):
    """A moment of a run."""

    wall: float
    own: float
    busy: float
    parts: dict[str, int]
    moves: int


def mark(service: Service, load: Load) -> Mark:
    return Mark(time.perf_counter(), time.process_time(), busy(), service.cpu(), load.tally.moves)


def between(start: Mark, end: Mark) -> Row:
    """What was done between two moments, and what it took."""
    wall, moves = end.wall - start.wall, end.moves - start.moves
    own = end.own - start.own
    parts = {part: (end.parts[part] - start.parts[part]) / 1e3 for part in end.parts}
    others = end.busy - start.busy - own - sum(parts.values()) / 1e6
    row: Row = {"moves": moves, "per_s": moves / wall, "server_us": sum(parts.values()) / moves}
    row |= {f"{part}_us": used / moves for part, used in parts.items()}
    return row | {"load_us": own / moves * 1e6, "others": max(0.0, others / wall)}


def waited(waits: list[float]) -> Row:
    waits.sort()
    return {f"p{n}_ms": waits[len(waits) * n // 100] * 1000 for n in (50, 99)}


async def run(service: Service, game: str, matches: int, seconds: float, rate: float) -> Row:
    """A load for so many seconds, saturated or at ``rate`` moves a second all together."""
    seats, options = GAMES[game]
    load = Load(service.port, game, options, seats)
    await load.begin(matches, matches / rate if rate else 0.0)
    load.go_on()
    await asyncio.sleep(WARMUP)
    load.tally.clear()
    gc.collect()
    start = mark(service, load)
    await asyncio.sleep(seconds)
    row = between(start, mark(service, load)) | waited(load.tally.waits)
    await load.end()
    check(load)
    how = f"{rate:.0f} a second" if rate else "saturated"
    return {"game": game, "matches": matches, "load": how, **row}


def check(load: Load) -> None:
    """Nothing was refused, and the spectators have been shown what the players have."""
    if load.tally.refused:
        raise RuntimeError(f"{len(load.tally.refused)} refused: {load.tally.refused[0].decode()}")
    for each in load.tables:
        shown = json.loads(each.spectator.last)
        if shown["match"] == each.name and shown["version"] < each.version:
            raise RuntimeError(f"the spectator is behind: {shown['version']} < {each.version}")


async def lengths(service: Service, game: str, matches: int, last: int = 2000) -> list[Row]:
    """The same moves in young matches, versions 10 to 100, and in old ones, 1,000 to ``last``.

    The young ones have few moves, so they are played several times, before and after the old ones.
    """
    seats, options = GAMES[game]

    async def part(span: tuple[int, int]) -> Row:
        return await window(service, Load(service.port, game, options, seats), matches, span)

    young = [await part((10, 100)) for _ in range(4)]
    old = await part((1000, last))
    young += [await part((10, 100)) for _ in range(4)]
    rows = [summed("10-100", young), summed(f"1,000-{last:,}", [old])]
    ratio = float(rows[1]["server_us"]) / float(rows[0]["server_us"])
    return [{"game": game, **rows[0]}, {"game": game, **rows[1], "ratio": ratio}]


async def window(service: Service, load: Load, matches: int, span: tuple[int, int]) -> Row:
    """What the moves of a span of versions cost."""
    first, last = span
    await load.begin(matches)
    load.go_on(first)
    await load.all_rest()
    start = mark(service, load)
    load.go_on(last)
    await load.all_rest()
    row = between(start, mark(service, load))
    await load.end()
    check(load)
    return row


def summed(versions: str, rows: list[Row]) -> Row:
    """Several runs as one, by their moves."""
    moves = sum(float(row["moves"]) for row in rows)
    names = [name for name in rows[0] if name not in ("moves", "others")]
    means = {n: sum(float(row[n]) * float(row["moves"]) for row in rows) / moves for n in names}
    return {"versions": versions, "moves": moves, **means}


COLUMNS = {
    "game": "game",
    "matches": "matches",
    "load": "load",
    "per_s": "moves/s",
    "server_us": "server µs",
    "API_us": "API",
    "worker_us": "worker",
    "Redis_us": "Redis",
    "load_us": "load's own µs",
    "p50_ms": "p50 ms",
    "p99_ms": "p99 ms",
    "others": "others' cores",
}
LENGTHS = {
    "game": "game",
    "versions": "versions",
    "moves": "moves",
    "server_us": "server µs",
    "API_us": "API",
    "worker_us": "worker",
    "Redis_us": "Redis",
    "ratio": "ratio",
}


async def measure(
    service: Service, matches: Sequence[int], seconds: float, game: str, rates: Sequence[float]
) -> list[Row]:
    """Each number of matches at each rate (moves a second, all together; 0: saturated)."""
    return [await run(service, game, count, seconds, rate) for rate in rates for count in matches]


def main() -> None:
    """Measure, print, and write the rows where `--json` says."""
    words = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    words.add_argument("--matches", type=int, nargs="+", default=[10, 100, 200, 500])
    words.add_argument("--seconds", type=float, default=8.0)
    words.add_argument("--game", choices=list(GAMES), default="casino")
    words.add_argument("--lengths", type=int, default=0, help="matches that are played to 2,000")
    words.add_argument("--json", type=Path)
    asked = words.parse_args()
    with serving() as service:
        rows = uvloop.run(measure(service, asked.matches, asked.seconds, asked.game, RATES))
        print(table(rows, COLUMNS))
        if asked.lengths:
            rows += uvloop.run(lengths(service, asked.game, asked.lengths))
            print(table(rows[-2:], LENGTHS))
    if asked.json:
        asked.json.write_text(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()
