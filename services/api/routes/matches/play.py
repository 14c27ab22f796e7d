"""Moves, and what a reader sees of a match now."""

from litestar import get, post
from litestar.params import JSONBody

from services.api.http.responses import Answer
from services.api.routes.matches.asked import MATCH, OfMatch
from services.api.schemas.play import FrameShown, Moves
from services.api.views.matches import view
from services.api.views.moves import moves_of, seen_of


@post(MATCH + "/moves", tags=["play"], summary="Play", status_code=200)
async def play_moves(asked: OfMatch, data: JSONBody[Moves]) -> Answer[FrameShown]:
    """Play a move, or a list of moves of which none is played if one is refused."""
    seat, ask = await asked.seat(), asked.ask("moves", data)
    matches = asked.services.matches
    return await asked.seen(
        matches.move(asked.name, ask, seat, moves_of(data), seen_of(data.after))
    )


@get(MATCH + "/view", tags=["play"], summary="What you see")
async def show_view(asked: OfMatch) -> Answer[FrameShown]:
    """What the caller sees now and, with a seat, what he may do."""
    return view(asked.caller.grant, await asked.match())
