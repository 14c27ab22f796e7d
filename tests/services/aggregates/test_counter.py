"""Whatever has a sealed log gets all of the machine: shown by a third kind, a counter."""

import asyncio
import os
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any

import pytest

from events.errors import Conflict, Frozen, KeyReused, Malformed, Stale, UnknownMatch
from events.log import Batch, Log
from events.record import Stored, write
from events.steps import Step
from projections.audit.walk import Walk
from services.aggregates.cache import Cache
from services.aggregates.commands import Ask, Check, Commands, Done
from services.aggregates.following import follow_feed
from services.aggregates.precondition import Seen, WrongHead, check_seen
from services.aggregates.watching import Live, Watch
from tests.support.counter import (
    Added,
    Counted,
    Counter,
    CounterKind,
    Counting,
    Recount,
    TakenBack,
    zero,
)

NAME = "counter-0"


class Key:
    """The secret of command ids; it knows no signature but one."""

    service = b"a key of these tests"

    def signed_by(self, match: str, n: int, seal: bytes, signature: bytes) -> str | None:
        return "house" if signature == b"ours" else None


class Counters:
    """The counters of one process."""

    def __init__(self, url: str) -> None:
        self.log = Log(url)
        self.cache: Cache[Counter] = Cache(self.log, CounterKind())
        self.commands = Commands(self.cache, Key(), lambda: 1_000)

    async def do(
        self, cause: Added | TakenBack, key: str, seen: Seen | None = None
    ) -> Done[Counter]:
        ask = Ask("somebody", "count", key, repr(cause).encode())
        command = self.commands.id(NAME, ask)
        return await self.commands.act(
            NAME, command, self._decide(command, cause), ask.request, self._check(seen)
        )

    def _decide(
        self, command: bytes, cause: Added | TakenBack
    ) -> Callable[[Counter], Awaitable[Counting]]:
        async def decide(known: Counter) -> Counting:
            batch = Counting(known, command, self.commands.now(), lambda: os.urandom(16))
            line = await self.cache.replays.line(NAME) if isinstance(cause, TakenBack) else ()
            batch.add(cause, lambda version: line[version - 1].after)
            return batch

        return decide

    def _check(self, seen: Seen | None) -> Check[Counter] | None:
        if seen is None:
            return None
        return lambda known, state: check_seen(
            self.cache, Key(), known, seen, lambda then, step: step.after.total == then.total
        )


Act = Callable[[Counters, Counters], Coroutine[Any, Any, None]]


@pytest.fixture
def counting(flushed: str) -> Callable[[Act], None]:
    """Two processes on one log."""

    async def run(act: Act) -> None:
        one, other = Counters(flushed), Counters(flushed)
        for each in (one, other):
            each.commands.begin(zero(NAME))
        try:
            await act(one, other)
        finally:
            await one.log.close()
            await other.log.close()

    return lambda act: asyncio.run(run(act))


def test_a_command_is_carried_out_once(counting: Callable[[Act], None]) -> None:
    """The same key again gives the same answer, in every process; another request is refused."""

    async def act(one: Counters, other: Counters) -> None:
        done = await one.do(Added(3), "a")
        assert (done.after.total, done.repeated) == (3, False)
        await one.do(Added(4), "b")
        for process in (one, other):
            again = await process.do(Added(3), "a")
            assert (again.after.total, again.after.version, again.repeated) == (3, 1, True)
        with pytest.raises(KeyReused):
            await one.do(Added(5), "a")
        with pytest.raises(Malformed):
            await one.do(Added(0), "c")
        assert (await one.cache.read(NAME)).total == 7

    counting(act)


def test_racing_processes_lose_nothing(counting: Callable[[Act], None]) -> None:
    """Who loses the race for a version looks again; every command counts once."""

    async def act(one: Counters, other: Counters) -> None:
        async def insist(process: Counters, key: str) -> None:
            while True:
                with suppress(Conflict):  # after so many lost races it is said, and nothing is lost
                    await process.do(Added(1), key)
                    return

        keys = [(process, f"{n}-{id(process)}") for n in range(20) for process in (one, other)]
        await asyncio.gather(*(insist(*each) for each in keys))
        state = await one.cache.read(NAME)
        assert (state.total, state.version) == (40, 40)

    counting(act)


