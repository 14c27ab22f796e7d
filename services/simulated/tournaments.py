"""A whole tournament of bots, through the real service: its logs, its rounds, its audits.

With a seed everything follows from it: ids, decks, bots, pairings. Such an event is marked as
seeded, proves nothing and is never rated. Bots are bounded by what they look at, never by time.
"""

import asyncio
from collections.abc import Callable
from hashlib import sha256
from typing import Any, Literal, NamedTuple

from msgspec.structs import replace

from events.errors import BadOptions
from events.facts import Seat
from projections.cards import fair_deal
from projections.catalogue import game_of
from projections.game.contract import AnyGame
from projections.game.views import write_move
from projections.match.fold import Match
from projections.tournaments import commands as c
from projections.tournaments.facts import Outcome
from projections.tournaments.pairing.proposals import free
from projections.tournaments.record import Tournament
from projections.tournaments.settings import Byes, Points, Settings
from services.aggregates.commands import Ask
from services.matches.simulation import chosen
from services.tournaments.announcements import BOT
from services.tournaments.rounds import Rounds
from services.tournaments.scheduler import MINUTE, over

Kind = Literal[
    "round-robin",
    "swiss",
    "fide-dutch",
    "tables",
    "individual",
    "elimination",
    "double-elimination",
    "duplicate",
    "arena",
]
ACTOR = "rehearsal"
AT_ONCE = 16
"""How many matches are played at a time."""
WAVES = 5
BEGINNING = 1_735_689_600_000
"""When an event on a seed begins: midnight before 2025 (ms UTC)."""
LARGE = 4
"""The size of tables that is preferred."""
FEWER_IS_BETTER = ("caissa-campeones", "catastrophes")


class Wish(NamedTuple):
    """The event that is wanted."""

    kind: Kind
    game: str
    entrants: int
    options: dict[str, Any]
    rounds: int | None = None
    movement: Literal["", "howell", "mitchell"] = ""


Progress = Callable[[Tournament, int, int], None]
"""Called as tables end: (the tournament, tables that have ended, tables of this round)."""


def announcement(wish: Wish) -> Settings:
    """What is announced for such an event of this game."""
    game, kind = game_of(wish.game), wish.kind
    settings = Settings(
        f"{wish.game} · {kind}", wish.game, "swiss", wish.rounds, options=wish.options
    )
    build = _KINDS[kind]
    return build(settings, game, wish)


