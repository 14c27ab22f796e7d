"""The lobby: which matches there are, the newest first. Reads the models, never the log."""

import redis.asyncio

from projections.match.fold import Phase
from projections.match.summaries import Summary
from services.readmodels.keys import index_key, page, summaries

LIMIT = 50
MOST = 200  # matches in one answer


class Lobby:
    """Finds matches over all partitions; unlisted ones are only shown to who knows their id."""

    def __init__(self, client: redis.asyncio.Redis, partitions: int) -> None:
        self._client = client
        self._partitions = partitions

    async def summary(self, match: str) -> Summary | None:
        """One match, if it has come to the models yet."""
        return next(iter(await summaries(self._client, [match])), None)

    async def find(
        self,
        game: str | None = None,
        state: Phase | None = None,
        player: str | None = None,
        limit: int = LIMIT,
        after: str | None = None,
    ) -> tuple[list[Summary], str | None]:
        """Matches by game, phase and player, and where to go on (None: there are no more).

        ``after`` is such an answer from before.
        """
        limit = max(1, min(limit, MOST))
        keys = self._keys(index_words(game, state, player))
        found: list[Summary] = []
        while True:
            names = await page(self._client, keys, limit + 1, after)
            for summary in await summaries(self._client, names):
                if not fits(summary, game, state):
                    continue
                if len(found) == limit:
                    return found, found[-1].match
                found.append(summary)
            if len(names) <= limit:
                return found, None
            after = names[-1]

    async def count(self, game: str | None = None, state: Phase | None = None) -> int:
        """How many matches there are."""
        async with self._client.pipeline(transaction=False) as pipe:
            for key in self._keys(index_words(game, state, None)):
                pipe.zcard(key)
            return sum(await pipe.execute())

    def _keys(self, words: tuple[str, ...]) -> list[str]:
        return [index_key(partition, *words) for partition in range(self._partitions)]


def index_words(game: str | None, state: str | None, player: str | None) -> tuple[str, ...]:
    """The narrowest index there is."""
    if player is not None:
        return ("player", player)
    if game is not None:
        return ("game", game) if state is None else ("game", game, state)
    return ("all",) if state is None else ("phase", state)


def fits(summary: Summary, game: str | None, state: str | None) -> bool:
    return game in (None, summary.game) and state in (None, summary.phase)
