"""What the routes of a tournament have in common: they look at it, or carry something out."""

from typing import Any

from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, SkipValidation

from projections.tournaments.commands import AnyCommand
from projections.tournaments.record import Tournament
from services.api.http.asked import AnyRequest, Asked
from services.api.http.auth import Who
from services.api.http.directing import concerned, director, looked_at
from services.api.http.responses import Answer
from services.api.http.uncancelled import shielded
from services.api.schemas.tournaments import TournamentShown
from services.api.views.tournaments import tournament_shown

TOURNAMENT = "/v1/tournaments/{tournament:str}"


class TournamentAsked(Asked):
    """A request about a tournament. What is carried out is known again by its route and body."""

    async def tournament(self) -> Tournament:
        """The tournament as it is now, for who may look at it."""
        return await looked_at(self.services, self.caller, self.name)

    async def decided(self, route: str, body: Any, *commands: AnyCommand) -> Tournament:
        """Carry out what a director asks for: the tournament after it."""
        tournaments = self.services.tournaments
        by = director(self.caller, await tournaments.current(self.name))
        work = tournaments.do(self.name, self.ask(route, body), *commands, by=by)
        return (await shielded(work)).after

    async def directed(
        self, route: str, body: Any, *commands: AnyCommand
    ) -> Answer[TournamentShown]:
        """Carry out what a director asks for."""
        return Answer(tournament_shown(await self.decided(route, body, *commands)))

    async def spoken(
        self, entrant: str, route: str, body: Any, command: AnyCommand
    ) -> Answer[TournamentShown]:
        """Carry out what an entrant, or the director for it, asks for."""
        tournaments = self.services.tournaments
        by = concerned(self.caller, await tournaments.newest(self.name), entrant)
        work = tournaments.do(self.name, self.ask(f"{route} {entrant}", body), command, by=by)
        return Answer(tournament_shown((await shielded(work)).after))


def asked(request: AnyRequest, caller: Who, tournament: FromPath[str]) -> TournamentAsked:
    return TournamentAsked(request, caller, tournament)


OfTournament = NamedDependency[SkipValidation[TournamentAsked]]
PROVIDED = {"asked": Provide(asked, sync_to_thread=False)}
