"""Events in words, in the reader's language, through the game's own texts."""

from collections.abc import Iterator
from typing import Any

import msgspec

from events.errors import Language
from events.facts import FACE_DOWN, Held, Seat
from projections.game.contract import AnyGame
from projections.game.views import EVERYTHING, Reader, shows
from projections.language.catalogue import Value, message
from projections.language.text import Message

FACTS = frozenset(
    {
        *("Opened", "Joined", "Left", "Locked", "Ready", "Shuffled", "Resigned", "Flagged"),
        *("Paused", "Resumed", "Rewound", "Adjudicated", "Aborted", "Closed"),
    }
)
"""What happens in any match: ``fact-NAME`` of the catalogues."""
LABELS = frozenset({"limit", "left", "resigned", "time", "adjudicated"})
"""Reasons and labels that are the match's own: ``label-NAME``."""
FREE = frozenset({"player", "reason"})
"""Fields that people fill: what stands in them is no card and no word of the game."""


def labelled(game: AnyGame, label: str, language: Language) -> str:
    """A result's label or a reason in words; as it is where nobody has words for it."""
    text = game.texts.get(label)
    return text.get(language) if text else own(label, language)


def own(label: str, language: Language) -> str:
    """A label or reason that is the match's own in words; another as it is."""
    return message(language, f"label-{label}") if label in LABELS else label


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
    spoken = {name: words.value(name, value) for name, value in fields.items()}
    name = type(event).__name__
    text = Message(f"fact-{name}") if name in FACTS else game.texts.get(name)
    if text is None:
        return " ".join([name, *filter(None, map(str, spoken.values()))])
    return " ".join(text.get(language, spoken).split()).replace(" .", ".")


class _Words:
    """How values are said to one reader of one game."""

    def __init__(self, game: AnyGame, reader: Reader, language: Language) -> None:
        self.game, self.reader, self.language = game, reader, language

    def value(self, name: str, value: Any) -> Value:
        """A field of a sentence: a number stays one, so that the words around it can agree."""
        return value if type(value) is int else self.say(name, value)

    def say(self, name: str, value: Any) -> str:
        """A field: flags by their name, cards in words, lists one by one, nothing as nothing."""
        if value is None or value is False:
            return ""
        if name in FREE:
            return own(str(value), self.language) if name == "reason" else str(value)
        if name == "game":
            return self.named("name")
        if value is True:
            return self.named(name) or message(self.language, "value-true")
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
        return message(self.language, "value-hidden", {"count": len(held)})
