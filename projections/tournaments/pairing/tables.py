"""Swiss at tables of three to six: neighbours in the standings sit together.

Everybody first gets the table that his points give him; then players of nearby tables change
places as long as that spares a repeated meeting. Seats are given so that nobody keeps the same.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations, permutations

import msgspec

from projections.tournaments.errors import NoPairing
from projections.tournaments.notes import Note, note

FORBIDDEN = 1_000_000
REPEAT = 400
REACH = 12
PASSES = 12
ATTEMPTS = 40
SMALL = 80


class Sitter(msgspec.Struct, frozen=True):
    """Who wants a table: whom he met how often, and how often he had seat 0, 1, 2 …"""

    id: str
    points: int
    number: int
    met: dict[str, int] = {}
    seats: tuple[int, ...] = ()
    byes: int = 0


class TablesRound(msgspec.Struct, frozen=True):
    """Ids by table and seat, who has a bye, how many pairs meet again, and why."""

    tables: tuple[tuple[str, ...], ...]
    byes: tuple[str, ...]
    repeats: int
    notes: tuple[Note, ...]


def pair_tables(
    field: Iterable[Sitter],
    round: int,
    sizes: Sequence[int],
    forbidden: Iterable[frozenset[str]] = (),
) -> TablesRound:
    """Seat a round at tables of the allowed ``sizes``, the preferred one first."""
    ranked = sorted(field, key=lambda one: (-one.points, one.number))
    plan = table_sizes(len(ranked), sizes)
    if not plan:
        raise NoPairing(round=round, reason="sizes", count=len(ranked), sizes=tuple(sizes))
    byes = _byes(ranked, len(ranked) - sum(plan), round)
    seated = [one for one in ranked if one not in byes]
    draft = _best_draft(seated, plan, frozenset(forbidden))
    if draft.broken():
        raise NoPairing(round=round, reason="forbidden", entrants=draft.broken())
    notes = [note("tables", sizes=tuple(sorted(set(plan), reverse=True)))]
    notes += [note("bye", entrant=one.id, points=one.points) for one in byes]
    repeats = draft.repeats()
    notes += [note("repeats", count=repeats)] if repeats else []
    tables = tuple(_seat(table) for table in draft.tables)
    return TablesRound(tables, tuple(one.id for one in byes), repeats, tuple(notes))


def table_sizes(players: int, sizes: Sequence[int]) -> tuple[int, ...]:
    """How large the tables are: as few players left over as possible, then as few odd tables.

    The preferred size is the first of ``sizes``; empty when not even one table can be filled.
    """
    best: list[tuple[int, int, int] | None] = [(0, 0, 0)]
    for total in range(1, players + 1):
        options = [_one_more(best, total, size, sizes[0]) for size in sizes]
        best.append(min((option for option in options if option), default=None))
    total = max(n for n in range(players + 1) if best[n] is not None)
    plan = []
    while step := total and best[total]:
        plan.append(step[2])
        total -= step[2]
    return tuple(sorted(plan, reverse=True))


def _one_more(
    best: list[tuple[int, int, int] | None], total: int, size: int, preferred: int
) -> tuple[int, int, int] | None:
    """(cost, tables, size of the last one) if the last table has this size."""
    rest = best[total - size] if size <= total else None
    if rest is None:
        return None
    cost = 0 if size == preferred else 1 + abs(size - preferred)
    return rest[0] + cost, rest[1] + 1, size


def _byes(ranked: Sequence[Sitter], count: int, round: int) -> list[Sitter]:
    """The lowest who have not had one; a second one is never given."""
    free = [one for one in reversed(ranked) if one.byes == 0]
    if len(free) < count:
        raise NoPairing(round=round, reason="everyone_had_bye")
    return free[:count]


def _best_draft(
    seated: Sequence[Sitter], plan: Sequence[int], apart: frozenset[frozenset[str]]
) -> "_Draft":
    """The best of several beginnings; one is enough where it leaves nothing to wish for."""
    best = _Draft(seated, plan, apart)
    best.improve()
    for attempt in range(1, ATTEMPTS if len(seated) <= SMALL else 1):
        if not best.broken() and not best.repeats():
            break
        other = _Draft(seated, plan, apart, attempt)
        other.improve()
        best = min(best, other, key=lambda draft: (len(draft.broken()), draft.repeats()))
    return best


class _Draft:
    """Tables under construction; a player's home is the table his points give him."""

    def __init__(
        self,
        ranked: Sequence[Sitter],
        plan: Sequence[int],
        apart: frozenset[frozenset[str]],
        attempt: int = 0,
    ) -> None:
        self.apart = apart
        self.home = _homes(_dealt(ranked, plan))
        self.tables = _dealt(_stirred(ranked, attempt), plan)

    def improve(self) -> None:
        """Exchange players of nearby tables while that helps."""
        for _ in range(PASSES):
            troubled = [t for t, table in enumerate(self.tables) if self._trouble(table)]
            if sum(self._relieve(t) for t in troubled) == 0:
                return

    def _relieve(self, t: int) -> bool:
        """The best exchange for one player of this table, if any helps."""
        best, choice = 0, None
        for place, one in enumerate(self.tables[t]):
            if not self._pressure_in(one, self.tables[t], place):
                continue
            for u in self._around(t):
                for seat in range(len(self.tables[u])):
                    gain = self._gain(t, place, u, seat)
                    if gain > best:
                        best, choice = gain, (place, u, seat)
        if choice is None:
            return False
        place, u, seat = choice
        here, there = self.tables[t], self.tables[u]
        here[place], there[seat] = there[seat], here[place]
        return True

    def _around(self, t: int) -> Iterable[int]:
        low, high = max(0, t - REACH), min(len(self.tables), t + REACH + 1)
        return (u for u in range(low, high) if u != t)

    def _gain(self, t: int, place: int, u: int, seat: int) -> int:
        here, there = self.tables[t], self.tables[u]
        one, other = here[place], there[seat]
        moved = self._pressure_in(one, there, seat) + self._away(one, u)
        gain = self._pressure_in(one, here, place) + self._away(one, t) - moved
        if gain <= 0 and len(self.home) > SMALL:
            return 0
        moved = self._pressure_in(other, here, place) + self._away(other, t)
        return gain + self._pressure_in(other, there, seat) + self._away(other, u) - moved

    def _away(self, one: Sitter, t: int) -> int:
        return (self.home[one.id] - t) ** 2

    def _pressure_in(self, one: Sitter, table: Sequence[Sitter], place: int) -> int:
        """What it costs to have him at this place, all others staying."""
        met = one.met
        cost = 0
        for i, other in enumerate(table):
            if i != place:
                cost += REPEAT * met.get(other.id, 0)
                if self.apart and frozenset((one.id, other.id)) in self.apart:
                    cost += FORBIDDEN
        return cost

    def _trouble(self, table: Sequence[Sitter]) -> bool:
        return any(self._pressure_in(one, table, place) for place, one in enumerate(table))

    def repeats(self) -> int:
        """How many pairs at one table have met before."""
        return sum(
            other.id in one.met for table in self.tables for one, other in combinations(table, 2)
        )

    def broken(self) -> list[str]:
        """Forbidden pairs that still share a table."""
        return [
            f"{one.id} / {other.id}"
            for table in self.tables
            for one, other in combinations(table, 2)
            if frozenset((one.id, other.id)) in self.apart
        ]


