"""What is known of a player: what he has played, how it ended, how strong he is."""

from typing import Annotated
from urllib.parse import quote

from litestar import get
from litestar.params import FromPath, QueryParameter

from events.errors import Malformed
from projections.catalogue import catalogue, game_of
from projections.tournaments.standings.ratings import Rating
from services.api.http.asked import Wired
from services.api.http.auth import Who
from services.api.http.responses import Answer, next_page
from services.api.schemas.matches import MatchesFound
from services.api.schemas.players import (
    Leader,
    Leaderboard,
    PlayerShown,
    RatingShown,
    RatingsShown,
    TallyShown,
)
from services.api.views.lobby import matches_found
from services.identity.tokens import need
from services.readmodels.players import LIMIT, MOST, Players
from services.readmodels.ratings import Ratings

PLAYER = "/v1/players/{player:str}"


@get(PLAYER, tags=["players"], summary="A player")
async def show_player(services: Wired, caller: Who, player: FromPath[str]) -> Answer[PlayerShown]:
    """How many matches of each game he has ended, and in how many of them he came first."""
    need(caller.grant, "match:read")
    tallies = await Players(services.redis, services.settings.partitions).tallies(player)
    games = {game: TallyShown(tally.played, tally.first) for game, tally in tallies.items()}
    return Answer(PlayerShown(player, games))


@get(PLAYER + "/matches", tags=["players"], summary="A player's matches")
async def list_player_matches(
    services: Wired,
    caller: Who,
    player: FromPath[str],
    limit: Annotated[int, QueryParameter(ge=1, le=MOST)] = LIMIT,
    after: Annotated[str | None, QueryParameter(max_length=100)] = None,
) -> Answer[MatchesFound]:
    """The listed matches that he has ended, the last one first; go on with ``after``."""
    need(caller.grant, "match:read")
    players = Players(services.redis, services.settings.partitions)
    try:
        found, following = await players.matches(player, limit, after)
    except ValueError as error:
        raise Malformed(reason="after is the next of an answer before") from error
    path = f"/v1/players/{quote(player, safe='')}/matches"
    headers = next_page(path, {"limit": limit}, following)
    return Answer(matches_found(found, following), headers=headers)


@get(PLAYER + "/ratings", tags=["players"], summary="A player's ratings")
async def show_ratings(services: Wired, caller: Who, player: FromPath[str]) -> Answer[RatingsShown]:
    """How strong a player is in each game that he has played rated matches of."""
    need(caller.grant, "match:read")
    found = await Ratings(services.redis).of(player, list(catalogue()))
    return Answer(RatingsShown(player, {game: shown(one) for game, one in found.items()}))


@get("/v1/leaderboards/{game:str}", tags=["players"], summary="Leaderboard")
async def show_leaderboard(
    services: Wired,
    caller: Who,
    game: FromPath[str],
    limit: Annotated[int, QueryParameter(ge=1, le=1000)] = 100,
) -> Answer[Leaderboard]:
    """Who leads in a game, by what he is almost certainly not weaker than."""
    need(caller.grant, "match:read")
    game_of(game)
    found = await Ratings(services.redis).leaders(game, limit)
    return Answer(
        Leaderboard(game, [Leader(one.rank, one.player, shown(one.rating)) for one in found])
    )


def shown(one: Rating) -> RatingShown:
    return RatingShown(one.mu, one.sigma, one.ordinal, one.games)
