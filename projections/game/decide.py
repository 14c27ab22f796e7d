"""How anything happens in a game: judged once for all games.

A cause (a move, a shuffle) is carried out, then everything that follows of itself; cause and
effects together are one entry of the log.
"""

from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

from events.errors import Corrupt, IllegalMove, NotYourTurn
from events.facts import Moved, Seat, Shuffled
from projections.game.contract import AnyGame, E, Game, M, O, S

LONGEST = 10_000
"""More effects than this from one cause means that a game runs in circles."""

RECENT = 1024
"""The moves of so many states are remembered: the hints of the log, every view and the next
command ask for the same ones."""

_recent: OrderedDict[int, tuple[AnyGame, Any, dict[Seat, Sequence[Any]]]] = OrderedDict()


def choices(game: Game[O, S, M, E], state: S, seat: Seat) -> Sequence[M]:
    """The moves of a seat, found once for each state."""
    known = _recent.get(id(state))
    if known is None or known[1] is not state or known[0] is not game:
        known = _recent[id(state)] = (game, state, {})
        if len(_recent) > RECENT:
            _recent.popitem(last=False)
    moves = known[2].get(seat)
    if moves is None:
        moves = known[2][seat] = game.moves(state, seat)
    return moves


def offered(game: Game[O, S, M, E], state: S, seat: Seat, move: M) -> M:
    """The move as the game offers it; refuse what it doesn't."""
    if game.allows is not None:
        canonical = game.allows(state, seat, move)
        if canonical is not None:
            return canonical
    moves = choices(game, state, seat)
    if not moves:
        raise NotYourTurn(seat=seat)
    if game.allows is None:
        for legal in moves:
            if legal == move:
                return legal
    raise IllegalMove(move=move, legal=list(moves))


def happen(game: Game[O, S, M, E], state: S, cause: Moved[M] | Shuffled) -> tuple[S, tuple[E, ...]]:
    """Carry out a cause and all that follows: the settled state and the effects in order."""
    state = game.evolve(state, cause)
    effects: list[E] = []
    while (effect := game.follow(state)) is not None:
        state = game.evolve(state, effect)
        effects.append(effect)
        if len(effects) > LONGEST:
            raise Corrupt(reason="effects without end")
    return state, tuple(effects)


def decide(
    game: Game[O, S, M, E], state: S, seat: Seat, move: M
) -> tuple[S, Moved[M], tuple[E, ...]]:
    """A seat asks for a move: the state after it, the cause to record, and the effects."""
    cause = Moved(seat, offered(game, state, seat, move))
    after, effects = happen(game, state, cause)
    return after, cause, effects


def to_act(game: AnyGame, state: Any, seats: int) -> tuple[Seat, ...]:
    """The seats that have moves; several at once choose simultaneously."""
    return tuple(seat for seat in range(seats) if choices(game, state, seat))
