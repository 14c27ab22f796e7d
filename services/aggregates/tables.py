"""The matches that this process knows: cached by version, one writer at a time, watched live.

A table is only ever as new as what the log has acknowledged. Whoever is in doubt drops what he
knows and reads again.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence

from events.errors import Corrupt, Frozen, UnknownMatch, UnknownVersion
from events.log import Log
from events.names import is_tournament
from events.record import Stored
from projections.match.fold import Match
from projections.match.history import NeedsPast, Step, further, load, opening, steps
from services.aggregates.replays import Replays

Watcher = Callable[[list[Step]], None]
"""Called with the entries that were appended, in order, after they are on disk."""

ADVICE = (
    "Restore Redis from its newest copy (append-only file, replica), then `tapete frozen release"
)
"""What an operator does about a match that is frozen."""

Remembered = Callable[[str], tuple[int, bytes] | None]
"""The newest version of a match that is known outside the log, and its seal."""

MOST = 20_000  # matches kept in memory; the least used give way


class Table:
    """One match as this process knows it.

    ``match`` is dropped when in doubt; ``newest`` is then what its log must hold.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.match: Match | None = None
        self.lock = asyncio.Lock()
        self.watchers: list[Watcher] = []
        self.frozen: str | None = None
        self.newest: tuple[int, bytes] | None = None
        self.seed: bytes | None = None

    def drop(self) -> None:
        """Doubt everything but that what was confirmed must be in the log."""
        if self.match is not None and self.match.version:
            self.newest = self.match.version, self.match.seal
        self.match = None

    def appended(self, steps: list[Step]) -> None:
        """The log has these entries now: know them, and tell who watches."""
        if self.match is not None and self.match.version >= steps[-1].match.version:
            return
        self.match = steps[-1].match
        for watcher in tuple(self.watchers):
            watcher(steps)

    def learnt(self, match: Match, missed: list[Step]) -> Match:
        """Know a match again, and tell who watches what has happened since it was in doubt."""
        if missed:
            self.appended(missed)
        elif self.match is None:
            self.match = match
        return self.match or match


def nothing(name: str) -> None:
    return None


class Tables:
    """All tables of this process on one log."""

    def __init__(self, log: Log, most: int = MOST, remembered: Remembered = nothing) -> None:
        self.log = log
        self.frozen: dict[str, str] = {}
        self._most = most
        self._remembered = remembered
        self.replays = Replays(log, self.steps)
        self._tables: OrderedDict[str, Table] = OrderedDict()

    def table(self, name: str) -> Table:
        """The table of a match, empty at first."""
        table = self._tables.get(name)
        if table is None:
            self._make_room()
            table = self._tables[name] = Table(name)
            table.frozen = self.frozen.get(name)
        else:
            self._tables.move_to_end(name)
        return table

    def forget(self, table: Table) -> None:
        """Keep nothing of a match that there isn't, unless somebody is about to open it."""
        used = table.match is not None or table.watchers or table.lock.locked()
        if not used and self._tables.get(table.name) is table:
            del self._tables[table.name]

    def known(self, name: str) -> Table | None:
        return self._tables.get(name)

    def all(self) -> tuple[Table, ...]:
        return tuple(self._tables.values())

    def freeze(self, name: str, reason: str) -> str:
        """Let nobody go on with a match until it has been looked at; the first reason stands."""
        said = reason if ADVICE in reason else f"{reason}. {ADVICE} {name}`"
        said = self.frozen.setdefault(name, said)
        if (table := self._tables.get(name)) is not None:
            table.frozen = said
        return said

    def thaw(self, name: str) -> None:
        """Go on with a match, from what its log holds now."""
        self.frozen.pop(name, None)
        if (table := self._tables.get(name)) is not None:
            table.frozen = table.match = table.newest = None
        self.replays.forget(name)

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
        if table.match is not None:
            return table.match
        match = await self._read_anew(table)
        missed: list[Step] = []
        if table.watchers and table.newest is not None and match.version > table.newest[0]:
            missed = (await self.steps(table.name))[table.newest[0] :]
        return table.learnt(match, missed)

    async def _read_anew(self, table: Table) -> Match:
        """Read a match of which we know no state; freeze it if the log has less than we know."""
        known = table.newest, self._remembered(table.name)  # first: the match may move meanwhile
        least = max(filter(None, known), default=None)
        stored = await self.log.read(table.name)
        if least is not None and not holds(stored, *least):
            last = stored[-1].version if stored else 0
            reason = f"version {least[0]} was confirmed, but the log ends at {last} or is another"
            raise Frozen(match=table.name, reason=self.freeze(table.name, reason))
        try:
            return await self._load(table.name, stored)
        except Corrupt as error:
            reason = f"{error.details['reason']}{last_good(stored, error)}"
            raise Frozen(match=table.name, reason=self.freeze(table.name, reason)) from error

    async def read(self, name: str, version: int | None = None) -> Match:
        """The match from the log, at its head or at a version."""
        stored = await self.log.read(name, 1, version)
        if stored and version is not None and stored[-1].version != version:
            raise UnknownVersion(match=name, version=version, last=stored[-1].version)
        return await self._load(name, stored)

    async def _load(self, name: str, stored: Sequence[Stored]) -> Match:
        if not stored or is_tournament(name):
            raise UnknownMatch(match=name)
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
            return list((await self.replays.line(known.id))[known.version :])


def holds(stored: Sequence[Stored], version: int, seal: bytes) -> bool:
    """Whether a whole log has this entry at this version."""
    return len(stored) >= version and stored[version - 1].seal == seal


def last_good(stored: Sequence[Stored], error: Corrupt) -> str:
    """Up to where a log is sound, in words."""
    wrong = int(error.details.get("version") or 0)
    if not 1 < wrong <= len(stored) + 1:
        return ""
    return (
        f"; version {wrong - 1} with the head {stored[wrong - 2].seal.hex()[:16]}… is the last good"
    )
