"""The log on a real server: what an append promises, what reading finds, what a feed tells."""

import asyncio
from collections.abc import Awaitable, Callable
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import pytest
import redis

from events.errors import Conflict, Corrupt, KeyReused, Unavailable, UnknownMatch
from events.keys import commands_key, feed_key, log_key, partition_of
from events.log import BEGINNING, PAGE, Appended, Batch, Log, Pointer
from events.record import Stored
from events.seals import first_seal, next_seal

T = TypeVar("T")
NUMBERS = count(1)


class Server(NamedTuple):
    """A real server, empty: where it is, and how to do by hand what the log would not."""

    url: str
    do: Callable[..., Any]


@pytest.fixture
def server(redis_url: str, redis_db: redis.Redis) -> Server:
    return Server(redis_url, redis_db.execute_command)


@pytest.fixture
def match() -> str:
    return f"match{next(NUMBERS)}-3"


def on(server: Server, work: Callable[[Log], Awaitable[T]]) -> T:
    """Run some work on a log of its own."""

    async def run() -> T:
        log = Log(server.url)
        try:
            return await work(log)
        finally:
            await log.close()

    return asyncio.run(run())


def chain(match: str, entries: int) -> list[Stored]:
    """Entries 1 … of a match, truly sealed."""
    seal, made = first_seal(match), []
    for version in range(1, entries + 1):
        public = b"entry \x00\r\n %d" % version
        seal = next_seal(seal, version, public)
        made.append(Stored(version, public, b"opening %d" % version, seal))
    return made


def batch(match: str, after: int, entries: int = 1, command: bytes | None = None) -> Batch:
    """The next entries of `chain`, by a command of their own."""
    whole = chain(match, after + entries)
    seal = whole[after - 1].seal if after else first_seal(match)
    command = command or b"command %d" % next(NUMBERS)
    return Batch(match, after, seal, command, tuple(whole[after:]))


def all_of(server: Server, match: str) -> list[object]:
    """Everything that an append touches."""
    keys = log_key(match), commands_key(match), feed_key(partition_of(match))
    return [server.do("DUMP", key) for key in keys]


async def _append_all(log: Log, *batches: Batch) -> list[Appended]:
    return [await log.append(each) for each in batches]


# Appending


def test_what_is_appended_is_read_back_byte_for_byte(server: Server, match: str) -> None:
    """Entries come back with their versions, bytes, openings and seals unchanged."""

    async def work(log: Log) -> list[Stored]:
        await _append_all(log, batch(match, 0, 2), batch(match, 2), batch(match, 3, 3))
        return await log.read(match)

    assert on(server, work) == chain(match, 6)


def test_an_append_answers_its_last_version(server: Server, match: str) -> None:
    """A run of entries is one append; its last version is the answer."""
    done = on(server, lambda log: _append_all(log, batch(match, 0, 3), batch(match, 3, 2)))
    assert done == [Appended(3, False), Appended(5, False)]


def test_all_entries_of_an_append_carry_its_command(server: Server, match: str) -> None:
    """Whose entry it is stands beside each one in the stream."""
    on(server, lambda log: log.append(batch(match, 0, 3, b"one command")))
    records = server.do("XRANGE", log_key(match), "-", "+")
    assert [fields[b"c"] for _, fields in records] == [b"one command"] * 3


def test_a_slower_writer_is_told_the_head(server: Server, match: str) -> None:
    """An append after a version that has a successor is a conflict that names the head."""

    async def work(log: Log) -> Conflict:
        await log.append(batch(match, 0, 4))
        with pytest.raises(Conflict) as refused:
            await log.append(batch(match, 2))
        return refused.value

    assert on(server, work).details["head"] == 4


@pytest.mark.parametrize(
    ("case", "word"),
    [
        ("behind the log's end", "shorter"),
        ("another seal at the head", "forked"),
        ("another seal below the head", "forked"),
    ],
)
def test_a_log_that_does_not_continue_what_is_known_is_corrupt(
    server: Server, match: str, case: str, word: str
) -> None:
    """A gap and another history under the same versions are no conflicts; nothing is written."""
    after = {"behind the log's end": 5, "another seal at the head": 3}.get(case, 2)
    wrong = batch(match, after)
    if word == "forked":
        wrong = wrong._replace(seal=bytes(32))

    on(server, lambda log: log.append(batch(match, 0, 3)))
    before = all_of(server, match)
    with pytest.raises(Corrupt, match=f"{word} at 3"):
        on(server, lambda log: log.append(wrong))
    assert all_of(server, match) == before


def test_a_conflict_writes_nothing(server: Server, match: str) -> None:
    """Log, command ids and feed are the same after a refused append."""
    on(server, lambda log: log.append(batch(match, 0, 3)))
    before = all_of(server, match)
    with pytest.raises(Conflict):
        on(server, lambda log: log.append(batch(match, 1)))
    assert all_of(server, match) == before


