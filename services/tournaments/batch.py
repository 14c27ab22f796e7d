"""The entries that come of the commands of a tournament, each with the facts that it led to."""

from collections.abc import Mapping

from events.codec import MAX_BYTES
from events.errors import Malformed
from events.facts import SCHEMA
from projections.tournaments import commands as c
from projections.tournaments.decisions.decide import decide
from projections.tournaments.record import Decided, Tournament, advance
from services.aggregates.batch import Batch
from services.tournaments.announcements import check_table


class Decisions(Batch[Tournament]):
    """Decides one command after the other; nothing is written yet."""

    def add(self, by: str, command: c.AnyCommand) -> None:
        """Decide a command; one that changes nothing leaves no entry."""
        facts = decide(self.after.told, command)
        if isinstance(command, c.Create | c.Amend):
            check_table(command.settings)
        if not facts:
            return
        entry = Decided(SCHEMA, self.at, by, self.command, command, facts)
        stored = self.sealed(entry)
        if len(stored.public) > MAX_BYTES:  # nobody could read it again
            raise Malformed(reason=f"more than {MAX_BYTES} bytes at once")
        self.put(entry, stored, advance(self.after, entry, stored.seal))

    def hints(self) -> Mapping[str, str]:
        """``k``: which facts were written."""
        facts = (fact for step in self.steps for fact in step.entry.effects)
        return {"k": ",".join(type(fact).__name__ for fact in facts)}
