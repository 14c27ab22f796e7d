"""How strong players are, and who leads."""

from typing import Annotated, Any

from litestar import get
from litestar.connection import Request
from litestar.params import FromPath, QueryParameter

from projections.catalogue import catalogue, game_of
from projections.tournaments.standings.ratings import Rating
from services.api.http.auth import Who
from services.api.http.responses import Answer
from services.api.views.tournament_schemas import Leader, Leaderboard, RatingShown, RatingsShown
from services.identity.tokens import need
from services.readmodels.ratings import Ratings

AnyRequest = Request[Any, Any, Any]


@get("/v1/players/{player:str}/ratings", tags=["players"], summary="A player's ratings")
async def show_ratings(
    request: AnyRequest, caller: Who, player: FromPath[str]
) -> Answer[RatingsShown]:
    """How strong a player is in each game that he has played rated matches of."""
    need(caller.grant, "match:read")
    found = await Ratings(request.app.state.services.redis).of(player, list(catalogue()))
    return Answer(RatingsShown(player, {game: shown(one) for game, one in found.items()}))


@get("/v1/leaderboards/{game:str}", tags=["players"], summary="Leaderboard")
async def show_leaderboard(
    request: AnyRequest,
    caller: Who,
    game: FromPath[str],
    limit: Annotated[int, QueryParameter(ge=1, le=1000)] = 100,
) -> Answer[Leaderboard]:
    """Who leads in a game, by what he is almost certainly not weaker than."""
    need(caller.grant, "match:read")
    game_of(game)
    found = await Ratings(request.app.state.services.redis).leaders(game, limit)
    return Answer(
        Leaderboard(game, [Leader(one.rank, one.player, shown(one.rating)) for one in found])
    )


def shown(one: Rating) -> RatingShown:
    return RatingShown(one.mu, one.sigma, one.ordinal, one.games)
