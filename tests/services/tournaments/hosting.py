"""Tournaments on a real Redis, with the worker that sees to them: what their tests share."""

from typing import Any

from projections.match.fold import Match
from projections.tournaments import commands as c
from projections.tournaments.record import Tournament
from projections.tournaments.settings import Settings
from services.aggregates.commands import Ask
from services.tournaments.announcements import BOT
from services.wiring import now_ms
from tests.support.scene import House, until

SHORT: dict[str, dict[str, Any]] = {
    "kaiser": {"target": 10},
    "casino": {"deals": 1},
    "royal-casino": {"deals": 1},
    "caissa-campeones": {"deals": 1},
}
"""Options with which a match is over soon."""


def asked(route: str, key: object = "", actor: str = "director") -> Ask:
    return Ask(actor, route, str(key))


class Desk:
    """A tournament and its director."""

    def __init__(self, house: House, name: str) -> None:
        self.house, self.name = house, name
        self.tournaments = house.services.tournaments
        self._count = 0

    async def do(self, *commands: c.AnyCommand) -> Tournament:
        self._count += 1
        ask = asked("do", self._count)
        return (await self.tournaments.do(self.name, ask, *commands, by="director")).after

    async def enter(self, count: int, members: int = 1, kind: str = BOT) -> Tournament:
        """Register so many entrants, of bots if nothing else is said."""
        entries = tuple(
            c.Entry(f"e{n}", f"Name {n}", tuple(f"{kind}{n}.{m}" for m in range(members)), 999 - n)
            for n in range(1, count + 1)
        )
        return await self.do(c.Register(entries))

    async def pair(self, start: bool = True) -> Tournament:
        """Pair the next round, and start it."""
        round = (await self.now()).state.next
        services = self.house.services
        await services.rounds.pair(self.name, round, asked("pair", round), "director")
        commands = (c.Publish(round), c.StartRound(round)) if start else (c.Publish(round),)
        return await self.do(*commands)

    async def now(self) -> Tournament:
        return await self.tournaments.newest(self.name)

    async def closed(self, round: int) -> Tournament:
        """Wait until a round has closed."""

        async def done() -> bool:
            rounds = (await self.now()).state.rounds
            return len(rounds) >= round and rounds[round - 1].stage == "closed"

        await until(done)
        return await self.now()

    async def phase(self, phase: str) -> Tournament:
        """Wait until the tournament is in a phase."""

        async def done() -> bool:
            return (await self.now()).phase == phase

        await until(done)
        return await self.now()

    async def opened(self, round: int) -> Tournament:
        """Wait until the board of a round lies open."""

        async def done() -> bool:
            state = (await self.now()).state
            boards = {b for table in state.rounds[round - 1].pairing.tables for b in table.boards}
            return boards <= state.opened.keys()

        await until(done)
        return await self.now()

    async def matches(self, round: int) -> list[Match]:
        """The matches of a round, as far as they were opened."""
        tournament = await self.now()
        seats = [
            await self.house.services.rounds.played(tournament, round, table)
            for table in tournament.state.rounds[round - 1].pairing.tables
        ]
        return [seat.match for each in seats for seat in each if seat.match is not None]


async def announced(house: House, settings: Settings, partition: int = 0) -> Desk:
    """A new tournament."""
    name = house.services.house.tournament_id(partition, now_ms())
    await house.services.tournaments.create(name, asked("create", name), settings)
    return Desk(house, name)


async def playing(house: House, settings: Settings, entrants: int) -> Desk:
    """A tournament whose registration has closed, with bots only."""
    desk = await announced(house, settings)
    await desk.enter(entrants, settings.members)
    await desk.do(c.Lock())
    return desk
