"""Ratings are those of the published Plackett-Luce examples."""

import pytest

from projections.tournaments.standings.ratings import Rating, leaderboard, rated, updated
from tests.projections.tournaments.known import known

KNOWN = known("openskill-plackettluce.json")
START = Rating(KNOWN["model"]["mu"], KNOWN["model"]["sigma"])


def sides(*sizes):
    return [[START] * size for size in sizes]


EXAMPLES = {
    "normal": (sides(1, 2), {}),
    "ranks": (sides(1, 2, 1, 2), {"ranks": [2, 1, 4, 3]}),
    "scores": (sides(1, 2), {"scores": [1, 2]}),
    "margins": (
        sides(2, 2, 2, 2, 2),
        {
            "scores": [10, 5, 5, 2, 1],
            "weights": [[1, 2], [2, 1], [1, 2], [3, 1], [1, 2]],
            "margin": 2.0,
        },
    ),
    "limit_sigma": (sides(1, 2, 3), {"ranks": [2, 1, 3], "limit_sigma": True}),
    "ties": (sides(1, 2, 3), {"ranks": [1, 2, 1]}),
    "weights": (
        sides(3, 2, 3, 2),
        {"ranks": [2, 1, 4, 3], "weights": [[2, 0, 0], [1, 2], [0, 0, 1], [0, 1]]},
    ),
    "balance": (sides(2, 2), {"ranks": [1, 2], "balance": True}),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_ratings_are_the_published_ones(name):
    """Every published example comes out to nine digits."""
    before, how = EXAMPLES[name]
    after = rated(before, **how)
    for team, side in enumerate(after, start=1):
        for one, right in zip(side, KNOWN[name][f"team_{team}"], strict=True):
            assert one.mu == pytest.approx(right["mu"], rel=1e-9)
            assert one.sigma == pytest.approx(right["sigma"], rel=1e-9)


def test_a_table_rates_its_players_and_nobody_else():
    """Who did not sit at the table keeps his rating; who is new gets one."""
    ratings = {"ana": Rating(30, 2, 9), "eva": Rating(20, 2, 9)}
    after = updated(ratings, [["ana"], ["bea"]], [2, 1])
    assert after["eva"] == ratings["eva"]
    assert after["bea"].games == 1
    assert after["ana"].mu < 30


def test_the_leaderboard_shares_ranks():
    """Equal players share a rank and the next rank is skipped."""
    ratings = {"a": Rating(30, 2, 5), "b": Rating(30, 2, 5), "c": Rating(20, 2, 5), "d": Rating()}
    assert [(place.rank, place.player) for place in leaderboard(ratings)] == [
        (1, "a"),
        (1, "b"),
        (3, "c"),
    ]
