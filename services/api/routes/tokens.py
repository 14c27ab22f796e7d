"""Tokens and tickets: given, and taken back."""

from litestar import delete, post
from litestar.params import JSONBody

from events.errors import Forbidden, Unauthorized
from services.api.http.asked import AnyRequest, Wired
from services.api.http.auth import Who
from services.api.http.idempotency import Idempotency
from services.api.http.responses import Answer
from services.api.schemas.tokens import NewToken, OldToken, TicketShown, TokenShown
from services.identity.tickets import SECONDS, Ticket, Tickets
from services.identity.tokens import Grant, need
from services.wiring import now_ms


@post("/v1/tokens", tags=["tokens"], summary="Make a token")
async def give_token(services: Wired, caller: Who, data: JSONBody[NewToken]) -> Answer[TokenShown]:
    """Make a token for an application or a player; it is shown this once."""
    need(caller.grant, "admin")
    ask = caller.ask("tokens", data)
    if data.actor == "anonymous" or ":" in data.actor or data.actor.startswith("seat-"):
        raise Forbidden(actor=data.actor)
    await Idempotency(services.redis).name(ask, "")
    token = services.keys.token(services.commands.id("", ask))
    grant = Grant(data.actor, data.scopes, player=data.player, expires=data.expires)
    await services.tokens.give(token, grant)
    return Answer(TokenShown(token, data.actor, list(data.scopes), data.expires), status_code=201)


@delete("/v1/tokens", tags=["tokens"], summary="Revoke a token", status_code=204)
async def revoke_token(
    request: AnyRequest, services: Wired, caller: Who, data: JSONBody[OldToken | None] = None
) -> None:
    """Revoke the token that this request comes with, or, as an admin, the one in the body."""
    own = request.headers.get("authorization", "").partition(" ")[2].strip()
    if data is not None and data.token != own:
        need(caller.grant, "admin")
    token = own if data is None else data.token
    if not token:
        raise Unauthorized()
    await services.tokens.revoke(token)


@post("/v1/tickets", tags=["tokens"], summary="Get a ticket for a stream")
async def give_ticket(services: Wired, caller: Who) -> Answer[TicketShown]:
    """A ticket that opens one stream as the caller, for half a minute: ``?ticket=``."""
    ask = caller.ask("tickets")
    expires, again = await Idempotency(services.redis).name(ask, str(now_ms() + SECONDS * 1000))
    ticket = services.keys.token(services.commands.id("", ask))
    if not again:
        await Tickets(services.redis).give(ticket, Ticket(caller.grant, caller.token))
    return Answer(TicketShown(ticket, int(expires)), status_code=201)
