"""The ticker: clocks are struck when they are due, once, whatever happens to who strikes them."""

import asyncio
import time
from pathlib import Path
from statistics import median

import pytest

from events.errors import Refused, TimeUp, Unavailable
from events.facts import Aborted, Clock, Flagged, Moved, Paused, Resumed
from projections.cards.fair_deal import commitment
from projections.match.clocks import deadline, due
from projections.match.fold import Match
from projections.match.history import Step
from services.aggregates.commands import Ask
from services.audit.audits import Audits
from services.matches.acts import Matches
from services.matches.clock import Clocks
from services.matches.commands import Commands
from services.matches.kind import MatchCache, MatchKind
from services.process.clock import HouseClock
from services.readmodels.keys import due_key
from services.wiring import Services, now_ms, wire
from tests.support import scene
from tests.support.playing import dice
from tests.support.scene import House, until, worker_process
from tests.support.servers import Server

HOUR = 3600 * 10**9
CLOCK = Clock(per_move=1000)


async def flags(house: House, name: str) -> list[Step]:
    """The flags that stand in a match's log."""
    line = await house.services.matches.cache.steps(name)
    return [step for step in line if isinstance(step.entry.cause, Flagged)]


async def flagged(house: House, *names: str) -> None:
    """Wait until all these matches have a flag."""

    async def all_have() -> bool:
        return all([await flags(house, name) for name in names])

    await until(all_have)


async def clean(house: House, *names: str) -> bool:
    audits = Audits(house.services.redis, house.services.log)
    reports = [await audits.audit(name) for name in names]
    return not any(report.findings for report in reports)


def test_flags_fall_in_time(flushed: str, tmp_path: Path) -> None:
    """Flags of many matches fall within 50 ms of their deadlines, and never before them."""

    async def act(house: House) -> None:
        async with house.working():
            clocks = [Clock(per_move=400 + 10 * n, flag="forfeit") for n in range(30)]
            names = [await house.seated("casino", seats=2, clock=clock) for clock in clocks]
            lines = [await house.services.matches.cache.steps(name) for name in names]
            deadlines = [due(line[-1].after) for line in lines]
            for match in await house.over(*names):
                assert match.result is not None
        late = []
        for name, last in zip(names, deadlines, strict=True):
            (flag,) = await flags(house, name)
            late.append(flag.entry.at - (last or 0))
        assert min(late) > 0
        assert median(late) <= 50, late
        assert await clean(house, *names)

    scene.run(flushed, tmp_path, act)


def test_harmless_moves_end_a_match(flushed: str, tmp_path: Path) -> None:
    """Where nobody ever moves, the clock plays a match to its end."""

    async def act(house: House) -> None:
        async with house.working():
            offer = {"clock": Clock(per_move=5), "seats": 2, "limit": 60}
            name = await house.seated("caissa-battle", **offer)
            await house.over(name)
        line = await house.services.matches.cache.steps(name)
        movers = {step.entry.by for step in line if isinstance(step.entry.cause, Moved)}
        assert movers == {"clock"}
        assert await clean(house, name)

    scene.run(flushed, tmp_path, act)


def test_moves_put_the_clock_off(flushed: str, tmp_path: Path) -> None:
    """Who moves in time is never flagged; the model keeps the next time that something is due."""

    async def act(house: House) -> None:
        name = await house.seated("kaiser", clock=Clock(per_move=1500))
        key, redis = due_key(0), house.services.redis
        async with house.working():
            for seed in range(8):
                await asyncio.sleep(0.2)
                match = await house.play(name, 1, seed)
            await house.caught_up()
            assert await redis.zscore(key, name) == due(match)
            assert await flags(house, name) == []
            ask = Ask("judge", "abort", "1")
            await house.services.matches.abort(name, ask, "enough")
            await house.caught_up()
            assert await redis.zscore(key, name) is None

    scene.run(flushed, tmp_path, act)


