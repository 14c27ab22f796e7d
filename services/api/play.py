"""Moves, and what a reader sees of a match: now, and at any version."""

import binascii
from base64 import b64decode
from typing import Annotated, Any

from litestar import get, post
from litestar.connection import Request
from litestar.params import FromPath, JSONBody, QueryParameter

from events.errors import Forbidden, Malformed, UnknownVersion
from events.facts import Seat
from projections.match import Match
from services.api.answers import Answer
from services.api.auth import Who, may_watch, seated
from services.api.schemas import After, FrameShown, Moves
from services.api.shielded import shielded
from services.api.sights import found, own_view, sight, view
from services.frames import reader_of
from services.seen import Seen
from services.wiring import Services

AnyRequest = Request[Any, Any, Any]
SIGNATURE_BYTES = 64


@post("/v1/matches/{match:str}/moves", tags=["play"], summary="Play", status_code=200)
async def play_moves(
    request: AnyRequest, caller: Who, match: FromPath[str], data: JSONBody[Moves]
) -> Answer[FrameShown]:
    """Play a move, or a list of moves of which none is played if one is refused."""
    services: Services = request.app.state.services
    seat = seated(caller.grant, await found(services, match))
    ask = caller.ask("moves", data)
    done = await shielded(
        services.matches.move(match, ask, seat, moves_of(data), seen_of(data.after))
    )
    return own_view(caller.grant, done.match)


@get("/v1/matches/{match:str}/view", tags=["play"], summary="What you see")
async def show_view(request: AnyRequest, caller: Who, match: FromPath[str]) -> Answer[FrameShown]:
    """What the caller sees now and, with a seat, what he may do."""
    return view(caller.grant, await found(request.app.state.services, match))


@get("/v1/matches/{match:str}/at/{version:int}", tags=["record"], summary="At a version")
async def show_version(
    request: AnyRequest,
    caller: Who,
    match: FromPath[str],
    version: FromPath[int],
    seat: Annotated[int | None, QueryParameter(ge=0, le=63)] = None,
) -> Answer[FrameShown]:
    """The match as it was; a finished one is open, and ``seat`` shows it as that seat saw it."""
    services: Services = request.app.state.services
    now = await found(services, match)
    own = may_watch(caller.grant, now)
    if not 1 <= version <= now.version:
        raise UnknownVersion(match=match, version=version, last=now.version)
    then = (await services.tables.steps(match))[version - 1].match
    return sight(then, looking_as(now, own, seat))


def looking_as(now: Match, own: Seat | None, asked: Seat | None) -> Seat | None:
    """As whom the past may be looked at: one's own seat, or any once all lies open."""
    if asked is None or asked == own:
        return own
    if reader_of(now, own) == own or asked >= now.seats:
        raise Forbidden(match=now.id)
    return asked


def moves_of(body: Moves) -> list[Any]:
    """The moves that are asked for, one or several."""
    if (body.move is None) == (body.moves is None):
        raise Malformed(reason="either move or moves is expected")
    return [body.move] if body.moves is None else body.moves


def seen_of(after: After | None) -> Seen | None:
    """The head that a command rests on."""
    if after is None:
        return None
    return Seen(after.version, bytes.fromhex(after.head), signature_of(after))


def signature_of(after: After) -> bytes | None:
    if after.signature is None:
        return None
    try:
        signature = b64decode(after.signature, validate=True)
    except binascii.Error as error:
        raise Malformed(reason="after.signature: not base64") from error
    if len(signature) != SIGNATURE_BYTES:
        raise Malformed(reason=f"after.signature: {SIGNATURE_BYTES} bytes are expected")
    return signature
