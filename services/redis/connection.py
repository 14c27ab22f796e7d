"""Which Redis a process works on: the one that is set, if it is safe, or one of our own."""

from collections.abc import Iterator
from contextlib import contextmanager

import redis

from services.redis import embedded, safety
from services.settings import Settings


@contextmanager
def opened(settings: Settings) -> Iterator[str]:
    """The address of the Redis, which is there for as long as this lasts.

    Raises what ``embedded.start`` and ``safety.check`` raise.
    """
    if settings.redis_url is None:
        with embedded.start(settings) as server:
            yield server.url
    else:
        with redis.Redis.from_url(settings.redis_url) as client:
            safety.check(client, allow_unsafe=settings.allow_unsafe_redis)
        yield settings.redis_url
