"""``tapete audit``: whether what is recorded is what the rules, the seals and the seeds say."""

from typing import Annotated

import typer

from projections.audit.report import Report
from projections.match.fold import Match
from services.audit.audits import Audits
from services.cli.terminal import narration, verdicts
from services.cli.terminal.arguments import All, MatchOrAll, one_or_all
from services.cli.terminal.console import Voice
from services.cli.terminal.session import Session, session


def audit(
    ctx: typer.Context,
    match: MatchOrAll = None,
    every: All = False,
    after: Annotated[str | None, typer.Option("--after")] = None,
) -> None:
    voice: Voice = ctx.obj
    one_or_all(voice, match, every)
    with session() as house:
        audits = Audits(house.services.redis, house.services.log)
        if match is None:
            reports = house.do(all_of_them(voice, audits, after))
        else:
            reports = [house.do(audits.audit(match))]
            verdicts.tell(voice, reports[0])
    raise typer.Exit(verdicts.sum_up(voice, reports))


async def all_of_them(voice: Voice, audits: Audits, after: str | None) -> list[Report]:
    """Audit every match, a line each as it is done."""
    reports: list[Report] = []
    with voice.bar() as bar:
        task = bar.add_task(voice.say("cli-audit-all"), total=None)
        async for progress in audits.every(after):
            verdicts.tell(voice, progress.report)
            reports.append(progress.report)
            bar.update(task, completed=progress.done, total=progress.total)
    return reports


def ended(voice: Voice, house: Session, match: Match) -> Report:
    """Tell how a match ended, and whether all was as it should be."""
    narration.ending(voice, match)
    report = house.do(Audits(house.services.redis, house.services.log).audit(match.id))
    verdicts.tell(voice, report)
    return report
