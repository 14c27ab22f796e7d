"""Decisions about rounds: pairing, results, corrections, reopening, penalties, the end."""

from projections.tournaments import commands as c
from projections.tournaments import facts as f
from projections.tournaments.bracket.results import bracket_results
from projections.tournaments.decisions.checks import check_outcome, check_pairing, known, need
from projections.tournaments.errors import NotNow, UnknownTable
from projections.tournaments.facts import AnyFact, Outcome, Pairing, Table
from projections.tournaments.notes import note
from projections.tournaments.pairing.proposals import propose
from projections.tournaments.settings import ELIMINATION
from projections.tournaments.state import Round, State, evolve

Facts = tuple[AnyFact, ...]
MINUTE = 60_000


def start(state: State, command: c.Start) -> Facts:
    """Open an arena; other formats start with their first round."""
    need(state, "locked")
    if state.settings.format != "arena":
        raise NotNow(reason="not_an_arena")
    return (f.Started(command.at),)


def pair(state: State, command: c.Pair) -> Facts:
    """Pair the next round; who has withdrawn forfeits the table that a plan gives him."""
    state = before_pairing(state, command)
    if command.pairing is None:
        paired = f.Paired(command.round, propose(state), at=command.at)
    else:
        paired = f.Paired(command.round, _by_hand(state, command), True, command.reason, command.at)
    return (paired, *_walkovers(state, paired))


def before_pairing(state: State, command: c.Pair) -> State:
    """The state from which the round is paired: its unpublished first pairing is set aside."""
    arena = state.settings.format == "arena"
    need(state, *(("running",) if arena else ("locked", "running")))
    last = state.last
    redo = last is not None and last.number == command.round and last.stage == "paired"
    if redo and command.pairing is not None:
        return evolve(state, f.Unpaired(command.round, "paired anew"))
    if command.round != state.next:
        raise NotNow(reason="paired_already" if command.round < state.next else "too_early")
    if arena:
        if command.at >= state.began + state.settings.minutes * MINUTE:
            raise NotNow(reason="time_over")
        return state
    if last is not None and last.stage != "closed":
        raise NotNow(reason="round_open")
    if state.next > state.total and state.settings.format not in ELIMINATION:
        raise NotNow(reason="no_more_rounds")
    return state


def _by_hand(state: State, command: c.Pair) -> Pairing:
    pairing = command.pairing
    if pairing is None or not command.reason:
        raise NotNow(reason="reason_needed")
    if state.settings.format in ELIMINATION:
        raise NotNow(reason="bracket_pairs_itself")
    check_pairing(state, pairing)
    manual = note("manual", reason=command.reason)
    return Pairing(pairing.tables, pairing.byes, (manual, *pairing.notes))


def _walkovers(state: State, paired: f.Paired) -> Facts:
    """Results of tables at which somebody has withdrawn, and the end of a round of nothing else."""
    found: list[AnyFact] = []
    for table in paired.pairing.tables:
        gone = tuple(id for id in table.seats if state.entrants[id].out(paired.round))
        if gone:
            outcome = Outcome(absent=gone)
            found.append(f.ResultRecorded(paired.round, table.number, outcome))
    if len(found) == len(paired.pairing.tables):
        found.append(f.RoundClosed(paired.round))
    return tuple(found)


def unpair(state: State, command: c.Unpair) -> Facts:
    """Drop the last pairing as long as nobody has played."""
    need(state, "running")
    last = _last(state, command.round)
    if any(_played(last, outcome, number) for number, outcome in last.results.items()):
        raise NotNow(reason="games_were_played")
    return (f.Unpaired(command.round, command.reason),)


def _played(round: Round, outcome: Outcome, number: int) -> bool:
    table = round.table(number)
    return table is not None and len(outcome.absent) == 0


def _last(state: State, number: int) -> Round:
    if state.last is None or state.last.number != number:
        raise NotNow(reason="not_the_last_round")
    return state.last


def publish(state: State, command: c.Publish) -> Facts:
    need(state, "running")
    if _round(state, command.round).stage != "paired":
        raise NotNow(reason="published_already")
    return (f.Published(command.round),)


