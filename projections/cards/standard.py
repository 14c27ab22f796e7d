"""Standard playing cards: written rank + suit (``10D``), shown as ``10♦``, named in words."""

from events.errors import Language
from projections.language.catalogue import message

SYMBOLS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
NAMED = frozenset("AKQJ")
"""The ranks that have a name; the others are numbers."""


def rank(card: str) -> str:
    return card[:-1]


def suit(card: str) -> str:
    return card[-1]


def name(card: str, language: Language) -> str:
    """A card in words: ``ace of spades``, ``as de picas``; anything else as it is written."""
    if card[-1:] not in SYMBOLS:
        return card
    of, high = message(language, f"card-suit-{suit(card)}"), rank(card)
    high = message(language, f"card-rank-{high}") if high in NAMED else high
    return message(language, "card-standard", {"rank": high, "suit": of})


def symbol(card: str) -> str:
    """A card as players write it: ``10♦``."""
    return rank(card) + SYMBOLS[suit(card)] if card[-1:] in SYMBOLS else card
