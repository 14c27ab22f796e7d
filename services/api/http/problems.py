"""Every error as problem+json (RFC 9457): said in the reader's language, and never more than that.

``detail`` and the fields beside it come from the error's public details; what is for operators
(reasons of Redis, contradictions of the record) goes to the log only.
"""

from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

import msgspec
import structlog
from litestar.connection import Request
from litestar.exceptions import HTTPException
from litestar.response import Response
from msgspec import Struct
from redis.exceptions import RedisError

from events import errors
from events.errors import Language, Malformed, TapeteError, Unavailable
from projections.game.views import write_move
from projections.language.catalogue import message
from projections.language.errors import said
from projections.tournaments.errors import (
    BadPairing,
    BadResult,
    ByeRefused,
    NoMovement,
    NoPairing,
    NotAdmitted,
    NotNow,
    Reasoned,
    TooFew,
    TooManyRounds,
    UnknownEntrant,
    UnknownTable,
    UnknownTournament,
)
from services.aggregates.precondition import WrongHead
from services.api.http.languages import wanted

MEDIA_TYPE = "application/problem+json"
MOST_LEGAL_BYTES = 16_384
"""Longer lists of legal moves are cut; ``complete`` says so."""

GONE = "client disconnected prematurely"
"""What the framework says of a client that goes away amid its body: no fault of ours."""

log = structlog.get_logger()

STATUS: dict[type[TapeteError], int] = {
    errors.Malformed: 400,
    errors.BadOptions: 422,
    errors.UnknownGame: 404,
    errors.UnknownMatch: 404,
    errors.UnknownVersion: 404,
    errors.UnknownDeck: 404,
    errors.IllegalMove: 422,
    errors.NotYourTurn: 409,
    errors.TimeUp: 409,
    errors.SeatTaken: 409,
    errors.WrongPhase: 409,
    errors.WrongContribution: 422,
    errors.Unauthorized: 401,
    errors.Forbidden: 403,
    errors.KeyReused: 422,
    errors.InProgress: 409,
    errors.Limited: 429,
    errors.Conflict: 409,
    WrongHead: 409,
    errors.Frozen: 423,
    errors.Unavailable: 503,
    errors.Refused: 400,
    UnknownTournament: 404,
    UnknownEntrant: 404,
    UnknownTable: 404,
    NotNow: 409,
    ByeRefused: 409,
    NoPairing: 409,
    NotAdmitted: 422,
    BadResult: 422,
    BadPairing: 422,
    TooFew: 422,
    TooManyRounds: 422,
    NoMovement: 422,
}
SHOWN = (
    *("field", "value", "allowed", "index", "seat", "free", "phase", "needed", "scope", "games"),
    *("tournament", "round", "table", "entrant"),
)
PLAIN = frozenset({400, 404, 405, 408, 413, 415, 431})
"""What HTTP itself refuses has a sentence of its own: ``problem-STATUS`` of the catalogues."""


