"""How the log of a tournament is read."""

from collections.abc import Sequence

from events.errors import Refused
from events.names import is_tournament
from events.record import Stored
from projections.tournaments.errors import UnknownTournament
from projections.tournaments.record import Step, Tournament, further, steps
from services.aggregates.cache import Cache

TournamentCache = Cache[Tournament]
MOST = 1000  # tournaments kept in memory; the least used give way


class TournamentKind:
    """Tournaments, as the machine for sealed logs wants to know them."""

    def owns(self, name: str) -> bool:
        return is_tournament(name)

    def unknown(self, name: str) -> Refused:
        return UnknownTournament(tournament=name)

    async def whole(self, name: str, stored: Sequence[Stored]) -> list[Step]:
        return steps(name, stored)

    def further(
        self, known: Tournament, stored: Sequence[Stored], line: Sequence[Step] = ()
    ) -> list[Step]:
        return further(known, stored)
