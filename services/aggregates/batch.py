"""A batch: the entries that come of one command, made ready for one append."""

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

from msgspec import Struct

from events.codec import Salt
from events.log import Batch as Append
from events.record import Stored, write
from events.steps import Sealed, Step

A = TypeVar("A", bound=Sealed)


class Batch(Generic[A]):
    """Collects the entries of one command on top of a state; nothing is written yet.

    A kind says how an entry is made (``add`` of its own), and what the readers of the feed want to
    know without opening it (``hints``).
    """

    def __init__(self, known: A, command: bytes, now: int, salt: Salt) -> None:
        self.before = known
        self.after = known
        self.command = command
        self.steps: list[Step[Any, A]] = []
        self._now = now
        self._salt = salt

    @property
    def at(self) -> int:
        """When it happens (ms UTC): now, and never before what has happened already."""
        return max(self._now, self.after.at)

    def sealed(self, entry: Struct) -> Stored:
        """An entry as it will be stored on top of this."""
        return write(entry, self.after.version + 1, self.after.seal, self._salt)

    def put(self, entry: Struct, stored: Stored, after: A) -> None:
        """One entry more, and what it leads to."""
        self.after = after
        self.steps.append(Step(entry, stored, after))

    def hints(self) -> Mapping[str, str]:
        """What stands beside the pointer in the feed."""
        return {}

    def append(self, request: bytes = b"") -> Append:
        """All of it, for the log."""
        before, entries = self.before, tuple(step.stored for step in self.steps)
        return Append(
            before.id, before.version, before.seal, self.command, entries, self.hints(), request
        )
