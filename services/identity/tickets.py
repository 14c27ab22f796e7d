"""Tickets: a token can't stand in an address, so a browser opens a stream with one of these.

Good for one use within half a minute; only the hash is kept.
"""

import msgspec
import redis.asyncio
from msgspec import Struct

from events.errors import Unauthorized
from services.identity.tokens import Grant, hashed

SECONDS = 30


class Ticket(Struct, frozen=True):
    """What a ticket stands for; ``token`` is the hash of the token that it was got with, or ""."""

    grant: Grant
    token: str


class Tickets:
    """The tickets that were given out and not used yet."""

    def __init__(self, client: redis.asyncio.Redis) -> None:
        self._client = client

    async def give(self, ticket: str, stands_for: Ticket) -> None:
        await self._client.set(_key(ticket), msgspec.json.encode(stands_for), ex=SECONDS)

    async def use(self, ticket: str) -> Ticket:
        """What the ticket stands for, this once; raise ``Unauthorized`` if it is none any more."""
        raw = await self._client.getdel(_key(ticket))
        if raw is None:
            raise Unauthorized()
        return msgspec.json.decode(raw, type=Ticket)


def _key(ticket: str) -> str:
    return f"ticket:{hashed(ticket)}"
