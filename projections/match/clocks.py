"""What the clock of a match says, and what it owes: flags, harmless moves, an end before play.

The record decides, not who looks: a move stands that was written up to a seat's deadline, a flag
that was written after it. In a simultaneous choice a time-out closes the seat's choice at once,
but it is written down only when all others have chosen or timed out too, so that nobody learns
from it. Of two sides that have both run out of time neither wins.
"""

from typing import Any

from msgspec import Struct

from events.errors import BadOptions
from events.facts import Aborted, Clock, Flagged, Moved, Paused, Resumed, Seat
from projections.match.automatic import at_limit, harmless
from projections.match.fold import AnyEntry, Match

NOT_READY = "not ready"
ClockFact = Flagged | Moved[Any] | Aborted


class Face(Struct, frozen=True):
    """The clocks as everybody may see them: by seat, what is left (ms) and until when (ms UTC).

    ``left`` is what the seat had when its time began to run; ``deadlines`` has null where a
    seat's time stands.
    """

    left: tuple[int, ...]
    deadlines: tuple[int | None, ...]


def refuse_clock(clock: Clock) -> None:
    """Raise ``BadOptions`` unless the clock gives time in exactly one way."""
    ways = {"per_move": clock.per_move, "bank": clock.bank, "days": clock.days}
    given = {name: value for name, value in ways.items() if value is not None}
    if len(given) != 1:
        raise BadOptions(field="clock", value=list(given), allowed=list(ways))
    for name, value in given.items():
        if value < 1:
            raise BadOptions(field=f"clock.{name}", value=value, allowed="1…")
    if clock.increment < 0 or (clock.increment and clock.bank is None):
        raise BadOptions(field="clock.increment", value=clock.increment, allowed="bank")


def deadline(match: Match, seat: Seat) -> int | None:
    """The last ms at which a seat may move; None while its time stands."""
    times = match.times
    since = None if times is None else times.since[seat]
    return None if times is None or since is None else since + times.left[seat]


def is_up(match: Match, seat: Seat, at: int) -> bool:
    """Whether a seat is too late to move at this time."""
    last = deadline(match, seat)
    return last is not None and at > last


def due(match: Match) -> int | None:
    """The ms after which the clock has something to do; None if it has not."""
    if match.phase == "locked" and match.locked is not None and not match.closing:
        return match.locked + match.offer.ready_within
    if match.times is None or match.phase != "playing":
        return None
    deadlines = [last for seat in range(match.seats) if (last := deadline(match, seat)) is not None]
    return max(deadlines, default=None)


def struck(match: Match, at: int) -> ClockFact | None:
    """The next act of the clock at this time, or None."""
    last = due(match)
    if last is None or at <= last:
        return None
    if match.phase == "locked":
        return Aborted(NOT_READY)
    times = match.times
    late = [seat for seat in range(match.seats) if deadline(match, seat) is not None]
    new = [seat for seat in late if times is not None and seat not in times.flagged]
    if new:
        return Flagged(new[0])
    return None if match.closing or at_limit(match) else harmless(match, late[0])


def face(match: Match) -> Face | None:
    """The clocks to be shown, if the match has any."""
    times = match.times
    if times is None:
        return None
    left = tuple(max(0, left) for left in times.left)
    return Face(left, tuple(deadline(match, seat) for seat in range(match.seats)))


def check_clock(match: Match, entry: AnyEntry) -> str | None:
    """The code of what is wrong with an entry where a clock is concerned, or None."""
    cause = entry.cause
    if entry.by == "clock" and not isinstance(cause, Paused | Resumed):
        return None if cause == struck(match, entry.at) else "time"
    if isinstance(cause, Moved) and entry.by == cause.seat:
        return "time" if is_up(match, cause.seat, entry.at) else None
    return None
