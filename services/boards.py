"""The seeds of a tournament's boards, which only the house may know until they are disclosed."""

from collections.abc import Sequence

import redis.asyncio
from msgspec.structs import replace

from events.errors import Corrupt
from events.keys import partition_of
from projections.match import Match


def boards_key(tournament: str) -> str:
    return f"{{p{partition_of(tournament)}}}:boards:{tournament}"


def unsealed(match: Match) -> Match:
    """A table's match whose board has been disclosed: from then on a match like any other."""
    return replace(match, opened=replace(match.offer, board=None))


class BoardSeeds:
    """Kept in Redis beside the log, under the same durability; boards count from 1."""

    def __init__(self, client: redis.asyncio.Redis) -> None:
        self._client = client

    async def keep(self, tournament: str, seeds: Sequence[bytes]) -> list[bytes]:
        """Keep the seeds of a new tournament; those that are kept already stand."""
        key = boards_key(tournament)
        async with self._client.pipeline() as pipe:
            for board, seed in enumerate(seeds, 1):
                pipe.hsetnx(key, str(board), seed)
            await pipe.execute()
        return [await self.of(tournament, board) for board in range(1, len(seeds) + 1)]

    async def of(self, tournament: str, board: int) -> bytes:
        """The seed of a board; ``Corrupt`` if it is lost, for then no table can be dealt."""
        seed = await self._client.hget(boards_key(tournament), str(board))
        if not isinstance(seed, bytes):
            raise Corrupt(reason=f"the seed of {tournament}/{board} is missing")
        return seed
