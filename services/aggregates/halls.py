"""The tournaments that this process knows: cached by version, one writer at a time, watched live.

As with matches, a hall is only ever as new as what the log has acknowledged.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable

from events.errors import Frozen, UnknownVersion
from events.log import Log
from projections.tournaments.errors import UnknownTournament
from projections.tournaments.record import Step, Tournament, further, steps, unannounced
from services.aggregates.tables import Remembered, Tables, holds, nothing

Watcher = Callable[[list[Step]], None]
"""Called with the entries that were appended, in order, after they are on disk."""

MOST = 1000  # tournaments kept in memory; the least used give way


class Hall:
    """One tournament as this process knows it; None when in doubt."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.tournament: Tournament | None = None
        self.newest: tuple[int, bytes] | None = None
        self.lock = asyncio.Lock()
        self.watchers: list[Watcher] = []

    def drop(self) -> None:
        """Doubt everything but that what was confirmed must be in the log."""
        if self.tournament is not None and self.tournament.version:
            self.newest = self.tournament.version, self.tournament.seal
        self.tournament = None

    def appended(self, line: list[Step]) -> None:
        """The log has these entries now: know them, and tell who watches."""
        if self.tournament and self.tournament.version >= line[-1].tournament.version:
            return
        self.tournament = line[-1].tournament
        for watcher in tuple(self.watchers):
            watcher(line)

    def learnt(self, line: list[Step]) -> None:
        """Know the whole log again, and tell who watches what has happened since it was in doubt.

        Where nothing was in doubt nobody has missed anything.
        """
        known = len(line) if self.newest is None else self.newest[0]
        if line[known:]:
            self.appended(line[known:])
        elif self.tournament is None:
            self.tournament = line[-1].tournament


class Halls:
    """All halls of this process; what is frozen is shared with the tables of the matches."""

    def __init__(
        self, log: Log, tables: Tables, remembered: Remembered = nothing, most: int = MOST
    ) -> None:
        self.log = log
        self._remembered = remembered
        self._tables = tables
        self._most = most
        self._halls: OrderedDict[str, Hall] = OrderedDict()

    def hall(self, name: str) -> Hall:
        """The hall of a tournament, empty at first."""
        hall = self._halls.get(name)
        if hall is None:
            self._make_room()
            hall = self._halls[name] = Hall(name)
        else:
            self._halls.move_to_end(name)
        return hall

    def known(self, name: str) -> Hall | None:
        return self._halls.get(name)

    def _make_room(self) -> None:
        if len(self._halls) < self._most:
            return
        for name, hall in self._halls.items():
            if not hall.watchers and not hall.lock.locked():
                del self._halls[name]
                return

    def freeze(self, name: str, reason: str) -> Frozen:
        """Let nobody go on with a tournament until it has been looked at."""
        return Frozen(match=name, reason=self._tables.freeze(name, reason))

    async def current(self, hall: Hall) -> Tournament:
        """The tournament as this process knows it, version 0 if there is none yet."""
        if hall.name in self._tables.frozen:
            raise Frozen(match=hall.name, reason=self._tables.frozen[hall.name])
        if hall.tournament is None:
            line = await self._read_anew(hall)
            if line:
                hall.learnt(line)
            elif hall.tournament is None:
                hall.tournament = unannounced(hall.name)
        return hall.tournament or unannounced(hall.name)

    async def _read_anew(self, hall: Hall) -> list[Step]:
        stored = await self.log.read(hall.name)
        least = max(filter(None, (hall.newest, self._remembered(hall.name))), default=None)
        if least is not None and not holds(stored, *least):
            last = stored[-1].version if stored else 0
            reason = f"version {least[0]} was confirmed, but the log ends at {last}"
            raise self.freeze(hall.name, reason)
        return steps(hall.name, stored) if stored else []

    async def refresh(self, hall: Hall) -> Tournament:
        """Take in what others have appended, and tell it to the watchers."""
        known = await self.current(hall)
        newer = await self.log.read(hall.name, known.version + 1)
        if newer:
            hall.appended(further(known, newer))
        return hall.tournament or known

    async def steps(self, name: str, last: int | None = None) -> list[Step]:
        """The log of a tournament, entry by entry, up to a version."""
        stored = await self.log.read(name, 1, last)
        if not stored:
            raise UnknownTournament(tournament=name)
        if last is not None and stored[-1].version != last:
            raise UnknownVersion(match=name, version=last, last=stored[-1].version)
        return steps(name, stored)
