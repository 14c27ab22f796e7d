"""The seeds of running matches, which only the house may know until they are disclosed."""

import redis.asyncio

from events.errors import Corrupt
from events.keys import seed_key


class Seeds:
    """Kept in Redis beside the log, under the same durability."""

    def __init__(self, client: redis.asyncio.Redis) -> None:
        self._client = client

    async def keep(self, match: str, seed: bytes) -> bytes:
        """Keep the seed of a new match; the one that is kept already stands, and is returned."""
        if await self._client.set(seed_key(match), seed, nx=True):
            return seed
        return await self.of(match)

    async def of(self, match: str) -> bytes:
        """The seed of a match; ``Corrupt`` if it is lost, for then no deck can be dealt."""
        seed = await self._client.get(seed_key(match))
        if not isinstance(seed, bytes) or len(seed) != 32:
            raise Corrupt(reason=f"the seed of {match} is missing")
        return seed
