"""Matches come into being, are found, joined and left."""

from typing import Any

from litestar import get, post
from litestar.connection import Request
from litestar.params import FromPath, JSONBody
from msgspec.structs import asdict

from events.errors import BadOptions, Forbidden, Malformed
from events.facts import Clock, Place
from projections.catalogue import game_of
from services.api.http.auth import ANONYMOUS, Who, may_watch, own_user, seated
from services.api.http.idempotency import Idempotency
from services.api.http.responses import Answer
from services.api.http.uncancelled import shielded
from services.api.views.matches import found, own_view, summary
from services.api.views.schemas import (
    Contribution,
    FrameShown,
    JoinedShown,
    Joining,
    NewMatch,
    SeatAsked,
    SeatKind,
    Summary,
)
from services.identity.tokens import Grant, Scope, need
from services.matches.acts import Offer
from services.matches.frames import frame
from services.wiring import Services, now_ms

SEAT_SCOPES: tuple[Scope, ...] = ("match:play", "match:read")
AnyRequest = Request[Any, Any, Any]


@post("/v1/matches", tags=["matches"], summary="Offer a match")
async def open_match(request: AnyRequest, caller: Who, data: JSONBody[NewMatch]) -> Answer[Summary]:
    """Offer a match: its game, options, seats and clock. The house commits to its seed."""
    need(caller.grant, "match:create")
    services: Services = request.app.state.services
    ask = caller.ask("create", data)
    offer = offer_of(caller.grant, data)
    partition = services.house.dice()(services.settings.partitions)
    fresh = services.house.match_id(partition, now_ms())
    name, _ = await Idempotency(services.redis).name(ask, fresh)
    done = await shielded(services.matches.open(name, ask, offer))
    return Answer(summary(done.match), status_code=201, headers={"Location": f"/v1/matches/{name}"})


@get("/v1/matches/{match:str}", tags=["matches"], summary="A match as everybody may know it")
async def show_match(request: AnyRequest, caller: Who, match: FromPath[str]) -> Answer[Summary]:
    """Who sits where, the options, the phase, the version and its head."""
    current = await found(request.app.state.services, match)
    may_watch(caller.grant, current)
    return Answer(summary(current))


@post("/v1/matches/{match:str}/join", tags=["matches"], summary="Take a seat", status_code=200)
async def join_match(
    request: AnyRequest, caller: Who, match: FromPath[str], data: JSONBody[Joining | None] = None
) -> Answer[JoinedShown]:
    """Take the seat that is named, kept for you, or the first free one. The token is shown once."""
    need(caller.grant, "match:play")
    if caller.grant.match is not None:
        raise Forbidden(match=match)
    services: Services = request.app.state.services
    wish = data or Joining()
    ask = caller.ask("join", wish)
    command = services.commands.id(match, ask)
    player = caller.grant.player or f"guest-{command.hex()[:12]}"
    await found(services, match)
    commitment = None if wish.commitment is None else bytes.fromhex(wish.commitment)
    seat, done = await shielded(services.matches.join(match, ask, player, wish.seat, commitment))
    token = services.keys.token(command)
    grant = Grant(f"seat-{command.hex()}", SEAT_SCOPES, match, seat, player)
    await shielded(services.tokens.give(token, grant))
    head = b'{"seat":%d,"token":"%s",' % (seat, token.encode())
    body = head + frame(done.match, seat, None)[1:]
    return Answer(body, media_type="application/json")  # type: ignore[arg-type]


@post("/v1/matches/{match:str}/ready", tags=["matches"], summary="Contribute", status_code=200)
async def ready_match(
    request: AnyRequest, caller: Who, match: FromPath[str], data: JSONBody[Contribution]
) -> Answer[FrameShown]:
    """Show what the seat contributes to the shuffles: the 32 bytes it has committed itself to."""
    services: Services = request.app.state.services
    seat = seated(caller.grant, await found(services, match))
    ask = caller.ask("ready", data)
    contribution = bytes.fromhex(data.contribution)
    done = await shielded(services.matches.ready(match, ask, seat, contribution))
    return own_view(caller.grant, done.match)


@post("/v1/matches/{match:str}/leave", tags=["matches"], summary="Leave", status_code=200)
async def leave_match(request: AnyRequest, caller: Who, match: FromPath[str]) -> Answer[Summary]:
    """Give the seat up before play; once all seats are taken that aborts the match."""
    services: Services = request.app.state.services
    current = await found(services, match)
    if has_left(caller.grant, match) and current.sitters[caller.grant.seat or 0].player is None:
        return Answer(summary(current))
    seat = seated(caller.grant, current)
    done = await shielded(services.matches.leave(match, caller.ask("leave"), seat))
    return Answer(summary(done.match))


@post("/v1/matches/{match:str}/resign", tags=["play"], summary="Resign", status_code=200)
async def resign_match(
    request: AnyRequest, caller: Who, match: FromPath[str]
) -> Answer[FrameShown]:
    """Give the match up; with more than two sides play goes on without you."""
    services: Services = request.app.state.services
    seat = seated(caller.grant, await found(services, match))
    done = await shielded(services.matches.resign(match, caller.ask("resign"), seat))
    return own_view(caller.grant, done.match)


def has_left(grant: Grant, match: str) -> bool:
    """Whether a token was for a seat here; leaving twice is leaving once."""
    return grant.match == match and grant.seat is not None


def offer_of(grant: Grant, wish: NewMatch) -> Offer:
    """The offer that a host means."""
    return Offer(
        wish.game,
        wish.options,
        tuple(place(grant, seat) for seat in seats_of(wish)),
        None if wish.clock is None else Clock(**asdict(wish.clock)),
        wish.limit,
        wish.unlisted,
        wish.rated,
        wish.ready_within,
    )


def seats_of(wish: NewMatch) -> list[SeatAsked]:
    """All seats; ``bots`` takes the last of them."""
    least = max(game_of(wish.game).seats[0], wish.bots + 1 if wish.seats is None else 0)
    free: tuple[SeatKind, ...] = tuple(SeatAsked().kind for _ in range(least))
    given = free if wish.seats is None else wish.seats
    seats = [SeatAsked(seat) if isinstance(seat, str) else seat for seat in given]
    if wish.bots > len(seats):
        raise BadOptions(field="bots", value=wish.bots, allowed=f"0..{len(seats)}")
    people = len(seats) - wish.bots
    return seats[:people] + [SeatAsked("bot")] * wish.bots


def place(grant: Grant, seat: SeatAsked) -> Place:
    """A seat for the record; an application keeps seats for its own users only."""
    if seat.player is None or seat.kind == "bot":
        return Place(seat.kind, seat.player)
    if seat.kind != "reserved":
        raise Malformed(reason="only a reserved seat or a bot has a player")
    application = grant.player is None and grant.actor != ANONYMOUS
    return Place("reserved", own_user(grant, seat.player) if application else seat.player)
