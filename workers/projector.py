"""Projectors: what a partition's feed says, taken into the read models exactly once.

Every batch is written together with the checkpoint, by a script that first compares the stored
checkpoint with the one that the batch follows. Most of a feed is moves, which change a version
and nothing else; the entries themselves are read only where something else has happened. A match
whose log can't be followed is stopped and reported, and the others go on.
"""

import hashlib
from collections.abc import Sequence
from importlib import resources
from typing import cast

import hiredis
import redis.asyncio
import structlog

from events.address import Address
from events.commits import Connection, Reply
from events.errors import Unavailable
from events.log import BEGINNING, Log, Pointer
from services.readmodels.keys import (
    CLEANING,
    PROJECTED,
    checkpoint_key,
    heads_key,
    model_key,
    read_head,
    reasons_key,
    stopped_key,
    text,
    waiting_key,
)
from workers.batches import Batch, Known
from workers.changes import Command, words

SCRIPT = resources.files("workers").joinpath("apply.lua").read_text("utf-8")
_FENCED = """
local fence = tonumber(redis.call('HGET', KEYS[1], 'fence') or 0)
if fence > tonumber(ARGV[1]) then return -1 end
"""
_CLAIM = f"{_FENCED} return redis.call('HSET', KEYS[1], 'fence', ARGV[1])"
_FORGET = f"{_FENCED} return redis.call('UNLINK', unpack(KEYS, 2))"
_BEGIN = f"{_FENCED} return redis.call('HSET', KEYS[1], 'id', ARGV[2])"

log = structlog.get_logger()


class Fenced(Exception):
    """Another process has taken over the partition, or somebody wants its models built anew."""


class Models:
    """The connection over which projectors write, shared by all partitions of a process."""

    def __init__(self, url: str) -> None:
        self._connection = Connection(Address.parse(url), [("SCRIPT", "LOAD", SCRIPT)])
        self._sha = hashlib.sha1(SCRIPT.encode(), usedforsecurity=False).hexdigest()

    async def apply(self, arguments: Sequence[bytes | str | int]) -> list[bytes]:
        """Run the script; ``Unavailable`` if nobody knows whether it has run."""
        reply = await self._connection.send("EVALSHA", self._sha, *arguments)
        if isinstance(reply, hiredis.ReplyError) and str(reply).startswith("NOSCRIPT"):
            reply = await self._connection.send("EVAL", SCRIPT, *arguments)
        return _words(reply)

    async def close(self) -> None:
        await self._connection.close()


def _words(reply: Reply) -> list[bytes]:
    if isinstance(reply, hiredis.ReplyError):
        raise Unavailable(known=False, reason=str(reply))
    return cast("list[bytes]", reply)


class Projector:
    """The read models of one partition, under one lease."""

    def __init__(
        self, partition: int, fence: int, client: redis.asyncio.Redis, store: Log, models: Models
    ) -> None:
        self.partition = partition
        self.fence = fence
        self.position = BEGINNING
        self.known = Known({}, set(), set())
        self._client = client
        self._store = store
        self._models = models
        self._claim = client.register_script(_CLAIM)
        self._forget = client.register_script(_FORGET)
        self._begin = client.register_script(_BEGIN)

    async def open(self) -> None:
        """Shut earlier holders out and know what the models know, built anew if that is wanted."""
        await self._fenced(self._claim, [], ())
        position = await self._position()
        if position == CLEANING:
            await self._clean()
            position = BEGINNING
        heads = await self._client.hgetall(heads_key(self.partition))
        self.known = Known(
            {text(match): read_head(head)[0] for match, head in heads.items()},
            await self._members(waiting_key(self.partition)),
            await self._members(stopped_key(self.partition)),
        )
        self.position = position

    async def _position(self) -> str:
        position = await self._client.hget(checkpoint_key(self.partition), "id")
        return BEGINNING if position is None else text(position)

    async def _members(self, key: str) -> set[str]:
        return {text(match) for match in await self._client.smembers(key)}

    async def _clean(self) -> None:
        """Forget the models, then begin at the start of the feed."""
        log.info("models_cleaned", partition=self.partition)
        for pattern in PROJECTED:
            place = model_key(self.partition, pattern)
            keys = [text(key) async for key in self._client.scan_iter(place, count=1000)]
            for first in range(0, len(keys), 500):
                await self._fenced(self._forget, keys[first : first + 500], ())
        await self._fenced(self._begin, [], (BEGINNING,))

    async def _fenced(
        self, script: redis.commands.core.AsyncScript, keys: list[str], args: tuple[str, ...]
    ) -> None:
        """Run a script that does nothing for who was shut out."""
        all_keys = [checkpoint_key(self.partition), *keys]
        if await script(keys=all_keys, args=(self.fence, *args)) == -1:
            raise Fenced("fenced")

    async def take(self, pointers: Sequence[Pointer]) -> None:
        """Take in the next records of the feed; raise ``Fenced`` or ``Unavailable``."""
        batch = Batch(self.partition, self.known)
        batch.look(pointers)
        await batch.read(self._client, self._store)
        while gaps := await self._write(batch, pointers[-1].id):
            for match in gaps:
                batch.stop(match, f"the feed points to version {batch.heads[match]}, not there")
        batch.keep()

    async def skip(self, id: str, reason: str) -> None:
        """Leave out a record of the feed that is none."""
        batch = Batch(self.partition, self.known)
        batch.commands.append(Command("HSET", reasons_key(self.partition), (f"feed {id}", reason)))
        await self._write(batch, id)

    async def _write(self, batch: Batch, after: str) -> list[str]:
        """Write a batch; or name the matches whose logs are too short for it, and don't."""
        arguments = words(
            self.partition, self.position, after, self.fence, batch.living(), batch.all_commands()
        )
        word, *rest = await self._models.apply(arguments)
        if word == b"gaps":
            return [match.decode() for match in rest]
        if word != b"applied":
            raise Fenced(word.decode())
        for error in rest:
            log.error("model_not_written", partition=self.partition, reason=error.decode())
        self.position = after
        return []
