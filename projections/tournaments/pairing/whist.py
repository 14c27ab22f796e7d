"""Individual partnership events: partners change every round, by whist movements.

For 4k and 4k + 1 players everybody partners everybody once and opposes everybody twice. For other
numbers a sit-out scheme: everybody sits out equally often, nobody has the same partner twice and
nobody the same opponent more than twice.
A movement is one base round, turned: round r adds r to everybody's number.
"""

from collections.abc import Iterator

from projections.tournaments.errors import NoMovement
from projections.tournaments.pairing.fields import primes_of, quarter_turn
from projections.tournaments.pairing.whist_bases import BASES

Table = tuple[int, int, int, int]
"""Players a, b, c, d from 0: a and b are partners against c and d."""
INFINITY = -1
PATIENCE = 30_000
SEARCHED = 44


def whist(n: int) -> tuple[tuple[Table, ...], ...]:
    """The rounds of n players, each a tuple of tables; refuses n for which none is known."""
    if n in (9, 25, 49):
        return _over_field(primes_of(n)[0])
    base = base_round(n)
    fixed = n % 4 == 0
    turns = n - 1 if fixed else n
    return tuple(tuple(_turn(table, r, turns, n - 1) for table in base) for r in range(turns))


def sitting_out(n: int, tables: tuple[Table, ...]) -> tuple[int, ...]:
    """Who has no table in a round."""
    seated = {player for table in tables for player in table}
    return tuple(player for player in range(n) if player not in seated)


def base_round(n: int) -> tuple[Table, ...]:
    """The round that is turned; ``INFINITY`` marks the player of 4k who keeps his place."""
    if n in BASES:
        return BASES[n]
    if n % 4 == 1 and primes_of(n) == (n,):
        return _prime(n)
    found = _search(n) if 4 <= n <= SEARCHED else None
    if found is None:
        raise NoMovement(kind="whist", entrants=n, near=_near(n))
    return found


def _near(n: int) -> tuple[int, ...]:
    known = sorted({4, 5, 6, 7, *BASES, *(q for q in range(9, 100, 4) if primes_of(q) == (q,))})
    below = [q for q in known if q < n]
    above = [q for q in known if q > n]
    return tuple(below[-1:] + above[:1])


def _turn(table: Table, by: int, turns: int, last: int) -> Table:
    a, b, c, d = (last if seat == INFINITY else (seat + by) % turns for seat in table)
    return a, b, c, d


def _prime(p: int) -> tuple[Table, ...]:
    """For a prime p = 4k + 1: x and -x against ix and -ix, where i * i = -1."""
    i = quarter_turn(p)
    seen: set[int] = set()
    tables = []
    for x in range(1, p):
        if x not in seen:
            table = (x, p - x, i * x % p, p - i * x % p)
            seen.update(table)
            tables.append(table)
    return tuple(tables)


def _over_field(p: int) -> tuple[tuple[Table, ...], ...]:
    """The same over the field of p * p elements x + yt, for which no cyclic base may exist."""
    square = _non_residue(p) if p > 2 else 1
    members = [(x, y) for x in range(p) for y in range(p)]

    def times(u: tuple[int, int], v: tuple[int, int]) -> tuple[int, int]:
        return (u[0] * v[0] + square * u[1] * v[1]) % p, (u[0] * v[1] + u[1] * v[0]) % p

    minus_one = (p - 1, 0)
    i = next(u for u in members if times(u, u) == minus_one)
    seen: set[tuple[int, int]] = {(0, 0)}
    base = []
    for u in members:
        if u not in seen:
            quad = u, times(minus_one, u), times(i, u), times(minus_one, times(i, u))
            seen.update(quad)
            base.append(quad)

    def number(u: tuple[int, int], by: tuple[int, int]) -> int:
        return (u[0] + by[0]) % p * p + (u[1] + by[1]) % p

    return tuple(
        tuple((number(a, by), number(b, by), number(c, by), number(d, by)) for a, b, c, d in base)
        for by in members
    )


