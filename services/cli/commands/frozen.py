"""``tapete frozen``: the matches that nobody goes on with, and how they are let go."""

from typing import Annotated

import typer

from services.archive.mover import recovered
from services.cli.terminal.arguments import Match
from services.cli.terminal.console import Voice
from services.cli.terminal.session import session
from services.heads.check import contradiction
from services.heads.signed import frozen, release
from services.wiring import Services


def show(ctx: typer.Context) -> None:
    voice: Voice = ctx.obj
    with session() as house:
        found = house.do(frozen(house.services.redis))
    for match, reason in sorted(found.items()):
        voice.write(match)
        voice.write(f"  {reason}")
    voice.tell("cli-frozen-count", "bad" if found else "good", count=len(found))


def let_go(
    ctx: typer.Context,
    match: Match,
    as_it_is: Annotated[bool, typer.Option("--as-it-is")] = False,
) -> None:
    voice: Voice = ctx.obj
    with session() as house:
        reason = house.do(against(house.services, match))
        if reason is not None and house.do(recovered(house.services, match)):
            voice.tell("cli-frozen-recovered", "good", match=match)
            reason = None
        if reason is not None and not as_it_is:
            voice.tell("cli-frozen-still", "bad", match=match, reason=reason)
            raise typer.Exit(1)
        if reason is not None:
            house.services.heads.outside.accept(match)
        known = house.do(release(house.services.redis, match))
    voice.tell("cli-frozen-released" if known else "cli-frozen-unknown", "good", match=match)


async def against(services: Services, match: str) -> str | None:
    """What still speaks against going on with a match."""
    head = services.heads.outside.head(match)
    return None if head is None else await contradiction(head, services.log)
