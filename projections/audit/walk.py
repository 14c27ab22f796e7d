"""An audit by deciding again: a log is walked once, and what decided is asked anew at each entry.

It is the same for everything that has a sealed log. What differs is handed in: how the entries are
read, what may be written on top of a state, and what comes of it.
"""

from collections.abc import Sequence
from typing import Any, Generic, Protocol, TypeVar

from events.errors import TapeteError
from events.record import Read, Stored, read
from events.steps import Sealed, Step
from projections.audit.report import Finding
from projections.language.errors import said

A = TypeVar("A", bound=Sealed)
Line = Sequence[Step[Any, A]]


class Judge(Protocol[A]):
    """Who decides again."""

    def first(self) -> A:
        """What the log is before its first entry."""

    def typed(self, known: A, item: Read) -> Any:
        """The entry; raise ``Corrupt`` if it is none of this kind."""

    def wrong(self, line: Line[A], known: A, entry: Any) -> str | None:
        """The code of what is wrong with an entry on top of what is known, or None."""

    def advance(self, line: Line[A], known: A, entry: Any, seal: bytes) -> A:
        """What the entry leads to."""


class Walk(Generic[A]):
    """One walk through a log; it stops at the first entry that can't be followed."""

    def __init__(self) -> None:
        self.line: list[Step[Any, A]] = []
        self.findings: list[Finding] = []
        self._run = b""
        self._commands: set[bytes] = set()

    @property
    def after(self) -> A | None:
        """What the log has come to, as far as it could be followed."""
        return self.line[-1].after if self.line else None

    def find(self, version: int, code: str, detail: str = "") -> None:
        self.findings.append(Finding(version, code, detail))

    def through(self, name: str, stored: Sequence[Stored], judge: Judge[A]) -> None:
        """Walk through a log from its first entry: seals, order, command ids, decisions."""
        try:
            self._through(name, stored, judge)
        except TapeteError as error:
            version = error.details.get("version") or len(self.line) + 1
            self.find(version, "record", str(error.details.get("reason") or said(error)))
        except Exception as error:  # whatever a forger makes the rules stumble over is his doing
            self.find(len(self.line) + 1, "record", f"the rules fail: {error!r}")

    def _through(self, name: str, stored: Sequence[Stored], judge: Judge[A]) -> None:
        known = judge.first()
        for item, raw in zip(read(name, stored), stored, strict=True):
            entry = judge.typed(known, item)
            self._check_command(item.version, entry.command)
            code = judge.wrong(self.line, known, entry)
            if code is not None:
                self.find(item.version, code)
            known = judge.advance(self.line, known, entry, item.seal)
            self.line.append(Step(entry, raw, known))

    def _check_command(self, version: int, command: bytes) -> None:
        """All entries of one command stand together."""
        if command == self._run:
            return
        if command in self._commands:
            self.find(version, "command")
        self._commands.add(command)
        self._run = command
