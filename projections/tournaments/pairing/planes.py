"""Round robin at tables of q: q * q players meet everybody exactly once in q + 1 rounds.

Players are the points of an affine plane, tables its lines, rounds its directions.
"""

from collections.abc import Callable

from projections.tournaments.errors import NoMovement

Tables = tuple[tuple[int, ...], ...]
ORDERS = (3, 4, 5)


def plane(players: int, size: int) -> tuple[Tables, ...]:
    """The rounds of 9, 16 or 25 players (from 0) at tables of 3, 4 or 5."""
    if size not in ORDERS or players != size * size:
        near = (size * size,) if size in ORDERS else tuple(q * q for q in ORDERS)
        raise NoMovement(kind=f"tables of {size}", entrants=players, near=near)
    plus, times = (_plus4, _times4) if size == 4 else _modulo(size)
    span = range(size)
    across = tuple(tuple(size * x + y for y in span) for x in span)
    down = tuple(tuple(size * x + y for x in span) for y in span)
    slanting = (
        tuple(tuple(size * x + plus(times(slope, x), b) for x in span) for b in span)
        for slope in range(1, size)
    )
    return across, down, *slanting


Operation = Callable[[int, int], int]


def _modulo(p: int) -> tuple[Operation, Operation]:
    return (lambda x, y: (x + y) % p), (lambda x, y: x * y % p)


def _plus4(x: int, y: int) -> int:
    return x ^ y


def _times4(x: int, y: int) -> int:
    """In the field of four, 1, 2 and 3 are the powers of 2: 1, 2, 2 * 2 = 3."""
    return 0 if 0 in (x, y) else (x + y - 2) % 3 + 1
