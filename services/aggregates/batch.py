"""A run: the entries that come of one command, made ready for one append."""

from collections.abc import Callable, Mapping
from typing import Any

from events.facts import SCHEMA, Entry, Moved, Shuffled, Writer
from events.log import Batch
from events.record import write
from projections.game.decide import happen
from projections.match.automatic import owed
from projections.match.fold import AnyEntry, Match, Past, advance, no_past
from projections.match.history import Step

Fact = Any


class Run:
    """Collects the entries of one command on top of a match; nothing is written yet."""

    def __init__(self, match: Match, command: bytes, now: int, salt: Callable[[], bytes]) -> None:
        self.before = match
        self.match = match
        self.steps: list[Step] = []
        self._command = command
        self._now = now
        self._salt = salt

    @property
    def at(self) -> int:
        """When it happens (ms UTC): now, and never before what has happened already."""
        return max(self._now, self.match.at)

    def add(self, by: Writer, cause: Fact, past: Past = no_past, at: int | None = None) -> Match:
        """Let a cause happen, with all effects: one entry more; ``at`` if it was earlier."""
        state, effects = None, ()
        if isinstance(cause, Moved | Shuffled):
            state, effects = happen(self.match.game, self.match.state, cause)
        when = self.at if at is None else max(at, self.match.at)
        entry: AnyEntry = Entry(SCHEMA, when, by, self._command, cause, effects)
        stored = write(entry, self.match.version + 1, self.match.seal, self._salt)
        self.match = advance(self.match, entry, stored.seal, past, state)
        self.steps.append(Step(entry, stored, self.match))
        return self.match

    def add_owed(self, seed: bytes) -> None:
        """Add everything that the house owes after this."""
        while (fact := owed(self.match, seed)) is not None:
            self.add("house", fact)

    def batch(self, hints: Mapping[str, str], request: bytes = b"") -> Batch:
        before, entries = self.before, tuple(step.stored for step in self.steps)
        return Batch(before.id, before.version, before.seal, self._command, entries, hints, request)
