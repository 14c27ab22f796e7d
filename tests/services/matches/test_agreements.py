"""Rewinds through the service: a judge's, and those that all players wish."""

from pathlib import Path

import pytest

from events.errors import Forbidden, Stale
from events.facts import Place, Rewound
from projections.match.fold import Match
from services.aggregates.commands import Ask
from services.matches.acts import Offer
from services.matches.rewinds import Rewinds
from services.wiring import Services, now_ms, wire
from tests.support.house import played, serving

PEOPLE = (Place(), Place(), Place("bot"), Place("bot"))


async def seated(services: Services, **offer: bool) -> Match:
    """A match of two people and two bots in which some bids were made."""
    name = services.house.match_id(0, now_ms())
    await services.matches.open(name, Ask("a", "open", name), Offer("kaiser", {}, PEOPLE, **offer))  # type: ignore[arg-type]
    for player in "ab":
        await services.matches.join(name, Ask(player, "join", player), player, None, None)
    return await played(services, name, 2)


def rewinds(services: Services) -> Rewinds:
    return Rewinds(services.commands, services.redis)


def wish(seat: int, key: str = "k") -> Ask:
    return Ask(f"seat-{seat}", "rewind", key, b"%d" % seat)


def test_all_people_agree_and_the_match_goes_back(flushed: str, tmp_path: Path) -> None:
    """The first wish changes nothing, the last carries it out; bots are not asked."""

    async def act(services: Services) -> None:
        match = await seated(services)
        to = match.version - 2
        done, agreed = await rewinds(services).propose(match.id, wish(0), 0, to)
        assert (done.after.version, agreed) == (match.version, [0])
        done, agreed = await rewinds(services).propose(match.id, wish(1), 1, to)
        assert (done.after.version, agreed) == (match.version + 1, [0, 1])
        then = (await services.matches.cache.steps(match.id))[to - 1].after
        assert done.after.state == then.state
        last = (await services.matches.cache.steps(match.id))[-1].entry
        assert (last.by, last.cause) == ("house", Rewound(to, "agreed", agreed=(0, 1)))

    serving(flushed, tmp_path, act)


def test_a_wish_that_is_sent_again_is_the_same_wish(flushed: str, tmp_path: Path) -> None:
    """Neither a retry nor two last wishes at once take the match back twice."""

    async def act(services: Services) -> None:
        match = await seated(services)
        to = match.version - 2
        await rewinds(services).propose(match.id, wish(0), 0, to)
        for _ in range(2):
            done, agreed = await rewinds(services).propose(match.id, wish(1), 1, to)
            assert (done.after.version, agreed) == (match.version + 1, [0, 1])
        await rewinds(services).propose(match.id, wish(0), 0, to)
        now = await services.matches.cache.refresh(services.matches.cache.known(match.id))
        assert now.version == match.version + 1

    serving(flushed, tmp_path, act)


def test_wishes_for_different_versions_are_no_agreement(flushed: str, tmp_path: Path) -> None:
    """And once the match has moved on, an old wish is stale."""

    async def act(services: Services) -> None:
        match = await seated(services)
        await rewinds(services).propose(match.id, wish(0), 0, match.version - 2)
        _, agreed = await rewinds(services).propose(match.id, wish(1), 1, match.version - 1)
        assert agreed == [1]
        await played(services, match.id, 1)
        with pytest.raises(Stale):
            await rewinds(services).propose(match.id, wish(1), 1, match.version - 1)

    serving(flushed, tmp_path, act)


def test_players_do_not_take_back_what_counts(flushed: str, tmp_path: Path) -> None:
    """Rated matches go back by a judge alone."""

    async def act(services: Services) -> None:
        match = await seated(services, rated=True)
        with pytest.raises(Forbidden):
            await rewinds(services).propose(match.id, wish(0), 0, match.version - 1)
        ask = Ask("judge", "rewind", "k")
        for _ in range(2):
            done = await rewinds(services).judge(match.id, ask, match.version - 1, "a slip")
            assert done.after.version == match.version + 1

    serving(flushed, tmp_path, act)


def test_other_processes_follow_a_rewind(flushed: str, tmp_path: Path) -> None:
    """Who knew the match before reads all of it again, and tells his watchers."""

    async def act(services: Services) -> None:
        match = await seated(services)
        other = wire(services.settings, flushed)
        table = other.matches.cache.known(match.id)
        await other.matches.cache.current(table)
        told: list[int] = []
        table.watchers.append(lambda steps: told.extend(s.after.version for s in steps))
        ask = Ask("judge", "rewind", "k")
        done = await rewinds(services).judge(match.id, ask, match.version - 1, "a slip")
        assert await other.matches.cache.refresh(table) == done.after
        assert told == [match.version + 1]
        await other.close()

    serving(flushed, tmp_path, act)
