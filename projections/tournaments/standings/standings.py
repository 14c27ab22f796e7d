"""Who leads, after any round: points, tie-breaks with their values, ranks."""

from collections.abc import Callable, Iterable

import msgspec

from projections.tournaments.bracket.board import placings
from projections.tournaments.bracket.results import bracket_results, drawn
from projections.tournaments.notes import Note
from projections.tournaments.settings import ELIMINATION
from projections.tournaments.standings.history import History, history, total
from projections.tournaments.standings.tiebreaks import TIEBREAKS, Field, tiebreaks_of
from projections.tournaments.state import State


class TieValue(msgspec.Struct, frozen=True):
    """One tie-break of one entrant: more is better."""

    code: str
    value: int
    why: Note


class Standing(msgspec.Struct, frozen=True):
    """One line of the standings; equal ranks are not separated by any tie-break."""

    rank: int
    entrant: str
    points: int
    played: int
    values: tuple[TieValue, ...] = ()
    penalties: int = 0
    withdrawn: bool = False


def standings(state: State, upto: int | None = None) -> tuple[Standing, ...]:
    """The standings after round ``upto`` (all that was played if None)."""
    if state.settings.format in ELIMINATION and state.order:
        return _by_bracket(state, upto)
    field = _field(state, upto)
    ids = state.order or tuple(state.entrants)
    groups = _grouped(ids, lambda id: -field.sign * field.totals[id])
    codes = tiebreaks_of(state)
    values: dict[str, list[TieValue]] = {id: [] for id in ids}
    for code in codes:
        groups = [part for group in groups for part in _split(field, code, group, values)]
    return _lines(state, field, groups, values)


def _field(state: State, upto: int | None) -> Field:
    told = history(state, upto)
    last = len(state.rounds[:upto])
    totals = {id: total(state, mine, id, last) for id, mine in told.items()}
    points = state.settings.points
    return Field(told, totals, points.sign, points.own_sign)


Group = tuple[str, ...]


def _grouped(ids: Iterable[str], key: Callable[[str], int]) -> list[Group]:
    """The ids by ascending key; equal ones stay together in their order."""
    groups: dict[int, list[str]] = {}
    for id in ids:
        groups.setdefault(key(id), []).append(id)
    return [tuple(groups[value]) for value in sorted(groups)]


def _split(field: Field, code: str, group: Group, values: dict[str, list[TieValue]]) -> list[Group]:
    for id in group:
        value, why = TIEBREAKS[code](field, id, group)
        values[id].append(TieValue(code, value, why))
    return _grouped(group, lambda id: -values[id][-1].value)


def _lines(
    state: State, field: Field, groups: list[Group], values: dict[str, list[TieValue]]
) -> tuple[Standing, ...]:
    lines = []
    rank = 1
    for group in groups:
        for id in group:
            lines.append(_line(state, rank, id, field.totals[id], field.told, values[id]))
        rank += len(group)
    return tuple(lines)


def _line(
    state: State, rank: int, id: str, points: int, told: History, values: list[TieValue]
) -> Standing:
    fines = sum(one.points for one in state.penalties if one.entrant == id)
    return Standing(
        rank,
        id,
        points,
        sum(one.met for one in told[id]),
        tuple(values),
        fines,
        state.entrants[id].withdrawn,
    )


def _by_bracket(state: State, upto: int | None) -> tuple[Standing, ...]:
    """As far as they came; points are the matches won."""
    past = msgspec.structs.replace(state, rounds=state.rounds[:upto])
    told = history(past)
    lines = []
    shared: dict[int, int] = {}
    for line, (place, seed) in enumerate(placings(drawn(past), bracket_results(past)), start=1):
        id = past.order[seed - 1]
        won = sum(one.won for one in told[id])
        lines.append(_line(past, shared.setdefault(place, line), id, won, told, []))
    return tuple(lines)
