"""Playing games in tests: dice from a seed, random options, whole matches step by step."""

import types
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

import msgspec

from events.errors import BadOptions
from events.facts import Held, Moved, Seat, Shuffled
from projections.cards import fair_deal
from projections.game import views
from projections.game.contract import AnyGame, Dice
from projections.game.decide import LONGEST, to_act

Choose = Callable[[AnyGame, Any, Seat, Sequence[Any], Dice], Any]
"""(game, whole state, seat, its moves, dice) → the move it makes."""

MOST = 3000
"""More moves than this and a random match is left as it is: some games never end by themselves."""
NUMBERS = (0, 1, 2, 3, 4, 5, 10, 52, 100)
"""What is tried for an option that is a plain number."""


class Step(NamedTuple):
    """One event and the state after it; ``settled`` when nothing more follows of itself."""

    state: Any
    event: Any
    settled: bool


def dice(seed: object) -> Dice:
    """Dice that always throw the same numbers for the same seed, on every machine."""
    return fair_deal.dice(fair_deal.commitment(repr(seed).encode()))


def shuffled(cards: Sequence[str], dice: Dice) -> tuple[str, ...]:
    """The cards in an order that the dice decide."""
    deck = list(cards)
    for last in range(len(deck) - 1, 0, -1):
        other = dice(last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    return tuple(deck)


def at_random(game: AnyGame, state: Any, seat: Seat, moves: Sequence[Any], dice: Dice) -> Any:
    """Any legal move, all equally likely."""
    return moves[dice(len(moves))]


def by_bot(game: AnyGame, state: Any, seat: Seat, moves: Sequence[Any], dice: Dice) -> Any:
    """What the game's own bot plays, from the seat's view."""
    assert game.bot is not None
    return game.bot(views.view(state, seat), seat, moves, dice)


def house(game: AnyGame, state: Any, dice: Dice) -> Shuffled | None:
    """The shuffle that the house owes now, or None."""
    owed = game.deck(state)
    if owed is None:
        return None
    return Shuffled(owed.purpose, Held("house", shuffled(owed.cards, dice)))


def cause(game: AnyGame, state: Any, seats: int, dice: Dice, choose: Choose) -> Any:
    """What happens next: the house shuffles or one of the seats to act moves; None at the end."""
    owed = house(game, state, dice)
    if owed is not None:
        return owed
    acting = to_act(game, state, seats)
    if game.result(state) is not None or not acting:
        return None
    seat = acting[dice(len(acting))]
    return Moved(seat, choose(game, state, seat, game.moves(state, seat), dice))


def playout(
    game: AnyGame,
    options: Any,
    seats: int,
    seed: object,
    choose: Choose = at_random,
    most: int = MOST,
) -> Iterator[Step]:
    """A whole match, event by event: shuffles, moves, and what follows of itself.

    It ends with the match, or after ``most`` causes.
    """
    throw = dice(seed)
    state = game.start(options, seats)
    for _ in range(most):
        event = cause(game, state, seats, throw, choose)
        if event is None:
            return
        for step in happening(game, state, event):
            yield step
        state = step.state


def happening(game: AnyGame, state: Any, event: Any) -> Iterator[Step]:
    """A cause and all that follows of it, one step each; only the last one is settled."""
    for _ in range(LONGEST):
        state = game.evolve(state, event)
        following = game.follow(state)
        yield Step(state, event, following is None)
        if following is None:
            return
        event = following
    raise AssertionError("effects without end")


def last(steps: Iterator[Step]) -> Any:
    """The state in which a match ends."""
    for step in steps:
        final = step.state
    return final


def play(
    game: AnyGame,
    options: Any,
    seats: int,
    seed: object,
    choose: Choose = at_random,
    most: int = MOST,
) -> Any:
    """The state after a whole match."""
    return last(playout(game, options, seats, seed, choose, most))


# ---- Options drawn from their types ----------------------------------------------------------


def values(kind: Any) -> tuple[Any, ...]:
    """What may be tried for an option of this type; () where only its default makes sense."""
    origin = get_origin(kind)
    if origin is Literal:
        return get_args(kind)
    if origin is Annotated:
        return values(get_args(kind)[0])
    if origin in (Union, types.UnionType):
        return tuple(chain.from_iterable(map(values, get_args(kind))))
    if kind is bool:
        return (False, True)
    return {int: NUMBERS, types.NoneType: (None,)}.get(kind, ())


def drawn(kind: type, dice: Dice) -> dict[str, Any]:
    """Options as a client might send them: about half of the fields, any values."""
    hints = get_type_hints(kind, include_extras=True)
    fields = {name: values(hint) for name, hint in hints.items() if name[:2] != "__"}
    return {
        name: choices[dice(len(choices))] for name, choices in fields.items() if choices and dice(2)
    }


def random_options(game: AnyGame, dice: Dice, seats: int | None = None) -> Any:
    """Options that the game admits (for so many seats): impossible ones are thrown again."""
    for _ in range(1000):
        try:
            options = msgspec.convert(drawn(game.options, dice), game.options)
            if seats is not None:
                game.start(options, seats)
            return options
        except (BadOptions, msgspec.ValidationError):
            continue
    raise AssertionError(f"a thousand times impossible options: {game.options}")