def test_a_repeated_command_answers_its_version_and_writes_nothing(
    server: Server, match: str
) -> None:
    """The same command again is answered from the first time, whatever has happened since."""

    async def first(log: Log) -> None:
        await _append_all(log, batch(match, 0, 2, b"once"), batch(match, 2))

    async def again(log: Log) -> list[Appended]:
        return await _append_all(log, batch(match, 0, 2, b"once"), batch(match, 3, 1, b"once"))

    on(server, first)
    before = all_of(server, match)
    assert on(server, again) == [Appended(2, True), Appended(2, True)]
    assert all_of(server, match) == before


def test_a_command_that_asks_for_something_else_is_no_repetition(
    server: Server, match: str
) -> None:
    """The digest of the request tells the same command from another under the same key."""
    wanted = batch(match, 0, 2, b"mine")._replace(request=b"\x00 digest")

    async def work(log: Log) -> Appended:
        await log.append(wanted)
        for other in (b"", b"another", b"digest"):
            with pytest.raises(KeyReused):
                await log.append(wanted._replace(request=other))
        assert await log.command(match, b"mine") == 2
        return await log.append(wanted)

    assert on(server, work) == Appended(2, True)


def test_a_command_is_known_by_its_last_version(server: Server, match: str) -> None:
    """Whether a command was carried out can be asked without sending it again."""

    async def work(log: Log) -> tuple[int | None, int | None]:
        await log.append(batch(match, 0, 2, b"done"))
        return await log.command(match, b"done"), await log.command(match, b"never")

    assert on(server, work) == (2, None)


@pytest.mark.parametrize("numbers", [(), (2,), (1, 3)])
def test_entries_that_are_not_numbered_on_are_a_mistake_of_the_caller(
    server: Server, match: str, numbers: tuple[int, ...]
) -> None:
    """An append without entries or with other numbers never reaches the server."""
    entries = tuple(Stored(number, b"", b"", b"") for number in numbers)
    wrong = Batch(match, 0, first_seal(match), b"c", entries)
    with pytest.raises(ValueError, match="numbered on"):
        on(server, lambda log: log.append(wrong))


def test_the_script_is_sent_again_when_the_server_has_lost_it(server: Server, match: str) -> None:
    """SCRIPT FLUSH costs one more round trip, not an append."""

    async def work(log: Log) -> list[Appended]:
        first = await log.append(batch(match, 0))
        server.do("SCRIPT", "FLUSH")
        return [first, await log.append(batch(match, 1)), await log.append(batch(match, 2))]

    assert [done.version for done in on(server, work)] == [1, 2, 3]


def test_appends_of_one_match_wait_for_each_other(server: Server, match: str) -> None:
    """Two appends of one process after the same version: the first sent wins."""

    async def work(log: Log) -> list[Appended | BaseException]:
        tasks = [log.append(batch(match, 0)) for _ in range(3)]
        return await asyncio.gather(*tasks, return_exceptions=True)

    first, *others = on(server, work)
    assert first == Appended(1, False)
    assert [type(other) for other in others] == [Conflict, Conflict]


# What others may have done to the stream


def test_a_gap_is_found_by_the_reader(server: Server, match: str) -> None:
    """A missing entry is named by its version, and the writer learns of the strange head."""

    async def work(log: Log) -> int:
        await log.append(batch(match, 0, 2))
        server.do("XADD", log_key(match), "4-0", "e", "", "o", "", "s", "", "c", "")
        with pytest.raises(Conflict) as refused:
            await log.append(batch(match, 2))
        with pytest.raises(Corrupt) as found:
            await log.read(match)
        assert refused.value.details["head"] == 4
        return found.value.details["version"]

    assert on(server, work) == 3


@pytest.mark.parametrize("id", ["9999999999999-0", "18446744073709551615-18446744073709551615"])
def test_an_id_from_the_far_future_stops_the_match(server: Server, match: str, id: str) -> None:
    """Nothing is appended any more, and whoever reads is told where the log breaks."""

    async def work(log: Log) -> None:
        await log.append(batch(match, 0))
        server.do("XADD", log_key(match), id, "e", "", "o", "", "s", "", "c", "")
        with pytest.raises((Conflict, Corrupt)):
            await log.append(batch(match, 1))
        with pytest.raises(Corrupt) as found:
            await log.read(match)
        assert found.value.details["version"] == 2
        with pytest.raises(Corrupt):
            await log.read(match, 2)

    on(server, work)


