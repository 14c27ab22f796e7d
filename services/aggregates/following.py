"""Following the feed: every process hears of what other processes have appended."""

import asyncio
from collections.abc import Sequence

import structlog

from events.errors import Corrupt, Refused, Unavailable
from events.log import BEGINNING, Log, Pointer
from services.aggregates.cache import AnyCache, Known, cache_of

BREATH = 0.005
"""Seconds that the feed gathers after what was no news: mostly it tells us our own appends."""
AGAIN = 0.5
"""Seconds after which a log that could not be read is read again."""

log = structlog.get_logger()


async def follow_feed(store: Log, caches: Sequence[AnyCache], partitions: int) -> None:
    """Take in for ever what others append to the aggregates that this process knows."""
    positions = await _ends(store, partitions)
    while True:
        try:
            news = False
            for pointer in await store.feed(positions):
                news |= await _taken(caches, pointer)
                positions[pointer.partition] = pointer.id
            if not news:
                await asyncio.sleep(BREATH)
        except Unavailable:
            await asyncio.sleep(AGAIN)
        except Corrupt as error:
            log.error("feed_corrupt", reason=error.details["reason"])
            if "partition" not in error.details:
                raise
            positions[error.details["partition"]] = error.details["id"]


async def _ends(store: Log, partitions: int) -> dict[int, str]:
    while True:
        try:
            ends = await store.feed_ends(range(partitions))
            return dict.fromkeys(range(partitions), BEGINNING) | ends
        except Unavailable:
            await asyncio.sleep(AGAIN)


async def _taken(caches: Sequence[AnyCache], pointer: Pointer) -> bool:
    """Take in what a pointer points to; a log that can't be followed concerns nobody else."""
    _, _, name, version, _ = pointer
    cache = cache_of(caches, name)
    if cache is None:
        return False
    try:
        return await _catch_up(cache, name, version)
    except Corrupt as error:
        cache.freezer.freeze(name, str(error.details["reason"]))
    except Refused as error:
        log.warning("not_followed", match=name, code=error.code)
    return False


async def _catch_up(cache: AnyCache, name: str, version: int) -> bool:
    """Take in what a pointer points to; whether it was news."""
    known = cache.peek(name)
    if known is None or not _behind(known, version):
        return False
    async with known.lock:  # our own append may be on its way back
        if not _behind(known, version):
            return False
        await cache.refresh(known)
        return True


def _behind(known: Known, version: int) -> bool:  # type: ignore[type-arg]
    """Whether there is news: for what is in doubt only if somebody waits for it."""
    return bool(known.watchers) if known.state is None else known.state.version < version
