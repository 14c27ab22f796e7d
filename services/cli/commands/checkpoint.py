"""``tapete checkpoint``: the signed note over all finished matches, and a check of an older one."""

from pathlib import Path
from typing import Annotated

import typer

from services.cli.commands.keys import opened
from services.cli.terminal.console import Voice
from services.heads import checkpoints
from services.heads.journal import Outside
from services.settings import Settings


def checkpoint(
    ctx: typer.Context,
    since: Annotated[Path | None, typer.Option("--since")] = None,
) -> None:
    voice: Voice = ctx.obj
    settings = Settings.from_env()
    keys = opened(settings)
    outside = Outside(settings.data / "heads")
    try:
        voice.write(checkpoints.checkpoint(outside, keys).rstrip("\n"))
        if since is not None:
            good = checkpoints.continues(outside, keys, since.read_text("utf-8"))
            if not good:
                voice.tell("cli-checkpoint-broken", "bad")
                raise typer.Exit(1)
            voice.tell("cli-checkpoint-continues", "good")
    finally:
        outside.close()
