"""The lobby: find matches. It reads what the projectors keep, a moment behind the log."""

from typing import Annotated

from litestar import get
from litestar.params import QueryParameter

from events.errors import Malformed
from projections.match.fold import Phase
from services.api.http.asked import Wired
from services.api.http.auth import Who
from services.api.http.responses import Answer, next_page
from services.api.schemas.matches import MatchesFound
from services.api.views.lobby import matches_found
from services.identity.tokens import need
from services.readmodels.lobby import LIMIT, MOST, Lobby


@get("/v1/matches", tags=["matches"], summary="Find matches")
async def list_matches(
    services: Wired,
    caller: Who,
    game: Annotated[str | None, QueryParameter(max_length=64)] = None,
    phase: Annotated[Phase | None, QueryParameter(name="state")] = None,
    player: Annotated[str | None, QueryParameter(max_length=130)] = None,
    limit: Annotated[int, QueryParameter(ge=1, le=MOST)] = LIMIT,
    after: Annotated[str | None, QueryParameter(max_length=64)] = None,
) -> Answer[MatchesFound]:
    """Listed matches, the newest first, by game, phase and player; go on with ``after``."""
    need(caller.grant, "match:read")
    if after is not None and not after.isascii():
        raise Malformed(reason="after is the next of an answer before")
    lobby = Lobby(services.redis, services.settings.partitions)
    found, following = await lobby.find(game, phase, player, limit, after)
    asked = {"game": game, "state": phase, "player": player, "limit": limit}
    headers = next_page("/v1/matches", asked, following)
    return Answer(matches_found(found, following), headers=headers)
