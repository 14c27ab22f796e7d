"""Seats: taken, made ready, left, resigned."""

from litestar import post
from litestar.params import JSONBody

from events.errors import Forbidden
from services.api.http.auth import seated
from services.api.http.responses import Answer
from services.api.http.uncancelled import shielded
from services.api.routes.matches.asked import MATCH, OfMatch
from services.api.schemas.matches import Contribution, JoinedShown, Joining, Summary
from services.api.schemas.play import FrameShown
from services.api.views.matches import summary
from services.identity.tokens import Grant, Scope, need
from services.matches.frames import frame

SEAT_SCOPES: tuple[Scope, ...] = ("match:play", "match:read")


@post(MATCH + "/join", tags=["matches"], summary="Take a seat", status_code=200)
async def join_match(asked: OfMatch, data: JSONBody[Joining | None] = None) -> Answer[JoinedShown]:
    """Take the seat that is named, kept for you, or the first free one. The token is shown once."""
    caller, services, match = asked.caller, asked.services, asked.name
    need(caller.grant, "match:play")
    if caller.grant.match is not None:
        raise Forbidden(match=match)
    wish = data or Joining()
    ask = asked.ask("join", wish)
    command = services.commands.id(match, ask)
    player = caller.grant.player or f"guest-{command.hex()[:12]}"
    await asked.match()
    commitment = None if wish.commitment is None else bytes.fromhex(wish.commitment)
    seat, done = await shielded(services.matches.join(match, ask, player, wish.seat, commitment))
    token = services.keys.token(command)
    grant = Grant(f"seat-{command.hex()}", SEAT_SCOPES, match, seat, player)
    await shielded(services.tokens.give(token, grant))
    head = b'{"seat":%d,"token":"%s",' % (seat, token.encode())
    body = head + frame(done.after, seat, None)[1:]
    return Answer(body, media_type="application/json")  # type: ignore[arg-type]


@post(MATCH + "/ready", tags=["matches"], summary="Contribute", status_code=200)
async def ready_match(asked: OfMatch, data: JSONBody[Contribution]) -> Answer[FrameShown]:
    """Show what the seat contributes to the shuffles: the 32 bytes it has committed itself to."""
    seat, ask = await asked.seat(), asked.ask("ready", data)
    contribution = bytes.fromhex(data.contribution)
    return await asked.seen(asked.services.matches.ready(asked.name, ask, seat, contribution))


@post(MATCH + "/leave", tags=["matches"], summary="Leave", status_code=200)
async def leave_match(asked: OfMatch) -> Answer[Summary]:
    """Give the seat up before play; once all seats are taken that aborts the match."""
    current, grant = await asked.match(), asked.caller.grant
    if has_left(grant, asked.name) and current.sitters[grant.seat or 0].player is None:
        return Answer(summary(current))
    seat, ask = seated(grant, current), asked.ask("leave")
    return await asked.summed(asked.services.matches.leave(asked.name, ask, seat))


@post(MATCH + "/resign", tags=["play"], summary="Resign", status_code=200)
async def resign_match(asked: OfMatch) -> Answer[FrameShown]:
    """Give the match up; with more than two sides play goes on without you."""
    seat, ask = await asked.seat(), asked.ask("resign")
    return await asked.seen(asked.services.matches.resign(asked.name, ask, seat))


def has_left(grant: Grant, match: str) -> bool:
    """Whether a token was for a seat here; leaving twice is leaving once."""
    return grant.match == match and grant.seat is not None
