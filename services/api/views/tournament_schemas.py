"""What is sent and shown of tournaments, as types. Times are integer milliseconds UTC."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from projections.tournaments.facts import Bye, Outcome, Table
from projections.tournaments.movement import Movement
from projections.tournaments.publication.sheets import Cross
from projections.tournaments.settings import Format, Scoring, Settings
from projections.tournaments.standings.history import Appearance
from services.api.views.schemas import Body, ClockAsked, Hex32, Name, Reason

Small = Annotated[int, Meta(ge=-1000, le=1000)]
Number = Annotated[int, Meta(ge=1, le=1000)]
Score = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
EntrantId = Annotated[str, Meta(pattern="^[A-Za-z0-9_.-]{1,64}$")]
LONGEST_BODY = 1 << 20
"""Bytes of a request about many entrants or tables."""
Entrants = Annotated[tuple[EntrantId, ...], Meta(max_length=2000)]

# -- requests -------------------------------------------------------------------------------------


class PointsAsked(Body, frozen=True):
    """What a table is worth; see ``Points``."""

    by: Scoring = "result"
    win: Small = 2
    draw: Small = 1
    loss: Small = 0
    forfeit: Small = 0
    lower_is_better: bool = False


class ByesAsked(Body, frozen=True):
    """What a round without a game is worth; see ``Byes``."""

    pairing: Small = 2
    requested: Small = 1
    sit_out: Small = 0
    late: Small = 0
    allowed: Annotated[int, Meta(ge=0, le=200)] = 1


class Announcement(Body, frozen=True):
    """A tournament as it is announced.

    ``members`` is how many people one entrant is, ``sizes`` how many entrants sit at a table.
    ``boards`` (duplicate) are played a round; ``join_within`` ms who hasn't sat down forfeits;
    ``auto`` lets rounds follow each other by themselves.
    """

    name: Annotated[str, Meta(min_length=1, max_length=120)]
    game: Name
    format: Format
    rounds: Annotated[int, Meta(ge=1, le=200)] | None = None
    members: Annotated[int, Meta(ge=1, le=6)] = 1
    sizes: Annotated[tuple[Annotated[int, Meta(ge=1, le=6)], ...], Meta(max_length=6)] = (2,)
    points: PointsAsked = PointsAsked()
    byes: ByesAsked = ByesAsked()
    tiebreaks: Annotated[tuple[Name, ...], Meta(max_length=20)] = ()
    rematches: bool = True
    cycles: Annotated[int, Meta(ge=1, le=2)] = 1
    movement: Literal["", "howell", "mitchell", "given"] = ""
    plan: Movement | None = None
    boards: Annotated[int, Meta(ge=0, le=64)] = 0
    initial: Literal["w", "b"] = "w"
    check_in: bool = False
    capacity: Annotated[int, Meta(ge=2, le=2000)] | None = None
    late_until: Annotated[int, Meta(ge=0, le=200)] = 0
    minutes: Annotated[int, Meta(ge=0, le=1440)] = 0
    options: dict[str, Any] = field(default_factory=dict)
    clock: ClockAsked | None = None
    join_within: Annotated[int, Meta(ge=0, le=30 * 24 * 3600 * 1000)] = 0
    auto: bool = False
    rated: bool = False


class EntrantAsked(Body, frozen=True):
    """An entrant; a member ``bot/…`` is played by a bot. Without an id it gets one."""

    name: Annotated[str, Meta(min_length=1, max_length=80)]
    members: Annotated[tuple[Name, ...], Meta(min_length=1, max_length=6)]
    entrant: EntrantId | None = None
    rating: Annotated[int, Meta(ge=0, le=9999)] = 0


class EntrantsAsked(Body, frozen=True):
    """All are entered or none."""

    entrants: Annotated[tuple[EntrantAsked, ...], Meta(min_length=1, max_length=2000)]


class Replacement(Body, frozen=True):
    """Other people play on in an entrant's place."""

    name: Annotated[str, Meta(min_length=1, max_length=80)]
    members: Annotated[tuple[Name, ...], Meta(min_length=1, max_length=6)]
    reason: Annotated[str, Meta(max_length=500)] = ""


class ByeAsked(Body, frozen=True):
    """A round to sit out; ``absent`` is worth nothing."""

    round: Number
    kind: Literal["requested", "absent"] = "requested"


class Promised(Body, frozen=True):
    """SHA-256 of the 32 bytes that an entrant will contribute to the boards."""

    commitment: Hex32


class Shown(Body, frozen=True):
    """The 32 bytes that were promised."""

    contribution: Hex32


class Because(Body, frozen=True):
    """A reason, which stands in the record."""

    reason: Annotated[str, Meta(max_length=500)] = ""


class Seeding(Body, frozen=True):
    """The seeding, if it isn't by rating."""

    order: Entrants = ()


class Apart(Body, frozen=True):
    """Two who may not be paired."""

    entrants: tuple[EntrantId, EntrantId]
    reason: Annotated[str, Meta(max_length=500)] = ""


class Moment(Body, frozen=True):
    """When a round begins."""

    at: Annotated[int, Meta(ge=0, lt=1 << 50)]


class RoundAsked(Body, frozen=True):
    """Which round to pair; the next one if none is named."""

    round: Number | None = None


