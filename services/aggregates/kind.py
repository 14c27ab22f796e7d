"""What one kind of aggregate hands the machine: how its log is read, and nothing of its rules."""

from collections.abc import Sequence
from typing import Any, Protocol, TypeVar

from events.errors import Refused
from events.record import Stored
from events.steps import Sealed, Step

A = TypeVar("A", bound=Sealed)


class Kind(Protocol[A]):
    """The functions of a kind; ``whole`` may have to read other logs, all else is pure."""

    def owns(self, name: str) -> bool:
        """Whether a log with this name is of this kind."""

    def unknown(self, name: str) -> Refused:
        """The refusal of a name that has no log."""

    async def whole(self, name: str, stored: Sequence[Stored]) -> list[Step[Any, A]]:
        """A log from its first entry; raise ``Corrupt`` where it contradicts itself."""

    def further(
        self, known: A, stored: Sequence[Stored], line: Sequence[Step[Any, A]] = ()
    ) -> list[Step[Any, A]]:
        """The entries that follow; raise ``NeedsPast`` where only the whole ``line`` tells."""
