"""The next round, proposed by the rules of the format, with its explanation. Nothing is stored."""

from collections.abc import Callable, Mapping

from projections.tournaments.bracket.board import board, playable
from projections.tournaments.bracket.results import bracket_results, drawn
from projections.tournaments.errors import NoPairing
from projections.tournaments.exchange.reports import report
from projections.tournaments.facts import Bye, Pairing, Table
from projections.tournaments.notes import note
from projections.tournaments.pairing.berger import berger_round
from projections.tournaments.pairing.dutch import pair_dutch
from projections.tournaments.pairing.limits import movement_for
from projections.tournaments.pairing.planes import plane
from projections.tournaments.pairing.swiss import Contender, pair_swiss
from projections.tournaments.pairing.tables import Sitter, pair_tables
from projections.tournaments.pairing.whist import sitting_out, whist
from projections.tournaments.settings import Format
from projections.tournaments.standings.history import Appearance, History, history, total
from projections.tournaments.state import Entrant, State, active


def propose(state: State) -> Pairing:
    """The pairing of the next round; refuses with ``NoPairing`` and its reason."""
    proposed = _FORMATS[state.settings.format](state)
    asked = tuple(
        Bye(id, kind)
        for (id, round), kind in sorted(state.byes.items())
        if round == state.next and not state.entrants[id].out(round)
    )
    return Pairing(proposed.tables, proposed.byes + asked, proposed.notes)


def _two(number: int, first: str, second: str, boards: tuple[int, ...] = ()) -> Table:
    return Table(number, (first, second), (0, 1), boards)


def _round_robin(state: State) -> Pairing:
    order = state.order
    size = state.settings.sizes[0]
    if size > 2:
        return _plane(state, size)
    lap, turn = divmod(state.next - 1, len(order) + len(order) % 2 - 1)
    pairs = [pair if lap % 2 == 0 else pair[::-1] for pair in berger_round(len(order), turn)]
    seated = [pair for pair in pairs if max(pair) <= len(order)]
    tables = tuple(
        _two(number, order[first - 1], order[second - 1])
        for number, (first, second) in enumerate(seated, start=1)
    )
    free = (order[min(pair) - 1] for pair in pairs if max(pair) > len(order))
    byes = tuple(Bye(id, "sit_out") for id in free)
    return Pairing(tables, byes, (note("berger", entrants=len(order), round=state.next),))


def _plane(state: State, size: int) -> Pairing:
    order = state.order
    rounds = plane(len(order), size)
    lines = rounds[(state.next - 1) % len(rounds)]
    tables = tuple(
        Table(number, tuple(order[point] for point in line), tuple(range(size)))
        for number, line in enumerate(lines, start=1)
    )
    return Pairing(tables, (), (note("plane", entrants=len(order), size=size),))


def _whist(state: State) -> Pairing:
    order = state.order
    plan = whist(len(order))[state.next - 1]
    tables = tuple(
        Table(number, (order[a], order[c], order[b], order[d]), (0, 1, 0, 1))
        for number, (a, b, c, d) in enumerate(plan, start=1)
    )
    out = tuple(order[player] for player in sitting_out(len(order), plan))
    notes = [note("whist", entrants=len(order), round=state.next)]
    notes += [note("sits_out", entrants=out)] if out else []
    return Pairing(tables, tuple(Bye(id, "sit_out") for id in out), tuple(notes))


def _swiss(state: State) -> Pairing:
    told = history(state)
    field = [_contender(state, told, entrant) for entrant in active(state, state.next)]
    paired = pair_swiss(field, state.next, state.forbidden, state.settings.rematches)
    tables = tuple(_two(n, first, second) for n, (first, second) in enumerate(paired.pairs, 1))
    byes = (Bye(paired.bye, "pairing"),) if paired.bye else ()
    return Pairing(tables, byes, paired.notes)


def _contender(state: State, told: History, entrant: Entrant) -> Contender:
    mine = told[entrant.id]
    seats = [1 if one.seat == 0 else -1 for one in mine if one.table]
    return Contender(
        entrant.id,
        _merit(state, mine, entrant),
        entrant.number,
        met=_met(mine),
        lean=sum(seats),
        last=seats[-1] if seats else 0,
        byes=sum(one.kind == "pairing" for one in mine),
    )


def _merit(state: State, mine: tuple[Appearance, ...], entrant: Entrant) -> int:
    """The total, turned round where less is better."""
    return state.settings.points.sign * total(state, mine, entrant.id, len(mine))


def _met(mine: tuple[Appearance, ...]) -> dict[str, int]:
    met: dict[str, int] = {}
    for one in mine:
        for other in one.opponents + one.partners:
            met[other] = met.get(other, 0) + 1
    return met


