"""Decisions about the field: who registers, checks in, leaves, returns, is replaced."""

from collections import Counter

from projections.tournaments import commands as c
from projections.tournaments import facts as f
from projections.tournaments.decisions.boards import check_boards
from projections.tournaments.decisions.checks import check_settings, fixed_plan, known, need
from projections.tournaments.errors import ByeRefused, NotAdmitted, NotNow
from projections.tournaments.facts import AnyFact, Outcome
from projections.tournaments.pairing.limits import rounds_for
from projections.tournaments.settings import ELIMINATION
from projections.tournaments.state import Entrant, Round, State

Facts = tuple[AnyFact, ...]


def create(command: c.Create) -> Facts:
    """Announce a tournament."""
    check_settings(command.settings)
    return (f.Created(command.settings, command.seed),)


def amend(state: State, command: c.Amend) -> Facts:
    need(state, "registration")
    check_settings(command.settings)
    capacity = command.settings.capacity
    if capacity is not None and capacity < len(state.entrants):
        raise NotNow(reason="registered_count", count=len(state.entrants))
    return (f.Amended(command.settings),)


def register(state: State, command: c.Register) -> Facts:
    """All or none; after the start only where late entries are announced."""
    need(state, "registration", "locked", "running")
    _check_late(state)
    taken = Counter(who for one in state.entrants.values() for who in one.members)
    ids = set(state.entrants)
    found = []
    for entry in command.entries:
        _admit(state, entry, ids, taken)
        ids.add(entry.entrant)
        taken.update(entry.members)
        found.append(_registered(state, entry))
    if state.settings.capacity is not None and len(ids) > state.settings.capacity:
        raise NotAdmitted(entrant=command.entries[-1].entrant, reason="full")
    return tuple(found)


def _check_late(state: State) -> None:
    if state.phase == "registration" or state.settings.format == "arena":
        return
    if state.next > state.settings.late_until:
        raise NotNow(reason="registration_closed")


def _admit(state: State, entry: c.Entry, ids: set[str], taken: Counter[str]) -> None:
    if entry.entrant in ids:
        raise NotAdmitted(entrant=entry.entrant, reason="registered_already")
    if len(entry.members) != state.settings.members:
        members = state.settings.members
        raise NotAdmitted(entrant=entry.entrant, reason="members_needed", members=members)
    again = [who for who in entry.members if taken[who]]
    if again or len(set(entry.members)) < len(entry.members):
        raise NotAdmitted(entrant=entry.entrant, reason="member_registered")


def _registered(state: State, entry: c.Entry) -> f.Registered:
    return f.Registered(entry.entrant, entry.name, entry.members, entry.rating, state.next)


def check_in(state: State, command: c.CheckIn) -> Facts:
    need(state, "registration")
    if known(state, command.entrant).checked_in:
        return ()
    return (f.CheckedIn(command.entrant),)


def lock(state: State, command: c.Lock) -> Facts:
    """Close registration: who has not checked in is out, the rest is seeded and counted."""
    need(state, "registration")
    late = [one.id for one in state.entrants.values() if _forgot(state, one)]
    here = [one for one in state.entrants.values() if not one.withdrawn and not _forgot(state, one)]
    order = tuple(one.id for one in sorted(here, key=lambda one: -one.rating))
    if command.order:
        if sorted(command.order) != sorted(order):
            raise NotNow(reason="order_incomplete")
        order = command.order
    rounds = rounds_for(state.settings, len(order))
    check_boards(state, len(order), rounds)
    gone = (f.Withdrawn(id, 1, "not_checked_in") for id in late)
    return (*gone, f.Locked(order, rounds))


def _forgot(state: State, one: Entrant) -> bool:
    return state.settings.check_in and not one.checked_in and not one.withdrawn


