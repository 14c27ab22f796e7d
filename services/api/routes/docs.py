"""The documents of the API and the pages about them; nothing on these comes from anywhere else."""

import gzip
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from litestar import get
from litestar.connection import Request
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Response

from services.api.routes.openapi import document
from services.api.views import reference
from services.api.views.streams_page import streams

AnyRequest = Request[Any, Any, Any]
ASYNCAPI = Path(__file__).with_name("asyncapi.json")
# Scalar writes its style sheet into the page, and a few style attributes: so do ours, of old.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; "
    "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Cache-Control": "public, max-age=300",
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
}
ASSET_HEADERS = HEADERS | {
    "Cache-Control": "public, max-age=31536000, immutable",
    "Vary": "Accept-Encoding",
}


@get("/openapi.json", include_in_schema=False, media_type="application/json")
async def openapi_json(request: AnyRequest) -> Response[bytes]:
    """The OpenAPI document."""
    body = msgspec.json.encode(described(request))
    return Response(body, media_type="application/json", headers=HEADERS)


@get("/asyncapi.json", include_in_schema=False, media_type="application/json")
async def asyncapi_json() -> Response[bytes]:
    """The AsyncAPI document."""
    return Response(streams_document(), media_type="application/json", headers=HEADERS)


@get("/docs", include_in_schema=False, media_type="text/html")
async def docs_page() -> Response[str]:
    """The reference of the HTTP API, with requests to try."""
    return page(reference.reference())


@get("/docs/streams", include_in_schema=False, media_type="text/html")
async def streams_page() -> Response[str]:
    """The streams."""
    return page(streams(msgspec.json.decode(streams_document())))


@get("/docs/errors", include_in_schema=False, media_type="text/html")
async def errors_page() -> Response[str]:
    """The errors."""
    return page(reference.errors())


@get("/docs/{file:str}", include_in_schema=False, media_type="text/plain")
async def docs_file(request: AnyRequest, file: FromPath[str]) -> Response[bytes]:
    """What the pages load, under a name that changes with it; packed for who can unpack it."""
    name = reference.assets().get(file)
    if name is None:
        raise NotFoundException()
    headers, body = dict(ASSET_HEADERS), reference.contents(name)
    if name.endswith(".gz"):
        if "gzip" in request.headers.get("accept-encoding", ""):
            headers["Content-Encoding"] = "gzip"
        else:
            body = gzip.decompress(body)
    return Response(body, media_type=reference.KINDS[file.rpartition(".")[2]], headers=headers)


def page(text: str) -> Response[str]:
    return Response(text, media_type="text/html", headers=HEADERS)


def described(request: AnyRequest) -> dict[str, Any]:
    """The document, made once."""
    state = request.app.state
    if "document" not in state:
        state.document = document(request.app)
    found: dict[str, Any] = state.document
    return found


@cache
def streams_document() -> bytes:
    return ASYNCAPI.read_bytes()
