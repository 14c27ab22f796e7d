"""The audit of a tournament: every decision is taken again, and compared with the record."""

from collections.abc import Sequence

from events.errors import TapeteError
from events.record import Stored, read
from projections.audit.entries import Finding, Report, Verdict
from projections.language.errors import said
from projections.tournaments.decisions.decide import decide
from projections.tournaments.record import Decided, Tournament, advance, decided, unannounced


def audit(name: str, stored: Sequence[Stored]) -> Report:
    """Audit a log from its first entry: seals, order, command ids, and what was decided.

    It is verified once the event is over and all its boards lie open.
    """
    auditor = Auditor(name)
    try:
        for item in read(name, stored):
            auditor.take(decided(item), item.version, item.seal)
    except TapeteError as error:
        reason = str(error.details.get("reason") or said(error))
        version = error.details.get("version") or auditor.tournament.version + 1
        auditor.find(version, "record", reason)
    return auditor.report(len(stored))


class Auditor:
    """Walks a log once; stops at the first entry that can't be followed."""

    def __init__(self, name: str) -> None:
        self.tournament: Tournament = unannounced(name)
        self._findings: list[Finding] = []
        self._commands: set[bytes] = set()
        self._run = b""

    def find(self, version: int, code: str, detail: str = "") -> None:
        self._findings.append(Finding(version, code, detail))

    def take(self, entry: Decided, version: int, seal: bytes) -> None:
        """One entry more."""
        if entry.command != self._run and entry.command in self._commands:
            self.find(version, "command")
        self._commands.add(entry.command)
        self._run = entry.command
        self._decide_again(entry, version)
        self.tournament = advance(self.tournament, entry, seal)

    def _decide_again(self, entry: Decided, version: int) -> None:
        try:
            same = decide(self.tournament.told, entry.cause) == entry.effects
        except TapeteError:
            self.find(version, "phase")
            return
        if not same:
            self.find(version, "effects")

    def report(self, entries: int) -> Report:
        told = self.tournament.told
        over = told is not None and told.phase in ("finished", "cancelled")
        shut = told is None or len(told.opened) < len(told.commitments)
        verdict: Verdict = "verified" if over and not shut else "incomplete"
        if self._findings:
            verdict = "broken"
        return Report(self.tournament.id, verdict, entries, tuple(self._findings))
