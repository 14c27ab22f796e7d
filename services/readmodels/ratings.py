"""Ratings: how strong players are, game by game; a read model that every rated match adds to once.

They are floating numbers and follow from the matches in the order in which these came to their end
here; nothing else rests on them.
"""

from collections.abc import Sequence
from typing import cast

import msgspec
import redis.asyncio
from redis.exceptions import WatchError

from events.facts import Result, Seat
from projections.game.options import read_options
from projections.match.fold import Match
from projections.tournaments.standings.ratings import Place, Rating, updated
from services.readmodels.keys import text

Sides = tuple[tuple[Seat, ...], ...]
TRIES = 50


def ratings_key(game: str) -> str:
    """A hash from a player to his rating."""
    return f"ratings:{game}"


def rated_key(game: str) -> str:
    """A set: the matches that count already."""
    return f"ratings:{game}:matches"


def leaders_key(game: str) -> str:
    """A sorted set: the players by their ordinal."""
    return f"ratings:{game}:leaders"


class Ratings:
    """The ratings of all games."""

    def __init__(self, client: redis.asyncio.Redis) -> None:
        self._client = client

    async def take(self, match: Match) -> bool:
        """Let a match count, unless it does already or can't; whether it was new."""
        seats = sides_of(match)
        if match.result is None or not seats:
            return False
        sides, ranks = players_of(match, seats), places_of(match.result, seats)
        for _ in range(TRIES):
            try:
                return await self._take(match, sides, ranks)
            except WatchError:
                continue
        raise WatchError(f"the ratings of {match.name} are changed too often")

    async def _take(self, match: Match, sides: list[list[str]], ranks: list[int]) -> bool:
        game = match.name
        players = [player for side in sides for player in side]
        async with self._client.pipeline() as pipe:
            await pipe.watch(ratings_key(game), rated_key(game))
            if await pipe.sismember(rated_key(game), match.id):
                return False
            raws = await pipe.hmget(ratings_key(game), players)
            known = {p: read(raw) for p, raw in zip(players, raws, strict=True) if raw is not None}
            after = updated(known, sides, ranks)
            pipe.multi()  # type: ignore[no-untyped-call]
            for player in players:
                pipe.hset(ratings_key(game), player, msgspec.json.encode(after[player]))
                pipe.zadd(leaders_key(game), {player: after[player].ordinal})
            pipe.sadd(rated_key(game), match.id)
            await pipe.execute()
        return True

    async def of(self, player: str, games: Sequence[str]) -> dict[str, Rating]:
        """A player's ratings in these games, as far as he has any."""
        async with self._client.pipeline(transaction=False) as pipe:
            for game in games:
                pipe.hget(ratings_key(game), player)
            raws = await pipe.execute()
        return {game: read(raw) for game, raw in zip(games, raws, strict=True) if raw is not None}

    async def leaders(self, game: str, limit: int) -> list[Place]:
        """Who leads, the best first; equal ones share a rank."""
        found = [text(name) for name in await self._ordered(game, limit)]
        raws = await self._client.hmget(ratings_key(game), found) if found else []
        lines: list[Place] = []
        for index, (player, raw) in enumerate(zip(found, raws, strict=True), 1):
            rating = read(raw or b"{}")
            ties = bool(lines) and lines[-1].rating.ordinal == rating.ordinal
            lines.append(Place(lines[-1].rank if ties else index, player, rating))
        return lines

    async def _ordered(self, game: str, limit: int) -> list[bytes]:
        return cast("list[bytes]", await self._client.zrevrange(leaders_key(game), 0, limit - 1))


def read(raw: bytes | str) -> Rating:
    return msgspec.json.decode(raw, type=Rating)


def sides_of(match: Match) -> Sides:
    """The seats of each side; none if the match can't be rated: bots, or one against himself."""
    if not match.offer.rated or match.offer.fairness == "seeded":
        return ()
    players = {sitter.player for sitter in match.sitters if sitter.kind != "bot"} - {None}
    if len(players) < match.seats:
        return ()
    sides = match.game.sides(read_options(match.game, match.offer.options), match.seats)
    return sides if len(sides) > 1 else ()


def players_of(match: Match, sides: Sides) -> list[list[str]]:
    return [[match.sitters[seat].player or "" for seat in side] for side in sides]


def places_of(result: Result, sides: Sides) -> list[int]:
    """The place of each side: that of its best seat."""
    return [min(result.ranks[seat] for seat in side) for side in sides]
