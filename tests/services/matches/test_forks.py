"""Forks: what if? A new match goes on from any version of another."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import pytest

from events.errors import Corrupt, Forbidden, UnknownVersion
from events.facts import Place
from projections.audit.entries import audit
from projections.game.views import write_move
from projections.match.fold import Match
from projections.match.history import steps
from services.aggregates.commands import Ask
from services.matches.acts import Offer
from services.matches.forks import Branch, fork, sealed
from services.matches.kind import MatchKind
from services.settings import Settings
from services.wiring import Services, now_ms, wire

T = TypeVar("T")
BOTS = (Place("bot"),) * 4


def serving(url: str, folder: Path, act: Callable[[Services], Awaitable[T]]) -> T:
    async def run() -> T:
        services = wire(Settings(data=folder), url)
        try:
            return await act(services)
        finally:
            await services.close()

    return asyncio.run(run())


async def opened(services: Services) -> str:
    name = services.house.match_id(0, now_ms())
    await services.matches.open(name, Ask("a", "open", name), Offer("kaiser", {"deals": 1}, BOTS))
    return name


async def played(services: Services, name: str, most: int = 1000) -> Match:
    match = await services.matches.cache.current(services.matches.cache.known(name))
    for _ in range(most):
        if match.over:
            break
        seat = match.acting()[0]
        move = write_move(match.game.moves(match.state, seat)[-1])
        key = str(match.version)
        match = (await services.matches.move(name, Ask("a", "move", key), seat, [move])).after
    return match


async def forked(services: Services, origin: str, version: int, *, judge: bool = False) -> str:
    name = services.house.match_id(1, now_ms())
    branch = Branch(origin, version, BOTS)
    await fork(services.matches, name, Ask("a", "fork", name), branch, judge=judge)
    return name


def test_a_fork_goes_on_from_the_cards_of_its_origin(flushed: str, tmp_path: Path) -> None:
    """It begins with the very state of the origin's version, and its record names it."""

    async def act(services: Services) -> None:
        origin = await played(services, await opened(services))
        branch = await forked(services, origin.id, 12)
        then = await services.matches.cache.read(origin.id, 12)
        begun = await services.matches.cache.current(services.matches.cache.known(branch))
        assert begun.state == then.state
        named = begun.offer.origin
        assert named is not None
        assert (named.match, named.version, named.seal) == (origin.id, 12, then.seal)

    serving(flushed, tmp_path, act)


def test_a_fork_of_a_fork_audits_clean(flushed: str, tmp_path: Path) -> None:
    """Forks can be forked; each is audited on top of the origin that it names."""

    async def act(services: Services) -> None:
        origin = await played(services, await opened(services))
        first = await played(services, await forked(services, origin.id, 12))
        second = await played(services, await forked(services, first.id, 8))
        stored = await services.log.read(second.id)
        left = await MatchKind(services.log).origin(second.id, stored)
        assert audit(second.id, stored, None, left).verdict == "verified"

    serving(flushed, tmp_path, act)


def test_a_fork_is_not_read_on_top_of_anything_else(flushed: str, tmp_path: Path) -> None:
    """Another version of the origin, or none at all, is refused."""

    async def act(services: Services) -> None:
        origin = await played(services, await opened(services))
        branch = await forked(services, origin.id, 12)
        stored = await services.log.read(branch)
        other = await services.matches.cache.read(origin.id, 13)
        for wrong in (other, None):
            assert audit(branch, stored, None, wrong).verdict == "broken"
        with pytest.raises(Corrupt):
            steps(branch, stored, other)

    serving(flushed, tmp_path, act)


def test_a_live_match_is_forked_by_a_judge_only_and_stays_sealed(
    flushed: str, tmp_path: Path
) -> None:
    """What is still played may be tried out only behind closed doors."""

    async def act(services: Services) -> None:
        name = await opened(services)
        await played(services, name, 5)
        with pytest.raises(Forbidden):
            await forked(services, name, 4)
        branch = await forked(services, name, 4, judge=True)
        assert await sealed(services.matches.cache, await services.matches.cache.read(branch))
        await played(services, name)
        assert not await sealed(services.matches.cache, await services.matches.cache.read(branch))

    serving(flushed, tmp_path, act)


def test_a_version_that_is_not_there_cannot_be_forked(flushed: str, tmp_path: Path) -> None:
    """The refusal names the versions that there are."""

    async def act(services: Services) -> None:
        origin = await played(services, await opened(services))
        with pytest.raises(UnknownVersion):
            await forked(services, origin.id, origin.version + 1)

    serving(flushed, tmp_path, act)
