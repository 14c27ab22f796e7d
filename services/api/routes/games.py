"""The catalogue: what can be played here, and what its moves and views look like."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, partial
from typing import Any

import msgspec
from litestar import get
from litestar.params import FromPath
from msgspec import _json_schema

from events.facts import Held
from projections.cards import packs
from projections.catalogue import catalogue, game_of
from projections.game.contract import AnyGame
from projections.game.views import hiding
from projections.language.catalogue import languages
from projections.language.text import Text
from services.api.http.responses import Answer
from services.api.schemas.games import GameInFull, GameShown, Texts

SHOWN_HELD = {
    "description": "Cards of one holder: open to him (values), face down to others (count).",
    "oneOf": [
        {
            "type": "object",
            "properties": {"by": {}, "values": {"type": "array", "items": {"type": "string"}}},
            "required": ["by", "values"],
        },
        {
            "type": "object",
            "properties": {"by": {}, "count": {"type": "integer", "minimum": 0}},
            "required": ["by", "count"],
        },
    ],
}
SENT_HELD = {
    "description": "Cards that only their holder may see; a single one may stand alone.",
    "oneOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}],
}
CACHED = {"Cache-Control": "public, max-age=300"}


@get("/v1/games", tags=["games"], summary="All games")
async def list_games() -> Answer[list[GameShown]]:
    """Every game of the house, with its name and summary in English and Spanish."""
    shown = [brief(name, game) for name, game in catalogue().items()]
    return Answer(shown, headers=dict(CACHED))


@get("/v1/games/{game:str}", tags=["games"], summary="One game in full")
async def show_game(game: FromPath[str]) -> Answer[GameInFull]:
    """A game's rules, its seats, and JSON schemas of options, moves, effects and view."""
    return Answer(in_full(game), headers=dict(CACHED))


@get(
    "/v1/decks/{digest:str}", tags=["games"], summary="A deck's file", media_type="application/json"
)
async def show_deck(digest: FromPath[str]) -> Answer[bytes]:
    """The file of a deck by the digest that a match's options name: the very bytes, for ever."""
    return Answer(packs.raw(digest), media_type="application/json", headers=dict(CACHED))


def brief(name: str, game: AnyGame) -> GameShown:
    texts = game.texts
    return GameShown(
        name, game.rules, shown(texts["name"]), shown(texts["summary"]), list(game.seats)
    )


@cache
def in_full(name: str) -> GameInFull:
    """Everything about a game; raise ``UnknownGame``."""
    game = game_of(name)
    phrases = {key: shown(text) for key, text in game.texts.items()}
    first, summary, text = (phrases.pop(key) for key in ("name", "summary", "rules"))
    return GameInFull(
        name,
        game.rules,
        first,
        summary,
        text,
        list(game.seats),
        phrases,
        schema(game.options, SHOWN_HELD),
        schema(game.move, SENT_HELD),
        schema(game.effect, SHOWN_HELD),
        schema(game.state, SHOWN_HELD),
    )


def schema(kind: Any, held: dict[str, Any]) -> dict[str, Any]:
    """The JSON schema of a type; ``held`` describes what may lie face down."""

    def hook(unknown: type) -> dict[str, Any]:
        if unknown is Held:
            return held
        raise NotImplementedError

    with defaults_face_down():
        return msgspec.json.schema(kind, schema_hook=hook)


@contextmanager
def defaults_face_down() -> Iterator[None]:
    """msgspec writes defaults into a schema without asking a hook; an empty Held is one."""
    writer: Any = _json_schema
    usual = writer.to_builtins
    writer.to_builtins = partial(usual, enc_hook=hiding(None))
    try:
        yield
    finally:
        writer.to_builtins = usual


def shown(text: Text) -> Texts:
    return Texts(**{language: text.get(language) for language in languages()})