def test_who_is_not_ready_in_time(flushed: str, tmp_path: Path) -> None:
    """A table at which a seat doesn't show its contribution in time is aborted."""

    async def act(house: House) -> None:
        async with house.working():
            name = await house.offer("casino", (scene.OPEN, scene.BOT), ready_within=300)
            ask = Ask("p0", "join", "1")
            joined = house.services.matches.join(name, ask, "p0", 0, commitment(bytes(32)))
            assert (await joined)[1].after.phase == "locked"
            (match,) = await house.over(name)
        assert match.aborted == "not ready"
        assert (await house.services.matches.cache.steps(name))[-2].entry.cause == Aborted(
            "not ready"
        )
        assert await clean(house, name)

    scene.run(flushed, tmp_path, act)


def test_another_ticker_takes_over(flushed: str, tmp_path: Path) -> None:
    """When the process that keeps the clocks is killed, the next one strikes what is due, once."""

    async def act(house: House) -> None:
        with worker_process(flushed, tmp_path) as first:
            clock = Clock(per_move=2500, flag="forfeit")
            names = [await house.seated("casino", seats=2, clock=clock) for _ in range(5)]
            await house.caught_up()
            first.kill()
            first.wait()
            async with house.working():
                await house.over(*names)
        for name in names:
            assert len(await flags(house, name)) == 1
        assert await clean(house, *names)

    scene.run(flushed, tmp_path, act)


@pytest.mark.parametrize("step", [-HOUR, HOUR])
def test_the_wall_clock_jumps(flushed: str, tmp_path: Path, step: int) -> None:
    """When the wall clock is set by an hour, flags fall when they would have fallen."""

    async def act(house: House) -> None:
        jumped = [0]
        wall = HouseClock(wall=lambda: time.time_ns() + jumped[0])
        house.services.commands.now = wall
        async with house.working():
            name = await house.seated("casino", seats=2, clock=Clock(per_move=600))
            began = time.monotonic()
            jumped[0] = step
            await asyncio.sleep(0.4)
            assert await flags(house, name) == []
            await flagged(house, name)
            assert time.monotonic() - began < 2
        line = await house.services.matches.cache.steps(name)
        times = [one.entry.at for one in line]
        assert times == sorted(times)
        assert times[-1] - times[0] < 5000
        feed = await house.services.redis.xrange("{p0}:feed")
        assert [id for id, _ in feed] == sorted(id for id, _ in feed)

    scene.run(flushed, tmp_path, act)


@pytest.mark.slow
def test_an_outage_stops_the_clocks(tmp_path: Path) -> None:
    """While Redis is down the clocks stand still, and nobody is flagged for it when it is back."""
    with Server(tmp_path) as server:

        async def act(house: House) -> None:
            async with house.working():
                offer = {"seats": 2, "clock": Clock(per_move=4000)}
                names = [await house.seated("casino", **offer) for _ in range(3)]
                before = [due(await house.services.matches.cache.read(name)) for name in names]
                await asyncio.sleep(1.5)
                server.kill()
                await asyncio.sleep(6)
                server.start()
                await flagged(house, *names)
            for name, last in zip(names, before, strict=True):
                line = await house.services.matches.cache.steps(name)
                facts = [step.entry.cause for step in line]
                assert any(isinstance(fact, Paused) for fact in facts)
                (pause,) = [step.entry.at for step in line if isinstance(step.entry.cause, Paused)]
                (back,) = [step.entry.at for step in line if isinstance(step.entry.cause, Resumed)]
                assert back - pause > 5000
                first = (await flags(house, name))[0].entry.at
                assert first > (last or 0) + back - pause
            assert await clean(house, *names)

        scene.run(server.url, tmp_path / "house", act)


