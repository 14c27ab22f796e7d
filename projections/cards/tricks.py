"""What all trick-taking games share: follow suit if you can, the highest card takes."""

from collections.abc import Callable, Sequence

from events.facts import Seat


def following(hand: Sequence[str], led: str | None, suit: Callable[[str], str]) -> tuple[str, ...]:
    """The cards of a hand that may be played to the suit led (None: lead anything)."""
    same = tuple(card for card in hand if suit(card) == led)
    return same or tuple(hand)


def winner(
    cards: Sequence[str], strength: Callable[[str, str], int], suit: Callable[[str], str]
) -> int:
    """Which card of a trick takes it, counted from the leader's.

    ``strength(card, led)`` says how strong a card is when that suit was led; the greatest wins.
    """
    led = suit(cards[0])
    return max(range(len(cards)), key=lambda place: strength(cards[place], led))


def seat_after(seat: Seat, steps: int, seats: int) -> Seat:
    """The seat so many places clockwise."""
    return (seat + steps) % seats
