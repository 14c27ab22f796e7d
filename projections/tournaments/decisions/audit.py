"""The audit of a tournament: every decision is taken again, and compared with the record."""

from collections.abc import Sequence

from events.errors import TapeteError
from events.record import Read, Stored
from projections.audit.report import Report, Verdict
from projections.audit.walk import Walk
from projections.tournaments.decisions.decide import decide
from projections.tournaments.record import Decided, Step, Tournament, advance, decided, unannounced


def audit(name: str, stored: Sequence[Stored]) -> Report:
    """Audit a log from its first entry: seals, order, command ids, and what was decided.

    It is verified once the event is over and all its boards lie open.
    """
    walk: Walk[Tournament] = Walk()
    walk.through(name, stored, Arbiter(name))
    told = None if walk.after is None else walk.after.told
    over = told is not None and told.phase in ("finished", "cancelled")
    shut = told is None or len(told.opened) < len(told.commitments)
    verdict: Verdict = "verified" if over and not shut else "incomplete"
    if walk.findings:
        verdict = "broken"
    return Report(name, verdict, len(stored), tuple(walk.findings))


class Arbiter:
    """Decides the commands of one tournament again."""

    def __init__(self, name: str) -> None:
        self._name = name

    def first(self) -> Tournament:
        return unannounced(self._name)

    def typed(self, known: Tournament, item: Read) -> Decided:
        return decided(item)

    def wrong(self, line: Sequence[Step], known: Tournament, entry: Decided) -> str | None:
        try:
            same = decide(known.told, entry.cause) == entry.effects
        except TapeteError:
            return "phase"
        return None if same else "effects"

    def advance(
        self, line: Sequence[Step], known: Tournament, entry: Decided, seal: bytes
    ) -> Tournament:
        return advance(known, entry, seal)
