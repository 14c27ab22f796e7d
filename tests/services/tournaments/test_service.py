"""Tournaments as a service: their logs, their matches, results that come in by themselves."""

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace

from events.errors import Frozen, KeyReused, Malformed
from events.facts import Result, Shuffled
from events.keys import log_key
from projections.cards.fair_deal import commitment
from projections.tournaments import commands as c
from projections.tournaments.decisions.boards import board_seed
from projections.tournaments.errors import NotNow
from projections.tournaments.facts import BoardScore, Outcome, ResultRecorded
from projections.tournaments.publication.sealed import public, publicly
from projections.tournaments.record import facts_of
from projections.tournaments.settings import Points, Settings
from projections.tournaments.standings.standings import standings
from services.aggregates.commands import Ask
from services.audit.audits import Audits
from services.readmodels.ratings import Ratings
from tests.services.tournaments.hosting import SHORT, announced, asked, playing
from tests.support.scene import House, run, until

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
        assert again.after == first.after
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
            line = await house.services.matches.cache.steps(match.id)
            causes = (step.entry.cause for step in line)
            shuffles = (cause for cause in causes if isinstance(cause, Shuffled))
            shuffled = next(cause for cause in shuffles if cause.purpose == "deck")
            assert match.offer.board is not None
            decks.setdefault(match.offer.board.board, set()).add(shuffled.cards.values)
            assert match.closed is not None
            assert match.closed.seed is None
        assert {board: len(found) for board, found in decks.items()} == {"1": 1, "2": 1}
        assert decks["1"] != decks["2"]
        outcome = tournament.state.rounds[0].results[1]
        assert [scored.board for scored in outcome.boards] == [1, 2]

    run(flushed, tmp_path, act)


def test_an_event_ends_when_everyone_has_withdrawn(flushed: str, tmp_path: Path):
    """The last one who leaves ends it; what was being played is called off."""

    async def act(house: House) -> None:
        desk = await announced(house, PAIRS)
        await desk.enter(4, 2, kind="p")
        await desk.do(c.Lock())
        async with house.working():
            tournament = await desk.pair()
            names = [tournament.match(1, t) for t in tournament.state.rounds[0].pairing.tables]
            for name in names:
                await opened(house, name)
            for n in (1, 2, 3, 4):
                tournament = await desk.do(c.Withdraw(f"e{n}"))
            matches = await house.over(*names)
        assert tournament.phase == "finished"
        assert tournament.state.ended == "everyone_withdrew"
        assert {match.phase for match in matches} == {"aborted"}

    run(flushed, tmp_path, act)


def test_who_does_not_sit_down_in_time_forfeits(flushed: str, tmp_path: Path):
    """After the announced time the one who came has won, and the match is called off."""

    async def act(house: House) -> None:
        alone = Settings("Cup", "casino", "swiss", rounds=1, join_within=1500)
        desk = await announced(house, alone)
        await desk.enter(2, 1, kind="p")
        await desk.do(c.Lock())
        async with house.working():
            tournament = await desk.pair()
            (table,) = tournament.state.rounds[0].pairing.tables
            name = tournament.match(1, table)
            await opened(house, name)
            await house.join(name, tournament.state.entrants["e2"].members[0])
            tournament = await desk.closed(1)
            (match,) = await house.over(name)
        assert tournament.state.rounds[0].results == {1: Outcome(absent=("e1",))}
        assert match.phase == "aborted"

    run(flushed, tmp_path, act)


def test_a_bracket_is_played_again_until_somebody_wins(flushed: str, tmp_path: Path):
    """A drawn match of a knock-out has a successor at the same table; its result counts."""
    settings = Settings("Cup", "kaiser", "single_elimination", members=2, options=SHORT["kaiser"])

    async def act(house: House) -> None:
        desk = await announced(house, settings)
        await desk.enter(2, 2, kind="p")
        await desk.do(c.Lock())
        matches = house.services.matches
        async with house.working():
            tournament = await desk.pair()
            (table,) = tournament.state.rounds[0].pairing.tables
            for again, ranks in enumerate([(1, 1, 1, 1), (3, 1, 3, 1)]):
                name = tournament.match(1, table, again=again)
                await opened(house, name)
                for member in ("p1.0", "p2.0", "p1.1", "p2.1"):
                    await house.join(name, member)
                ask = asked("judge", name, "judge")
                await matches.adjudicate(name, ask, Result((0, 0, 0, 0), ranks), "decided")
            tournament = await desk.closed(1)
        assert tournament.state.rounds[0].results[1].ranks == (2, 1)

    run(flushed, tmp_path, act)


