"""``tapete verify``: what match files prove, without a server."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from events.errors import Malformed
from projections.audit.report import Finding
from projections.audit.verifier import Verification
from projections.audit.verifier import verify as verified
from services.audit.apart import read_keys
from services.audit.reports import shown
from services.cli.terminal import verdicts
from services.cli.terminal.console import Voice

USED_WRONGLY = 64
"""The exit code where no file was checked: never taken for a verdict."""


def verify(
    ctx: typer.Context,
    files: Annotated[list[Path], typer.Argument()],
    keys: Annotated[Path | None, typer.Option("--keys")] = None,
    as_json: Annotated[bool, typer.Option("--json")] = False,
) -> None:
    voice: Voice = ctx.obj
    try:
        trusted = None if keys is None else read_keys(keys.read_text())
        raws = [content(path) for path in files]
    except (OSError, UnicodeDecodeError, Malformed) as error:
        said = error if isinstance(error, Malformed) else Malformed(reason=str(error))
        voice.complain(said)
        raise typer.Exit(USED_WRONGLY) from error
    reports = [verified(raw, trusted) for raw in raws]
    for report in reports:
        if as_json:
            typer.echo(msgspec.json.encode(shown(report, voice.language)))
        else:
            tell(voice, report)
    raise typer.Exit(code(reports))


def content(path: Path) -> bytes:
    """The bytes of a file; ``-`` is what is piped in."""
    return sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()


def code(reports: list[Verification]) -> int:
    """The exit code: 1 if any is broken, else 2 if any is incomplete."""
    found = {report.verdict for report in reports}
    if "broken" in found:
        return verdicts.BROKEN
    return verdicts.INCOMPLETE if "incomplete" in found else verdicts.VERIFIED


def tell(voice: Voice, report: Verification) -> None:
    """The verdict, what was found, who signed, who contributed, how it ended."""
    voice.write(voice.say(f"cli-verdict-{report.verdict}"), verdicts.STYLES[report.verdict])
    if report.match:
        voice.tell(
            "cli-verify-match", match=report.match, game=report.game or "?", entries=report.entries
        )
    for finding in report.findings:
        voice.write(sentence(voice, finding), "bad" if report.verdict == "broken" else "doubtful")
    for line in proofs(voice, report):
        voice.write(line)
    if report.origin is not None:
        origin = report.origin
        voice.tell("cli-verify-origin", match=origin.match, entries=origin.entries)


def sentence(voice: Voice, finding: Finding) -> str:
    where = voice.say("cli-verify-entry", version=finding.version)
    place = where if finding.version else voice.say("cli-verify-file")
    return f"  {place}: {finding.text(voice.language)} [{finding.code}]"


def proofs(voice: Voice, report: Verification) -> Iterator[str]:
    for key in report.keys:
        yield voice.say("cli-verify-trusted" if report.trusted else "cli-verify-signed", signer=key)
    if report.keys and report.trusted is None:
        yield voice.say("cli-verify-compare")
    if report.contributed or report.game:
        yield verdicts.fair(voice, report)
    if report.result is not None:
        ranks = ", ".join(map(str, report.result.ranks))
        points = ", ".join(map(str, report.result.scores)) or "—"
        yield voice.say("cli-verify-result", ranks=ranks, points=points)
