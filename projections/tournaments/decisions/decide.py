"""A command becomes facts, or is refused; nothing else may write a tournament's log."""

from collections.abc import Callable, Mapping
from typing import Any

from projections.tournaments import commands as c
from projections.tournaments.commands import AnyCommand
from projections.tournaments.decisions import boards, entrants, rounds
from projections.tournaments.errors import NotNow
from projections.tournaments.facts import AnyFact, Paired, Pairing
from projections.tournaments.state import State, evolve

Facts = tuple[AnyFact, ...]


def decide(state: State | None, command: AnyCommand) -> Facts:
    """The facts that follow; none if the command has been carried out already."""
    if isinstance(command, c.Create):
        if state is not None:
            raise NotNow(reason="created_already")
        return entrants.create(command)
    if state is None:
        raise NotNow(reason="not_created")
    return _DECISIONS[type(command)](state, command)


def check_pair(state: State, round: int, at: int) -> None:
    """Refuse what pairing this round would refuse at once, before anything is computed."""
    rounds.before_pairing(state, c.Pair(round, at=at))


def dry_run(state: State, round: int | None = None, at: int | None = None) -> Pairing:
    """What pairing the next round would give now, with its reasons; nothing is decided."""
    number, when = round or state.next, state.began if at is None else at
    wanted = c.Pair(number, at=when)
    return next(fact.pairing for fact in decide(state, wanted) if isinstance(fact, Paired))


def carry_out(state: State | None, command: AnyCommand) -> tuple[State, Facts]:
    """Decide and fold: the state afterwards and the facts to be written."""
    facts = decide(state, command)
    for fact in facts:
        state = evolve(state, fact)
    if state is None:
        raise NotNow(reason="not_created")
    return state, facts


_DECISIONS: Mapping[type, Callable[[State, Any], Facts]] = {
    c.Amend: entrants.amend,
    c.Register: entrants.register,
    c.CheckIn: entrants.check_in,
    c.Lock: entrants.lock,
    c.Withdraw: entrants.withdraw,
    c.Return: entrants.come_back,
    c.Replace: entrants.replaced,
    c.RequestBye: entrants.request_bye,
    c.Forbid: entrants.forbid,
    c.Permit: entrants.permit,
    c.Start: rounds.start,
    c.Pair: rounds.pair,
    c.Unpair: rounds.unpair,
    c.Publish: rounds.publish,
    c.StartRound: rounds.start_round,
    c.Record: rounds.record,
    c.Correct: rounds.correct,
    c.Reopen: rounds.reopen,
    c.Close: rounds.close,
    c.Penalise: rounds.penalise,
    c.Pause: rounds.pause,
    c.Resume: rounds.resume,
    c.Schedule: rounds.schedule,
    c.CommitBoards: boards.commit_boards,
    c.Promise: boards.promise,
    c.Contribute: boards.contribute,
    c.OpenBoard: boards.open_board,
    c.Finish: rounds.finish,
    c.Cancel: rounds.cancel,
}
