"""The bots: every bot that is to move moves, once, whatever happens to its worker."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from events.facts import Moved
from projections.catalogue import catalogue
from services.aggregates.commands import Ask
from services.audit.audits import Audits
from tests.support import scene
from tests.support.scene import BOT, OPEN, House, smallest, until, worker_process
from workers import bots


def test_bots_finish_every_game(flushed: str, tmp_path: Path) -> None:
    """In every game of the catalogue bots alone play a match to its end, and it audits clean."""

    async def act(house: House) -> None:
        async with house.working():
            names = [
                await house.offer(game, (BOT,) * smallest(game), n % 2)
                for n, game in enumerate(catalogue())
            ]
            for match in await house.over(*names):
                assert match.result is not None, match.name
            await house.caught_up()
        audits = Audits(house.services.redis, house.services.log)
        for name in names:
            assert (await audits.audit(name)).verdict == "verified"

    scene.run(flushed, tmp_path, act, partitions=2)


def test_bots_answer_people(flushed: str, tmp_path: Path) -> None:
    """Between people's moves bots make theirs, and only theirs."""

    async def act(house: House) -> None:
        async with house.working():
            name = await house.offer("caissa-battle", (OPEN, BOT))
            await house.join(name, "p0")

            async def played() -> bool:
                return (await house.play(name)).over

            await until(played)
        by = {
            s.entry.by
            for s in await house.services.matches.cache.steps(name)
            if isinstance(s.entry.cause, Moved)
        }
        assert by == {0, 1}

    scene.run(flushed, tmp_path, act)


def test_matches_that_waited_go_on(flushed: str, tmp_path: Path) -> None:
    """A worker that starts, or takes over, finds the matches in which bots have long been due."""

    async def act(house: House) -> None:
        names = [await house.offer("caissa-escratch", (BOT, BOT)) for _ in range(3)]
        async with house.working():
            await house.over(*names)
        waiting = await house.offer("caissa-escratch", (BOT, BOT))
        await house.project()
        async with house.working():
            await house.over(waiting)

    scene.run(flushed, tmp_path, act)


def test_another_worker_takes_over(flushed: str, tmp_path: Path) -> None:
    """When the process that plays the bots is killed, the next one goes on after its lease."""

    async def act(house: House) -> None:
        with worker_process(flushed, tmp_path):
            names = [await house.offer("kaiser", (BOT,) * 4) for _ in range(4)]
            head = house.services.log.head

            async def begun() -> bool:
                entry = await head(names[0])
                return entry is not None and entry.version > 20

            await until(begun)
        with worker_process(flushed, tmp_path):
            await house.over(*names)
            await house.caught_up()

    scene.run(flushed, tmp_path, act)


def test_two_workers_make_each_move_once(flushed: str, tmp_path: Path) -> None:
    """Two processes that both believe to be in charge repeat one command, not two moves."""

    async def act(house: House) -> None:
        name = await house.offer("caissa-battle", (BOT, BOT))
        players = [bots.Bots(house.services), bots.Bots(house.services)]
        for player in players:
            player.wake(name, 1)
        await house.over(name)
        moved = [
            s.entry
            for s in await house.services.matches.cache.steps(name)
            if isinstance(s.entry.cause, Moved)
        ]
        assert len({entry.command for entry in moved}) == len(moved)
        await until(lambda: idle(*players))

    scene.run(flushed, tmp_path, act)


async def idle(*players: bots.Bots) -> bool:
    return not any(player.busy for player in players)


def test_a_retry_is_the_same_command(flushed: str, tmp_path: Path) -> None:
    """A bot whose answer got lost asks again and finds its own move, whatever it thinks now."""

    async def act(house: House) -> None:
        name = await house.offer("caissa-battle", (BOT, BOT))
        player = bots.Bots(house.services)
        match = await house.services.matches.cache.read(name)
        seat = bots.next_bot(match)
        assert seat is not None
        after = await player._move(match, seat)
        assert after.version > match.version
        house.services.matches.cache.known(name).state = match
        assert (await player._move(match, seat)).version == after.version

    scene.run(flushed, tmp_path, act)


def test_a_bot_that_stumbles_still_moves(
    flushed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a game's bot fails or offers an illegal move, the match goes on, by dice if need be."""

    async def act(house: House) -> None:
        game = catalogue()["caissa-escratch"]

        def stumble(*_: Any) -> Any:
            raise ZeroDivisionError

        monkeypatch.setattr(type(game), "bot", property(lambda _: stumble))
        async with house.working():
            await house.over(await house.offer("caissa-escratch", (BOT, BOT)))

    scene.run(flushed, tmp_path, act)


def test_bots_rest_while_a_match_is_paused(flushed: str, tmp_path: Path) -> None:
    """A judge's pause holds bots, and the end of it wakes them."""

    async def act(house: House) -> None:
        matches = house.services.matches
        name = await house.offer("kaiser", (BOT,) * 4)
        await matches.pause(name, Ask("judge", "pause", "1"), "tea")
        async with house.working():
            await house.caught_up()
            await asyncio.sleep(0.2)
            assert not (await house.services.matches.cache.read(name)).moves
            await matches.resume(name, Ask("judge", "resume", "1"), "tea is over")
            await house.over(name)

    scene.run(flushed, tmp_path, act)


def test_a_bot_never_sees_other_hands(
    flushed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a bot is asked with is its seat's view: all that others hold lies face down."""

    async def act(house: House) -> None:
        seen = []

        def remember(state: Any, seat: int, moves: Any, dice: Any) -> Any:
            seen.append((seat, state))
            return moves[0]

        monkeypatch.setattr(type(catalogue()["kaiser"]), "bot", property(lambda _: remember))
        name = await house.offer("kaiser", (BOT,) * 4, limit=30)
        async with house.working():
            await house.over(name)
        assert len(seen) >= 30
        for seat, state in seen:
            assert scene.hidden_from(seat, state)

    scene.run(flushed, tmp_path, act)
