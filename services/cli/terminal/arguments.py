"""What is asked for on the command line, read: a game, its options, its seats."""

import shutil
import sys
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from events.errors import BadOptions, Malformed
from projections.catalogue import game_of
from projections.game.contract import AnyGame
from projections.game.options import pinned
from services.cli.terminal.console import Voice

Game = Annotated[str, typer.Option("--game", "-g")]
Options = Annotated[list[str], typer.Option("--options", "-o")]
Think = Annotated[float, typer.Option("--think", min=0.0, max=60.0)]
Match = Annotated[str, typer.Argument()]
MatchOrAll = Annotated[str | None, typer.Argument()]
All = Annotated[bool, typer.Option("--all")]
Output = Annotated[Path, typer.Option("--output", "-o")]
OutputIfAny = Annotated[Path | None, typer.Option("--output", "-o")]
Rounds = Annotated[int | None, typer.Option("--rounds", "-r", min=1, max=200)]
Seats = Annotated[int | None, typer.Option("--seats", "-s", min=1, max=64)]


def one_or_all(voice: Voice, match: str | None, every: bool) -> None:
    """Refuse it where both a match and all of them are asked for, or neither."""
    if (match is None) != every:
        raise Malformed(reason=voice.say("cli-audit-one-or-all"))


def options_of(voice: Voice, written: list[str]) -> dict[str, Any]:
    """``edition=premium,target=31`` as data: values are JSON, or else words."""
    return dict(pair(voice, each) for text in written for each in parts(text))


def parts(text: str) -> list[str]:
    """Cut at the commas that stand outside of brackets."""
    found, depth = [""], 0
    for char in text:
        depth += (char in "[{") - (char in "]}")
        if char == "," and depth == 0:
            found.append("")
        else:
            found[-1] += char
    return [each.strip() for each in found if each.strip()]


def pair(voice: Voice, text: str) -> tuple[str, Any]:
    name, sign, value = text.partition("=")
    if not sign or not name.strip():
        raise Malformed(reason=voice.say("cli-usage-name-value", written=text))
    return name.strip(), value_of(value.strip())


def value_of(text: str) -> Any:
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return text


def seats_of(game: AnyGame, asked: int | None) -> int:
    """How many sit: as asked, else as few as can."""
    seats = game.seats[0] if asked is None else asked
    if seats not in game.seats:
        raise BadOptions(field="seats", value=seats, allowed=list(game.seats))
    return seats


def wanted(
    voice: Voice, game: str, options: list[str], seats: int | None
) -> tuple[AnyGame, Any, int]:
    """The game, its options (the deck pinned) and its seats; refuses what can't be played."""
    rules = game_of(game)
    agreed, sitting = pinned(rules, options_of(voice, options)), seats_of(rules, seats)
    rules.start(agreed, sitting)
    return rules, agreed, sitting


def program() -> str:
    """How this program is called from where we are."""
    called = Path(sys.argv[0])
    return str(called) if called.name == "tapete" and not shutil.which("tapete") else "tapete"
