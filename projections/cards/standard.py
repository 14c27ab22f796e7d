"""Standard playing cards: written rank + suit (``10D``), shown as ``10♦``, named in words."""

from events.errors import Language

SYMBOLS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
SUITS = {
    "en": {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"},
    "es": {"C": "tréboles", "D": "diamantes", "H": "corazones", "S": "picas"},
}
RANKS = {
    "en": {"A": "ace", "K": "king", "Q": "queen", "J": "jack"},
    "es": {"A": "as", "K": "rey", "Q": "dama", "J": "jota"},
}


def rank(card: str) -> str:
    return card[:-1]


def suit(card: str) -> str:
    return card[-1]


def name(card: str, language: Language) -> str:
    """A card in words: ``ace of spades``, ``as de picas``; anything else as it is written."""
    if card[-1:] not in SYMBOLS:
        return card
    of = "of" if language == "en" else "de"
    return f"{RANKS[language].get(rank(card), rank(card))} {of} {SUITS[language][suit(card)]}"


def symbol(card: str) -> str:
    """A card as players write it: ``10♦``."""
    return rank(card) + SYMBOLS[suit(card)] if card[-1:] in SYMBOLS else card
