"""The tournaments: every act is a command, decided by the pure rules and written in one append."""

from typing import Any

import msgspec
import redis.asyncio

from events.errors import Refused
from events.keys import partition_of
from projections.tournaments import commands as c
from projections.tournaments.decisions.boards import most_boards
from projections.tournaments.errors import UnknownTournament
from projections.tournaments.record import HOUSE, Step, Tournament, unannounced
from projections.tournaments.settings import Settings
from projections.tournaments.state import State
from services.aggregates import commands
from services.aggregates.commands import Ask, Commands
from services.keys.boards import BoardSeeds
from services.keys.randomness import House
from services.readmodels.keys import model_key, page, text
from services.tournaments.announcements import pinned_settings
from services.tournaments.batch import Decisions

Done = commands.Done[Tournament]


def events_key(partition: int) -> str:
    """A sorted set under score 0: all tournaments of a partition, which ids sort by time."""
    return model_key(partition, "events")


def live_key(partition: int) -> str:
    """A set: the tournaments of a partition that may still need somebody."""
    return model_key(partition, "events", "live")


class Tournaments:
    """Everything that may be asked of a tournament's log."""

    def __init__(
        self, commands: Commands[Tournament], house: House, client: redis.asyncio.Redis
    ) -> None:
        self.commands = commands
        self.cache = commands.cache
        self.house = house
        self.boards = BoardSeeds(client)
        self._client = client

    # -- reading

    async def current(self, name: str) -> Tournament:
        """The tournament as it is now; raise ``UnknownTournament``."""
        known = self.cache.known(name)
        try:
            found = await self.cache.current(known)
            if found.version == 0:  # somebody is about to announce it
                found = await self.cache.refresh(known)
        except UnknownTournament:
            self.cache.forget(known)
            raise
        if found.version == 0:
            raise UnknownTournament(tournament=name)
        return found

    async def newest(self, name: str) -> Tournament:
        """The same, with what other processes have appended."""
        known = self.cache.known(name)
        async with known.lock:
            found = await self.current(name)
            return await self.cache.refresh(known) if found.version else found

    async def steps(self, name: str) -> list[Step]:
        return await self.cache.steps(name)

    async def known(self, name: str) -> Tournament | None:
        """The tournament as this process knows it; None if it was never announced."""
        try:
            return await self.current(name)
        except UnknownTournament:
            return None

    async def names(self, partitions: int, limit: int, after: str | None) -> list[str]:
        """The ids of tournaments of all partitions, the newest first, those before ``after``."""
        keys = [events_key(partition) for partition in range(partitions)]
        return await page(self._client, keys, limit, after)

    async def live(self, partition: int) -> list[str]:
        """The tournaments of a partition that are not over."""
        return sorted(map(text, await self._client.smembers(live_key(partition))))

    async def rest(self, name: str) -> None:
        """Nothing is left to be done for a tournament that is over."""
        await self._client.srem(live_key(partition_of(name)), name)

    async def written(self, name: str, ask: Ask) -> Tournament | None:
        """The tournament after a command that was carried out before; None if it never was."""
        return await self.commands.known(name, ask)

    async def refused(self, name: str, ask: Ask, error: Refused) -> None:
        """Keep for a minute why a job was refused, for who asked for it."""
        said = msgspec.json.encode((error.code, error.details), enc_hook=str)
        await self._client.set(self._refusal_key(name, ask), said, ex=60)

    async def refusal(self, name: str, ask: Ask) -> tuple[str, dict[str, Any]] | None:
        """Code and details of such a refusal, if there was one."""
        raw = await self._client.get(self._refusal_key(name, ask))
        return None if raw is None else msgspec.json.decode(raw, type=tuple[str, dict[str, Any]])

    def _refusal_key(self, name: str, ask: Ask) -> str:
        command = self.commands.id(name, ask).hex()
        return model_key(partition_of(name), "refusal", command)

    # -- writing

    async def create(self, name: str, ask: Ask, settings: Settings) -> Done:
        """Announce a tournament under a fresh id; its boards are committed in the same breath."""
        settings = pinned_settings(settings)
        await self._listed(name)
        seed = int.from_bytes(self.house.seed()[:6])
        announced: list[c.AnyCommand] = [c.Create(settings, seed)]
        if settings.format == "duplicate":
            count = most_boards(State(settings))
            seeds = [self.house.seed() for _ in range(count)]
            kept = await self.boards.keep(name, seeds)
            shown = (self.house.commitment(each).hex() for each in kept)
            announced.append(c.CommitBoards(tuple(shown)))
        self.commands.begin(unannounced(name))
        return await self.do(name, ask, *announced, by=ask.actor)

    async def _listed(self, name: str) -> None:
        """Listed before there is a log: so nobody who looks after the live ones misses it."""
        partition = partition_of(name)
        await self._client.zadd(events_key(partition), {name: 0})
        await self._client.sadd(live_key(partition), name)

    async def do(self, name: str, ask: Ask, *commands: c.AnyCommand, by: str = HOUSE) -> Done:
        """Carry out commands one after the other, or none of them; the same ``ask`` only once."""
        command = self.commands.id(name, ask)

        async def decide(now: Tournament) -> Decisions:
            if now.version == 0 and not isinstance(commands[0], c.Create):
                raise UnknownTournament(tournament=name)
            batch = Decisions(now, command, self.commands.now(), self.house.salt)
            for each in commands:
                batch.add(by, each)
            return batch

        return await self.commands.act(name, command, decide, ask.request)
