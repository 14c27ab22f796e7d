"""The lobby: find matches. It reads what the projectors keep, a moment behind the log."""

from typing import Annotated, Any
from urllib.parse import urlencode

from litestar import get
from litestar.connection import Request
from litestar.params import QueryParameter

from events.errors import Malformed
from projections.match.fold import Phase
from projections.match.summaries import Summary as Found
from services.api.http.auth import Who
from services.api.http.responses import Answer
from services.api.views.schemas import ChairShown, MatchesFound, MatchFound
from services.identity.tokens import need
from services.readmodels.lobby import LIMIT, MOST, Lobby
from services.wiring import Services

AnyRequest = Request[Any, Any, Any]


@get("/v1/matches", tags=["matches"], summary="Find matches")
async def list_matches(
    request: AnyRequest,
    caller: Who,
    game: Annotated[str | None, QueryParameter(max_length=64)] = None,
    phase: Annotated[Phase | None, QueryParameter(name="state")] = None,
    player: Annotated[str | None, QueryParameter(max_length=130)] = None,
    limit: Annotated[int, QueryParameter(ge=1, le=MOST)] = LIMIT,
    after: Annotated[str | None, QueryParameter(max_length=64)] = None,
) -> Answer[MatchesFound]:
    """Listed matches, the newest first, by game, phase and player; go on with ``after``."""
    need(caller.grant, "match:read")
    services: Services = request.app.state.services
    if after is not None and not after.isascii():
        raise Malformed(reason="after is the next of an answer before")
    lobby = Lobby(services.redis, services.settings.partitions)
    found, following = await lobby.find(game, phase, player, limit, after)
    asked = {"game": game, "state": phase, "player": player, "limit": limit}
    headers = {} if following is None else {"Link": link(asked, following)}
    return Answer(MatchesFound([shown(one) for one in found], following), headers=headers)


def link(asked: dict[str, Any], following: str) -> str:
    """Where the next page is."""
    given = {name: value for name, value in asked.items() if value is not None}
    return f'</v1/matches?{urlencode(given | {"after": following})}>; rel="next"'


def shown(one: Found) -> MatchFound:
    """A match as the lobby shows it; a board's options would tell nothing, its result too much."""
    seats = [
        ChairShown(seat, chair.kind, chair.player, chair.kept_for, chair.ready, chair.out)
        for seat, chair in enumerate(one.seats)
    ]
    return MatchFound(
        one.match,
        one.game,
        one.phase,
        seats,
        one.version,
        one.created,
        one.at,
        one.options,
        one.clock,
        one.rated,
        one.result,
    )
