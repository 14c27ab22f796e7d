"""``tapete keys``: the public signing keys, and a new one when it is time."""

import typer

from services.cli.terminal.console import Voice
from services.keys.signing import Keys, open_keys
from services.settings import Settings
from services.wiring import now_ms


def show(ctx: typer.Context) -> None:
    told(ctx.obj, opened(Settings.from_env()))


def rotate(ctx: typer.Context) -> None:
    voice: Voice = ctx.obj
    keys = opened(Settings.from_env())
    keys.rotate(now_ms())
    voice.tell("cli-keys-rotated", "good")
    told(voice, keys)


def opened(settings: Settings) -> Keys:
    """The keys of the data folder; the first one is made where there is none."""
    return open_keys(settings.data / "keys", now_ms())


def told(voice: Voice, keys: Keys) -> None:
    made = voice.table("cli-keys-id", "cli-keys-key", "cli-keys-state")
    for key in keys.public_keys():
        state = "cli-keys-signs" if key.retired is None else "cli-keys-retired"
        made.add_row(key.id, key.key, voice.say(state))
    voice.show(made)
