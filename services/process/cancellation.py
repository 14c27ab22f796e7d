"""Being told to stop, and stopping."""

import asyncio


def heed_cancellation() -> None:
    """Raise ``CancelledError`` in a task that was cancelled, whatever became of it the first time.

    redis-py now and then completes a command that is being cancelled as if nothing had been said
    (50 of 3,000 tries); a loop around it would never end.
    """
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError
