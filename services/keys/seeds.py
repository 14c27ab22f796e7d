"""The seeds of running matches, which only the house may know until they are disclosed."""

from collections import OrderedDict

import redis.asyncio

from events.errors import Corrupt
from events.keys import seed_key

MOST = 20_000  # seeds kept in memory: of each match that is played it is asked for at every move


class Seeds:
    """Kept in Redis beside the log, under the same durability."""

    def __init__(self, client: redis.asyncio.Redis) -> None:
        self._client = client
        self._known: OrderedDict[str, bytes] = OrderedDict()

    async def keep(self, match: str, seed: bytes) -> bytes:
        """Keep the seed of a new match; the one that is kept already stands, and is returned."""
        if await self._client.set(seed_key(match), seed, nx=True):
            return seed
        return await self.of(match)

    async def of(self, match: str) -> bytes:
        """The seed of a match; ``Corrupt`` if it is lost, for then no deck can be dealt."""
        if (known := self._known.get(match)) is not None:
            return known
        seed = await self._client.get(seed_key(match))
        if not isinstance(seed, bytes) or len(seed) != 32:
            raise Corrupt(reason=f"the seed of {match} is missing")
        self._known[match] = seed
        if len(self._known) > MOST:
            self._known.popitem(last=False)
        return seed
