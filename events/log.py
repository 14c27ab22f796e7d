"""The log of every match: append under a version, read back, follow what was appended.

One stream a match; the entry of version n has the stream id `n-0`. Nothing here knows what the
bytes mean: what an entry says is the codec's matter, whether it fits its seal the seals'.
"""

import asyncio
import hashlib
from collections.abc import Iterable, Mapping
from importlib import resources
from types import MappingProxyType
from typing import NamedTuple, TypeAlias, cast

import hiredis

from events.address import Address
from events.commits import Answer, Connection, Reply, Word
from events.errors import Conflict, Corrupt, KeyReused, Unavailable
from events.keys import commands_key, feed_key, log_key, partition_of, seed_key
from events.record import Stored

SCRIPT = resources.files("events").joinpath("append.lua").read_text("utf-8")
REMOVE = resources.files("events").joinpath("remove.lua").read_text("utf-8")
PAGE = 1000  # entries in one read
BLOCK_MS = 2000  # a blocking read must end well before the connection's patience does
BEGINNING = "0-0"  # the position before everything in a feed
ARCHIVED = "archived"  # stands among the command ids of a match that is in the archive
FIELDS = [b"e", b"o", b"s", b"c"]  # public bytes, openings, seal, command id

Record: TypeAlias = tuple[bytes, list[bytes]]


class Batch(NamedTuple):
    """The entries of one command, which follow version `after` with the seal `seal`.

    A new match is `after` 0 with the seal of its name. `request` is a digest of what was asked
    for, kept beside the command id to tell a repetition from an abuse of its key. `hints` go into
    the feed's record beside `m` (the match) and `v` (the last version), which are taken.
    """

    match: str
    after: int
    seal: bytes
    command: bytes
    entries: tuple[Stored, ...]
    hints: Mapping[str, Word] = MappingProxyType({})
    request: bytes = b""


class Appended(NamedTuple):
    """The last version that a command wrote, now or, if `repeated`, when it came first."""

    version: int
    repeated: bool


class Pointer(NamedTuple):
    """A record of a feed: `match` has got entries up to `version`."""

    partition: int
    id: str
    match: str
    version: int
    hints: dict[str, bytes]


