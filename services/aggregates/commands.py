"""How a command gets into the log: judged, written in one append, known again when it is repeated.

Whoever loses the race for a version looks again and tries anew. On an unknown outcome nothing is
assumed: what this process knew is dropped and read again.
"""

from collections.abc import Callable
from typing import NamedTuple

from events.errors import Conflict, Corrupt, Frozen, Refused, Unavailable
from events.facts import Moved, Seat
from events.seals import command_id
from projections.match.clocks import due
from projections.match.fold import Match
from services.aggregates.batch import Run
from services.aggregates.outages import Outages
from services.aggregates.precondition import Seen, check_seen
from services.aggregates.tables import Table, Tables
from services.keys.randomness import House
from services.keys.seeds import Seeds
from services.keys.signing import Keys

TRIES = 8
"""How often a command is tried again after losing a race."""

Plan = Callable[[Run], None]


class Ask(NamedTuple):
    """Who asks for what, and the key that makes it the same command when it is sent again.

    ``request`` is a digest of the whole request: the same key with another one is refused.
    """

    actor: str
    route: str
    key: str
    request: bytes = b""


class Done(NamedTuple):
    """The match after a command; ``repeated`` if the command was carried out before."""

    match: Match
    repeated: bool = False


class Commands:
    """The one way into the log, for seats, judges and the house alike."""

    def __init__(
        self, tables: Tables, house: House, keys: Keys, seeds: Seeds, now: Callable[[], int]
    ) -> None:
        self.tables = tables
        self.house = house
        self.keys = keys
        self.seeds = seeds
        self.now = now
        self.acknowledged: Callable[[Match], None] = lambda match: None
        self.outages = Outages()

    def id(self, name: str, ask: Ask) -> bytes:
        """A command's id: the raw key never gets out."""
        return command_id(self.keys.service, name, ask.actor, ask.route, ask.key)

    async def do(
        self,
        name: str,
        ask: Ask,
        plan: Plan,
        seat: Seat | None = None,
        seen: Seen | None = None,
    ) -> Done:
        """Carry out a plan on the match as it is now, with all that the house owes after it."""
        return await self.act(name, self.id(name, ask), plan, ask.request, seat, seen)

    async def complete(self, name: str) -> Match:
        """Do what the house owes, if anything: whoever finds a match waiting for it may ask."""
        match = await self.tables.refresh(self.tables.table(name))
        done = await self.act(name, f"house:{match.version}".encode(), lambda run: None)
        return done.match

    async def act(
        self,
        name: str,
        command: bytes,
        plan: Plan,
        request: bytes = b"",
        seat: Seat | None = None,
        seen: Seen | None = None,
    ) -> Done:
        table = self.tables.table(name)
        async with table.lock:
            for _ in range(TRIES):
                match = await self.tables.current(table)
                try:
                    if seen is not None:
                        await check_seen(self.tables, self.keys, table, match, seat, seen)
                    run = await self._planned(match, command, plan)
                except Refused:
                    known = await self.tables.log.command(name, command, request)
                    if known is not None:
                        return Done(await self.tables.read(name, known), repeated=True)
                    if (await self.tables.refresh(table)).version > match.version:
                        continue
                    raise
                if not run.steps:
                    return Done(match)
                try:
                    return await self._append(table, run, request)
                except Conflict:
                    await self.tables.refresh(table)
        raise Conflict(match=name, head=table.match.version if table.match else 0)

    async def _planned(self, match: Match, command: bytes, plan: Plan) -> Run:
        run = Run(match, command, self.now(), self.house.salt)
        plan(run)
        run.add_owed(await self._seed(match.id))
        return run

    async def _seed(self, name: str) -> bytes:
        table = self.tables.table(name)
        if table.seed is None:
            table.seed = await self.seeds.of(name)
        return table.seed

    async def _append(self, table: Table, run: Run, request: bytes) -> Done:
        try:
            appended = await self.tables.log.append(run.batch(hints(run), request))
            self.outages.worked(self.now())
        except Unavailable:
            self.outages.failed(self.now())
            table.drop()
            raise
        except Corrupt as error:
            reason = str(error.details["reason"])
            said = self.tables.freeze(table.name, reason)
            raise Frozen(match=table.name, reason=said) from error
        if appended.repeated:
            return Done(await self.tables.read(table.name, appended.version), repeated=True)
        table.appended(run.steps)
        self.acknowledged(run.match)
        return Done(run.match)


def hints(run: Run) -> dict[str, str]:
    """What the readers of the feed want to know without opening the entries.

    ``k`` which facts besides moves were written, ``w`` the bots that are to move now, ``d`` the ms
    after which the clock has something to do (0: not any more), ``t`` the tournament, round and
    table whose match has ended.
    """
    kinds = [
        type(s.entry.cause).__name__ for s in run.steps if not isinstance(s.entry.cause, Moved)
    ]
    said = {"k": ",".join(kinds), "w": ",".join(map(str, bots_to_move(run.match)))}
    last = due(run.match)
    if last is not None or due(run.before) is not None:
        said["d"] = str(last or 0)
    event = run.match.offer.event
    if event is not None and run.match.over:
        said["t"] = f"{event.tournament} {event.round} {event.table}"
    return said


def bots_to_move(match: Match) -> list[Seat]:
    """The bots that are to move; nobody is asked for his moves where there are no bots."""
    if all(sitter.kind != "bot" for sitter in match.sitters):
        return []
    return [seat for seat in match.acting() if match.sitters[seat].kind == "bot"]
