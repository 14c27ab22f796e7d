"""What is shown of standings: values with their reasons, and how many tables are still secret."""

from events.errors import Language
from projections.tournaments.notes import say
from projections.tournaments.publication.sealed import is_sealed
from projections.tournaments.standings.standings import Standing
from projections.tournaments.state import State
from services.api.schemas.standings import StandingShown, ValueShown


def standing_shown(state: State, line: Standing, language: Language) -> StandingShown:
    values = [ValueShown(one.code, one.value, say(one.why, language)) for one in line.values]
    return StandingShown(
        line.rank,
        line.entrant,
        state.entrants[line.entrant].name,
        line.points,
        line.played,
        values,
        line.penalties,
        line.withdrawn,
    )


def sealed_tables(state: State) -> int:
    """How many tables have a result that is still secret."""
    return sum(
        table.number in round.results and is_sealed(state, table)
        for round in state.rounds
        for table in round.pairing.tables
    )
