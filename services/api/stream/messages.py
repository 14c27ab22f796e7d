"""What is said over a play socket, both ways. Every message is one line of JSON.

A client says what to ``do``; ``id`` is anything, and comes back with the answer. The house answers
``done`` or ``problem``, and sends frames (which have no ``type``), heartbeats and ``resync``.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Raw, Struct

from events.errors import Malformed
from services.api.schemas.play import After

MatchName = Annotated[str, Meta(min_length=1, max_length=64)]
Key = Annotated[str, Meta(min_length=1, max_length=200)]


class Said(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    """What a client wants done; ``id`` comes back with the answer."""


class Watched(Said, frozen=True, tag="watch", rename={"since": "from"}):
    """Follow a match: from a snapshot, or ``from`` the last version that the client has.

    By the id of a tournament, follow that: what is decided from now on, or after ``from``.
    """

    match: MatchName
    since: Annotated[int, Meta(ge=0)] | None = None
    only: Literal["entry"] | None = None
    sealed: bool = False
    id: Any = None


class Unwatched(Said, frozen=True, tag="unwatch"):
    """Follow it no longer."""

    match: MatchName
    id: Any = None


class MovesSaid(Said, frozen=True, tag="move"):
    """Play, in a match whose seat token came with the connection or by ``auth``."""

    match: MatchName
    move: Any = None
    moves: Annotated[list[Any], Meta(min_length=1, max_length=500)] | None = None
    after: After | None = None
    key: Key | None = None
    id: Any = None


class Authorized(Said, frozen=True, tag="auth"):
    """Add a token: a seat token for its match, any other for everything else."""

    token: Annotated[str, Meta(min_length=1, max_length=200)]
    id: Any = None


AnySaid = Watched | Unwatched | MovesSaid | Authorized
_decoder: msgspec.json.Decoder[AnySaid] = msgspec.json.Decoder(AnySaid)


class Done(Struct, frozen=True, tag="done", omit_defaults=True):
    """It was done; ``version`` and ``head`` of the match after it, ``seat`` for a token."""

    id: Any = None
    match: str | None = None
    version: int | None = None
    head: str | None = None
    seat: int | None = None


class Refusal(Struct, frozen=True, tag="problem", omit_defaults=True):
    """It was not; ``problem`` is what HTTP would have answered."""

    problem: Raw
    id: Any = None
    match: str | None = None


class Heartbeat(Struct, frozen=True, tag="heartbeat"):
    """Every ten seconds; ``at`` is the house's clock."""

    at: int


class Resync(Struct, frozen=True, tag="resync"):
    """The client did not keep up: the connection closes, go on ``from`` your last version."""


def read(raw: bytes | bytearray | str) -> AnySaid:
    """A client's message; raise ``Malformed``."""
    try:
        return _decoder.decode(raw)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Malformed(reason=str(error)) from error


write = msgspec.json.Encoder().encode


def id_of(raw: bytes | bytearray | str) -> Any:
    """The id of a message that can't be read otherwise, if that much can."""
    try:
        return msgspec.json.decode(raw, type=Identified).id
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None


class Identified(Struct, frozen=True):
    id: str | int | None = None
