"""All measurements in one run, as the tables of the README.

    python -m bench.run [--quick] [--siblings PYTHON] [--only log moves games]

Takes about three and a half minutes, or 40 seconds with ``--quick``, whose figures are rough. The
tables are printed in Markdown, the figures written to ``bench/results``. Whatever else the machine
does meanwhile is told as ``others' cores``: the more, the less do rates and waits mean.
"""

import argparse
import json
import os
import platform
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import uvloop

from bench import games, log, moves
from bench.service import Service, serving
from bench.tables import Row, table

RESULTS = Path(__file__).with_name("results")


class Plan(NamedTuple):
    """How much is measured."""

    seconds: float
    matches: tuple[int, ...]
    old: tuple[int, int]  # how many matches are played to which version
    entries: int
    each_game: float
    siblings: str


FULL = Plan(6, (10, 100, 200, 500), (20, 2000), 100_000, 1.0, "")
QUICK = Plan(1.5, (200,), (10, 1100), 20_000, 0.15, "")


class Part(NamedTuple):
    """A table: its title, columns and rows."""

    title: str
    columns: dict[str, str]
    rows: list[Row]


def of_log(plan: Plan) -> Iterator[Part]:
    rows = log.measure(plan.matches[-1], plan.seconds / 3, plan.entries)
    yield Part("The log", {"what": "", **log.COLUMNS}, rows)


def of_moves(plan: Plan) -> Iterator[Part]:
    with serving() as service:
        rows = uvloop.run(all_moves(service, plan))
        yield Part("Moves, through the whole service", moves.COLUMNS, rows)
        rows = uvloop.run(moves.lengths(service, "casino", *plan.old))
        yield Part("Young and old matches", moves.LENGTHS, rows)


async def all_moves(service: Service, plan: Plan) -> list[Row]:
    """Two players and a spectator, saturated and paced; and once four players."""
    some = plan.matches if len(plan.matches) == 1 else plan.matches[2:3]
    rows = await moves.measure(service, plan.matches, plan.seconds, "casino", (0,))
    rows += await moves.measure(service, some, plan.seconds, "kaiser", (0,))
    return rows + await moves.measure(service, plan.matches, plan.seconds, "casino", (500,))


def of_games(plan: Plan) -> Iterator[Part]:
    rows = games.measure(plan.each_game, (), plan.siblings)
    yield Part("The rules", games.COLUMNS, rows)


PARTS: dict[str, Callable[[Plan], Iterator[Part]]] = {
    "log": of_log,
    "moves": of_moves,
    "games": of_games,
}


def syncs(times: int = 200) -> list[float]:
    """Milliseconds that the disk takes for a small write: no durable move is faster."""
    waits = []
    with tempfile.TemporaryFile() as file:
        for _ in range(times):
            start = time.perf_counter()
            os.write(file.fileno(), bytes(512))
            os.fdatasync(file.fileno())
            waits.append((time.perf_counter() - start) * 1000)
    return sorted(waits)


def machine() -> dict[str, object]:
    """Where this was measured."""
    disk = syncs()
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return {
        "cpu": names[0] if names else platform.machine(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.release()}",
        "python": platform.python_version(),
        "at": time.strftime("%Y-%m-%d %H:%M", time.gmtime()),
        "load before": round(os.getloadavg()[0], 1),
        "disk sync p50 ms": round(disk[len(disk) // 2], 2),
        "disk sync p99 ms": round(disk[len(disk) * 99 // 100], 2),
    }


def main() -> None:
    """Measure, print, and write."""
    words = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    words.add_argument("--quick", action="store_true")
    words.add_argument("--only", nargs="+", choices=list(PARTS), default=list(PARTS))
    words.add_argument("--siblings", default="", help="a Python with open_spiel or rlcard")
    asked = words.parse_args()
    plan = (QUICK if asked.quick else FULL)._replace(siblings=asked.siblings)
    told: dict[str, dict[str, object]] = {"machine": machine(), "parts": {}}
    print(", ".join(f"{name} {value}" for name, value in told["machine"].items()))
    for name in asked.only:
        start = time.monotonic()
        for part in PARTS[name](plan):
            print(f"\n### {part.title}\n\n{table(part.rows, part.columns)}", flush=True)
            told["parts"][part.title] = part.rows
        print(f"\n{name}: {time.monotonic() - start:.0f} s", file=sys.stderr)
    RESULTS.mkdir(exist_ok=True)
    file = RESULTS / ("quick.json" if asked.quick else "run.json")
    file.write_text(json.dumps(told, indent=1) + "\n")


if __name__ == "__main__":
    main()
