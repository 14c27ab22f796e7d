"""A text in every language that people read: of the catalogue, or written where it is used."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple, Protocol

from events.errors import Language
from projections.language import catalogue
from projections.language.catalogue import DEFAULT, Value


class Text(Protocol):
    """What is read in any language."""

    def get(self, language: Language, values: Mapping[str, Value] | None = None) -> str:
        """The text, filled in; a value that isn't there is nothing. None: as ``{name}``."""


class Written:
    """A text beside the code: ``Written(en="Seat {seat} bows.", es=…)``; English where it lacks."""

    def __init__(self, en: str, **others: str) -> None:
        self.sentences = {DEFAULT: en, **others}

    def get(self, language: Language, values: Mapping[str, Value] | None = None) -> str:
        sentence = self.sentences.get(language, self.sentences[DEFAULT])
        return sentence if values is None else sentence.format_map(_Filled(values))


class _Filled(dict[str, Value]):
    def __missing__(self, name: str) -> str:
        return ""


class Message(NamedTuple):
    """A text of the catalogue, by its id."""

    id: str

    def get(self, language: Language, values: Mapping[str, Value] | None = None) -> str:
        if values is None:
            return catalogue.template(language, self.id)
        empty = dict.fromkeys(catalogue.fields(language, self.id), "")
        return catalogue.message(language, self.id, empty | dict(values))


class Page(NamedTuple):
    """The rules of a game."""

    game: str

    def get(self, language: Language, values: Mapping[str, Value] | None = None) -> str:
        return catalogue.rules_page(language, self.game) or ""


class Texts(Mapping[str, Text]):
    """The texts of a game in the catalogue, by what they say: messages ``GAME-WORD``, and its
    ``rules``. A word's ``.`` is ``-`` in the id: ``option.low`` is ``GAME-option-low``."""

    def __init__(self, game: str) -> None:
        self.game = game

    def __getitem__(self, word: str) -> Text:
        if word == "rules":
            return Page(self.game)
        id = f"{self.game}-{word.replace('.', '-')}"
        if "-" in word or not catalogue.has(DEFAULT, id):
            raise KeyError(word)
        return Message(id)

    def __iter__(self) -> Iterator[str]:
        prefix = f"{self.game}-"
        words = (id.removeprefix(prefix) for id in catalogue.ids(DEFAULT, prefix))
        yield from (*(word.replace("-", ".") for word in words), "rules")

    def __len__(self) -> int:
        return sum(1 for _ in self)
