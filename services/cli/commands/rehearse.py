"""``tapete tournament simulate``: a whole event of bots, on a Redis that is thrown away."""

import asyncio
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Literal, NamedTuple

import typer
from msgspec.structs import replace

from projections.audit.report import Report
from projections.tournaments.exchange import exports
from projections.tournaments.record import Step, Tournament, facts_of
from projections.tournaments.settings import Format
from services.audit.audits import Audits
from services.cli.terminal import tables as wall
from services.cli.terminal.arguments import Game, Options, OutputIfAny, Rounds, options_of
from services.cli.terminal.console import Voice
from services.keys.randomness import House, simulated
from services.redis import embedded
from services.settings import Settings
from services.simulated import tournaments
from services.simulated.tournaments import Progress, Rehearsal, Wish
from services.wiring import wire


class Rehearsed(NamedTuple):
    """What came of it: the log, and the audits of all records."""

    line: list[Step]
    reports: list[Report]


def simulate(
    ctx: typer.Context,
    game: Game = "kaiser",
    form: Annotated[Format, typer.Option("--format", "-f")] = "swiss",
    entrants: Annotated[int, typer.Option("--entrants", "-n", min=2, max=1024)] = 8,
    rounds: Rounds = None,
    options: Options = [],  # noqa: B006  typer copies it
    seed: Annotated[str | None, typer.Option("--seed")] = None,
    movement: Annotated[Literal["", "howell", "mitchell"], typer.Option("--movement")] = "",
    output: OutputIfAny = None,
) -> None:
    voice: Voice = ctx.obj
    wish = Wish(form, game, entrants, options_of(voice, options), rounds, movement)
    begun = time.perf_counter()
    with voice.bar() as bar:
        task = bar.add_task(game, total=None)

        def progress(tournament: Tournament, done: int, tables: int) -> None:
            round = len(tournament.state.rounds)
            said = voice.say("cli-tournament-round", round=round)
            bar.update(task, description=said, completed=done, total=tables)

        found = rehearsed(wish, seed, progress)
    report(voice, found, time.perf_counter() - begun)
    if seed is not None:
        voice.tell("cli-tournament-seed", "faint", seed=seed)
    if output is not None:
        output.write_bytes(exports.to_ndjson(facts_of(found.line)))
        voice.tell("cli-tournament-written", "good", output=output)


def rehearsed(wish: Wish, seed: str | None, progress: Progress) -> Rehearsed:
    """Play an event on a server of its own."""
    with TemporaryDirectory(prefix="tapete-") as folder:
        settings = Settings(data=Path(folder), partitions=1)
        with embedded.start(settings) as server:
            played = played_on(replace(settings, redis_url=server.url), wish, seed, progress)
            return asyncio.run(played)


async def played_on(
    settings: Settings, wish: Wish, seed: str | None, progress: Progress
) -> Rehearsed:
    house = House() if seed is None else simulated(tournaments.seeded(seed))
    services = wire(settings, settings.redis_url or "", house)
    try:
        tournament = await Rehearsal(services.rounds, wish, seed).run(progress)
        audits = Audits(services.redis, services.log)
        reports = [one.report async for one in audits.every()]
        return Rehearsed(await services.tournaments.steps(tournament.id), reports)
    finally:
        await services.close()


def report(voice: Voice, found: Rehearsed, seconds: float) -> None:
    state = found.line[-1].after.state
    wall.standings(voice, state)
    voice.tell(
        "cli-tournament-done",
        "good" if all(one.verdict == "verified" for one in found.reports) else "doubtful",
        rounds=len(state.rounds),
        tables=sum(len(round.pairing.tables) for round in state.rounds),
        seconds=voice.tenths(seconds),
        verified=sum(one.verdict == "verified" for one in found.reports),
        all=len(found.reports),
    )