class Log:
    """The log on one Redis; belongs to the event loop that it is first used on."""

    def __init__(self, url: str) -> None:
        address = Address.parse(url)
        self._commits = Connection(address, [("SCRIPT", "LOAD", SCRIPT)])
        self._reads = Connection(address)
        self._feeds = Connection(address)
        self._sha = _sha1(SCRIPT)
        self._flying: dict[str, Answer] = {}

    async def append(self, batch: Batch) -> Appended:
        """Write a command's entries, all or none, on disk when this returns.

        `Conflict` names the head that was faster; `Unavailable` says whether it is certain that
        nothing was written; `Corrupt` means that the log does not continue what the writer knows.
        """
        last = batch.after + len(batch.entries)
        if not batch.entries or batch.entries[-1].version != last:
            raise ValueError("the entries must be numbered on from the version they follow")
        words = _words(batch, last)
        reply = await self._alone(batch.match, "EVALSHA", self._sha, words)
        if isinstance(reply, hiredis.ReplyError) and str(reply).startswith("NOSCRIPT"):
            reply = await self._alone(batch.match, "EVAL", SCRIPT, words)
        return _appended(batch, reply)

    async def _alone(self, match: str, verb: str, script: str, words: list[Word]) -> Reply:
        """Send when no other append of this match is under way."""
        while (flying := self._flying.get(match)) is not None:
            await asyncio.wait((flying,))
        flying = self._flying[match] = self._commits.send(verb, script, *words)
        try:
            return await flying
        finally:
            del self._flying[match]

    async def read(self, match: str, first: int = 1, last: int | None = None) -> list[Stored]:
        """The entries `first` to `last` (or the head), in order; fewer if the log is shorter."""
        entries: list[Stored] = []
        while last is None or first <= last:
            page = await self._page(match, first, last)
            entries += page
            first += len(page)
            if len(page) < PAGE:
                break
        return entries

    async def _page(self, match: str, first: int, last: int | None) -> list[Stored]:
        end = "+" if last is None else f"{last}-0"
        words = ("XRANGE", log_key(match), f"{first}-0", end, "COUNT", PAGE)
        records = _records(await self._reads.send(*words))
        return [_stored(match, first + i, record) for i, record in enumerate(records)]

    async def head(self, match: str) -> Stored | None:
        """The last entry, or None if there is no such match."""
        words = ("XREVRANGE", log_key(match), "+", "-", "COUNT", 1)
        records = _records(await self._reads.send(*words))
        return _stored(match, _number(records[0]), records[0]) if records else None

    async def command(self, match: str, command: bytes, request: bytes = b"") -> int | None:
        """The last version that a command wrote, or None if it never came.

        `KeyReused` if it came with another request than this one, where one is given.
        """
        reply = _bytes(await self._reads.send("HGET", commands_key(match), command))
        if reply is None:
            return None
        version, _, before = reply.partition(b" ")
        if request and before != request:
            raise KeyReused(match=match)
        return int(version)

    async def archived(self, match: str) -> tuple[int, bytes] | None:
        """The last version and the seal of a match that has gone to the archive, else None."""
        reply = _bytes(await self._reads.send("HGET", commands_key(match), ARCHIVED))
        if reply is None:
            return None
        version, _, seal = reply.partition(b" ")
        return int(version), seal

    async def commands(self, match: str) -> dict[bytes, bytes]:
        """The digest of the request of each command that came."""
        reply = _granted(await self._reads.send("HGETALL", commands_key(match)))
        fields = cast("list[bytes]", reply)
        return {
            command: value.partition(b" ")[2]
            for command, value in zip(fields[::2], fields[1::2], strict=True)
        }

    async def remove(self, match: str, last: Stored, held: Stored | None) -> bool:
        """Delete a match whose last entry is in the archive; the log's own last is ``held``.

        False if this user of Redis may not delete; `Corrupt` if the log ends otherwise.
        """
        keys = (log_key(match), commands_key(match), seed_key(match))
        ends = (held.version, held.seal) if held is not None else (0, b"")
        reply = await self._commits.send("EVAL", REMOVE, 3, *keys, *ends, last.version, last.seal)
        if isinstance(reply, hiredis.ReplyError) and "ACL" in str(reply):
            return False
        if cast("bytes", _granted(reply)) == b"changed":
            raise Corrupt(match=match, version=ends[0], reason="the log goes on after its end")
        return True

    async def feed(
        self, positions: Mapping[int, str], block_ms: int = BLOCK_MS, count: int = 1000
    ) -> list[Pointer]:
        """What was appended after the position of each partition, `count` of each at most.

        Waits `block_ms` for the first. A position is the id of the last pointer seen, `BEGINNING`
        at first; use one task a `Log` for this. A record that is none of ours is `Corrupt`, with
        its partition and id in the details.
        """
        keys = [feed_key(partition) for partition in positions]
        block = max(1, min(block_ms, BLOCK_MS))
        options: tuple[Word, ...] = ("COUNT", count, "BLOCK", block)
        words = (*options, "STREAMS", *keys, *positions.values())
        names = {key.encode(): partition for key, partition in zip(keys, positions, strict=True)}
        return [
            _pointer(names[key], record)
            for key, records in _streams(await self._feeds.send("XREAD", *words))
            for record in records
        ]

    async def feed_ends(self, partitions: Iterable[int]) -> dict[int, str]:
        """The id of the last pointer of each partition, for who cares only for what is to come."""
        asked = {
            partition: self._reads.send("XREVRANGE", feed_key(partition), "+", "-", "COUNT", 1)
            for partition in partitions
        }
        await asyncio.gather(*asked.values())
        ends = {partition: _records(answer.result()) for partition, answer in asked.items()}
        return {p: records[0][0].decode() if records else BEGINNING for p, records in ends.items()}

    async def close(self) -> None:
        """Close the connections; what is under way becomes `Unavailable`."""
        for connection in (self._commits, self._reads, self._feeds):
            await connection.close()


