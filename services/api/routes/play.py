"""Moves, and what a reader sees of a match now."""

import binascii
from base64 import b64decode
from typing import Any

from litestar import get, post
from litestar.connection import Request
from litestar.params import FromPath, JSONBody

from events.errors import Malformed
from services.aggregates.precondition import Seen
from services.api.http.auth import Who, seated
from services.api.http.responses import Answer
from services.api.http.uncancelled import shielded
from services.api.views.matches import found, own_view, view
from services.api.views.schemas import After, FrameShown, Moves
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
