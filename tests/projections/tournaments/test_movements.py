"""Fixed movements: Berger, whist, tables where all meet once, Howell and Mitchell."""

from collections import Counter
from itertools import combinations

import pytest

from projections.tournaments.errors import NoMovement, UnreadableFile
from projections.tournaments.exchange.movement_files import read_movement
from projections.tournaments.movement import Hand, Movement
from projections.tournaments.pairing.berger import berger
from projections.tournaments.pairing.movements import findings, howell, meetings, mitchell, shared
from projections.tournaments.pairing.planes import plane
from projections.tournaments.pairing.whist import sitting_out, whist
from tests.projections.tournaments.known import files, known

EXACT = [n for n in range(4, 45) if n % 4 in (0, 1)]
OTHERS = [n for n in range(6, 48) if n % 4 in (2, 3)]


def test_berger_tables_are_fides():
    """Every known table comes out pair by pair, colours included."""
    for entrants, rounds in known("berger.json").items():
        assert [[list(pair) for pair in one] for one in berger(int(entrants))] == rounds


@pytest.mark.parametrize("n", range(2, 41))
def test_in_a_round_robin_all_meet_once(n):
    """For any number of entrants everybody meets everybody once, and sits out once if it is odd."""
    met = Counter(frozenset(pair) for one in berger(n) for pair in one)
    field = range(1, n + n % 2 + 1)
    assert met == Counter(frozenset(pair) for pair in combinations(field, 2))


def partners_and_opponents(rounds):
    """How often each two were partners, and opponents."""
    partners, opponents = Counter(), Counter()
    for tables in rounds:
        for a, b, c, d in tables:
            partners.update([frozenset((a, b)), frozenset((c, d))])
            opponents.update(frozenset((x, y)) for x in (a, b) for y in (c, d))
    return partners, opponents


@pytest.mark.parametrize("n", EXACT)
def test_whist_movements_are_exact(n):
    """With 4k and 4k + 1 players all partner once and oppose twice; 4k + 1 sit out once each."""
    rounds = whist(n)
    partners, opponents = partners_and_opponents(rounds)
    everybody = [frozenset(pair) for pair in combinations(range(n), 2)]
    assert partners == Counter(everybody)
    assert opponents == Counter(everybody * 2)
    out = Counter(player for tables in rounds for player in sitting_out(n, tables))
    assert out == Counter(range(n) if n % 4 else ())


@pytest.mark.parametrize("n", OTHERS)
def test_whist_movements_of_other_numbers_are_fair(n):
    """With 4k + 2 and 4k + 3 nobody has a partner twice, and all sit out equally often."""
    rounds = whist(n)
    partners, opponents = partners_and_opponents(rounds)
    assert set(partners.values()) == {1}
    assert max(opponents.values()) == 2
    out = Counter(player for tables in rounds for player in sitting_out(n, tables))
    assert [out[player] for player in range(n)] == [n % 4] * n
    for tables in rounds:
        assert len({player for table in tables for player in table}) == 4 * (n // 4)


def test_the_known_whist_movements_hold():
    """The files' movements have the properties that ours are tested for."""
    for n, rounds in known("whist.json").items():
        partners, opponents = partners_and_opponents(rounds)
        assert set(partners.values()) == {1}
        assert set(opponents.values()) == {2}
        assert len(partners) == int(n) * (int(n) - 1) // 2
        assert len(whist(int(n))) == len(rounds)


@pytest.mark.parametrize("n", [0, 1, 2, 3])
def test_too_few_for_whist_is_said(n):
    """Fewer than four players are refused by name."""
    with pytest.raises(NoMovement) as refused:
        whist(n)
    assert refused.value.code == "no_movement"


def test_tables_where_all_meet_once():
    """Sixteen at four tables is the known plan; nine and twenty-five hold alike."""
    assert [[list(table) for table in tables] for tables in plane(16, 4)] == known("golfer-16.json")
    for players, size in ((9, 3), (16, 4), (25, 5)):
        met = Counter(
            frozenset(pair)
            for tables in plane(players, size)
            for table in tables
            for pair in combinations(table, 2)
        )
        assert met == Counter(frozenset(pair) for pair in combinations(range(players), 2))
    with pytest.raises(NoMovement):
        plane(12, 4)


@pytest.mark.parametrize("path", files("bridge/*.yaml"), ids=lambda path: path.stem)
def test_bridge_movements_are_sound(path):
    """In every known movement nobody plays a board twice, and meetings are as its kind says."""
    movement = read_movement(path.read_text(encoding="utf-8"))
    assert movement.name == path.stem.removeprefix("Movement.")
    assert findings(movement) == ()
    met = meetings(movement)
    assert len(set(met.values())) == 1
    teams = movement.teams
    expected = teams * (teams - 1) // 2 if "Howell" in movement.name else (teams // 2) ** 2
    assert len(met) == expected


def test_movement_faults_are_named():
    """A board played twice, a pair at two tables or against itself is found."""
    bad = Movement(
        "bad",
        4,
        (
            Hand(1, 1, 1, 2, (1,)),
            Hand(2, 1, 1, 3, (2,)),
            Hand(1, 2, 4, 4, (1,)),
            Hand(2, 2, 2, 9, (1,)),
        ),
    )
    assert {finding.fault for finding in findings(bad)} == {
        "board_twice",
        "two_tables",
        "itself",
        "unknown_team",
    }


def test_unreadable_movements_are_refused_by_line():
    """What is not of the known form is refused with the number of the line."""
    with pytest.raises(UnreadableFile) as refused:
        read_movement("name: x\nnumberTeams: 4\nhands:\n- table: one\n")
    assert refused.value.details["line"] == 4
    with pytest.raises(UnreadableFile):
        read_movement("name: x\n")


@pytest.mark.parametrize("pairs", range(3, 33))
def test_howell_lets_everybody_meet(pairs):
    """Everybody meets everybody on the same number of boards, and nobody plays one twice."""
    movement = howell(pairs, 2)
    assert findings(movement) == ()
    met = meetings(movement)
    assert set(met.values()) == {2}
    assert len(met) == pairs * (pairs - 1) // 2
    assert bool(shared(movement)) == (pairs in (4, 5, 6))


@pytest.mark.parametrize("tables", range(2, 14))
def test_mitchell_moves_soundly(tables):
    """No board comes back, none lies at two tables, nobody meets the same pair again."""
    movement = mitchell(tables, 3)
    assert findings(movement) == ()
    assert shared(movement) == ()
    assert set(meetings(movement).values()) == {3}
    assert movement.rounds == tables - (tables % 2 == 0)
