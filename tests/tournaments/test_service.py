"""Tournaments as a service: their logs, their matches, results that come in by themselves."""

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace

from events.errors import KeyReused
from events.facts import Shuffled
from projections.tournaments import commands as c
from projections.tournaments.errors import NotNow
from projections.tournaments.facts import Outcome
from projections.tournaments.settings import Points, Settings
from projections.tournaments.standings import standings
from services.audits import Audits
from services.commands import Ask
from tests.tournaments.hosting import SHORT, announced, asked, playing
from tests.workers.scene import House, run, until

PAIRS = Settings("Cup", "kaiser", "swiss", rounds=2, members=2, options=SHORT["kaiser"])


def test_a_swiss_of_pairs_plays_itself_to_the_end(flushed: str, tmp_path: Path):
    """Rounds are opened, played by bots and recorded; every record is sound afterwards."""

    async def act(house: House) -> None:
        async with house.working():
            desk = await playing(house, PAIRS, 5)
            for round in (1, 2):
                await desk.pair()
                tournament = await desk.closed(round)
            await desk.do(c.Finish())
        state = tournament.state
        assert [len(round.results) for round in state.rounds] == [2, 2]
        assert sum(line.points for line in standings(state)) == 12  # two tables and a bye a round
        audits = Audits(house.services.redis, house.services.log)
        names = await audits.matches()
        verdicts = [(await audits.audit(name)).verdict for name in names]
        assert len(names) == 5
        assert verdicts == ["verified"] * 5

    run(flushed, tmp_path, act)


def test_a_command_that_is_sent_again_is_carried_out_once(flushed: str, tmp_path: Path):
    """The same key gives the answer of the first time; another request under it is refused."""

    async def act(house: House) -> None:
        desk = await announced(house, PAIRS)
        tournaments, entry = desk.tournaments, c.Entry("e1", "One", ("bot/a", "bot/b"))
        first = await tournaments.do(desk.name, asked("register"), c.Register((entry,)))
        again = await tournaments.do(desk.name, asked("register"), c.Register((entry,)))
        assert (first.repeated, again.repeated) == (False, True)
        assert again.tournament == first.tournament
        other = Ask("director", "register", "", b"another request")
        with pytest.raises(KeyReused):
            await tournaments.do(desk.name, other, c.Register((entry,)))

    run(flushed, tmp_path, act)


def test_a_round_is_paired_once_however_many_try(flushed: str, tmp_path: Path):
    """Ten that pair at once write one pairing; the others find it there."""

    async def act(house: House) -> None:
        desk = await playing(house, PAIRS, 4)
        rounds = house.services.rounds
        tries = (rounds.pair(desk.name, 1, asked("pair", n), "director") for n in range(10))
        found = await asyncio.gather(*tries, return_exceptions=True)
        refused = [one for one in found if isinstance(one, NotNow)]
        assert len(refused) == 9
        assert {one.details["reason"] for one in refused} == {"paired_already"}
        assert len((await desk.now()).state.rounds) == 1

    run(flushed, tmp_path, act)


def test_a_result_of_the_director_calls_the_match_off(flushed: str, tmp_path: Path):
    """What is decided at the desk stands, and nobody plays on at the table."""

    async def act(house: House) -> None:
        desk = await announced(house, replace(PAIRS, rounds=1))
        await desk.enter(2, 2, kind="p")
        await desk.do(c.Lock())
        async with house.working():
            tournament = await desk.pair()
            (table,) = tournament.state.rounds[0].pairing.tables
            name = tournament.match(1, table)
            await opened(house, name)
            await desk.do(c.Record(1, 1, Outcome((2, 1))))
            (match,) = await house.over(name)
        assert match.phase == "aborted"
        assert (await desk.closed(1)).state.rounds[0].results == {1: Outcome((2, 1))}

    run(flushed, tmp_path, act)


async def opened(house: House, name: str) -> None:
    """Wait until a match is there."""

    async def there() -> bool:
        return await house.services.rounds.match(name) is not None

    await until(there)


def test_all_tables_of_a_board_are_dealt_the_same_cards(flushed: str, tmp_path: Path):
    """The decks agree card by card; the seed is disclosed when the last table has played."""
    settings = Settings(
        "Duplicate",
        "kaiser",
        "duplicate",
        rounds=1,
        members=2,
        boards=2,
        points=Points(by="matchpoints"),
        options=SHORT["kaiser"],
    )

    async def act(house: House) -> None:
        desk = await playing(house, settings, 6)
        async with house.working():
            await desk.pair()
            await desk.closed(1)
            tournament = await desk.opened(1)
        decks: dict[str, set[tuple[str, ...]]] = {}
        for match in await desk.matches(1):
            line = await house.services.tables.steps(match.id)
            causes = (step.entry.cause for step in line)
            shuffled = next(cause for cause in causes if isinstance(cause, Shuffled))
            assert match.offer.board is not None
            decks.setdefault(match.offer.board.board, set()).add(shuffled.cards.values)
            assert match.closed is not None
            assert match.closed.seed is None
        assert {board: len(found) for board, found in decks.items()} == {"1": 1, "2": 1}
        assert decks["1"] != decks["2"]
        outcome = tournament.state.rounds[0].results[1]
        assert [scored.board for scored in outcome.boards] == [1, 2]

    run(flushed, tmp_path, act)
