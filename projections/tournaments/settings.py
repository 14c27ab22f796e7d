"""How a tournament is played: format, rounds, points, tie-breaks, byes."""

from typing import Any, Literal

import msgspec

from projections.tournaments.movement import Movement

Format = Literal[
    "round_robin",
    "swiss",
    "dutch",
    "tables",
    "whist",
    "single_elimination",
    "double_elimination",
    "duplicate",
    "arena",
]
Scoring = Literal["result", "rank", "score", "matchpoints", "imp"]
ELIMINATION = ("single_elimination", "double_elimination")
FIXED = ("round_robin", "whist", *ELIMINATION)
"""Formats whose whole plan follows from the field when registration closes."""
TABLE = 120
"""Rank points of the winner of a table of any size; the last one gets none."""


class Points(msgspec.Struct, frozen=True):
    """What is counted.

    ``result``: win, draw and loss. ``rank``: 120 for the first of a table, 0 for the last, evenly
    between, ties shared. ``score``: the game's own points. ``matchpoints`` and ``imp``: the same
    boards compared between tables. ``forfeit`` is what a table or round is worth to somebody who
    missed it. ``lower_is_better`` says so of the game's own points; the others are always better
    the more there are.
    """

    by: Scoring = "result"
    win: int = 2
    draw: int = 1
    loss: int = 0
    forfeit: int = 0
    lower_is_better: bool = False

    @property
    def own_sign(self) -> int:
        """-1 where less of the game's own points is better."""
        return -1 if self.lower_is_better else 1

    @property
    def sign(self) -> int:
        """-1 where less of what is counted is better."""
        return self.own_sign if self.by == "score" else 1


class Byes(msgspec.Struct, frozen=True):
    """What a round without a game is worth: stated beforehand, never more by leaving.

    ``pairing`` is the bye of an odd field (at most one each), ``requested`` one asked for before
    the round was paired (at most ``allowed``, never in the last round), ``sit_out`` what a
    movement gives to those it leaves out, ``late`` each round before a late entrant came. Rounds
    missed after a withdrawal are worth nothing.
    """

    pairing: int = 2
    requested: int = 1
    sit_out: int = 0
    late: int = 0
    allowed: int = 1


class Settings(msgspec.Struct, frozen=True):
    """The announcement of a tournament.

    ``options`` and ``clock`` belong to the game and the tables and are only carried.
    ``members`` is how many people one entrant is: 2 for partners entered as a pair.
    ``sizes`` are the table sizes in entrants, the preferred one first.
    ``movement`` (duplicate): howell, mitchell, given (by ``plan``), or empty for everybody against
    the same deck.
    ``late_until``: the last round that a late entrant may still join before; 0 = none.
    ``join_within`` ms after a round's start who has not taken his seat forfeits; 0 = the director
    decides. ``auto``: rounds are paired and started as soon as they can be. ``rated`` tables count
    for the ratings; ``seeded`` ones are a simulation's and prove nothing.
    """

    name: str
    game: str
    format: Format
    rounds: int | None = None
    members: int = 1
    sizes: tuple[int, ...] = (2,)
    points: Points = Points()
    byes: Byes = Byes()
    tiebreaks: tuple[str, ...] = ()
    rematches: bool = True
    cycles: int = 1
    movement: Literal["", "howell", "mitchell", "given"] = ""
    plan: Movement | None = None
    boards: int = 0
    initial: Literal["w", "b"] = "w"
    check_in: bool = False
    capacity: int | None = None
    late_until: int = 0
    minutes: int = 0
    options: dict[str, Any] = {}
    clock: dict[str, Any] = {}
    join_within: int = 0
    auto: bool = False
    rated: bool = False
    seeded: bool = False
