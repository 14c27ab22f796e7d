"""What must hold of an announcement, a result and a pairing made by hand."""

from collections import Counter
from collections.abc import Iterable

from events.errors import BadOptions
from projections.tournaments.errors import BadPairing, BadResult, NotNow, UnknownEntrant
from projections.tournaments.facts import Outcome, Pairing, Table
from projections.tournaments.pairing.movements import findings
from projections.tournaments.pairing.proposals import free
from projections.tournaments.settings import ELIMINATION, FIXED, Settings
from projections.tournaments.standings.tiebreaks import TIEBREAKS
from projections.tournaments.state import Entrant, Phase, State, active


def check_settings(settings: Settings) -> None:
    """Refuse an impossible announcement by the field's name."""
    for field, value, allowed, fine in _demands(settings):
        if not fine:
            raise BadOptions(field=field, value=value, allowed=allowed)


def _demands(settings: Settings) -> Iterable[tuple[str, object, object, bool]]:
    """(field, value, what is allowed, whether it is so)."""
    yield "name", settings.name, "1 to 120 characters", 1 <= len(settings.name.strip()) <= 120
    rounds, minutes, late = settings.rounds, settings.minutes, settings.late_until
    yield "rounds", rounds, "1 to 200", rounds is None or 1 <= rounds <= 200
    yield "members", settings.members, "1 to 6", 1 <= settings.members <= 6
    yield "cycles", settings.cycles, "1 or 2", settings.cycles in (1, 2)
    yield "capacity", settings.capacity, "at least 2", (settings.capacity or 2) >= 2
    timed = settings.format == "arena"
    yield "minutes", minutes, "1 to 1440", not timed or 1 <= minutes <= 1440
    yield "late_until", late, 0, late == 0 or not fixed_plan(settings)
    unknown = [code for code in settings.tiebreaks if code not in TIEBREAKS]
    yield "tiebreaks", unknown, tuple(TIEBREAKS), not unknown
    yield from _seating(settings)
    yield from _currency(settings)


def _seating(settings: Settings) -> Iterable[tuple[str, object, object, bool]]:
    sizes = settings.sizes
    several = settings.format in ("tables", "duplicate", "round_robin")
    least, most = (1 if settings.format == "duplicate" else 2), (6 if several else 2)
    fits = bool(sizes) and all(least <= size <= most for size in sizes)
    yield "sizes", sizes, f"{least} to {most}", fits or settings.format == "whist"
    yield "sizes", sizes, "each once", len(set(sizes)) == len(sizes)
    movement, plan = settings.movement, settings.plan
    yield "movement", movement, "duplicate only", not movement or settings.format == "duplicate"
    sound = plan is not None and bool(plan.hands) and not findings(plan)
    wanted = "a movement in which nobody plays a board or sits twice"
    yield "plan", "", wanted, movement != "given" or sound
    yield "boards", settings.boards, "0 to 64 a round", 0 <= settings.boards <= 64


def _currency(settings: Settings) -> Iterable[tuple[str, object, object, bool]]:
    points, byes, dutch = settings.points, settings.byes, settings.format == "dutch"
    won = dutch or settings.format in ELIMINATION
    yield "points.by", points.by, ("result",), points.by == "result" or not won
    worth = (points.win, points.draw, points.loss)
    yield "points", worth, "2, 1, 0 (halves of a point)", not dutch or worth == (2, 1, 0)
    yield "byes.pairing", byes.pairing, 2, not dutch or byes.pairing == 2
    yield "byes.allowed", byes.allowed, "0 or more", byes.allowed >= 0


def fixed_plan(settings: Settings) -> bool:
    """Whether who plays whom follows from the field alone, so that nobody can come late."""
    return settings.format in FIXED or bool(settings.movement)


def need(state: State, *phases: Phase) -> None:
    """Refuse what does not belong into this phase, or into a pause."""
    if state.phase not in phases:
        raise NotNow(reason=state.phase)
    if state.paused:
        raise NotNow(reason="paused")


