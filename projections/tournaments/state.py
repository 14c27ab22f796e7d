"""The tournament as its log tells it: ``evolve`` folds one fact after another, judging nothing."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal

import msgspec

from events.errors import Corrupt
from projections.tournaments import facts
from projections.tournaments.facts import AnyFact, Outcome, Pairing, Table
from projections.tournaments.settings import Settings

replace = msgspec.structs.replace

Phase = Literal["registration", "locked", "running", "finished", "cancelled"]
Stage = Literal["paired", "published", "running", "closed"]


class Entrant(msgspec.Struct, frozen=True):
    """``number`` is the place in the seeding (0 before), ``since`` the first round he can play.

    ``away`` lists (first round out, first round in again; 0 = still out).
    """

    id: str
    name: str
    members: tuple[str, ...]
    rating: int = 0
    number: int = 0
    since: int = 1
    checked_in: bool = False
    away: tuple[tuple[int, int], ...] = ()

    @property
    def withdrawn(self) -> bool:
        return bool(self.away) and self.away[-1][1] == 0

    def out(self, round: int) -> bool:
        """Whether a withdrawal covers this round."""
        return any(first <= round and (back == 0 or round < back) for first, back in self.away)


class Round(msgspec.Struct, frozen=True):
    """A round: its stored pairing and the results that stand, by table number."""

    number: int
    pairing: Pairing
    stage: Stage = "paired"
    results: dict[int, Outcome] = {}
    by_hand: bool = False
    at: int = 0

    def table(self, number: int) -> Table | None:
        return next((table for table in self.pairing.tables if table.number == number), None)

    @property
    def complete(self) -> bool:
        return len(self.results) == len(self.pairing.tables)


class Penalty(msgspec.Struct, frozen=True):
    entrant: str
    round: int
    points: int
    reason: str


class State(msgspec.Struct, frozen=True):
    """Everything that has been decided so far."""

    settings: Settings
    seed: int = 0
    phase: Phase = "registration"
    paused: bool = False
    entrants: dict[str, Entrant] = {}
    order: tuple[str, ...] = ()
    total: int = 0
    rounds: tuple[Round, ...] = ()
    forbidden: frozenset[frozenset[str]] = frozenset()
    byes: dict[tuple[str, int], str] = {}
    penalties: tuple[Penalty, ...] = ()
    schedule: dict[int, int] = {}
    commitments: tuple[str, ...] = ()
    promises: dict[str, str] = {}
    contributions: dict[str, str] = {}
    opened: dict[int, str] = {}
    began: int = 0
    ended: str = ""

    @property
    def last(self) -> Round | None:
        return self.rounds[-1] if self.rounds else None

    @property
    def next(self) -> int:
        """The number of the round that would be paired now."""
        return len(self.rounds) + 1


def fold(log: Iterable[AnyFact]) -> State:
    """The state after a whole log."""
    state: State | None = None
    for fact in log:
        state = evolve(state, fact)
    if state is None:
        raise Corrupt(reason="an empty tournament log")
    return state


def evolve(state: State | None, fact: AnyFact) -> State:
    """The state after one more fact; raises ``Corrupt`` on what can't have happened."""
    if isinstance(fact, facts.Created):
        if state is not None:
            raise Corrupt(reason="a tournament was created twice")
        return State(fact.settings, fact.seed)
    if state is None:
        raise Corrupt(reason=f"{type(fact).__name__} before Created")
    return _FOLDS[type(fact)](state, fact)


def active(state: State, round: int) -> tuple[Entrant, ...]:
    """Who can be paired in a round, in order of the seeding."""
    return tuple(
        entrant
        for entrant in map(state.entrants.__getitem__, state.order)
        if entrant.since <= round
        and not entrant.out(round)
        and (entrant.id, round) not in state.byes
    )


def entrant_of(state: State, id: str) -> Entrant:
    """An entrant that the log knows."""
    try:
        return state.entrants[id]
    except KeyError:
        raise Corrupt(reason=f"no entrant {id}") from None


def _amended(state: State, fact: facts.Amended) -> State:
    return replace(state, settings=fact.settings)


def _registered(state: State, fact: facts.Registered) -> State:
    if fact.entrant in state.entrants:
        raise Corrupt(reason=f"{fact.entrant} registered twice")
    late = state.phase != "registration"
    entrant = Entrant(
        fact.entrant,
        fact.name,
        fact.members,
        fact.rating,
        number=len(state.order) + 1 if late else 0,
        since=fact.round,
    )
    return replace(
        state,
        entrants={**state.entrants, entrant.id: entrant},
        order=(*state.order, entrant.id) if late else state.order,
    )


def _changed(state: State, id: str, **changes: Any) -> State:
    changed = replace(entrant_of(state, id), **changes)
    return replace(state, entrants={**state.entrants, id: changed})


def _checked_in(state: State, fact: facts.CheckedIn) -> State:
    return _changed(state, fact.entrant, checked_in=True)


def _locked(state: State, fact: facts.Locked) -> State:
    numbered = {
        id: replace(entrant_of(state, id), number=number)
        for number, id in enumerate(fact.order, start=1)
    }
    return replace(
        state,
        phase="locked",
        entrants={**state.entrants, **numbered},
        order=fact.order,
        total=fact.rounds,
    )


def _started(state: State, fact: facts.Started) -> State:
    return replace(state, phase="running", began=fact.at)


def _forbidden(state: State, fact: facts.Forbidden) -> State:
    return replace(state, forbidden=state.forbidden | {frozenset(fact.entrants)})


def _permitted(state: State, fact: facts.Permitted) -> State:
    return replace(state, forbidden=state.forbidden - {frozenset(fact.entrants)})


