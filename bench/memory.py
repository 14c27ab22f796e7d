"""What a match weighs: live and archived, in the API's memory, in Redis and on the disk.

    python -m bench.memory [matches]

Kaiser matches of one deal with four seats, half of the moves made, then played to their end and
archived. A Redis of its own in a folder that is removed afterwards.
"""

import asyncio
import gc
import sys
import tempfile
import tracemalloc
from pathlib import Path
from typing import NamedTuple

from events.facts import Place
from projections.game.views import write_move
from projections.match.fold import Match
from services import logs
from services.aggregates.commands import Ask
from services.archive.mover import archive
from services.matches.acts import Offer
from services.redis import embedded
from services.settings import Settings
from services.wiring import Services, now_ms, wire

MATCHES = 300
BOTS = (Place("bot"),) * 4
HALF = 16  # moves
WARM = 150  # matches before the measurement


class Weight(NamedTuple):
    """Bytes in this process and in Redis."""

    here: int
    redis: int


async def weighed(services: Services) -> Weight:
    gc.collect()
    info = await services.redis.info("memory")
    return Weight(tracemalloc.get_traced_memory()[0], int(info["used_memory"]))


async def opened(services: Services, number: int) -> str:
    name = services.house.match_id(0, now_ms())
    offer = Offer("kaiser", {"deals": 1}, BOTS)
    await services.matches.open(name, Ask("bench", "open", f"{name}{number}"), offer)
    return name


async def played(services: Services, name: str, most: int = 1000) -> Match:
    match = await services.matches.cache.current(services.matches.cache.known(name))
    for _ in range(most):
        if match.over:
            break
        seat = match.acting()[0]
        move = write_move(match.game.moves(match.state, seat)[-1])
        ask = Ask("bench", "move", str(match.version))
        match = (await services.matches.move(name, ask, seat, [move])).after
    return match


def on_disk(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())


def told(what: str, before: Weight, after: Weight, matches: int) -> None:
    here, there = (b - a for a, b in zip(before, after, strict=True))
    print(f"| {what} | {here / matches:,.0f} | {there / matches:,.0f} |")


async def measure(url: str, data: Path, matches: int) -> None:
    """Print the table, bytes a match."""
    services = wire(Settings(data=data), url)
    tracemalloc.start()
    for number in range(WARM):  # caches have a bound, which is not to be counted
        await archive(services, (await played(services, await opened(services, -number))).id)
    services.matches.cache._known.clear()
    services.log._records.clear()
    empty = await weighed(services)
    names = [await opened(services, number) for number in range(matches)]
    for name in names:
        await played(services, name, HALF)
    live = await weighed(services)
    print("| a Kaiser match | in the API | in Redis |\n|---|---|---|")
    told("live, half-way", empty, live, matches)
    entries = sum([(await played(services, name)).version for name in names])
    await services.heads.flush()
    told("finished", empty, await weighed(services), matches)
    for name in names:
        await archive(services, name)
        services.matches.cache.known(name).drop()
        services.matches.cache.replays.forget(name)
    services.matches.cache._known.clear()
    services.log._records.clear()
    told("archived", empty, await weighed(services), matches)
    feed = int(await services.redis.memory_usage("{p0}:feed", samples=0))
    for name in names:
        await services.matches.cache.replays.line(name)
    told("archived, looked through", empty, await weighed(services), matches)
    tracemalloc.stop()
    await services.close()
    print(f"\nOf Redis's bytes {feed / (matches + WARM):,.0f} are the feed's.")
    print(f"{matches} matches of {entries / matches:.0f} entries. On the disk, bytes a match:")
    print(f"archive {on_disk(data / 'archive') / (matches + WARM):,.0f}, ", end="")
    print(f"heads {on_disk(data / 'heads') / (matches + WARM):,.0f}.")


def main(matches: int = MATCHES) -> None:
    logs.configure("error")
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(data=Path(folder))
        with embedded.start(settings) as server:
            asyncio.run(measure(server.url, settings.data, matches))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
