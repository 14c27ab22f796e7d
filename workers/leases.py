"""Leases: one process at a time works on a partition, and another takes over when it dies.

A holder that was paused may believe in a lease that is no longer his. So each lease has a number,
higher than any before it, and what is written under a lease is refused once a higher one has
written there.
"""

import time
from collections.abc import Callable
from typing import cast

import redis.asyncio

from services.house import House
from services.models import model_key

LEASE_MS = 6000

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


class Lease:
    """The right to work on a partition ``until`` (monotonic seconds); ``fence`` is its number."""

    def __init__(self, partition: int, owner: str, fence: int, until: float) -> None:
        self.partition = partition
        self.owner = owner
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
        self.owner = House().token()
        self.milliseconds = milliseconds
        self._clock = clock
        self._take = client.register_script(_TAKE)
        self._renew = client.register_script(_RENEW)
        self._give_back = client.register_script(_GIVE_BACK)

    async def take(self, partition: int) -> Lease | None:
        """A lease of our own, unless somebody has one."""
        until = self._until()
        keys = [lease_key(partition), fence_key(partition)]
        fence = cast(int, await self._take(keys=keys, args=(self.owner, self.milliseconds)))
        return Lease(partition, self.owner, fence, until) if fence else None

    async def renew(self, lease: Lease) -> bool:
        """Whether the lease is still ours; if so, for its full time from now on."""
        until = self._until()
        keys = [lease_key(lease.partition)]
        if not await self._renew(keys=keys, args=(self.owner, self.milliseconds)):
            return False
        lease.until = until
        return True

    async def give_back(self, lease: Lease) -> None:
        await self._give_back(keys=[lease_key(lease.partition)], args=[self.owner])

    def expired(self, lease: Lease) -> bool:
        return self._clock() >= lease.until

    def _until(self) -> float:
        return self._clock() + self.milliseconds / 1000


def lease_key(partition: int) -> str:
    return model_key(partition, "lease")


def fence_key(partition: int) -> str:
    return model_key(partition, "lease", "number")
