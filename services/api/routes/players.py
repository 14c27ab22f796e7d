"""What is known of a player: what he has played, and how it ended."""

from typing import Annotated, Any
from urllib.parse import quote, urlencode

from litestar import get
from litestar.connection import Request
from litestar.params import FromPath, QueryParameter

from events.errors import Malformed
from services.api.http.auth import Who
from services.api.http.responses import Answer
from services.api.routes.lobby import shown
from services.api.views.schemas import MatchesFound, PlayerShown, TallyShown
from services.identity.tokens import need
from services.readmodels.players import LIMIT, MOST, Players
from services.wiring import Services

AnyRequest = Request[Any, Any, Any]


@get("/v1/players/{player:str}", tags=["players"], summary="A player")
async def show_player(
    request: AnyRequest, caller: Who, player: FromPath[str]
) -> Answer[PlayerShown]:
    """How many matches of each game he has ended, and in how many of them he came first."""
    tallies = await asked(request, caller).tallies(player)
    games = {game: TallyShown(tally.played, tally.first) for game, tally in tallies.items()}
    return Answer(PlayerShown(player, games))


@get("/v1/players/{player:str}/matches", tags=["players"], summary="A player's matches")
async def list_player_matches(
    request: AnyRequest,
    caller: Who,
    player: FromPath[str],
    limit: Annotated[int, QueryParameter(ge=1, le=MOST)] = LIMIT,
    after: Annotated[str | None, QueryParameter(max_length=100)] = None,
) -> Answer[MatchesFound]:
    """The listed matches that he has ended, the last one first; go on with ``after``."""
    try:
        matches, following = await asked(request, caller).matches(player, limit, after)
    except ValueError as error:
        raise Malformed(reason="after is the next of an answer before") from error
    headers = {}
    if following is not None:
        query = urlencode({"limit": limit, "after": following})
        path = f"/v1/players/{quote(player, safe='')}/matches"
        headers["Link"] = f'<{path}?{query}>; rel="next"'
    return Answer(MatchesFound([shown(one) for one in matches], following), headers=headers)


def asked(request: AnyRequest, caller: Who) -> Players:
    need(caller.grant, "match:read")
    services: Services = request.app.state.services
    return Players(services.redis, services.settings.partitions)
