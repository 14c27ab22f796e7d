"""Events in words, in the reader's language, through the game's own texts."""

from collections.abc import Mapping
from typing import Any

import msgspec

from events.errors import Language
from events.facts import FACE_DOWN, Held
from projections.game import AnyGame, Text
from projections.views import Reader, shows

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
