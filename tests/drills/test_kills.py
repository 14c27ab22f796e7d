"""Fire drills: in the midst of fifty matches a process is killed, and nobody loses a move.

Clients come back by themselves and ask again for what they have no answer to, as every client
should: same key, same command.
"""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import pytest

from services.heads.signed import frozen
from tests.drills.crowd import ESCRATCH, KAISER, Crowd
from tests.drills.proof import prove
from tests.drills.service import PARTITIONS, Service
from tests.support import scene
from tests.support.scene import House

TABLES = [KAISER, ESCRATCH] * 25
Disaster = Callable[[Service], Awaitable[None]]


async def kill_api(service: Service) -> None:
    service.api.kill()
    await asyncio.sleep(0.2)
    await asyncio.to_thread(service.start_api)


async def kill_worker(service: Service) -> None:
    service.worker.kill()
    service.worker.start()


async def kill_redis(service: Service) -> None:
    service.redis.kill()
    await asyncio.sleep(0.2)
    await asyncio.to_thread(service.redis.start)


async def kill_all(service: Service) -> None:
    service.redis.kill()
    service.api.kill()
    service.worker.kill()
    await asyncio.to_thread(service.redis.start)
    service.worker.start()
    await asyncio.to_thread(service.start_api)


def drill(folder: Path, disaster: Disaster, *options: str) -> None:
    """Fifty matches, two disasters on their way, and a look at what is left."""
    with Service(folder, *options) as service:

        async def act(house: House) -> None:
            crowd = await Crowd.seated(service.url, TABLES)
            crowd.begin()
            for moves in (100, 250):
                await crowd.reaches(moves)
                await disaster(service)
            await crowd.ends()
            assert crowd.sent_again or disaster in (kill_worker, kill_api), "nobody noticed"
            await house.caught_up()
            service.worker.stop()
            await prove(house, crowd, service.url)

        scene.run(service.redis.url, service.data, act, PARTITIONS)


@pytest.mark.slow
@pytest.mark.parametrize("disaster", [kill_api, kill_worker, kill_redis, kill_all])
def test_nobody_loses_a_move_when_a_process_is_killed(tmp_path: Path, disaster: Disaster) -> None:
    """API, worker, Redis or all of them: what was confirmed stays, once, and play goes on."""
    drill(tmp_path, disaster)


@pytest.mark.slow
def test_a_process_that_dies_takes_nothing_along_even_if_redis_syncs_each_second(
    tmp_path: Path,
) -> None:
    """With appendfsync everysec a kill of Redis (not of the machine) loses nothing either."""
    drill(tmp_path, kill_redis, "--appendfsync", "everysec")


@pytest.mark.slow
def test_a_log_that_lost_its_end_is_not_gone_on_with(tmp_path: Path) -> None:
    """A machine that forgets the last second: whose moves are gone is frozen, others play on."""
    with Service(tmp_path, "--appendfsync", "everysec", "--aof-load-truncated", "yes") as service:

        async def act(house: House) -> None:
            crowd = await Crowd.seated(service.url, TABLES)
            crowd.begin()
            await crowd.reaches(200)
            service.redis.kill()
            cut(service.redis.folder)
            service.redis.start()
            stuck = await crowd.ends_but_for(partial(frozen, house.services.redis))
            assert 0 < len(stuck) < len(TABLES)
            assert {p.refused["problem"]["code"] for p in crowd.players if p.refused} <= {"frozen"}
            for name in crowd.matches:
                await as_confirmed_or_frozen(house, crowd, name, stuck)

        scene.run(service.redis.url, service.data, act, PARTITIONS)


def cut(folder: Path, entries: int = 8) -> None:
    """Take the last entries of matches, and what follows them, from what Redis has written."""
    file = max(folder.glob("appendonlydir/*.incr.aof"))
    written = file.read_bytes()
    end = len(written)
    for _ in range(entries):
        end = written.rindex(b":log:", 0, end)
    with file.open("rb+") as log:
        log.truncate(end)


async def as_confirmed_or_frozen(house: House, crowd: Crowd, name: str, stuck: set[str]) -> None:
    """The match has all that was confirmed and has ended; or nobody has gone on with it."""
    line = await house.services.matches.cache.steps(name)
    seals = {step.after.version: step.after.seal.hex() for step in line}
    told = {kept.version: kept.head for p in crowd.of(name) for kept in p.kept}
    version, seal = house.services.heads.outside.newest(name) or (0, b"")
    gone = [*(told | {version: seal.hex()}).items() - seals.items()]
    if name in stuck:  # perhaps for a bot's move, which only the worker knew
        first = min(gone)[0] if gone else line[-1].after.version + 1
        told = {version: head for version, head in told.items() if version < first}
    else:
        assert line[-1].after.phase == "finished"
    assert told.items() <= seals.items()
