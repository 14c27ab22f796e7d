"""Searching bots: they think in jobs, move once, and nothing hangs where a job dies."""

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace

from events.facts import Clock, Flagged, Moved, Place
from projections.match.fold import Match, Sitter
from projections.match.times import Times
from services.matches import thinking
from services.process.jobs import THINKING, Jobs
from services.settings import Settings, environment
from tests.support import scene
from tests.support.scene import BOT, ROOT, House
from workers import bots, jobs

SEARCHING = Place("bot", "search")


@contextmanager
def jobs_process(url: str, folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """`python -m workers jobs`, whose bots think for a moment only."""
    env = environment(Settings(data=folder, redis_url=url, think_ms=20, log="error", partitions=1))
    with subprocess.Popen([sys.executable, "-m", "workers", "jobs"], cwd=ROOT, env=env) as process:
        try:
            yield process
        finally:
            process.kill()


def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is waited for long."""
    monkeypatch.setattr(bots, "PATIENCE", (0.0, 0.2))


async def writers(house: House, name: str) -> list[int]:
    steps = await house.services.matches.cache.steps(name)
    moved = [step.entry for step in steps if isinstance(step.entry.cause, Moved)]
    assert len({entry.command for entry in moved}) == len(moved)
    return [entry.by for entry in moved if isinstance(entry.by, int)]


def test_a_searching_bot_plays_a_match_to_its_end(flushed: str, tmp_path: Path) -> None:
    """It thinks in the process that does the jobs, against a quick bot, each moving once a turn."""

    async def act(house: House) -> None:
        with jobs_process(flushed, tmp_path):
            async with house.working():
                name = await house.offer("caissa-escratch", (SEARCHING, BOT))
                match = (await house.over(name))[0]
                assert match.result is not None
            assert sorted(await writers(house, name)) == [0] * 8 + [1] * 8

    scene.run(flushed, tmp_path, act)


def test_a_match_goes_on_when_the_thinking_process_is_killed(
    flushed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed in the middle of a match: the bot is asked again, and at last moves quickly."""
    hasty(monkeypatch)

    async def act(house: House) -> None:
        with jobs_process(flushed, tmp_path) as process:
            async with house.working():
                name = await house.offer("caissa-escratch", (SEARCHING, SEARCHING))

                async def begun() -> bool:
                    entry = await house.services.log.head(name)
                    return entry is not None and entry.version > 6

                await scene.until(begun)
                process.send_signal(signal.SIGKILL)
                assert (await house.over(name))[0].result is not None
            assert sorted(await writers(house, name)) == [0] * 8 + [1] * 8

    scene.run(flushed, tmp_path, act)


def test_a_match_goes_on_where_nobody_does_the_jobs(
    flushed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No process for jobs at all: quick bots stand in; what was asked for is stale, and refused."""
    monkeypatch.setattr(bots, "PATIENCE", (0.0, 0.02))
    names = []

    async def act(house: House) -> None:
        async with house.working():
            names.append(await house.offer("caissa-escratch", (SEARCHING, BOT)))
            await house.over(names[0])

    scene.run(flushed, tmp_path, act)
    before = scene.models(flushed)
    worker = jobs.worker(Settings(data=tmp_path), flushed, flushed)
    begun = time.monotonic()
    worker.work(burst=True)
    assert time.monotonic() - begun < 10
    assert scene.models(flushed) == before


def test_a_thought_for_another_version_is_not_played(flushed: str, tmp_path: Path) -> None:
    """A job that comes late, comes twice, or is for a seat that isn't to move leaves no trace."""

    async def act(house: House) -> None:
        name = await house.offer("kaiser", (SEARCHING,) * 4)
        before = await house.services.matches.cache.read(name)
        (seat,) = before.acting()
        for version, mover in ((1, seat), (before.version + 1, seat), (before.version, seat ^ 1)):
            await jobs.think(house.services, name, str(version), str(mover))
            assert (await house.services.matches.cache.read(name)).version == before.version
        for _ in range(2):
            await jobs.think(house.services, name, str(before.version), str(seat))
            after = await house.services.matches.cache.read(name)
            assert after.version == before.version + 1

    scene.run(flushed, tmp_path, act, think_ms=5)


def test_thoughts_are_served_before_other_jobs(flushed: str, tmp_path: Path) -> None:
    """A match that waits doesn't wait for audits and archives, however many were asked for."""
    queue = Jobs(flushed)
    for _ in range(3):
        queue.enqueue("audit", "nothing-0")
    queue.enqueue("think", "nothing-0", "1", "0")
    jobs.worker(Settings(data=tmp_path), flushed, flushed).work(burst=True, max_jobs=1)
    assert (queue.queue().count, queue.queue(THINKING).count) == (3, 0)
    queue.close()


def test_who_thinks() -> None:
    """A bot called search, also as it is called in tournaments; no person, no other bot."""
    names = ("search", "bot/search", "bot/search-2", "Bo", "bot/quick", "research", None)
    found = [thinking.thinks(Sitter("bot", name)) for name in names]
    assert found == [True, True, True, False, False, False, False]
    assert not thinking.thinks(Sitter("open", "search"))


def test_a_bot_thinks_less_where_its_clock_is_short() -> None:
    """A tenth of what is left, never more than the service allows."""
    match = Match("m-0", "kaiser", 5, b"")
    assert thinking.seconds_for(match, 0, 1000, 700) == 0.7
    timed = replace(match, times=Times((3000, 100), (1000, None)))
    assert thinking.seconds_for(timed, 0, 1000, 700) == pytest.approx(0.3)
    assert thinking.seconds_for(timed, 1, 1000, 700) == 0.7
    assert thinking.seconds_for(timed, 0, 9000, 700) == 0.0


def test_a_searching_bot_keeps_its_time(flushed: str, tmp_path: Path) -> None:
    """With 0.6 seconds a move and nobody who does the jobs, it still moves before its flag."""

    async def act(house: House) -> None:
        async with house.working():
            clock = Clock(per_move=600, flag="forfeit")
            name = await house.offer("caissa-escratch", (SEARCHING, BOT), clock=clock, limit=6)
            await house.over(name)
        causes = [step.entry.cause for step in await house.services.matches.cache.steps(name)]
        assert sum(isinstance(cause, Moved) for cause in causes) == 6
        assert not [cause for cause in causes if isinstance(cause, Flagged)]

    scene.run(flushed, tmp_path, act)
