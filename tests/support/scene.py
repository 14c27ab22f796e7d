"""A house for tests of the workers: matches with people and bots, workers that may be killed."""

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import redis

from events.facts import FACE_DOWN, Held, Place
from projections.catalogue import game_of
from projections.game.views import write_move
from projections.match.fold import Match
from services.aggregates.commands import Ask
from services.keys.randomness import simulated
from services.matches.acts import Offer
from services.readmodels.keys import PROJECTED, checkpoint_key, lag, model_key
from services.settings import Settings
from services.wiring import Services, now_ms, wire
from tests.support.playing import dice
from workers.leases import Leases
from workers.projector import Models, Projector
from workers.run import Worker

ROOT = Path(__file__).parent.parent.parent
LEASE_MS = 400
PATIENCE = 20.0  # seconds

BOT, OPEN = Place("bot"), Place()


class House(NamedTuple):
    """The services on a Redis, and where it is."""

    services: Services
    models: Models
    url: str

    async def offer(
        self,
        game: str = "kaiser",
        places: tuple[Place, ...] = (OPEN,) * 4,
        partition: int = 0,
        **more: Any,
    ) -> str:
        """A new match; its id."""
        name = self.services.house.match_id(partition, now_ms())
        await self.services.matches.open(
            name, Ask("host", "open", name), Offer(game, {}, places, **more)
        )
        return name

    async def seated(
        self, game: str = "kaiser", partition: int = 0, seats: int = 4, **more: Any
    ) -> str:
        """A match in which people have taken all seats, so that it has begun."""
        name = await self.offer(game, (OPEN,) * seats, partition, **more)
        for seat in range(seats):
            await self.join(name, f"p{seat}")
        return name

    async def join(self, name: str, player: str) -> Match:
        ask = Ask(player, "join", player)
        _, done = await self.services.matches.join(name, ask, player, None, None)
        return done.after

    async def play(self, name: str, moves: int = 10_000, seed: object = 0) -> Match:
        """Let the people of a match make so many random moves."""
        throw = dice((name, seed))
        match = await self.services.matches.cache.refresh(self.services.matches.cache.known(name))
        for _ in range(moves):
            people = [seat for seat in match.acting() if match.sitters[seat].kind != "bot"]
            if not people:
                break
            match = await self.move(match, people[0], throw)
        return match

    async def move(self, match: Match, seat: int, throw: Callable[[int], int]) -> Match:
        moves = match.game.moves(match.state, seat)
        move = write_move(moves[throw(len(moves))])
        ask = Ask(f"p{seat}", "moves", str(match.version))
        return (await self.services.matches.move(match.id, ask, seat, [move])).after

    async def projector(self, partition: int = 0) -> Projector:
        """A projector under a lease of its own, whoever may have had one."""
        await self.services.redis.delete(model_key(partition, "lease"))
        lease = await Leases(self.services.redis, LEASE_MS).take(partition)
        assert lease is not None
        services = self.services
        projector = Projector(partition, lease.fence, services.redis, services.log, self.models)
        await projector.open()
        return projector

    async def project(self, partition: int = 0) -> Projector:
        """A projector that has taken in all there is."""
        projector = await self.projector(partition)
        await follow(self.services, projector)
        return projector

    @asynccontextmanager
    async def working(self) -> AsyncIterator[Worker]:
        """A worker in this process."""
        worker = Worker(self.services, self.url, LEASE_MS)
        task = asyncio.create_task(worker.run())
        try:
            yield worker
        finally:
            task.cancel()
            await asyncio.wait((task,))
        if not task.cancelled():
            task.result()

    async def caught_up(self) -> None:
        """Wait until the models know all that the feeds say."""
        partitions = self.services.settings.partitions

        async def level() -> bool:
            behind = await lag(self.services.redis, self.services.log, partitions)
            return not any(behind.values())

        await until(level)

    async def moved_on(self) -> None:
        """Wait until somebody has taken something in."""

        async def now() -> list[bytes | str | None]:
            partitions = range(self.services.settings.partitions)
            return [await self.services.redis.hget(checkpoint_key(p), "id") for p in partitions]

        before = await now()

        async def changed() -> bool:
            return await now() != before

        await until(changed)

    async def over(self, *names: str) -> list[Match]:
        """Wait until these matches are over."""
        tables = self.services.matches.cache

        async def all_over() -> bool:
            return all([(await tables.refresh(tables.known(name))).over for name in names])

        await until(all_over)
        return [await tables.read(name) for name in names]


