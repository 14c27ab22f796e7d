"""People at a table: entrants may be pairs, the game wants persons by seat."""

from projections.tournaments.facts import Outcome, Table
from projections.tournaments.standings.ratings import Rating, updated
from projections.tournaments.state import State


def people(state: State, table: Table) -> tuple[str, ...]:
    """The persons around the table, seat by seat; partners entered together sit apart.

    Two pairs (a, b) and (c, d) sit a, c, b, d; single entrants sit as the pairing says.
    """
    members = [state.entrants[id].members for id in table.seats]
    return tuple(
        team[place]
        for place in range(max(map(len, members)))
        for team in members
        if place < len(team)
    )


def side_people(state: State, table: Table) -> tuple[tuple[str, ...], ...]:
    """The persons of each side of the table."""
    return tuple(
        tuple(person for id in team for person in state.entrants[id].members)
        for team in table.teams
    )


def rated_table(
    ratings: dict[str, Rating], state: State, table: Table, outcome: Outcome
) -> dict[str, Rating]:
    """Everybody's rating after a table; a forfeit rates nobody."""
    if outcome.absent or not outcome.ranks:
        return ratings
    return updated(ratings, side_people(state, table), outcome.ranks)


def rated_event(ratings: dict[str, Rating], state: State) -> dict[str, Rating]:
    """Everybody's rating after all tables of an event, in the order of the rounds."""
    for round in state.rounds:
        for table in round.pairing.tables:
            outcome = round.results.get(table.number)
            if outcome is not None:
                ratings = rated_table(ratings, state, table, outcome)
    return ratings
