"""``tapete demo``: bots play through the real core on the real Redis, and the audit judges them."""

from typing import Annotated

import typer
from rich.progress import Progress, TaskID

from projections.game.options import written
from services.cli.commands.audit import ended
from services.cli.terminal import narration, verdicts
from services.cli.terminal.arguments import Game, Options, Seats, Think, wanted
from services.cli.terminal.console import Voice
from services.cli.terminal.seating import Seating, opened, players_of
from services.cli.terminal.session import session


def demo(
    ctx: typer.Context,
    game: Game = "kaiser",
    matches: Annotated[int, typer.Option("--matches", "-n", min=1)] = 1,
    options: Options = [],  # noqa: B006  typer copies it
    seats: Seats = None,
    moves: Annotated[bool, typer.Option("--moves")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q")] = False,
    think: Think = 0.0,
) -> None:
    voice: Voice = ctx.obj
    _, agreed, sitting = wanted(voice, game, options, seats)
    players, given = players_of(sitting), written(agreed)
    reports = []
    with session() as house, voice.bar() as bar:
        task = bar.add_task(game, total=matches)
        for _ in range(matches):
            table = house.do(opened(house.services, game, given, players, think))
            voice.write(table.name)
            house.do(played(voice, table, bar, task, moves=moves, quiet=quiet))
            reports.append(ended(voice, house, table.match))
            bar.advance(task)
    raise typer.Exit(verdicts.sum_up(voice, reports))


async def played(
    voice: Voice, table: Seating, bar: Progress, task: TaskID, *, moves: bool, quiet: bool
) -> None:
    """Let bots play all seats to the end, and tell it as it happens."""
    while not table.match.over:
        if not quiet:
            tell(voice, table, moves=moves)
        bar.update(task, description=f"{table.match.name} · {table.match.version}")
        await table.bot(table.match.acting()[0])
    tell(voice, table, moves=moves)


def tell(voice: Voice, table: Seating, *, moves: bool) -> None:
    """A line for each entry in which more happened than a move."""
    said = narration.sentences if moves else narration.effects
    for step in table.news:
        line = " ".join(said(step, "all", voice.language))
        if line:
            voice.write(line)
    table.news.clear()
