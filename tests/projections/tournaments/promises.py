"""What holds of every tournament at every moment, whatever happened in it."""

from itertools import combinations

import networkx

from projections.tournaments.exchange.exports import from_ndjson, to_ndjson
from projections.tournaments.publication.sheets import bracket_sheet, crosstable
from projections.tournaments.standings.history import history
from projections.tournaments.standings.points import TABLE
from projections.tournaments.standings.standings import standings
from projections.tournaments.state import fold


def keep(event):
    """All promises at once."""
    standings_are_a_fresh_fold(event)
    nobody_sits_twice_or_against_himself(event.now)
    nobody_meets_whom_he_may_not(event)
    the_bye_comes_once(event.now)
    rounds_missed_are_worth_what_was_announced(event.now)
    points_are_conserved(event.now)
    rematches_were_unavoidable(event)


def standings_are_a_fresh_fold(event):
    """The log, written and read again, folds to the same state and standings."""
    again = fold(from_ndjson(to_ndjson(event.log)))
    assert again == event.now
    lines = standings(event.now)
    assert standings(again) == lines
    assert [row.entrant for row in crosstable(event.now)] == [line.entrant for line in lines]
    bracket_sheet(event.now)


def nobody_sits_twice_or_against_himself(state):
    """In a round everybody has at most one place."""
    for round in state.rounds:
        placed = [id for table in round.pairing.tables for id in table.seats]
        placed += [bye.entrant for bye in round.pairing.byes]
        assert len(placed) == len(set(placed))


def nobody_meets_whom_he_may_not(event):
    """Pairs forbidden when a round was paired don't meet in it."""
    for round in event.now.rounds:
        apart = event.forbidden_then.get(round.number, frozenset())
        for table in round.pairing.tables:
            assert not any(frozenset(pair) in apart for pair in combinations(table.seats, 2))


def pairing_byes(rounds):
    """Who had the bye of an odd field, once for each time."""
    return [bye.entrant for round in rounds for bye in round.pairing.byes if bye.kind == "pairing"]


def the_bye_comes_once(state):
    """Nobody has the pairing bye twice."""
    had = pairing_byes(state.rounds)
    assert len(had) == len(set(had))


def rounds_missed_are_worth_what_was_announced(state):
    """Leaving is never worth points, and asked byes are as few as announced."""
    for mine in history(state).values():
        assert sum(one.kind == "requested" for one in mine) <= state.settings.byes.allowed
        assert all(one.points == 0 for one in mine if one.kind in ("out", "absent", "late"))


def points_are_conserved(state):
    """A table shares out what it is worth; with forfeits never more."""
    for shares in tables_of(state):
        given = sum(one.points for one in shares)
        if all(one.kind == "played" for one in shares):
            assert given == worth(state, len(shares))
        elif all(one.kind != "pending" for one in shares):
            assert given <= max(worth(state, len(shares)), TABLE * (len(shares) - 1))


def tables_of(state):
    """The appearances at each table of each round."""
    tables = {}
    for mine in history(state).values():
        for one in mine:
            if one.table:
                tables.setdefault((one.round, one.table), []).append(one)
    return tables.values()


def worth(state, seats):
    """What a whole table shares out."""
    if state.settings.points.by == "rank":
        return TABLE * seats // 2
    return state.settings.points.win * seats // 2


def rematches_were_unavoidable(event):
    """A Swiss round with a rematch had no complete pairing without one."""
    if event.now.settings.format != "swiss":
        return
    for index, round in enumerate(event.now.rounds):
        if not round.by_hand and any(note.code == "rematch" for note in round.pairing.notes):
            assert not could_be_fresh(event, index)


def could_be_fresh(event, index):
    """Whether a round's field had a pairing without rematches, by another library's matching."""
    earlier, round = event.now.rounds[:index], event.now.rounds[index]
    met = {frozenset(table.seats) for one in earlier for table in one.pairing.tables}
    apart = met | set(event.forbidden_then[round.number])
    field = [id for table in round.pairing.tables for id in table.seats]
    free = pairing_byes([round])
    had = pairing_byes(earlier)
    left_out = [id for id in field + free if id not in had] if free else [None]
    return any(complete([id for id in field + free if id != one], apart) for one in left_out)


def complete(field, apart):
    """Whether all of a field can be paired."""
    graph = networkx.Graph()
    graph.add_nodes_from(field)
    graph.add_edges_from(pair for pair in combinations(field, 2) if frozenset(pair) not in apart)
    return 2 * len(networkx.max_weight_matching(graph, maxcardinality=True)) == len(field)