@pytest.mark.parametrize(
    ("id", "fields"), [("2-1", "eosc"), ("2-0", "eos"), ("2-0", "oesc"), ("2-0", "x")]
)
def test_a_record_that_is_none_of_ours_is_corrupt(
    server: Server, match: str, id: str, fields: str
) -> None:
    """Another id or other fields than an entry has are reported, as they are at the head."""

    async def work(log: Log) -> None:
        await log.append(batch(match, 0))
        server.do("XADD", log_key(match), id, *(word for name in fields for word in (name, "")))
        with pytest.raises(Corrupt):
            await log.read(match)
        with pytest.raises(Corrupt):
            await log.head(match)
        with pytest.raises(Corrupt):
            await log.append(batch(match, 2))

    on(server, work)


def test_a_last_entry_taken_away_is_noticed_by_the_append(server: Server, match: str) -> None:
    """The log is shorter than what its writer knows, and stays so; nor is a number used again."""

    async def work(log: Log) -> None:
        await log.append(batch(match, 0, 3))
        server.do("XDEL", log_key(match), "3-0")
        for after in (3, 2):
            with pytest.raises(Corrupt):
                await log.append(batch(match, after))

    on(server, work)
    assert server.do("XLEN", log_key(match)) == 2


def test_a_feed_that_takes_no_more_leaves_the_log_as_it_was(server: Server) -> None:
    """Where the pointer can't be written, neither is the entry."""
    match = f"match{next(NUMBERS)}-99"
    last = "18446744073709551615-18446744073709551615"
    server.do("XADD", feed_key(99), last, "m", "x", "v", "1")
    with pytest.raises(Corrupt):
        on(server, lambda log: log.append(batch(match, 0)))
    assert server.do("EXISTS", log_key(match), commands_key(match)) == 0


def test_a_key_of_another_kind_is_corrupt(server: Server, match: str) -> None:
    """A string where the log should be is reported, for writers and readers."""
    server.do("SET", log_key(match), "x")
    with pytest.raises(Corrupt):
        on(server, lambda log: log.append(batch(match, 0)))
    with pytest.raises(Corrupt):
        on(server, lambda log: log.read(match))


# Reading


@pytest.mark.parametrize(
    ("first", "last", "found"),
    [(1, None, 1), (3, 4, 3), (5, 5, 5), (4, 99, 4), (6, None, 6), (3, 2, 6)],
)
def test_a_part_of_the_log_is_read(
    server: Server, match: str, first: int, last: int | None, found: int
) -> None:
    """From a first to a last version; less, or nothing, where the log has no more."""
    on(server, lambda log: log.append(batch(match, 0, 5)))
    read = on(server, lambda log: log.read(match, first, last))
    assert read == chain(match, 5)[found - 1 : last]


@pytest.mark.parametrize("entries", [PAGE - 1, PAGE, PAGE + 1, 2 * PAGE + 7])
def test_a_long_log_is_read_in_pages(server: Server, match: str, entries: int) -> None:
    """No entry is lost or read twice at the edge of a page."""
    on(server, lambda log: log.append(batch(match, 0, entries)))
    assert on(server, lambda log: log.read(match)) == chain(match, entries)
    assert on(server, lambda log: log.read(match, 2, entries - 1)) == chain(match, entries)[1:-1]


def test_the_head_is_the_last_entry(server: Server, match: str) -> None:
    """None where there is no match yet."""
    assert on(server, lambda log: log.head(match)) is None
    on(server, lambda log: log.append(batch(match, 0, 12)))
    assert on(server, lambda log: log.head(match)) == chain(match, 12)[-1]


# The feed


def test_the_feed_points_to_every_append_in_order(server: Server) -> None:
    """One pointer an append, with the last version and its hints, in its match's partition."""
    one, two = f"match{next(NUMBERS)}-20", f"match{next(NUMBERS)}-21"

    async def work(log: Log) -> list[Pointer]:
        await log.append(batch(one, 0, 2)._replace(hints={"kind": "opened", "bots": b"1,3"}))
        await log.append(batch(two, 0)._replace(hints={"kind": b"opened", "wait": 7}))
        await log.append(batch(one, 2))
        return await log.feed({20: BEGINNING, 21: BEGINNING, 22: BEGINNING})

    assert [pointer._replace(id="") for pointer in on(server, work)] == [
        Pointer(20, "", one, 2, {"kind": b"opened", "bots": b"1,3"}),
        Pointer(20, "", one, 3, {}),
        Pointer(21, "", two, 1, {"kind": b"opened", "wait": b"7"}),
    ]


def test_a_feed_goes_on_after_the_last_pointer(server: Server) -> None:
    """A position is where one stopped; `count` bounds what comes at once."""
    match = f"match{next(NUMBERS)}-30"

    async def work(log: Log) -> list[int]:
        await _append_all(log, *(batch(match, after) for after in range(5)))
        position, versions = BEGINNING, []
        while pointers := await log.feed({30: position}, block_ms=1, count=2):
            assert len(pointers) <= 2
            versions += [pointer.version for pointer in pointers]
            position = pointers[-1].id
        return versions

    assert on(server, work) == [1, 2, 3, 4, 5]


