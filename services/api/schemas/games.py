"""The catalogue's games."""

from typing import Any

from msgspec import Struct


class Texts(Struct, frozen=True):
    en: str
    es: str


class GameShown(Struct, frozen=True):
    """A game of the catalogue."""

    game: str
    rules: int
    name: Texts
    summary: Texts
    seats: list[int]


class GameInFull(Struct, frozen=True):
    """A game with its rules as text, and JSON schemas of what is sent and seen."""

    game: str
    rules: int
    name: Texts
    summary: Texts
    text: Texts
    seats: list[int]
    phrases: dict[str, Texts]
    options: dict[str, Any]
    moves: dict[str, Any]
    effects: dict[str, Any]
    view: dict[str, Any]
