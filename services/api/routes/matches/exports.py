"""Matches to take away, and what the verifier and the audit say of them."""

import asyncio
from time import perf_counter
from typing import Annotated, Literal

from litestar import get, post
from litestar.datastructures import ResponseHeader
from litestar.exceptions import HTTPException
from litestar.openapi.spec import OpenAPIMediaType, Operation, RequestBody, Schema
from litestar.params import QueryParameter
from litestar.response import Response

from services.api.http.asked import AnyRequest
from services.api.http.auth import Who
from services.api.http.problems import language_of
from services.api.http.responses import Answer
from services.api.routes.matches.asked import MATCH, OfMatch
from services.api.schemas.record import AuditShown
from services.api.views.record import audited
from services.audit.apart import verify_apart
from services.audit.audits import Audits
from services.audit.reports import VerificationShown
from services.exports.files import export, readable
from services.identity.tokens import need

Format = Literal["file", "ndjson", "text"]
BYTES = "application/octet-stream"
KINDS: dict[Format, tuple[str, str]] = {
    "file": (BYTES, "tapete"),
    "ndjson": ("application/x-ndjson", "ndjson"),
    "text": ("text/plain; charset=utf-8", "txt"),
}
LONGEST_FILE = 8 << 20  # bytes of a file to verify


class FileOperation(Operation):
    """The body of a file to verify, for OpenAPI: it is read as it comes."""

    def __post_init__(self) -> None:
        content = {BYTES: OpenAPIMediaType(schema=Schema(content_media_type=BYTES))}
        self.request_body = RequestBody(content=content, required=True)


@get(
    MATCH + "/export",
    tags=["record"],
    summary="Take a match away",
    media_type=BYTES,
    response_headers=[ResponseHeader(name="Content-Disposition", documentation_only=True)],
)
async def export_match(
    asked: OfMatch, form: Annotated[Format, QueryParameter(name="format")] = "file"
) -> Response[bytes]:
    """The match file, which anybody can verify offline; or JSON lines, or a text to be read."""
    await asked.watched()
    services, match = asked.services, asked.name
    recorded = await services.matches.cache.current(services.matches.cache.known(match))
    seed = await services.rounds.disclosed(recorded)
    if form == "file":
        body = await export(services, match, seed)
    else:
        body = await readable(services, match, asked.language if form == "text" else None, seed)
    kind, ending = KINDS[form]
    name = f'attachment; filename="{match}.{ending}"'
    return Answer(body, media_type=kind, headers={"Content-Disposition": name})


@get(MATCH + "/audit", tags=["record"], summary="Audit a match")
async def audit_match(asked: OfMatch) -> Answer[AuditShown]:
    """Whether the record is what rules, seals and seed say; the house knows a live match's seed."""
    need(asked.caller.grant, "audit:read")
    await asked.match()
    report = await Audits(asked.services.redis, asked.services.log).audit(asked.name)
    return Answer(audited(report, asked.language))


def check_file(request: AnyRequest) -> None:
    """Refuse (415) what doesn't say that it is a file: no foreign form can post one."""
    request.scope["state"]["began"] = perf_counter()
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != BYTES:
        raise HTTPException(status_code=415)


@post(
    "/v1/verify",
    tags=["record"],
    summary="Verify a match file",
    status_code=200,
    before_request=check_file,
    request_max_body_size=LONGEST_FILE,
    operation_class=FileOperation,
)
async def verify_file(request: AnyRequest, caller: Who) -> Answer[VerificationShown]:
    """The report on a match file of any house; compare the fingerprint of its key."""
    need(caller.grant, "match:read")
    raw = await request.body()
    async with turn(request):
        return Answer(await verify_apart(raw, language_of(request)))


def turn(request: AnyRequest) -> asyncio.Semaphore:
    """One file at a time: checking must not slow down play."""
    state = request.app.state
    if "verifying" not in state:
        state.verifying = asyncio.Semaphore(1)
    gate: asyncio.Semaphore = state.verifying
    return gate
