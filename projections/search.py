"""A player for every game, from the contract alone: determinised search.

It deals itself whole states that fit what its seat sees, plays each to the end of the deal by
chance, and tries those moves most that have done best (UCB1: Auer, Cesa-Bianchi & Fischer 2002;
determinisation as in Ginsberg's GIB, 2001). It never sees more than its seat.
"""

import math
from collections.abc import Callable, Sequence
from typing import Any

from events.facts import Moved, Seat
from projections.decide import happen, to_act
from projections.game import AnyGame, Dice

ARMS = 48
"""At most so many moves are tried, drawn by chance where there are more."""

DEEPEST = 400
"""A playout longer than this is judged as it stands."""

CURIOSITY = 0.7


class Arm:
    """A move, how often it was tried, and what it brought in all."""

    __slots__ = ("gain", "move", "tries")

    def __init__(self, move: Any) -> None:
        self.move = move
        self.tries = 0
        self.gain = 0.0


def think(
    game: AnyGame,
    view: Any,
    seat: Seat,
    sides: Sequence[Sequence[Seat]],
    dice: Dice,
    enough: Callable[[int], bool],
) -> Any:
    """The move that did best; ``enough(n)`` says whether n playouts will do. Never none."""
    moves = game.moves(view, seat)
    arms = [Arm(move) for move in chosen(moves, dice)]
    if len(arms) == 1 or game.sample is None:
        return arms[dice(len(arms))].move
    search = Search(game, view, seat, sides, dice)
    tried = 0
    while tried < len(arms) or not enough(tried):
        search.try_one(arms, tried)
        tried += 1
    return max(arms, key=lambda arm: arm.tries).move


def chosen(moves: Sequence[Any], dice: Dice) -> list[Any]:
    """The moves to try: all, or the harmless one and some of the others."""
    if len(moves) <= ARMS:
        return list(moves)
    rest = list(moves[1:])
    for place in range(ARMS - 1):
        other = place + dice(len(rest) - place)
        rest[place], rest[other] = rest[other], rest[place]
    return [moves[0], *rest[: ARMS - 1]]


class Search:
    """What all playouts of one decision share."""

    def __init__(
        self, game: AnyGame, view: Any, seat: Seat, sides: Sequence[Sequence[Seat]], dice: Dice
    ) -> None:
        self.game = game
        self.view = view
        self.seat = seat
        self.sides = sides
        self.seats = sum(len(side) for side in sides)
        self.dice = dice
        self.low = math.inf
        self.high = -math.inf

    def try_one(self, arms: list[Arm], tried: int) -> None:
        """Deal a state, try the arm that deserves it most, and learn what it brought."""
        arm = arms[tried] if tried < len(arms) else max(arms, key=lambda a: self.worth(a, tried))
        assert self.game.sample is not None  # noqa: S101 - think() has seen to it
        state = self.game.sample(self.view, self.seat, self.dice)
        margin = self.playout(state, arm.move)
        self.low, self.high = min(self.low, margin), max(self.high, margin)
        arm.tries += 1
        arm.gain += margin

    def worth(self, arm: Arm, tried: int) -> float:
        spread = self.high - self.low or 1.0
        mean = (arm.gain / arm.tries - self.low) / spread
        return mean + CURIOSITY * math.sqrt(math.log(tried) / arm.tries)

    def playout(self, state: Any, move: Any) -> float:
        """Play on by chance until the cards are dealt anew or all is over."""
        game, seat = self.game, self.seat
        for _ in range(DEEPEST):
            state, _effects = happen(game, state, Moved(seat, move))
            if game.result(state) is not None or game.deck(state) is not None:
                break
            seats = to_act(game, state, self.seats)
            if not seats:
                break  # a sample may hold what can't have come about
            seat = seats[self.dice(len(seats))]
            moves = game.moves(state, seat)
            move = moves[self.dice(len(moves))]
        return self.margin(state)

    def margin(self, state: Any) -> float:
        """How far ahead of the best rival the own side stands; alone, the points themselves."""
        points = self.points(state)
        own = next(side for side in self.sides if self.seat in side)
        rivals = [points[seat] for seat in range(self.seats) if seat not in own]
        return points[self.seat] - max(rivals) if rivals else points[self.seat]

    def points(self, state: Any) -> Sequence[float]:
        if self.game.tally is not None:
            return self.game.tally(state)
        result = self.game.result(state)
        return [0] * self.seats if result is None else [-rank for rank in result.ranks]