def _dutch(state: State) -> Pairing:
    here = {entrant.number for entrant in active(state, state.next)}
    if len(here) < 2:
        raise NoPairing(round=state.next, reason="too_few", count=len(here))
    number = {id: place for place, id in enumerate(state.order, start=1)}
    apart = [pair for pair in state.forbidden if pair <= number.keys()]
    pairs = pair_dutch(
        report(state).players,
        state.next,
        state.total,
        state.settings.initial,
        absent=frozenset(range(1, len(state.order) + 1)) - here,
        forbidden=sorted(sorted(number[id] for id in pair) for pair in apart),
    )
    order = state.order
    tables = tuple(
        _two(n, order[white - 1], order[black - 1])
        for n, (white, black) in enumerate(((w, b) for w, b in pairs if w and b), start=1)
    )
    free = (order[max(pair) - 1] for pair in pairs if 0 in pair)
    return Pairing(tables, tuple(Bye(id, "pairing") for id in free), (note("dutch"),))


def _tables(state: State) -> Pairing:
    paired = pair_tables(_sitters(state), state.next, state.settings.sizes, state.forbidden)
    tables = tuple(
        Table(n, seats, tuple(range(len(seats)))) for n, seats in enumerate(paired.tables, 1)
    )
    return Pairing(tables, tuple(Bye(id, "pairing") for id in paired.byes), paired.notes)


def _sitters(state: State) -> list[Sitter]:
    told = history(state)
    widest = max(state.settings.sizes)
    return [
        Sitter(
            entrant.id,
            _merit(state, told[entrant.id], entrant),
            entrant.number,
            _met(told[entrant.id]),
            tuple(
                sum(one.table > 0 and one.seat == seat for one in told[entrant.id])
                for seat in range(widest)
            ),
            sum(one.kind == "pairing" for one in told[entrant.id]),
        )
        for entrant in active(state, state.next)
    ]


def _duplicate(state: State) -> Pairing:
    if not state.settings.movement:
        return _same_deck(state)
    movement = movement_for(state.settings, len(state.order))
    order = state.order
    tables = tuple(
        _two(hand.table, order[hand.ns - 1], order[hand.ew - 1], hand.boards)
        for hand in movement.round(state.next)
    )
    seated = {id for table in tables for id in table.seats}
    byes = tuple(Bye(id, "sit_out") for id in order if id not in seated)
    return Pairing(tables, byes, (note("movement", name=movement.name, round=state.next),))


def _same_deck(state: State) -> Pairing:
    count = max(1, state.settings.boards)
    boards = tuple(range((state.next - 1) * count + 1, state.next * count + 1))
    proposed = _tables(state)
    tables = tuple(
        Table(table.number, table.seats, table.sides, boards) for table in proposed.tables
    )
    notes = (note("same_deck", boards=boards), *proposed.notes)
    return Pairing(tables, proposed.byes, notes)


def _elimination(state: State) -> Pairing:
    plan = drawn(state)
    results = bracket_results(state)
    ready = playable(plan, results)
    if not ready:
        raise NoPairing(round=state.next, reason="decided")
    seats = board(plan, results).seats
    tables = []
    for number, index in enumerate(ready, start=1):
        first, second = (state.order[(seed or 0) - 1] for seed in seats[index])
        tables.append(Table(number, (first, second), (0, 1), match=index))
    return Pairing(tuple(tables), (), (note("bracket"),))


def free(state: State) -> tuple[Entrant, ...]:
    """Who waits in an arena: in, and at no table that is still playing."""
    busy = {
        id
        for round in state.rounds
        for table in round.pairing.tables
        if table.number not in round.results
        for id in table.seats
    }
    return tuple(entrant for entrant in active(state, state.next) if entrant.id not in busy)


def _arena(state: State) -> Pairing:
    told = history(state)
    waiting = free(state)
    field = [_free(state, told, entrant) for entrant in waiting]
    if all(one.byes for one in field):
        field = [_rested(one) for one in field]
    paired = pair_swiss(field, state.next, state.forbidden)
    tables = tuple(_two(n, first, second) for n, (first, second) in enumerate(paired.pairs, 1))
    if paired.bye is None:
        return Pairing(tables, (), (note("arena"),))
    waits = note("waits", entrants=(paired.bye,))
    return Pairing(tables, (Bye(paired.bye, "waits"),), (note("arena"), waits))


def _free(state: State, told: History, entrant: Entrant) -> Contender:
    """Only the last opponent counts as met; who waited last time does not wait again."""
    one = _contender(state, told, entrant)
    mine = told[entrant.id]
    games = [game for game in mine if game.table]
    last = dict.fromkeys(games[-1].opponents, 1) if games else {}
    waited = Bye(entrant.id, "waits") in (state.last.pairing.byes if state.last else ())
    return Contender(one.id, one.points, one.number, last, one.lean, one.last, int(waited))


def _rested(one: Contender) -> Contender:
    return Contender(one.id, one.points, one.number, one.met, one.lean, one.last)


_FORMATS: Mapping[Format, Callable[[State], Pairing]] = {
    "round_robin": _round_robin,
    "swiss": _swiss,
    "dutch": _dutch,
    "tables": _tables,
    "whist": _whist,
    "single_elimination": _elimination,
    "double_elimination": _elimination,
    "duplicate": _duplicate,
    "arena": _arena,
}
