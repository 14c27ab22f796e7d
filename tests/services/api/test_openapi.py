"""The documents that describe the API are those of the API."""

import asyncio
import re
from typing import Any, get_args

import httpx
import hypothesis
import jsonschema
import msgspec
import schemathesis

from services.api.app import create_app
from services.api.routes.openapi import FILE, written
from services.api.schemas.play import FrameShown
from services.api.schemas.tournaments import StepShown
from services.api.stream import messages, watching
from services.api.views import streams_page
from services.heads.signed import SignedHead
from services.identity.tokens import Grant
from services.settings import Settings
from services.wiring import wire
from tests.services.api.door import Door, Visit
from tests.services.api.served import Served

ASYNCAPI = FILE.with_name("asyncapi.json")


def test_the_openapi_file_is_current(settings: Settings) -> None:
    """What is checked in is what the code says: `python -m services.api.document` writes it."""
    app = create_app(wire(settings, "unix:///nowhere"))
    assert FILE.read_bytes() == written(app)


def test_the_documents_are_served(visit: Visit) -> None:
    """The document and a readable page come from the service itself, and from nowhere else."""

    async def read(door: Door) -> None:
        served = await door.get("/openapi.json")
        assert served.json() == msgspec.json.decode(FILE.read_bytes())
        streams = await door.get("/asyncapi.json")
        assert streams.json() == msgspec.json.decode(ASYNCAPI.read_bytes())
        for path in ("/docs", "/docs/streams", "/docs/errors"):
            page = await door.get(path)
            assert page.headers["content-type"].startswith("text/html")
            policy = page.headers["content-security-policy"]
            assert "script-src 'self';" in policy
            assert "unsafe-eval" not in policy
            assert all(src.startswith("/docs/") for src in re.findall(r'src="([^"]*)"', page.text))
        assert "illegal_move" in page.text

    visit(read)


def test_what_the_pages_load_may_be_kept_for_ever(visit: Visit) -> None:
    """Its name changes with its bytes; it is packed for who can unpack it, and plain for others."""

    async def read(door: Door) -> None:
        page = (await door.get("/docs")).text
        (script,) = re.findall(r'src="(/docs/scalar-[^"]*)"', page)
        plain = await door.get(script, **{"Accept-Encoding": "identity"})
        packed = await door.get(script, **{"Accept-Encoding": "gzip"})
        assert "content-encoding" not in plain.headers
        assert packed.headers["content-encoding"] == "gzip"
        assert packed.content == plain.content
        assert "immutable" in packed.headers["cache-control"]
        assert (await door.get("/docs/scalar-000000000000.js")).status_code == 404

    visit(read)


def test_every_message_has_an_example_that_is_one() -> None:
    """The examples fit the schemas of the document, and what clients say can be read."""
    document = msgspec.json.decode(ASYNCAPI.read_bytes())
    for name, message in document["components"]["messages"].items():
        shown = streams_page.example(document, name)
        whole = message["payload"] | {"components": document["components"]}
        jsonschema.validate(shown, whole, jsonschema.Draft202012Validator)
        if "do" in shown:
            assert messages.read(msgspec.json.encode(shown))


def test_the_streams_are_described() -> None:
    """The AsyncAPI file knows every message that is said or told, and every field of it."""
    described = msgspec.json.decode(ASYNCAPI.read_bytes())["components"]["messages"]
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
