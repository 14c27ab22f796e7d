"""``tapete archive``: finished matches leave Redis now, by hand or again and again."""

import time
from typing import Annotated

import typer

from events.errors import Corrupt, Malformed
from services.archive.mover import NotYet, finished
from services.archive.mover import archive as archived
from services.cli.terminal.console import Voice
from services.cli.terminal.session import Session, session


def add(app: typer.Typer) -> None:
    app.command("archive")(archive)


def archive(
    ctx: typer.Context,
    match: Annotated[str | None, typer.Argument(metavar="MATCH")] = None,
    every: Annotated[bool, typer.Option("--all")] = False,
    again: Annotated[int | None, typer.Option("--again", metavar="SECONDS", min=1)] = None,
) -> None:
    voice: Voice = ctx.obj
    if (match is None) != every:
        raise Malformed(reason=voice.say("audit.one_or_all"))
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
            voice.tell("archive.done" if done else "archive.before", "good", match=name)
    return good
