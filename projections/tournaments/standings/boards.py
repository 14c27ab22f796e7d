"""The same deal at several tables: what each side's score was worth against the others'."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable

import msgspec

from projections.tournaments.facts import BoardScore

IMP_STEPS = (
    *(20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600),
    *(750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000),
)
"""From these differences on a swing is worth 1, 2, … 24 international match points."""


class Line(msgspec.Struct, frozen=True):
    """One side's result on one board; ``top`` is the most matchpoints it could have had."""

    board: int
    round: int
    table: int
    side: int
    score: int
    matchpoints: int
    top: int
    imps: int


def imps(difference: int) -> int:
    """International match points of a difference in score."""
    swing = bisect_right(IMP_STEPS, abs(difference))
    return swing if difference >= 0 else -swing


Played = tuple[int, int, BoardScore]
"""(round, table, what was scored)."""


def lines(played: Iterable[Played], lower_is_better: bool = False) -> tuple[Line, ...]:
    """Compare every side with the same side at the other tables that played the board.

    Two matchpoints for each beaten, one for each equal; IMPs are summed over the others.
    """
    groups: dict[tuple[int, int], list[tuple[int, int, int]]] = defaultdict(list)
    for round, table, what in played:
        for side, score in enumerate(what.scores):
            groups[what.board, side].append((round, table, score))
    sign = -1 if lower_is_better else 1
    return tuple(
        _line(board, side, one, [other[2] for other in group if other is not one], sign)
        for (board, side), group in sorted(groups.items())
        for one in group
    )


def _line(board: int, side: int, one: tuple[int, int, int], others: list[int], sign: int) -> Line:
    round, table, score = one
    gaps = [sign * (score - other) for other in others]
    points = sum(2 if gap > 0 else 1 if gap == 0 else 0 for gap in gaps)
    return Line(board, round, table, side, score, points, 2 * len(others), sum(map(imps, gaps)))
