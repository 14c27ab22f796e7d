"""What is known of a player: the matches he has ended, and how many of them he won."""

from collections.abc import Mapping

import redis.asyncio
from msgspec import Struct

from projections.summaries import Summary
from services.models import history_key, summaries, tally_key

LIMIT = 50
MOST = 200  # matches in one answer


class Tally(Struct, frozen=True):
    """Finished matches of a game, and in how many the player came first, alone or not."""

    played: int = 0
    first: int = 0


class Players:
    """Asks all partitions for a player's record."""

    def __init__(self, client: redis.asyncio.Redis, partitions: int) -> None:
        self._client = client
        self._partitions = partitions

    async def matches(
        self, player: str, limit: int = LIMIT, after: str | None = None
    ) -> tuple[list[Summary], str | None]:
        """The matches that a player has ended, the last one first, and where to go on.

        ``after`` is such an answer from before. Unlisted matches are left out.
        """
        limit = max(1, min(limit, MOST))
        found: list[Summary] = []
        while True:
            ended = await self._ended(player, limit + 1, after)
            for summary in await summaries(self._client, [match for _, match in ended]):
                if summary.unlisted:
                    continue
                if len(found) == limit:
                    return found, cursor(found[-1].at, found[-1].match)
                found.append(summary)
            if len(ended) <= limit:
                return found, None
            after = cursor(*ended[-1])

    async def tallies(self, player: str) -> Mapping[str, Tally]:
        """How often a player played each game to its end, and came first."""
        async with self._client.pipeline(transaction=False) as pipe:
            for partition in range(self._partitions):
                pipe.hgetall(tally_key(partition, player))
            pages = await pipe.execute()
        counts: dict[str, dict[str, int]] = {}
        for field, number in (item for page in pages for item in page.items()):
            game, _, what = field.decode().rpartition(":")
            of_game = counts.setdefault(game, {})
            of_game[what] = of_game.get(what, 0) + int(number)
        return {game: Tally(**counts[game]) for game in sorted(counts)}

    async def _ended(self, player: str, limit: int, after: str | None) -> list[tuple[int, str]]:
        """The next matches and the times of their end, merged over all partitions."""
        until, before = read_cursor(after)
        async with self._client.pipeline(transaction=False) as pipe:
            for partition in range(self._partitions):
                key = history_key(partition, player)
                pipe.zrevrangebyscore(key, until, "-inf", 0, limit, withscores=True)
            pages = await pipe.execute()
        ended = ((int(at), match.decode()) for page in pages for match, at in page)
        return sorted((one for one in ended if one < before), reverse=True)[:limit]


def cursor(at: int, match: str) -> str:
    return f"{at}.{match}"


def read_cursor(after: str | None) -> tuple[str, tuple[float, str]]:
    """The highest score to ask for, and the match that all must come after."""
    if after is None:
        return "+inf", (float("inf"), "")
    at, _, match = after.partition(".")
    return at, (int(at), match)
