"""The fields that several resources share, and what makes a body: validation comes from here.

Times are integer milliseconds UTC. Unknown fields are refused by name.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

Milliseconds = Annotated[int, Meta(ge=100, le=30 * 24 * 3600 * 1000)]
Hex32 = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", description="32 bytes in hexadecimal")]
UNSEEN = r"\x00-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff"
"""What moves a terminal's cursor, or turns the text about it round: nobody is called so."""
Reason = Annotated[str, Meta(min_length=1, max_length=500, pattern=f"^[^{UNSEEN}]*$")]
Remark = Annotated[str, Meta(max_length=500)]
"""A reason that may be left out."""
Name = Annotated[str, Meta(min_length=1, max_length=64, pattern=f"^[^{UNSEEN}]*$")]
SeatKind = Literal["open", "reserved", "bot"]
Score = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
Number = Annotated[int, Meta(ge=1, le=1000)]
"""Of a round, or of a board."""
EntrantId = Annotated[str, Meta(pattern="^[A-Za-z0-9_.-]{1,64}$")]
LONGEST_BODY = 1 << 20
"""Bytes of a request about many entrants or tables."""


class Body(Struct, frozen=True, forbid_unknown_fields=True):
    """What a client sends."""


class Versioned(Struct, frozen=True):
    """A match at a version; ``head`` is the seal of this version in hexadecimal."""

    match: str
    version: int
    head: str
