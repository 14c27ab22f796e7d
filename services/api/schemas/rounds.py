"""Rounds: paired by the rules or elsewhere, their tables, their results."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from projections.tournaments.facts import Bye, Outcome, Table
from services.api.schemas.fields import Body, EntrantId, Number, Reason, Remark, Score


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
    reason: Remark = "paired elsewhere"


class BoardScored(Body, frozen=True):
    board: Number
    scores: Annotated[tuple[Score, ...], Meta(max_length=6)]


class ResultAsked(Body, frozen=True):
    """How a table ended, by side: places (1 = best), the game's points, who did not come."""

    ranks: Annotated[tuple[Annotated[int, Meta(ge=1, le=6)], ...], Meta(max_length=6)] = ()
    scores: Annotated[tuple[Score, ...], Meta(max_length=6)] = ()
    boards: Annotated[tuple[BoardScored, ...], Meta(max_length=64)] = ()
    absent: Annotated[tuple[EntrantId, ...], Meta(max_length=6)] = ()
    reason: Remark = ""


class PenaltyAsked(Body, frozen=True):
    """Points taken away."""

    entrant: EntrantId
    points: Annotated[int, Meta(ge=1, le=100_000)]
    reason: Reason


class NoteShown(Struct, frozen=True):
    """Why something was decided: a stable code and the sentence."""

    code: str
    text: str


class RoundBrief(Struct, frozen=True):
    """A round in short; ``results`` counts those that are known."""

    round: int
    stage: str
    tables: int
    results: int
    began: int | None


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
