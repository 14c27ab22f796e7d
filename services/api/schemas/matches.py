"""Matches as they are offered, found, joined and shown."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from events.facts import Clock, Result
from services.api.schemas.fields import Body, Hex32, Milliseconds, Name, SeatKind
from services.api.schemas.play import ClocksShown

Count = Annotated[int, Meta(ge=1, le=100_000)]
SeatNumber = Annotated[int, Meta(ge=0, le=63)]


class SeatAsked(Body, frozen=True):
    """A seat as a host offers it; ``player`` is whom it is kept for, or the bot's name."""

    kind: SeatKind = "open"
    player: Name | None = None


class ClockAsked(Body, frozen=True):
    """Time to think: for each move (ms, or whole days), or a bank for all and an increment a move.

    Who runs out of it loses (``forfeit``), or the house makes a harmless move for him.
    """

    per_move: Milliseconds | None = None
    bank: Milliseconds | None = None
    increment: Annotated[int, Meta(ge=0, le=24 * 3600 * 1000)] = 0
    flag: Literal["forfeit", "harmless"] = "harmless"
    days: Annotated[int, Meta(ge=1, le=30)] | None = None


class NewMatch(Body, frozen=True):
    """A match to be offered. Without ``seats`` it has the fewest; ``bots`` plays the last ones."""

    game: Name
    options: dict[str, Any] = field(default_factory=dict)
    seats: Annotated[tuple[SeatKind | SeatAsked, ...], Meta(max_length=64)] | None = None
    bots: Annotated[int, Meta(ge=0, le=64)] = 0
    clock: ClockAsked | None = None
    limit: Count | None = None
    unlisted: bool = False
    rated: bool = False
    ready_within: Annotated[int, Meta(ge=1000, le=24 * 3600 * 1000)] = 60_000


class Joining(Body, frozen=True):
    """``commitment`` is SHA-256 of the 32 bytes that the seat will contribute to the shuffles."""

    seat: SeatNumber | None = None
    commitment: Hex32 | None = None


class Contribution(Body, frozen=True):
    contribution: Hex32


class NewFork(Body, frozen=True):
    """The version to go on from; without ``seats`` they are offered as they were."""

    version: Annotated[int, Meta(ge=1)]
    seats: Annotated[tuple[SeatKind | SeatAsked, ...], Meta(max_length=64)] | None = None


class SeatShown(Struct, frozen=True):
    """A seat as everybody may see it; ``committed`` if it contributes to the shuffles."""

    seat: int
    kind: SeatKind
    player: str | None
    kept_for: str | None
    committed: bool
    ready: bool
    out: bool


class Summary(Struct, frozen=True):
    """What everybody may know of a match; ``commitment`` is SHA-256 of the seed of its shuffles."""

    match: str
    game: str
    rules: int
    options: dict[str, Any]
    seats: list[SeatShown]
    phase: str
    version: int
    head: str
    at: int
    acting: list[int]
    commitment: str
    ready_within: int
    clock: Clock | None
    limit: int | None
    unlisted: bool
    rated: bool
    result: Result | None
    clocks: ClocksShown | None


class ChairShown(Struct, frozen=True):
    """A seat as the lobby shows it."""

    seat: int
    kind: SeatKind
    player: str | None
    kept_for: str | None
    ready: bool
    out: bool


class MatchFound(Struct, frozen=True):
    """A match in the lobby; ``version`` is that of its last change but for moves."""

    match: str
    game: str
    phase: str
    seats: list[ChairShown]
    version: int
    created: int
    at: int
    options: dict[str, Any]
    clock: Clock | None
    rated: bool
    result: Result | None


class MatchesFound(Struct, frozen=True):
    """A page of matches; ``next`` is what to ask for ``after``, null at the end."""

    matches: list[MatchFound]
    next: str | None


class JoinedShown(Struct, frozen=True):
    """The seat, its token (shown once; the same again for the same idempotency key), the view."""

    seat: int
    token: str
    match: str
    version: int
    head: str
    at: int
    phase: str
    view: Any = None
    moves: list[Any] | None = None
    clocks: ClocksShown | None = None
