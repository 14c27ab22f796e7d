"""Reports of the audit and of the verifier as they are handed out, in the reader's language."""

from msgspec import Struct

from events.errors import Language
from events.facts import Result, Seat
from projections.audit.report import Report, Verdict
from projections.audit.verifier import Verification


class FindingShown(Struct, frozen=True):
    """What was found; ``version`` 0 means the file as a whole, ``code`` is stable."""

    version: int
    code: str
    detail: str
    text: str


class Reported(Struct, frozen=True):
    """What was looked at, what is to be said of it, and why."""

    match: str
    game: str
    verdict: Verdict
    entries: int
    findings: list[FindingShown]


class VerificationShown(Reported, frozen=True):
    """The report on a match file; ``origin`` is the match that a fork goes on from."""

    keys: list[str]
    trusted: bool | None
    seats: int
    contributed: list[Seat]
    result: Result | None
    origin: "VerificationShown | None"


def shown(report: Verification, language: Language) -> VerificationShown:
    """A verifier's report in words."""
    return VerificationShown(
        *reported(report, language),
        list(report.keys),
        report.trusted,
        report.seats,
        list(report.contributed),
        report.result,
        None if report.origin is None else shown(report.origin, language),
    )


def reported(
    report: Report | Verification, language: Language
) -> tuple[str, str, Verdict, int, list[FindingShown]]:
    """The fields of ``Reported``."""
    findings = [
        FindingShown(one.version, one.code, one.detail, one.text(language))
        for one in report.findings
    ]
    return report.match, report.game, report.verdict, report.entries, findings