async def follow(services: Services, projector: Projector, count: int = 1000) -> None:
    """Let a projector take in what the feed has now."""
    while pointers := await services.log.feed({projector.partition: projector.position}, 1, count):
        await projector.take(pointers)


async def until(holds: Callable[[], Coroutine[None, None, bool]]) -> None:
    """Wait until something holds; fail after a while."""
    deadline = time.monotonic() + PATIENCE
    while not await holds():
        assert time.monotonic() < deadline, "it does not happen"
        await asyncio.sleep(0.02)


def run(
    url: str,
    folder: Path,
    act: Callable[[House], Coroutine[None, None, None]],
    partitions: int = 1,
    **more: Any,
) -> None:
    """Do something in a house on this Redis, which always makes the same dice."""

    async def do() -> None:
        settings = Settings(data=folder, redis_url=url, partitions=partitions, **more)
        services = wire(settings, url, simulated(bytes(32)))
        models = Models(url)
        try:
            await act(House(services, models, url))
        finally:
            await models.close()
            await services.close()

    asyncio.run(do())


HASTY = """
import sys, uvloop
from services import logs
from services.settings import Settings
from workers.__main__ import work
settings = Settings.from_env()
logs.configure("error")
uvloop.run(work(settings, settings.redis_url, int(sys.argv[1])))
"""


@contextmanager
def worker_process(
    url: str, folder: Path, partitions: int = 1
) -> Iterator[subprocess.Popen[bytes]]:
    """A worker process of its own, whose leases last shortly."""
    env = {
        **os.environ,
        "TAPETE_REDIS_URL": url,
        "TAPETE_DATA": str(folder),
        "TAPETE_PARTITIONS": str(partitions),
    }
    command = [sys.executable, "-c", HASTY, str(LEASE_MS)]
    with subprocess.Popen(command, cwd=ROOT, env=env) as process:
        try:
            yield process
        finally:
            process.kill()


def models(url: str, partitions: int = 1) -> dict[str, object]:
    """All that the projectors of these partitions have written."""
    with redis.Redis.from_url(url) as client:
        patterns = [model_key(p, pattern) for p in range(partitions) for pattern in PROJECTED]
        keys = [key.decode() for pattern in patterns for key in client.scan_iter(pattern)]
        return {key: _value(client, key) for key in keys}


def _value(client: redis.Redis, key: str) -> object:
    match client.type(key):
        case b"string":
            return client.get(key)
        case b"hash":
            return client.hgetall(key)
        case b"set":
            return client.smembers(key)
        case b"zset":
            return client.zrange(key, 0, -1, withscores=True)
    raise AssertionError(f"{key} is no model")


def smallest(game: str) -> int:
    """How few may play a game."""
    return game_of(game).seats[0]


def hidden_from(seat: int, state: object) -> bool:
    """Whether all that others hold in a state lies face down."""
    held = list(_held(state))
    assert held
    return all(one.by == seat or set(one.values) <= {FACE_DOWN} for one in held)


def _held(thing: object) -> Iterator[Held]:
    if isinstance(thing, Held):
        yield thing
    elif isinstance(thing, msgspec.Struct):
        yield from _held(tuple(getattr(thing, name) for name in thing.__struct_fields__))
    elif isinstance(thing, dict):
        yield from _held(tuple(thing.values()))
    elif isinstance(thing, list | tuple):
        for one in thing:
            yield from _held(one)
