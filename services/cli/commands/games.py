"""``tapete games``: what can be played, and with which options."""

from typing import Annotated, Any

import msgspec
import typer

from events.errors import Language
from projections.catalogue import catalogue, game_of
from projections.game.contract import AnyGame
from projections.game.options import allowed
from services.cli.terminal.console import Voice

NO_TEXT = "—"
KINDS = {"a whole number": "cli-games-whole", "a list": "cli-games-list", "str": "cli-games-text"}


def games(ctx: typer.Context, game: Annotated[str | None, typer.Argument()] = None) -> None:
    voice: Voice = ctx.obj
    if game is None:
        show_all(voice)
    else:
        show_one(voice, game, game_of(game))


def show_all(voice: Voice) -> None:
    """A line a game: who may sit, its editions, its options."""
    made = voice.table(
        "cli-games-game",
        "cli-games-name",
        "cli-games-seats",
        "cli-games-editions",
        "cli-games-options",
    )
    for name, game in catalogue().items():
        title = game.texts["name"].get(voice.language)
        options = ", ".join(field for field in fields(game) if field not in ("edition", "deck"))
        made.add_row(name, title, seats(game), ", ".join(editions(game)) or NO_TEXT, options)
    voice.show(made)
    voice.tell("cli-games-more", "faint")


def show_one(voice: Voice, name: str, game: AnyGame) -> None:
    """A game's summary, its options one by one, and its rules."""
    texts, language = game.texts, voice.language
    voice.write(
        f"{texts['name'].get(language)} ({name}) · {voice.say('cli-games-seats')}: {seats(game)}",
        "head",
    )
    voice.write(texts["summary"].get(language))
    voice.write()
    made = voice.table(
        "cli-games-option", "cli-games-default", "cli-games-allowed", "cli-games-meaning"
    )
    for field, (kind, default) in fields(game).items():
        made.add_row(field, written(default), admitted(voice, kind), meaning(game, field, language))
    voice.show(made)
    voice.write()
    voice.page(texts["rules"].get(language).strip())


def fields(game: AnyGame) -> dict[str, tuple[Any, Any]]:
    """Each option's type and default."""
    found = msgspec.structs.fields(game.options)
    return {field.name: (field.type, field.default) for field in found}


def admitted(voice: Voice, kind: Any) -> str:
    """What an option may be; a kind of value in words, the rest as it is given."""
    words = allowed(kind)
    return ", ".join(voice.say(KINDS[word]) if word in KINDS else word for word in words)


def editions(game: AnyGame) -> list[str]:
    kind = fields(game).get("edition")
    return [] if kind is None else allowed(kind[0])


def seats(game: AnyGame) -> str:
    first, last = game.seats[0], game.seats[-1]
    return str(first) if first == last else f"{first}–{last}"


def meaning(game: AnyGame, option: str, language: Language) -> str:
    text = game.texts.get(f"option.{option}")
    return text.get(language) if text else NO_TEXT


def written(value: Any) -> str:
    """A default as it would be given."""
    return msgspec.json.encode(value).decode().strip('"') or '""'
