"""What fishing games share: which cards of the table add up to a value.

Sets of cards are bit masks over their places, so that unions and overlaps cost one operation.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache


def sums(numbers: Sequence[int], most: int) -> list[list[int]]:
    """The sets (as masks) of numbers by their sum, up to ``most``; numbers of 0 are in none."""
    found: list[list[int]] = [[0], *([] for _ in range(most))]
    for place, number in enumerate(numbers):
        for total in range(most, number - 1, -1) if number else ():
            found[total] += [mask | 1 << place for mask in found[total - number]]
    return found


def united(groups: Iterable[int]) -> tuple[int, ...]:
    """All unions of sets that share no card."""
    unions = {0: None}
    for group in groups:
        unions |= {union | group: None for union in unions if not union & group}
    del unions[0]
    return tuple(unions)


@lru_cache(maxsize=1 << 13)
def places(mask: int) -> tuple[int, ...]:
    """The places of a set, in order."""
    return tuple(place for place in range(mask.bit_length()) if mask >> place & 1)


@lru_cache(maxsize=1 << 14)
def splits(falling: tuple[int, ...], value: int) -> bool:
    """Whether numbers, the greatest first, fall completely into sets of a value.

    The greatest must be in some set; what is left is asked again, and each remainder only once:
    of a pack of cards there are a few hundred at the very most.
    """
    if not falling:
        return True
    if falling[0] > value or sum(falling) % value:
        return False
    return any(splits(rest, value) for rest in without_set(falling[1:], value - falling[0]))


def without_set(falling: tuple[int, ...], need: int) -> Iterator[tuple[int, ...]]:
    """What is left of the numbers after some have filled a need, in every way there is."""
    if need == 0:
        yield falling
    for place, number in enumerate(falling):
        if number <= need and (place == 0 or number != falling[place - 1]):
            for rest in without_set(falling[place + 1 :], need - number):
                yield falling[:place] + rest
