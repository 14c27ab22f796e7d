"""Swiss pairings of our own: fast for large fields, exact about rematches.

Equal points meet, upper half against lower half, seats alternate. A sparse maximum-weight matching
looks at near opponents first; if that leaves somebody alone, at all. Nobody meets an opponent
again unless the whole round cannot be paired otherwise.
"""

from collections.abc import Iterable, Sequence
from itertools import accumulate

import msgspec
import rustworkx

from projections.tournaments.errors import NoPairing
from projections.tournaments.notes import Note, note

Pair = tuple[str, str]
NEAR = 12
COMPLETE_UP_TO = 48
BEST = 1 << 40
REMATCH = 1 << 32
STEP = 1 << 16
SEAT = 1 << 12


class Contender(msgspec.Struct, frozen=True):
    """Who wants to be paired: ``lean`` is how often he sat first minus how often second."""

    id: str
    points: int
    number: int
    met: dict[str, int] = {}
    lean: int = 0
    last: int = 0
    byes: int = 0


class SwissRound(msgspec.Struct, frozen=True):
    """(first, second) by table, who has the bye, and why."""

    pairs: tuple[Pair, ...]
    bye: str | None
    notes: tuple[Note, ...]


def pair_swiss(
    field: Iterable[Contender],
    round: int,
    forbidden: Iterable[frozenset[str]] = (),
    rematches: bool = True,
) -> SwissRound:
    """Pair a round; refuses with ``NoPairing`` when it cannot be done, and says why.

    ``rematches`` allows opponents to meet again where nothing else is left.
    """
    ranked = sorted(field, key=lambda one: (-one.points, one.number))
    if len(ranked) < 2:
        raise NoPairing(round=round, reason="too_few", count=len(ranked))
    apart = frozenset(forbidden)
    for again in (False, True) if rematches else (False,):
        for bye in _byes(ranked, round):
            paired = _match([one for one in ranked if one is not bye], apart, again)
            if paired is not None:
                return _explained(ranked, paired, bye, round)
    reason = "forbidden" if apart else "everybody_met"
    raise NoPairing(round=round, reason=reason, entrants=_lonely(ranked, apart, rematches))


def _byes(ranked: Sequence[Contender], round: int) -> list[Contender | None]:
    """Whom the bye may go to, the lowest first; a second one is never given."""
    if len(ranked) % 2 == 0:
        return [None]
    free: list[Contender | None] = [one for one in reversed(ranked) if one.byes == 0]
    if not free:
        raise NoPairing(round=round, reason="everyone_had_bye")
    return free


def _match(
    ranked: Sequence[Contender], apart: frozenset[frozenset[str]], again: bool
) -> list[tuple[Contender, Contender]] | None:
    """The best complete matching, higher ranked first, or None if there is none."""
    near = len(ranked) if len(ranked) <= COMPLETE_UP_TO else NEAR
    while True:
        edges = _edges(ranked, near, apart, again)
        graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
        graph.add_nodes_from(list(range(len(ranked))))
        graph.add_edges_from(edges)
        found = rustworkx.max_weight_matching(
            graph, max_cardinality=True, weight_fn=_weight, verify_optimum=False
        )
        if 2 * len(found) == len(ranked):
            return [(ranked[min(a, b)], ranked[max(a, b)]) for a, b in sorted(map(sorted, found))]
        if near >= len(ranked):
            return None
        near *= 8


def _weight(weight: int) -> int:
    return weight


def _edges(
    ranked: Sequence[Contender], near: int, apart: frozenset[frozenset[str]], again: bool
) -> list[tuple[int, int, int]]:
    starts, ends = _groups(ranked)
    levels = _levels(starts)
    edges = []
    for i, one in enumerate(ranked):
        size = ends[i] - starts[i]
        ideal = i + size // 2 if i - starts[i] < size // 2 else i + 1
        for j in _candidates(i, ideal, near, len(ranked)):
            other = ranked[j]
            times = one.met.get(other.id, 0)
            if (times and not again) or (apart and frozenset((one.id, other.id)) in apart):
                continue
            apart_by = min((levels[j] - levels[i]) ** 2 * STEP, REMATCH // 2)
            cost = times * REMATCH + apart_by + _seat_cost(one, other) + abs(j - ideal)
            edges.append((i, j, BEST - cost))
    return edges


def _candidates(i: int, ideal: int, near: int, count: int) -> Iterable[int]:
    behind = range(i + 1, min(count, i + 1 + near))
    about = range(max(behind.stop, ideal - near), min(count, ideal + near))
    return (*behind, *about)


def _groups(ranked: Sequence[Contender]) -> tuple[list[int], list[int]]:
    """For each place where its group of equal points begins and ends."""
    starts = [0] * len(ranked)
    ends = [len(ranked)] * len(ranked)
    for i in range(1, len(ranked)):
        starts[i] = starts[i - 1] if ranked[i].points == ranked[i - 1].points else i
    for i in range(len(ranked) - 2, -1, -1):
        ends[i] = ends[i + 1] if ranked[i].points == ranked[i + 1].points else i + 1
    return starts, ends


def _levels(starts: list[int]) -> list[int]:
    """For each place the number of its group of equal points, from the top."""
    return list(accumulate(int(i > 0 and start == i) for i, start in enumerate(starts)))


def _seat_cost(one: Contender, other: Contender) -> int:
    """Two who both had the same seat too often should not meet: one would have it again."""
    return abs(one.lean + other.lean) * SEAT if one.lean * other.lean > 0 else 0


def _seated(one: Contender, other: Contender, table: int) -> Pair:
    """The one who sat first less often sits first; then the one who sat second last."""
    if one.lean != other.lean:
        first = one.lean < other.lean
    elif one.last != other.last:
        first = one.last < other.last
    else:
        first = table % 2 == 1
    return (one.id, other.id) if first else (other.id, one.id)


def _explained(
    ranked: Sequence[Contender],
    paired: list[tuple[Contender, Contender]],
    bye: Contender | None,
    round: int,
) -> SwissRound:
    notes = [note("swiss")]
    if bye is not None:
        lowest = next(one for one in reversed(ranked) if one.byes == 0)
        code = "bye" if bye is lowest else "bye_higher"
        notes.append(note(code, entrant=bye.id, points=bye.points))
    for one, other in paired:
        if other.id in one.met:
            notes.append(note("rematch", first=one.id, second=other.id))
        if one.points != other.points:
            notes.append(_float(one, other))
    pairs = tuple(_seated(one, other, table) for table, (one, other) in enumerate(paired, 1))
    return SwissRound(pairs, bye.id if bye else None, tuple(notes))


def _float(one: Contender, other: Contender) -> Note:
    return note("floats", first=one.id, second=other.id, higher=one.points, lower=other.points)


def _lonely(
    ranked: Sequence[Contender], apart: frozenset[frozenset[str]], again: bool
) -> list[str]:
    """Those who may meet nobody at all."""
    return [
        one.id
        for one in ranked
        if all(
            other is one
            or frozenset((one.id, other.id)) in apart
            or (other.id in one.met and not again)
            for other in ranked
        )
    ]
