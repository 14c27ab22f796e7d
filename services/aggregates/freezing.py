"""What is frozen: logs that nobody may go on with until a person has looked at them."""

from collections.abc import Callable

from events.errors import Frozen

ADVICE = (
    "Restore Redis from its newest copy (append-only file, replica), then `tapete frozen release"
)
"""What an operator does about a log that is frozen."""

Heard = Callable[[str, str | None], None]
"""(the name of a log, why it is frozen; None: it is released)"""


class Freezer:
    """The frozen logs of a process, whatever their kind, by name with the reason."""

    def __init__(self) -> None:
        self.reasons: dict[str, str] = {}
        self.heard: list[Heard] = []

    def refuse(self, name: str) -> None:
        """Raise ``Frozen`` if a log is."""
        if name in self.reasons:
            raise Frozen(match=name, reason=self.reasons[name])

    def freeze(self, name: str, reason: str) -> Frozen:
        """Let nobody go on with a log; the first reason stands. The answer is to be raised."""
        if name not in self.reasons:
            said = reason if ADVICE in reason else f"{reason}. {ADVICE} {name}`"
            self.reasons[name] = said
            self._tell(name, said)
        return Frozen(match=name, reason=self.reasons[name])

    def release(self, name: str) -> None:
        """Go on with a log, from what it holds now."""
        self.reasons.pop(name, None)
        self._tell(name, None)

    def _tell(self, name: str, reason: str | None) -> None:
        for heard in tuple(self.heard):
            heard(name, reason)
