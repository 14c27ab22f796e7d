"""The log where writers race and servers die: one winner a version, nothing acknowledged lost."""

import asyncio
import os
from collections.abc import Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from servers import Server

from events.errors import Conflict, Unavailable
from events.log import BEGINNING, Appended, Batch, Log
from events.record import Stored

SEAL = bytes(32)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with Server(tmp_path) as running:
        yield running


@asynccontextmanager
async def logs(url: str, number: int = 1) -> Any:
    """Some logs, each with connections of its own."""
    opened = [Log(url) for _ in range(number)]
    try:
        yield opened
    finally:
        for log in opened:
            await log.close()


def batch(match: str, after: int, command: bytes, text: bytes = b"") -> Batch:
    """One entry after a version."""
    return Batch(match, after, SEAL, command, (Stored(after + 1, text, b"", SEAL),))


async def attempt(log: Log, wanted: Batch) -> Appended | int:
    """The outcome of an append: what was written, or the head that was faster."""
    try:
        return await log.append(wanted)
    except Conflict as conflict:
        return int(conflict.details["head"])


def test_of_twenty_writers_one_wins_each_version(server: Server) -> None:
    """1,000 rounds: one entry each, and every loser is told the head that beat him."""

    async def race(writers: list[Log], version: int) -> bytes:
        wanted = [batch("race-0", version - 1, os.urandom(16), b"%d" % i) for i in range(20)]
        outcomes = await asyncio.gather(*map(attempt, writers, wanted))
        winners = [i for i, done in enumerate(outcomes) if done == Appended(version, False)]
        assert len(winners) == 1
        assert outcomes.count(version) == 19
        return b"%d" % winners[0]

    async def run() -> None:
        async with logs(server.url, 20) as writers:
            won = [await race(writers, version) for version in range(1, 1001)]
            stored = await writers[0].read("race-0")
            assert [entry.public for entry in stored] == won
            assert len(await writers[0].feed({0: BEGINNING}, count=2000)) == 1000

    asyncio.run(run())


def test_one_command_sent_many_times_is_carried_out_once(server: Server) -> None:
    """The same command from twenty connections at once: one entry, the same answer for all."""

    async def run() -> None:
        async with logs(server.url, 20) as writers:
            for version in range(1, 101):
                wanted = batch("twice-0", version - 1, b"command %d" % version)
                outcomes = await asyncio.gather(*(log.append(wanted) for log in writers))
                assert sorted(outcomes) == [(version, False)] + [(version, True)] * 19
            assert len(await writers[0].read("twice-0")) == 100

    asyncio.run(run())


class Player:
    """Appends to a match of its own, remembers what was acknowledged, sends again what wasn't."""

    def __init__(self, log: Log, number: int) -> None:
        self.log, self.match = log, f"load{number}-{number % 3}"
        self.acknowledged: list[bytes] = []
        self.uncertain = 0

    async def play(self, entries: int) -> None:
        """Append until there are so many, through whatever happens to the server."""
        while (after := len(self.acknowledged)) < entries:
            text = os.urandom(8)
            await self._insist(batch(self.match, after, text, text))
            self.acknowledged.append(text)

    async def _insist(self, wanted: Batch) -> None:
        while True:
            try:
                done = await self.log.append(wanted)
            except Unavailable as error:
                self.uncertain += not error.details["known"]
                await asyncio.sleep(0.02)
            else:
                assert done.version == wanted.after + 1
                return


@pytest.mark.slow
def test_nothing_acknowledged_is_lost_when_the_server_is_killed(server: Server) -> None:
    """Three kills under load: every acknowledged entry is there once, in order, without a gap."""

    async def disturb() -> None:
        for _ in range(3):
            await asyncio.sleep(0.3)
            server.kill()
            await asyncio.to_thread(server.start)

    async def run() -> None:
        async with logs(server.url) as [log]:
            players = [Player(log, number) for number in range(40)]
            playing = [asyncio.create_task(player.play(400)) for player in players]
            await disturb()
            await asyncio.gather(*playing)
            assert sum(player.uncertain for player in players) > 0
            for player in players:
                stored = await log.read(player.match)
                assert [entry.public for entry in stored] == player.acknowledged

    asyncio.run(run())


@pytest.mark.slow
def test_what_was_acknowledged_before_a_kill_is_there_after_it(server: Server) -> None:
    """Without any retry: the log holds what was acknowledged, and one more entry at the most."""

    async def load(log: Log, number: int) -> list[bytes]:
        acknowledged: list[bytes] = []
        try:
            while True:
                text = os.urandom(8)
                await log.append(batch(f"cut{number}-0", len(acknowledged), text, text))
                acknowledged.append(text)
        except Unavailable:
            return acknowledged

    async def run() -> None:
        async with logs(server.url, 2) as [log, other]:
            loading = [asyncio.create_task(load(log, number)) for number in range(40)]
            await asyncio.sleep(1)
            server.kill()
            acknowledged = await asyncio.gather(*loading)
            await asyncio.to_thread(server.start)
            for number, texts in enumerate(acknowledged):
                stored = [entry.public for entry in await other.read(f"cut{number}-0")]
                assert stored[: len(texts)] == texts
                assert len(stored) <= len(texts) + 1

    asyncio.run(run())


def test_a_log_goes_on_when_its_server_comes_back(server: Server) -> None:
    """While it is away all is unavailable, and known; then the same log works again."""

    async def run() -> None:
        async with logs(server.url) as [log]:
            await log.append(batch("back-0", 0, b"one"))
            server.kill()
            await asyncio.sleep(0.01)
            for _ in range(3):
                with pytest.raises(Unavailable) as refused:
                    await log.append(batch("back-0", 1, b"two"))
                assert refused.value.details["known"]
            await asyncio.to_thread(server.start)
            await asyncio.sleep(0.3)  # the pause before another attempt
            assert await log.append(batch("back-0", 1, b"two")) == Appended(2, False)
            assert len(await log.read("back-0")) == 2

    asyncio.run(run())


def test_an_append_of_unknown_outcome_is_settled_by_sending_it_again(server: Server) -> None:
    """A server that stops answering leaves it open what happened; the command id closes it."""

    async def run() -> None:
        async with logs(server.url, 2) as [log, other]:
            await log.append(batch("open-0", 0, b"one"))
            server.pause()
            lost = asyncio.create_task(log.append(batch("open-0", 1, b"two")))
            await asyncio.sleep(0.05)
            await log.close()
            with pytest.raises(Unavailable) as refused:
                await lost
            assert not refused.value.details["known"]
            server.resume()
            assert (await other.append(batch("open-0", 1, b"two"))).version == 2
            assert len(await other.read("open-0")) == 2

    asyncio.run(run())
