"""Starters with adders: the first round of a Howell movement, from which all others are turned."""

from functools import cache

Base = tuple[int | None, int, int]
"""(north-south, east-west, board set), modulo the number of rounds; None keeps his place."""
PATIENCE = 200_000


@cache
def starter(rounds: int) -> tuple[Base, ...] | None:
    """For an odd number of rounds, or None where none exists (3 and 5) or none was found.

    The pairs' differences are all different, so everybody meets everybody; so are the board sets
    (nobody waits for one) and the numbers relative to the boards (nobody plays a board twice).
    """
    return _Search(rounds, strong=True).run() or _Search(rounds, strong=False).run()


class _Search:
    """Depth first: the pair of the smallest free number, then its boards.

    In a strong starter the board set is the pair's sum, which leaves far less to try.
    """

    def __init__(self, rounds: int, strong: bool) -> None:
        self.rounds = rounds
        self.strong = strong
        self.free = [True] * rounds
        self.gaps = {0}
        self.decks: set[int] = {0}
        self.places: set[int] = {0}
        self.found: list[Base] = [(None, 0, 0)]
        self.patience = PATIENCE

    def run(self) -> tuple[Base, ...] | None:
        self.free[0] = False
        return tuple(self.found) if self._fill() else None

    def _fill(self) -> bool:
        self.patience -= 1
        if True not in self.free:
            return True
        a = self.free.index(True)
        self.free[a] = False
        for b in range(a + 1, self.rounds):
            gap = min(b - a, self.rounds - b + a)
            if self.free[b] and gap not in self.gaps and self.patience > 0:
                self.free[b] = False
                self.gaps.add(gap)
                if self._board(a, b):
                    return True
                self.gaps.remove(gap)
                self.free[b] = True
        self.free[a] = True
        return False

    def _board(self, a: int, b: int) -> bool:
        decks = ((a + b) % self.rounds,) if self.strong else range(1, self.rounds)
        for deck in decks:
            places = {(a - deck) % self.rounds, (b - deck) % self.rounds}
            if deck in self.decks or self.places & places:
                continue
            self.decks.add(deck)
            self.places |= places
            self.found.append((a, b, deck))
            if self._fill():
                return True
            self.found.pop()
            self.places -= places
            self.decks.remove(deck)
        return False
