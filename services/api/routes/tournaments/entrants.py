"""Who plays: entered one by one or many at once, checked in, away, back, replaced."""

from litestar import post
from litestar.params import FromPath, JSONBody

from projections.tournaments import commands as c
from services.api.http.auth import ANONYMOUS, Caller, own_user
from services.api.http.directing import director
from services.api.http.responses import Answer
from services.api.http.uncancelled import shielded
from services.api.routes.tournaments.asked import TOURNAMENT, OfTournament
from services.api.schemas.entrants import (
    ByeAsked,
    EntrantAsked,
    EntrantsAsked,
    Promised,
    Replacement,
    Shown,
)
from services.api.schemas.fields import LONGEST_BODY
from services.api.schemas.tournaments import Because, TournamentShown
from services.api.views.tournaments import tournament_shown
from services.identity.tokens import Grant, need
from services.tournaments.announcements import BOT

ROOT = TOURNAMENT + "/entrants"
ONE = ROOT + "/{entrant:str}"


@post(
    ROOT,
    tags=["entrants"],
    summary="Enter",
    status_code=201,
    request_max_body_size=LONGEST_BODY,
)
async def enter(asked: OfTournament, data: JSONBody[EntrantsAsked]) -> Answer[TournamentShown]:
    """Enter all or none: the director anybody, a player himself alone."""
    services, caller, name = asked.services, asked.caller, asked.name
    now = await services.tournaments.newest(name)
    by = entering(caller, data) or director(caller, now)
    ask = asked.ask("entrants", data)
    base = services.commands.id(name, ask).hex()[:10]
    entries = tuple(
        entry(caller.grant, one, f"{base}{n}") for n, one in enumerate(data.entrants, 1)
    )
    found = await shielded(services.tournaments.do(name, ask, c.Register(entries), by=by))
    return Answer(tournament_shown(found.after), status_code=201)


@post(ONE + "/check-in", tags=["entrants"], summary="Check in", status_code=200)
async def check_in(asked: OfTournament, entrant: FromPath[str]) -> Answer[TournamentShown]:
    """Say that an entrant is there."""
    return await asked.spoken(entrant, "check-in", None, c.CheckIn(entrant))


@post(ONE + "/withdraw", tags=["entrants"], summary="Withdraw", status_code=200)
async def withdraw(
    asked: OfTournament, entrant: FromPath[str], data: JSONBody[Because | None] = None
) -> Answer[TournamentShown]:
    """Leave; a table for two that is open is forfeited. When nobody is left the event ends."""
    command = c.Withdraw(entrant, data.reason if data else "")
    return await asked.spoken(entrant, "withdraw", data, command)


@post(ONE + "/return", tags=["entrants"], summary="Come back", status_code=200)
async def come_back(asked: OfTournament, entrant: FromPath[str]) -> Answer[TournamentShown]:
    """Play again from the next round on."""
    return await asked.spoken(entrant, "return", None, c.Return(entrant))


@post(ONE + "/bye", tags=["entrants"], summary="Sit out a round", status_code=200)
async def request_bye(
    asked: OfTournament, entrant: FromPath[str], data: JSONBody[ByeAsked]
) -> Answer[TournamentShown]:
    """Sit out a coming round, as often as was announced."""
    return await asked.spoken(entrant, "bye", data, c.RequestBye(entrant, data.round, data.kind))


@post(ONE + "/promise", tags=["entrants"], summary="Promise a contribution", status_code=200)
async def promise(
    asked: OfTournament, entrant: FromPath[str], data: JSONBody[Promised]
) -> Answer[TournamentShown]:
    """Commit to a part in the boards, while registration is open."""
    return await asked.spoken(entrant, "promise", data, c.Promise(entrant, data.commitment))


@post(ONE + "/contribute", tags=["entrants"], summary="Contribute", status_code=200)
async def contribute(
    asked: OfTournament, entrant: FromPath[str], data: JSONBody[Shown]
) -> Answer[TournamentShown]:
    """Show what was promised, before the first round is paired."""
    return await asked.spoken(entrant, "contribute", data, c.Contribute(entrant, data.contribution))


@post(ONE + "/replace", tags=["entrants"], summary="Replace", status_code=200)
async def replace_entrant(
    asked: OfTournament, entrant: FromPath[str], data: JSONBody[Replacement]
) -> Answer[TournamentShown]:
    """Other people take the place, with its points; matches that run are not touched."""
    members = tuple(member(asked.caller.grant, one) for one in data.members)
    command = c.Replace(entrant, data.name, members, data.reason)
    return await asked.directed(f"replace {entrant}", data, command)


def entering(caller: Caller, wish: EntrantsAsked) -> str | None:
    """The name of a player who enters himself and nobody else, without a rating of his choice."""
    grant = caller.grant
    alone = len(wish.entrants) == 1 and wish.entrants[0].members == (grant.player,)
    if grant.player is None or not alone or wish.entrants[0].rating:
        return None
    need(grant, "match:play")
    return grant.actor


def entry(grant: Grant, wish: EntrantAsked, id: str) -> c.Entry:
    members = tuple(member(grant, one) for one in wish.members)
    return c.Entry(wish.entrant or id, wish.name, members, wish.rating)


def member(grant: Grant, name: str) -> str:
    """How a person is called in the record; an application enters its own users only."""
    application = grant.player is None and grant.actor != ANONYMOUS
    if name.startswith(BOT) or not application or grant.allows("admin"):
        return name
    return own_user(grant, name)
