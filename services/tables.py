"""The matches that this process knows: cached by version, one writer at a time, watched live.

A table is only ever as new as what the log has acknowledged. Whoever is in doubt drops what he
knows and reads again.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence

from events.errors import Frozen, UnknownMatch, UnknownVersion
from events.log import Log
from events.record import Stored
from projections.history import NeedsPast, Step, further, load, opening, steps
from projections.match import Match

Watcher = Callable[[list[Step]], None]
"""Called with the entries that were appended, in order, after they are on disk."""

MOST = 20_000  # matches kept in memory; the least used give way


class Table:
    """One match as this process knows it."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.match: Match | None = None
        self.lock = asyncio.Lock()
        self.watchers: list[Watcher] = []
        self.frozen: str | None = None
        self.seed: bytes | None = None

    def appended(self, steps: list[Step]) -> None:
        """The log has these entries now: know them, and tell who watches."""
        if self.match is not None and self.match.version >= steps[-1].match.version:
            return
        self.match = steps[-1].match
        for watcher in tuple(self.watchers):
            watcher(steps)


class Tables:
    """All tables of this process on one log."""

    def __init__(self, log: Log, most: int = MOST) -> None:
        self.log = log
        self._most = most
        self._tables: OrderedDict[str, Table] = OrderedDict()

    def table(self, name: str) -> Table:
        """The table of a match, empty at first."""
        table = self._tables.get(name)
        if table is None:
            self._make_room()
            table = self._tables[name] = Table(name)
        else:
            self._tables.move_to_end(name)
        return table

    def known(self, name: str) -> Table | None:
        return self._tables.get(name)

    def all(self) -> tuple[Table, ...]:
        return tuple(self._tables.values())

    def _make_room(self) -> None:
        while len(self._tables) >= self._most:
            for name, table in self._tables.items():
                if not table.watchers and not table.lock.locked():
                    del self._tables[name]
                    break
            else:
                return

    async def current(self, table: Table) -> Match:
        """The match as this process knows it, read from the log if it knows nothing."""
        if table.frozen is not None:
            raise Frozen(match=table.name, reason=table.frozen)
        if table.match is None:
            table.match = await self.read(table.name)
        return table.match

    async def read(self, name: str, version: int | None = None) -> Match:
        """The match from the log, at its head or at a version."""
        stored = await self.log.read(name, 1, version)
        if not stored:
            raise UnknownMatch(match=name)
        if version is not None and stored[-1].version != version:
            raise UnknownVersion(match=name, version=version, last=stored[-1].version)
        return load(name, stored, await self.origin(name, stored))

    async def steps(self, name: str) -> list[Step]:
        """The whole log of a match, entry by entry with the match after each."""
        stored = await self.log.read(name)
        if not stored:
            raise UnknownMatch(match=name)
        return steps(name, stored, await self.origin(name, stored))

    async def origin(self, name: str, stored: Sequence[Stored]) -> Match | None:
        """What a fork goes on from: another match at a version; None for a match of its own."""
        named = opening(name, stored).origin
        return None if named is None else await self.read(named.match, named.version)

    async def refresh(self, table: Table) -> Match:
        """Take in what others have appended, and tell it to the watchers."""
        known = await self.current(table)
        newer = await self.log.read(table.name, known.version + 1)
        if newer:
            table.appended(await self._follow(known, newer))
        return table.match or known

    async def _follow(self, known: Match, newer: list[Stored]) -> list[Step]:
        try:
            return further(known, newer)
        except NeedsPast:
            return (await self.steps(known.id))[known.version :]
