"""``tapete simulate``: many matches of bots in this process, and what they have in common."""

import time
from typing import Annotated

import typer

from projections.game.contract import AnyGame
from services.cli.terminal.arguments import Game, Options, Seats, wanted
from services.cli.terminal.console import Voice
from services.cli.terminal.narration import labelled
from services.keys.randomness import House
from services.matches import simulation
from services.matches.simulation import Share, Statistics


def simulate(
    ctx: typer.Context,
    game: Game = "kaiser",
    matches: Annotated[int, typer.Option("--matches", "-n", min=1)] = 100,
    options: Options = [],  # noqa: B006  typer copies it
    seats: Seats = None,
    seed: Annotated[str | None, typer.Option("--seed")] = None,
    most: Annotated[int, typer.Option("--most", min=1)] = simulation.LONGEST,
) -> None:
    voice: Voice = ctx.obj
    rules, agreed, sitting = wanted(voice, game, options, seats)
    said = seed if seed is not None else House().seed().hex()[:16]
    begun = time.perf_counter()
    played = []
    with voice.bar() as bar:
        lot = simulation.matches(rules, agreed, sitting, said.encode(), matches, most)
        for one in bar.track(lot, total=matches, description=game):
            played.append(one)
    seconds = time.perf_counter() - begun
    statistics = simulation.summed_up(played, sitting, rules.sides(agreed, sitting))
    report(voice, rules, statistics, seconds)
    voice.tell("cli-simulate-seed", "faint", seed=said)


def report(voice: Voice, game: AnyGame, found: Statistics, seconds: float) -> None:
    title, rate = game.texts["name"].get(voice.language), found.moves / seconds
    took = voice.tenths(seconds)
    voice.tell("cli-simulate-done", "head", game=title, matches=found.matches, seconds=took)
    if found.left:
        voice.tell("cli-simulate-left", "doubtful", left=found.left)
    voice.tell(
        "cli-simulate-length",
        shortest=found.shortest, median=voice.rounded(found.median), mean=voice.tenths(found.mean),
        longest=found.longest,
    )  # fmt: skip
    voice.tell("cli-simulate-rate", moves=found.moves, rate=voice.rounded(float(round(rate))))
    by_seat(voice, found)
    for label, count in sorted(found.labels.items()):
        text = labelled(game, label, voice.language)
        voice.tell("cli-simulate-label", label=text, count=count)
    first_player(voice, found.first)


def by_seat(voice: Voice, found: Statistics) -> None:
    """A line a seat: its points on average, and the part of the matches that it won.

    Alone there is nobody to win against; what became of the matches is told by their labels.
    """
    heads = ("cli-simulate-seat", "cli-simulate-points", "cli-simulate-wins")
    made = voice.table(*heads, numbers=(0, 1, 2))
    for seat, wins in enumerate(found.wins):
        points = voice.tenths(found.points[seat]) if found.points else "—"
        won = voice.percent(wins) if len(found.wins) > 1 else "—"
        made.add_row(str(seat), points, won)
    voice.show(made)


def first_player(voice: Voice, share: Share | None) -> None:
    """What it is worth to move first, and whether chance alone would explain it."""
    if share is None:
        voice.tell("cli-simulate-no-first")
        return
    verdict = "even" if share.low <= share.even <= share.high else "uneven"
    voice.tell(
        f"cli-simulate-first-{verdict}",
        rate=voice.percent(share.rate), even=voice.percent(share.even),
        low=voice.percent(share.low), high=voice.percent(share.high),
    )  # fmt: skip
