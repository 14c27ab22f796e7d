"""The connection that commits in groups, against a server that answers when the test says so."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import hiredis
import pytest

from events.address import Address
from events.commits import BATCH, BATCHES, Connection
from events.errors import Unavailable
from events.log import Appended, Batch, Log
from events.record import Stored
from projections.language.errors import said


class Fake:
    """Takes commands and keeps them; answers, hangs up or says nonsense on request.

    A command is answered with its last word, or with the next of `replies` where there are some,
    or not at all when told to be silent.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.replies: list[bytes] = []
        self.commands: list[list[bytes]] = []
        self.connections: list[asyncio.StreamWriter] = []
        self.silent = False

    async def serve(self, incoming: asyncio.StreamReader, out: asyncio.StreamWriter) -> None:
        """Be the server of one connection."""
        self.connections.append(out)
        reader = hiredis.Reader()
        while data := await incoming.read(1 << 20):
            reader.feed(data)
            while (words := reader.gets()) is not False:
                self.commands.append(words)
                if self.replies:
                    self.answer(self.replies.pop(0))
                    self.silent = not self.replies
                elif not self.silent:
                    self.answer(b"$%d" % len(words[-1]), words[-1])
        out.close()

    def answer(self, *lines: bytes) -> None:
        """Say something on the newest connection."""
        self.connections[-1].write(b"".join(line + b"\r\n" for line in lines))


Work = Callable[[Fake, Connection], Awaitable[None]]


@pytest.fixture
def run(tmp_path: Path) -> Callable[..., None]:
    """Run some work with a fake server and a connection to it."""

    @asynccontextmanager
    async def served(fake: Fake) -> AsyncIterator[None]:
        server = await asyncio.start_unix_server(fake.serve, fake.path)
        async with server:
            yield
            for connection in fake.connections:
                connection.close()
        await asyncio.sleep(0.01)

    def running(work: Work, url: str = "", **options: float) -> None:
        async def main() -> None:
            fake = Fake(tmp_path / "s")
            address = Address.parse(url or f"unix://{fake.path}")
            connection = Connection(address._replace(path=str(fake.path)), **options)
            async with served(fake), asyncio.timeout(10):
                await work(fake, connection)
                await connection.close()

        asyncio.run(main())

    return running


async def settle() -> None:
    """Let both ends do all they can."""
    await asyncio.sleep(0.02)


def test_every_task_gets_its_own_answer(run: Callable[..., None]) -> None:
    """Answers come in the order of the commands, however many are under way."""

    async def work(fake: Fake, connection: Connection) -> None:
        answers = [connection.send("ECHO", n) for n in range(3000)]
        assert await asyncio.gather(*answers) == [b"%d" % n for n in range(3000)]

    run(work)


def test_at_most_two_batches_are_under_way(run: Callable[..., None]) -> None:
    """What comes while both are out gathers, and leaves when the first is answered."""

    async def work(fake: Fake, connection: Connection) -> None:
        await connection.send("FIRST")
        fake.silent = True
        answers = [connection.send("ECHO", n) for n in range(5 * BATCH)]
        await settle()
        assert len(fake.commands) == 1 + BATCHES * BATCH
        fake.answer(*[b"+x"] * (BATCH - 1))
        await settle()
        assert len(fake.commands) == 1 + BATCHES * BATCH
        fake.answer(b"+x")
        await settle()
        assert len(fake.commands) == 1 + (BATCHES + 1) * BATCH
        assert sum(answer.done() for answer in answers) == BATCH

    run(work)


def test_a_full_queue_refuses_and_nothing_was_written(run: Callable[..., None]) -> None:
    """What can't even wait is unavailable at once, and known not to have happened."""

    async def work(fake: Fake, connection: Connection) -> None:
        waiting = [connection.send("ECHO", n) for n in range(10)]
        with pytest.raises(Unavailable) as refused:
            connection.send("ECHO", 10)
        assert refused.value.details["known"]
        assert len(await asyncio.gather(*waiting)) == 10

    run(work, limit=10)


def test_a_lost_connection_leaves_open_only_what_was_sent(run: Callable[..., None]) -> None:
    """Commands under way are of unknown outcome; those that still waited have not happened."""

    async def work(fake: Fake, connection: Connection) -> None:
        await connection.send("FIRST")
        fake.silent = True
        answers = [connection.send("ECHO", n) for n in range(3 * BATCH)]
        await settle()
        fake.answer(b"+0", b"+1")
        fake.connections[-1].close()
        outcomes = await asyncio.gather(*answers, return_exceptions=True)
        assert outcomes[:2] == [b"0", b"1"]
        known = [e.details["known"] for e in outcomes[2:] if isinstance(e, Unavailable)]
        assert known == [False] * (BATCHES * BATCH - 2) + [True] * BATCH

    run(work)