def test_what_was_seen_may_be_said(counting: Callable[[Act], None]) -> None:
    """Stale, never ours, or a fork of history with our own signature on it: then it is frozen."""

    async def act(one: Counters, other: Counters) -> None:
        first = (await one.do(Added(1), "a")).after
        await one.do(Added(1), "b", Seen(first.version, first.seal))
        with pytest.raises(Stale):
            await one.do(Added(1), "c", Seen(first.version, first.seal))
        with pytest.raises(WrongHead):
            await one.do(Added(1), "d", Seen(1, bytes(32)))
        with pytest.raises(Frozen):
            await one.do(Added(1), "e", Seen(1, bytes(32), b"ours"))
        with pytest.raises(Frozen):
            await one.do(Added(1), "f")
        one.cache.freezer.release(NAME)
        assert (await one.do(Added(1), "g")).after.total == 3

    counting(act)


class Totals:
    """What is written for who watches a counter."""

    def __init__(self, steps: list[Step[Counted, Counter]]) -> None:
        self.after = steps[-1].after
        self.lines = [str(step.after.total).encode() for step in steps]


def test_watchers_get_each_version_once(counting: Callable[[Act], None]) -> None:
    """Whatever process has appended, and however late a reader has caught up."""

    async def act(one: Counters, other: Counters) -> None:
        got: list[tuple[int, bytes]] = []
        live: Live[Counter, Totals] = Live(one.cache, Totals)
        watch: Watch[Totals] = Watch(lambda totals: totals.lines, lambda v, b: got.append((v, b)))
        live.watch(NAME, watch)
        following = asyncio.create_task(follow_feed(one.log, [one.cache], 1))
        await asyncio.sleep(0.05)
        await one.do(Added(1), "a")
        watch.caught_up(0)
        for n in range(10):
            await (one, other)[n % 2].do(Added(1), str(n))
        while len(got) < 11:
            await asyncio.sleep(0.01)
        watch.stop()
        await one.do(Added(1), "unseen")
        assert got == [(n, str(n).encode()) for n in range(1, 12)]
        following.cancel()
        with suppress(asyncio.CancelledError):
            await following

    counting(act)


def test_it_goes_back_to_any_version(counting: Callable[[Act], None]) -> None:
    """A state at a version, a line of all of them, and an entry that takes back what came since."""

    async def act(one: Counters, other: Counters) -> None:
        for n in range(1, 6):
            await one.do(Added(n), str(n))
        known = other.cache.known(NAME)
        await other.cache.refresh(known)
        assert [(await one.cache.read(NAME, n)).total for n in (1, 3, 5)] == [1, 6, 15]
        back = (await one.do(TakenBack(2), "back")).after
        assert (back.version, back.total) == (6, 3)
        assert (await other.cache.refresh(known)).total == 3
        assert [step.after.total for step in await other.cache.replays.line(NAME)][-2:] == [15, 3]

    counting(act)


def test_its_audit_decides_again(counting: Callable[[Act], None]) -> None:
    """Clean as it is; what may not be counted is found, and so is what was not sealed."""

    async def act(one: Counters, other: Counters) -> None:
        for n in range(1, 4):
            await one.do(Added(n), str(n))
        await one.do(TakenBack(1), "back")
        stored = await one.log.read(NAME)
        assert found(stored) == []
        last = (await one.cache.read(NAME)).seal
        forged = Counted(1, 2_000, "somebody", b"x" * 16, Added(-5))
        assert found([*stored, write(forged, 5, last, lambda: bytes(16))]) == [(5, "move")]
        changed = stored[1]._replace(public=stored[1].public.replace(b"\x02", b"\x03"))
        assert found([stored[0], changed, *stored[2:]]) == [(2, "record")]

    counting(act)


def found(stored: list[Stored]) -> list[tuple[int, str]]:
    walk: Walk[Counter] = Walk()
    walk.through(NAME, stored, Recount(NAME))
    return [(finding.version, finding.code) for finding in walk.findings]


def test_a_log_that_became_shorter_freezes_it(flushed: str) -> None:
    """What was confirmed must be there when it is read again."""

    async def run() -> None:
        counters = Counters(flushed)
        remembered = Cache(counters.log, CounterKind(), remembered=lambda name: (9, bytes(32)))
        counters.commands.begin(zero(NAME))
        await counters.do(Added(1), "a")
        with pytest.raises(Frozen):
            await remembered.current(remembered.known(NAME))
        with pytest.raises(UnknownMatch):
            await counters.cache.read("counter-none-0")
        await counters.log.close()

    asyncio.run(run())


def test_a_beginning_happens_once(counting: Callable[[Act], None]) -> None:
    """A gap or a second first entry is the log's own refusal."""

    async def act(one: Counters, other: Counters) -> None:
        await one.do(Added(1), "a")
        entry = Counted(1, 1, "somebody", b"y" * 16, Added(1))
        stored = write(entry, 1, zero(NAME).seal, lambda: bytes(16))
        with pytest.raises(Conflict):
            await one.log.append(Batch(NAME, 0, zero(NAME).seal, b"y" * 16, (stored,), {}))

    counting(act)
