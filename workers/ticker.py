"""The ticker: strikes the clocks of the partitions that this process holds, when they are due.

When a match's clock will have something to do stands in the feed; the models keep it for whoever
takes a partition over. Nothing rests on these times: the match itself says, as the log has it then,
whether there is anything to do. So a ticker that is late, doubled or killed does no harm.

Once a second it marks in Redis that it is there. A gap between two marks is an outage, in which
nobody could play: the clocks are set to have stood still, before any of them is struck.
"""

import asyncio
import heapq
from collections.abc import Coroutine
from contextlib import suppress
from typing import cast

import structlog
from redis.exceptions import RedisError

from events.errors import Corrupt, Refused, Unavailable
from events.keys import partition_of
from projections.match.clocks import due
from projections.match.fold import Match
from services.matches.clock import Clocks
from services.process.cancellation import heed_cancellation
from services.readmodels.keys import due_key, model_key, text
from services.wiring import Services

MARK_MS = 1000
"""How often the ticker marks that it is there."""
MISSED_MS = 3 * MARK_MS
"""After so long without a mark a ticker that is there knows of an outage."""
AGAIN_MS = 100
"""How long after a vain attempt the next is made."""
AT_ONCE = 32
"""How many matches are excused at a time."""

log = structlog.get_logger()


class Ticker:
    """All clocks of this process; who takes over needs less than ``takeover_ms`` for that."""

    def __init__(self, services: Services, takeover_ms: int) -> None:
        self._clocks = Clocks(services.commands)
        self._now = services.commands.now
        self._redis = services.redis
        self._takeover = takeover_ms
        self._held: dict[int, int] = {}  # partition to the time of our last mark, 0 before it
        self._due: dict[str, int] = {}
        self._heap: list[tuple[int, str]] = []
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._woken = asyncio.Event()
        self._taken = asyncio.Event()

    async def hold(self, partition: int) -> None:
        """From now on strike the clocks of a partition, those that the models know at first."""
        known = await self._redis.zrange(due_key(partition), 0, -1, withscores=True)
        self._held[partition] = 0
        for name, last in cast("list[tuple[bytes, float]]", known):
            self.set(text(name), int(last))
        self._taken.set()

    def leave(self, partition: int) -> None:
        """Leave a partition's clocks to others."""
        self._held.pop(partition, None)
        for name in [name for name in self._due if partition_of(name) == partition]:
            del self._due[name]

    def set(self, name: str, last: int) -> None:
        """The clock of a match has something to do after this ms (UTC); 0: not any more."""
        if not last or partition_of(name) not in self._held:
            self._due.pop(name, None)
            return
        self._due[name] = last
        heapq.heappush(self._heap, (last, name))
        if self._heap[0] == (last, name):
            self._woken.set()
        elif len(self._heap) > 2 * len(self._due) + 1000:  # most of it was put off
            self._heap = [(last, name) for name, last in self._due.items()]
            heapq.heapify(self._heap)

    async def run(self) -> None:
        """Strike until cancelled."""
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._mark_for_ever())
                group.create_task(self._strike_for_ever())
        finally:
            await self._stop()

    async def _stop(self) -> None:
        tasks = tuple(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # -- striking

    async def _strike_for_ever(self) -> None:
        while True:
            self._woken.clear()
            self._strike_due()
            await woken(self._woken, self._wait())

    def _wait(self) -> float:
        """Seconds until the next is due; never long, for the feed isn't the only one to wake us."""
        if not self._heap:
            return 1.0
        return min(1.0, max(0.001, (self._heap[0][0] + 1 - self._now()) / 1000))

    def _strike_due(self) -> None:
        now = self._now()
        while self._heap and self._heap[0][0] < now:
            last, name = heapq.heappop(self._heap)
            if self._due.get(name) != last:
                continue  # it was put off since
            del self._due[name]
            if self._may_strike(name, now):
                self._tasks[name] = asyncio.create_task(self._strike(name))
            else:
                self.set(name, now + AGAIN_MS)

    def _may_strike(self, name: str, now: int) -> bool:
        """Not before we know that the record can be written, and not twice at a time."""
        marked = self._held.get(partition_of(name), 0)
        return now - marked < MISSED_MS and name not in self._tasks

    async def _strike(self, name: str) -> None:
        try:
            match = await self._tried(name, self._clocks.strike(name))
            if match is not None:
                self._sooner(name, due(match))
        finally:
            del self._tasks[name]

    async def _tried(self, name: str, act: Coroutine[None, None, Match]) -> Match | None:
        """What becomes of a match; None if it has to be tried again, or never more."""
        try:
            return await act
        except (Unavailable, RedisError) as error:
            log.warning("clock_not_struck", match=name, reason=str(error))
            self._sooner(name, self._now() + AGAIN_MS)
        except (Refused, Corrupt) as error:
            log.error("clock_stopped", match=name, code=error.code, reason=str(error))
        except Exception:
            log.exception("clock_failed", match=name)
        return None

    def _sooner(self, name: str, last: int | None) -> None:
        """The feed may have told us of a later state of the match, and so may we know before it."""
        if last is not None:
            self.set(name, min(last, self._due.get(name, last)))

    # -- marks and outages

    async def _mark_for_ever(self) -> None:
        while True:
            self._taken.clear()
            await asyncio.gather(*map(self._mark, tuple(self._held)))
            heed_cancellation()
            await woken(self._taken, MARK_MS / 1000)

    async def _mark(self, partition: int) -> None:
        try:
            marked = await self._last_mark(partition)
            patience = MISSED_MS if self._held.get(partition) else self._takeover
            if marked is not None and self._now() - marked > patience:
                await self._excuse(partition, marked)
            await self._set_mark(partition)
        except (RedisError, TimeoutError) as error:
            log.warning("clocks_not_kept", partition=partition, reason=str(error))

    async def _last_mark(self, partition: int) -> int | None:
        async with asyncio.timeout(MARK_MS / 1000):
            raw = await self._redis.get(mark_key(partition))
        return None if raw is None else int(raw)

    async def _set_mark(self, partition: int) -> None:
        now = self._now()
        async with asyncio.timeout(MARK_MS / 1000):
            await self._redis.set(mark_key(partition), now)
        if partition in self._held:
            self._held[partition] = now

    async def _excuse(self, partition: int, since: int) -> None:
        """Set all clocks to have stood still since a time at which all was well."""
        names = [name for name in self._due if partition_of(name) == partition]
        log.warning("clocks_stood_still", partition=partition, since=since, matches=len(names))
        few = asyncio.Semaphore(AT_ONCE)

        async def excuse(name: str) -> None:
            async with few:
                match = await self._tried(name, self._clocks.excuse(name, since))
            if match is not None:
                grace = match.offer.ready_within if match.phase == "locked" else 0
                last = due(match)
                self.set(name, 0 if last is None else max(last, self._now() + grace))

        await asyncio.gather(*map(excuse, names))


async def woken(event: asyncio.Event, seconds: float) -> None:
    """Sleep so long, or until the event."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await event.wait()


def mark_key(partition: int) -> str:
    """When the ticker of a partition was last there (ms UTC)."""
    return model_key(partition, "ticker")
