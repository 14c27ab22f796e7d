"""``tapete show``: a match as it is, or as it was at any version, told from its log."""

from datetime import UTC, datetime
from typing import Annotated

import typer

from events.errors import BadOptions, UnknownVersion
from projections.game.views import Reader
from projections.match.fold import Match
from projections.match.history import Step
from services.cli.commands.games import written
from services.cli.terminal import narration
from services.cli.terminal.arguments import Match as Id
from services.cli.terminal.console import Voice
from services.cli.terminal.session import session
from services.matches.frames import reader_of

LAST = 5
"""So many of the last entries are told, unless all are asked for."""


def show(
    ctx: typer.Context,
    match: Id,
    at: Annotated[int | None, typer.Option("--at")] = None,
    seat: Annotated[int | None, typer.Option("--seat", min=0)] = None,
    log: Annotated[bool, typer.Option("--log")] = False,
) -> None:
    voice: Voice = ctx.obj
    with session() as house:
        line = house.do(house.services.matches.cache.steps(match))
    now = line[-1].after
    version = now.version if at is None else at
    if not 1 <= version <= now.version:
        raise UnknownVersion(match=match, version=version, last=now.version)
    if seat is not None and seat >= now.seats:
        raise BadOptions(field="--seat", value=seat, allowed=list(range(now.seats)))
    then = line[version - 1].after
    heading(voice, then)
    seated(voice, then)
    reader = seat if seat is not None else reader_of(now, None)
    story(voice, line[:version], None if log else LAST, reader)
    voice.write(narration.drawn(then, seat, reader, voice.language))
    if then.over:
        narration.ending(voice, then)


def heading(voice: Voice, match: Match) -> None:
    title = match.game.texts["name"].get(voice.language)
    time = datetime.fromtimestamp(match.at / 1000, UTC).isoformat(" ", "seconds")
    voice.write(f"{title} · {match.id}", "head")
    phase = voice.say(f"cli-phase-{match.phase}")
    head = match.seal.hex()
    voice.tell("cli-show-state", phase=phase, version=match.version, time=time, head=head)
    usual = {name: value for name, value in match.offer.options.items() if name != "deck"}
    voice.write(", ".join(f"{name}={written(value)}" for name, value in usual.items()), "faint")


def seated(voice: Voice, match: Match) -> None:
    made = voice.table("cli-match-seat", "cli-match-player", "cli-show-note", numbers=(0,))
    for seat, sitter in enumerate(match.sitters):
        notes = [voice.say("cli-show-contributes")] * (sitter.commitment is not None)
        notes += [voice.say("cli-show-out")] * sitter.out
        notes += [voice.say("cli-show-acts")] * (seat in match.acting())
        made.add_row(str(seat), sitter.player or voice.say("cli-show-free"), ", ".join(notes))
    voice.show(made)
    voice.write()


def story(voice: Voice, line: list[Step], last: int | None, reader: Reader) -> None:
    """The entries in words, each under its version."""
    width = len(str(len(line)))
    for step in line if last is None else line[-last:]:
        said = narration.sentences(step, reader, voice.language)
        voice.write(f"{step.after.version:>{width}}  {' '.join(said)}")
    voice.write()