def _non_residue(p: int) -> int:
    squares = {x * x % p for x in range(p)}
    return next(x for x in range(2, p) if x not in squares)


class _Base:
    """A base round under construction: which numbers and which differences are used."""

    def __init__(self, n: int) -> None:
        self.n = n
        self.fixed = n % 4 == 0
        self.turns = n - 1 if self.fixed else n
        self.spare = self.turns - 4 * (n // 4) + (1 if self.fixed else 0)
        self.free = [True] * self.turns
        self.partner = [False] * (self.turns + 1)
        self.opposed = [0] * (self.turns + 1)
        if self.turns % 2 == 0:
            self.partner[self.turns // 2] = True
            self.opposed[self.turns // 2] = 1
        self.tables: list[Table] = []
        self.patience = PATIENCE

    def gap(self, a: int, b: int) -> int:
        d = abs(a - b)
        return min(d, self.turns - d)

    def oppose(self, a: int, b: int) -> bool:
        gap = self.gap(a, b)
        if self.opposed[gap] >= 2:
            return False
        self.opposed[gap] += 1
        return True

    def forgive(self, a: int, b: int) -> None:
        self.opposed[self.gap(a, b)] -= 1


def _search(n: int) -> tuple[Table, ...] | None:
    """Depth first, bounded; None if nothing was found in time."""
    base = _Base(n)
    first = 0
    if base.fixed:
        return _search_fixed(base)
    if base.spare:
        base.free[first] = False
        base.spare -= 1
    return tuple(base.tables) if _fill(base) else None


def _search_fixed(base: _Base) -> tuple[Table, ...] | None:
    base.free[0] = False
    for c in range(1, base.turns):
        for d in range(c + 1, base.turns):
            if not base.oppose(0, c):
                continue
            if base.oppose(0, d):
                base.free[c] = base.free[d] = False
                base.partner[base.gap(c, d)] = True
                base.tables.append((INFINITY, 0, c, d))
                if _fill(base):
                    return tuple(base.tables)
                base.tables.pop()
                base.partner[base.gap(c, d)] = False
                base.free[c] = base.free[d] = True
                base.forgive(0, d)
            base.forgive(0, c)
    return None


def _fill(base: _Base) -> bool:
    if len(base.tables) == base.n // 4:
        return True
    base.patience -= 1
    if base.patience < 0:
        return False
    a = base.free.index(True)
    base.free[a] = False
    for table in _tables_of(base, a):
        base.tables.append(table)
        if _fill(base):
            return True
        base.tables.pop()
    if base.spare:
        base.spare -= 1
        if _fill(base):
            return True
        base.spare += 1
    base.free[a] = True
    return False


def _tables_of(base: _Base, a: int) -> Iterator[Table]:
    """Every table for a that still fits; what it takes is taken while the caller looks on."""
    for b in _free(base):
        ab = base.gap(a, b)
        if base.partner[ab]:
            continue
        base.partner[ab], base.free[b] = True, False
        for c in _free(base):
            if not base.oppose(a, c):
                continue
            if base.oppose(b, c):
                base.free[c] = False
                yield from _fourth(base, a, b, c)
                base.free[c] = True
                base.forgive(b, c)
            base.forgive(a, c)
        base.partner[ab], base.free[b] = False, True


def _fourth(base: _Base, a: int, b: int, c: int) -> Iterator[Table]:
    for d in _free(base):
        cd = base.gap(c, d)
        if d < c or base.partner[cd] or not base.oppose(a, d):
            continue
        if base.oppose(b, d):
            base.partner[cd], base.free[d] = True, False
            yield a, b, c, d
            base.partner[cd], base.free[d] = False, True
            base.forgive(b, d)
        base.forgive(a, d)


def _free(base: _Base) -> list[int]:
    return [number for number, free in enumerate(base.free) if free]
