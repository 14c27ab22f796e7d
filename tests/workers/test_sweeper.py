"""The sweep: what has ended goes to the archive by itself, and the models can still be built."""

import dataclasses
from pathlib import Path

import msgspec
import redis.asyncio

from events.keys import log_key
from services.process.jobs import Jobs
from services.readmodels.keys import ended_key, rebuild
from tests.support.scene import House, follow, models, run
from workers import jobs
from workers.sweeper import RETRY_MS, Sweeper


async def swept(house: House, after: int) -> int:
    """Sweep partition 0, as if so many seconds had to pass after an end."""
    queue = Jobs(house.url)
    settings = msgspec.structs.replace(house.services.settings, archive_after=after)
    services = dataclasses.replace(house.services, settings=settings)
    try:
        return await Sweeper(services, queue, lambda: (0,)).sweep(0)
    finally:
        queue.close()


def test_what_has_ended_is_archived_by_a_job(flushed: str, tmp_path: Path) -> None:
    """Not before its time; once asked for, not again while the job may still run."""

    async def act(house: House) -> None:
        over = await house.play(await house.seated(limit=3))
        live = await house.play(await house.seated(), 3)
        await house.project()
        assert over.over
        assert await swept(house, 3600) == 0
        assert await swept(house, 0) == 1
        assert await swept(house, 0) == 0
        client: redis.asyncio.Redis = house.services.redis
        [(_, again)] = await client.zrange(ended_key(0), 0, -1, withscores=True)
        assert again > over.at + RETRY_MS - 1000
        [asked] = Jobs(house.url).queue().jobs
        assert (asked.func_name, asked.args) == ("archive", [over.id])
        settings = house.services.settings
        await jobs.perform(settings, house.url, asked.func_name, asked.args)
        assert not await client.exists(log_key(over.id))
        assert await client.exists(log_key(live.id))
        assert not await client.zcard(ended_key(0))
        assert await house.services.matches.cache.read(over.id) == over

    run(flushed, tmp_path, act)


def test_models_are_built_anew_over_archived_matches(flushed: str, tmp_path: Path) -> None:
    """A projection that starts from the first record takes archived matches in, batch by batch."""

    async def act(house: House) -> None:
        over = [await house.play(await house.seated(limit=3)) for _ in range(3)]
        await house.play(await house.seated(), 3)
        await house.project()
        before = models(flushed)
        await jobs.archive(house.services, *(match.id for match in over))
        await rebuild(house.services.redis, 0)
        projector = await house.projector()
        await follow(house.services, projector, count=2)
        assert models(flushed) == before
        assert not projector.known.stopped

    run(flushed, tmp_path, act)
