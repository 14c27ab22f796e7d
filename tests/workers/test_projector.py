"""The projectors: every record of a feed comes to the models exactly once, or is reported."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
import redis

from events.errors import Unavailable
from events.keys import feed_key, log_key
from events.log import Pointer
from projections.match.summaries import Summary, summarised
from services.aggregates.commands import Ask
from services.readmodels.keys import (
    checkpoint_key,
    heads_key,
    rebuild,
    stopped_key,
    summaries,
    summary_key,
    tally_key,
)
from services.readmodels.lobby import Lobby
from services.readmodels.players import Players
from tests.support import scene
from tests.support.scene import OPEN, House, follow, models, worker_process
from workers import batches
from workers.projector import Fenced

GAME = "caissa-escratch"
"""A short one for two."""


async def feed(house: House, position: str = "0-0", count: int = 1000) -> list[Pointer]:
    return await house.services.log.feed({0: position}, 1, count)


async def replayed(house: House, name: str) -> Summary:
    """The summary that follows from the log alone."""
    summary = None
    for stored in await house.services.log.read(name):
        summary = summarised(summary, stored)
    assert summary is not None
    return summary


def test_a_match_from_its_offer_to_its_end(flushed: str, tmp_path: Path) -> None:
    """The summary follows a match through its phases, and its version move by move."""

    async def act(house: House) -> None:
        lobby = Lobby(house.services.redis, 1)
        projector = await house.projector()

        async def now(name: str) -> Summary:
            await follow(house.services, projector)
            summary = await lobby.summary(name)
            assert summary is not None
            return summary

        name = await house.offer(GAME, (OPEN, OPEN))
        assert (await now(name)).phase == "open"
        for seat in range(2):
            await house.join(name, f"p{seat}")
            assert (await now(name)).players == tuple(f"p{s}" for s in range(seat + 1))
        assert (await now(name)).phase == "playing"
        match = await house.play(name, 3)
        summary = await now(name)
        assert (summary.version, summary.phase) == (match.version, "playing")
        match = await house.play(name)
        summary = await now(name)
        assert summary == await replayed(house, name)
        assert (summary.phase, summary.result) == ("finished", match.result)
        assert (summary.version, summary.at) == (match.version, match.at)
        assert not projector.known.heads

    scene.run(flushed, tmp_path, act)


def test_moves_are_not_read(flushed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A move and the shuffles that follow it cost no look into the log."""

    async def act(house: House) -> None:
        name = await house.seated()
        projector = await house.project()
        before = await house.play(name, 200)
        assert before.shuffles > 1
        assert not before.over

        async def refuse(*_: Any) -> None:
            raise AssertionError("an entry is read")

        monkeypatch.setattr(house.services.log, "read", refuse)
        await follow(house.services, projector)
        assert projector.known.heads[name] == before.version

    scene.run(flushed, tmp_path, act)


def test_a_batch_is_taken_in_once(flushed: str, tmp_path: Path) -> None:
    """A holder that was paused between reading and writing can't write what another has written."""

    async def act(house: House) -> None:
        name = await house.seated(GAME, seats=2)
        await house.play(name)
        paused = await house.projector()
        pointers = await feed(house)
        await house.project()
        before = models(flushed)
        with pytest.raises(Fenced):
            await paused.take(pointers)
        assert models(flushed) == before
        tallies = await Players(house.services.redis, 1).tallies("p0")
        assert tallies[GAME].played == 1

    scene.run(flushed, tmp_path, act)


def test_a_batch_is_not_taken_in_twice_under_one_lease(flushed: str, tmp_path: Path) -> None:
    """The stored checkpoint decides, also against a writer with the same number."""

    async def act(house: House) -> None:
        await house.play(await house.seated(GAME, seats=2))
        projector = await house.projector()
        pointers = await feed(house)
        await projector.take(pointers)
        projector.position = "0-0"
        with pytest.raises(Fenced, match="elsewhere"):
            await projector.take(pointers)

    scene.run(flushed, tmp_path, act)


@pytest.mark.parametrize("count", [1, 7, 1000])
def test_a_new_projection_equals_the_old_one(flushed: str, tmp_path: Path, count: int) -> None:
    """From the start of the feed, in batches of any size, the same models come out."""

    async def act(house: House) -> None:
        projector = await house.projector()
        names = [await house.seated(GAME, seats=2) for _ in range(3)]
        names += [await house.offer("kaiser", (scene.BOT, OPEN, OPEN, OPEN))]
        for name in names[:2]:
            await follow(house.services, projector)
            await house.play(name, 5)
        await house.play(names[0])
        await house.services.matches.abort(names[1], Ask("judge", "abort", "1"), "storm")
        await follow(house.services, projector)
        grown = models(flushed)
        await rebuild(house.services.redis, 0)
        with pytest.raises(Fenced, match="elsewhere"):
            await projector.skip("9-9", "its models are to be built anew")
        again = await house.projector()
        assert not models(flushed)
        await follow(house.services, again, count)
        assert models(flushed) == grown

    scene.run(flushed, tmp_path, act)