def test_rated_tables_count_once_for_the_ratings(flushed: str, tmp_path: Path):
    """Who wins climbs, everybody's games are counted; to look again changes nothing."""
    settings = replace(PAIRS, rounds=1, rated=True)

    async def act(house: House) -> None:
        desk = await announced(house, settings)
        await desk.enter(2, 2, kind="p")
        await desk.do(c.Lock())
        ratings = Ratings(house.services.redis)
        async with house.working():
            tournament = await desk.pair()
            (table,) = tournament.state.rounds[0].pairing.tables
            name = tournament.match(1, table)
            await opened(house, name)
            for member in ("p1.0", "p2.0", "p1.1", "p2.1"):
                await house.join(name, member)
            result = Result((52, 0, 52, 0), (1, 3, 1, 3))
            ask = asked("judge", name, "judge")
            await house.services.matches.adjudicate(name, ask, result, "decided")

            async def rated() -> bool:
                return len(await ratings.leaders("kaiser", 10)) == 4

            await until(rated)
        leaders = await ratings.leaders("kaiser", 10)
        assert {one.player for one in leaders[:2]} == {"p1.0", "p1.1"}
        assert {one.rating.games for one in leaders} == {1}
        match = await house.services.matches.cache.read(name)
        assert not await ratings.take(match)
        assert await ratings.leaders("kaiser", 10) == leaders

    run(flushed, tmp_path, act)


def test_nobody_learns_how_a_board_was_played_before_the_last_table_has(
    flushed: str, tmp_path: Path
):
    """A result on a board counts for nobody in public, and is left blank, until it lies open."""
    settings = Settings(
        "Duplicate",
        "kaiser",
        "duplicate",
        rounds=1,
        members=2,
        boards=1,
        points=Points(by="matchpoints"),
    )

    async def act(house: House) -> None:
        desk = await announced(house, settings)
        await desk.enter(4, 2, kind="p")
        await desk.do(c.Lock())
        await desk.pair()
        outcome = Outcome((1, 2), (52, 10), (BoardScore(1, (52, 10)),))
        tournament = await desk.do(c.Record(1, 1, outcome))
        seen = public(tournament.state)
        assert seen.rounds[0].results == {}
        assert {line.points for line in standings(seen)} == {0}
        facts = facts_of(await desk.tournaments.steps(desk.name))
        told = [publicly(tournament.state, fact) for fact in facts]
        assert ResultRecorded(1, 1, Outcome()) in told
        assert ResultRecorded(1, 1, outcome) not in told
        tournament = await desk.do(c.Record(1, 2, outcome))
        tournament = await house.services.rounds.disclose(tournament, [1])
        assert public(tournament.state).rounds[0].results == {1: outcome, 2: outcome}

    run(flushed, tmp_path, act)


def test_entrants_have_a_part_in_what_a_board_is_dealt_from(flushed: str, tmp_path: Path):
    """The tables' seed is the house's, mixed with what the entrants had promised and shown."""
    settings = Settings("Duplicate", "kaiser", "duplicate", rounds=1, members=2, boards=1)

    async def act(house: House) -> None:
        desk = await announced(house, settings)
        await desk.enter(2, 2)
        secret = bytes(range(32))
        await desk.do(c.Promise("e1", commitment(secret).hex()))
        await desk.do(c.Lock())
        await desk.do(c.Contribute("e1", secret.hex()))
        tournament = await desk.pair()
        rounds = house.services.rounds
        own = await desk.tournaments.boards.of(desk.name, 1)
        (name,) = await rounds.open(tournament, 1)
        match = await house.services.matches.cache.read(name)
        mixed = board_seed(own, desk.name, 1, (secret,))
        assert match.offer.commitment == commitment(mixed)
        assert tournament.state.commitments[0] == commitment(own).hex()

    run(flushed, tmp_path, act)


def test_a_tournament_whose_log_became_shorter_is_frozen(flushed: str, tmp_path: Path):
    """Heads are kept outside Redis: nobody goes on with less than was signed."""

    async def act(house: House) -> None:
        desk = await announced(house, PAIRS)
        await desk.enter(4, 2)
        await house.services.heads.flush()

    async def lose(house: House) -> None:
        (name,) = await Audits(house.services.redis, house.services.log).matches()
        await house.services.redis.xdel(log_key(name), "2-0")
        with pytest.raises(Frozen):
            await house.services.tournaments.newest(name)

    run(flushed, tmp_path, act)
    run(flushed, tmp_path, lose)


def test_what_nobody_could_read_again_is_not_written(flushed: str, tmp_path: Path):
    """A command that would make too long an entry is refused; the tournament goes on."""

    async def act(house: House) -> None:
        desk = await announced(house, PAIRS)
        crowd = tuple(c.Entry(f"e{n}", "n" * 80, (f"{n}" * 60, f"{n}" * 61)) for n in range(2000))
        with pytest.raises(Malformed):
            await desk.do(c.Register(crowd))
        assert len((await desk.enter(3, 2)).state.entrants) == 3

    run(flushed, tmp_path, act)
