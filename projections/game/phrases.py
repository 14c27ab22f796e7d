"""Events in words, in the reader's language, through the game's own texts."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from events.errors import Language
from events.facts import FACE_DOWN, Held, Seat
from projections.game.contract import AnyGame
from projections.game.views import EVERYTHING, Reader, shows
from projections.language.text import Text

FACTS: Mapping[str, Text] = {
    "Opened": Text("A match of {game} is offered.", "Se ofrece una partida de {game}."),
    "Joined": Text("Seat {seat}: {player}.", "Asiento {seat}: {player}."),
    "Left": Text("Seat {seat} leaves.", "El asiento {seat} se va."),
    "Locked": Text("All seats are taken.", "Todos los asientos están ocupados."),
    "Ready": Text("Seat {seat} is ready.", "El asiento {seat} está listo."),
    "Shuffled": Text("The house shuffles.", "La casa baraja."),
    "Resigned": Text("Seat {seat} resigns.", "El asiento {seat} abandona."),
    "Flagged": Text("The time of seat {seat} is up.", "Al asiento {seat} se le acabó el tiempo."),
    "Paused": Text("The match is paused: {reason}", "La partida se detiene: {reason}"),
    "Resumed": Text("The match goes on: {reason}", "La partida sigue: {reason}"),
    "Rewound": Text("Back to version {to}: {reason}", "Se vuelve a la versión {to}: {reason}"),
    "Adjudicated": Text("The judge decides: {reason}", "El juez decide: {reason}"),
    "Aborted": Text("The match is aborted: {reason}", "La partida se suspende: {reason}"),
    "Closed": Text("The match is over.", "La partida ha terminado."),
}
WORDS: Mapping[str, Text] = {
    "limit": Text("the limit of moves is reached", "se alcanzó el límite de jugadas"),
    "left": Text("a seat has left", "un asiento se ha ido"),
    "resigned": Text("by resignation", "por abandono"),
    "time": Text("on time", "por tiempo"),
    "adjudicated": Text("by the judge's decision", "por decisión del juez"),
}
"""Reasons and labels that are the match's own."""
FREE = frozenset({"player", "reason"})
"""Fields that people fill: what stands in them is no card and no word of the game."""


def labelled(game: AnyGame, label: str, language: Language) -> str:
    """A result's label or a reason in words; as it is where nobody has words for it."""
    text = game.texts.get(label) or WORDS.get(label)
    return text.get(language) if text else label


def unveiled(game: AnyGame, event: Any, language: Language) -> list[tuple[Seat, str]]:
    """What an event has hidden, in words, seat by seat; the house's pack is left out."""
    words = _Words(game, EVERYTHING, language)
    return [(held.by, words.held(held)) for held in helds(event) if held.by != "house" and held]


def helds(thing: Any) -> Iterator[Held]:
    """Every Held in an event."""
    if isinstance(thing, Held):
        yield thing
    elif isinstance(thing, msgspec.Struct):
        yield from helds(tuple(getattr(thing, name) for name in thing.__struct_fields__))
    elif isinstance(thing, tuple | list):
        for one in thing:
            yield from helds(one)


def phrase(game: AnyGame, event: Any, seat: int | None, reader: Reader, language: Language) -> str:
    """A move, effect or fact in a sentence; ``seat`` is who moves, where the event doesn't say."""
    words = _Words(game, reader, language)
    fields = {name: getattr(event, name) for name in event.__struct_fields__}
    if seat is not None:
        fields.setdefault("seat", seat)
    spoken = _Spoken({name: words.say(name, value) for name, value in fields.items()})
    texts = FACTS.get(type(event).__name__) or game.texts.get(type(event).__name__)
    if texts is None:
        return " ".join([type(event).__name__, *filter(None, spoken.values())])
    return " ".join(texts.get(language).format_map(spoken).split()).replace(" .", ".")


class _Spoken(dict[str, str]):
    """A brace that no field fills stays empty."""

    def __missing__(self, name: str) -> str:
        return ""


class _Words:
    """How values are said to one reader of one game."""

    def __init__(self, game: AnyGame, reader: Reader, language: Language) -> None:
        self.game, self.reader, self.language = game, reader, language

    def say(self, name: str, value: Any) -> str:
        """A field: flags by their name, cards in words, lists one by one, nothing as nothing."""
        if value is None or value is False:
            return ""
        if name in FREE:
            text = WORDS.get(str(value)) if name == "reason" else None
            return text.get(self.language) if text else str(value)
        if name == "game":
            return self.named("name")
        if value is True:
            return self.named(name) or ("yes" if self.language == "en" else "sí")
        if isinstance(value, Held):
            return self.held(value)
        if isinstance(value, str):
            return self.named(value) or self.game.card(value, self.language)
        if isinstance(value, tuple | list):
            return ", ".join(filter(None, (self.say(name, one) for one in value)))
        if isinstance(value, msgspec.Struct):
            return self.say(name, tuple(getattr(value, field) for field in value.__struct_fields__))
        return str(value)

    def named(self, word: str) -> str:
        text = self.game.texts.get(word)
        return text.get(self.language) if text else ""

    def held(self, held: Held) -> str:
        """The cards for who may see them; for everybody else how many there are."""
        if shows(held, self.reader) and FACE_DOWN not in held.values:
            return self.say("", held.values)
        if self.language == "en":
            return "a card" if len(held) == 1 else f"{len(held)} cards"
        return "una carta" if len(held) == 1 else f"{len(held)} cartas"