def known(state: State, id: str) -> Entrant:
    """An entrant by id, or refuse."""
    if id not in state.entrants:
        raise UnknownEntrant(entrant=id)
    return state.entrants[id]


def check_outcome(state: State, table: Table, outcome: Outcome) -> None:
    """Refuse a result that this table can't have had."""
    sides = len(table.teams)
    strangers = [id for id in outcome.absent if id not in table.seats]
    if strangers:
        raise BadResult(reason="stranger", entrant=strangers[0], table=table.number)
    missing = sum(any(id in outcome.absent for id in team) for team in table.teams)
    if missing >= sides - 1 and missing > 0:
        return
    _check_ranks(outcome, sides)
    if outcome.scores and len(outcome.scores) != sides:
        raise BadResult(reason="scores_needed", count=sides)
    if state.settings.points.by == "score" and not outcome.scores:
        raise BadResult(reason="scores_needed", count=sides)
    if state.settings.format in ELIMINATION and len(set(outcome.ranks)) < sides:
        raise BadResult(reason="winner_needed")
    _check_boards(state, table, outcome, sides)


def _check_ranks(outcome: Outcome, sides: int) -> None:
    """Places as in sports: 1, 2, 2, 4."""
    if len(outcome.ranks) != sides:
        raise BadResult(reason="places_needed", count=sides)
    right = [1 + sum(other < rank for other in outcome.ranks) for rank in outcome.ranks]
    if list(outcome.ranks) != right:
        raise BadResult(reason="places_wrong")


def _check_boards(state: State, table: Table, outcome: Outcome, sides: int) -> None:
    given = [one.board for one in outcome.boards]
    compared = state.settings.points.by in ("matchpoints", "imp")
    wrong = (given or compared) and sorted(given) != sorted(table.boards)
    if wrong or any(len(one.scores) != sides for one in outcome.boards):
        raise BadResult(reason="boards_needed", boards=table.boards, count=sides)


def check_pairing(state: State, pairing: Pairing) -> None:
    """Refuse a pairing by hand that forgets, doubles or forbids somebody."""
    arena = state.settings.format == "arena"
    here = {entrant.id for entrant in (free(state) if arena else active(state, state.next))}
    asked = (id for id, round in state.byes if round == state.next)
    here |= {id for id in asked if not state.entrants[id].out(state.next)}
    placed = [id for table in pairing.tables for id in table.seats]
    placed += [bye.entrant for bye in pairing.byes]
    for id, times in Counter(placed).items():
        if id not in here:
            raise BadPairing(reason="not_playing", entrant=id)
        if times > 1:
            raise BadPairing(reason="placed_twice", entrant=id)
    forgotten = sorted(here - set(placed))
    if forgotten and not arena:
        raise BadPairing(reason="forgotten", entrant=forgotten[0])
    _check_tables(state, pairing)


def _check_tables(state: State, pairing: Pairing) -> None:
    if sorted(table.number for table in pairing.tables) != list(range(1, len(pairing.tables) + 1)):
        raise BadPairing(reason="table_numbers")
    sizes = (4,) if state.settings.format == "whist" else state.settings.sizes
    for table in pairing.tables:
        if len(table.seats) not in sizes or len(table.sides) != len(table.seats):
            raise BadPairing(reason="table_seats", table=table.number)
        if set(table.sides) != set(range(len(set(table.sides)))) or (
            len(table.seats) > 1 and len(set(table.sides)) < 2
        ):
            raise BadPairing(reason="table_seats", table=table.number)
        for pair in state.forbidden:
            if pair <= set(table.seats):
                raise BadPairing(reason="forbidden_pair", entrants=sorted(pair))
    allowed = {"pairing", "requested", "absent", "sit_out"}
    strange = [bye.kind for bye in pairing.byes if bye.kind not in allowed]
    if strange:
        raise BadPairing(reason="bye_kind", kind=strange[0])
