"""``tapete token``: a token for an application or a player, shown once."""

from typing import Annotated, get_args

import typer

from events.errors import BadOptions
from services.cli.terminal.console import Voice
from services.cli.terminal.session import session
from services.identity.tokens import Grant, Scope
from services.wiring import now_ms

DAY_MS = 24 * 3600 * 1000


def token(
    ctx: typer.Context,
    scopes: Annotated[str, typer.Option("--scopes")],
    actor: Annotated[str, typer.Option("--actor")] = "operator",
    player: Annotated[str | None, typer.Option("--player")] = None,
    days: Annotated[int | None, typer.Option("--days", min=1)] = None,
) -> None:
    voice: Voice = ctx.obj
    expires = None if days is None else now_ms() + days * DAY_MS
    grant = Grant(checked(voice, actor), read(scopes), player=player, expires=expires)
    with session() as house:
        secret = house.services.house.token()
        house.do(house.services.tokens.give(secret, grant))
    voice.write(secret)
    voice.err.print(voice.say("cli-token-once"), style="faint", soft_wrap=True)


def read(written: str) -> tuple[Scope, ...]:
    """``match:create,match:read`` as scopes; raise ``BadOptions`` for what is none."""
    known: dict[str, Scope] = {scope: scope for scope in get_args(Scope)}
    asked = [each.strip() for each in written.split(",") if each.strip()]
    for each in asked:
        if each not in known:
            raise BadOptions(field="--scopes", value=each, allowed=list(known))
    return tuple(known[each] for each in asked)


def checked(voice: Voice, actor: str) -> str:
    """A name that is never mistaken for a seat's, a guest's or a user's of an application."""
    if not actor or actor == "anonymous" or "/" in actor or actor.startswith("seat-"):
        allowed = voice.say("cli-token-actor")
        raise BadOptions(field="--actor", value=actor, allowed=allowed)
    return actor
