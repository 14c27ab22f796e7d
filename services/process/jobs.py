"""Jobs: discrete work that nobody waits for, asked for by name and done by an rq worker.

A job is a name and strings, written as JSON. Which names there are, and what they do, only the
worker knows (``workers.jobs``).
"""

import asyncio
from typing import Any

import redis
from rq import Queue
from rq.serializers import JSONSerializer

QUEUE = "tapete"
THINKING = "tapete-thinking"
THINK = "think"
"""The job of a bot's thought, for which a match waits: it has a queue that is served first."""
TIMEOUT = 600  # seconds that a job may take
KEPT = 3600  # seconds for which a job's outcome can be looked up
KEPT_FAILED = 7 * 24 * 3600


class Jobs:
    """The queue of jobs on one Redis."""

    def __init__(self, redis_url: str) -> None:
        pool = redis.BlockingConnectionPool.from_url(redis_url, max_connections=4, timeout=10)
        self._client = redis.Redis.from_pool(pool)

    def queue(self, name: str = QUEUE) -> Queue:
        return Queue(name, connection=self._client, serializer=JSONSerializer)

    def enqueue(self, name: str, *args: str) -> str:
        """Ask for a job; its id. The job may run twice, and is safe to."""
        queue, kept = (THINKING, 0) if name == THINK else (QUEUE, KEPT)
        job: Any = self.queue(queue).enqueue_call(
            name,
            args=args,
            timeout=TIMEOUT,
            result_ttl=kept,
            failure_ttl=KEPT_FAILED,
        )
        return str(job.id)

    async def ask(self, name: str, *args: str) -> str:
        """The same, without holding up the event loop."""
        return await asyncio.to_thread(self.enqueue, name, *args)

    def close(self) -> None:
        self._client.close()
