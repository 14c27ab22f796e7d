"""Tie-breaks: each a number and one line that says how it came about."""

from collections.abc import Callable, Mapping

import msgspec

from projections.tournaments.notes import Note, note
from projections.tournaments.settings import Format
from projections.tournaments.standings.history import Appearance, History
from projections.tournaments.state import State


class Field(msgspec.Struct, frozen=True):
    """What tie-breaks look at: everybody's rounds and totals.

    ``sign`` is -1 where less is better, ``own`` where that is so of the game's own points.
    """

    told: History
    totals: dict[str, int]
    sign: int
    own: int


Value = tuple[int, Note]
Tiebreak = Callable[[Field, str, tuple[str, ...]], Value]
"""(the field, an entrant, those he is tied with, himself included) → more is better, and why."""


def _games(field: Field, id: str) -> tuple[Appearance, ...]:
    return tuple(one for one in field.told[id] if one.met)


def _opponents_totals(field: Field, id: str) -> list[int]:
    """The total of each round's opponent, at a table their average.

    A round without a game counts as an opponent like himself.
    """
    return [
        sum(field.totals[other] for other in one.opponents) // len(one.opponents)
        if one.met and one.opponents
        else field.totals[id]
        for one in field.told[id]
    ]


def _buchholz(field: Field, id: str, tied: tuple[str, ...]) -> Value:
    totals = _opponents_totals(field, id)
    return field.sign * sum(totals), note("buchholz", totals=tuple(totals))


def _buchholz_cut(field: Field, id: str, tied: tuple[str, ...]) -> Value:
    totals = sorted(_opponents_totals(field, id), reverse=field.sign > 0)[:-1]
    return field.sign * sum(totals), note("buchholz_cut1", totals=tuple(totals))


def _sonneborn_berger(field: Field, id: str, tied: tuple[str, ...]) -> Value:
    parts = tuple(
        one.points * sum(field.totals[other] for other in one.opponents)
        for one in _games(field, id)
    )
    return field.sign * sum(parts), note("sonneborn_berger", parts=parts)


def _wins(field: Field, id: str, tied: tuple[str, ...]) -> Value:
    rounds = tuple(one.round for one in _games(field, id) if one.won)
    return len(rounds), note("wins", rounds=rounds)


def _head_to_head(field: Field, id: str, tied: tuple[str, ...]) -> Value:
    """Points in the games among those who tie; nothing unless all of them met."""
    others = set(tied) - {id}
    if not others:
        return 0, note("head_to_head_alone")
    met = all(_met(field, one) >= set(tied) - {one} for one in tied)
    if not met:
        return 0, note("head_to_head_unmet")
    parts = tuple(one.points for one in _games(field, id) if others & set(one.opponents))
    return field.sign * sum(parts), note("head_to_head", parts=parts)


def _met(field: Field, id: str) -> set[str]:
    return {other for one in _games(field, id) for other in one.opponents}


def _differential(field: Field, id: str, tied: tuple[str, ...]) -> Value:
    parts = tuple(field.own * one.gain for one in _games(field, id))
    return sum(parts), note("deal_differential", parts=parts)


def _score(field: Field, id: str, tied: tuple[str, ...]) -> Value:
    parts = tuple(one.score for one in _games(field, id))
    return field.own * sum(parts), note("score", parts=parts)


def _progress(field: Field, id: str, tied: tuple[str, ...]) -> Value:
    running, sums = 0, []
    for one in field.told[id]:
        running += one.points
        sums.append(running)
    return field.sign * sum(sums), note("progress", parts=tuple(sums))


def _percentage(field: Field, id: str, tied: tuple[str, ...]) -> Value:
    """Hundredths of a per cent of the matchpoints that were possible."""
    won = sum(one.matchpoints for one in field.told[id])
    top = sum(one.top for one in field.told[id])
    return 10_000 * won // top if top else 0, note("percentage", won=won, top=top)


def _imps(field: Field, id: str, tied: tuple[str, ...]) -> Value:
    parts = tuple(one.imps for one in field.told[id] if one.met)
    return sum(parts), note("imps", parts=parts)


def _games_played(field: Field, id: str, tied: tuple[str, ...]) -> Value:
    games = _games(field, id)
    return len(games), note("games", rounds=tuple(one.round for one in games))


TIEBREAKS: Mapping[str, Tiebreak] = {
    "head_to_head": _head_to_head,
    "buchholz": _buchholz,
    "buchholz_cut1": _buchholz_cut,
    "sonneborn_berger": _sonneborn_berger,
    "wins": _wins,
    "opponents_points": _buchholz,
    "deal_differential": _differential,
    "score": _score,
    "progress": _progress,
    "percentage": _percentage,
    "imps": _imps,
    "games": _games_played,
}

_USUAL: Mapping[Format, tuple[str, ...]] = {
    "round_robin": ("head_to_head", "wins", "sonneborn_berger", "deal_differential"),
    "swiss": ("buchholz_cut1", "buchholz", "sonneborn_berger", "head_to_head", "wins"),
    "dutch": ("buchholz_cut1", "buchholz", "sonneborn_berger", "head_to_head", "wins"),
    "tables": ("wins", "opponents_points", "deal_differential"),
    "whist": ("wins", "deal_differential"),
    "single_elimination": (),
    "double_elimination": (),
    "duplicate": ("percentage", "imps", "head_to_head"),
    "arena": ("wins", "games"),
}


def tiebreaks_of(state: State) -> tuple[str, ...]:
    """The announced tie-breaks, or the usual ones of the format."""
    return state.settings.tiebreaks or _USUAL[state.settings.format]
