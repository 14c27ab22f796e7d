"""Tournaments are announced, found, and changed as long as registration is open."""

from typing import Annotated, Any

import msgspec
from litestar import get, patch, post
from litestar.params import JSONBody, QueryParameter
from msgspec.structs import replace

from events.errors import Malformed
from projections.tournaments import commands as c
from projections.tournaments.settings import Settings
from services.api.http.asked import Wired
from services.api.http.auth import Who
from services.api.http.idempotency import name_of_new
from services.api.http.responses import Answer, next_page
from services.api.http.uncancelled import shielded
from services.api.routes.tournaments.asked import TOURNAMENT, OfTournament
from services.api.schemas.tournaments import (
    Announcement,
    TournamentFound,
    TournamentsFound,
    TournamentShown,
)
from services.api.views.tournaments import tournament_found, tournament_shown
from services.identity.tokens import need
from services.tournaments.announcements import pinned_settings

LIMIT = 20
MOST = 100


@post("/v1/tournaments", tags=["tournaments"], summary="Announce a tournament")
async def create_tournament(
    services: Wired, caller: Who, data: JSONBody[Announcement]
) -> Answer[TournamentShown]:
    """Announce a tournament; who does so directs it. A duplicate's boards are committed here."""
    need(caller.grant, "tournament:write")
    settings = settings_of(data)
    ask = caller.ask("tournament", data)
    name = await name_of_new(services, ask, services.house.tournament_id)
    done = await shielded(services.tournaments.create(name, ask, settings))
    shown = tournament_shown(done.after)
    return Answer(shown, status_code=201, headers={"Location": f"/v1/tournaments/{name}"})


@get("/v1/tournaments", tags=["tournaments"], summary="Find tournaments")
async def list_tournaments(
    services: Wired,
    caller: Who,
    limit: Annotated[int, QueryParameter(ge=1, le=MOST)] = LIMIT,
    after: Annotated[str | None, QueryParameter(max_length=64)] = None,
) -> Answer[TournamentsFound]:
    """All tournaments, the newest first; go on with ``after``."""
    need(caller.grant, "match:read")
    names = await services.tournaments.names(services.settings.partitions, limit + 1, after)
    found: list[TournamentFound] = []
    for name in names[:limit]:
        tournament = await services.tournaments.known(name)
        if tournament is not None:
            found.append(tournament_found(tournament))
    following = names[limit - 1] if len(names) > limit else None
    headers = next_page("/v1/tournaments", {"limit": limit}, following)
    return Answer(TournamentsFound(found, following), headers=headers)


@get(TOURNAMENT, tags=["tournaments"], summary="A tournament")
async def show_tournament(asked: OfTournament) -> Answer[TournamentShown]:
    """The announcement, the field, the rounds in short, the boards' commitments."""
    return Answer(tournament_shown(await asked.tournament()))


@patch(TOURNAMENT, tags=["tournaments"], summary="Change it")
async def amend_tournament(
    asked: OfTournament, data: JSONBody[dict[str, Any]]
) -> Answer[TournamentShown]:
    """Change fields of the announcement, as long as registration is open."""
    settings = (await asked.tournament()).state.settings
    return await asked.directed("amend", data, c.Amend(pinned_settings(amended(settings, data))))


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