def start_round(state: State, command: c.StartRound) -> Facts:
    need(state, "running")
    stage = _round(state, command.round).stage
    if stage != "published":
        raise NotNow(reason="not_published" if stage == "paired" else "started_already")
    return (f.RoundStarted(command.round),)


def _round(state: State, number: int) -> Round:
    if not 1 <= number <= len(state.rounds):
        raise NotNow(reason="no_such_round")
    return state.rounds[number - 1]


def _table(state: State, number: int, table: int) -> tuple[Round, Table]:
    round = _round(state, number)
    found = round.table(table)
    if found is None:
        raise UnknownTable(round=number, table=table)
    return round, found


def record(state: State, command: c.Record) -> Facts:
    """The first result of a table; the last one closes the round."""
    need(state, "running")
    round, table = _table(state, command.round, command.table)
    if table.number in round.results:
        if round.results[table.number] == command.outcome:
            return ()
        raise NotNow(reason="recorded_already")
    check_outcome(state, table, command.outcome)
    recorded = f.ResultRecorded(command.round, command.table, command.outcome)
    if len(round.results) + 1 == len(round.pairing.tables):
        return recorded, f.RoundClosed(command.round)
    return (recorded,)


def correct(state: State, command: c.Correct) -> Facts:
    """Supersede a result; later pairings stay, except that a bracket must be taken back first."""
    if state.phase not in ("running", "finished"):
        raise NotNow(reason=state.phase)
    round, table = _table(state, command.round, command.table)
    if table.number not in round.results:
        raise NotNow(reason="no_result_yet")
    check_outcome(state, table, command.outcome)
    later = command.round < len(state.rounds)
    fact = f.ResultCorrected(
        command.round, command.table, command.outcome, command.reason, paired=later
    )
    if later and table.match is not None:
        before, after = bracket_results(state), bracket_results(evolve(state, fact))
        if before[table.match] != after[table.match]:
            raise NotNow(reason="already_advanced")
    return (fact,)


def reopen(state: State, command: c.Reopen) -> Facts:
    """Open the last round again, until its results are confirmed by closing or new pairing."""
    need(state, "running")
    if _last(state, command.round).stage != "closed":
        raise NotNow(reason="round_open")
    return (f.RoundReopened(command.round, command.reason),)


def close(state: State, command: c.Close) -> Facts:
    """Close a round whose tables all have a result."""
    need(state, "running")
    round = _round(state, command.round)
    if round.stage == "closed":
        return ()
    if not round.complete:
        raise NotNow(reason="results_missing")
    return (f.RoundClosed(command.round),)


def penalise(state: State, command: c.Penalise) -> Facts:
    """Take points away, from the current round on."""
    if state.phase not in ("running", "finished"):
        raise NotNow(reason=state.phase)
    known(state, command.entrant)
    if command.points <= 0:
        raise NotNow(reason="penalty_positive")
    current = max(1, len(state.rounds))
    return (f.Penalised(command.entrant, current, command.points, command.reason),)


def pause(state: State, command: c.Pause) -> Facts:
    need(state, "registration", "locked", "running")
    return (f.Paused(command.reason),)


def resume(state: State, command: c.Resume) -> Facts:
    if not state.paused:
        raise NotNow(reason="not_paused")
    return (f.Resumed(),)


def schedule(state: State, command: c.Schedule) -> Facts:
    """Say when a coming round begins."""
    need(state, "registration", "locked", "running")
    if command.round < state.next:
        raise NotNow(reason="paired_already")
    return (f.Scheduled(command.round, command.at),)


def finish(state: State, command: c.Finish) -> Facts:
    """End the event when no table is open."""
    need(state, "locked", "running")
    if any(not round.complete for round in state.rounds):
        raise NotNow(reason="results_missing")
    return (f.Finished(command.reason),)


def cancel(state: State, command: c.Cancel) -> Facts:
    if state.phase in ("finished", "cancelled"):
        raise NotNow(reason=state.phase)
    return (f.Cancelled(command.reason),)