def test_it_connects_again_and_sends_nothing_twice(run: Callable[..., None]) -> None:
    """After a loss the next command opens a new connection; the lost one is not repeated."""

    async def work(fake: Fake, connection: Connection) -> None:
        await connection.send("FIRST")
        fake.silent = True
        lost = connection.send("LOST")
        await settle()
        fake.connections[-1].close()
        with pytest.raises(Unavailable):
            await lost
        fake.silent = False
        assert await connection.send("NEXT") == b"NEXT"
        assert fake.commands == [[b"FIRST"], [b"LOST"], [b"NEXT"]]
        assert len(fake.connections) == 2

    run(work)


@pytest.mark.parametrize("nonsense", [b"HTTP/1.1 400 Bad Request", b"+one too many"])
def test_a_server_that_talks_nonsense_is_left(run: Callable[..., None], nonsense: bytes) -> None:
    """What is no answer, or the answer to nothing, ends the connection; the next one works."""

    async def work(fake: Fake, connection: Connection) -> None:
        await connection.send("FIRST")
        fake.answer(nonsense)
        await settle()
        assert await connection.send("NEXT") == b"NEXT"
        assert len(fake.connections) == 2

    run(work)


def test_a_silent_server_is_given_up(run: Callable[..., None]) -> None:
    """After its patience the connection is closed and what was sent is of unknown outcome."""

    async def work(fake: Fake, connection: Connection) -> None:
        await connection.send("FIRST")
        fake.silent = True
        with pytest.raises(Unavailable) as lost:
            await connection.send("LOST")
        assert not lost.value.details["known"]

    run(work, patience=0.1)


def test_a_slow_server_that_answers_is_not_given_up(run: Callable[..., None]) -> None:
    """Patience is for one batch, not for all that has been sent."""

    async def work(fake: Fake, connection: Connection) -> None:
        fake.silent = True
        for n in range(6):
            answer = connection.send("ECHO", n)
            await asyncio.sleep(0.08)
            fake.answer(b"+%d" % n)
            assert await answer == b"%d" % n

    run(work, patience=0.15)


def test_a_task_that_gives_up_disturbs_nobody(run: Callable[..., None]) -> None:
    """A cancelled command that waits is not sent; one under way has its answer dropped."""

    async def work(fake: Fake, connection: Connection) -> None:
        await connection.send("FIRST")
        fake.silent = True
        out, other = connection.send("OUT"), connection.send("OTHER")
        await settle()
        out.cancel()
        waiting, last = connection.send("WAITING"), connection.send("LAST")
        waiting.cancel()
        await settle()
        fake.answer(b"+out", b"+other", b"+last")
        assert (await other, await last) == (b"other", b"last")
        assert [b"WAITING"] not in fake.commands

    run(work)


def test_a_new_connection_says_first_who_it_is(run: Callable[..., None]) -> None:
    """AUTH and SELECT were answered before anything else is sent."""

    async def work(fake: Fake, connection: Connection) -> None:
        fake.silent = True
        answer = connection.send("FIRST")
        await settle()
        assert fake.commands == [[b"AUTH", b"ana", b"p@ss"], [b"SELECT", b"2"]]
        fake.silent = False
        fake.answer(b"+OK", b"+OK")
        assert await answer == b"FIRST"

    run(work, "redis://ana:p%40ss@host/2")


def test_a_server_that_does_not_let_us_in_is_unavailable(run: Callable[..., None]) -> None:
    """Nothing is sent to the wrong database, nor again before a pause."""

    async def work(fake: Fake, connection: Connection) -> None:
        fake.silent = True
        answer = connection.send("FIRST")
        await settle()
        fake.answer(b"-WRONGPASS invalid username-password pair", b"-NOAUTH")
        with pytest.raises(Unavailable) as refused:
            await answer
        assert "try again" in said(refused.value)
        assert refused.value.details["known"]
        await settle()
        with pytest.raises(Unavailable) as soon:
            connection.send("SECOND")
        assert soon.value.details["known"]
        assert len(fake.connections) == 1

    run(work, "redis://:secret@host/2")


def test_a_closed_connection_stays_closed(run: Callable[..., None]) -> None:
    """What is under way when it closes is unavailable, and so is everything after."""

    async def work(fake: Fake, connection: Connection) -> None:
        await connection.send("FIRST")
        fake.silent = True
        under_way = connection.send("LAST")
        await settle()
        await connection.close()
        with pytest.raises(Unavailable):
            await under_way
        with pytest.raises(Unavailable):
            connection.send("NEXT")

    run(work)


