"""A service on a real Redis behind a door to knock at."""

import asyncio
from pathlib import Path

import pytest

from services.settings import Settings
from services.wiring import wire
from tests.services.api.door import Body, Door, Visit


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(data=tmp_path, reads_per_second=0, plays_per_second=0)


@pytest.fixture
def visit(flushed: str, settings: Settings) -> Visit:
    """Runs a test's coroutine with a door that is closed afterwards."""

    def run(body: Body) -> None:
        async def whole() -> None:
            services = wire(settings, flushed)
            door = Door(services)
            try:
                await body(door)
            finally:
                await door.http.aclose()
                await services.close()

        asyncio.run(whole())

    return run
