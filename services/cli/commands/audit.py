"""``tapete audit``: whether what is recorded is what the rules, the seals and the seeds say."""

from typing import Annotated

import typer

from events.errors import Malformed
from projections.audit.report import Report
from services.audit.audits import Audits
from services.cli.terminal import verdicts
from services.cli.terminal.console import Voice
from services.cli.terminal.session import Session, session


def add(app: typer.Typer) -> None:
    app.command("audit")(audit)


def audit(
    ctx: typer.Context,
    match: Annotated[str | None, typer.Argument(metavar="MATCH")] = None,
    every: Annotated[bool, typer.Option("--all")] = False,
    after: Annotated[str | None, typer.Option("--after", metavar="MATCH")] = None,
) -> None:
    voice: Voice = ctx.obj
    if (match is None) != every:
        raise Malformed(reason=voice.say("audit.one_or_all"))
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
        task = bar.add_task(voice.say("audit.all"), total=None)
        async for progress in audits.every(after):
            verdicts.tell(voice, progress.report)
            reports.append(progress.report)
            bar.update(task, completed=progress.done, total=progress.total)
    return reports


async def one(house: Session, match: str) -> Report:
    """The report on a match of this house."""
    return await Audits(house.services.redis, house.services.log).audit(match)