def withdraw(state: State, command: c.Withdraw) -> Facts:
    """Leave: open tables for two are forfeited; when nobody is left the event ends."""
    need(state, "registration", "locked", "running")
    entrant = known(state, command.entrant)
    if entrant.withdrawn:
        raise NotNow(reason="withdrawn_already")
    forfeits = _forfeits(state, entrant.id)
    first = forfeits[0].round if forfeits else state.next
    found: list[AnyFact] = [f.Withdrawn(entrant.id, first, command.reason), *forfeits]
    found += _closings(state, forfeits)
    left = [one for one in state.entrants.values() if one.id != entrant.id and not one.withdrawn]
    if not left and state.phase != "registration":
        found.append(f.Finished("everyone_withdrew"))
    return tuple(found)


def _forfeits(state: State, id: str) -> list[f.ResultRecorded]:
    return [
        f.ResultRecorded(round.number, table.number, Outcome(absent=(id,)))
        for round in state.rounds
        if round.stage != "closed"
        for table in round.pairing.tables
        if id in table.seats and table.number not in round.results and len(table.seats) == 2
    ]


def _closings(state: State, forfeits: list[f.ResultRecorded]) -> list[AnyFact]:
    done = Counter(one.round for one in forfeits)
    return [
        f.RoundClosed(round.number)
        for round in state.rounds
        if done[round.number] and _last_ones(round, done[round.number])
    ]


def _last_ones(round: Round, new: int) -> bool:
    return len(round.results) + new == len(round.pairing.tables)


def come_back(state: State, command: c.Return) -> Facts:
    """Play again from the next round on; what was missed stays missed."""
    need(state, "registration", "locked", "running")
    entrant = known(state, command.entrant)
    if not entrant.withdrawn:
        raise NotNow(reason="not_withdrawn")
    if state.settings.format in ELIMINATION and state.phase != "registration":
        raise NotNow(reason="out_of_the_bracket")
    if not entrant.number and state.phase != "registration":
        if fixed_plan(state.settings):
            raise NotNow(reason="registration_closed")
        _check_late(state)
    return (f.Returned(entrant.id, state.next),)


def replaced(state: State, command: c.Replace) -> Facts:
    """Other people take the place, with its points."""
    need(state, "registration", "locked", "running")
    known(state, command.entrant)
    others = [one for one in state.entrants.values() if one.id != command.entrant]
    taken = Counter(who for one in others for who in one.members)
    entry = c.Entry(command.entrant, command.name, command.members)
    _admit(state, entry, {one.id for one in others}, taken)
    return (f.Replaced(command.entrant, command.name, command.members, command.reason),)


def request_bye(state: State, command: c.RequestBye) -> Facts:
    """Sit out one round that is not paired yet; worth points only as often as announced."""
    need(state, "registration", "locked", "running")
    entrant = known(state, command.entrant)
    reason = _no_bye(state, command, entrant)
    if reason:
        raise ByeRefused(entrant=entrant.id, reason=reason)
    return (f.ByeRequested(entrant.id, command.round, command.kind),)


def _no_bye(state: State, command: c.RequestBye, entrant: Entrant) -> str:
    if command.kind not in ("requested", "absent"):
        return "no_such_bye"
    if fixed_plan(state.settings) or state.settings.format == "arena":
        return "no_byes"
    if entrant.withdrawn:
        return "withdrawn"
    if command.round < state.next or (entrant.id, command.round) in state.byes:
        return "too_late"
    if command.kind == "absent":
        return ""
    if state.total and command.round >= state.total:
        return "last_round"
    had = sum(id == entrant.id and kind == "requested" for (id, _), kind in state.byes.items())
    return "no_more_byes" if had >= state.settings.byes.allowed else ""


def forbid(state: State, command: c.Forbid) -> Facts:
    need(state, "registration", "locked", "running")
    first, second = command.entrants
    known(state, first)
    known(state, second)
    if first == second:
        raise NotNow(reason="one_entrant_twice")
    if fixed_plan(state.settings):
        raise NotNow(reason="plan")
    return (f.Forbidden(command.entrants, command.reason),)


def permit(state: State, command: c.Permit) -> Facts:
    need(state, "registration", "locked", "running")
    if frozenset(command.entrants) not in state.forbidden:
        raise NotNow(reason="not_forbidden")
    return (f.Permitted(command.entrants),)
