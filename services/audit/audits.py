"""Audits: one match or all of them, running or finished; the house knows their seeds.

Beside what the record says of itself, the house also knows how long it was, and what stands
beside each entry in the store.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from typing import NamedTuple, cast

import msgpack
import msgspec
import redis.asyncio

from events.errors import Corrupt, UnknownMatch
from events.facts import Closed
from events.keys import log_key, partition_of
from events.log import PAGE, Log
from events.names import is_tournament
from events.record import Stored
from projections.audit.entries import audit, last_cause
from projections.audit.report import Finding, Report
from projections.match.history import opening
from projections.tournaments.decisions import audit as tournaments
from services.keys.boards import read_disclosed
from services.keys.seeds import Seeds
from services.matches.kind import MatchKind
from services.readmodels.keys import model_key, summaries

HEAD = 64
"""The command id of an entry stands within its first so many bytes."""


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
        self._kind = MatchKind(log)

    async def audit(self, match: str) -> Report:
        """The report on a match as it stands, or on a tournament; raise ``UnknownMatch``."""
        if is_tournament(match):
            return await self._tournament(match)
        known = await self._known(match)  # first: a live match may grow meanwhile
        try:
            stored = await self._log.read(match)
            origin = await self._kind.origin(match, stored) if stored else None
        except Corrupt as error:  # nothing that could be read, let alone followed
            return Report(match, "broken", 0, (unreadable(error),))
        if not (stored or known or await self._client.exists(log_key(match))):
            raise UnknownMatch(match=match)
        disclosed = await self._disclosed(match, stored)
        seed = disclosed or await self._seed(match)
        report = await asyncio.to_thread(audit, match, stored, seed, origin)
        if disclosed is not None:
            report = proven(report, stored)
        beside = [*wrong_commands(stored, await self._commands(match)), *cut(stored, known)]
        return blamed(report, beside)

    async def _tournament(self, name: str) -> Report:
        stored = await self._log.read(name)
        if not stored:
            raise UnknownMatch(match=name)
        report = await asyncio.to_thread(tournaments.audit, name, stored)
        return blamed(report, [*wrong_commands(stored, await self._commands(name))])

    async def _disclosed(self, match: str, stored: Sequence[Stored]) -> bytes | None:
        """The seed of a board's table, once its tournament has disclosed it."""
        try:
            return await read_disclosed(self._log, opening(match, stored)) if stored else None
        except Corrupt:  # the audit of that log says where
            return None

    async def _seed(self, match: str) -> bytes | None:
        try:
            return await self._seeds.of(match)
        except Corrupt:  # a finished match discloses its own
            return None

    async def _known(self, match: str) -> int:
        """The version that the read models have seen."""
        seen = await summaries(self._client, [match])
        return max((summary.version for summary in seen), default=0)

    async def _commands(self, match: str) -> list[bytes]:
        """The command ids beside the entries."""
        found: list[bytes] = []
        first = "-"
        while True:
            answer = await self._client.xrange(log_key(match), first, "+", PAGE)
            page = cast("list[tuple[bytes, dict[bytes, bytes]]]", answer)
            found += [fields.get(b"c", b"") for _, fields in page]
            if len(page) < PAGE:
                return found
            first = f"({page[-1][0].decode()}"

    async def every(self, after: str | None = None) -> AsyncIterator[Progress]:
        """Audit all matches, in the order of their ids; ``after`` goes on behind that one."""
        matches = await self.matches()
        for done, match in enumerate(matches, 1):
            if after is None or match > after:
                yield Progress(await self.audit(match), done, len(matches))

    async def matches(self) -> list[str]:
        """Every match that there is, in the order of their ids; archived ones have no log here."""
        names: set[str] = set()
        for kind in (":log:", ":cmd:"):
            async for key in self._client.scan_iter(f"{{p*}}{kind}*", count=1000):
                names.add(key.decode().partition(kind)[2])
        return sorted(names)

    async def keep(self, report: Report) -> None:
        """Store the newest report on a match; one match has one."""
        await self._client.set(audit_key(report.match), msgspec.json.encode(report))

    async def kept(self, match: str) -> Report | None:
        """The report that was stored last, if any."""
        raw = await self._client.get(audit_key(match))
        return None if raw is None else msgspec.json.decode(raw, type=Report)


def audit_key(match: str) -> str:
    return model_key(partition_of(match), "audit", match)


def proven(report: Report, stored: Sequence[Stored]) -> Report:
    """The report on a board's table whose seed its tournament has disclosed."""
    closed = isinstance(last_cause(report.game, stored[-1]), Closed)
    if report.verdict != "incomplete" or not closed:
        return report
    return msgspec.structs.replace(report, verdict="verified")


def unreadable(error: Corrupt) -> Finding:
    return Finding(error.details.get("version", 1), "record", str(error.details["reason"]))


def wrong_commands(stored: Sequence[Stored], commands: Sequence[bytes]) -> Iterator[Finding]:
    """Entries beside which another command id stands than in them."""
    for item, command in zip(stored, commands, strict=False):  # a live match may have grown
        if b"\xa7command" + msgpack.packb(command) not in item.public[:HEAD]:
            yield Finding(item.version, "command")


def cut(stored: Sequence[Stored], known: int) -> Iterator[Finding]:
    """Entries that were there once."""
    if known > len(stored):
        yield Finding(len(stored) + 1, "cut")


def blamed(report: Report, findings: list[Finding]) -> Report:
    """A report with more findings, in the order of the entries."""
    if not findings:
        return report
    found = sorted([*report.findings, *findings], key=lambda finding: finding.version)
    return msgspec.structs.replace(report, verdict="broken", findings=tuple(found))
