"""Who plays: entered one by one or many at once, checked in, away, back, replaced."""

from typing import Any

from litestar import post
from litestar.connection import Request
from litestar.params import FromPath, JSONBody

from projections.tournaments import commands as c
from services.api.http.auth import ANONYMOUS, Caller, Who, own_user
from services.api.http.responses import Answer
from services.api.http.uncancelled import shielded
from services.api.routes.tournaments import directed
from services.api.views.tournament_schemas import (
    LONGEST_BODY,
    Because,
    ByeAsked,
    EntrantAsked,
    EntrantsAsked,
    Promised,
    Replacement,
    Shown,
    TournamentShown,
)
from services.api.views.tournaments import concerned, director, tournament_shown
from services.identity.tokens import Grant, need
from services.tournaments.announcements import BOT
from services.wiring import Services

AnyRequest = Request[Any, Any, Any]
ROOT = "/v1/tournaments/{tournament:str}/entrants"
ONE = ROOT + "/{entrant:str}"


@post(
    ROOT,
    tags=["entrants"],
    summary="Enter",
    status_code=201,
    request_max_body_size=LONGEST_BODY,
)
async def enter(
    request: AnyRequest, caller: Who, tournament: FromPath[str], data: JSONBody[EntrantsAsked]
) -> Answer[TournamentShown]:
    """Enter all or none: the director anybody, a player himself alone."""
    services: Services = request.app.state.services
    now = await services.tournaments.newest(tournament)
    by = entering(caller, data) or director(caller, now)
    ask = caller.ask("entrants", data)
    base = services.commands.id(tournament, ask).hex()[:10]
    entries = tuple(
        entry(caller.grant, one, f"{base}{n}") for n, one in enumerate(data.entrants, 1)
    )
    found = await shielded(services.tournaments.do(tournament, ask, c.Register(entries), by=by))
    return Answer(tournament_shown(found.tournament), status_code=201)


@post(ONE + "/check-in", tags=["entrants"], summary="Check in", status_code=200)
async def check_in(
    request: AnyRequest, caller: Who, tournament: FromPath[str], entrant: FromPath[str]
) -> Answer[TournamentShown]:
    """Say that an entrant is there."""
    command = c.CheckIn(entrant)
    return await spoken(request, caller, tournament, entrant, "check-in", None, command)


@post(ONE + "/withdraw", tags=["entrants"], summary="Withdraw", status_code=200)
async def withdraw(
    request: AnyRequest,
    caller: Who,
    tournament: FromPath[str],
    entrant: FromPath[str],
    data: JSONBody[Because | None] = None,
) -> Answer[TournamentShown]:
    """Leave; a table for two that is open is forfeited. When nobody is left the event ends."""
    command = c.Withdraw(entrant, data.reason if data else "")
    return await spoken(request, caller, tournament, entrant, "withdraw", data, command)


@post(ONE + "/return", tags=["entrants"], summary="Come back", status_code=200)
async def come_back(
    request: AnyRequest, caller: Who, tournament: FromPath[str], entrant: FromPath[str]
) -> Answer[TournamentShown]:
    """Play again from the next round on."""
    command = c.Return(entrant)
    return await spoken(request, caller, tournament, entrant, "return", None, command)


@post(ONE + "/bye", tags=["entrants"], summary="Sit out a round", status_code=200)
async def request_bye(
    request: AnyRequest,
    caller: Who,
    tournament: FromPath[str],
    entrant: FromPath[str],
    data: JSONBody[ByeAsked],
) -> Answer[TournamentShown]:
    """Sit out a coming round, as often as was announced."""
    command = c.RequestBye(entrant, data.round, data.kind)
    return await spoken(request, caller, tournament, entrant, "bye", data, command)


@post(ONE + "/promise", tags=["entrants"], summary="Promise a contribution", status_code=200)
async def promise(
    request: AnyRequest,
    caller: Who,
    tournament: FromPath[str],
    entrant: FromPath[str],
    data: JSONBody[Promised],
) -> Answer[TournamentShown]:
    """Commit to a part in the boards, while registration is open."""
    command = c.Promise(entrant, data.commitment)
    return await spoken(request, caller, tournament, entrant, "promise", data, command)


@post(ONE + "/contribute", tags=["entrants"], summary="Contribute", status_code=200)
async def contribute(
    request: AnyRequest,
    caller: Who,
    tournament: FromPath[str],
    entrant: FromPath[str],
    data: JSONBody[Shown],
) -> Answer[TournamentShown]:
    """Show what was promised, before the first round is paired."""
    command = c.Contribute(entrant, data.contribution)
    return await spoken(request, caller, tournament, entrant, "contribute", data, command)


@post(ONE + "/replace", tags=["entrants"], summary="Replace", status_code=200)
async def replace_entrant(
    request: AnyRequest,
    caller: Who,
    tournament: FromPath[str],
    entrant: FromPath[str],
    data: JSONBody[Replacement],
) -> Answer[TournamentShown]:
    """Other people take the place, with its points; matches that run are not touched."""
    members = tuple(member(caller.grant, one) for one in data.members)
    command = c.Replace(entrant, data.name, members, data.reason)
    return await directed(request, caller, tournament, f"replace {entrant}", data, command)


async def spoken(
    request: AnyRequest,
    caller: Caller,
    tournament: str,
    entrant: str,
    route: str,
    body: Any,
    command: c.AnyCommand,
) -> Answer[TournamentShown]:
    """Carry out what an entrant, or the director for it, asks for."""
    services: Services = request.app.state.services
    by = concerned(caller, await services.tournaments.newest(tournament), entrant)
    ask = caller.ask(f"{route} {entrant}", body)
    done = await shielded(services.tournaments.do(tournament, ask, command, by=by))
    return Answer(tournament_shown(done.tournament))


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
