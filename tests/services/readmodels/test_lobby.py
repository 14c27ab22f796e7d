"""The lobby and the players' records: what the models answer, over all partitions."""

import asyncio
from pathlib import Path

from projections.match.summaries import Summary
from services.aggregates.commands import Ask
from services.readmodels.lobby import Lobby
from services.readmodels.players import Players, Tally
from tests.support import scene
from tests.support.scene import BOT, OPEN, House

PARTITIONS = 3


async def many(house: House) -> list[str]:
    """Nine matches over three partitions, the newest first: open, playing and over in turn."""
    names: list[str] = []
    for n in range(9):
        game = ("caissa-escratch", "caissa-battle")[n % 2]
        name = await house.offer(game, (OPEN, OPEN), n % PARTITIONS)
        names.append(name)
        await house.join(name, "ada")
        if n % 3:
            await house.join(name, "bob")
        if n % 3 == 2:
            await house.services.matches.resign(name, Ask("bob", "resign", "1"), 1)
        await asyncio.sleep(0.002)
    for partition in range(PARTITIONS):
        await house.project(partition)
    return names[::-1]


async def pages(lobby: Lobby, limit: int, **words: str) -> list[list[str]]:
    """All that is found, page by page."""
    found, after = [], None
    while True:
        items, after = await lobby.find(limit=limit, after=after, **words)  # type: ignore[arg-type]
        found.append([item.match for item in items])
        if after is None:
            return found


def flat(pages: list[list[str]]) -> list[str]:
    return [name for page in pages for name in page]


def test_the_lobby_finds_matches(flushed: str, tmp_path: Path) -> None:
    """By game, phase and player, newest first, in pages of any size, each match once."""

    async def act(house: House) -> None:
        names = await many(house)
        lobby = Lobby(house.services.redis, PARTITIONS)
        for limit in (1, 2, 3, 9, 100):
            assert flat(await pages(lobby, limit)) == names
            assert flat(await pages(lobby, limit, player="ada")) == names
            assert flat(await pages(lobby, limit, state="open")) == names[2::3]
            assert flat(await pages(lobby, limit, game="caissa-battle")) == names[1::2]
            both = [n for n in names[1::3] if n in names[::2]]
            assert flat(await pages(lobby, limit, game="caissa-escratch", state="playing")) == both
            of_bob = [name for n, name in enumerate(names) if n % 3 != 2]
            assert flat(await pages(lobby, limit, player="bob")) == of_bob
            over = [name for name in names[::3] if name in names[::2]]
            words = {"player": "bob", "state": "finished", "game": "caissa-escratch"}
            assert flat(await pages(lobby, limit, **words)) == over
        assert max(map(len, await pages(lobby, 2))) == 2
        assert await lobby.count() == 9
        assert await lobby.count("caissa-battle") == 4
        assert await lobby.count(state="open") == 3
        assert await lobby.find(player="nobody") == ([], None)

    scene.run(flushed, tmp_path, act, PARTITIONS)


def test_a_seat_that_is_left(flushed: str, tmp_path: Path) -> None:
    """Who leaves before the start is not found any more, and the seat is free again."""

    async def act(house: House) -> None:
        name = await house.offer()
        await house.join(name, "ada")
        await house.project()
        await house.services.matches.leave(name, Ask("ada", "leave", "1"), 0)
        await house.project()
        lobby = Lobby(house.services.redis, 1)
        assert await lobby.find(player="ada") == ([], None)
        summary = await lobby.summary(name)
        assert isinstance(summary, Summary)
        assert summary.seats[0].player is None

    scene.run(flushed, tmp_path, act)


def test_unlisted_matches_are_not_listed(flushed: str, tmp_path: Path) -> None:
    """An unlisted match is shown to who has its id, and appears in no list and no record."""

    async def act(house: House) -> None:
        name = await house.offer("caissa-escratch", (OPEN, OPEN), unlisted=True)
        for player in ("ada", "bob"):
            await house.join(name, player)
        await house.play(name)
        await house.project()
        lobby = Lobby(house.services.redis, 1)
        assert await lobby.summary(name) is not None
        assert await lobby.find() == ([], None)
        assert await lobby.find(player="ada") == ([], None)
        assert await Players(house.services.redis, 1).matches("ada") == ([], None)

    scene.run(flushed, tmp_path, act)


def test_a_players_record(flushed: str, tmp_path: Path) -> None:
    """A player's ended matches, the last one first, and how many he won."""

    async def act(house: House) -> None:
        names = await many(house)
        players = Players(house.services.redis, PARTITIONS)
        for limit in (1, 2, 9):
            found, after = [], None
            while True:
                items, after = await players.matches("ada", limit, after)
                found += [item.match for item in items]
                if after is None:
                    break
            assert found == names[::3]
        won = {"caissa-battle": Tally(1, 1), "caissa-escratch": Tally(2, 2)}
        assert await players.tallies("ada") == won
        assert (await players.tallies("bob"))["caissa-battle"] == Tally(1, 0)
        assert await players.tallies("nobody") == {}

    scene.run(flushed, tmp_path, act, PARTITIONS)


def test_bots_have_no_record(flushed: str, tmp_path: Path) -> None:
    """Bots fill seats, but no list and no table of winners."""

    async def act(house: House) -> None:
        name = await house.offer("caissa-escratch", (BOT, BOT))
        async with house.working():
            await house.over(name)
            await house.caught_up()
        players = Players(house.services.redis, 1)
        assert await players.matches("bot") == ([], None)
        assert await players.tallies("bot") == {}
        assert (await Lobby(house.services.redis, 1).find())[0][0].match == name

    scene.run(flushed, tmp_path, act)