def test_a_feed_waits_for_the_next_append_without_holding_up_others(server: Server) -> None:
    """While one task waits on the feed, others append and read on the same log."""
    match = f"match{next(NUMBERS)}-31"

    async def work(log: Log) -> list[Pointer]:
        waiting = asyncio.create_task(log.feed({31: BEGINNING}, block_ms=2000))
        await asyncio.sleep(0.05)
        assert not waiting.done()
        await log.append(batch(match, 0))
        async with asyncio.timeout(1):
            return await waiting

    assert [pointer.match for pointer in on(server, work)] == [match]


def test_a_feed_knows_its_end(server: Server) -> None:
    """Who cares only for what is to come starts at the end of each partition."""
    match = f"match{next(NUMBERS)}-40"

    async def work(log: Log) -> list[Pointer]:
        await log.append(batch(match, 0))
        ends = await log.feed_ends([40, 41])
        assert ends[41] == BEGINNING
        await log.append(batch(match, 1))
        return await log.feed(ends)

    assert [pointer.version for pointer in on(server, work)] == [2]


def test_a_strange_record_in_a_feed_names_its_partition(server: Server) -> None:
    """The reader can leave that partition out and go on with the others."""
    server.do("XADD", feed_key(50), "7-7", "m", "x-50")
    with pytest.raises(Corrupt) as found:
        on(server, lambda log: log.feed({50: BEGINNING}))
    assert (found.value.details["partition"], found.value.details["id"]) == (50, "7-7")


# Names


def test_the_keys_of_a_match_lie_in_one_slot() -> None:
    """Log, commands and feed share the tag of the partition that the id ends with."""
    match = "01jdzk3v9c7m2q8r-12"
    keys = [log_key(match), commands_key(match), feed_key(partition_of(match))]
    assert len(set(keys)) == 3
    assert {key[: key.index("}") + 1] for key in keys} == {"{p12}"}


@pytest.mark.parametrize("match", ["", "x", "x-", "x-y", "x-1y", "x-٣", "x--"])
def test_an_id_without_a_partition_is_no_match(match: str) -> None:
    """What people put into URLs is answered as an unknown match."""
    with pytest.raises(UnknownMatch):
        log_key(match)


# A server that can't write now


@pytest.mark.parametrize(
    ("trouble", "relief", "code"),
    [
        (("CONFIG", "SET", "maxmemory", "1"), ("CONFIG", "SET", "maxmemory", "0"), "OOM"),
        (
            ("CONFIG", "SET", "min-replicas-to-write", "1"),
            ("CONFIG", "SET", "min-replicas-to-write", "0"),
            "NOREPLICAS",
        ),
        (("REPLICAOF", "127.0.0.1", "1"), ("REPLICAOF", "NO", "ONE"), "READONLY"),
    ],
)
def test_a_server_that_cannot_write_is_unavailable_and_nothing_is_written(
    server: Server, match: str, trouble: tuple[str, ...], relief: tuple[str, ...], code: str
) -> None:
    """It is known that nothing was written, and the same command succeeds after relief."""

    async def work(log: Log) -> list[Appended]:
        first = await log.append(batch(match, 0))
        server.do(*trouble)
        try:
            with pytest.raises(Unavailable) as refused:
                await log.append(batch(match, 1, 2, b"again"))
            assert len(await log.read(match)) == 1
            assert await log.command(match, b"again") is None
        finally:
            server.do(*relief)
        assert (refused.value.details["known"], refused.value.details["redis"]) == (True, code)
        return [first, await log.append(batch(match, 1, 2, b"again"))]

    assert on(server, work) == [Appended(1, False), Appended(3, False)]


def test_a_known_command_is_answered_even_when_memory_is_full(server: Server, match: str) -> None:
    """Who asks again what became of his move gets his answer without any writing."""

    async def work(log: Log) -> Appended:
        await log.append(batch(match, 0, 1, b"mine"))
        server.do("CONFIG", "SET", "maxmemory", "1")
        try:
            return await log.append(batch(match, 0, 1, b"mine"))
        finally:
            server.do("CONFIG", "SET", "maxmemory", "0")

    assert on(server, work) == Appended(1, True)


def test_without_a_server_nothing_was_written(tmp_path: Path) -> None:
    """A server that isn't there is unavailable, and that is known at once."""

    async def work() -> list[bool]:
        log = Log(f"unix://{tmp_path}/nobody")
        known = []
        for _ in range(3):
            with pytest.raises(Unavailable) as refused:
                await log.append(batch("x-1", 0))
            known.append(refused.value.details["known"])
        await log.close()
        return known

    assert asyncio.run(work()) == [True, True, True]
