"""What all games with a deck share: cards come as the house has shuffled them, none added or lost.

``evolve`` asks here before it believes an event that hands cards out.
"""

from collections.abc import Iterable, Sequence

from events.facts import Held, Shuffled
from projections.game.contract import Deck


def is_owed(owed: Deck | None, shuffled: Shuffled) -> bool:
    """Whether this is the shuffle that the house owes, in whatever order the cards lie."""
    if owed is None or (shuffled.purpose, shuffled.cards.by) != (owed.purpose, "house"):
        return False
    return same(owed.cards, shuffled.cards.values)


def same(cards: Iterable[str], others: Iterable[str]) -> bool:
    """Whether these are the same cards, in whatever order."""
    return sorted(cards) == sorted(others)


def seated(hands: Sequence[Held], seats: int) -> bool:
    """Whether each seat holds one of the hands, in order."""
    return [hand.by for hand in hands] == list(range(seats))


def held(hands: Iterable[Held]) -> list[str]:
    """All cards of some hands."""
    return [card for hand in hands for card in hand.values]
