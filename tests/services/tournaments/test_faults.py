"""Processes that are killed in the middle of a round: paired once, counted once, none is lost."""

import asyncio
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import httpx
import pytest

from projections.tournaments import commands as c
from projections.tournaments.facts import AnyFact, Paired, ResultRecorded
from projections.tournaments.record import facts_of
from projections.tournaments.settings import Settings
from services.api.server import address, listening
from services.audit.audits import Audits
from services.identity.tokens import Grant
from tests.services.tournaments.hosting import SHORT, Desk, announced
from tests.support.scene import ROOT, House, run, worker_process

AUTO = Settings("Cup", "kaiser", "swiss", rounds=4, members=2, options={"target": 20}, auto=True)
PATIENCE = 150.0

pytestmark = pytest.mark.slow


@contextmanager
def process(
    url: str, folder: Path, *words: str, port: int = 0
) -> Iterator[subprocess.Popen[bytes]]:
    """A process of the service."""
    env = {
        **os.environ,
        "TAPETE_REDIS_URL": url,
        "TAPETE_DATA": str(folder),
        "TAPETE_PARTITIONS": "1",
        "TAPETE_PORT": str(port),
        "TAPETE_LOG": "error",
    }
    with subprocess.Popen([sys.executable, "-m", *words], cwd=ROOT, env=env) as child:
        try:
            yield child
        finally:
            child.kill()


def counted(facts: tuple[AnyFact, ...]) -> tuple[Counter[int], Counter[tuple[int, int]]]:
    """How often each round was paired, and each table's result recorded."""
    paired = Counter(fact.round for fact in facts if isinstance(fact, Paired))
    results = Counter((f.round, f.table) for f in facts if isinstance(f, ResultRecorded))
    return paired, results


async def sound(house: House, desk: Desk, rounds: int, tables: int) -> None:
    """Every round is paired once, every result counted once, every record verified."""
    paired, results = counted(facts_of(await desk.tournaments.steps(desk.name)))
    assert paired == Counter(range(1, rounds + 1))
    assert set(results.values()) == {1}
    assert len(results) == rounds * tables
    audits = Audits(house.services.redis, house.services.log)
    assert {(await audits.audit(name)).verdict for name in await audits.matches()} == {"verified"}


async def moved_on(desk: Desk, entries: int) -> None:
    """Wait until so much has been decided, but not too long: then comes the kill."""
    until, wanted = time.monotonic() + 8, (await desk.now()).version + entries
    while time.monotonic() < until and (await desk.now()).version < wanted:
        await asyncio.sleep(0.01)


def test_workers_that_are_killed_again_and_again_lose_nothing(flushed: str, tmp_path: Path):
    """An event runs by itself to its end while its workers and its pairing jobs are killed."""

    async def act(house: House) -> None:
        desk = await announced(house, AUTO)
        await desk.enter(6, 2)
        await desk.do(c.Lock())
        deadline, n = time.monotonic() + PATIENCE, 0
        while (await desk.now()).phase != "finished":
            assert time.monotonic() < deadline, (await desk.now()).state.rounds
            with ExitStack() as stack:
                stack.enter_context(worker_process(flushed, tmp_path))
                stack.enter_context(process(flushed, tmp_path, "workers", "jobs"))
                await moved_on(desk, 1 + n % 5)
            n += 1
        assert n > 4
        await sound(house, desk, 4, 3)

    run(flushed, tmp_path, act)


def test_an_api_that_is_killed_pairs_and_counts_once(flushed: str, tmp_path: Path):
    """Requests that are sent again to the next process, under the same keys, do nothing twice."""
    with listening("127.0.0.1", 0) as door:
        url = address(door)
    port = int(url.rpartition(":")[2])
    head = {"Authorization": "Bearer tpt_director"}

    def insist(path: str, body: object, key: str) -> httpx.Response:
        """Ask a process, kill it meanwhile, and ask the next one until there is an answer."""
        for attempt in range(8):
            with process(flushed, tmp_path, "services.api", port=port) as child:
                up(url)
                patience = 0.01 * attempt if attempt < 4 else 15
                with suppress(httpx.HTTPError):
                    keyed = head | {"Idempotency-Key": key}
                    answer = httpx.post(url + path, json=body, headers=keyed, timeout=patience)
                    if answer.status_code < 500:
                        return answer
                child.kill()
        raise AssertionError("no answer")

    async def act(house: House) -> None:
        manual = Settings("Cup", "kaiser", "swiss", rounds=2, members=2, options=SHORT["kaiser"])
        desk = await announced(house, manual)
        grant = Grant("director", ("tournament:direct", "match:read"))
        await house.services.tokens.give("tpt_director", grant)
        await desk.enter(4, 2, kind="p")
        await desk.do(c.Lock())
        path = f"/v1/tournaments/{desk.name}"
        with process(flushed, tmp_path, "workers", "jobs"):
            answer = await asyncio.to_thread(insist, f"{path}/rounds", {}, "pair-round-one-now")
        assert answer.status_code == 201, answer.text
        await desk.do(c.Publish(1), c.StartRound(1))
        for table in (1, 2):
            result = {"ranks": [1, 2], "scores": [10, 4]}
            where = f"{path}/rounds/1/tables/{table}/result"
            answer = await asyncio.to_thread(insist, where, result, f"result-of-table-{table}")
            assert answer.status_code == 200, answer.text
        paired, results = counted(facts_of(await desk.tournaments.steps(desk.name)))
        assert paired == Counter([1])
        assert results == Counter([(1, 1), (1, 2)])

    run(flushed, tmp_path, act)


def up(url: str) -> None:
    """Wait until the API answers."""
    for _ in range(400):
        with suppress(httpx.HTTPError):
            if httpx.get(f"{url}/healthz", timeout=1).is_success:
                return
        time.sleep(0.05)
    raise AssertionError("the API does not start")