def _sha1(script: str) -> str:
    """How EVALSHA names a script."""
    return hashlib.sha1(script.encode(), usedforsecurity=False).hexdigest()


def _words(batch: Batch, last: int) -> list[Word]:
    """The keys and arguments of the script."""
    match = batch.match
    keys = log_key(match), commands_key(match), feed_key(partition_of(match))
    entries = batch.entries
    words: list[Word] = [3, *keys, batch.after, batch.seal, batch.command]
    words += (batch.request, len(entries))
    for _, public, openings, seal in entries:
        words += (public, openings, seal)
    words += ("m", match, "v", last)
    for hint in batch.hints.items():
        words += hint
    return words


def _appended(batch: Batch, reply: Reply) -> Appended:
    word, version = _pair(reply)
    if word == b"stored":
        return Appended(int(version), repeated=False)
    if word == b"repeated":
        version, _, request = version.partition(b" ")
        if request != batch.request:
            raise KeyReused(match=batch.match)
        return Appended(int(version), repeated=True)
    if word == b"conflict":
        raise Conflict(match=batch.match, head=int(version))
    raise Corrupt(
        match=batch.match,
        version=batch.after,
        reason=f"the log does not continue version {batch.after} as its writer knows it: "
        f"{word.decode()} at {version.decode()}",
    )


def _granted(reply: Reply) -> Reply:
    """The reply, unless it is an error: a store that contradicts us, or a server that can't.

    One that is out of memory, read-only or the like refuses a script before its first write, so
    it is known that nothing was written.
    """
    if isinstance(reply, hiredis.ReplyError):
        text = str(reply)
        code, _, _ = text.partition(" ")
        if code == "WRONGTYPE" or (code == "ERR" and "user_script" in text):
            raise Corrupt(reason=text)
        raise Unavailable(known=True, reason=text, redis=code)
    return reply


def _bytes(reply: Reply) -> bytes | None:
    return cast("bytes | None", _granted(reply))


def _pair(reply: Reply) -> tuple[bytes, bytes]:
    word, version = cast("list[bytes]", _granted(reply))
    return word, version


def _records(reply: Reply) -> list[Record]:
    return cast("list[Record]", _granted(reply))


def _streams(reply: Reply) -> list[tuple[bytes, list[Record]]]:
    """The records of each stream; none at all if the wait was in vain."""
    return cast("list[tuple[bytes, list[Record]]]", _granted(reply) or [])


def _number(record: Record) -> int:
    return int(record[0].partition(b"-")[0])


def _stored(match: str, version: int, record: Record) -> Stored:
    """The entry of a version from its record, which must have its id and our fields."""
    id, fields = record
    if id != b"%d-0" % version or fields[::2] != FIELDS:
        reason = f"{id.decode()} stands in the log of {match} where {version}-0 should"
        raise Corrupt(match=match, version=version, reason=reason)
    return Stored(version, fields[1], fields[3], fields[5])


def _pointer(partition: int, record: Record) -> Pointer:
    """A pointer from its record in the feed of a partition."""
    id = record[0].decode()
    names = [name.decode("utf-8", "replace") for name in record[1][::2]]
    hints = dict(zip(names, record[1][1::2], strict=True))
    try:
        match, version = hints.pop("m").decode(), int(hints.pop("v"))
    except (KeyError, ValueError):
        reason = f"{id} in the feed of partition {partition} points to nothing"
        raise Corrupt(partition=partition, id=id, reason=reason) from None
    return Pointer(partition, id, match, version, hints)
