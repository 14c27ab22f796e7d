"""What everybody may know while boards are still in play: nothing of how they were played.

As long as somebody has still to play a board, its results would tell him what lies in it.
"""

from msgspec.structs import replace

from projections.tournaments.facts import AnyFact, Outcome, ResultCorrected, ResultRecorded, Table
from projections.tournaments.state import Round, State


def is_sealed(state: State, table: Table) -> bool:
    """Whether a table has played boards that are not opened yet."""
    return bool(state.commitments) and any(board not in state.opened for board in table.boards)


def public(state: State) -> State:
    """The tournament with the results of sealed tables left out."""
    if not state.commitments:
        return state
    return replace(state, rounds=tuple(_unsealed(state, round) for round in state.rounds))


def _unsealed(state: State, round: Round) -> Round:
    shut = {table.number for table in round.pairing.tables if is_sealed(state, table)}
    if not shut:
        return round
    results = {number: outcome for number, outcome in round.results.items() if number not in shut}
    return replace(round, results=results)


def publicly(state: State, fact: AnyFact) -> AnyFact:
    """A fact as everybody may see it in this state: that a sealed table ended, not how."""
    if not isinstance(fact, ResultRecorded | ResultCorrected):
        return fact
    round = state.rounds[fact.round - 1] if fact.round <= len(state.rounds) else None
    table = round.table(fact.table) if round else None
    return replace(fact, outcome=Outcome()) if table and is_sealed(state, table) else fact
