"""The entries that come of one command of a match, with all that the house owes after it."""

from collections.abc import Mapping
from typing import Any

from events.facts import SCHEMA, Entry, Moved, Seat, Shuffled, Writer
from projections.game.decide import happen
from projections.match.automatic import owed
from projections.match.clocks import due
from projections.match.fold import AnyEntry, Match, Past, advance, no_past
from services.aggregates.batch import Batch

Fact = Any


class Run(Batch[Match]):
    """Collects the entries of one command on top of a match; nothing is written yet."""

    @property
    def match(self) -> Match:
        """The match after what was added so far."""
        return self.after

    def add(self, by: Writer, cause: Fact, past: Past = no_past, at: int | None = None) -> Match:
        """Let a cause happen, with all effects: one entry more; ``at`` if it was earlier."""
        state, effects, match = None, (), self.after
        if isinstance(cause, Moved | Shuffled):
            state, effects = happen(match.game, match.state, cause)
        when = self.at if at is None else max(at, match.at)
        entry: AnyEntry = Entry(SCHEMA, when, by, self.command, cause, effects)
        stored = self.sealed(entry)
        self.put(entry, stored, advance(match, entry, stored.seal, past, state))
        return self.after

    def add_owed(self, seed: bytes) -> None:
        """Add everything that the house owes after this."""
        while (fact := owed(self.after, seed)) is not None:
            self.add("house", fact)

    def hints(self) -> Mapping[str, str]:
        return hints(self)


def hints(run: Run) -> dict[str, str]:
    """What the readers of the feed want to know without opening the entries.

    ``k`` which facts besides moves were written, ``w`` the bots that are to move now, ``d`` the ms
    after which the clock has something to do (0: not any more), ``t`` the tournament, round and
    table whose match has ended.
    """
    causes = [step.entry.cause for step in run.steps]
    kinds = [type(cause).__name__ for cause in causes if not isinstance(cause, Moved)]
    said = {"k": ",".join(kinds), "w": ",".join(map(str, bots_to_move(run.after)))}
    last = due(run.after)
    if last is not None or due(run.before) is not None:
        said["d"] = str(last or 0)
    event = run.after.offer.event
    if event is not None and run.after.over:
        said["t"] = f"{event.tournament} {event.round} {event.table}"
    return said


def bots_to_move(match: Match) -> list[Seat]:
    """The bots that are to move; nobody is asked for his moves where there are no bots."""
    if all(sitter.kind != "bot" for sitter in match.sitters):
        return []
    return [seat for seat in match.acting() if match.sitters[seat].kind == "bot"]
