"""Tournaments come into being, are found, changed, and brought to their end."""

from typing import Annotated, Any

import msgspec
from litestar import get, patch, post
from litestar.connection import Request
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec.structs import replace

from events.errors import Malformed
from projections.tournaments import commands as c
from projections.tournaments.record import Tournament
from projections.tournaments.settings import Settings
from services.api.http.auth import Caller, Who
from services.api.http.idempotency import Idempotency
from services.api.http.responses import Answer
from services.api.http.uncancelled import shielded
from services.api.views.tournament_schemas import (
    Announcement,
    Apart,
    Because,
    Seeding,
    TournamentFound,
    TournamentsFound,
    TournamentShown,
)
from services.api.views.tournaments import director, tournament_found, tournament_shown
from services.identity.tokens import need
from services.tournaments.announcements import pinned_settings
from services.wiring import Services, now_ms

AnyRequest = Request[Any, Any, Any]
LIMIT = 20
MOST = 100


@post("/v1/tournaments", tags=["tournaments"], summary="Announce a tournament")
async def create_tournament(
    request: AnyRequest, caller: Who, data: JSONBody[Announcement]
) -> Answer[TournamentShown]:
    """Announce a tournament; who does so directs it. A duplicate's boards are committed here."""
    need(caller.grant, "tournament:write")
    services: Services = request.app.state.services
    settings = settings_of(data)
    ask = caller.ask("tournament", data)
    partition = services.house.dice()(services.settings.partitions)
    fresh = services.house.tournament_id(partition, now_ms())
    name, _ = await Idempotency(services.redis).name(ask, fresh)
    done = await shielded(services.tournaments.create(name, ask, settings))
    shown = tournament_shown(done.tournament)
    return Answer(shown, status_code=201, headers={"Location": f"/v1/tournaments/{name}"})


@get("/v1/tournaments", tags=["tournaments"], summary="Find tournaments")
async def list_tournaments(
    request: AnyRequest,
    caller: Who,
    limit: Annotated[int, QueryParameter(ge=1, le=MOST)] = LIMIT,
    after: Annotated[str | None, QueryParameter(max_length=64)] = None,
) -> Answer[TournamentsFound]:
    """All tournaments, the newest first; go on with ``after``."""
    need(caller.grant, "match:read")
    services: Services = request.app.state.services
    names = await services.tournaments.names(services.settings.partitions, limit + 1, after)
    found: list[TournamentFound] = []
    for name in names[:limit]:
        tournament = await services.tournaments.known(name)
        if tournament is not None:
            found.append(tournament_found(tournament))
    following = names[limit - 1] if len(names) > limit else None
    link = f'</v1/tournaments?limit={limit}&after={following}>; rel="next"'
    return Answer(
        TournamentsFound(found, following), headers={} if following is None else {"Link": link}
    )


@get("/v1/tournaments/{tournament:str}", tags=["tournaments"], summary="A tournament")
async def show_tournament(
    request: AnyRequest, caller: Who, tournament: FromPath[str]
) -> Answer[TournamentShown]:
    """The announcement, the field, the rounds in short, the boards' commitments."""
    return Answer(tournament_shown(await looked_at(request, caller, tournament)))


@patch("/v1/tournaments/{tournament:str}", tags=["tournaments"], summary="Change it")
async def amend_tournament(
    request: AnyRequest, caller: Who, tournament: FromPath[str], data: JSONBody[dict[str, Any]]
) -> Answer[TournamentShown]:
    """Change fields of the announcement, as long as registration is open."""
    now = await looked_at(request, caller, tournament)
    command = c.Amend(pinned_settings(amended(now.state.settings, data)))
    return await directed(request, caller, tournament, "amend", data, command)


@post("/v1/tournaments/{tournament:str}/lock", tags=["tournaments"], status_code=200)
async def lock_tournament(
    request: AnyRequest,
    caller: Who,
    tournament: FromPath[str],
    data: JSONBody[Seeding | None] = None,
) -> Answer[TournamentShown]:
    """Close registration: the field is seeded by rating or as told, the rounds are counted."""
    command = c.Lock(data.order if data else ())
    return await directed(request, caller, tournament, "lock", data, command)


@post("/v1/tournaments/{tournament:str}/start", tags=["tournaments"], status_code=200)
async def start_tournament(
    request: AnyRequest, caller: Who, tournament: FromPath[str]
) -> Answer[TournamentShown]:
    """Open an arena; other formats start with their first round."""
    return await directed(request, caller, tournament, "start", None, c.Start(now_ms()))


