"""A log step by step: each entry, as it is stored, and what the log had come to after it."""

from collections.abc import Callable, Sequence
from typing import Generic, NamedTuple, Protocol, TypeVar

from events.errors import Corrupt
from events.record import Read, Stored, read_on


class Sealed(Protocol):
    """What a sealed log folds into, at a version; ``over`` once nothing will be added."""

    @property
    def id(self) -> str: ...
    @property
    def version(self) -> int: ...
    @property
    def seal(self) -> bytes: ...
    @property
    def at(self) -> int: ...
    @property
    def phase(self) -> str: ...
    @property
    def over(self) -> bool: ...


E = TypeVar("E")
A = TypeVar("A", bound=Sealed)


class Step(NamedTuple, Generic[E, A]):
    """An entry, as it is stored, and what its log had come to after it."""

    entry: E
    stored: Stored
    after: A


Past = Callable[[int], A]
"""What a log had come to at an earlier version."""
Take = Callable[[A, Read, Stored, Past[A]], Step[E, A]]
"""One entry more: what is known, the entry as it was read and as it is stored, and the past."""


class NeedsPast(Exception):
    """An entry goes back to an earlier one, and only the newest state is at hand."""


def follow(
    known: A, stored: Sequence[Stored], take: Take[A, E], line: Sequence[Step[E, A]] = ()
) -> list[Step[E, A]]:
    """The steps that follow ``known``, seal by seal; ``line`` is all that led to it.

    Raise ``Corrupt`` where the log contradicts itself, ``NeedsPast`` where ``line`` is missing.
    """
    whole = list(line)
    first = known.version - len(whole)

    def past(version: int) -> A:
        if first:
            raise NeedsPast
        return earlier(whole, version)

    for item, raw in zip(read_on(known.version, known.seal, stored), stored, strict=True):
        step = take(known, item, raw, past)
        known = step.after
        whole.append(step)
    return whole[len(line) :]


def earlier(line: Sequence[Step[E, A]], version: int) -> A:
    """What a whole line had come to at a version that an entry goes back to."""
    if not 0 < version <= len(line):
        raise Corrupt(reason=f"a rewind to version {version}", version=len(line) + 1)
    return line[version - 1].after
