"""Tokens: who may do what. Only their hashes are kept."""

import asyncio
from collections.abc import Collection
from hashlib import sha256
from typing import Literal

import msgspec
import redis.asyncio
from msgspec import Struct

from events.errors import Forbidden, Unauthorized

Scope = Literal[
    "match:create",
    "match:play",
    "match:read",
    "match:judge",
    "tournament:write",
    "tournament:direct",
    "audit:read",
    "webhook:write",
    "admin",
]
TOKENS = "tokens"
GATHER = 0.2
"""Seconds in which all who ask whether tokens still hold become one question to Redis."""


class Grant(Struct, frozen=True, omit_defaults=True):
    """What a token is good for; a seat token only for one seat of one match.

    ``actor`` names the holder in command ids: a retry is known as one whoever relays it.
    """

    actor: str
    scopes: tuple[Scope, ...] = ()
    match: str | None = None
    seat: int | None = None
    player: str | None = None
    expires: int | None = None

    def allows(self, scope: Scope) -> bool:
        return scope in self.scopes or "admin" in self.scopes


def need(grant: Grant, scope: Scope) -> None:
    """Raise ``Forbidden`` unless the grant has this scope."""
    if not grant.allows(scope):
        raise Forbidden(scope=scope)


class Tokens:
    """All tokens, by the SHA-256 of each."""

    def __init__(self, client: redis.asyncio.Redis) -> None:
        self._client = client
        self._asked: set[str] = set()
        self._answer: asyncio.Task[dict[str, Grant | None]] | None = None

    async def give(self, token: str, grant: Grant) -> None:
        await self._client.hset(TOKENS, hashed(token), msgspec.json.encode(grant))

    async def revoke(self, token: str) -> bool:
        """Whether there was such a token; from now on there isn't."""
        return bool(await self._client.hdel(TOKENS, hashed(token)))

    async def find(self, token: str, now: int) -> Grant:
        """What a token is good for; raise ``Unauthorized`` if nothing, or not any more."""
        raw = await self._client.hget(TOKENS, hashed(token))
        if raw is None:
            raise Unauthorized()
        grant = msgspec.json.decode(raw, type=Grant)
        if not is_good(grant, now):
            raise Unauthorized()
        return grant

    async def hold(self, hashes: Collection[str], now: int) -> bool:
        """Whether all these tokens, given as ``hashed``, are still good."""
        wanted = tuple(hashes)  # a connection may take another token while we wait
        if not wanted:
            return True
        self._asked.update(wanted)
        if self._answer is None:
            self._answer = asyncio.create_task(self._look())
        grants = await asyncio.shield(self._answer)
        return all(is_good(grants[each], now) for each in wanted)

    async def _look(self) -> dict[str, Grant | None]:
        """The grants of all tokens that are asked for until the time is over."""
        try:
            await asyncio.sleep(GATHER)
        finally:
            asked, self._asked, self._answer = list(self._asked), set(), None
        raws = await self._client.hmget(TOKENS, asked)
        return {
            each: None if raw is None else msgspec.json.decode(raw, type=Grant)
            for each, raw in zip(asked, raws, strict=True)
        }


def is_good(grant: Grant | None, now: int) -> bool:
    return grant is not None and (grant.expires is None or grant.expires > now)


def hashed(token: str) -> str:
    return sha256(token.encode()).hexdigest()
