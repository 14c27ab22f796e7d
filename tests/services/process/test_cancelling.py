"""A loop that is told to stop does so, even if what it waited for forgets to tell it."""

import asyncio
from contextlib import suppress

from services.process.cancellation import heed_cancellation


def test_a_cancellation_that_was_swallowed_is_heeded():
    """The first guard after it ends the task; who was not cancelled goes on."""

    async def loop() -> None:
        while True:
            heed_cancellation()
            with suppress(asyncio.CancelledError):
                await asyncio.sleep(60)

    async def act() -> None:
        task = asyncio.create_task(loop())
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait((task,), timeout=5)
        assert task.cancelled()

    asyncio.run(act())
