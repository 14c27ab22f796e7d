"""What is known of a player: the matches he has ended, and how many of them he won."""

from collections.abc import Mapping

import redis.asyncio
from msgspec import Struct

from projections.match.summaries import Summary
from services.readmodels.keys import ended, history_key, page, summaries, tally_key

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
        keys = [history_key(partition, player) for partition in range(self._partitions)]
        found: list[Summary] = []
        while True:
            names = await page(self._client, keys, limit + 1, after)
            for summary in await summaries(self._client, [n.partition(".")[2] for n in names]):
                if summary.unlisted:
                    continue
                if len(found) == limit:
                    return found, ended(found[-1].at, found[-1].match)
                found.append(summary)
            if len(names) <= limit:
                return found, None
            after = names[-1]

    async def tallies(self, player: str) -> Mapping[str, Tally]:
        """How often a player played each game to its end, and came first."""
        async with self._client.pipeline(transaction=False) as pipe:
            for partition in range(self._partitions):
                pipe.hgetall(tally_key(partition, player))
            pages = await pipe.execute()
        counts: dict[str, dict[str, int]] = {}
        for field, number in (item for one in pages for item in one.items()):
            game, _, what = field.decode().rpartition(":")
            of_game = counts.setdefault(game, {})
            of_game[what] = of_game.get(what, 0) + int(number)
        return {game: Tally(**counts[game]) for game in sorted(counts)}
