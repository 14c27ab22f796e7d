"""The leases: one holder at a time, a successor when he dies, the same share for everybody."""

import asyncio
import signal
from pathlib import Path

import pytest

from tests.support import scene
from tests.support.scene import LEASE_MS, House, until, worker_process
from tests.support.servers import Server
from workers.leases import Leases
from workers.projector import Fenced
from workers.run import Worker


def test_only_one_holds_a_lease(flushed: str, tmp_path: Path) -> None:
    """A lease that is held is nobody else's, until it is given back; the next number is higher."""

    async def act(house: House) -> None:
        one, other = Leases(house.services.redis), Leases(house.services.redis)
        first = await one.take(0)
        assert first is not None
        assert await other.take(0) is None
        await other.give_back(0)
        assert await one.renew(first)
        await one.give_back(0)
        second = await other.take(0)
        assert second is not None
        assert second.fence > first.fence
        assert not await one.renew(first)

    scene.run(flushed, tmp_path, act)


def test_a_lease_ends_by_itself(flushed: str, tmp_path: Path) -> None:
    """Who doesn't renew his lease has lost it, and knows by his own clock when."""

    async def act(house: House) -> None:
        one, other = Leases(house.services.redis, 50), Leases(house.services.redis, 50)
        lease = await one.take(0)
        assert lease is not None
        assert not one.expired(lease)
        await asyncio.sleep(0.08)
        assert one.expired(lease)
        assert not await one.renew(lease)
        assert await other.take(0) is not None

    scene.run(flushed, tmp_path, act)


def test_who_lost_a_lease_is_shut_out(flushed: str, tmp_path: Path) -> None:
    """Once the next holder has opened the models, the last one writes and cleans nothing more."""

    async def act(house: House) -> None:
        await house.seated()
        last = await house.projector()
        await house.projector()
        pointers = await house.services.log.feed({0: "0-0"}, 1)
        with pytest.raises(Fenced):
            await last.take(pointers)
        with pytest.raises(Fenced):
            await last.open()
        assert not scene.models(flushed)

    scene.run(flushed, tmp_path, act)


def test_workers_share_the_partitions(flushed: str, tmp_path: Path) -> None:
    """A second worker gets half of the partitions, and all of them when the first one has gone."""

    async def act(house: House) -> None:
        async with house.working() as second:
            async with house.working() as first:
                await until(lambda: held(first, second, [2, 2]))
                assert not first.shards.keys() & second.shards.keys()
            await until(lambda: held(first, second, [0, 4]))

    scene.run(flushed, tmp_path, act, partitions=4)


async def held(first: Worker, second: Worker, wanted: list[int]) -> bool:
    return [len(first.shards), len(second.shards)] == wanted


def test_a_worker_ends_in_order(flushed: str, tmp_path: Path) -> None:
    """SIGTERM ends a worker with code 0, and its leases are free at once."""

    async def act(house: House) -> None:
        with worker_process(flushed, tmp_path) as process:
            await until(lambda: taken(house))
            process.send_signal(signal.SIGTERM)
            assert await asyncio.to_thread(process.wait, 10) == 0
        assert await Leases(house.services.redis, LEASE_MS).take(0) is not None

    scene.run(flushed, tmp_path, act)


async def taken(house: House) -> bool:
    return bool(await house.services.redis.exists("{p0}:lease"))


def test_a_worker_survives_a_redis_that_comes_and_goes(tmp_path: Path) -> None:
    """While Redis is away a worker waits; then bots and models go on where they were."""

    async def act(house: House, server: Server) -> None:
        async with house.working():
            names = [await house.offer("kaiser", (scene.BOT,) * 4) for _ in range(3)]
            for _ in range(2):
                await asyncio.sleep(0.2)
                server.kill()
                await asyncio.sleep(0.2)
                server.start()
            await house.over(*names)
            await house.caught_up()

    folder = tmp_path / "r"
    folder.mkdir()
    with Server(folder) as server:
        scene.run(server.url, tmp_path / "d", lambda house: act(house, server))
