"""The service's core, used from a terminal: one step at a time, nothing runs between two steps."""

import asyncio
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from services.redis import connection
from services.settings import Settings
from services.wiring import Services, wire

T = TypeVar("T")


class Session:
    """The services on the Redis of the data folder, or on the one that is set."""

    def __init__(self, services: Services, runner: asyncio.Runner) -> None:
        self.services = services
        self._runner = runner

    def do(self, step: Coroutine[Any, Any, T]) -> T:
        return self._runner.run(step)


@contextmanager
def session(settings: Settings | None = None) -> Iterator[Session]:
    """The services, for as long as this lasts; a server that runs already is used with others."""
    settings = settings or Settings.from_env()
    with connection.opened(settings) as url, asyncio.Runner() as runner:
        services = wire(settings, url)
        try:
            yield Session(services, runner)
        finally:
            runner.run(services.close())
