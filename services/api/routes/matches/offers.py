"""Matches come into being, and are shown to everybody."""

from collections.abc import Iterable

from litestar import get, post
from litestar.params import JSONBody
from msgspec.structs import asdict

from events.errors import BadOptions, Malformed
from events.facts import Clock, Place
from projections.catalogue import game_of
from projections.match.fold import Match
from services.api.http.asked import Wired
from services.api.http.auth import ANONYMOUS, Who, own_user
from services.api.http.idempotency import name_of_new
from services.api.http.responses import Answer
from services.api.http.uncancelled import shielded
from services.api.routes.matches.asked import MATCH, OfMatch
from services.api.schemas.fields import SeatKind
from services.api.schemas.matches import NewMatch, SeatAsked, Summary
from services.api.views.matches import summary
from services.identity.tokens import Grant, need
from services.matches.acts import Offer


@post("/v1/matches", tags=["matches"], summary="Offer a match")
async def open_match(services: Wired, caller: Who, data: JSONBody[NewMatch]) -> Answer[Summary]:
    """Offer a match: its game, options, seats and clock. The house commits to its seed."""
    need(caller.grant, "match:create")
    ask = caller.ask("create", data)
    offer = offer_of(caller.grant, data)
    name = await name_of_new(services, ask, services.house.match_id)
    done = await shielded(services.matches.open(name, ask, offer))
    return opened(done.after)


@get(MATCH, tags=["matches"], summary="A match as everybody may know it")
async def show_match(asked: OfMatch) -> Answer[Summary]:
    """Who sits where, the options, the phase, the version and its head."""
    match, _ = await asked.watched()
    return Answer(summary(match))


def opened(match: Match) -> Answer[Summary]:
    """A match that has come into being, and where it is."""
    return Answer(summary(match), status_code=201, headers={"Location": f"/v1/matches/{match.id}"})


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
    seats = named(free if wish.seats is None else wish.seats)
    if wish.bots > len(seats):
        raise BadOptions(field="bots", value=wish.bots, allowed=f"0..{len(seats)}")
    people = len(seats) - wish.bots
    return seats[:people] + [SeatAsked("bot")] * wish.bots


def named(seats: Iterable[SeatKind | SeatAsked]) -> list[SeatAsked]:
    """A seat may be given by its kind alone."""
    return [SeatAsked(seat) if isinstance(seat, str) else seat for seat in seats]


def place(grant: Grant, seat: SeatAsked) -> Place:
    """A seat for the record; an application keeps seats for its own users only."""
    if seat.player is None or seat.kind == "bot":
        return Place(seat.kind, seat.player)
    if seat.kind != "reserved":
        raise Malformed(reason="only a reserved seat or a bot has a player")
    application = grant.player is None and grant.actor != ANONYMOUS
    return Place("reserved", own_user(grant, seat.player) if application else seat.player)