class TableAsked(Body, frozen=True):
    """Entrants by seat; ``sides`` says who plays together, everybody for himself without it."""

    seats: Annotated[tuple[EntrantId, ...], Meta(min_length=1, max_length=6)]
    sides: Annotated[tuple[Annotated[int, Meta(ge=0, le=5)], ...], Meta(max_length=6)] = ()
    boards: Annotated[tuple[Number, ...], Meta(max_length=64)] = ()


class ByeGiven(Body, frozen=True):
    entrant: EntrantId
    kind: Literal["pairing", "requested", "absent", "sit_out"] = "pairing"


class PairingAsked(Body, frozen=True):
    """A pairing made elsewhere or by hand; tables are numbered from 1 in this order."""

    tables: Annotated[tuple[TableAsked, ...], Meta(max_length=1000)]
    byes: Annotated[tuple[ByeGiven, ...], Meta(max_length=2000)] = ()
    reason: Annotated[str, Meta(max_length=500)] = "paired elsewhere"


class BoardScored(Body, frozen=True):
    board: Number
    scores: Annotated[tuple[Score, ...], Meta(max_length=6)]


class ResultAsked(Body, frozen=True):
    """How a table ended, by side: places (1 = best), the game's points, who did not come."""

    ranks: Annotated[tuple[Annotated[int, Meta(ge=1, le=6)], ...], Meta(max_length=6)] = ()
    scores: Annotated[tuple[Score, ...], Meta(max_length=6)] = ()
    boards: Annotated[tuple[BoardScored, ...], Meta(max_length=64)] = ()
    absent: Annotated[tuple[EntrantId, ...], Meta(max_length=6)] = ()
    reason: Annotated[str, Meta(max_length=500)] = ""


class PenaltyAsked(Body, frozen=True):
    """Points taken away."""

    entrant: EntrantId
    points: Annotated[int, Meta(ge=1, le=100_000)]
    reason: Reason


# -- answers --------------------------------------------------------------------------------------


class NoteShown(Struct, frozen=True):
    """Why something was decided: a stable code and the sentence."""

    code: str
    text: str


class EntrantShown(Struct, frozen=True):
    """``number`` is the place in the seeding, 0 before registration has closed."""

    entrant: str
    name: str
    members: tuple[str, ...]
    rating: int
    number: int
    since: int
    checked_in: bool
    withdrawn: bool
    promised: bool
    contributed: bool


class RoundBrief(Struct, frozen=True):
    """A round in short; ``results`` counts those that are known."""

    round: int
    stage: str
    tables: int
    results: int
    began: int | None


class BoardShown(Struct, frozen=True):
    """A board's commitment, SHA-256 of its seed; the seed once it was disclosed."""

    board: int
    commitment: str
    seed: str | None


class TournamentShown(Struct, frozen=True):
    """A tournament as everybody may know it; ``settings`` is the announcement."""

    tournament: str
    version: int
    head: str
    at: int
    created: int
    phase: str
    paused: bool
    ended: str
    settings: Settings
    entrants: list[EntrantShown]
    total: int
    rounds: list[RoundBrief]
    boards: list[BoardShown]
    schedule: dict[str, int]


class TournamentFound(Struct, frozen=True):
    """A tournament in the list."""

    tournament: str
    name: str
    game: str
    format: Format
    phase: str
    entrants: int
    round: int
    rounds: int
    created: int


class TournamentsFound(Struct, frozen=True):
    """A page of tournaments; ``next`` is what to ask for ``after``, null at the end."""

    tournaments: list[TournamentFound]
    next: str | None


class TableShown(Struct, frozen=True):
    """A table: ``matches`` are played at it, ``sealed`` ones have a result that is still secret."""

    table: Table
    matches: list[str]
    outcome: Outcome | None
    sealed: bool


class RoundShown(Struct, frozen=True):
    """A round with its explanation; without tables' matches while it is only proposed."""

    round: int
    stage: str
    by_hand: bool
    tables: list[TableShown]
    byes: tuple[Bye, ...]
    notes: list[NoteShown]


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


class BoardLine(Struct, frozen=True):
    """A side's result on a board that lies open."""

    board: int
    round: int
    table: int
    side: int
    score: int
    matchpoints: int
    top: int
    imps: int


class BoardsShown(Struct, frozen=True):
    """The boards, and the results on those that lie open."""

    tournament: str
    boards: list[BoardShown]
    lines: list[BoardLine]


class RatingShown(Struct, frozen=True):
    """An estimate ``mu`` with its uncertainty ``sigma``; lists are sorted by ``ordinal``."""

    mu: float
    sigma: float
    ordinal: float
    games: int


class RatingsShown(Struct, frozen=True):
    """A player's rating in each game."""

    player: str
    ratings: dict[str, RatingShown]


class Leader(Struct, frozen=True):
    rank: int
    player: str
    rating: RatingShown


class Leaderboard(Struct, frozen=True):
    game: str
    leaders: list[Leader]


class StepShown(Struct, frozen=True):
    """An item of a tournament's stream: what was decided; sealed results are left blank."""

    tournament: str
    version: int
    head: str
    at: int
    phase: str
    facts: list[Any]
