"""The same request again: what a key was used for, and what came of it, for 24 hours.

Commands to a match need no more than their id in its log. Here is only what makes a new thing: the
name that it gets is fixed before it is made, so that a repetition makes the same thing again.
"""

from collections.abc import Callable
from hashlib import sha256

import msgspec
import redis.asyncio
from msgspec import Struct

from events.errors import KeyReused
from services.aggregates.commands import Ask
from services.wiring import Services, now_ms

SECONDS = 24 * 3600


class Record(Struct, frozen=True):
    """What the first request with a key asked for, and the name of what it makes."""

    request: bytes
    name: str


class Idempotency:
    """The keys of requests that make new things."""

    def __init__(self, client: redis.asyncio.Redis) -> None:
        self._client = client

    async def name(self, ask: Ask, fresh: str) -> tuple[str, bool]:
        """The name of what this request makes (``fresh`` if it is new), and whether it came before.

        Raise ``KeyReused`` if the key came with another request.
        """
        mine = msgspec.json.encode(Record(ask.request, fresh))
        before = await self._client.set(_key(ask), mine, nx=True, get=True, ex=SECONDS)
        if not isinstance(before, bytes):
            return fresh, False
        record = msgspec.json.decode(before, type=Record)
        if record.request != ask.request:
            raise KeyReused()
        return record.name, True


def _key(ask: Ask) -> str:
    parts = "\0".join((ask.actor, ask.route, ask.key))
    return f"idem:{sha256(parts.encode('utf-8', 'surrogatepass')).hexdigest()}"


async def name_of_new(services: Services, ask: Ask, make: Callable[[int, int], str]) -> str:
    """The id of the match or tournament that a request makes; its repetition gets the same.

    ``make`` takes a partition and the time (ms UTC).
    """
    partition = services.house.dice()(services.settings.partitions)
    name, _ = await Idempotency(services.redis).name(ask, make(partition, now_ms()))
    return name
