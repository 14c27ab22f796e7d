"""What tests share: one real Redis for the whole run, empty for each test that asks for it."""

import os
from collections.abc import Iterator

import hypothesis
import pytest
import redis
import structlog

from services.redis import embedded
from services.settings import Settings

hypothesis.settings.register_profile("quick", deadline=None, max_examples=25)
hypothesis.settings.register_profile("ci", deadline=None, max_examples=60, print_blob=True)
hypothesis.settings.register_profile("long", deadline=None, max_examples=2000, print_blob=True)
hypothesis.settings.load_profile(
    os.environ.get("HYPOTHESIS_PROFILE", "ci" if "CI" in os.environ else "quick")
)


@pytest.fixture(autouse=True)
def _log_where_it_went() -> Iterator[None]:
    """Whoever lets the service log into something of his own, does so for his test alone."""
    before = structlog.get_config()
    yield
    structlog.configure(**before)


@pytest.fixture(scope="session")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server as in production; each process of a parallel run has its own."""
    with embedded.start(Settings(data=tmp_path_factory.mktemp("tapete"))) as server:
        yield server.url


@pytest.fixture
def flushed(redis_url: str) -> str:
    """The address of the server, which is empty now."""
    with redis.Redis.from_url(redis_url) as client:
        client.flushall()
    return redis_url


@pytest.fixture
def redis_db(flushed: str) -> Iterator[redis.Redis]:
    """A client of the server, which is empty now."""
    with redis.Redis.from_url(flushed) as client:
        yield client