@post("/v1/tournaments/{tournament:str}/pause", tags=["tournaments"], status_code=200)
async def pause_tournament(
    request: AnyRequest, caller: Who, tournament: FromPath[str], data: JSONBody[Because]
) -> Answer[TournamentShown]:
    """Let nothing be decided for a while; matches go on."""
    return await directed(request, caller, tournament, "pause", data, c.Pause(data.reason))


@post("/v1/tournaments/{tournament:str}/resume", tags=["tournaments"], status_code=200)
async def resume_tournament(
    request: AnyRequest, caller: Who, tournament: FromPath[str]
) -> Answer[TournamentShown]:
    """Go on; results that came meanwhile are recorded now."""
    return await directed(request, caller, tournament, "resume", None, c.Resume())


@post("/v1/tournaments/{tournament:str}/finish", tags=["tournaments"], status_code=200)
async def finish_tournament(
    request: AnyRequest,
    caller: Who,
    tournament: FromPath[str],
    data: JSONBody[Because | None] = None,
) -> Answer[TournamentShown]:
    """End the event; all boards are disclosed."""
    reason = (data.reason if data else "") or "completed"
    return await directed(request, caller, tournament, "finish", data, c.Finish(reason))


@post("/v1/tournaments/{tournament:str}/cancel", tags=["tournaments"], status_code=200)
async def cancel_tournament(
    request: AnyRequest, caller: Who, tournament: FromPath[str], data: JSONBody[Because]
) -> Answer[TournamentShown]:
    """End it without a result; what is still played is called off."""
    return await directed(request, caller, tournament, "cancel", data, c.Cancel(data.reason))


@post("/v1/tournaments/{tournament:str}/forbid", tags=["tournaments"], status_code=200)
async def forbid_pair(
    request: AnyRequest, caller: Who, tournament: FromPath[str], data: JSONBody[Apart]
) -> Answer[TournamentShown]:
    """Two entrants may not be paired."""
    command = c.Forbid(data.entrants, data.reason)
    return await directed(request, caller, tournament, "forbid", data, command)


@post("/v1/tournaments/{tournament:str}/permit", tags=["tournaments"], status_code=200)
async def permit_pair(
    request: AnyRequest, caller: Who, tournament: FromPath[str], data: JSONBody[Apart]
) -> Answer[TournamentShown]:
    """They may be paired again."""
    return await directed(request, caller, tournament, "permit", data, c.Permit(data.entrants))


# -- what the routes are made of ------------------------------------------------------------------


async def looked_at(request: AnyRequest, caller: Caller, name: str) -> Tournament:
    """The tournament, for who may look at it; raise ``UnknownTournament``."""
    need(caller.grant, "match:read")
    services: Services = request.app.state.services
    return await services.tournaments.newest(name)


async def directed(
    request: AnyRequest, caller: Caller, name: str, route: str, body: Any, *commands: c.AnyCommand
) -> Answer[TournamentShown]:
    """Carry out what a director asks for."""
    return Answer(tournament_shown(await done(request, caller, name, route, body, *commands)))


async def done(
    request: AnyRequest, caller: Caller, name: str, route: str, body: Any, *commands: c.AnyCommand
) -> Tournament:
    services: Services = request.app.state.services
    by = director(caller, await services.tournaments.current(name))
    ask = caller.ask(route, body)
    return (await shielded(services.tournaments.do(name, ask, *commands, by=by))).tournament


def settings_of(wish: Announcement) -> Settings:
    """The announcement as the rules know it."""
    plain = msgspec.to_builtins(wish)
    plain["clock"] = {} if wish.clock is None else plain["clock"]
    if wish.clock is not None and (wish.clock.per_move is None) == (wish.clock.bank is None):
        raise Malformed(reason="clock: either per_move or bank is expected")
    return msgspec.convert(plain, Settings)


def amended(settings: Settings, changes: dict[str, Any]) -> Settings:
    """An announcement with some fields changed, checked as a new one is."""
    known = set(Announcement.__struct_fields__)
    plain = {k: v for k, v in msgspec.to_builtins(settings).items() if k in known}
    plain["clock"] = plain["clock"] or None
    if "game" in changes and "options" not in changes and changes["game"] != settings.game:
        plain["options"] = {}
    try:
        wish = msgspec.convert(plain | changes, Announcement)
    except msgspec.ValidationError as error:
        raise Malformed(reason=str(error)) from error
    return replace(settings_of(wish), seeded=settings.seeded)
