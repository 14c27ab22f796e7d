"""``tapete export``: a match to take away, as a file that proves itself or to be read."""

from typing import Annotated, Literal

import typer

from services.cli.terminal.arguments import Match, Output
from services.cli.terminal.console import Voice
from services.cli.terminal.session import Session, session
from services.exports.files import export as exported
from services.exports.files import readable

Format = Literal["file", "ndjson", "text"]


def export(
    ctx: typer.Context,
    match: Match,
    output: Output,
    form: Annotated[Format, typer.Option("--format", metavar="file|ndjson|text")] = "file",
) -> None:
    voice: Voice = ctx.obj
    with session() as house:
        raw = written(house, match, form, voice)
    output.write_bytes(raw)
    voice.tell("cli-export-done", "good", match=match, output=output, bytes=len(raw))


def written(house: Session, match: str, form: Format, voice: Voice) -> bytes:
    if form == "file":
        return house.do(exported(house.services, match))
    language = voice.language if form == "text" else None
    return house.do(readable(house.services, match, language))
