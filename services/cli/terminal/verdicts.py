"""How an audit's report is said."""

from collections import Counter
from collections.abc import Iterable

from projections.audit.report import Report, Verdict
from services.cli.terminal.console import Voice

STYLES: dict[Verdict, str] = {"verified": "good", "incomplete": "doubtful", "broken": "bad"}
VERIFIED, BROKEN, INCOMPLETE = 0, 1, 2
"""Exit codes: all proven; something is wrong; nothing is wrong, but not all can be proven yet."""


def tell(voice: Voice, report: Report) -> None:
    """One line, and one more for each finding."""
    voice.tell(
        "audit.report",
        STYLES[report.verdict],
        match=report.match,
        game=report.game or "?",
        verdict=voice.say(f"verdict.{report.verdict}"),
        entries=report.entries,
        fair=fair(voice, report),
    )
    for finding in report.findings:
        text = finding.text(voice.language)
        voice.tell("audit.finding", "bad", version=finding.version, code=finding.code, text=text)


def fair(voice: Voice, report: Report) -> str:
    """Which seats had a part in the shuffles."""
    if not report.contributed:
        return voice.say("audit.unproven")
    return voice.say("audit.contributed", seats=", ".join(map(str, report.contributed)))


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
    voice.tell("audit.sum", style, matches=found.total(), entries=entries, **counts)
    return code
