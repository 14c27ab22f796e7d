"""How an audit's report is said."""

from collections import Counter
from collections.abc import Iterable

from projections.audit.report import Report, Verdict
from projections.audit.verifier import Verification
from services.cli.terminal.console import Voice

STYLES: dict[Verdict, str] = {"verified": "good", "incomplete": "doubtful", "broken": "bad"}
VERIFIED, BROKEN, INCOMPLETE = 0, 1, 2
"""Exit codes: all proven; something is wrong; nothing is wrong, but not all can be proven yet."""


def tell(voice: Voice, report: Report) -> None:
    """One line, and one more for each finding."""
    voice.tell(
        "cli-audit-report",
        STYLES[report.verdict],
        match=report.match,
        game=report.game or "?",
        verdict=voice.say(f"cli-verdict-{report.verdict}"),
        entries=report.entries,
        fair=fair(voice, report),
    )
    for finding in report.findings:
        text, code = finding.text(voice.language), finding.code
        voice.tell("cli-audit-finding", "bad", version=finding.version, code=code, text=text)


def fair(voice: Voice, report: Report | Verification) -> str:
    """Which seats had a part in the shuffles."""
    if not report.contributed:
        return voice.say("cli-audit-unproven")
    seats = ", ".join(map(str, report.contributed))
    return voice.say("cli-audit-contributed", count=len(report.contributed), seats=seats)


def sum_up(voice: Voice, reports: Iterable[Report]) -> int:
    """The last line, and the exit code."""
    found = Counter[str]()
    entries = 0
    for report in reports:
        found[report.verdict] += 1
        entries += report.entries
    code = BROKEN if found["broken"] else INCOMPLETE if found["incomplete"] else VERIFIED
    style = ("good", "bad", "doubtful")[code]
    counts = {verdict: found[verdict] for verdict in STYLES}
    voice.tell("cli-audit-sum", style, matches=found.total(), entries=entries, **counts)
    return code
