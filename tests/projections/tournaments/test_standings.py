"""Standings: points by currency, tie-breaks with their values and reasons, at any round."""

import pytest

from projections.tournaments.exchange.movement_files import read_movement
from projections.tournaments.facts import BoardScore, Outcome, Table
from projections.tournaments.notes import say
from projections.tournaments.publication.sheets import (
    board_sheet,
    bracket_sheet,
    crosstable,
    movement_sheet,
)
from projections.tournaments.settings import Byes, Points
from projections.tournaments.standings.boards import imps, lines
from projections.tournaments.standings.history import history
from projections.tournaments.standings.points import rank_points, shares
from projections.tournaments.standings.standings import standings
from projections.tournaments.standings.tiebreaks import TIEBREAKS
from tests.projections.tournaments.directing import Event, announced
from tests.projections.tournaments.known import files


def values(line):
    return {value.code: value.value for value in line.values}


def round_robin_of_four(**more):
    """e1 beats all; e2 and e3 draw and both beat e4."""
    event = Event(announced("round_robin", **more), 4)
    for _ in range(3):
        for table in event.pair():
            first, second = table.seats
            if {first, second} == {"e2", "e3"}:
                event.result(table, 1, 1, scores=(50, 50))
            else:
                places = (1, 2) if first < second else (2, 1)
                event.result(table, *places, scores=tuple(90 - 20 * place for place in places))
    return event


def test_points_and_shared_ranks():
    """Equal in every tie-break means equal in rank."""
    event = round_robin_of_four(tiebreaks=("wins", "head_to_head"))
    lines = standings(event.now)
    assert [(line.rank, line.entrant, line.points) for line in lines] == [
        (1, "e1", 6),
        (2, "e2", 3),
        (2, "e3", 3),
        (4, "e4", 0),
    ]


def test_each_tiebreak_has_the_value_counted_by_hand():
    """Buchholz, cut, Sonneborn-Berger, wins, head-to-head, differential, progress."""
    event = round_robin_of_four(tiebreaks=tuple(TIEBREAKS))
    by = {line.entrant: values(line) for line in standings(event.now)}
    assert by["e2"]["buchholz"] == 6 + 3 + 0
    assert by["e2"]["buchholz_cut1"] == 6 + 3
    assert by["e2"]["sonneborn_berger"] == 2 * 0 + 1 * 3 + 0 * 6
    assert by["e1"]["sonneborn_berger"] == 2 * 3 + 2 * 3 + 2 * 0
    assert by["e2"]["wins"] == 1
    assert by["e2"]["head_to_head"] == 1
    assert by["e1"]["deal_differential"] == 60
    assert by["e4"]["deal_differential"] == -60
    assert by["e1"]["score"] == 210
    assert by["e1"]["progress"] == 2 + 4 + 6
    assert by["e1"]["games"] == 3
    assert by["e1"]["percentage"] == by["e1"]["imps"] == 0


def test_each_tiebreak_says_how_it_came_about():
    """Every value carries one line in both languages with its figures."""
    event = round_robin_of_four(tiebreaks=tuple(TIEBREAKS))
    for line in standings(event.now):
        for value in line.values:
            assert say(value.why, "en") != say(value.why, "es")
            assert "{" not in say(value.why, "en") + say(value.why, "es")


def test_head_to_head_counts_only_when_all_have_met():
    """Two who tie without having met are not separated by it."""
    event = Event(announced("swiss", rounds=1, tiebreaks=("head_to_head",)), 4)
    event.play()
    first, second = standings(event.now)[:2]
    assert first.rank == second.rank == 1
    assert first.values[0].why.code == "head_to_head_unmet"


def test_standings_of_any_round():
    """After round 1 only round 1 counts, whatever came later."""
    event = Event(announced("swiss", rounds=3), 8)
    event.play()
    early = standings(event.now)
    event.play(max)
    assert standings(event.now, 1) == early
    assert standings(event.now) != early
    assert all(line.points == 0 for line in standings(event.now, 0))


def test_a_missed_round_counts_as_an_opponent_like_oneself():
    """The bye gives its stated points, and one's own total to Buchholz."""
    event = Event(announced("swiss", rounds=2, tiebreaks=("buchholz",)), 3)
    event.play()
    event.play()
    told = history(event.now)
    for line in standings(event.now):
        bye = [one for one in told[line.entrant] if one.kind == "pairing"]
        assert all(one.points == 2 for one in bye)
        if bye:
            assert line.points in line.values[0].why.details["totals"]


@pytest.mark.parametrize("size", [2, 3, 4, 5, 6])
def test_rank_points_share_out_the_same_whatever_ties(size):
    """The first gets 120, the last 0, and a table always shares out 60 a head."""
    assert [rank_points(tuple(range(1, size + 1)), side) for side in (0, size - 1)] == [120, 0]
    for tied in range(1, size + 1):
        ranks = (1,) * tied + tuple(range(tied + 1, size + 1))
        assert sum(rank_points(ranks, side) for side in range(size)) == 60 * size


def test_who_did_not_come_is_behind_all_others():
    """At a table of four the three who came share as if they had beaten him."""
    table = Table(1, ("a", "b", "c", "d"), (0, 1, 2, 3))
    outcome = Outcome((1, 2, 3, 4), absent=("a",))
    given = shares(Points(by="rank"), Byes(), table, outcome)
    assert [(one.kind, one.points, one.rank) for one in given] == [
        ("forfeit_loss", 0, 4),
        ("played", 120, 1),
        ("played", 80, 2),
        ("played", 40, 3),
    ]


