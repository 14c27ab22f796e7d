"""Elimination brackets: who meets whom until one is left.

The better seeds meet as late as possible (1 and 2 only in the final), the best seeds get the byes,
and losers drop into the second bracket where they meet their conqueror as late as possible.
"""

from collections.abc import Callable, Mapping
from typing import Literal

import msgspec

from projections.tournaments.errors import NoMovement

Kind = Literal["single_elimination", "double_elimination"]
Origin = Literal["seed", "bye", "winner", "loser"]
BYE = 0
"""Stands where nobody will ever come; seeds count from 1."""
LARGEST: Mapping[Kind, int] = {"single_elimination": 1024, "double_elimination": 128}


class Source(msgspec.Struct, frozen=True):
    """Where somebody at a match comes from: a seed, or the winner or loser of a match (index)."""

    origin: Origin
    of: int = 0


class Match(msgspec.Struct, frozen=True):
    """One match; ``group`` 0 is the main bracket, 1 the losers', 2 the grand final.

    ``round`` counts over all groups from 0, ``number`` within the round from 1.
    """

    group: int
    round: int
    number: int
    first: Source
    second: Source

    @property
    def name(self) -> str:
        """For example ``W1.3``: main bracket, its first round, third match; L and F likewise."""
        return f"{'WLF'[self.group]}{self.round + 1}.{self.number}"


class Bracket(msgspec.Struct, frozen=True):
    """All matches in the order in which they can be played."""

    kind: Kind
    entrants: int
    matches: tuple[Match, ...]


def bracket(kind: Kind, entrants: int) -> Bracket:
    """The bracket of 2 to 128 (single: 1,024) entrants; refuses other numbers."""
    if not 2 <= entrants <= LARGEST[kind]:
        raise NoMovement(kind=kind, entrants=entrants, near=(2, LARGEST[kind]))
    size = 2
    while size < entrants:
        size *= 2
    matches: list[Match] = []
    upper = _upper(matches, size, entrants)
    if kind == "double_elimination" and size > 2:
        lower = _lower(matches, upper)
        _grand_final(matches, upper[-1][0], lower)
    return Bracket(kind, entrants, tuple(matches))


def seeding(size: int) -> tuple[int, ...]:
    """The seeds of a full field of ``size`` from top to bottom: neighbours meet."""
    order = [1]
    while len(order) < size:
        total = 2 * len(order) + 1
        order = [seed for best in order for seed in (best, total - best)]
    return tuple(order)


def _upper(matches: list[Match], size: int, entrants: int) -> list[list[int]]:
    """Add the main bracket; gives the indices of its matches by round."""
    sources = [
        Source("seed", seed) if seed <= entrants else Source("bye") for seed in seeding(size)
    ]
    rounds: list[list[int]] = []
    while len(sources) > 1:
        rounds.append(_add(matches, 0, len(rounds), sources))
        sources = [Source("winner", index) for index in rounds[-1]]
    return rounds


def _lower(matches: list[Match], upper: list[list[int]]) -> int:
    """Add the losers' bracket; gives the index of its last match."""
    orders = _DROPS[2 * len(upper[0])]
    sources = [Source("loser", index) for index in orders[0](upper[0])]
    number = len(upper)
    for order, dropping in zip(orders[1:], upper[1:], strict=True):
        stay = _add(matches, 1, number, sources)
        mixed = [
            source
            for dropped, kept in zip(order(dropping), stay, strict=True)
            for source in (Source("loser", dropped), Source("winner", kept))
        ]
        stay = _add(matches, 1, number + 1, mixed)
        sources = [Source("winner", index) for index in stay]
        number += 2
    return sources[0].of


def _grand_final(matches: list[Match], upper: int, lower: int) -> None:
    """Two matches; the second only if the one who has not lost yet loses the first."""
    number = matches[lower].round + 1
    first = _add(matches, 2, number, [Source("winner", upper), Source("winner", lower)])[0]
    _add(matches, 2, number + 1, [Source("winner", first), Source("loser", first)])


def _add(matches: list[Match], group: int, number: int, sources: list[Source]) -> list[int]:
    start = len(matches)
    pairs = zip(sources[::2], sources[1::2], strict=True)
    matches.extend(Match(group, number, i, a, b) for i, (a, b) in enumerate(pairs, start=1))
    return list(range(start, len(matches)))


Order = Callable[[list[int]], list[int]]


def _natural(places: list[int]) -> list[int]:
    return places


def _reverse(places: list[int]) -> list[int]:
    return places[::-1]


def _half_shift(places: list[int]) -> list[int]:
    half = len(places) // 2
    return places[half:] + places[:half]


def _reverse_half_shift(places: list[int]) -> list[int]:
    half = len(places) // 2
    return places[:half][::-1] + places[half:][::-1]


def _pair_flip(places: list[int]) -> list[int]:
    return [place for i in range(0, len(places), 2) for place in places[i : i + 2][::-1]]


_DROPS: Mapping[int, tuple[Order, ...]] = {
    4: (_natural, _reverse),
    8: (_natural, _reverse, _natural),
    16: (_natural, _reverse_half_shift, _reverse, _natural),
    32: (_natural, _reverse, _half_shift, _natural, _natural),
    64: (_natural, _reverse, _half_shift, _reverse, _natural, _natural),
    128: (_natural, _reverse, _half_shift, _pair_flip, _pair_flip, _pair_flip, _natural),
}
"""How the losers of each round of the main bracket are dealt into the other one, by field."""
