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

from events.address import Address
from events.commits import Connection, Reply
from events.errors import Unavailable
from events.log import BEGINNING, Log, Pointer
from services.models import (
    CLEANING,
    PROJECTED,
    checkpoint_key,
    heads_key,
    model_key,
    read_head,
    stopped_key,
    text,
    waiting_key,
)
from workers.batches import Batch, Known
from workers.changes import Command, words

SCRIPT = resources.files("workers").joinpath("apply.lua").read_text("utf-8")


class Fenced(Exception):
    """Another process has taken over the partition."""


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

    async def open(self) -> None:
        """Know what the models know; finish a cleaning that somebody has begun."""
        position = await self._client.hget(checkpoint_key(self.partition), "id")
        if position is not None and text(position) == CLEANING:
            await self._clean()
            position = None
        self.position = BEGINNING if position is None else text(position)
        heads = await self._client.hgetall(heads_key(self.partition))
        self.known = Known(
            {text(match): read_head(head)[0] for match, head in heads.items()},
            await self._members(waiting_key(self.partition)),
            await self._members(stopped_key(self.partition)),
        )

    async def _members(self, key: str) -> set[str]:
        return {text(match) for match in await self._client.smembers(key)}

    async def rebuild(self) -> None:
        """Forget the models and begin again at the start of the feed."""
        await self._client.hset(checkpoint_key(self.partition), "id", CLEANING)
        await self.open()

    async def _clean(self) -> None:
        for pattern in PROJECTED:
            async for key in self._client.scan_iter(model_key(self.partition, pattern), count=1000):
                await self._client.unlink(key)
        await self._client.hset(checkpoint_key(self.partition), "id", BEGINNING)

    async def take(self, pointers: Sequence[Pointer]) -> None:
        """Take in the next records of the feed; raise ``Fenced`` or ``Unavailable``."""
        batch = Batch(self.partition, self.known)
        batch.look(pointers)
        await batch.read(self._client, self._store)
        while gaps := await self._write(batch, pointers[-1].id):
            for match in gaps:
                batch.stop(match, f"the feed points to version {batch.heads[match]}, a gap")
        batch.keep()
        self.position = pointers[-1].id

    async def skip(self, id: str, reason: str) -> None:
        """Leave out a record of the feed that is none."""
        batch = Batch(self.partition, self.known)
        batch.commands.append(
            Command("HSET", model_key(self.partition, "parked"), (f"feed {id}", reason))
        )
        await self._write(batch, id)
        self.position = id

    async def _write(self, batch: Batch, after: str) -> list[str]:
        """Write a batch; the matches whose logs are too short for it, and then nothing."""
        arguments = words(
            self.partition, self.position, after, self.fence, batch.living(), batch.all_commands()
        )
        word, *rest = await self._models.apply(arguments)
        if word == b"gaps":
            return [match.decode() for match in rest]
        if word != b"applied":
            raise Fenced(word.decode())
        return []
