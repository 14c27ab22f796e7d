"""What is hung on the wall beside the standings: crosstable, bracket, movement, boards."""

import msgspec

from projections.tournaments.bracket.board import board
from projections.tournaments.bracket.draw import BYE
from projections.tournaments.bracket.results import bracket_results, drawn
from projections.tournaments.facts import Outcome, Pairing
from projections.tournaments.pairing.proposals import propose
from projections.tournaments.settings import ELIMINATION
from projections.tournaments.standings import boards
from projections.tournaments.standings.history import Appearance, history, played_boards
from projections.tournaments.standings.standings import standings
from projections.tournaments.state import Round, State


class Row(msgspec.Struct, frozen=True):
    """One entrant's line of the crosstable: place, points and what he did in each round."""

    rank: int
    entrant: str
    points: int
    rounds: tuple[Appearance, ...]


def crosstable(state: State, upto: int | None = None) -> tuple[Row, ...]:
    """Everybody's rounds in the order of the standings."""
    told = history(state, upto)
    return tuple(
        Row(line.rank, line.entrant, line.points, told[line.entrant])
        for line in standings(state, upto)
    )


class Cross(msgspec.Struct, frozen=True):
    """A match of the bracket; entrants are None while unknown, "" where a bye is."""

    name: str
    group: int
    round: int
    first: str | None
    second: str | None
    winner: str | None
    outcome: Outcome | None = None


def bracket_sheet(state: State) -> tuple[Cross, ...]:
    """All matches of an elimination event, the played ones with their outcome."""
    if state.settings.format not in ELIMINATION or not state.order:
        return ()
    plan = drawn(state)
    filled = board(plan, bracket_results(state))
    outcomes = {
        table.match: round.results.get(table.number)
        for round in state.rounds
        for table in round.pairing.tables
    }

    def who(seed: int | None) -> str | None:
        return seed if seed is None else "" if seed == BYE else state.order[seed - 1]

    return tuple(
        Cross(
            match.name,
            match.group,
            match.round,
            who(filled.seats[index][0]),
            who(filled.seats[index][1]),
            who(filled.winners[index]),
            outcomes.get(index),
        )
        for index, match in enumerate(plan.matches)
    )


def movement_sheet(state: State) -> tuple[Pairing, ...]:
    """The rounds of a fixed plan, those to come included; else what has been paired."""
    done = tuple(round.pairing for round in state.rounds)
    planned = state.settings.format in ("round_robin", "whist") or state.settings.movement
    if not planned or not state.order:
        return done
    ahead = []
    for number in range(len(done) + 1, state.total + 1):
        empty = tuple(Round(n, Pairing(())) for n in range(1, number))
        ahead.append(propose(msgspec.structs.replace(state, rounds=empty)))
    return (*done, *ahead)


def board_sheet(state: State) -> tuple[boards.Line, ...]:
    """Every board at every table with its matchpoints and IMPs."""
    return boards.lines(played_boards(state.rounds), state.settings.points.lower_is_better)
