"""Who asks: the token, what it is good for, and the seat that it holds."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any, NamedTuple, cast

import msgspec
from litestar.connection import Request
from litestar.di import NamedDependency
from litestar.params import SkipValidation

from events.errors import Forbidden, Limited, Malformed, Unauthorized
from events.facts import Seat
from projections.match.fold import Match
from services.aggregates.commands import Ask
from services.api.http.limits import Kind, Limits
from services.identity.tickets import Tickets
from services.identity.tokens import Grant, Scope, hashed, need
from services.wiring import Services, now_ms

ANONYMOUS = "anonymous"
SHORTEST_KEY = 16  # of an anonymous caller: nobody may guess another's
LONGEST_KEY = 200
WRONG_TOKEN_COST = 10.0  # guessing is dear


class Caller(NamedTuple):
    """Who asks, with what rights, and the key under which a repeated request is known."""

    grant: Grant
    key: str
    token: str = ""
    """The hash of the token that he came with."""

    def ask(self, route: str, *request: Any) -> Ask:
        """A command of this caller; ``request`` is all that he asks for."""
        return Ask(self.grant.actor, route, self.key, digest(request))


Who = NamedDependency[SkipValidation[Caller]]
"""What a route gets to know of who asks."""


def digest(request: Any) -> bytes:
    """What tells two requests under one key apart (16 bytes)."""
    return sha256(msgspec.json.encode(request, order="deterministic")).digest()[:16]


async def caller(request: Request[Any, Any, Any]) -> Caller:
    """The caller of a request; raise ``Unauthorized`` or ``Limited``."""
    services: Services = request.app.state.services
    limits: Limits = request.app.state.limits
    kind: Kind = "read" if request.method == "GET" else "play"
    address = request.client.host if request.client else ""
    grant, token = await granted(services, limits, address, request.headers, request.query_params)
    who = address if grant.actor == ANONYMOUS else grant.actor
    try:
        request.state.limits = limits.take(who, kind)
    except Limited as error:
        request.state.limits = {"RateLimit": f'"{kind}";r=0;t={error.details["retry_after"]}'}
        raise
    return Caller(grant, key_of(request, services, grant), token)


async def granted(
    services: Services,
    limits: Limits,
    address: str,
    headers: Mapping[str, str],
    query: Mapping[str, Any],
) -> tuple[Grant, str]:
    """What the token in the header, or the one-use ticket in the address, is good for.

    Beside it the hash of the token, "" without one: a connection asks again whether it holds.
    """
    refuse_tokens_in(query)
    try:
        if token := bearer(headers.get("authorization", "")):
            grant = await services.tokens.find(token, now_ms())
            return acting_for(grant, headers), hashed(token)
        if ticket := query.get("ticket"):
            used = await Tickets(services.redis).use(ticket)
            return used.grant, used.token
    except Unauthorized:
        limits.take(address, "read", WRONG_TOKEN_COST)
        raise
    return Grant(ANONYMOUS, cast("tuple[Scope, ...]", services.settings.anonymous)), ""


def refuse_tokens_in(query: Mapping[str, Any]) -> None:
    """Who puts a token into an address, where everybody logs it, is told so at once."""
    if any(str(value).startswith("tpt_") for name, value in query.items() if name != "ticket"):
        raise Malformed(reason="a token stands in the Authorization header, not in an address")


def bearer(header: str) -> str:
    """The token of an ``Authorization`` header, "" without one."""
    if not header:
        return ""
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise Unauthorized()
    return token.strip()


def acting_for(grant: Grant, headers: Mapping[str, str]) -> Grant:
    """An application's token may act for one of its own users."""
    user = headers.get("tapete-player")
    if user is None:
        return grant
    if grant.player is not None or grant.match is not None:
        raise Forbidden()
    player = own_user(grant, user)
    return msgspec.structs.replace(grant, actor=player, player=player)


def own_user(grant: Grant, user: str) -> str:
    """How one of an application's users is called in the record: never mistaken for another's."""
    if not 0 < len(user) <= 64 or not user.isprintable():
        raise Malformed(reason="a player's id has 1 to 64 printable characters")
    return f"{grant.actor}:{user}"


def key_of(request: Request[Any, Any, Any], services: Services, grant: Grant) -> str:
    """The idempotency key; without one, every request is another."""
    key = request.headers.get("idempotency-key")
    if key is None:
        return services.house.token()
    least = SHORTEST_KEY if grant.actor == ANONYMOUS else 1
    if not least <= len(key) <= LONGEST_KEY:
        raise Malformed(reason=f"an Idempotency-Key has {least} to {LONGEST_KEY} characters")
    return key


def seat_of(grant: Grant, match: Match) -> Seat | None:
    """The seat that the caller holds in a match, if any."""
    if grant.match is not None:
        return grant.seat if grant.match == match.id and sits(grant, match) else None
    if grant.player is None:
        return None
    players = [sitter.player for sitter in match.sitters]
    return players.index(grant.player) if grant.player in players else None


def sits(grant: Grant, match: Match) -> bool:
    """Whether the seat still belongs to whom the token was given."""
    seat = grant.seat
    if seat is None or seat >= match.seats:
        return False
    return match.sitters[seat].player == grant.player


def seated(grant: Grant, match: Match) -> Seat:
    """The seat of who wants to play; raise ``Forbidden`` if he has none."""
    need(grant, "match:play")
    seat = seat_of(grant, match)
    if seat is None:
        raise Forbidden(match=match.id)
    return seat


def may_watch(grant: Grant, match: Match) -> Seat | None:
    """As what the caller may see a match: a seat, or a spectator (None).

    A tournament's board is only for who sits at the table: others still have to play its cards.
    """
    need(grant, "match:read")
    seat = seat_of(grant, match)
    if seat is None and match.offer.board is not None:
        raise Forbidden(match=match.id)
    return seat
