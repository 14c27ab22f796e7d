"""Who may look at a tournament, who directs it, and who speaks for an entrant."""

from events.errors import Forbidden
from projections.tournaments.record import Tournament
from projections.tournaments.state import Entrant
from services.api.http.auth import Caller
from services.identity.tokens import Grant, need
from services.wiring import Services


async def looked_at(services: Services, caller: Caller, name: str) -> Tournament:
    """The tournament, for who may look at it; raise ``UnknownTournament``."""
    need(caller.grant, "match:read")
    return await services.tournaments.newest(name)


def director(caller: Caller, tournament: Tournament) -> str:
    """The name of who directs this tournament; raise ``Forbidden`` for anybody else."""
    need(caller.grant, "tournament:direct")
    if caller.grant.actor != tournament.owner and not caller.grant.allows("admin"):
        raise Forbidden(tournament=tournament.id)
    return caller.grant.actor


def concerned(caller: Caller, tournament: Tournament, entrant: str) -> str:
    """The name of who may speak for an entrant: one of its people, or the director."""
    known = tournament.state.entrants.get(entrant)
    if known is not None and is_member(caller.grant, known):
        need(caller.grant, "match:play")
        return caller.grant.actor
    return director(caller, tournament)


def is_member(grant: Grant, entrant: Entrant) -> bool:
    return grant.player is not None and grant.player in entrant.members
