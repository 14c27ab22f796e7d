"""Live streams: who watches which match, and how what happened gets to him.

Every process reads the feed, so that it also hears of what other processes have appended. A reader
who does not keep up is told to resync and let go: nobody waits for anybody.
"""

import asyncio
from collections.abc import Callable, Sized
from typing import Protocol

import structlog

from events.errors import Corrupt, Refused, Unavailable
from events.log import BEGINNING, Log, Pointer
from events.names import is_tournament
from projections.match.fold import Match
from projections.match.history import Step
from projections.tournaments.record import Tournament
from services.aggregates.halls import Halls
from services.aggregates.tables import Table, Tables
from services.heads.signed import Heads, Recorded
from services.matches.frames import Frames

BREATH = 0.005
"""Seconds that the feed gathers after what was no news: mostly it tells us our own appends."""

log = structlog.get_logger()


class Reader(Protocol):
    """Who follows a match; it picks the frames of its seat, or of a spectator."""

    def take(self, frames: Frames) -> None:
        """Take what was appended, without waiting; full queues are the reader's own affair."""

    def tell(self, match: Match, payload: bytes) -> None:
        """Take the signed head of what was taken before."""


class Audience:
    """The readers of one match; its frames are written once for all who see the same."""

    def __init__(self, heads: Heads) -> None:
        self.readers: list[Reader] = []
        self._heads = heads

    def __call__(self, steps: list[Step]) -> None:
        frames = Frames(steps)
        for reader in tuple(self.readers):
            reader.take(frames)
        if frames.match.over:
            self.tell(frames.match, self._heads.written(frames.match))
        else:
            self._heads.moved(frames.match)

    def tell(self, match: Match, payload: bytes) -> None:
        for reader in tuple(self.readers):
            reader.tell(match, payload)


class Live:
    """All audiences of this process."""

    def __init__(self, tables: Tables, heads: Heads) -> None:
        self._tables = tables
        self._heads = heads
        heads.tell = self._tell
        self._audiences: dict[str, Audience] = {}

    def watch(self, name: str, reader: Reader) -> Callable[[], None]:
        """Follow a match from now on; the answer ends it."""
        table = self._tables.table(name)
        audience = self._audiences.get(name)
        if audience is None:
            audience = self._audiences[name] = Audience(self._heads)
            table.watchers.append(audience)
        audience.readers.append(reader)
        return lambda: self._leave(table, audience, reader)

    def _tell(self, match: Recorded, payload: bytes) -> None:
        if (audience := self._audiences.get(match.id)) is not None and isinstance(match, Match):
            audience.tell(match, payload)

    def _leave(self, table: Table, audience: Audience, reader: Reader) -> None:
        if reader in audience.readers:
            audience.readers.remove(reader)
        if not audience.readers and self._audiences.get(table.name) is audience:
            del self._audiences[table.name]
            table.watchers.remove(audience)


async def follow_feed(store: Log, tables: Tables, halls: Halls, partitions: int) -> None:
    """Take in for ever what others append to the matches and tournaments this process knows."""
    positions = await _ends(store, partitions)
    while True:
        try:
            news = False
            for pointer in await store.feed(positions):
                news |= await _taken(tables, halls, pointer)
                positions[pointer.partition] = pointer.id
            if not news:
                await asyncio.sleep(BREATH)
        except Unavailable:
            await asyncio.sleep(0.5)
        except Corrupt as error:
            log.error("feed_corrupt", reason=error.details["reason"])
            if "partition" not in error.details:
                raise
            positions[error.details["partition"]] = error.details["id"]


async def _taken(tables: Tables, halls: Halls, pointer: Pointer) -> bool:
    """Take in what a pointer points to; a log that can't be followed concerns nobody else."""
    _, _, name, version, _ = pointer
    try:
        if is_tournament(name):
            return await _catch_up_hall(halls, name, version)
        return await _catch_up(tables, name, version)
    except Corrupt as error:
        tables.freeze(name, str(error.details["reason"]))
    except Refused as error:
        log.warning("not_followed", match=name, code=error.code)
    return False


async def _ends(store: Log, partitions: int) -> dict[int, str]:
    while True:
        try:
            return dict.fromkeys(range(partitions), BEGINNING) | await store.feed_ends(
                range(partitions)
            )
        except Unavailable:
            await asyncio.sleep(0.5)


async def _catch_up_hall(halls: Halls, name: str, version: int) -> bool:
    hall = halls.known(name)
    if hall is None or not _behind(hall.tournament, version, hall.watchers):
        return False
    async with hall.lock:
        if not _behind(hall.tournament, version, hall.watchers):
            return False
        await halls.refresh(hall)
        return True


async def _catch_up(tables: Tables, name: str, version: int) -> bool:
    """Take in what a pointer points to; whether it was news."""
    table = tables.known(name)
    if table is None or not _behind(table.match, version, table.watchers):
        return False
    async with table.lock:  # our own append may be on its way back
        if not _behind(table.match, version, table.watchers):
            return False
        await tables.refresh(table)
        return True


def _behind(known: Match | Tournament | None, version: int, watchers: Sized) -> bool:
    """Whether there is news: for what is in doubt only if somebody waits for it."""
    return bool(watchers) if known is None else known.version < version
