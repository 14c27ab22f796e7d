"""What a table was worth to each of its entrants."""

from collections.abc import Sequence
from typing import Literal

import msgspec

from projections.tournaments.facts import Outcome, Table
from projections.tournaments.settings import TABLE, Byes, Points

Kind = Literal[
    "played",
    "pending",
    "forfeit_win",
    "forfeit_loss",
    "pairing",
    "requested",
    "absent",
    "sit_out",
    "late",
    "out",
    "waits",
]
"""How somebody spent a round."""


class Share(msgspec.Struct, frozen=True):
    """One side's part in a table: place (1 is best), points, own score and the others' gaps.

    ``won`` means first alone.
    """

    kind: Kind
    points: int
    rank: int = 0
    score: int = 0
    gain: int = 0
    won: bool = False


def shares(points: Points, byes: Byes, table: Table, outcome: Outcome) -> tuple[Share, ...]:
    """What each side gets, in order of the sides; boards are compared elsewhere."""
    missing = [any(who in outcome.absent for who in team) for team in table.teams]
    lost = Share("forfeit_loss", points.forfeit, rank=len(missing))
    if missing.count(False) == 1 and len(missing) > 1:
        won = Share("forfeit_win", _won(points, byes), rank=1, won=True)
        return tuple(lost if gone else won for gone in missing)
    ranks = _ranks(outcome, missing)
    return tuple(
        lost if gone else _share(points, outcome, ranks, side) for side, gone in enumerate(missing)
    )


def _ranks(outcome: Outcome, missing: Sequence[bool]) -> tuple[int, ...]:
    """Places among those who came; who did not come is behind them all."""
    given = outcome.ranks or (1,) * len(missing)
    here = [place for place, gone in zip(given, missing, strict=True) if not gone]
    return tuple(
        len(missing) if gone else 1 + sum(other < place for other in here)
        for place, gone in zip(given, missing, strict=True)
    )


def _share(points: Points, outcome: Outcome, ranks: tuple[int, ...], side: int) -> Share:
    score = outcome.scores[side] if outcome.scores else 0
    gain = sum(score - other for other in outcome.scores)
    won = ranks[side] == 1 and ranks.count(1) == 1
    return Share("played", _worth(points, ranks, side, score), ranks[side], score, gain, won)


def _won(points: Points, byes: Byes) -> int:
    """A table against nobody: as much as a win, where that is no fixed value as the bye."""
    if points.by == "result":
        return points.win
    return TABLE if points.by == "rank" else byes.pairing


def _worth(points: Points, ranks: tuple[int, ...], side: int, score: int) -> int:
    if points.by == "result":
        return _result(points, ranks, side)
    if points.by == "rank":
        return rank_points(ranks, side)
    return score if points.by == "score" else 0


def _result(points: Points, ranks: tuple[int, ...], side: int) -> int:
    if ranks[side] != min(ranks):
        return points.loss
    return points.win if ranks.count(ranks[side]) == 1 else points.draw


def rank_points(ranks: tuple[int, ...], side: int) -> int:
    """120 for beating all others, evenly down to 0; those who tie share."""
    own = ranks[side]
    behind = sum(other > own for other in ranks)
    level = ranks.count(own) - 1
    return TABLE * (2 * behind + level) // (2 * (len(ranks) - 1)) if len(ranks) > 1 else TABLE


def bye_points(byes: Byes, points: Points, kind: Kind) -> int:
    """What a round without a table is worth."""
    values = {
        "pairing": byes.pairing,
        "requested": byes.requested,
        "sit_out": byes.sit_out,
        "late": byes.late,
    }
    return values.get(kind, points.forfeit)
