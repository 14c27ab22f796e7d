"""Leases: one process at a time works on a partition, and another takes over when it dies.

A holder that was paused may believe in a lease that is no longer his. So each lease has a number,
higher than any before it, and what is written under a lease is refused once a higher one has
written there. Processes that live at the same time share the partitions evenly.
"""

import time
from collections.abc import Callable

import redis.asyncio

from services.keys.randomness import House
from services.readmodels.keys import model_key

LEASE_MS = 6000
WORKERS = "workers"
"""A sorted set: the processes that work, by the time (ms, Redis's clock) until which they live."""

_TAKE = """
if not redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then return 0 end
return redis.call('INCR', KEYS[2])
"""
_RENEW = """
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('PEXPIRE', KEYS[1], ARGV[2])
"""
_GIVE_BACK = """
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])
"""
_LIVE = """
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
return redis.call('ZCARD', KEYS[1])
"""


class Lease:
    """The right to work on a partition ``until`` (monotonic seconds); ``fence`` is its number."""

    def __init__(self, partition: int, fence: int, until: float) -> None:
        self.partition = partition
        self.fence = fence
        self.until = until


class Leases:
    """Takes, renews and gives back the leases of one process."""

    def __init__(
        self,
        client: redis.asyncio.Redis,
        milliseconds: int = LEASE_MS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.owner = House().seed().hex()
        self.milliseconds = milliseconds
        self._client = client
        self._clock = clock
        self._take = client.register_script(_TAKE)
        self._renew = client.register_script(_RENEW)
        self._give_back = client.register_script(_GIVE_BACK)
        self._live = client.register_script(_LIVE)

    async def take(self, partition: int) -> Lease | None:
        """A lease of our own, unless somebody has one."""
        until = self._until()
        keys = [lease_key(partition), fence_key(partition)]
        fence = await self._take(keys=keys, args=(self.owner, self.milliseconds))
        return Lease(partition, int(fence), until) if fence else None

    async def renew(self, lease: Lease) -> bool:
        """Whether the lease is still ours; if so, for its full time from now on."""
        until = self._until()
        keys = [lease_key(lease.partition)]
        if not await self._renew(keys=keys, args=(self.owner, self.milliseconds)):
            return False
        lease.until = until
        return True

    async def give_back(self, partition: int) -> None:
        """Let others have it; nothing happens if it isn't ours."""
        await self._give_back(keys=[lease_key(partition)], args=(self.owner,))

    async def share(self, partitions: int) -> int:
        """How many partitions each process gets, with ours, which lives."""
        live = await self._live(keys=[WORKERS], args=(self.owner, self.milliseconds))
        return -(-partitions // int(live))

    async def leave(self) -> None:
        """Work no longer."""
        await self._client.zrem(WORKERS, self.owner)

    def expired(self, lease: Lease) -> bool:
        return self._clock() >= lease.until

    def _until(self) -> float:
        return self._clock() + self.milliseconds / 1000


def lease_key(partition: int) -> str:
    return model_key(partition, "lease")


def fence_key(partition: int) -> str:
    return model_key(partition, "lease", "number")