def _two_sided(settings: Settings, game: AnyGame, wish: Wish) -> Settings:
    """Two entrants a table, as many people each as the game needs."""
    seats = next((seats for seats in game.seats if seats % 2 == 0), None)
    if seats is None:
        raise BadOptions(field="game", value=wish.game, allowed="a game for two sides")
    formats = {
        "round-robin": "round_robin",
        "swiss": "swiss",
        "fide-dutch": "dutch",
        "elimination": "single_elimination",
        "double-elimination": "double_elimination",
        "arena": "arena",
    }
    timed = {"minutes": wish.rounds or WAVES, "rounds": None} if wish.kind == "arena" else {}
    return replace(settings, format=formats[wish.kind], members=seats // 2, **timed)


def _tables(settings: Settings, game: AnyGame, wish: Wish) -> Settings:
    """Everybody for himself, at tables of the sizes that the game allows."""
    sizes = [seats for seats in game.seats if 2 <= seats <= 6]
    if not sizes:
        raise BadOptions(field="game", value=wish.game, allowed="a game for two and more")
    sizes.sort(key=lambda size: (abs(size - LARGE), size))
    points, byes = Points(by="rank"), Byes(pairing=60)
    return replace(settings, format="tables", sizes=tuple(sizes), points=points, byes=byes)


def _individual(settings: Settings, game: AnyGame, wish: Wish) -> Settings:
    """Partners that change every round."""
    if 4 not in game.seats:
        raise BadOptions(field="game", value=wish.game, allowed="a game for four")
    return replace(settings, format="whist")


def _duplicate(settings: Settings, game: AnyGame, wish: Wish) -> Settings:
    """The same boards at every table, compared by matchpoints."""
    points = Points(by="matchpoints", lower_is_better=wish.game in FEWER_IS_BETTER)
    rounds = None if wish.movement else wish.rounds or 2
    plain: dict[str, Any] = {
        "format": "duplicate",
        "points": points,
        "byes": Byes(pairing=0, requested=0),
        "boards": 1,
        "rounds": rounds,
        "movement": wish.movement,
        "capacity": max(2, wish.entrants) if wish.movement else None,
    }
    if game.seats[0] == 1:
        return replace(settings, sizes=(1,), **plain)
    return replace(settings, members=max(1, game.seats[0] // 2), **plain)


_KINDS: dict[Kind, Callable[[Settings, AnyGame, Wish], Settings]] = {
    "round-robin": _two_sided,
    "swiss": _two_sided,
    "fide-dutch": _two_sided,
    "elimination": _two_sided,
    "double-elimination": _two_sided,
    "arena": _two_sided,
    "tables": _tables,
    "individual": _individual,
    "duplicate": _duplicate,
}


class Rehearsal:
    """Plays one event from its announcement to its end, by itself."""

    def __init__(self, rounds: Rounds, wish: Wish, seed: str | None = None) -> None:
        self._rounds, self._matches = rounds, rounds.matches
        self._tournaments = rounds.tournaments
        self._commands = rounds.tournaments.commands
        self._wish = wish
        self._seed = seed
        self._clock = BEGINNING
        self._count = 0
        if seed is not None:
            self._commands.now = self._matches.commands.now = lambda: self._clock

    async def run(self, progress: Progress = lambda tournament, done, tables: None) -> Tournament:
        """The tournament, finished, its boards disclosed."""
        tournament = await self._announce()
        while not self._ended(tournament):
            tournament = await self._round(tournament, progress)
            self._clock += MINUTE
        tournament = await self._do(tournament.id, c.Finish())
        boards = range(1, len(tournament.state.commitments) + 1)
        tournament = await self._rounds.disclose(tournament, boards)
        await self._tournaments.rest(tournament.id)
        return tournament

    async def _announce(self) -> Tournament:
        settings = replace(announcement(self._wish), seeded=self._seed is not None)
        now = self._commands.now()
        name = self._tournaments.house.tournament_id(0, now)
        await self._tournaments.create(name, self._ask(), settings)
        await self._do(name, c.Register(tuple(map(self._entry, range(self._wish.entrants)))))
        tournament = await self._do(name, c.Lock())
        if settings.format == "arena":
            tournament = await self._do(name, c.Start(self._commands.now()))
        return tournament

    def _entry(self, number: int) -> c.Entry:
        settings = announcement(self._wish)
        members = tuple(f"{BOT}{number + 1}.{n + 1}" for n in range(settings.members))
        return c.Entry(f"e{number + 1}", f"Bot {number + 1}", members, 2000 - number)

    def _ended(self, tournament: Tournament) -> bool:
        state = tournament.state
        if state.settings.format != "arena":
            return over(state, self._commands.now())
        return len(state.rounds) >= state.settings.minutes or len(free(state)) < 2

    async def _round(self, tournament: Tournament, progress: Progress) -> Tournament:
        """Pair, publish and start a round, and play all its tables."""
        name, number = tournament.id, tournament.state.next
        await self._rounds.pair(name, number, self._ask(), ACTOR)
        tournament = await self._do(name, c.Publish(number), c.StartRound(number))
        tables = tournament.state.rounds[-1].pairing.tables
        few = asyncio.Semaphore(AT_ONCE)
        while opened := await self._rounds.open(tournament, number):
            await asyncio.gather(*(self._play(each, few) for each in sorted(opened)))
            for table in tables:
                if not await self._rounds.report(tournament, number, table):
                    continue
                tournament = await self._tournaments.current(name)
                done = len(tournament.state.rounds[-1].results)
                progress(tournament, done, len(tables))
        return await self._rounds.disclose(
            await self._settled(tournament, number),
            {board for table in tables for board in table.boards},
        )

    async def _settled(self, tournament: Tournament, number: int) -> Tournament:
        """Where nobody wins, however often they play, the better seed does."""
        for table in tournament.state.rounds[number - 1].pairing.tables:
            if table.number not in tournament.state.rounds[number - 1].results:
                ranks = tuple(range(1, len(table.teams) + 1))
                command = c.Record(number, table.number, Outcome(ranks))
                tournament = await self._do(tournament.id, command)
        return tournament

    async def _play(self, name: str, few: asyncio.Semaphore) -> None:
        """Let the bots of a match play it to its end."""
        async with few:
            match = await self._rounds.match(name)
            throw = self._dice(name)
            while match is not None and not match.over:
                match = await self._move(match, match.acting()[0], throw)

    def _dice(self, name: str) -> Callable[[int], int]:
        if self._seed is None:
            return self._tournaments.house.dice()
        return fair_deal.dice(sha256(f"bots {self._seed} {name}".encode()).digest())

    async def _move(self, match: Match, seat: Seat, throw: Callable[[int], int]) -> Match:
        move = write_move(chosen(match.game, match.state, seat, throw))
        ask = Ask("bot", "moves", f"{match.version}:{seat}")
        return (await self._matches.move(match.id, ask, seat, [move])).match

    async def _do(self, name: str, *commands: c.AnyCommand) -> Tournament:
        done = await self._tournaments.do(name, self._ask(), *commands, by=ACTOR)
        return done.tournament

    def _ask(self) -> Ask:
        self._count += 1
        return Ask(ACTOR, "act", str(self._count))


def seeded(seed: str) -> bytes:
    """The 32 bytes that a house on this seed draws from."""
    return sha256(b"tapete-rehearsal/1" + seed.encode()).digest()