def _homes(tables: list[list[Sitter]]) -> dict[str, int]:
    return {one.id: t for t, table in enumerate(tables) for one in table}


def _stirred(ranked: Sequence[Sitter], attempt: int) -> list[Sitter]:
    """The ranking with neighbours interleaved, differently at every attempt."""
    stride = attempt % 7 + 1
    window = 5 * (attempt // 7 + 1)
    return [
        one
        for start in range(0, len(ranked), window)
        for offset in range(stride)
        for one in ranked[start : start + window][offset::stride]
    ]


def _dealt(ranked: Sequence[Sitter], plan: Sequence[int]) -> list[list[Sitter]]:
    """Neighbours together; while all have the same points, strong and weak mixed."""
    tables: list[list[Sitter]] = [[] for _ in plan]
    if ranked and ranked[0].points == ranked[-1].points:
        lap = [*range(len(plan)), *reversed(range(len(plan)))]
        order = (t for _ in ranked for t in lap)
        for one in ranked:
            tables[next(t for t in order if len(tables[t]) < plan[t])].append(one)
        return tables
    rest = iter(ranked)
    for table, size in zip(tables, plan, strict=True):
        table.extend(next(rest) for _ in range(size))
    return tables


def _seat(table: Sequence[Sitter]) -> tuple[str, ...]:
    """The order in which the seats are as new to everybody as possible."""

    def used(order: tuple[Sitter, ...]) -> int:
        return sum(_times(one, seat) ** 2 for seat, one in enumerate(order))

    return tuple(one.id for one in min(permutations(table), key=used))


def _times(one: Sitter, seat: int) -> int:
    return one.seats[seat] if seat < len(one.seats) else 0
