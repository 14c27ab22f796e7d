"""``tapete checkpoint``: the signed note over all finished matches, and a check of an older one."""

from pathlib import Path
from typing import Annotated

import typer

from services.cli.terminal.console import Voice
from services.heads import checkpoints
from services.heads.journal import Outside
from services.keys.signing import open_keys
from services.settings import Settings
from services.wiring import now_ms


def add(app: typer.Typer) -> None:
    app.command("checkpoint")(checkpoint)


def checkpoint(
    ctx: typer.Context,
    since: Annotated[Path | None, typer.Option("--since", metavar="FILE")] = None,
) -> None:
    voice: Voice = ctx.obj
    settings = Settings.from_env()
    keys = open_keys(settings.data / "keys", now_ms())
    outside = Outside(settings.data / "heads")
    try:
        voice.write(checkpoints.checkpoint(outside, keys).rstrip("\n"))
        if since is not None:
            good = checkpoints.continues(outside, keys, since.read_text("utf-8"))
            voice.tell("checkpoint.continues" if good else "checkpoint.broken", style(good))
            raise typer.Exit(0 if good else 1)
    finally:
        outside.close()


def style(good: bool) -> str:
    return "good" if good else "bad"
