"""The bracket of a running event: how it was drawn, and which side won each match."""

from projections.tournaments.bracket.draw import Bracket, bracket
from projections.tournaments.facts import Outcome, Table
from projections.tournaments.state import State


def drawn(state: State) -> Bracket:
    """The bracket of an elimination event."""
    double = state.settings.format == "double_elimination"
    return bracket("double_elimination" if double else "single_elimination", len(state.order))


def bracket_results(state: State) -> dict[int, int]:
    """Which side won each match that has a result; who did not come lost.

    Where neither came, the better placed seat goes on (and forfeits again).
    """
    won: dict[int, int] = {}
    for round in state.rounds:
        for table in round.pairing.tables:
            outcome = round.results.get(table.number)
            if outcome is not None and table.match is not None:
                won[table.match] = _winner(table, outcome)
    return won


def _winner(table: Table, outcome: Outcome) -> int:
    first, second = (seat in outcome.absent for seat in table.seats)
    if first or second:
        return int(first and not second)
    return int(outcome.ranks[1] < outcome.ranks[0])
