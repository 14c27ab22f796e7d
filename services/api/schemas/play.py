"""Moves, and what a reader sees after them."""

from typing import Annotated, Any

from msgspec import Meta, Struct

from events.facts import Result
from services.api.schemas.fields import Body, Hex32, Versioned


class After(Body, frozen=True):
    """What the client has seen: a head, with our signature where it has it (base64)."""

    version: Annotated[int, Meta(ge=1)]
    head: Hex32
    signature: Annotated[str, Meta(max_length=100)] | None = None


class Moves(Body, frozen=True):
    """One ``move``, or several ``moves`` of which none is played if one is refused."""

    move: Any = None
    moves: Annotated[list[Any], Meta(min_length=1, max_length=500)] | None = None
    after: After | None = None


class ClocksShown(Struct, frozen=True):
    """The clocks by seat: what each had when its time began to run, and until when (ms UTC).

    ``deadlines`` has null where a seat's time stands.
    """

    left: list[int]
    deadlines: list[int | None]


class FrameShown(Versioned, frozen=True):
    """One item of a stream: what happened, what the reader sees now, what he may do.

    ``head`` is the seal of this version in hexadecimal; ``entry`` is missing in a snapshot,
    ``moves`` for who has no seat.
    """

    at: int
    phase: str
    entry: Any = None
    view: Any = None
    moves: list[Any] | None = None
    result: Result | None = None
    clocks: ClocksShown | None = None


class PositionsShown(Struct, frozen=True):
    """A match version by version; ``next`` is the version to go on from, null at the end."""

    match: str
    positions: list[FrameShown]
    next: int | None
