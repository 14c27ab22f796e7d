"""The jobs: asked for by name, safe to run twice, and nothing else is ever run."""

import json
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
import redis
from rq.job import Job
from rq.serializers import JSONSerializer

from services.audit.audits import Audits, audit_key
from services.process.jobs import QUEUE, Jobs
from services.settings import Settings
from tests.support import scene
from tests.support.scene import House
from workers import jobs


@pytest.fixture
def played(flushed: str, tmp_path: Path) -> str:
    """A match that is over."""
    names = []

    async def act(house: House) -> None:
        names.append(await house.seated("caissa-escratch", seats=2))
        await house.play(names[0])

    scene.run(flushed, tmp_path, act)
    return names[0]


def work(url: str, folder: Path) -> None:
    """Do all jobs that are waiting."""
    jobs.worker(Settings(data=folder), url, url).work(burst=True)


@pytest.fixture
def asked(flushed: str, tmp_path: Path) -> Callable[[str, str], Job]:
    """Asks for a job, has it done, and gives it as rq keeps it."""

    def ask(name: str, argument: str) -> Job:
        queue = Jobs(flushed)
        id = queue.enqueue(name, argument)
        work(flushed, tmp_path)
        queue.close()
        return kept(flushed, id)

    return ask


def kept(url: str, id: str) -> Job:
    with redis.Redis.from_url(url) as client:
        return Job.fetch(id, connection=client, serializer=JSONSerializer)


def test_an_audit_as_a_job(
    redis_db: redis.Redis, asked: Callable[[str, str], Job], played: str
) -> None:
    """The job audits a match and keeps its report under the match's partition."""
    assert asked("audit", played).is_finished
    report = json.loads(redis_db.get(audit_key(played)) or b"")
    assert (report["match"], report["verdict"]) == (played, "verified")


def test_a_job_that_runs_twice(
    redis_db: redis.Redis, asked: Callable[[str, str], Job], played: str
) -> None:
    """The same job done twice leaves one report, the same one."""
    asked("audit", played)
    first = redis_db.get(audit_key(played))
    asked("audit", played)
    assert redis_db.get(audit_key(played)) == first
    assert len(list(redis_db.scan_iter("{p0}:audit:*"))) == 1


def test_a_job_for_nothing_fails(asked: Callable[[str, str], Job], played: str) -> None:
    """An audit of a match that there isn't is kept as failed, with the reason."""
    job = asked("audit", "nothing-0")
    result = job.latest_result()
    assert job.is_failed
    assert result is not None
    assert "UnknownMatch" in (result.exc_string or "")


class Forger:
    """Writes jobs straight into Redis, as anybody could who may write there."""

    def __init__(self, client: redis.Redis, trace: Path) -> None:
        self.client = client
        self.trace = trace

    def forge(self, data: object, **fields: object) -> str:
        with redis.Redis.from_pool(self.client.connection_pool) as client:
            job = Job.create("audit", connection=client, serializer=JSONSerializer, origin=QUEUE)
            job.save()
            raw = zlib.compress(json.dumps(data).encode())
            client.hset(job.key, mapping={"data": raw, "status": "queued", **fields})
            client.lpush(f"rq:queue:{QUEUE}", job.id)
            client.sadd("rq:queues", f"rq:queue:{QUEUE}")
            return job.id


FORGED = {
    "a function": lambda touch: ["os.system", None, [touch], {}],
    "a method": lambda touch: ["format", "os.system", [touch], {}],
    "one of our functions": lambda touch: ["workers.jobs.audit", None, [touch], {}],
    "our name with more": lambda touch: ["audit", None, ["m-0"], {"x": touch}],
    "our name with no strings": lambda touch: ["audit", None, [{"x": touch}], {}],
    "no name": lambda touch: [None, None, [touch], {}],
    "no list": lambda touch: touch,
}


@pytest.mark.parametrize("what", FORGED)
def test_a_forged_job_is_refused(
    redis_db: redis.Redis, flushed: str, tmp_path: Path, what: str
) -> None:
    """Whatever a job names that is none of ours is not run, and fails."""
    forger = Forger(redis_db, tmp_path / "trace")
    id = forger.forge(FORGED[what](f"touch {forger.trace}"))
    work(flushed, tmp_path)
    assert not forger.trace.exists()
    assert kept(flushed, id).is_failed


@pytest.mark.parametrize("kind", ["success", "failure"])
def test_nobody_is_called_back(
    redis_db: redis.Redis, flushed: str, tmp_path: Path, played: str, kind: str
) -> None:
    """A job can't smuggle in a function that rq would call after it, nor a web address."""
    forger = Forger(redis_db, tmp_path / "trace")
    name = played if kind == "success" else "nothing-0"
    callback = {f"{kind}_callback_name": f"{__name__}.called_back"}
    hooks = json.dumps([{"url": "http://127.0.0.1:9/", "statuses": ["finished", "failed"]}])
    id = forger.forge(["audit", None, [name], {}], **callback, webhooks=hooks)
    called.clear()
    work(flushed, tmp_path)
    assert not called
    assert kept(flushed, id).is_finished == (kind == "success")


called: list[object] = []


def called_back(*args: object) -> None:
    called.append(args)


def test_audits_of_all_matches_can_be_taken_up_again(
    flushed: str, tmp_path: Path, played: str
) -> None:
    """All matches are audited in order, live ones too, and an audit goes on where it stopped."""

    async def act(house: House) -> None:
        audits = Audits(house.services.redis, house.services.log)
        live = await house.seated(partition=1)
        seen = [step async for step in audits.every()]
        verdicts = [(s.report.match, s.report.verdict, s.done, s.total) for s in seen]
        assert verdicts == [(played, "verified", 1, 2), (live, "incomplete", 2, 2)]
        rest = [step.report.match async for step in audits.every(after=played)]
        assert rest == [live]

    scene.run(flushed, tmp_path, act, partitions=2)