def test_partners_share_and_a_lone_partner_sits_out():
    """Two against two: partners get the same; who came without his partner is not punished."""
    event = Event(announced("whist", byes=Byes(sit_out=1)), 4)
    (table,) = event.pair()
    event.result(table, 1, 2, absent=(table.seats[0],))
    told = history(event.now)
    kinds = [told[id][0].kind for id in table.seats]
    assert kinds == ["forfeit_loss", "forfeit_win", "sit_out", "forfeit_win"]
    assert told[table.seats[2]][0].points == 1


def test_less_can_be_better():
    """Where few points win, the standings turn round and penalties add."""
    event = Event(announced("tables", points=Points(by="score", lower_is_better=True)), 4)
    (table,) = event.pair()
    event.result(table, 1, 2, 3, 4, scores=(10, 20, 30, 40))
    lines = standings(event.now)
    assert [line.points for line in lines] == [10, 20, 30, 40]


def test_where_less_is_better_the_bye_goes_to_the_most_points():
    """Pairing turns the order round as the standings do."""
    less = Points(by="score", lower_is_better=True)
    event = Event(announced("swiss", rounds=2, points=less), 5)
    for table in event.pair():
        event.result(table, 1, 2, scores=(10, 90))
    event.pair()
    (bye,) = event.now.rounds[1].pairing.byes
    points = {line.entrant: line.points for line in standings(event.now, 1)}
    assert points[bye.entrant] == 90


def test_matchpoints_and_imps_compare_the_same_seat():
    """Two for each beaten table, one for each equal; IMPs by the usual scale."""
    played = [(1, 1, BoardScore(1, (420, -420))), (1, 2, BoardScore(1, (450, -450)))]
    played += [(1, 3, BoardScore(1, (420, -420)))]
    first = {line.table: line for line in lines(played) if line.side == 0}
    assert [first[table].matchpoints for table in (1, 2, 3)] == [1, 4, 1]
    assert [first[table].top for table in (1, 2, 3)] == [4, 4, 4]
    assert [first[table].imps for table in (1, 2, 3)] == [-1, 2, -1]
    assert sum(line.matchpoints for line in lines(played)) == 12
    assert [imps(gap) for gap in (0, 10, 20, 490, 500, -610, 4000)] == [0, 0, 1, 10, 11, -12, 24]


def test_a_duplicate_event_is_scored_over_its_boards():
    """In a Howell of four pairs the boards' matchpoints make the standings."""
    settings = announced("duplicate", movement="howell", boards=2, points=Points(by="matchpoints"))
    event = Event(settings, 4)
    for _ in range(event.now.total):
        event.play()
    lines = standings(event.now)
    sheet = board_sheet(event.now)
    assert sum(line.points for line in lines) == sum(line.matchpoints for line in sheet)
    assert len(sheet) == 3 * 2 * 2 * 2
    assert all(0 <= values(line)["percentage"] <= 10_000 for line in lines)


@pytest.mark.parametrize("path", files("bridge/*.yaml"), ids=lambda path: path.stem)
def test_a_movement_from_a_file_is_played_as_it_stands(path):
    """An organiser's own movement: its tables and boards, round by round, to the end."""
    plan = read_movement(path.read_text(encoding="utf-8"))
    points = Points(by="matchpoints")
    event = Event(announced("duplicate", movement="given", plan=plan, points=points), plan.teams)
    for number in range(1, plan.rounds + 1):
        event.play()
        paired = event.now.rounds[-1].pairing.tables
        assert [table.boards for table in paired] == [hand.boards for hand in plan.round(number)]
    assert sum(line.points for line in standings(event.now)) == sum(
        line.matchpoints for line in board_sheet(event.now)
    )


def test_everybody_against_the_same_deck():
    """Even alone at a table: the same boards for all, compared with all."""
    settings = announced("duplicate", sizes=(1,), rounds=2, boards=2, points=Points(by="imp"))
    event = Event(settings, 5)
    tables = event.pair()
    assert {table.boards for table in tables} == {(1, 2)}
    for place, table in enumerate(tables):
        boards = tuple(BoardScore(board, (100 * place,)) for board in table.boards)
        event.result(table, 1, boards=boards)
    lines = standings(event.now)
    assert sum(line.points for line in lines) == 0
    assert lines[0].points > lines[-1].points
    assert event.pair()[0].boards == (3, 4)


def test_the_crosstable_shows_every_round():
    """Opponents, seats and points of everybody, in the order of the standings."""
    event = round_robin_of_four()
    rows = crosstable(event.now)
    assert [row.entrant for row in rows] == [line.entrant for line in standings(event.now)]
    assert {one.opponents[0] for one in rows[0].rounds} == {"e2", "e3", "e4"}


def test_the_bracket_sheet_shows_who_meets_and_who_won():
    """Names, byes and winners, match by match."""
    event = Event(announced("single_elimination"), 3)
    event.play()
    event.play()
    crosses = {cross.name: cross for cross in bracket_sheet(event.now)}
    assert (crosses["W1.1"].first, crosses["W1.1"].second) == ("e1", "")
    assert crosses["W2.1"].winner == "e1"
    assert crosses["W1.2"].outcome == Outcome((1, 2), (99, 98))
    assert bracket_sheet(Event(announced("swiss"), 4).now) == ()


def test_the_movement_sheet_shows_what_will_come():
    """A fixed plan can be hung up before the first round, and is then followed."""
    event = Event(announced("whist"), 8)
    planned = movement_sheet(event.now)
    assert len(planned) == 7
    for _ in range(7):
        event.play()
    assert tuple(round.pairing for round in event.now.rounds) == planned