@pytest.mark.parametrize("turns", [0, 1, 2, 3])
def test_a_connection_may_be_closed_while_it_opens(run: Callable[..., None], turns: int) -> None:
    """At whatever point: what waits is refused, and so is what comes later."""

    async def work(fake: Fake, connection: Connection) -> None:
        answer = connection.send("FIRST")
        for _ in range(turns):
            await asyncio.sleep(0)
        await connection.close()
        assert isinstance(answer.exception(), Unavailable)
        with pytest.raises(Unavailable):
            connection.send("NEXT")

    run(work, "redis://:secret@host")


# The log on it


def batch(match: str) -> Batch:
    return Batch(match, 0, bytes(32), b"c", (Stored(1, b"", b"", bytes(32)),))


STORED = b"*2", b"$6", b"stored", b"$1", b"1"


def test_one_append_a_match_is_under_way(run: Callable[..., None]) -> None:
    """The second one of a match is sent when the first is answered; other matches don't wait."""

    async def work(fake: Fake, connection: Connection) -> None:
        log = Log(f"unix://{fake.path}")
        fake.replies = [b"+OK"]
        names = "a-0", "a-0", "b-0", "a-0"
        tasks = [asyncio.create_task(log.append(batch(name))) for name in names]
        sent = []
        for answers in (2, 1, 1):
            await settle()
            sent.append(len(fake.commands) - 1)
            fake.answer(*STORED * answers)
        assert await asyncio.gather(*tasks) == [Appended(1, False)] * 4
        assert sent == [2, 3, 4]
        await log.close()

    run(work)


@pytest.mark.parametrize(
    "error",
    [
        "OOM command not allowed when used memory > 'maxmemory'. script: 0, on @user_script:1.",
        "MISCONF Errors writing to the AOF file",
        "NOREPLICAS Not enough good replicas to write.",
        "LOADING Redis is loading the dataset in memory",
        "READONLY You can't write against a read only replica.",
        "BUSY Redis is busy running a script.",
        "ERR max number of clients reached",
    ],
)
def test_a_server_that_refuses_has_written_nothing(run: Callable[..., None], error: str) -> None:
    """Each of its excuses is unavailable, known, and named by Redis's own code."""

    async def work(fake: Fake, connection: Connection) -> None:
        log = Log(f"unix://{fake.path}")
        fake.replies = [b"+OK", b"-" + error.encode()]
        with pytest.raises(Unavailable) as refused:
            await log.append(batch("a-0"))
        assert refused.value.details["known"]
        assert refused.value.details["redis"] == error.split()[0]
        await log.close()

    run(work)


# Addresses


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("unix:///run/a%20b.sock", ("/run/a b.sock", 0, "", "")),
        ("unix://ana:pw@/run/s?db=3", ("/run/s", 3, "ana", "pw")),
        ("unix:///run/s?db=1&password=p%26q", ("/run/s", 1, "", "p&q")),
        ("redis://localhost", ("", 0, "", "")),
        ("redis://:p%2Fq@10.0.0.1:7000/5", ("", 5, "", "p/q")),
        ("redis://localhost/0?db=4", ("", 4, "", "")),
    ],
)
def test_a_url_says_where_redis_is(url: str, expected: tuple[str, int, str, str]) -> None:
    """Socket, database, user and password, as other clients read the same URL."""
    address = Address.parse(url)
    assert (address.path, address.database, address.user, address.password) == expected
    assert address.tls is None


def test_host_and_port_have_their_defaults() -> None:
    """6379 on this machine, unless said otherwise."""
    assert Address.parse("redis://")[1:3] == ("localhost", 6379)
    assert Address.parse("redis://[::1]:7000")[1:3] == ("::1", 7000)


def test_rediss_verifies_whom_it_talks_to() -> None:
    """Certificate and host name are checked."""
    tls = Address.parse("rediss://redis.example/0").tls
    assert tls is not None
    assert tls.check_hostname


@pytest.mark.parametrize(
    "url", ["", "http://x", "localhost:6379", "unix://", "redis://x/one", "redis://x:pw"]
)
def test_a_url_that_means_nothing_is_refused(url: str) -> None:
    """With a sentence that doesn't repeat the URL, which may hold a password."""
    with pytest.raises(ValueError, match=r"Redis|socket") as refused:
        Address.parse(url)
    assert "pw" not in str(refused.value)
