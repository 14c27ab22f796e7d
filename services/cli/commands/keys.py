"""``tapete keys``: the public signing keys, and a new one when it is time."""

import typer

from services.cli.terminal.console import Voice, table
from services.keys.signing import Keys, open_keys
from services.settings import Settings
from services.wiring import now_ms


def add(app: typer.Typer) -> None:
    keys = typer.Typer(no_args_is_help=True)
    keys.command("list")(show)
    keys.command("rotate")(rotate)
    app.add_typer(keys, name="keys")


def show(ctx: typer.Context) -> None:
    told(ctx.obj, opened())


def rotate(ctx: typer.Context) -> None:
    voice: Voice = ctx.obj
    keys = opened()
    keys.rotate(now_ms())
    voice.tell("keys.rotated", "good")
    told(voice, keys)


def opened() -> Keys:
    return open_keys(Settings.from_env().data / "keys", now_ms())


def told(voice: Voice, keys: Keys) -> None:
    made = table(*map(voice.say, ("keys.id", "keys.key", "keys.state")))
    for key in keys.public_keys():
        state = "keys.signs" if key.retired is None else "keys.retired"
        made.add_row(key.id, key.key, voice.say(state))
    voice.show(made)
