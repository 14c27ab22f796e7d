"""What lies before each seat, by seat: one of it looked up, one of it replaced."""

from typing import TypeVar

from events.errors import Corrupt
from events.facts import Seat

T = TypeVar("T")


def at(row: tuple[T, ...], seat: Seat) -> T:
    """What lies at a seat; raise ``Corrupt`` where nobody sits."""
    if not 0 <= seat < len(row):
        raise Corrupt(reason=f"nobody sits at {seat}")
    return row[seat]


def put(row: tuple[T, ...], place: int, thing: T) -> tuple[T, ...]:
    """The row with one thing replaced."""
    return (*row[:place], thing, *row[place + 1 :])
