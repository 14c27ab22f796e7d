"""The rules answer events that can't have happened with ``Corrupt``, and never stumble."""

import nonsense
import playing
import pytest

from projections.catalogue import catalogue

GAMES = catalogue()


def storm(name: str, times: int, seed: str) -> None:
    """Forge events along matches of all numbers of seats, with random options."""
    game = GAMES[name]
    dice = playing.dice((seed, name))
    for number in range(times):
        seats = game.seats[number % len(game.seats)]
        options = playing.random_options(game, dice, seats)
        nonsense.attack(game, options, seats, (seed, number), tries=3, most=40)


@pytest.mark.parametrize("name", GAMES)
def test_events_that_can_not_have_happened_are_corrupt(name: str) -> None:
    """Made up, bent or out of place: each leads to a state that can be played on, or is Corrupt."""
    storm(name, times=30, seed="forged")


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_many_events_that_can_not_have_happened_are_corrupt(name: str) -> None:
    """The same on more matches."""
    storm(name, times=400, seed="more forged")
