"""Tournaments as they are announced, directed, found and shown."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from projections.tournaments.movement import Movement
from projections.tournaments.settings import Format, Scoring, Settings
from services.api.schemas.entrants import EntrantShown
from services.api.schemas.fields import Body, EntrantId, Name, Remark
from services.api.schemas.matches import ClockAsked
from services.api.schemas.rounds import RoundBrief
from services.api.schemas.standings import BoardShown

Small = Annotated[int, Meta(ge=-1000, le=1000)]
Entrants = Annotated[tuple[EntrantId, ...], Meta(max_length=2000)]


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


class Because(Body, frozen=True):
    """A reason, which stands in the record."""

    reason: Remark = ""


class Seeding(Body, frozen=True):
    """The seeding, if it isn't by rating."""

    order: Entrants = ()


class Apart(Body, frozen=True):
    """Two who may not be paired."""

    entrants: tuple[EntrantId, EntrantId]
    reason: Remark = ""


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


class StepShown(Struct, frozen=True):
    """An item of a tournament's stream: what was decided; sealed results are left blank."""

    tournament: str
    version: int
    head: str
    at: int
    phase: str
    facts: list[Any]
