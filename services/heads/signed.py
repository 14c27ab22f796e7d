"""Signed heads: told to who watches, and kept outside Redis, at least once a second.

A head under the house's signature is what nobody can deny later. Here they are made: for every
match that moves, once a second, at its end and at shutdown. And here they are used: at the start,
and whenever Redis turns out to be another one, the log is compared with all heads that are known;
a match whose log is shorter or different is frozen in every process, for going on would bury what
was lost.
"""

import asyncio
import sqlite3
from collections.abc import Callable
from typing import Any

import msgspec
import redis.asyncio
import structlog
from msgspec import Struct
from redis.exceptions import RedisError

from events.errors import Unavailable
from events.log import Log
from events.steps import Sealed
from services.aggregates.freezing import Freezer
from services.heads.check import compare
from services.heads.journal import Head, Outside
from services.keys.signing import Keys
from services.process.cancellation import heed_cancellation
from services.readmodels.keys import text

EVERY = 0.9  # seconds, so that a second never passes without a head
SLICE = 8  # signatures (some 80 µs each) before others have a turn
FROZEN = "frozen"
"""A hash in Redis: the matches that no process may go on with, and why."""

said = structlog.get_logger()


class SignedHead(Struct, frozen=True, tag="head"):
    """A stream's item: the head of a version, in hexadecimal, and its signature in base64."""

    match: str
    version: int
    head: str
    phase: str
    signature: bytes
    key: str


Told = Callable[[Sealed, bytes], None]
"""Takes the signed head of a log as it travels."""


class Heads:
    """The heads of one process."""

    def __init__(
        self,
        keys: Keys,
        outside: Outside,
        log: Log,
        freezer: Freezer,
        client: redis.asyncio.Redis,
    ) -> None:
        self.outside = outside
        self.tell: Told = lambda match, payload: None
        self._keys = keys
        self._log = log
        self._freezer = freezer
        self._client = client
        self._moved: dict[str, Sealed] = {}
        self._flushing = asyncio.Lock()
        self._shared: set[str] = set()
        self._server: str | None = None

    def moved(self, match: Sealed) -> None:
        """The log has this match at this version: sign it when the second is over."""
        self._moved[match.id] = match

    def sign(self, match: Sealed) -> Head:
        """The head of a match under the newest key."""
        signature = self._keys.sign(match.id, match.version, match.seal)
        return Head(match.id, match.version, match.seal, self._keys.newest, signature)

    def written(self, match: Sealed) -> bytes:
        """The signed head of a match as it travels."""
        return payload(match, self.sign(match))

    # -- every second

    async def run(self) -> None:
        """Keep heads until cancelled; Redis may come and go."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._keep_on())
            group.create_task(self._look_on())

    async def _keep_on(self) -> None:
        while True:
            try:
                await self.flush()
            except (OSError, sqlite3.Error) as error:
                said.error("heads_not_kept", reason=str(error))
            await asyncio.sleep(EVERY)

    async def _look_on(self) -> None:
        while True:
            try:
                await self.look()
            except (RedisError, Unavailable, sqlite3.Error, OSError) as error:
                self._server = None
                said.warning("heads_not_compared", reason=type(error).__name__)
            heed_cancellation()
            await asyncio.sleep(EVERY)

    async def flush(self) -> None:
        """Sign, tell and keep the heads of all that has moved; afterwards all is kept."""
        async with self._flushing:
            moved, self._moved = self._moved, {}
            try:
                await self._flush(moved)
            except BaseException:
                self._moved = moved | self._moved
                raise

    async def _flush(self, moved: dict[str, Sealed]) -> None:
        live: list[Head] = []
        over: list[Head] = []
        for number, match in enumerate(moved.values(), 1):
            head = self.sign(match)
            if match.over:
                over.append(head)
            else:
                live.append(head)
                self.tell(match, payload(match, head))
            if number % SLICE == 0:
                await asyncio.sleep(0)
        if moved:
            for name in await asyncio.to_thread(self._keep, live, over):
                version = moved[name].version
                self._freezer.freeze(name, f"version {version} was confirmed in two ways")

    def _keep(self, live: list[Head], over: list[Head]) -> list[str]:
        """Note them; the matches of which somebody else has noted another entry there."""
        if live:
            self.outside.note(live)
        if over:
            self.outside.end(over)
        return [head.match for head in (*live, *over) if self.outside.denies(head)]

    async def look(self) -> None:
        """Share what is frozen; compare everything if this Redis is not the one of before.

        First what has moved since the last second is noted: it may be just what was lost.
        """
        await self._share_frozen()
        server = await self._server_id()
        if server != self._server:
            await self.flush()
            await self.examine()
            self._server = server

    async def _server_id(self) -> str:
        info: dict[str, Any] = await self._client.info("server")
        return str(info["run_id"])

    async def examine(self, *, live: bool = False) -> None:
        """Freeze every match whose log is shorter than we know, or different."""
        known, wrong = 0, 0
        async for match, reason in compare(self.outside, self._log, live=live):
            known += 1
            if reason is not None:
                wrong += 1
                self._freezer.freeze(match, reason)
        await self._share_frozen()
        said.info("heads_compared", matches=known, frozen=wrong)

    # -- what is frozen, is frozen everywhere

    async def _share_frozen(self) -> None:
        """Tell the other processes what we have frozen, and hear what they have."""
        ours = self._freezer.reasons
        for match in ours.keys() - self._shared:
            said.error("match_frozen", match=match, reason=ours[match])
            await self._client.hsetnx(FROZEN, match, ours[match])
            self._shared.add(match)
        theirs = await frozen(self._client)
        for match, reason in theirs.items():
            self._freezer.freeze(match, reason)
        for match in self._shared - theirs.keys():
            said.warning("match_released", match=match)
            self._freezer.release(match)
        self._shared = set(theirs)


async def frozen(client: redis.asyncio.Redis) -> dict[str, str]:
    """The matches that are frozen, and why."""
    return {text(k): text(v) for k, v in (await client.hgetall(FROZEN)).items()}


async def release(client: redis.asyncio.Redis, match: str) -> bool:
    """Let a match go on, once it has been looked at; whether it was frozen."""
    return bool(await client.hdel(FROZEN, match))


def payload(match: Sealed, head: Head) -> bytes:
    """A signed head as it travels."""
    return msgspec.json.encode(
        SignedHead(match.id, match.version, match.seal.hex(), match.phase, head.signature, head.key)
    )