def test_a_cleaning_that_was_cut_short_is_finished(flushed: str, tmp_path: Path) -> None:
    """Whoever finds half-cleaned models cleans them before anything is counted again."""

    async def act(house: House) -> None:
        await house.play(await house.seated(GAME, seats=2))
        await house.project()
        grown = models(flushed)
        await rebuild(house.services.redis, 0)
        await house.services.redis.delete(heads_key(0))
        await house.project()
        assert models(flushed) == grown

    scene.run(flushed, tmp_path, act)


def broken(client: redis.Redis, name: str, what: str) -> None:
    """Plant a fault in the log of a match, or in what the feed says of it."""
    last = int(client.xrevrange(log_key(name), count=1)[0][0].partition(b"-")[0])
    entry = {"e": "x", "o": "", "s": "s", "c": "c"}
    match what:
        case "points to nothing":
            client.xadd(feed_key(0), {"m": name, "v": last + 1, "k": "", "w": ""})
        case "points far ahead":
            client.xadd(feed_key(0), {"m": name, "v": last + 50, "k": "Closed", "w": ""})
        case "leaves a gap":
            client.xadd(log_key(name), entry, id=f"{last + 5}-0")
            client.xadd(feed_key(0), {"m": name, "v": last + 5, "k": "", "w": ""})
        case "holds rubbish":
            client.xadd(log_key(name), entry, id=f"{last + 1}-0")
            client.xadd(feed_key(0), {"m": name, "v": last + 1, "k": "Paused", "w": ""})
        case "is no stream":
            client.delete(log_key(name))
            client.set(log_key(name), "x")
            client.xadd(feed_key(0), {"m": name, "v": last + 1, "k": "", "w": ""})


FAULTS = ["points to nothing", "points far ahead", "leaves a gap", "holds rubbish", "is no stream"]


@pytest.mark.parametrize("what", FAULTS)
def test_a_broken_log_stops_its_match_alone(
    redis_db: redis.Redis, flushed: str, tmp_path: Path, what: str
) -> None:
    """A log that can't be followed is stopped and reported, and all other matches go on."""

    async def act(house: House) -> None:
        good, bad = [await house.seated(), await house.seated()]
        await house.play(good, 5)
        projector = await house.project()
        broken(redis_db, bad, what)
        match = await house.play(good, 5)
        await follow(house.services, projector)
        assert redis_db.smembers(stopped_key(0)) == {bad.encode()}
        assert projector.known.heads[good] == match.version
        [summary] = await summaries(house.services.redis, [good])
        assert summary.version == match.version
        again = await house.projector()
        assert again.known.stopped == {bad}

    scene.run(flushed, tmp_path, act)


def test_a_match_of_which_nothing_is_there(
    redis_db: redis.Redis, flushed: str, tmp_path: Path
) -> None:
    """A feed that names a match without a log stops a match that there isn't, and goes on."""

    async def act(house: House) -> None:
        redis_db.xadd(feed_key(0), {"m": "nobody-0", "v": 1, "k": "Opened", "w": ""})
        name = await house.seated()
        projector = await house.project()
        assert projector.known.stopped == {"nobody-0"}
        assert name in projector.known.heads

    scene.run(flushed, tmp_path, act)


