"""Heads outside Redis: what was signed is remembered, and a log that contradicts it is frozen."""

import hashlib
from pathlib import Path

import pytest

from events.checkpoints import read_checkpoint, verify_inclusion
from events.errors import Corrupt, Frozen
from events.keys import commands_key, log_key
from events.seals import head_message, verify_head
from projections.game.views import write_move
from projections.match.fold import Match
from services.aggregates.commands import Ask
from services.heads import checkpoints
from services.heads.journal import Head, Outside
from services.heads.signed import frozen, release
from services.keys.signing import open_keys
from services.wiring import Services, wire
from tests.support.house import opened, played, serving


async def shorten(services: Services, match: str, entries: int) -> None:
    """Lose the last entries, as a replica that was behind would have."""
    last = (await services.log.read(match))[-entries:]
    await services.redis.xdel(log_key(match), *(f"{entry.version}-0" for entry in last))
    await services.redis.delete(commands_key(match))


def head(match: str, version: int) -> Head:
    return Head(match, version, hashlib.sha256(b"%d" % version).digest(), "k", b"s" * 64)


def test_the_newest_head_of_each_match_is_kept(tmp_path: Path) -> None:
    """Older heads change nothing, other processes see what was noted, an end is final."""
    one, other = Outside(tmp_path), Outside(tmp_path)
    one.note([head("a-0", 5), head("b-0", 1)])
    other.note([head("a-0", 3), head("b-0", 2)])
    assert [(known.match, known.version) for known in one.living()] == [("a-0", 5), ("b-0", 2)]
    other.end([head("a-0", 9)])
    one.end([head("a-0", 9), head("c-0", 4)])
    assert [known.match for known in one.living()] == ["b-0"]
    assert [known.match for known in other.ended()] == ["a-0", "c-0"]
    assert (one.number("c-0"), one.number("b-0")) == (1, None)
    assert one.newest("a-0") == (9, head("a-0", 9).seal)
    one.close()
    other.close()


def test_nothing_is_written_before_there_is_something_to_note(tmp_path: Path) -> None:
    """Looking for a head makes no file."""
    outside = Outside(tmp_path / "heads")
    assert outside.head("a-0") is None
    assert not (tmp_path / "heads").exists()


def test_what_moved_is_signed_and_kept_at_the_end_of_the_second(
    flushed: str, tmp_path: Path
) -> None:
    """A live match is in the journal, a finished one in the tree, both under our signature."""

    async def act(services: Services) -> None:
        live = await played(services, await opened(services), 3)
        over = await played(services, await opened(services))
        await services.heads.flush()
        outside = services.heads.outside
        for match in (live, over):
            known = outside.head(match.id)
            assert known is not None
            assert (known.version, known.seal) == (match.version, match.seal)
            signed = [
                verify_head(key, known.match, known.version, known.seal, known.signature)
                for key in services.keys.trusted()
            ]
            assert any(signed)
        assert [known.match for known in outside.living()] == [live.id]
        assert outside.number(over.id) == 0

    serving(flushed, tmp_path, act)


def test_shutting_down_keeps_the_last_heads(flushed: str, tmp_path: Path) -> None:
    """What moved in the last second is kept when the services close."""
    names: list[Match] = []

    async def act(services: Services) -> None:
        names.append(await played(services, await opened(services), 3))

    serving(flushed, tmp_path, act)
    outside = Outside(tmp_path / "heads")
    assert outside.newest(names[0].id) == (names[0].version, names[0].seal)
    outside.close()


def test_a_log_that_became_shorter_is_frozen_everywhere(flushed: str, tmp_path: Path) -> None:
    """At the next start the match is frozen, in other processes too; the others go on."""
    lost: list[str] = []

    async def before(services: Services) -> None:
        name, other = await opened(services), await opened(services)
        await played(services, name, 6)
        await played(services, other, 6)
        await services.heads.flush()
        await shorten(services, name, 2)
        lost.extend((name, other))

    async def after(services: Services) -> None:
        name, other = lost
        elsewhere = wire(services.settings, flushed)
        await elsewhere.matches.cache.current(elsewhere.matches.cache.known(other))
        await services.heads.look()
        await elsewhere.heads._share_frozen()
        for house in (services, elsewhere):
            with pytest.raises(Frozen, match=f"the log ends at version .*release {name}"):
                await house.matches.cache.current(house.matches.cache.known(name))
        await played(services, other)
        assert list(await frozen(services.redis)) == [name]
        await elsewhere.close()

    serving(flushed, tmp_path, before)
    serving(flushed, tmp_path, after)


def test_what_was_lost_before_its_second_was_over_is_frozen(flushed: str, tmp_path: Path) -> None:
    """Confirmed a moment ago, gone with the old Redis: noticed, though nothing was noted yet."""

    async def act(services: Services) -> None:
        name = await opened(services)
        await services.heads.look()
        await played(services, name, 6)
        await shorten(services, name, 2)
        services.heads._server = "the one of before"
        await services.heads.look()
        assert list(await frozen(services.redis)) == [name]

    serving(flushed, tmp_path, act)


