"""Matches to take away, and what the verifier and the audit say of them."""

import asyncio
from time import perf_counter
from typing import Annotated, Any, Literal

from litestar import get, post
from litestar.connection import Request
from litestar.datastructures import ResponseHeader
from litestar.exceptions import HTTPException
from litestar.openapi.spec import OpenAPIMediaType, Operation, RequestBody, Schema
from litestar.params import FromPath, QueryParameter
from litestar.response import Response

from events.errors import Language
from projections.audit.entries import Report
from services.api.http.auth import Who, may_watch
from services.api.http.languages import wanted
from services.api.http.responses import Answer
from services.api.views.matches import found
from services.api.views.schemas import AuditShown
from services.audit.apart import FindingShown, VerificationShown, verify_apart
from services.audit.audits import Audits
from services.exports.files import export, readable
from services.identity.tokens import need
from services.wiring import Services

AnyRequest = Request[Any, Any, Any]
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
    "/v1/matches/{match:str}/export",
    tags=["record"],
    summary="Take a match away",
    media_type=BYTES,
    response_headers=[ResponseHeader(name="Content-Disposition", documentation_only=True)],
)
async def export_match(
    request: AnyRequest,
    caller: Who,
    match: FromPath[str],
    form: Annotated[Format, QueryParameter(name="format")] = "file",
) -> Response[bytes]:
    """The match file, which anybody can verify offline; or JSON lines, or a text to be read."""
    services: Services = request.app.state.services
    may_watch(caller.grant, await found(services, match))
    recorded = await services.tables.current(services.tables.table(match))
    seed = await services.rounds.disclosed(recorded)
    if form == "file":
        body = await export(services, match, seed)
    else:
        body = await readable(services, match, language(request) if form == "text" else None, seed)
    kind, ending = KINDS[form]
    name = f'attachment; filename="{match}.{ending}"'
    return Answer(body, media_type=kind, headers={"Content-Disposition": name})


@get("/v1/matches/{match:str}/audit", tags=["record"], summary="Audit a match")
async def audit_match(request: AnyRequest, caller: Who, match: FromPath[str]) -> Answer[AuditShown]:
    """Whether the record is what rules, seals and seed say; the house knows a live match's seed."""
    need(caller.grant, "audit:read")
    services: Services = request.app.state.services
    await found(services, match)
    report = await Audits(services.redis, services.log).audit(match)
    return Answer(audited(report, language(request)))


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
        return Answer(await verify_apart(raw, language(request)))


def turn(request: AnyRequest) -> asyncio.Semaphore:
    """One file at a time: checking must not slow down play."""
    state = request.app.state
    if "verifying" not in state:
        state.verifying = asyncio.Semaphore(1)
    gate: asyncio.Semaphore = state.verifying
    return gate


def audited(report: Report, language: Language) -> AuditShown:
    return AuditShown(
        report.match,
        report.game,
        report.verdict,
        report.entries,
        [
            FindingShown(one.version, one.code, one.detail, one.text(language))
            for one in report.findings
        ],
        list(report.contributed),
    )


def language(request: AnyRequest) -> Language:
    services: Services = request.app.state.services
    return wanted(request.headers.get("accept-language", ""), services.settings.lang)
