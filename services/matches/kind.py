"""How the log of a match is read."""

from collections.abc import Sequence

from events.errors import Refused, UnknownMatch
from events.log import Log
from events.names import is_tournament
from events.record import Stored
from projections.match.fold import Match
from projections.match.history import Step, further, opening, steps
from services.aggregates.cache import Cache

MatchCache = Cache[Match]


class MatchKind:
    """Matches, as the machine for sealed logs wants to know them."""

    def __init__(self, log: Log) -> None:
        self._log = log

    def owns(self, name: str) -> bool:
        return not is_tournament(name)

    def unknown(self, name: str) -> Refused:
        return UnknownMatch(match=name)

    async def whole(self, name: str, stored: Sequence[Stored]) -> list[Step]:
        return steps(name, stored, await self.origin(name, stored))

    def further(
        self, known: Match, stored: Sequence[Stored], line: Sequence[Step] = ()
    ) -> list[Step]:
        return further(known, stored, line)

    async def origin(self, name: str, stored: Sequence[Stored]) -> Match | None:
        """What a fork goes on from: another match at a version; None for a match of its own."""
        named = opening(name, stored).origin
        if named is None:
            return None
        before = await self._log.read(named.match, 1, named.version)
        if not before:
            raise UnknownMatch(match=named.match)
        return (await self.whole(named.match, before))[-1].after
