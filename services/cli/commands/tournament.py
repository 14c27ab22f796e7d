"""``tapete tournament``: announce an event, direct it, rehearse it with bots."""

from typing import Annotated, Literal

import typer

from events.errors import BadOptions
from projections.tournaments import commands as c
from projections.tournaments.decisions.decide import dry_run as proposed
from projections.tournaments.exchange import exports
from projections.tournaments.publication.sealed import public, publicly
from projections.tournaments.record import Tournament, facts_of
from projections.tournaments.settings import Format, Points, Scoring, Settings
from services.aggregates.commands import Ask
from services.cli.terminal import tables
from services.cli.terminal.arguments import Game, Options, Output, Rounds, options_of
from services.cli.terminal.console import Voice
from services.cli.terminal.session import Session, session
from services.tournaments.printing import standings_page
from services.wiring import now_ms

ACTOR = "operator"
Form = Literal["csv", "trf", "ndjson", "html"]
Name = Annotated[str, typer.Argument()]
AfterRound = Annotated[int | None, typer.Option("--round", min=0)]
RENAMED = {
    "round-robin": "round_robin",
    "fide-dutch": "dutch",
    "individual": "whist",
    "elimination": "single_elimination",
    "double-elimination": "double_elimination",
}
"""What formats used to be called here: still understood, no longer offered."""


def renamed(word: str) -> str:
    """The word of today for a format."""
    return RENAMED.get(word, word)


def create(
    ctx: typer.Context,
    name: Annotated[str, typer.Option("--name")],
    game: Game = "kaiser",
    form: Annotated[Format, typer.Option("--format", "-f")] = "swiss",
    rounds: Rounds = None,
    members: Annotated[int, typer.Option("--members", min=1, max=6)] = 1,
    sizes: Annotated[str, typer.Option("--sizes")] = "2",
    by: Annotated[Scoring, typer.Option("--points")] = "result",
    boards: Annotated[int, typer.Option("--boards", min=0, max=64)] = 0,
    minutes: Annotated[int, typer.Option("--minutes", min=0)] = 0,
    options: Options = [],  # noqa: B006  typer copies it
    auto: Annotated[bool, typer.Option("--auto")] = False,
    rated: Annotated[bool, typer.Option("--rated")] = False,
) -> None:
    voice: Voice = ctx.obj
    settings = Settings(
        name,
        game,
        form,
        rounds,
        members,
        numbers(sizes),
        Points(by),
        boards=boards,
        minutes=minutes,
        options=options_of(voice, options),
        auto=auto,
        rated=rated,
    )
    with session() as house:
        services = house.services
        id = services.house.tournament_id(
            services.house.dice()(services.settings.partitions), now_ms()
        )
        house.do(services.tournaments.create(id, ask(house), settings))
    voice.write(id)


def entrants(
    ctx: typer.Context,
    tournament: Name,
    entries: Annotated[list[str], typer.Argument()],
) -> None:
    voice: Voice = ctx.obj
    with session() as house:
        before = len(house.do(house.services.tournaments.newest(tournament)).state.entrants)
        given = tuple(entry(text, before + n) for n, text in enumerate(entries, 1))
        now = act(house, tournament, c.Register(given))
    voice.tell("cli-tournament-entered", count=len(now.state.entrants))


def pair(
    ctx: typer.Context,
    tournament: Name,
    dry_run: Annotated[bool, typer.Option("--dry-run")] = False,
    wait: Annotated[bool, typer.Option("--wait")] = False,
) -> None:
    voice: Voice = ctx.obj
    with session() as house:
        now = house.do(house.services.tournaments.newest(tournament))
        if now.phase == "registration":
            now = act(house, tournament, c.Lock())
        if now.phase == "locked" and now.state.settings.format == "arena":
            now = act(house, tournament, c.Start(now_ms()))
        number = now.state.next
        if dry_run:
            tables.pairing(voice, now.state, number, proposed(now.state, number, now_ms()))
            return
        house.do(house.services.rounds.pair(tournament, number, ask(house), ACTOR))
        commands = (c.Publish(number),) if wait else (c.Publish(number), c.StartRound(number))
        now = act(house, tournament, *commands)
        if not wait:
            house.do(house.services.rounds.open(now, number))
    tables.pairing(voice, now.state, number, now.state.rounds[-1].pairing)


def standings(ctx: typer.Context, tournament: Name, round: AfterRound = None) -> None:
    voice: Voice = ctx.obj
    with session() as house:
        now = house.do(house.services.tournaments.newest(tournament))
    tables.standings(voice, public(now.state), round)


def export(
    ctx: typer.Context,
    tournament: Name,
    output: Output,
    form: Annotated[Form, typer.Option("--format")] = "csv",
    round: AfterRound = None,
) -> None:
    voice: Voice = ctx.obj
    with session() as house:
        line = house.do(house.services.tournaments.steps(tournament))
    state = line[-1].after.state
    if form == "ndjson":
        raw = exports.to_ndjson([publicly(state, fact) for fact in facts_of(line)])
    elif form == "html":
        raw = standings_page(public(state), voice.language, round).encode()
    else:
        write = exports.to_csv if form == "csv" else exports.to_trf
        raw = write(public(state), round).encode()
    output.write_bytes(raw)
    voice.tell("cli-tournament-written", "good", output=output)


# ---- what the commands are made of -------------------------------------------------------------


def ask(house: Session) -> Ask:
    """A command that nobody repeats."""
    return Ask(ACTOR, "cli", house.services.house.token())


def act(house: Session, tournament: str, *commands: c.AnyCommand) -> Tournament:
    tournaments = house.services.tournaments
    return house.do(tournaments.do(tournament, ask(house), *commands, by=ACTOR)).after


def numbers(written: str) -> tuple[int, ...]:
    parts = [part.strip() for part in written.split(",")]
    if not all(part.isdigit() for part in parts):
        raise BadOptions(field="--sizes", value=written, allowed="4,3")
    return tuple(map(int, parts))


def entry(text: str, number: int) -> c.Entry:
    """``Ana y Luis=ana,luis`` as an entry; a name alone is a player's own."""
    name, sign, members = text.partition("=")
    people = tuple(part.strip() for part in members.split(",")) if sign else (name.strip(),)
    return c.Entry(f"e{number}", name.strip(), people)
