"""Audits: one match or all of them, running or finished; the house knows their seeds."""

import asyncio
from collections.abc import AsyncIterator
from typing import NamedTuple

import msgspec
import redis.asyncio

from events.errors import Corrupt, UnknownMatch
from events.keys import partition_of
from events.log import Log
from projections.audit import Report, audit
from services.models import model_key
from services.seeds import Seeds
from services.tables import Tables


class Progress(NamedTuple):
    """A report, and how many matches of how many are done with it."""

    report: Report
    done: int
    total: int


class Audits:
    """Reads logs as they are stored and asks the rules about them."""

    def __init__(self, client: redis.asyncio.Redis, log: Log) -> None:
        self._client = client
        self._log = log
        self._seeds = Seeds(client)
        self._tables = Tables(log)

    async def audit(self, match: str) -> Report:
        """The report on a match as it stands; raise ``UnknownMatch`` if there is none."""
        stored = await self._log.read(match)
        if not stored:
            raise UnknownMatch(match=match)
        origin = await self._tables.origin(match, stored)
        seed = await self._seed(match)
        return await asyncio.to_thread(audit, match, stored, seed, origin)

    async def _seed(self, match: str) -> bytes | None:
        try:
            return await self._seeds.of(match)
        except Corrupt:  # a finished match discloses its own
            return None

    async def every(self, after: str | None = None) -> AsyncIterator[Progress]:
        """Audit all matches, in the order of their ids; ``after`` goes on behind that one."""
        matches = await self.matches()
        for done, match in enumerate(matches, 1):
            if after is None or match > after:
                yield Progress(await self.audit(match), done, len(matches))

    async def matches(self) -> list[str]:
        """Every match that has a log, in the order of their ids: taken from the logs themselves."""
        pattern = "{p*}:log:*"
        keys = [key async for key in self._client.scan_iter(pattern, count=1000, _type="stream")]
        return sorted({key.decode().partition(":log:")[2] for key in keys})

    async def keep(self, report: Report) -> None:
        """Store the newest report on a match; one match has one."""
        await self._client.set(audit_key(report.match), msgspec.json.encode(report))

    async def kept(self, match: str) -> Report | None:
        """The report that was stored last, if any."""
        raw = await self._client.get(audit_key(match))
        return None if raw is None else msgspec.json.decode(raw, type=Report)


def audit_key(match: str) -> str:
    return model_key(partition_of(match), "audit", match)
