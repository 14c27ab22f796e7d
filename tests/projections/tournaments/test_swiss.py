"""Our own Swiss, for two and at tables: fair, explained, fast enough for a thousand."""

import time
from itertools import combinations

import pytest

from projections.tournaments import commands as c
from projections.tournaments.errors import NoPairing
from projections.tournaments.facts import Outcome
from projections.tournaments.pairing.swiss import Contender, pair_swiss
from projections.tournaments.pairing.tables import Sitter, pair_tables, table_sizes
from tests.projections.tournaments.directing import Event, announced


def contenders(points, **more):
    return [Contender(f"p{n}", score, n, **more) for n, score in enumerate(points, start=1)]


def test_upper_half_meets_lower_half():
    """In the first round 1 meets 5 of 8, as everybody expects."""
    paired = pair_swiss(contenders([0] * 8), 1)
    assert [set(pair) for pair in paired.pairs] == [
        {"p1", "p5"},
        {"p2", "p6"},
        {"p3", "p7"},
        {"p4", "p8"},
    ]


def test_equal_points_meet_and_floats_are_explained():
    """Two groups of three: exactly one pair crosses, and the note says so."""
    paired = pair_swiss(contenders([2, 2, 2, 0, 0, 0]), 2)
    assert [note.code for note in paired.notes] == ["swiss", "floats"]


def test_the_bye_goes_to_the_lowest_without_one():
    """Who has had it is passed over."""
    field = contenders([4, 2, 2, 0, 0])
    field[4] = Contender("p5", 0, 5, byes=1)
    assert pair_swiss(field, 3).bye == "p4"


def test_nobody_gets_a_second_bye():
    """When everybody has had it, the round is refused with that reason."""
    with pytest.raises(NoPairing) as refused:
        pair_swiss(contenders([0, 0, 0], byes=1), 4)
    assert refused.value.details["reason"] == "everyone_had_bye"


def test_rematches_only_when_nothing_else_is_left():
    """Four who all met except two pairs get just those; two who met meet again, or are refused."""
    met = {1: {"p3", "p4"}, 2: {"p3", "p4"}, 3: {"p1", "p2"}, 4: {"p1", "p2"}}
    field = [Contender(f"p{n}", 0, n, met=dict.fromkeys(met[n], 1)) for n in met]
    assert {frozenset(pair) for pair in pair_swiss(field, 3).pairs} == {
        frozenset(("p1", "p2")),
        frozenset(("p3", "p4")),
    }
    two = [Contender("p1", 0, 1, met={"p2": 1}), Contender("p2", 0, 2, met={"p1": 1})]
    assert [note.code for note in pair_swiss(two, 2).notes] == ["swiss", "rematch"]
    with pytest.raises(NoPairing) as refused:
        pair_swiss(two, 2, rematches=False)
    assert refused.value.details["reason"] == "everybody_met"


def test_seats_alternate():
    """Who sat first more often sits second."""
    field = [Contender("p1", 0, 1, lean=1, last=1), Contender("p2", 0, 2, lean=-1, last=-1)]
    assert pair_swiss(field, 2).pairs == (("p2", "p1"),)


@pytest.mark.parametrize(
    ("players", "sizes", "plan"),
    [
        (8, (4, 3), (4, 4)),
        (9, (4, 3), (3, 3, 3)),
        (9, (4, 3, 5), (5, 4)),
        (13, (4, 5), (5, 4, 4)),
        (5, (4, 3), (4,)),
        (7, (5, 6), (6,)),
        (2, (4, 3), ()),
    ],
)
def test_tables_have_the_right_sizes(players, sizes, plan):
    """As few left over as possible, then as few tables as possible of another size."""
    assert table_sizes(players, sizes) == plan


def test_thirty_two_at_tables_of_four_need_not_meet_twice():
    """Six rounds by points without one repeated meeting, seats as equal as can be."""
    event = Event(announced("tables", rounds=6, sizes=(4,)), 32)
    for _ in range(6):
        event.play()
    tables = [table for round in event.now.rounds for table in round.pairing.tables]
    met = [frozenset(pair) for table in tables for pair in combinations(table.seats, 2)]
    assert len(set(met)) == len(met)
    for id in event.now.order:
        seats = [table.seats.index(id) for table in tables if id in table.seats]
        assert max(seats.count(seat) for seat in range(4)) <= 3


def test_repeated_meetings_are_counted():
    """Four who have no other choice meet again, and it is said how many pairs do."""
    met = {n: {f"p{m}": 1 for m in range(1, 5) if m != n} for n in range(1, 5)}
    again = pair_tables([Sitter(f"p{n}", 0, n, met=met[n]) for n in met], 2, (4,))
    assert again.repeats == 6
    assert again.notes[-1].details == {"count": 6}


def test_forbidden_players_never_share_a_table():
    """They are kept apart where possible, else the round is refused with their names."""
    field = [Sitter(f"p{n}", 0, n) for n in range(1, 9)]
    apart = [frozenset(("p1", "p2")), frozenset(("p3", "p4")), frozenset(("p1", "p8"))]
    for table in pair_tables(field, 1, (4,), apart).tables:
        assert not any(pair <= set(table) for pair in apart)
    with pytest.raises(NoPairing) as refused:
        pair_tables(field[:4], 1, (4,), apart)
    assert refused.value.details["reason"] == "forbidden"


@pytest.mark.parametrize(
    ("format", "entrants", "rounds", "seconds", "more"),
    [
        ("swiss", 1000, 9, 2.0, {}),
        ("tables", 1000, 9, 2.0, {"sizes": (4, 3)}),
        ("dutch", 200, 4, 5.0, {}),
    ],
)
def test_large_fields_are_paired_in_time(format, entrants, rounds, seconds, more):
    """A thousand by our own rules under 2 s of work a round, two hundred by FIDE's under 5."""
    event = Event(announced(format, rounds=rounds, **more), entrants)
    for number in range(1, rounds + 1):
        began = time.process_time()
        tables = event.pair()
        assert time.process_time() - began < seconds
        assert sum(len(table.seats) for table in tables) == entrants
        for table in tables:
            order = sorted(table.seats, key=lambda id: (int(id[1:]) * 7919 * number) % 1009)
            places = tuple(order.index(id) + 1 for id in table.seats)
            event.do(c.Record(number, table.number, Outcome(places)))
    repeats = [
        note
        for round in event.now.rounds
        for note in round.pairing.notes
        if note.code in ("rematch", "repeats")
    ]
    assert repeats == []
