"""How strong somebody is: Plackett-Luce ratings, updated by every finished table.

A read model only: ratings are floating numbers and never enter a log or a reducer.
"""

from collections.abc import Mapping, Sequence

import msgspec
from openskill.models import PlackettLuce

DEFAULT_MU = 25.0
DEFAULT_SIGMA = 25.0 / 3.0


class Rating(msgspec.Struct, frozen=True):
    """An estimate ``mu`` with its uncertainty ``sigma``, after so many games."""

    mu: float = DEFAULT_MU
    sigma: float = DEFAULT_SIGMA
    games: int = 0

    @property
    def ordinal(self) -> float:
        """What is shown and sorted by: almost certainly not weaker than this."""
        return self.mu - 3 * self.sigma


Sides = Sequence[Sequence[Rating]]


def rated(
    sides: Sides,
    ranks: Sequence[int] | None = None,
    *,
    scores: Sequence[float] | None = None,
    weights: Sequence[Sequence[float]] | None = None,
    margin: float = 0.0,
    balance: bool = False,
    limit_sigma: bool = False,
) -> tuple[tuple[Rating, ...], ...]:
    """The ratings after one table, side by side, in the order given.

    ``ranks`` (1 is best, equal numbers tie) or ``scores`` (more is better); neither means the
    sides are in order of merit.
    """
    model = PlackettLuce(margin=margin, balance=balance)
    teams = [[model.rating(mu=one.mu, sigma=one.sigma) for one in side] for side in sides]
    found = model.rate(
        teams,
        ranks=None if ranks is None else [float(rank) for rank in ranks],
        scores=None if scores is None else list(scores),
        weights=None if weights is None else [list(side) for side in weights],
        limit_sigma=limit_sigma,
    )
    return tuple(
        tuple(
            Rating(new.mu, new.sigma, old.games + 1) for new, old in zip(after, before, strict=True)
        )
        for after, before in zip(found, sides, strict=True)
    )


def updated(
    ratings: Mapping[str, Rating], sides: Sequence[Sequence[str]], ranks: Sequence[int]
) -> dict[str, Rating]:
    """The ratings of all players after one table; who is new starts at the default."""
    if len(sides) < 2:
        return dict(ratings)
    before = [[ratings.get(player, Rating()) for player in side] for side in sides]
    after = rated(before, ranks)
    changed = {
        player: rating
        for side, news in zip(sides, after, strict=True)
        for player, rating in zip(side, news, strict=True)
    }
    return {**ratings, **changed}


class Place(msgspec.Struct, frozen=True):
    """One line of a leaderboard."""

    rank: int
    player: str
    rating: Rating


def leaderboard(ratings: Mapping[str, Rating], least_games: int = 1) -> tuple[Place, ...]:
    """Who leads, by ordinal; equal ones share a rank and stand by name."""
    known = [(player, one) for player, one in ratings.items() if one.games >= least_games]
    known.sort(key=lambda item: (-item[1].ordinal, item[0]))
    places: list[Place] = []
    for index, (player, one) in enumerate(known, start=1):
        ties = bool(places) and places[-1].rating.ordinal == one.ordinal
        places.append(Place(places[-1].rank if ties else index, player, one))
    return tuple(places)
