"""The documents that describe the API are those of the API."""

from typing import Any

import msgspec
import pytest
import schemathesis
import yaml
from hypothesis import HealthCheck, settings
from schemathesis.core.failures import Failure

from services.api import messages
from services.api.app import create_app
from services.api.openapi import FILE, written
from services.settings import Settings
from services.wiring import wire
from tests.api.door import Door, Visit

ASYNCAPI = FILE.with_name("asyncapi.yaml")


def test_the_openapi_file_is_current(settings: Settings) -> None:
    """What is checked in is what the code says: `python -m services.api.openapi` writes it."""
    app = create_app(wire(settings, "unix:///nowhere"))
    assert FILE.read_bytes() == written(app)


def test_the_documents_are_served(visit: Visit) -> None:
    """The document and a readable page come from the service itself, and from nowhere else."""

    async def read(door: Door) -> None:
        served = await door.get("/openapi.json")
        assert served.json() == msgspec.json.decode(FILE.read_bytes())
        page = await door.get("/docs")
        assert page.headers["content-type"].startswith("text/html")
        assert "/v1/matches/{match}/moves" in page.text
        assert "illegal_move" in page.text
        assert "<script" not in page.text
        assert "http" not in page.text.replace("http</", "")

    visit(read)
