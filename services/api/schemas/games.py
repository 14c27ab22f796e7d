"""The catalogue's games."""

from typing import TYPE_CHECKING, Any

from msgspec import Struct, defstruct

from projections.language.catalogue import languages

if TYPE_CHECKING:

    class Texts(Struct, frozen=True):
        """A text in every language that there is."""

        en: str
        es: str
else:
    Texts = defstruct("Texts", [(each, str) for each in languages()], frozen=True, module=__name__)


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
