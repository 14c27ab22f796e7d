"""Who plays in a tournament: as entered, and as shown."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from services.api.schemas.fields import Body, EntrantId, Hex32, Name, Number, Remark

Title = Annotated[str, Meta(min_length=1, max_length=80)]
Members = Annotated[tuple[Name, ...], Meta(min_length=1, max_length=6)]


class EntrantAsked(Body, frozen=True):
    """An entrant; a member ``bot/…`` is played by a bot. Without an id it gets one."""

    name: Title
    members: Members
    entrant: EntrantId | None = None
    rating: Annotated[int, Meta(ge=0, le=9999)] = 0


class EntrantsAsked(Body, frozen=True):
    """All are entered or none."""

    entrants: Annotated[tuple[EntrantAsked, ...], Meta(min_length=1, max_length=2000)]


class Replacement(Body, frozen=True):
    """Other people play on in an entrant's place."""

    name: Title
    members: Members
    reason: Remark = ""


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
