"""How time runs for the seats of a match that has a clock: what its fold keeps of it.

A seat's time runs from the entry that made it to act, and stands while play is paused. In a
simultaneous choice it has one period, however many moves its choice takes. All times are ms UTC,
those that entries were written at.
"""

from collections.abc import Collection

from msgspec import Struct
from msgspec.structs import replace

from events.facts import Clock, Seat

DAY_MS = 24 * 3600 * 1000


class Times(Struct, frozen=True):
    """The clocks of all seats.

    ``left``     ms that a seat had when its time began to run, or will have when it does
    ``since``    when that was; None while its time stands
    ``acting``   who is to act, be play paused or not
    ``together`` whether they choose simultaneously
    ``flagged``  whose present time has been declared up
    """

    left: tuple[int, ...]
    since: tuple[int | None, ...]
    acting: tuple[Seat, ...] = ()
    together: bool = False
    flagged: tuple[Seat, ...] = ()


def allowance(clock: Clock) -> int:
    """What a seat has at first: its bank, or the time for a move."""
    if clock.bank is not None:
        return clock.bank
    return clock.per_move if clock.per_move is not None else DAY_MS * (clock.days or 0)


def full(clock: Clock, seats: int) -> Times:
    return Times((allowance(clock),) * seats, (None,) * seats)


def spent(times: Times, seat: Seat, at: int) -> int:
    """What a seat has left at a time; less than nothing if it is late."""
    since = times.since[seat]
    return times.left[seat] if since is None else times.left[seat] - (at - since)


def chosen(
    times: Times, clock: Clock, mover: Seat | None, acting: tuple[Seat, ...], at: int, *, more: bool
) -> Times:
    """The clocks after a seat has moved (None: a shuffle), when these are to act.

    ``more`` if nothing came of the move: others may still be choosing, and so may the mover.
    """
    same = more and mover is not None and set(acting) <= set(times.acting)
    together = times.together if same else len(acting) > 1
    goes_on = set(acting) if same and together else set(acting) - {mover}
    for seat, since in enumerate(times.since):
        if since is not None and seat not in goes_on:
            times = done(times, clock, seat, at, moved=seat == mover)
    return replace(times, acting=acting, together=together)


def done(times: Times, clock: Clock, seat: Seat, at: int, *, moved: bool) -> Times:
    """The end of a seat's period: its bank is what it was, less the time, more the increment."""
    left = allowance(clock)
    if clock.bank is not None:
        left = max(0, spent(times, seat, at)) + (clock.increment if moved else 0)
    flagged = tuple(other for other in times.flagged if other != seat)
    return replace(set_to(times, seat, left, None), flagged=flagged)


def running(times: Times, seats: Collection[Seat], at: int) -> Times:
    """The clocks when the time of these seats runs, and of no others."""
    for seat, since in enumerate(times.since):
        if since is None and seat in seats:
            times = set_to(times, seat, times.left[seat], at)
        elif since is not None and seat not in seats:
            times = set_to(times, seat, spent(times, seat, at), None)
    return times


def set_to(times: Times, seat: Seat, left: int, since: int | None) -> Times:
    lefts = (*times.left[:seat], left, *times.left[seat + 1 :])
    sinces = (*times.since[:seat], since, *times.since[seat + 1 :])
    return replace(times, left=lefts, since=sinces)


def stopped(times: Times, at: int) -> Times:
    """All clocks as they were at a time, to start anew from there."""
    return replace(running(times, (), at), flagged=())