def test_a_move_that_could_not_be_recorded_is_not_late(tmp_path: Path) -> None:
    """Who has tried to move while Redis was down may do so when it is back, his time unspent."""
    with Server(tmp_path) as server:

        async def act(house: House) -> None:
            tables, matches = house.services.matches.cache, house.services.matches
            match = await tables.read(await house.seated("casino", seats=2, clock=CLOCK))
            (seat,) = match.acting()
            move = scene.write_move(match.game.moves(match.state, seat)[0])
            ask = Ask("p", "moves", "1")
            server.kill()
            with pytest.raises(Unavailable):
                await matches.move(match.id, ask, seat, [move])
            await asyncio.sleep(2)
            server.start()
            with pytest.raises(TimeUp):
                await Matches(fresh(house)).move(match.id, ask, seat, [move])
            await matches.move(match.id, ask, seat, [move])
            line = (await tables.steps(match.id))[match.version :]
            pause, back, moved = (step.entry for step in line[:3])
            assert (type(pause.cause), type(back.cause)) == (Paused, Resumed)
            assert moved.by == seat
            assert back.at - pause.at >= 2000
            assert await clean(house, match.id)

        scene.run(server.url, tmp_path / "house", act)


def fresh(house: House) -> Commands:
    """The commands of a process that knows of no outage."""
    known = house.services.commands
    return Commands(
        MatchCache(known.cache.log, MatchKind(known.cache.log)),
        known.house,
        known.keys,
        known.seeds,
        known.now,
    )


class Rivals:
    """A seat and the clock, each in a process of its own, which meet in the same ms."""

    def __init__(self, house: House, other: Services) -> None:
        self.house = house
        self.times = {"seat": 0, "clock": 0}
        house.services.commands.now = lambda: self.times["seat"]
        other.commands.now = lambda: self.times["clock"]
        self.matches: Matches = house.services.matches
        self.cache: MatchCache = house.services.matches.cache
        self.clocks = Clocks(other.commands)

    async def meet(self, name: str, head_start: float) -> tuple[int, bool]:
        """Both act at once, the clock so many seconds ahead; the version, and who won it."""
        match = await self.matches.cache.refresh(self.matches.cache.known(name))
        (seat,) = match.acting()
        self.times["seat"] = deadline(match, seat) or 0
        self.times["clock"] = self.times["seat"] + 1
        flag = asyncio.create_task(self.clocks.strike(name))
        await asyncio.sleep(head_start)
        granted = await self._move(match, seat)
        await flag
        return match.version + 1, granted

    async def _move(self, match: Match, seat: int) -> bool:
        moves = match.game.moves(match.state, seat)
        move = scene.write_move(moves[-1])
        try:
            await self.matches.move(match.id, Ask("p", "moves", str(match.version)), seat, [move])
        except Refused:
            return False
        return True


def test_a_move_and_a_flag_in_the_same_ms(flushed: str, tmp_path: Path) -> None:
    """Of a move and a flag at the same time, a thousand times, one wins; all agree which."""

    async def act(house: House) -> None:
        other = wire(house.services.settings, flushed)
        try:
            rivals = Rivals(house, other)
            rivals.times = dict.fromkeys(rivals.times, now_ms())
            throw, won = dice("rivals"), {True: 0, False: 0}
            names: list[str] = []
            for _ in range(25):
                offer = {"seats": 2, "clock": Clock(per_move=1000)}
                names.append(await house.seated("casino", **offer))
                met = [await rivals.meet(names[-1], throw(4) / 2000) for _ in range(40)]
                line = await house.services.matches.cache.steps(names[-1])
                for version, granted in met:
                    winner = Moved if granted else Flagged
                    assert isinstance(line[version - 1].entry.cause, winner)
                    won[granted] += 1
            assert min(won.values()) > 50, won
            for name in names:
                ours = await house.services.matches.cache.current(
                    house.services.matches.cache.known(name)
                )
                theirs = await other.matches.cache.refresh(other.matches.cache.known(name))
                assert ours == theirs == await house.services.matches.cache.read(name)
            assert await clean(house, *names)
        finally:
            await other.close()

    scene.run(flushed, tmp_path, act)
