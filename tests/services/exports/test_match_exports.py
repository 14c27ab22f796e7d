"""Exports from the log: forks bring their origin along, and nothing leaves too early."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from filing import NOW, Table, lay_down

from events.errors import Forbidden, UnknownMatch
from events.facts import Board, Place
from events.matchfile import read
from projections.audit.verifier import verify
from projections.game.views import write_move
from services.aggregates.commands import Ask
from services.exports.files import export
from services.matches.acts import Offer
from services.matches.forks import Branch, fork
from services.settings import Settings
from services.wiring import Services, wire

KAISER = Table("kaiser", {"deals": 1}, 4, 1, (1, 2))
BOTS = (Place("bot"),) * 4
Act = Callable[[Services], Awaitable[None]]
Serving = Callable[[Act], None]


@pytest.fixture
def serving(flushed: str, tmp_path: Path) -> Serving:
    """Runs a test's coroutine with services that are closed afterwards."""

    def run(act: Act) -> None:
        async def whole() -> None:
            services = wire(Settings(data=tmp_path), flushed)
            try:
                await act(services)
            finally:
                await services.close()

        asyncio.run(whole())

    return run


async def forked(services: Services, origin: str, version: int, *, judge: bool = False) -> str:
    name = services.house.match_id(1, NOW)
    branch = Branch(origin, version, BOTS)
    await fork(services.matches, name, Ask("a", "fork", name), branch, judge=judge)
    return name


async def play_on(services: Services, name: str, most: int = 1000) -> None:
    """Let the last move of the list be played, up to the end or so many times."""
    match = await services.matches.cache.current(services.matches.cache.known(name))
    while not match.over and most:
        seat, most = match.acting()[0], most - 1
        move = write_move(match.game.moves(match.state, seat)[-1])
        ask = Ask("a", "move", str(match.version))
        match = (await services.matches.move(name, ask, seat, [move])).after


def test_a_fork_brings_its_origin_along(serving: Serving) -> None:
    """The file of a fork of a fork has both origins in it and is verified as a whole."""

    async def act(services: Services) -> None:
        origin = await lay_down(services, KAISER)
        first = await forked(services, origin, 16)
        await play_on(services, first)
        second = await forked(services, first, 9)
        await play_on(services, second)
        report = verify(await export(services, second))
        assert (report.verdict, report.findings) == ("verified", ())
        assert report.origin is not None
        assert report.origin.origin is not None
        assert (report.origin.match, report.origin.entries) == (first, 9)
        assert (report.origin.origin.match, report.origin.origin.entries) == (origin, 16)
        assert report.origin.origin.contributed == (1, 2)

    serving(act)


def test_a_live_fork_keeps_its_own_secrets(serving: Serving) -> None:
    """A fork that is played shows what its origin showed, and not what it has played itself."""

    async def act(services: Services) -> None:
        origin = await lay_down(services, KAISER)
        name = await forked(services, origin, 16)
        await play_on(services, name, 3)
        raw = await export(services, name)
        assert verify(raw).verdict == "incomplete"
        assert not any(item.openings for item in read(raw).entries)

    serving(act)


def test_a_fork_of_a_live_match_does_not_leave(serving: Serving) -> None:
    """What would tell the cards of a match that is still played is given to nobody."""

    async def act(services: Services) -> None:
        name = services.house.match_id(0, NOW)
        offer = Offer("kaiser", {"deals": 1}, BOTS)
        await services.matches.open(name, Ask("a", "open", name), offer)
        await play_on(services, name, 5)
        branch = await forked(services, name, 4, judge=True)
        with pytest.raises(Forbidden):
            await export(services, branch)
        await play_on(services, name)
        await play_on(services, branch)
        assert verify(await export(services, branch)).verdict == "verified"

    serving(act)


def test_a_board_leaves_with_its_seed(serving: Serving) -> None:
    """A tournament's table is exported once the seed of its board is disclosed, and then whole."""

    async def act(services: Services) -> None:
        table = KAISER._replace(board=Board("t-0", "1"))
        name = await lay_down(services, table)
        with pytest.raises(Forbidden):
            await export(services, name)
        seed = await services.commands.seeds.of(name)
        report = verify(await export(services, name, seed))
        assert (report.verdict, report.findings) == ("verified", ())

    serving(act)


def test_a_key_that_has_retired_is_still_known(serving: Serving) -> None:
    """Files signed before a rotation stay verified under the keys that the house publishes."""

    async def act(services: Services) -> None:
        name = await lay_down(services, KAISER)
        before = await export(services, name)
        services.keys.rotate(NOW)
        after = await export(services, name)
        trusted = [key.public_bytes_raw() for key in services.keys.trusted()]
        assert verify(before, trusted).verdict == verify(after, trusted).verdict == "verified"
        assert verify(before).keys != verify(after).keys

    serving(act)


def test_what_is_not_there_is_not_exported(serving: Serving) -> None:
    """An unknown match is refused by name."""

    async def act(services: Services) -> None:
        with pytest.raises(UnknownMatch):
            await export(services, "nothing-0")

    serving(act)
