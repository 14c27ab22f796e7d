"""A movement: who meets whom on which boards, for all rounds of a duplicate event."""

import msgspec


class Hand(msgspec.Struct, frozen=True):
    """At this table in this round ``ns`` plays ``ew`` on these boards; all numbers from 1."""

    table: int
    round: int
    ns: int
    ew: int
    boards: tuple[int, ...]


class Movement(msgspec.Struct, frozen=True):
    """A movement of ``teams`` pairs."""

    name: str
    teams: int
    hands: tuple[Hand, ...]
    description: str = ""

    @property
    def rounds(self) -> int:
        return max((hand.round for hand in self.hands), default=0)

    def round(self, number: int) -> tuple[Hand, ...]:
        """The tables of a round (from 1), by table."""
        hands = (hand for hand in self.hands if hand.round == number)
        return tuple(sorted(hands, key=lambda hand: hand.table))
