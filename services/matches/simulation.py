"""Matches that bots play among themselves, without a record: to learn about a game, not to play it.

Everything follows from a seed: the same seed, options and bots give the same matches again.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from math import sqrt
from statistics import fmean, median
from typing import Any, NamedTuple

from events.facts import Held, Moved, Result, Seat, Shuffled
from projections.cards import fair_deal
from projections.game.contract import AnyGame, Dice
from projections.game.decide import happen, to_act
from projections.game.views import view

LONGEST = 20_000
"""So many moves, and a match is left as it is: some games need not end."""
Sides = tuple[tuple[Seat, ...], ...]


class Played(NamedTuple):
    """A match: its moves, its result (None if it was left), and the seat that moved first.

    ``first`` is None where all choose at the same time, always.
    """

    moves: int
    result: Result | None
    first: Seat | None


class Share(NamedTuple):
    """How often the first player's side won, of how many; between ``low`` and ``high`` (95 %)."""

    won: float
    of: int
    low: float
    high: float
    even: float

    @property
    def rate(self) -> float:
        return self.won / self.of


class Statistics(NamedTuple):
    """What many matches have in common; points and wins are by seat, a shared win is a part."""

    matches: int
    left: int
    moves: int
    shortest: int
    median: float
    mean: float
    longest: int
    points: tuple[float, ...]
    wins: tuple[float, ...]
    first: Share | None
    labels: dict[str, int]


def matches(
    game: AnyGame, options: Any, seats: int, seed: bytes, count: int, most: int = LONGEST
) -> Iterator[Played]:
    """So many matches, one after the other."""
    for number in range(count):
        key = sha256(seed + number.to_bytes(8)).digest()
        yield match(game, options, seats, key, most)


def match(game: AnyGame, options: Any, seats: int, key: bytes, most: int = LONGEST) -> Played:
    """One match, whose shuffles and bots follow from the key (32 bytes)."""
    throw = fair_deal.dice(sha256(b"bots" + key).digest())
    state, moves, shuffles = game.start(options, seats), 0, 0
    first, before = None, 0
    while (result := game.result(state)) is None and moves < most:
        cause: Moved[Any] | Shuffled
        if (deck := game.deck(state)) is not None:
            cards = fair_deal.deal(key, "simulation", shuffles, deck.purpose, deck.cards, ())
            cause, shuffles = Shuffled(deck.purpose, Held("house", cards)), shuffles + 1
        else:
            acting = to_act(game, state, seats)
            if first is None and len(acting) == 1 >= before:  # not the last of several choosers
                first = acting[0]
            before = len(acting)
            cause, moves = Moved(acting[0], chosen(game, state, acting[0], throw)), moves + 1
        state, _ = happen(game, state, cause)
    return Played(moves, result, first)


def chosen(game: AnyGame, state: Any, seat: Seat, dice: Dice) -> Any:
    """What the game's own bot plays from what its seat sees; without one, any legal move."""
    moves = game.moves(state, seat)
    if game.bot is None:
        return moves[dice(len(moves))]
    return game.bot(view(state, seat), seat, moves, dice)


# ---- Statistics ------------------------------------------------------------------------------


def summed_up(played: Sequence[Played], seats: int, sides: Sides) -> Statistics:
    """The statistics of at least one match."""
    lengths = sorted(one.moves for one in played)
    results = [one.result for one in played if one.result is not None]
    return Statistics(
        matches=len(played),
        left=len(played) - len(results),
        moves=sum(lengths),
        shortest=lengths[0],
        median=median(lengths),
        mean=fmean(lengths),
        longest=lengths[-1],
        points=average(result.scores for result in results),
        wins=average(won_by_seat(result, seats) for result in results),
        first=share_of_first(played, sides),
        labels=dict(Counter(result.label for result in results if result.label)),
    )


def average(rows: Iterable[Sequence[float]]) -> tuple[float, ...]:
    return tuple(map(fmean, zip(*rows, strict=True)))


def won_by_seat(result: Result, seats: int) -> list[float]:
    """1 shared among those who are first."""
    best = result.ranks.count(1)
    return [(result.ranks[seat] == 1) / best for seat in range(seats)]


def share_of_first(played: Sequence[Played], sides: Sides) -> Share | None:
    """The wins of the side that moved first; None where there is no first, or only one side."""
    if len(sides) < 2:
        return None
    won = [
        won_by_side(one.result, one.first, sides)
        for one in played
        if one.result is not None and one.first is not None
    ]
    return share(sum(won), len(won), 1 / len(sides)) if won else None


def won_by_side(result: Result, seat: Seat, sides: Sides) -> float:
    """The part of the win that the side of a seat has."""
    best = [side for side in sides if any(result.ranks[each] == 1 for each in side)]
    return (any(seat in side for side in best)) / len(best)


def share(won: float, of: int, even: float) -> Share:
    """A rate with its Wilson interval at 95 %."""
    z2 = 1.96**2
    middle = (won + z2 / 2) / (of + z2)
    spread = 1.96 * sqrt(won * (of - won) / of + z2 / 4) / (of + z2)
    return Share(won, of, max(0.0, middle - spread), min(1.0, middle + spread), even)
