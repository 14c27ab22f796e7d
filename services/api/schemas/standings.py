"""What hangs on the wall: standings, crosstable, bracket, movement, boards."""

from msgspec import Struct

from projections.tournaments.publication.sheets import Cross
from projections.tournaments.standings.boards import Line
from projections.tournaments.standings.history import Appearance
from services.api.schemas.rounds import RoundShown


class ValueShown(Struct, frozen=True):
    """A tie-break's value; more is better."""

    code: str
    value: int
    text: str


class StandingShown(Struct, frozen=True):
    """A line of the standings; equal ranks are not separated by any tie-break."""

    rank: int
    entrant: str
    name: str
    points: int
    played: int
    values: list[ValueShown]
    penalties: int
    withdrawn: bool


class StandingsShown(Struct, frozen=True):
    """The standings after a round; ``sealed`` tables don't count yet."""

    tournament: str
    version: int
    round: int
    sealed: int
    standings: list[StandingShown]


class CrossRow(Struct, frozen=True):
    """An entrant's line of the crosstable."""

    rank: int
    entrant: str
    name: str
    points: int
    rounds: tuple[Appearance, ...]


class Crosstable(Struct, frozen=True):
    tournament: str
    rows: list[CrossRow]


class BracketShown(Struct, frozen=True):
    """All matches of the bracket; entrants are null while unknown, "" is a bye."""

    tournament: str
    matches: tuple[Cross, ...]


class MovementShown(Struct, frozen=True):
    """Who sits where in each round, those to come included where a plan is fixed."""

    tournament: str
    rounds: list[RoundShown]


class BoardShown(Struct, frozen=True):
    """A board's commitment, SHA-256 of its seed; the seed once it was disclosed."""

    board: int
    commitment: str
    seed: str | None


class BoardLine(Line, frozen=True):
    """A side's result on a board that lies open."""


class BoardsShown(Struct, frozen=True):
    """The boards, and the results on those that lie open."""

    tournament: str
    boards: list[BoardShown]
    lines: list[BoardLine]
