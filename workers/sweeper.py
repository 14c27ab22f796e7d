"""The sweep: asks for matches to be archived, some time after they have ended.

The projectors list what has ended; what is asked for is put off for an hour, in which its job
should be done and take it off the list.
"""

import asyncio
from collections.abc import Callable, Collection
from typing import cast

import structlog
from redis.exceptions import RedisError

from services.process.cancellation import heed_cancellation
from services.process.jobs import Jobs
from services.readmodels.keys import ended_key, text
from services.wiring import Services, now_ms

EVERY = 30.0  # seconds
AT_ONCE = 20  # matches in a job: one that is killed repeats little
MOST = 400  # matches of a partition in one sweep
RETRY_MS = 3600 * 1000

log = structlog.get_logger()


class Sweeper:
    """Sweeps the partitions that this process holds."""

    def __init__(
        self, services: Services, jobs: Jobs, partitions: Callable[[], Collection[int]]
    ) -> None:
        self._services = services
        self._jobs = jobs
        self._partitions = partitions

    async def run(self) -> None:
        while True:
            heed_cancellation()
            await asyncio.sleep(EVERY)
            try:
                for partition in tuple(self._partitions()):
                    await self.sweep(partition)
            except RedisError as error:
                log.warning("not_swept", reason=type(error).__name__)

    async def sweep(self, partition: int) -> int:
        """Ask for what is due; how many matches that is."""
        after = self._services.settings.archive_after * 1000
        client, key, now = self._services.redis, ended_key(partition), now_ms()
        due = await client.zrangebyscore(key, "-inf", now - after, start=0, num=MOST)
        names = [text(cast("bytes", name)) for name in due]
        for first in range(0, len(names), AT_ONCE):
            some = names[first : first + AT_ONCE]
            await self._jobs.ask("archive", *some)
            await client.zadd(key, dict.fromkeys(some, now + RETRY_MS - after), xx=True)
        return len(names)
