"""Moving finished matches to the archive: nothing leaves Redis before its copy was verified."""

import asyncio
from typing import Protocol

import redis.asyncio
import structlog

from events.codec import decode
from events.errors import Corrupt, Refused
from events.facts import Closed
from events.log import Log
from events.matchfile import MatchFile
from events.record import Stored
from projections.match.history import Step
from services.archive.log import ArchivedLog, packed, unpacked
from services.audit.audits import Audits
from services.exports.files import Source, as_file, prefix, signed
from services.heads.signed import Heads
from services.matches.forks import sealed

log = structlog.get_logger()


class NotYet(Refused):
    """The match is not over, or its cards are still in play elsewhere."""

    code = "not_archived"


class Places(Source, Protocol):
    """Where a match is, and what vouches for it: log and store, Redis, heads, and the source."""

    @property
    def log(self) -> ArchivedLog: ...

    @property
    def redis(self) -> redis.asyncio.Redis: ...

    @property
    def heads(self) -> Heads: ...


async def archive(places: Places, name: str) -> bool:
    """Move a match to the archive; False if it is there already.

    Where this user of Redis may not delete, it is only copied.

    ``NotYet`` for one that isn't over or not all disclosed; ``Corrupt`` if its audit fails or the
    copy can't be read back as it was written: then nothing is deleted.
    """
    if await places.log.archived(name) is not None:
        return False
    line = await places.matches.cache.steps(name)
    file = await verified(places, name, line)
    data = packed(file, await places.log.commands(name))
    await places.log.store.put(name, data)
    await read_back(places.log, name, line)
    last = line[-1].after
    await asyncio.to_thread(places.heads.outside.end, [places.heads.sign(last)])
    gone = await places.log.remove(name, line[-1].stored, line[-1].stored)
    log.info("match_archived", match=name, bytes=len(data), still_in_redis=not gone)
    return True


async def finished(places: Places) -> list[str]:
    """The matches in Redis whose last entry is their last."""
    names = await Audits(places.redis, places.log).matches()
    heads = [(name, await Log.head(places.log, name)) for name in names]
    return [name for name, head in heads if head is not None and closes(head)]


def closes(last: Stored) -> bool:
    """Whether an entry says of itself that it is the last."""
    cause = decode(last.public, None).get("cause")
    return isinstance(cause, dict) and cause.get("type") == Closed.__struct_config__.tag


async def verified(places: Places, name: str, line: list[Step]) -> MatchFile:
    """The match file of what is over, disclosed and without a fault."""
    match = line[-1].after
    if match.closed is None or match.closed.seed is None:
        reason = "it is not over" if match.closed is None else "its cards are not disclosed"
        raise NotYet(match=name, reason=reason)
    if await sealed(places.matches.cache, match):
        raise NotYet(match=name, reason="the match that it goes on from is not over")
    report = await Audits(places.redis, places.log).audit(name)
    if report.verdict != "verified":
        raise Corrupt(match=name, reason=f"{name} is {report.verdict} and stays where it is")
    origin = await prefix(places.matches.cache, match)
    return signed(as_file(line, None, origin), places.keys.signer())


async def read_back(store: ArchivedLog, name: str, line: list[Step]) -> None:
    """What was put must be there, entry by entry."""
    data = await store.store.get(name)
    if data is None or unpacked(name, data).entries != [step.stored for step in line]:
        raise Corrupt(match=name, reason=f"the archive does not give {name} back as it was put")


async def recovered(places: Places, name: str) -> bool:
    """Whether the archive makes good what Redis has lost of a finished match; then it counts.

    What Redis still holds of it must be how the archived match began, and that the signed one.
    """
    head = places.heads.outside.head(name)
    data = await places.log.store.get(name)
    if head is None or data is None:
        return False
    entries = unpacked(name, data).entries
    held = await Log.read(places.log, name)
    if (entries[-1].version, entries[-1].seal) != (head.version, head.seal):
        return False
    if held != entries[: len(held)]:
        return False
    return await places.log.remove(name, entries[-1], held[-1] if held else None)
