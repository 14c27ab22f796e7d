"""How the parts of the house are put together, once, at the door of each process."""

from dataclasses import dataclass

import redis.asyncio

from services.aggregates import commands as machine
from services.aggregates.freezing import Freezer
from services.archive.log import ArchivedLog
from services.archive.stores import open_store
from services.heads.journal import Outside
from services.heads.signed import Heads
from services.identity.tokens import Tokens
from services.keys.randomness import House
from services.keys.seeds import Seeds
from services.keys.signing import Keys, open_keys
from services.matches.acts import Matches
from services.matches.commands import Commands
from services.matches.kind import MatchCache, MatchKind
from services.process.clock import HouseClock
from services.process.jobs import Jobs
from services.settings import Settings
from services.tournaments.acts import Tournaments
from services.tournaments.kind import MOST, TournamentCache, TournamentKind
from services.tournaments.rounds import Rounds

now_ms = HouseClock()
"""Milliseconds UTC by the server's clock, which no wall clock makes jump."""


@dataclass(frozen=True, slots=True)
class Services:
    """Everything that a process of the service works with."""

    settings: Settings
    redis: redis.asyncio.Redis
    log: ArchivedLog
    house: House
    keys: Keys
    tokens: Tokens
    freezer: Freezer
    commands: Commands
    matches: Matches
    heads: Heads
    tournaments: Tournaments
    rounds: Rounds
    jobs: Jobs

    async def close(self) -> None:
        """Keep the heads of all that has moved, and let go of everything."""
        await self.heads.flush()
        self.heads.outside.close()
        self.jobs.close()
        await self.log.close()
        await self.redis.aclose()


def wire(settings: Settings, redis_url: str, house: House | None = None) -> Services:
    """The services on this Redis; nothing is connected before it is used."""
    now_ms.agree(settings.data)
    pool = redis.asyncio.BlockingConnectionPool.from_url(redis_url, max_connections=16, timeout=10)
    client = redis.asyncio.Redis.from_pool(pool)
    log = ArchivedLog(redis_url, open_store(settings))
    keys = open_keys(settings.data / "keys", now_ms())
    house = house or House()
    outside = Outside(settings.data / "heads")
    freezer = Freezer()
    heads = Heads(keys, outside, log, freezer, client)
    cache = MatchCache(log, MatchKind(log), freezer, outside.newest)
    commands = Commands(cache, house, keys, Seeds(client), now_ms, heads.moved)
    events = TournamentCache(log, TournamentKind(), freezer, outside.newest, MOST)
    directing = machine.Commands(events, keys, now_ms, heads.moved)
    matches = Matches(commands)
    tournaments = Tournaments(directing, house, client)
    return Services(
        settings=settings,
        redis=client,
        log=log,
        house=house,
        keys=keys,
        tokens=Tokens(client),
        freezer=freezer,
        commands=commands,
        matches=matches,
        heads=heads,
        tournaments=tournaments,
        rounds=Rounds(tournaments, matches),
        jobs=Jobs(settings.jobs_redis_url or redis_url),
    )
