"""Round by round what everybody did: the one reading of the log that all standings rest on."""

from collections import defaultdict
from collections.abc import Iterator
from typing import cast

import msgspec

from projections.tournaments.facts import Outcome, Table
from projections.tournaments.standings import boards
from projections.tournaments.standings.points import Kind, Share, bye_points, shares
from projections.tournaments.state import Round, State


class Appearance(msgspec.Struct, frozen=True):
    """One round of one entrant.

    ``score`` is the game's own, ``gain`` the sum of the gaps to the other sides, ``top`` the most
    matchpoints that were possible; ``won`` means first alone. ``seat`` is the place from 0.
    """

    round: int
    kind: Kind
    points: int = 0
    table: int = 0
    seat: int = 0
    rank: int = 0
    won: bool = False
    score: int = 0
    gain: int = 0
    matchpoints: int = 0
    top: int = 0
    imps: int = 0
    opponents: tuple[str, ...] = ()
    partners: tuple[str, ...] = ()

    @property
    def met(self) -> bool:
        """Whether a game was really played."""
        return self.kind == "played"


History = dict[str, tuple[Appearance, ...]]


def history(state: State, upto: int | None = None) -> History:
    """Every entrant's rounds up to ``upto`` (all if None), in the order of the rounds."""
    told: dict[str, list[Appearance]] = {id: [] for id in state.entrants}
    rounds = state.rounds[:upto]
    compared = _compared(state, rounds)
    for round in rounds:
        seen = {}
        for id, one in _appearances(state, round, compared):
            seen[id] = one
        for id, mine in told.items():
            mine.append(seen[id] if id in seen else _missed(state, id, round.number))
    return {id: tuple(mine) for id, mine in told.items()}


Compared = dict[tuple[int, int, int], list[boards.Line]]


def _compared(state: State, rounds: tuple[Round, ...]) -> Compared:
    """The board lines by (round, table, side)."""
    found: Compared = defaultdict(list)
    for line in boards.lines(played_boards(rounds), state.settings.points.lower_is_better):
        found[line.round, line.table, line.side].append(line)
    return found


def played_boards(rounds: tuple[Round, ...]) -> Iterator[boards.Played]:
    """Every board result that stands."""
    for round in rounds:
        for table, outcome in round.results.items():
            for scored in outcome.boards:
                yield round.number, table, scored


def _appearances(
    state: State, round: Round, compared: Compared
) -> Iterator[tuple[str, Appearance]]:
    for table in round.pairing.tables:
        yield from _at_table(state, round, table, compared)
    for bye in round.pairing.byes:
        kind = cast(Kind, bye.kind)
        worth = bye_points(state.settings.byes, state.settings.points, kind)
        yield bye.entrant, Appearance(round.number, kind, worth)


def _at_table(
    state: State, round: Round, table: Table, compared: Compared
) -> Iterator[tuple[str, Appearance]]:
    outcome = round.results.get(table.number)
    teams = table.teams
    settings = state.settings
    given = shares(settings.points, settings.byes, table, outcome) if outcome else ()
    for side, team in enumerate(teams):
        lines = compared.get((round.number, table.number, side), [])
        share = given[side] if given else Share("pending", 0)
        for id in team:
            own = _own(state, share, outcome, id)
            yield id, _seated(state, round, table, team, id, own, lines)


def _own(state: State, share: Share, outcome: Outcome | None, id: str) -> Share:
    """A partner who came while the other did not: the side forfeits, he sat out."""
    if share.kind == "forfeit_loss" and outcome and id not in outcome.absent:
        worth = bye_points(state.settings.byes, state.settings.points, "sit_out")
        return Share("sit_out", worth)
    return share


def _seated(
    state: State,
    round: Round,
    table: Table,
    team: tuple[str, ...],
    id: str,
    share: Share,
    lines: list[boards.Line],
) -> Appearance:
    matchpoints = sum(line.matchpoints for line in lines)
    imps = sum(line.imps for line in lines)
    by = state.settings.points.by
    compared = matchpoints if by == "matchpoints" else imps if by == "imp" else 0
    score = share.score or sum(line.score for line in lines)
    return Appearance(
        round=round.number,
        kind=share.kind,
        points=share.points + compared,
        table=table.number,
        seat=table.seats.index(id),
        rank=share.rank,
        won=share.won,
        score=score,
        gain=share.gain,
        matchpoints=matchpoints,
        top=sum(line.top for line in lines),
        imps=imps,
        opponents=tuple(other for other in table.seats if other not in team),
        partners=tuple(other for other in team if other != id),
    )


def _missed(state: State, id: str, round: int) -> Appearance:
    """Neither table nor bye: not there yet, away, or still at an earlier table of an arena."""
    if state.settings.format == "arena":
        return Appearance(round, "waits")
    kind: Kind = "late" if round < state.entrants[id].since else "out"
    return Appearance(round, kind, bye_points(state.settings.byes, state.settings.points, kind))


def total(state: State, mine: tuple[Appearance, ...], id: str, upto: int) -> int:
    """All points less penalties, after round ``upto``."""
    fines = sum(
        penalty.points
        for penalty in state.penalties
        if penalty.entrant == id and penalty.round <= max(upto, 1)
    )
    return sum(one.points for one in mine) - state.settings.points.sign * fines
