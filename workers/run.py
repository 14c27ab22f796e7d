"""The worker: takes the leases it can get, and serves the partitions that it holds.

One reader follows the feeds of all its partitions. Each record goes to the bots, the ticker, the
rounds and the projector; none of them waits for another. Between two reads the reader pauses a
moment, unless a bot is to move, so that many records share the cost of one.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from itertools import groupby

import structlog
from redis.exceptions import RedisError

from events.errors import Corrupt, Unavailable
from events.log import Pointer
from services.process.cancellation import heed_cancellation
from services.process.jobs import Jobs
from services.wiring import Services
from workers.bots import Bots
from workers.leases import LEASE_MS, Lease, Leases
from workers.projector import Fenced, Models, Projector
from workers.rounds import RoundsWorker
from workers.sweeper import Sweeper
from workers.ticker import MISSED_MS, Ticker

COUNT = 1000  # records of each partition in one read
BLOCK_MS = 500  # how long a read waits, and so a new lease for its first
BREATH = 0.05  # seconds between two reads while nobody waits for the next one
PAUSE = 0.5  # seconds before another try while Redis can't be reached

log = structlog.get_logger()


class Shard:
    """A partition that this process holds."""

    def __init__(
        self,
        lease: Lease,
        projector: Projector,
        bots: Bots,
        ticker: Ticker,
        rounds: RoundsWorker,
    ) -> None:
        self.lease = lease
        self.projector = projector
        self._bots = bots
        self._ticker = ticker
        self._rounds = rounds
        self._caught_up = False

    async def take(self, pointers: list[Pointer], all_read: bool) -> None:
        """Let all of them know; bots only care for matches as they are now."""
        for pointer in pointers:
            if (last := pointer.hints.get("d", b"")).isdigit():
                self._ticker.set(pointer.match, int(last))
        if self._caught_up:
            self._wake({p.match: p.version for p in pointers if p.hints.get("w")})
            for pointer in pointers:
                self._rounds.heard(pointer)
        await self.projector.take(pointers)
        if all_read:
            self.catch_up()

    def catch_up(self) -> None:
        """All there was is read. From now on the feed wakes the bots, after those that wait."""
        if not self._caught_up:
            self._caught_up = True
            known = self.projector.known
            self._wake({match: known.heads.get(match, 0) for match in known.waiting})
            self._rounds.hold(self.lease.partition)

    def _wake(self, matches: dict[str, int]) -> None:
        for match, version in matches.items():
            if match not in self.projector.known.stopped:
                self._bots.wake(match, version)


class Worker:
    """One worker process on one Redis."""

    def __init__(self, services: Services, redis_url: str, lease_ms: int = LEASE_MS) -> None:
        self.ticker = Ticker(services, 2 * lease_ms + MISSED_MS)
        self.shards: dict[int, Shard] = {}
        jobs_url = services.settings.jobs_redis_url or redis_url
        self._jobs = Jobs(jobs_url)
        self.bots = Bots(services, self._jobs)
        self.rounds = RoundsWorker(services, self._jobs)
        self.sweeper = Sweeper(services, self._jobs, self.shards.keys)
        self._services = services
        self._partitions = services.settings.partitions
        self._models = Models(redis_url)
        self._leases = Leases(services.redis, lease_ms)
        self._pause = lease_ms / 3000
        self._count = COUNT

    async def run(self) -> None:
        """Work until cancelled; then give everything back."""
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._keep_leases())
                group.create_task(self._follow_feeds())
                group.create_task(self.ticker.run())
                group.create_task(self._services.heads.run())
                group.create_task(self.sweeper.run())
                group.create_task(self.rounds.run())
        finally:
            await self._leave()

    async def _leave(self) -> None:
        await self.bots.stop()
        with suppress(RedisError):  # leases end by themselves, too
            for partition in range(self._partitions):  # one may just have come
                await self._leases.give_back(partition)
            await self._leases.leave()
        self.shards.clear()
        self._jobs.close()
        await self._models.close()

    # -- leases

    async def _keep_leases(self) -> None:
        while True:
            try:
                share = await self._leases.share(self._partitions)
                await asyncio.gather(*(self._keep(p, share) for p in range(self._partitions)))
            except (RedisError, Unavailable) as error:
                log.warning("leases_not_kept", reason=str(error))
            heed_cancellation()
            await asyncio.sleep(self._pause)

    async def _keep(self, partition: int, share: int) -> None:
        shard = self.shards.get(partition)
        if shard is None:
            if len(self.shards) < share:
                await self._take(partition)
        elif len(self.shards) > share:
            await self._drop(shard, "shared")
        elif not await self._leases.renew(shard.lease):
            await self._drop(shard, "expired")

    async def _take(self, partition: int) -> None:
        lease = await self._leases.take(partition)
        if lease is None:
            return
        services = self._services
        projector = Projector(partition, lease.fence, services.redis, services.log, self._models)
        with suppress(Fenced):
            await projector.open()
            await self.ticker.hold(partition)
            self.shards[partition] = Shard(lease, projector, self.bots, self.ticker, self.rounds)
            log.info("partition_taken", partition=partition, position=projector.position)

    async def _drop(self, shard: Shard, reason: str) -> None:
        """Leave a partition to whoever takes it, perhaps ourselves."""
        partition = shard.lease.partition
        if self.shards.get(partition) is shard:
            del self.shards[partition]
            self.ticker.leave(partition)
            self.rounds.leave(partition)
            log.info("partition_left", partition=partition, reason=reason)
            await self._leases.give_back(partition)

    # -- the feed

    async def _follow_feeds(self) -> None:
        while True:
            held = {p: s for p, s in self.shards.items() if not self._leases.expired(s.lease)}
            if not held:
                await asyncio.sleep(min(0.05, self._pause))
                continue
            try:
                pointers = await self._read(held)
                await self._serve(held, pointers)
            except Unavailable as error:
                log.warning("feed_unavailable", reason=str(error.details.get("reason")))
                await asyncio.sleep(PAUSE)
                continue
            except Corrupt as error:
                await self._skip(held, error)
                continue
            if self._can_wait(pointers):
                await asyncio.sleep(BREATH)

    def _can_wait(self, pointers: list[Pointer]) -> bool:
        """Whether what comes may gather: no bot is to move, and we have caught up.

        Every write of a model is synced to the disk, and a move that comes meanwhile waits for it.
        """
        bots = any(pointer.hints.get("w") for pointer in pointers)
        return 0 < len(pointers) < self._count and not bots

    async def _read(self, held: dict[int, Shard]) -> list[Pointer]:
        positions = {partition: shard.projector.position for partition, shard in held.items()}
        pointers = await self._services.log.feed(positions, BLOCK_MS, self._count)
        for partition in held.keys() - {pointer.partition for pointer in pointers}:
            held[partition].catch_up()
        return pointers

    async def _serve(self, held: dict[int, Shard], pointers: list[Pointer]) -> None:
        batches = [(p, list(b)) for p, b in groupby(pointers, lambda pointer: pointer.partition)]
        await asyncio.gather(
            *(
                self._guarded(
                    held[partition], partial(held[partition].take, batch, self._all(batch))
                )
                for partition, batch in batches
                if self.shards.get(partition) is held[partition]
            )
        )

    def _all(self, batch: list[Pointer]) -> bool:
        return len(batch) < self._count

    async def _skip(self, held: dict[int, Shard], error: Corrupt) -> None:
        """Leave out a record that is none, once it is the next one: others must not go with it."""
        shard = held.get(error.details.get("partition", -1))
        if shard is None:
            raise error
        if self._count > 1:
            self._count = 1
            return
        self._count = COUNT
        log.error("feed_corrupt", partition=shard.lease.partition, reason=error.details["reason"])
        skip = partial(shard.projector.skip, error.details["id"], "unreadable")
        await self._guarded(shard, skip)

    async def _guarded(self, shard: Shard, act: Callable[[], Awaitable[None]]) -> None:
        """Nobody knows what was written when Redis is lost: then look what stands there."""
        try:
            await act()  # begun only here: a task that is cancelled before leaves nothing behind
        except Fenced as error:
            await self._drop(shard, str(error))
        except (Unavailable, RedisError) as error:
            log.warning("models_unavailable", reason=str(error))
            await asyncio.sleep(PAUSE)
            await self._reopen(shard)

    async def _reopen(self, shard: Shard) -> None:
        try:
            await shard.projector.open()
        except (RedisError, Fenced):
            self.shards.pop(shard.lease.partition, None)
            self.ticker.leave(shard.lease.partition)
            self.rounds.leave(shard.lease.partition)
