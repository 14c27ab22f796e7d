"""A command becomes facts, or is refused; nothing else may write a tournament's log."""

from collections.abc import Callable, Mapping
from typing import Any

from projections.tournaments import commands as c
from projections.tournaments import direction, fair, field
from projections.tournaments.commands import AnyCommand
from projections.tournaments.errors import NotNow
from projections.tournaments.facts import AnyFact, Paired, Pairing
from projections.tournaments.state import State, evolve

Facts = tuple[AnyFact, ...]


def decide(state: State | None, command: AnyCommand) -> Facts:
    """The facts that follow; none if the command has been carried out already."""
    if isinstance(command, c.Create):
        if state is not None:
            raise NotNow(reason="created_already")
        return field.create(command)
    if state is None:
        raise NotNow(reason="not_created")
    return _DECISIONS[type(command)](state, command)


def check_pair(state: State, round: int, at: int) -> None:
    """Refuse what pairing this round would refuse at once, before anything is computed."""
    direction.before_pairing(state, c.Pair(round, at=at))


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
    c.Amend: field.amend,
    c.Register: field.register,
    c.CheckIn: field.check_in,
    c.Lock: field.lock,
    c.Withdraw: field.withdraw,
    c.Return: field.come_back,
    c.Replace: field.replaced,
    c.RequestBye: field.request_bye,
    c.Forbid: field.forbid,
    c.Permit: field.permit,
    c.Start: direction.start,
    c.Pair: direction.pair,
    c.Unpair: direction.unpair,
    c.Publish: direction.publish,
    c.StartRound: direction.start_round,
    c.Record: direction.record,
    c.Correct: direction.correct,
    c.Reopen: direction.reopen,
    c.Close: direction.close,
    c.Penalise: direction.penalise,
    c.Pause: direction.pause,
    c.Resume: direction.resume,
    c.Schedule: direction.schedule,
    c.CommitBoards: fair.commit_boards,
    c.Promise: fair.promise,
    c.Contribute: fair.contribute,
    c.OpenBoard: fair.open_board,
    c.Finish: direction.finish,
    c.Cancel: direction.cancel,
}
