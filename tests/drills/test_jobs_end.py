"""The process that does the jobs is stopped and killed between them: none is lost, none harms."""

import asyncio
import json
from pathlib import Path

import pytest
import redis
from rq.job import Job
from rq.serializers import JSONSerializer

from services.audit.audits import audit_key
from services.process.jobs import Jobs
from tests.drills.service import Service
from tests.support import scene
from tests.support.scene import House

GAME = "caissa-escratch"
STOPS = 6


@pytest.mark.slow
def test_a_job_is_not_lost_when_its_worker_is_asked_to_end(tmp_path: Path) -> None:
    """SIGTERM at any moment, also between taking a job and beginning it: each job is done."""
    with Service(tmp_path) as service:

        async def act(house: House) -> None:
            names = [await house.seated(GAME, seats=2) for _ in range(8)]
            for name in names:
                await house.play(name)
            queue = Jobs(service.redis.url)
            ids = [queue.enqueue("audit", name) for name in names * 5]
            queue.close()
            for _ in range(STOPS):
                before = done(service, ids)
                service.jobs.start()
                await past(service, ids, before)
                assert service.jobs.stop() == 0
            service.jobs.start()
            await past(service, ids, len(ids) - 1)
            reports = [await house.services.redis.get(audit_key(name)) for name in names]
            assert {json.loads(report or b"")["verdict"] for report in reports} == {"verified"}

        scene.run(service.redis.url, service.data, act)


async def past(service: Service, ids: list[str], before: int) -> None:
    """Wait until more jobs are done than were before."""
    async with asyncio.timeout(30):
        while done(service, ids) <= before:
            await asyncio.sleep(0.003)


def done(service: Service, ids: list[str]) -> int:
    with redis.Redis.from_url(service.redis.url) as client:
        jobs = Job.fetch_many(ids, connection=client, serializer=JSONSerializer)
        assert not any(job.is_failed for job in jobs if job is not None)
        return sum(job is not None and job.is_finished for job in jobs)
