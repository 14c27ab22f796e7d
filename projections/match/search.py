"""A player for every game, from the contract alone: it plays each move out and keeps the best.

It deals itself whole states that fit what its seat sees (determinisation, as in Ginsberg's GIB,
2001), plays every move that may still be best to the end of the deal on the same cards, everybody
going on as the game's quick bot would (rollouts: Tesauro & Galperin, 1996), and drops those that
are behind (racing: Maron & Moore, 1994). It never sees more than its seat.
"""

from collections.abc import Callable, Sequence
from math import sqrt
from statistics import fmean, pstdev
from typing import Any

from events.facts import Moved, Seat
from projections.cards import fair_deal
from projections.game.contract import AnyGame, Dice
from projections.game.decide import happen
from projections.game.views import view

ARMS = 16
"""At most so many moves are tried, drawn by chance where there are more."""

DEEPEST = 400
"""A playout longer than this is judged as it stands."""

FIRST = 8
"""After so many rounds, and whenever they have doubled, moves drop out."""

BEHIND = 2.0
"""A move drops out that is behind by more than so many standard errors."""

SURE = 1.0
"""By so many a move must be ahead of the quick bot's, or that is played: few rounds tell little."""

Enough = Callable[[int], bool]
"""``enough(n)`` says whether n playouts will do."""


class Arm:
    """A move, and what it brought on each of the cards that were dealt."""

    __slots__ = ("gains", "move")

    def __init__(self, move: Any) -> None:
        self.move = move
        self.gains: list[float] = []

    @property
    def mean(self) -> float:
        return fmean(self.gains)


def think(
    game: AnyGame,
    seen: Any,
    seat: Seat,
    sides: Sequence[Sequence[Seat]],
    dice: Dice,
    enough: Enough,
) -> Any:
    """The move that does best, by what this seat has ``seen``; where that isn't sure, the bot's."""
    moves = game.moves(seen, seat)
    if len(moves) == 1:
        return moves[0]
    first = policy(game, seen, seat, moves, dice)
    if game.sample is None:
        return first
    search = Search(game, seen, seat, sides, dice)
    return search.best([Arm(move) for move in chosen(moves, first, dice)], enough)


def policy(game: AnyGame, seen: Any, seat: Seat, moves: Sequence[Any], dice: Dice) -> Any:
    """What is played without thinking: by the game's quick bot, or by chance."""
    if game.bot is None:
        return moves[dice(len(moves))]
    return game.bot(seen, seat, moves, dice)


def chosen(moves: Sequence[Any], first: Any, dice: Dice) -> list[Any]:
    """The moves to try: the first, the harmless one, and all or some of the others."""
    rest = [move for move in moves if move != first]
    for place in range(1, min(len(rest), ARMS - 1)):
        other = place + dice(len(rest) - place)
        rest[place], rest[other] = rest[other], rest[place]
    return [first, *rest[: ARMS - 1]]


class Search:
    """What all playouts of one decision share."""

    def __init__(
        self, game: AnyGame, seen: Any, seat: Seat, sides: Sequence[Sequence[Seat]], dice: Dice
    ) -> None:
        self.game = game
        self.seen = seen
        self.seat = seat
        self.seats = sum(len(side) for side in sides)
        self.own = next(side for side in sides if seat in side)
        self.rivals = [each for each in range(self.seats) if each not in self.own]
        self.dice = dice

    def best(self, arms: list[Arm], enough: Enough) -> Any:
        """Round after round on other cards, until one move is left or it is enough."""
        quick, tried, rounds, weeding = arms[0], 0, 0, FIRST
        while len(arms) > 1 and (not rounds or not enough(tried)):
            self.play_round(arms)
            tried, rounds = tried + len(arms), rounds + 1
            if rounds == weeding:
                arms, weeding = hopeful(arms), 2 * weeding
        leader = max(arms, key=lambda arm: arm.mean)
        doubtful = quick in arms and lag(quick, leader) <= SURE
        return quick.move if doubtful else leader.move

    def play_round(self, arms: Sequence[Arm]) -> None:
        """Every move on the same cards and by the same dice: what differs comes of the moves."""
        assert self.game.sample is not None  # noqa: S101 - think() has seen to it
        state = self.game.sample(self.seen, self.seat, self.dice)
        luck = self.dice(1 << 63).to_bytes(fair_deal.SECRET_BYTES)
        for arm in arms:
            arm.gains.append(self.playout(state, arm.move, fair_deal.dice(luck)))

    def playout(self, state: Any, move: Any, dice: Dice) -> float:
        """Go on by the policy until the cards are dealt anew or all is over."""
        game, seat = self.game, self.seat
        for _ in range(DEEPEST):
            state, _effects = happen(game, state, Moved(seat, move))
            if game.result(state) is not None or game.deck(state) is not None:
                break
            found = self.next_choice(state, seat)
            if found is None:
                break  # a sample may hold what can't have come about
            seat, moves = found
            move = moves[0]
            if len(moves) > 1:
                move = policy(game, view(state, seat), seat, moves, dice)
        return self.margin(state)

    def next_choice(self, state: Any, last: Seat) -> tuple[Seat, Sequence[Any]] | None:
        """Who moves after this seat, and its moves; of several, in whatever order, the next one."""
        for seat in (*range(last + 1, self.seats), *range(last + 1)):
            if moves := self.game.moves(state, seat):
                return seat, moves
        return None

    def margin(self, state: Any) -> float:
        """How far ahead of the best rival the own side stands; alone, the points themselves."""
        found = points(self.game, state, self.seats)
        if not self.rivals:
            return found[self.seat]
        return found[self.seat] - max(found[seat] for seat in self.rivals)


def hopeful(arms: Sequence[Arm]) -> list[Arm]:
    """Those that aren't clearly behind the best so far, which stays."""
    leader = max(arms, key=lambda arm: arm.mean)
    return [arm for arm in arms if lag(arm, leader) <= BEHIND]


def lag(arm: Arm, leader: Arm) -> float:
    """How far a move is behind on the same cards, in standard errors; 0 where they are equal."""
    lost = [best - own for own, best in zip(arm.gains, leader.gains, strict=True)]
    mean = fmean(lost)
    return mean and mean / ((pstdev(lost) or 1e-9) / sqrt(len(lost)))


def points(game: AnyGame, state: Any, seats: int) -> Sequence[float]:
    """The points by seat so far, higher is better."""
    if game.tally is not None:
        return game.tally(state)
    result = game.result(state)
    return [0] * seats if result is None else [-rank for rank in result.ranks]
