"""What travels over the streams: one shape for every reader and every wire.

``{match, version, head, at, entry, view, moves, clocks}``: what happened as the reader may see it,
what he sees now, for a seat what he may do, and the clocks if there are any. A frame is written
once for all who may see the same.
"""

from typing import Any

import msgspec
from msgspec import Raw, Struct

from events.facts import Held, Seat
from projections.game.decide import choices
from projections.game.views import EVERYTHING, Reader, encoder
from projections.match.clocks import Face, face
from projections.match.fold import AnyEntry, Match
from projections.match.history import Step


class Frame(Struct, frozen=True, omit_defaults=True):
    """One item of a stream; ``head`` is the seal in hexadecimal."""

    match: str
    version: int
    head: str
    at: int
    phase: str
    entry: AnyEntry | None = None
    view: Any = None
    moves: Raw | None = None
    result: Any = None
    clocks: Face | None = None


def reader_of(match: Match, seat: Seat | None) -> Reader:
    """Once a match has ended everything lies open, unless its cards are still in play elsewhere."""
    if match.over and match.offer.board is None:
        return EVERYTHING
    return seat


def moves_of(match: Match, seat: Seat) -> Raw:
    """The legal moves of a seat now, as JSON that may be sent back as it is."""
    if match.phase != "playing" or match.closing:
        return NO_MOVES
    moves = choices(match.game, match.state, seat)
    return Raw(_plain.encode(moves)) if moves else NO_MOVES


def frame(match: Match, seat: Seat | None, entry: AnyEntry | None, *, light: bool = False) -> bytes:
    """A frame as JSON for a seat, or for a spectator (None); ``light`` leaves the view out."""
    return encoder(reader_of(match, seat)).encode(
        Frame(
            match.id,
            match.version,
            match.seal.hex(),
            match.at,
            match.phase,
            entry,
            None if light else match.state,
            None if light or seat is None else moves_of(match, seat),
            match.result,
            face(match),
        )
    )


class Frames:
    """The frames of one append, each written at most once."""

    def __init__(self, steps: list[Step]) -> None:
        self.steps = steps
        self._written: dict[tuple[Seat | None, bool], list[bytes]] = {}

    @property
    def after(self) -> Match:
        return self.steps[-1].after

    def of(self, seat: Seat | None, *, light: bool = False) -> list[bytes]:
        """The frames for a reader, in order."""
        key = (seat, light)
        if key not in self._written:
            self._written[key] = [
                frame(step.after, seat, step.entry, light=light) for step in self.steps
            ]
        return self._written[key]


def _values(held: object) -> Any:
    if not isinstance(held, Held):
        raise TypeError(f"a move may not hold a {type(held).__name__}")
    return held.values


_plain = msgspec.json.Encoder(enc_hook=_values)
NO_MOVES = Raw(b"[]")