def test_a_poisonous_match_is_parked(
    redis_db: redis.Redis, flushed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What fails for an unknown reason is tried a few times, then left, and the others go on."""

    async def act(house: House) -> None:
        poison, good = await house.seated(), await house.seated()
        tries = []

        def trip(summary: Summary | None, stored: Any) -> Summary:
            after = summarised(summary, stored)
            if after.match == poison:
                tries.append(stored.version)
                raise ZeroDivisionError
            return after

        monkeypatch.setattr(batches, "summarised", trip)
        projector = await house.project()
        assert tries == [1] * batches.TRIES
        assert projector.known.stopped == {poison}
        assert good in projector.known.heads
        assert b"ZeroDivisionError" in redis_db.hgetall("{p0}:parked")[poison.encode()]

    scene.run(flushed, tmp_path, act)


def test_a_record_that_is_none_is_left_out(
    redis_db: redis.Redis, flushed: str, tmp_path: Path
) -> None:
    """Rubbish in a feed is skipped and noted, and no record before or behind it is lost."""

    async def act(house: House) -> None:
        names = [await house.seated() for _ in range(3)]
        rubbish = redis_db.xadd(feed_key(0), {"x": "y"})
        names += [await house.seated() for _ in range(3)]
        async with house.working():
            await house.caught_up()
        assert {s.match for s in (await Lobby(house.services.redis, 1).find())[0]} == set(names)
        assert redis_db.hgetall("{p0}:parked") == {b"feed " + rubbish: b"unreadable"}

    scene.run(flushed, tmp_path, act)


def test_a_model_under_which_something_else_lies(
    redis_db: redis.Redis, flushed: str, tmp_path: Path
) -> None:
    """A key of the wrong kind stops nothing, and nothing else is counted twice for it."""

    async def act(house: House) -> None:
        redis_db.set("{p0}:index:all", "x")
        name = await house.seated(GAME, seats=2)
        await house.play(name)
        await house.project()
        assert redis_db.hget(tally_key(0, "p0"), "caissa-escratch:played") == b"1"

    scene.run(flushed, tmp_path, act)


def test_a_full_redis_takes_nothing_by_halves(
    redis_db: redis.Redis, flushed: str, tmp_path: Path
) -> None:
    """While Redis refuses to write, the models stay as they are, and go on afterwards."""

    async def act(house: House) -> None:
        name = await house.seated(GAME, seats=2)
        projector = await house.project()
        await house.play(name)
        before = models(flushed)
        redis_db.config_set("maxmemory", 1)
        try:
            with pytest.raises(Unavailable):
                await follow(house.services, projector)
            assert models(flushed) == before
        finally:
            redis_db.config_set("maxmemory", 0)
        await follow(house.services, projector)
        assert redis_db.hget(tally_key(0, "p1"), "caissa-escratch:played") == b"1"

    scene.run(flushed, tmp_path, act)


def test_an_end_is_counted_once(flushed: str, tmp_path: Path) -> None:
    """A record that comes once more after a match has ended changes nothing."""

    async def act(house: House) -> None:
        name = await house.seated(GAME, seats=2)
        match = await house.play(name)
        projector = await house.project()
        with redis.Redis.from_url(flushed) as client:
            client.xadd(feed_key(0), {"m": name, "v": match.version, "k": "Closed", "w": ""})
            before = models(flushed)
            await follow(house.services, projector)
            assert models(flushed) == before
            assert client.get(summary_key(name))

    scene.run(flushed, tmp_path, act)


@pytest.mark.parametrize("kills", [4, pytest.param(25, marks=pytest.mark.slow)])
def test_killed_workers_count_everything_once(flushed: str, tmp_path: Path, kills: int) -> None:
    """Workers that are killed at any moment leave models that equal a fresh replay."""

    async def act(house: House) -> None:
        names: list[str] = []
        killing = True

        async def play() -> None:
            while killing:
                game = ("caissa-escratch", "caissa-battle")[len(names) % 2]
                name = await house.seated(game, len(names) % 2, seats=2)
                names.append(name)
                await house.play(name, seed=len(names))

        async def kill() -> None:
            for n in range(kills):
                with worker_process(flushed, tmp_path, 2):
                    await house.moved_on()
                    await asyncio.sleep(0.007 * n)

        players = [asyncio.create_task(play()) for _ in range(3)]
        await kill()
        killing = False
        await asyncio.gather(*players)
        with worker_process(flushed, tmp_path, 2):
            await house.caught_up()
        await equal_to_a_replay(house, names)

    scene.run(flushed, tmp_path, act, partitions=2)


async def equal_to_a_replay(house: House, names: list[str]) -> None:
    """The models of both partitions are what a projector makes that was never disturbed."""
    grown = models(house.url, 2)
    assert grown
    for partition in range(2):
        await house.services.redis.delete(checkpoint_key(partition))
        await rebuild(house.services.redis, partition)
        await house.project(partition)
    assert models(house.url, 2) == grown
    played = [await replayed(house, name) for name in names]
    tallies = await Players(house.services.redis, 2).tallies("p0")
    for game in ("caissa-escratch", "caissa-battle"):
        ended = [s for s in played if s.game == game and s.phase == "finished"]
        assert tallies[game].played == len(ended)
        assert tallies[game].first == sum(s.result.ranks[0] == 1 for s in ended if s.result)
