"""The documents that describe the API are those of the API."""

import asyncio
from typing import Any, get_args

import httpx
import hypothesis
import msgspec
import schemathesis
import yaml

from services.api.app import create_app
from services.api.routes.openapi import FILE, written
from services.api.schemas.play import FrameShown
from services.api.schemas.tournaments import StepShown
from services.api.stream import messages, watching
from services.heads.signed import SignedHead
from services.identity.tokens import Grant
from services.settings import Settings
from services.wiring import wire
from tests.services.api.door import Door, Visit
from tests.services.api.served import Served

ASYNCAPI = FILE.with_name("asyncapi.yaml")


def test_the_openapi_file_is_current(settings: Settings) -> None:
    """Checked in is what the code says: `python -m services.api.routes.openapi` writes it."""
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


def test_the_streams_are_described() -> None:
    """The AsyncAPI file knows every message that is said or told, and every field of it."""
    described = yaml.safe_load(ASYNCAPI.read_text())["components"]["messages"]
    said = get_args(messages.AnySaid)
    told = (messages.Done, messages.Refusal, messages.Heartbeat, messages.Resync, SignedHead)
    for kind in (*said, *told):
        config = kind.__struct_config__
        message = described[config.tag]
        properties = message["payload"]["properties"]
        assert properties[config.tag_field] == {"const": config.tag}
        assert set(properties) == {config.tag_field, *kind.__struct_encode_fields__}
    untagged = {
        "frame": FrameShown,
        "sealed": watching.SealedFrame,
        "step": StepShown,
    }
    for name, kind in untagged.items():
        properties = described[name]["payload"]["properties"]
        assert set(properties) == set(kind.__struct_encode_fields__)
    assert set(described) == {*untagged, *(kind.__struct_config__.tag for kind in (*said, *told))}


def test_no_request_breaks_the_service(flushed: str, settings: Settings) -> None:
    """Whatever is sent by the OpenAPI file or against it: never 5xx, and refusals are problems."""
    document = schemathesis.openapi.from_path(FILE)
    with Served(settings, flushed) as served:
        name = httpx.post(f"{served.url}/v1/matches", json={"game": "casino"}).json()["match"]
        admin = asyncio.run_coroutine_threadsafe(token(served), served.loop).result()
        for found in document.exclude(path_regex="/stream$").get_all_operations():
            knock(found.ok(), served.url, name, admin)


async def token(served: Served) -> str:
    """A token that may do anything."""
    await served.services.tokens.give("tpt_fuzz", Grant("fuzz", ("admin",)))
    return "tpt_fuzz"


def knock(operation: Any, url: str, match: str, admin: str) -> None:
    """Requests of all kinds to one route, half of them with every right and to a real match."""

    @hypothesis.given(case=operation.as_strategy(), real=hypothesis.strategies.booleans())
    @hypothesis.settings(
        max_examples=12,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    def once(case: Any, real: bool) -> None:
        if real and "match" in (case.path_parameters or {}):
            case.path_parameters["match"] = match
        headers = {"Authorization": f"Bearer {admin}"} if real else {}
        answer = case.call(base_url=url, headers=headers)
        assert answer.status_code < 500, answer.text
        if answer.status_code >= 400:
            kind = answer.headers.get("content-type", [""])
            assert "application/problem+json" in str(kind), (answer.status_code, answer.text)

    once()