class Problem(Struct, frozen=True, omit_defaults=True):
    """What went wrong. ``code`` is stable; ``version`` is the match's, where it applies."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    version: int | None = None
    legal: list[Any] | None = None
    complete: bool | None = None
    field: str | None = None
    value: Any = None
    allowed: Any = None
    index: int | None = None
    seat: Any = None
    free: Any = None
    phase: str | None = None
    needed: Any = None
    scope: str | None = None
    games: Any = None
    tournament: str | None = None
    round: int | None = None
    table: int | None = None
    entrant: str | None = None
    reason: str | None = None
    retry_after: int | None = None


def status_of(error: TapeteError) -> int:
    """The HTTP status of an error, by its nearest class that has one."""
    return next((STATUS[kind] for kind in type(error).__mro__ if kind in STATUS), 500)


def problem(error: TapeteError, language: Language) -> Problem:
    """What a reader is told of an error."""
    status, details = status_of(error), error.details
    if status >= 500 and not isinstance(error, Unavailable):
        return plain(status, error.code, message(language, "problem-hidden"))
    return Problem(
        kind(error.code),
        title(error.code),
        status,
        said(error, language),
        error.code,
        version=details.get("head", details.get("last")),
        retry_after=1 if status == 503 else details.get("retry_after"),
        **legal(details),
        reason=details["reason"] if isinstance(error, Reasoned) else None,
        **{name: details[name] for name in SHOWN if name in details},
    )


def plain(status: int, code: str, detail: str) -> Problem:
    return Problem(kind(code), title(code), status, detail, code)


def kind(code: str) -> str:
    return f"/docs#{code}"


def title(code: str) -> str:
    return code.replace("_", " ").capitalize()


def legal(details: dict[str, Any]) -> dict[str, Any]:
    """The legal moves of who asked, as he may send them; no more than fits."""
    if "legal" not in details:
        return {}
    shown: list[Any] = []
    size = 0
    for move in details["legal"]:
        written = write_move(move)
        size += len(msgspec.json.encode(written))
        if size > MOST_LEGAL_BYTES:
            return {"legal": shown, "complete": False}
        shown.append(written)
    return {"legal": shown}


def family() -> Iterator[type[TapeteError]]:
    """Every kind of error that is told, by code."""
    waiting, found = [TapeteError], {}
    while waiting:
        error = waiting.pop()
        waiting += error.__subclasses__()
        if status_of(error()) < 500 or error.code == "unavailable":
            found[error.code] = error
    return iter(found[code] for code in sorted(found))


def encoded(problem: Problem) -> bytes:
    """A problem as JSON; what a client has sent that can't be written again is left out."""
    try:
        return msgspec.json.encode(problem)
    except (msgspec.MsgspecError, TypeError, ValueError, OverflowError, RecursionError):
        return msgspec.json.encode(msgspec.structs.replace(problem, value=None))


# -- Litestar's handlers --------------------------------------------------------------------------


def language_of(request: Request[Any, Any, Any]) -> Language:
    house: Language = request.app.state.services.settings.lang
    return wanted(request.headers.get("accept-language", ""), house)


def respond(request: Request[Any, Any, Any], problem: Problem, **headers: str) -> Response[bytes]:
    limits: dict[str, str] = request.state.get("limits", {})
    if problem.retry_after is not None:
        headers["Retry-After"] = str(problem.retry_after)
    if problem.status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    return Response(
        encoded(problem),
        status_code=problem.status,
        media_type=MEDIA_TYPE,
        headers={"Cache-Control": "no-store"} | limits | headers,
    )


def refused(request: Request[Any, Any, Any], error: TapeteError) -> Response[bytes]:
    """Our own errors."""
    if status_of(error) >= 500:
        log.error("request_failed", path=request.url.path, code=error.code, **error.details)
    return respond(request, problem(error, language_of(request)))


def unavailable(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """Redis is away."""
    return refused(request, Unavailable(reason=f"{type(error).__name__}: {error}"))


def too_deep(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """A body nested so deeply that nobody can mean it."""
    return refused(request, Malformed(reason="nested too deeply"))


def http_error(request: Request[Any, Any, Any], error: HTTPException) -> Response[bytes]:
    """What the framework refuses: no such route, a body that isn't what is expected …"""
    if error.status_code == 400 or error.detail == GONE:
        return refused(request, Malformed(reason=reason(error)))
    if error.status_code >= 500:
        return broken(request, error)
    shown = by_status(error.status_code, language_of(request))
    return respond(request, shown, **(error.headers or {}))


def by_status(status: int, language: Language) -> Problem:
    """What a bare status of HTTP means."""
    code = HTTPStatus(status).phrase.lower().replace(" ", "_")
    known = status if status in PLAIN else 400
    return plain(status, code, message(language, f"problem-{known}"))


def reason(error: HTTPException) -> str:
    """Which fields are wrong, and how."""
    if not isinstance(error.extra, list):
        return error.detail.partition("\n")[0]
    found = [f"{e.get('key', 'body')}: {e['message']}" for e in error.extra if "message" in e]
    return "; ".join(found) or error.detail


def broken_here(language: Language) -> Problem:
    """What is said of a fault of ours: nothing but that."""
    return plain(500, "internal", message(language, "problem-hidden"))


def broken(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """A fault of ours: noted in full, and not told."""
    log.error("request_broken", path=request.url.path, exc_info=error)
    return respond(request, broken_here(language_of(request)))


HANDLERS: dict[int | type[Exception], Any] = {
    TapeteError: refused,
    RedisError: unavailable,
    RecursionError: too_deep,
    HTTPException: http_error,
    Exception: broken,
}
