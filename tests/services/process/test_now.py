"""The house's time: it runs on whatever is done to the wall clock, and all processes share it."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from services.audit.audits import Audits
from services.process.clock import HouseClock
from services.wiring import Services
from tests.support.house import opened, played, serving

HOUR = 3600 * 10**9


class Machine:
    """A wall clock that may be set, and a clock that only runs (nanoseconds)."""

    def __init__(self) -> None:
        self.wall = 1_700_000_000 * 10**9
        self.steady = 5_000 * 10**9

    def clock(self) -> HouseClock:
        return HouseClock(lambda: self.wall, lambda: self.steady)

    def wait(self, nanoseconds: int) -> None:
        self.wall += nanoseconds
        self.steady += nanoseconds


@pytest.mark.parametrize("step", [-HOUR, HOUR])
def test_no_jump_of_the_wall_clock_is_felt(step: int) -> None:
    """When the wall clock is set an hour forwards or backwards, no time goes by."""
    machine = Machine()
    now = machine.clock()
    before = now()
    machine.wall += step
    assert now() == before
    machine.wait(1_000_000)
    assert now() == before + 1


@pytest.mark.parametrize("step", [-HOUR, HOUR])
def test_who_comes_later_agrees(step: int, tmp_path: Path) -> None:
    """A process that starts after the jump has the time of those that run already."""
    machine = Machine()
    first, second = machine.clock(), machine.clock()
    first.agree(tmp_path)
    machine.wall += step
    third = machine.clock()
    assert third() != first()
    for late in (second, third):
        late.agree(tmp_path)
        assert late() == first()
    for clock in (first, second, third):
        clock.leave()


def test_who_is_alone_sets_the_time(tmp_path: Path) -> None:
    """Once nobody is there any more, the next one believes the wall clock again."""
    machine = Machine()
    first = machine.clock()
    first.agree(tmp_path)
    first.leave()
    machine.wall += HOUR
    second = machine.clock()
    second.agree(tmp_path)
    assert second() == machine.wall // 1_000_000
    second.leave()


def test_a_machine_whose_clock_is_behind_turns_no_time_back(flushed: str, tmp_path: Path) -> None:
    """Whoever writes the next entry, its time is never before the last one's; the audit agrees."""

    async def act(services: Services) -> None:
        match = await played(services, await opened(services), 3)
        services.commands.now = lambda: match.at - 3_600_000
        await played(services, match.id)
        times = [step.entry.at for step in await services.matches.cache.steps(match.id)]
        assert times == sorted(times)
        report = await Audits(services.redis, services.log).audit(match.id)
        assert report.verdict == "verified"

    serving(flushed, tmp_path, act)


def test_processes_agree(tmp_path: Path) -> None:
    """Another process, which believes it is an hour later, has our time to a few milliseconds."""
    ours = HouseClock()
    ours.agree(tmp_path)
    code = (
        "import sys, time; from pathlib import Path\n"
        "from services.process.clock import HouseClock\n"
        "now = HouseClock(lambda: time.time_ns() + 3600 * 10**9); now.agree(Path(sys.argv[1]))\n"
        "print(now())"
    )
    said = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], check=True, capture_output=True
    )
    assert abs(ours() - int(said.stdout)) < 2000
    assert abs(ours() - time.time_ns() // 1_000_000) < 1000
    ours.leave()
