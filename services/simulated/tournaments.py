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
from projections.catalogue import catalogue, game_of
from projections.game.contract import AnyGame
from projections.game.views import write_move
from projections.match.fold import Match
from projections.tournaments import commands as c
from projections.tournaments.facts import Outcome
from projections.tournaments.pairing.proposals import free
from projections.tournaments.record import Tournament
from projections.tournaments.settings import Byes, Format, Points, Settings
from services.aggregates.commands import Ask
from services.matches.simulation import chosen
from services.tournaments.announcements import BOT
from services.tournaments.rounds import Rounds
from services.tournaments.scheduler import MINUTE, over

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

    format: Format
    game: str
    entrants: int
    options: dict[str, Any]
    rounds: int | None = None
    movement: Literal["", "howell", "mitchell"] = ""


Progress = Callable[[Tournament, int, int], None]
"""Called as tables end: (the tournament, tables that have ended, tables of this round)."""


def announcement(wish: Wish) -> Settings:
    """What is announced for such an event of this game; refuses a game that can't be played so."""
    game = game_of(wish.game)
    if not fits(wish.format, game):
        games = [name for name, each in catalogue().items() if fits(wish.format, each)]
        raise BadOptions(field=f"--format {wish.format} --game", value=wish.game, allowed=games)
    name = f"{wish.game} · {wish.format}"
    settings = Settings(name, wish.game, wish.format, wish.rounds, options=wish.options)
    return _ANNOUNCED.get(wish.format, _two_sided)(settings, game, wish)


def fits(format: Format, game: AnyGame) -> bool:
    """Whether a game has a number of seats with which the format can be played."""
    match format:
        case "duplicate":
            return True
        case "whist":
            return 4 in game.seats
        case "tables":
            return bool(_sizes(game))
    return any(seats % 2 == 0 for seats in game.seats)


def _sizes(game: AnyGame) -> list[int]:
    """How many may sit at a table where everybody plays for himself, the preferred number first."""
    sizes = [seats for seats in game.seats if 2 <= seats <= 6]
    return sorted(sizes, key=lambda size: (abs(size - LARGE), size))


def _two_sided(settings: Settings, game: AnyGame, wish: Wish) -> Settings:
    """Two entrants a table, as many people each as the game needs."""
    seats = next(seats for seats in game.seats if seats % 2 == 0)
    return replace(settings, members=seats // 2)


def _arena(settings: Settings, game: AnyGame, wish: Wish) -> Settings:
    """Two entrants a table, for some time instead of some rounds."""
    timed = replace(settings, minutes=wish.rounds or WAVES, rounds=None)
    return _two_sided(timed, game, wish)


def _tables(settings: Settings, game: AnyGame, wish: Wish) -> Settings:
    """Everybody for himself, at tables of the sizes that the game allows."""
    points, byes = Points(by="rank"), Byes(pairing=60)
    return replace(settings, sizes=tuple(_sizes(game)), points=points, byes=byes)


def _whist(settings: Settings, game: AnyGame, wish: Wish) -> Settings:
    """Four people a table; partners change every round."""
    return settings


def _duplicate(settings: Settings, game: AnyGame, wish: Wish) -> Settings:
    """The same boards at every table, compared by matchpoints."""
    settings = replace(
        settings,
        points=Points(by="matchpoints", lower_is_better=wish.game in FEWER_IS_BETTER),
        byes=Byes(pairing=0, requested=0),
        boards=1,
        rounds=None if wish.movement else wish.rounds or 2,
        movement=wish.movement,
        capacity=max(2, wish.entrants) if wish.movement else None,
    )
    if game.seats[0] == 1:
        return replace(settings, sizes=(1,))
    return replace(settings, members=max(1, game.seats[0] // 2))


_ANNOUNCED: dict[Format, Callable[[Settings, AnyGame, Wish], Settings]] = {
    "arena": _arena,
    "tables": _tables,
    "whist": _whist,
    "duplicate": _duplicate,
}
"""What is special to a format; all others are for two sides."""


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
        return (await self._matches.move(match.id, ask, seat, [move])).after

    async def _do(self, name: str, *commands: c.AnyCommand) -> Tournament:
        done = await self._tournaments.do(name, self._ask(), *commands, by=ACTOR)
        return done.after

    def _ask(self) -> Ask:
        self._count += 1
        return Ask(ACTOR, "act", str(self._count))


def seeded(seed: str) -> bytes:
    """The 32 bytes that a house on this seed draws from."""
    return sha256(b"tapete-rehearsal/1" + seed.encode()).digest()
