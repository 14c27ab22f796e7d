"""A batch of a partition's feed: sorted, read where need be, and turned into changes."""

import asyncio
from collections.abc import Iterable
from typing import NamedTuple

import redis.asyncio
import structlog

from events.errors import Corrupt, Unavailable
from events.log import Log, Pointer
from events.names import is_tournament
from projections.match.summaries import Summary, summarised
from services.readmodels.keys import milliseconds, read_summary, summary_key
from workers.changes import Change, Command, Head, of_due, of_stop, of_summary, of_waiting

TRIES = 3
"""How often a match is tried that fails for no reason we know, before it is parked."""

log = structlog.get_logger()


class Known(NamedTuple):
    """What a projector keeps in memory of its models.

    ``heads`` the version of each live match, ``waiting`` the matches that wait for a bot,
    ``stopped`` those that are left alone.
    """

    heads: dict[str, int]
    waiting: set[str]
    stopped: set[str]


class Range(NamedTuple):
    """Entries that have to be read."""

    first: int
    last: int


class Batch:
    """What some records of the feed change."""

    def __init__(self, partition: int, known: Known) -> None:
        self.partition = partition
        self.known = known
        self.heads: dict[str, int] = {}
        self.times: dict[str, str] = {}
        self.ranges: dict[str, list[Range]] = {}
        self.waits: dict[str, bool] = {}
        self.dues: dict[str, int] = {}
        self.changes: dict[str, Change] = {}
        self.stops: dict[str, str] = {}
        self.commands: list[Command] = []

    def look(self, pointers: Iterable[Pointer]) -> None:
        """Sort the records: whose entries must be read, and who has only moved on."""
        known, waiting, stopped = self.known
        heads = self.heads
        for _, id, match, version, hints in pointers:
            if match in stopped or is_tournament(match):
                continue
            before = heads.get(match) or known.get(match, 0)
            kinds = hints.get("k")
            if version <= before:
                continue  # what it points to was taken in already
            if kinds or version != before + 1 or not before:
                self._look_closer(match, before, version, kinds or b"")
            heads[match] = version
            self.times[match] = id
            if (due := hints.get("d", b"")).isdigit():
                self.dues[match] = int(due)
            if hints.get("w"):
                self.waits[match] = True
            elif match in waiting or match in self.waits:
                self.waits[match] = False

    def _look_closer(self, match: str, before: int, version: int, kinds: bytes) -> None:
        """A move and its shuffles are still only that."""
        shuffles = kinds.count(b"Shuffled")
        others = kinds.count(b",") + 1 - shuffles if kinds else 0
        if others or not before or version > before + 1 + shuffles:
            self.ranges.setdefault(match, []).append(Range(before + 1, version))

    async def read(self, client: redis.asyncio.Redis, store: Log) -> None:
        """Read the entries that have to be read, and fold them into the summaries."""
        if not self.ranges:
            return
        matches = list(self.ranges)
        raws = await client.mget([summary_key(match) for match in matches])
        for match, raw in zip(matches, raws, strict=True):
            await self._follow(match, None if raw is None else read_summary(raw), store)

    async def _follow(self, match: str, before: Summary | None, store: Log) -> None:
        """The new summary of a match; a match that can't be followed stops."""
        for attempt in range(TRIES):
            try:
                await self._fold(match, before, store)
                return
            except Unavailable:
                raise
            except Corrupt as error:
                self.stop(match, str(error.details["reason"]))
                return
            except Exception as error:
                log.exception("projection_failed", match=match, attempt=attempt + 1)
                reason = f"{type(error).__name__} {TRIES} times"
                await asyncio.sleep(0.05 * attempt)
        self.stop(match, reason)

    async def _fold(self, match: str, before: Summary | None, store: Log) -> None:
        after = before
        for first, last in self.ranges[match]:
            if after is not None:
                first = max(first, after.version + 1)
            stored = await store.read(match, first, last)
            if len(stored) != last - first + 1:
                raise Corrupt(reason=f"entry {first + len(stored)} is missing")
            for item in stored:
                after = summarised(after, item)
        if after is None or after is before:
            self.heads.pop(match, None)  # the match is over, and all of it was taken in
        else:
            self.changes[match] = Change(before, after)

    def stop(self, match: str, reason: str) -> None:
        log.error("projection_stopped", match=match, reason=reason)
        self.stops[match] = reason
        self.changes.pop(match, None)
        self.heads.pop(match, None)
        self.waits.pop(match, None)
        self.dues[match] = 0

    def living(self) -> list[Head]:
        """The new heads; a match that is over has its own in its summary."""
        return [
            Head(match, version, milliseconds(self.times[match]))
            for match, version in self.heads.items()
        ]

    def all_commands(self) -> list[Command]:
        commands = list(self.commands)
        for change in self.changes.values():
            commands += of_summary(change)
        for match, reason in self.stops.items():
            commands += of_stop(match, reason)
        began, ended = self._waiting()
        commands += of_waiting(self.partition, began, ended)
        commands += of_due(self.partition, self.dues)
        return commands

    def _waiting(self) -> tuple[set[str], set[str]]:
        waiting = self.known.waiting
        waits = {match for match, waits in self.waits.items() if waits}
        return waits - waiting, (waiting & (self.waits.keys() | self.stops.keys())) - waits

    def keep(self) -> None:
        """It is written: know it."""
        known = self.known
        began, ended = self._waiting()
        known.waiting.update(began)
        known.waiting.difference_update(ended)
        known.stopped.update(self.stops)
        known.heads.update(self.heads)
        for match, change in self.changes.items():
            if change.after.over:
                known.heads.pop(match, None)
        for match in self.stops:
            known.heads.pop(match, None)
