"""``tapete archive``: finished matches leave Redis now, by hand or again and again."""

import time
from typing import Annotated

import typer

from events.errors import Corrupt
from services.archive.mover import NotYet, finished
from services.archive.mover import archive as archived
from services.cli.terminal.arguments import All, MatchOrAll, one_or_all
from services.cli.terminal.console import Voice
from services.cli.terminal.session import Session, session


def archive(
    ctx: typer.Context,
    match: MatchOrAll = None,
    every: All = False,
    again: Annotated[int | None, typer.Option("--again", min=1)] = None,
) -> None:
    voice: Voice = ctx.obj
    one_or_all(voice, match, every)
    with session() as house:
        good = moved(voice, house, match)
        while again is not None:
            time.sleep(again)
            moved(voice, house, match)
    raise typer.Exit(0 if good else 1)


def moved(voice: Voice, house: Session, match: str | None) -> bool:
    """Archive a match, or all that are over; whether nothing went wrong."""
    good = True
    names = house.do(finished(house.services)) if match is None else [match]
    for name in names:
        try:
            done = house.do(archived(house.services, name))
        except (NotYet, Corrupt) as error:
            good = good and match is None and isinstance(error, NotYet)
            voice.complain(error)
        else:
            voice.tell("cli-archive-done" if done else "cli-archive-before", "good", match=name)
    return good