def _bye_requested(state: State, fact: facts.ByeRequested) -> State:
    return replace(state, byes={**state.byes, (fact.entrant, fact.round): fact.kind})


def _paired(state: State, fact: facts.Paired) -> State:
    last = state.last
    if last is not None and fact.round == last.number and last.stage == "paired":
        rest = state.rounds[:-1]
    elif fact.round == state.next:
        rest = state.rounds
    else:
        raise Corrupt(reason=f"round {fact.round} was paired after round {len(state.rounds)}")
    paired = Round(fact.round, fact.pairing, by_hand=fact.by_hand, at=fact.at)
    return replace(state, phase="running", rounds=(*rest, paired))


def _unpaired(state: State, fact: facts.Unpaired) -> State:
    if state.last is None or state.last.number != fact.round:
        raise Corrupt(reason=f"round {fact.round} is not the last one")
    return replace(state, rounds=state.rounds[:-1])


def _round(state: State, number: int, **changes: Any) -> State:
    if not 1 <= number <= len(state.rounds):
        raise Corrupt(reason=f"there is no round {number}")
    changed = replace(state.rounds[number - 1], **changes)
    return replace(state, rounds=(*state.rounds[: number - 1], changed, *state.rounds[number:]))


def _published(state: State, fact: facts.Published) -> State:
    return _round(state, fact.round, stage="published")


def _round_started(state: State, fact: facts.RoundStarted) -> State:
    return _round(state, fact.round, stage="running")


def _result(state: State, fact: facts.ResultRecorded | facts.ResultCorrected) -> State:
    rounds = dict(enumerate(state.rounds, start=1))
    round = rounds.get(fact.round)
    if round is None or round.table(fact.table) is None:
        raise Corrupt(reason=f"there is no table {fact.table} in round {fact.round}")
    return _round(state, fact.round, results={**round.results, fact.table: fact.outcome})


def _closed(state: State, fact: facts.RoundClosed) -> State:
    return _round(state, fact.round, stage="closed")


def _reopened(state: State, fact: facts.RoundReopened) -> State:
    return _round(state, fact.round, stage="running")


def _penalised(state: State, fact: facts.Penalised) -> State:
    penalty = Penalty(fact.entrant, fact.round, fact.points, fact.reason)
    return replace(state, penalties=(*state.penalties, penalty))


def _withdrawn(state: State, fact: facts.Withdrawn) -> State:
    entrant = entrant_of(state, fact.entrant)
    return _changed(state, fact.entrant, away=(*entrant.away, (fact.round, 0)))


def _returned(state: State, fact: facts.Returned) -> State:
    entrant = entrant_of(state, fact.entrant)
    if not entrant.withdrawn:
        raise Corrupt(reason=f"{fact.entrant} returned without having left")
    away = (*entrant.away[:-1], (entrant.away[-1][0], fact.round))
    if entrant.number or state.phase == "registration":
        return _changed(state, fact.entrant, away=away)
    number = len(state.order) + 1
    state = _changed(state, fact.entrant, away=away, number=number, since=fact.round)
    return replace(state, order=(*state.order, fact.entrant))


def _replaced(state: State, fact: facts.Replaced) -> State:
    return _changed(state, fact.entrant, name=fact.name, members=fact.members)


def _paused(state: State, fact: facts.Paused) -> State:
    return replace(state, paused=True)


def _resumed(state: State, fact: facts.Resumed) -> State:
    return replace(state, paused=False)


def _scheduled(state: State, fact: facts.Scheduled) -> State:
    return replace(state, schedule={**state.schedule, fact.round: fact.at})


def _committed(state: State, fact: facts.BoardsCommitted) -> State:
    return replace(state, commitments=fact.commitments)


def _promised(state: State, fact: facts.Promised) -> State:
    return replace(state, promises={**state.promises, fact.entrant: fact.commitment})


def _contributed(state: State, fact: facts.Contributed) -> State:
    given = {**state.contributions, fact.entrant: fact.contribution}
    return replace(state, contributions=given)


def _opened(state: State, fact: facts.BoardOpened) -> State:
    return replace(state, opened={**state.opened, fact.board: fact.seed})


def _finished(state: State, fact: facts.Finished) -> State:
    return replace(state, phase="finished", ended=fact.reason)


def _cancelled(state: State, fact: facts.Cancelled) -> State:
    return replace(state, phase="cancelled", ended=fact.reason)


_FOLDS: Mapping[type, Callable[[State, Any], State]] = {
    facts.Amended: _amended,
    facts.Registered: _registered,
    facts.CheckedIn: _checked_in,
    facts.Locked: _locked,
    facts.Started: _started,
    facts.Forbidden: _forbidden,
    facts.Permitted: _permitted,
    facts.ByeRequested: _bye_requested,
    facts.Paired: _paired,
    facts.Unpaired: _unpaired,
    facts.Published: _published,
    facts.RoundStarted: _round_started,
    facts.ResultRecorded: _result,
    facts.ResultCorrected: _result,
    facts.RoundClosed: _closed,
    facts.RoundReopened: _reopened,
    facts.Penalised: _penalised,
    facts.Withdrawn: _withdrawn,
    facts.Returned: _returned,
    facts.Replaced: _replaced,
    facts.Paused: _paused,
    facts.Resumed: _resumed,
    facts.Scheduled: _scheduled,
    facts.BoardsCommitted: _committed,
    facts.Promised: _promised,
    facts.Contributed: _contributed,
    facts.BoardOpened: _opened,
    facts.Finished: _finished,
    facts.Cancelled: _cancelled,
}