def test_two_processes_that_confirm_different_entries_freeze_the_match(
    flushed: str, tmp_path: Path
) -> None:
    """One knows an entry that Redis has lost, another has written the next: neither goes on."""

    async def act(services: Services) -> None:
        name = await opened(services)
        await played(services, name, 3)
        other = wire(services.settings, flushed)
        await other.matches.cache.current(other.matches.cache.known(name))
        keys = (log_key(name), commands_key(name))
        before = [(key, await services.redis.dump(key)) for key in keys]
        await played(services, name, 1)
        for key, value in before:
            await services.redis.restore(key, 0, value, replace=True)
        table = other.matches.cache.known(name)
        [seat] = (await other.matches.cache.current(table)).acting()
        moves = (await other.matches.cache.current(table)).game.moves(table.state.state, seat)
        ask = Ask("another", "move", "another")
        await other.matches.move(name, ask, seat, [write_move(moves[0])])
        await other.heads.flush()
        await services.heads.flush()
        with pytest.raises(Frozen, match="confirmed in two ways"):
            await services.matches.cache.current(services.matches.cache.known(name))
        await services.heads.look()
        await other.heads.look()
        with pytest.raises(Frozen):
            await other.matches.cache.current(table)
        await other.close()

    serving(flushed, tmp_path, act)


def test_another_history_is_frozen(flushed: str, tmp_path: Path) -> None:
    """A log as long as it was, but with other entries, is no better than a shorter one."""

    async def act(services: Services) -> None:
        match = await played(services, await opened(services), 6)
        wrong = services.heads.sign(match)._replace(seal=bytes(32))
        services.heads.outside.note([wrong])
        services.heads._moved.clear()  # as in a process that has seen none of it
        await services.heads.look()
        with pytest.raises(Frozen, match="but the log has"):
            await services.matches.cache.current(services.matches.cache.known(match.id))

    serving(flushed, tmp_path, act)


def test_a_log_that_is_gone_is_frozen(flushed: str, tmp_path: Path) -> None:
    """An empty Redis is not mistaken for one without matches, finished ones included."""

    async def act(services: Services) -> None:
        live = await played(services, await opened(services), 6)
        over = await played(services, await opened(services))
        await services.heads.flush()
        await services.redis.flushall()
        await services.heads.look()
        found = await frozen(services.redis)
        assert set(found) == {live.id, over.id}
        assert all("the log is gone" in reason for reason in found.values())

    serving(flushed, tmp_path, act)


def test_a_shorter_log_is_noticed_when_it_is_read(flushed: str, tmp_path: Path) -> None:
    """Without any comparison: a match is never read anew at less than was confirmed."""

    async def act(services: Services) -> None:
        match = await played(services, await opened(services), 6)
        await shorten(services, match.id, 1)
        table = services.matches.cache.known(match.id)
        table.drop()
        with pytest.raises(Frozen, match="was confirmed"):
            await services.matches.cache.current(table)

    serving(flushed, tmp_path, act)


def test_a_released_match_goes_on(flushed: str, tmp_path: Path) -> None:
    """Once it was looked at and released, a process goes on from what the log holds."""

    async def act(services: Services) -> None:
        match = await played(services, await opened(services), 6)
        await services.heads.flush()
        await shorten(services, match.id, 2)
        await services.heads.look()
        assert match.id in services.freezer.reasons
        services.heads.outside.accept(match.id)
        assert await release(services.redis, match.id)
        await services.heads._share_frozen()
        again = await services.matches.cache.current(services.matches.cache.known(match.id))
        assert again.version == match.version - 2

    serving(flushed, tmp_path, act)


def test_a_finished_match_that_is_lost_may_be_given_up(flushed: str, tmp_path: Path) -> None:
    """It is frozen until an operator accepts the loss; its leaf stays in the tree."""

    async def act(services: Services) -> None:
        match = await played(services, await opened(services))
        await services.heads.flush()
        await shorten(services, match.id, 3)
        services.matches.cache.known(match.id).drop()
        await services.heads.examine()
        assert match.id in services.freezer.reasons
        outside = services.heads.outside
        outside.accept(match.id)
        await release(services.redis, match.id)
        await services.heads.examine()
        assert match.id not in services.freezer.reasons
        assert await services.matches.cache.current(services.matches.cache.known(match.id))
        assert (outside.number(match.id), len(outside.tree())) == (0, 1)

    serving(flushed, tmp_path, act)


def test_a_match_is_proven_to_be_in_a_checkpoint(flushed: str, tmp_path: Path) -> None:
    """The note is signed, the proof leads from the match's head to its root."""

    async def act(services: Services) -> None:
        matches = [await played(services, await opened(services)) for _ in range(3)]
        await services.heads.flush()
        outside, keys = services.heads.outside, services.keys
        note = checkpoints.checkpoint(outside, keys)
        read = read_checkpoint(note, keys.trusted())
        assert read.size == 3
        proof = checkpoints.inclusion(outside, matches[1].id)
        leaf = head_message(matches[1].id, matches[1].version, matches[1].seal)
        assert verify_inclusion(leaf, proof.number, read.size, proof.path, read.root)
        await played(services, await opened(services))
        await services.heads.flush()
        assert checkpoints.continues(outside, keys, note)
        with pytest.raises(Corrupt):
            checkpoints.continues(outside, keys, note.replace("\n3\n", "\n2\n"))

    serving(flushed, tmp_path, act)


def test_a_rewritten_tree_does_not_continue_an_older_checkpoint(tmp_path: Path) -> None:
    """A house that changes a finished match can't prove that it only added."""
    keys = open_keys(tmp_path / "keys", 1)
    honest, forged = Outside(tmp_path / "a"), Outside(tmp_path / "b")
    honest.end([head("a-0", 5), head("b-0", 6)])
    forged.end([head("a-0", 5), head("b-0", 7), head("c-0", 8)])
    note = checkpoints.checkpoint(honest, keys)
    assert not checkpoints.continues(forged, keys, note)
    honest.end([head("c-0", 8)])
    assert checkpoints.continues(honest, keys, note)
    honest.close()
    forged.close()
