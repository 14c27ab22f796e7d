"""Kaiser tables for tests: whole matches deal by deal, and states in the middle of things."""

from collections.abc import Iterator, Sequence
from typing import Any

import playing

from events.facts import Held, Moved
from projections.game.contract import AnyGame
from projections.game.options import read_options
from projections.games import kaiser
from projections.games.kaiser import (
    AllPassed,
    Bid,
    Bidding,
    Contract,
    Dealt,
    HandScored,
    Options,
    Pass,
    Playing,
    State,
)

GAME = kaiser.GAMES["kaiser"]
SEEDS = range(6)


def wildly(game: AnyGame, state: Any, seat: int, moves: Sequence[Any], dice: Any) -> Any:
    """At random, but only low bids."""
    if isinstance(state.phase, Bidding):
        return moves[dice(min(4, len(moves)))]
    return moves[dice(len(moves))]


def shyly(game: AnyGame, state: Any, seat: int, moves: Sequence[Any], dice: Any) -> Any:
    """At random, but most words are a pass."""
    passes = isinstance(state.phase, Bidding) and dice(4)
    return moves[0 if passes else dice(len(moves))]


def steps(
    choose: playing.Choose = wildly, hands: int = 8, **options: Any
) -> Iterator[playing.Step]:
    """Some matches with these options, all their events, at most so many hands each."""
    chosen = read_options(GAME, options)
    for seed in SEEDS:
        scored = 0
        for step in playing.playout(GAME, chosen, 4, (seed, options), choose):
            yield step
            scored += isinstance(step.event, HandScored)
            if scored == hands:
                break


def events(kind: type, choose: playing.Choose = wildly, **options: Any) -> list[Any]:
    """All events of a kind in some matches with these options."""
    found = [step.event for step in steps(choose, **options) if isinstance(step.event, kind)]
    assert found, f"no {kind.__name__} in any match"
    return found


def deals(choose: playing.Choose = wildly, **options: Any) -> Iterator[list[playing.Step]]:
    """Deal by deal, from the dealt cards to the score or the last pass."""
    deal: list[playing.Step] = []
    for step in steps(choose, **options):
        if isinstance(step.event, Dealt):
            deal = []
        deal.append(step)
        if isinstance(step.event, HandScored | AllPassed):
            yield deal
            deal = []


def moves_of(deal: Sequence[playing.Step], *kinds: type) -> list[Any]:
    """The moves of these kinds in a deal, in order."""
    moved = [step.event.move for step in deal if isinstance(step.event, Moved)]
    return [move for move in moved if isinstance(move, kinds)]


def spoken(deal: Sequence[playing.Step]) -> list[Bid]:
    """The bids of a deal, passes left out."""
    return [word for word in moves_of(deal, Bid, Pass) if isinstance(word, Bid)]


def table(phase: kaiser.Phase, hands: Sequence[Sequence[str]] = ((),) * 4, **more: Any) -> State:
    """A state in the middle of things; ``options`` and totals by name."""
    chosen = {name: more.pop(name) for name in [*more] if name in Options.__struct_fields__}
    held = tuple(Held(seat, hand) for seat, hand in enumerate(hands))
    return State(read_options(GAME, chosen), phase, hands=held, **more)


def scored(contract: Contract, points: tuple[int, int], **more: Any) -> State:
    """The state after a hand that ended so."""
    state = table(Playing(contract, 0, points=points), **more)
    effect = GAME.follow(state)
    assert isinstance(effect, HandScored)
    return GAME.evolve(state, effect)


def winner(state: State) -> int | None:
    """The team that has won, None while play goes on."""
    result = GAME.result(state)
    return None if result is None else result.ranks.index(1)
