"""Matches of bots in memory, and the statistics of them."""

import pytest

from events.facts import Result
from projections.catalogue import catalogue, game_of
from services.matches import simulation
from services.matches.simulation import Played, share, summed_up


@pytest.mark.parametrize("name", catalogue())
def test_a_seed_gives_the_same_matches_again(name: str) -> None:
    """Every game's bots play to an end, and the same seed repeats it move by move."""
    game = game_of(name)
    seats = game.seats[-1] if name != "casino" else 2
    once, again = (
        list(simulation.matches(game, game.options(), seats, b"seed", 2)) for _ in range(2)
    )
    assert once == again
    assert all(played.result is not None for played in once)


def test_statistics_are_those_of_the_matches() -> None:
    """Lengths, points, shared wins and labels of three matches that are counted by hand."""
    played = [
        Played(10, Result((5, 3), (1, 2), "skunk"), 0),
        Played(20, Result((4, 4), (1, 1)), 1),
        Played(40, Result((0, 6), (2, 1)), 0),
        Played(99, None, 0),
    ]
    found = summed_up(played, 2, ((0,), (1,)))
    assert (found.matches, found.left, found.moves) == (4, 1, 169)
    assert (found.shortest, found.median, found.longest) == (10, 30, 99)
    assert found.points == (3, pytest.approx(13 / 3))
    assert found.wins == (0.5, 0.5)
    assert found.labels == {"skunk": 1}
    assert found.first is not None
    assert (found.first.won, found.first.of, found.first.even) == (1.5, 3, 0.5)


def test_partners_win_together() -> None:
    """Who moves first has the win of his side; a side has it once."""
    played = [Played(1, Result((1, 0, 1, 0), (1, 3, 1, 3)), 2)]
    found = summed_up(played, 4, ((0, 2), (1, 3)))
    assert found.first is not None
    assert (found.first.won, found.first.even) == (1, 0.5)
    assert found.wins == (0.5, 0, 0.5, 0)


def test_there_is_no_first_player_where_all_choose_at_once() -> None:
    """Escratch has none; Kaiser's is the seat that speaks first."""
    for name, has in (("caissa-escratch", False), ("kaiser", True)):
        game = game_of(name)
        (played,) = simulation.matches(game, game.options(), 4, b"first", 1)
        assert (played.first is not None) == has


def test_a_share_has_its_interval() -> None:
    """Wilson's interval for 55 of 100, as the tables have it."""
    found = share(55, 100, 0.5)
    assert found.low == pytest.approx(0.4524, abs=1e-4)
    assert found.high == pytest.approx(0.6439, abs=1e-4)
