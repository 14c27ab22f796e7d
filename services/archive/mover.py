"""Moving finished matches to the archive: nothing leaves Redis before its copy was verified."""

import asyncio

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
from services.exports.files import as_file, prefix, signed
from services.matches.forks import sealed
from services.wiring import Services

log = structlog.get_logger()


class NotYet(Refused):
    """The match is not over, or its cards are still in play elsewhere."""

    code = "not_archived"


async def archive(services: Services, name: str) -> bool:
    """Move a match to the archive; False if it is there already.

    Where this user of Redis may not delete, it is only copied.

    ``NotYet`` for one that isn't over or not all disclosed; ``Corrupt`` if its audit fails or the
    copy can't be read back as it was written: then nothing is deleted.
    """
    if await services.log.archived(name) is not None:
        return False
    line = await services.tables.steps(name)
    file = await verified(services, name, line)
    data = packed(file, await services.log.commands(name))
    await services.log.store.put(name, data)
    await read_back(services.log, name, line)
    last = line[-1].match
    await asyncio.to_thread(services.heads.outside.end, [services.heads.sign(last)])
    gone = await services.log.remove(name, line[-1].stored, line[-1].stored)
    log.info("match_archived", match=name, bytes=len(data), still_in_redis=not gone)
    return True


async def finished(services: Services) -> list[str]:
    """The matches in Redis whose last entry is their last."""
    names = await Audits(services.redis, services.log).matches()
    heads = [(name, await Log.head(services.log, name)) for name in names]
    return [name for name, head in heads if head is not None and closes(head)]


def closes(last: Stored) -> bool:
    """Whether an entry says of itself that it is the last."""
    cause = decode(last.public, None).get("cause")
    return isinstance(cause, dict) and cause.get("type") == Closed.__struct_config__.tag


async def verified(services: Services, name: str, line: list[Step]) -> MatchFile:
    """The match file of what is over, disclosed and without a fault."""
    match = line[-1].match
    if match.closed is None or match.closed.seed is None:
        reason = "it is not over" if match.closed is None else "its cards are not disclosed"
        raise NotYet(match=name, reason=reason)
    if await sealed(services.tables, match):
        raise NotYet(match=name, reason="the match that it goes on from is not over")
    report = await Audits(services.redis, services.log).audit(name)
    if report.verdict != "verified":
        raise Corrupt(match=name, reason=f"{name} is {report.verdict} and stays where it is")
    origin = await prefix(services.tables, match)
    return signed(as_file(line, None, origin), services.keys.signer())


async def read_back(store: ArchivedLog, name: str, line: list[Step]) -> None:
    """What was put must be there, entry by entry."""
    data = await store.store.get(name)
    if data is None or unpacked(name, data).entries != [step.stored for step in line]:
        raise Corrupt(match=name, reason=f"the archive does not give {name} back as it was put")


async def recovered(services: Services, name: str) -> bool:
    """Whether the archive makes good what Redis has lost of a finished match; then it counts.

    What Redis still holds of it must be how the archived match began, and that the signed one.
    """
    head = services.heads.outside.head(name)
    data = await services.log.store.get(name)
    if head is None or data is None:
        return False
    entries = unpacked(name, data).entries
    held = await Log.read(services.log, name)
    if (entries[-1].version, entries[-1].seal) != (head.version, head.seal):
        return False
    if held != entries[: len(held)]:
        return False
    return await services.log.remove(name, entries[-1], held[-1] if held else None)
