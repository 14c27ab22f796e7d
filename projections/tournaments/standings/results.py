"""From a match's result by seat to a table's outcome by side."""

from collections.abc import Sequence
from typing import NamedTuple

from events.facts import Result
from projections.tournaments.facts import BoardScore, Outcome, Table

Sides = Sequence[Sequence[int]]


class Ended(NamedTuple):
    """How the match of a table, or of one of its boards (0: none), ended."""

    board: int
    result: Result


def outcome_of(
    table: Table, sides: Sides, ended: Sequence[Ended], lower_is_better: bool = False
) -> Outcome:
    """What a table's matches mean for it; ``sides`` are the seats that the game lets play together.

    Who resigned or ran out of time in a match that counts points has forfeited it.
    """
    if len(ended) == 1 and not table.boards:
        result = ended[0].result
        scores = _scores(table, sides, result) if result.scores else ()
        return Outcome(_ranks(table, result), scores)
    if any(not one.result.scores for one in ended):
        return Outcome(absent=_losers(table, ended))
    boards = tuple(BoardScore(one.board, _scores(table, sides, one.result)) for one in ended)
    totals = tuple(map(sum, zip(*(one.scores for one in boards), strict=True)))
    sign = -1 if lower_is_better else 1
    return Outcome(_places([-sign * total for total in totals]), totals, boards)


def side_at(table: Table, seat: int) -> int:
    """The side of who sits at a seat of the match: entrants come round again as often as needed."""
    return table.sides[seat % len(table.seats)]


def _scores(table: Table, sides: Sides, result: Result) -> tuple[int, ...]:
    """Each side's points; partners in the game have one score between them."""
    totals = [0] * len(set(table.sides))
    for partners in sides:
        totals[side_at(table, partners[0])] += result.scores[partners[0]]
    return tuple(totals)


def _ranks(table: Table, result: Result) -> tuple[int, ...]:
    """The places of the sides, as in sports: a side is as good as its best seat."""
    best = [len(result.ranks) + 1] * len(set(table.sides))
    for seat, rank in enumerate(result.ranks):
        side = side_at(table, seat)
        best[side] = min(best[side], rank)
    return _places(best)


def _places(keys: Sequence[int]) -> tuple[int, ...]:
    return tuple(1 + sum(other < own for other in keys) for own in keys)


def _losers(table: Table, ended: Sequence[Ended]) -> tuple[str, ...]:
    """Everybody on a side that gave a match up."""
    lost = {
        side
        for one in ended
        if not one.result.scores
        for side, rank in enumerate(_ranks(table, one.result))
        if rank > 1
    }
    return tuple(id for id, side in zip(table.seats, table.sides, strict=True) if side in lost)
