"""What has begun is finished, even if the client goes away meanwhile."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


async def shielded(work: Coroutine[Any, Any, T]) -> T:
    """The result of work that goes on when who waits for it is cancelled.

    An append must not be torn from what follows it: the cache, the watchers, the token of a seat.
    """
    return await asyncio.shield(asyncio.ensure_future(work))
