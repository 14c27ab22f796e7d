"""The tournaments: every act is a command, decided by the pure rules and written in one append."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec
import redis.asyncio

from events.codec import MAX_BYTES
from events.errors import Conflict, Corrupt, Malformed, Refused, Unavailable
from events.facts import SCHEMA
from events.keys import partition_of
from events.log import Batch
from events.names import is_tournament
from events.record import write
from projections.tournaments import commands as c
from projections.tournaments.decisions.boards import most_boards
from projections.tournaments.decisions.decide import decide
from projections.tournaments.errors import UnknownTournament
from projections.tournaments.record import HOUSE, Decided, Step, Tournament, advance
from projections.tournaments.settings import Settings
from projections.tournaments.state import State
from services.aggregates.commands import TRIES, Ask, Commands
from services.aggregates.halls import Hall, Halls
from services.aggregates.tables import Remembered, nothing
from services.keys.boards import BoardSeeds
from services.readmodels.keys import model_key, page, text
from services.tournaments.announcements import check_table, pinned_settings


class Done(NamedTuple):
    """The tournament after a command; ``repeated`` if the command was carried out before."""

    tournament: Tournament
    repeated: bool = False


def events_key(partition: int) -> str:
    """A sorted set under score 0: all tournaments of a partition, which ids sort by time."""
    return model_key(partition, "events")


def live_key(partition: int) -> str:
    """A set: the tournaments of a partition that may still need somebody."""
    return model_key(partition, "events", "live")


class Tournaments:
    """Everything that may be asked of a tournament's log."""

    def __init__(
        self,
        commands: Commands,
        client: redis.asyncio.Redis,
        remembered: Remembered = nothing,
        acknowledged: Callable[[Tournament], None] = lambda tournament: None,
    ) -> None:
        self.commands = commands
        self.halls = Halls(commands.tables.log, commands.tables, remembered)
        self._acknowledged = acknowledged
        self.boards = BoardSeeds(client)
        self._client = client

    # -- reading

    async def current(self, name: str) -> Tournament:
        """The tournament as it is now; raise ``UnknownTournament``."""
        refuse_other(name)
        hall = self.halls.hall(name)
        found = await self.halls.current(hall)
        if found.version == 0:
            found = await self.halls.refresh(hall)
        if found.version == 0:
            raise UnknownTournament(tournament=name)
        return found

    async def newest(self, name: str) -> Tournament:
        """The same, with what other processes have appended."""
        refuse_other(name)
        hall = self.halls.hall(name)
        async with hall.lock:
            await self.halls.refresh(hall)
        return await self.current(name)

    async def steps(self, name: str) -> list[Step]:
        return await self.halls.steps(name)

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
        known = await self.halls.log.command(name, self.commands.id(name, ask), ask.request)
        return None if known is None else (await self._repeated(name, known)).tournament

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
        seed = int.from_bytes(self.commands.house.seed()[:6])
        announced: list[c.AnyCommand] = [c.Create(settings, seed)]
        if settings.format == "duplicate":
            count = most_boards(State(settings))
            seeds = [self.commands.house.seed() for _ in range(count)]
            kept = await self.boards.keep(name, seeds)
            shown = (self.commands.house.commitment(each).hex() for each in kept)
            announced.append(c.CommitBoards(tuple(shown)))
        return await self.do(name, ask, *announced, by=ask.actor)

    async def _listed(self, name: str) -> None:
        """Listed before there is a log: so nobody who looks after the live ones misses it."""
        partition = partition_of(name)
        await self._client.zadd(events_key(partition), {name: 0})
        await self._client.sadd(live_key(partition), name)

    async def do(self, name: str, ask: Ask, *commands: c.AnyCommand, by: str = HOUSE) -> Done:
        """Carry out commands one after the other, or none of them; the same ``ask`` only once."""
        hall, command = self.halls.hall(name), self.commands.id(name, ask)
        async with hall.lock:
            for _ in range(TRIES):
                now = await self.halls.current(hall)
                try:
                    line = self._decided(now, command, by, commands)
                except Refused:
                    known = await self.halls.log.command(name, command, ask.request)
                    if known is not None:
                        return await self._repeated(name, known)
                    if (await self.halls.refresh(hall)).version > now.version:
                        continue
                    raise
                if not line:
                    return Done(now)
                try:
                    return await self._append(hall, now, line, ask.request)
                except Conflict:
                    await self.halls.refresh(hall)
        raise Conflict(match=name, head=hall.tournament.version if hall.tournament else 0)

    def _decided(
        self, now: Tournament, command: bytes, by: str, commands: Sequence[c.AnyCommand]
    ) -> list[Step]:
        """The entries that commands lead to; one that changes nothing leaves none."""
        line: list[Step] = []
        if now.version == 0 and not isinstance(commands[0], c.Create):
            raise UnknownTournament(tournament=now.id)
        for each in commands:
            facts = decide(now.told, each)
            if isinstance(each, c.Create | c.Amend):
                check_table(each.settings)
            if facts:
                at = max(self.commands.now(), now.at)
                entry = Decided(SCHEMA, at, by, command, each, facts)
                stored = write(entry, now.version + 1, now.seal, self.commands.house.salt)
                if len(stored.public) > MAX_BYTES:  # nobody could read it again
                    raise Malformed(reason=f"more than {MAX_BYTES} bytes at once")
                now = advance(now, entry, stored.seal)
                line.append(Step(entry, stored, now))
        return line

    async def _append(
        self, hall: Hall, before: Tournament, line: list[Step], request: bytes
    ) -> Done:
        entries = tuple(step.stored for step in line)
        command = line[0].entry.command
        said = hints(line)
        batch = Batch(before.id, before.version, before.seal, command, entries, said, request)
        try:
            appended = await self.halls.log.append(batch)
        except Unavailable:
            hall.drop()
            raise
        except Corrupt as error:
            raise self.halls.freeze(hall.name, str(error.details["reason"])) from error
        if appended.repeated:
            await self.halls.refresh(hall)
            return await self._repeated(hall.name, appended.version)
        hall.appended(line)
        self._acknowledged(line[-1].tournament)
        return Done(line[-1].tournament)

    async def _repeated(self, name: str, version: int) -> Done:
        line = await self.halls.steps(name, version)
        return Done(line[-1].tournament, repeated=True)


def refuse_other(name: str) -> None:
    """A match is no tournament."""
    if not is_tournament(name):
        raise UnknownTournament(tournament=name)


def hints(line: Sequence[Step]) -> dict[str, str]:
    """``k``: which facts were written."""
    facts = (fact for step in line for fact in step.entry.effects)
    return {"k": ",".join(type(fact).__name__ for fact in facts)}
