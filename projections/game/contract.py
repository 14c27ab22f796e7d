"""What a game is: the names that every game module offers, and nothing more.

A game is a set of pure functions over a frozen state. It never sees a clock, dice or a database:
cards come shuffled by the house, moves come from the seats. A module in ``projections.games``
offers ``GAMES``, a mapping from the game's id to its ``Game``; it is found because it lies there.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from events.errors import Language
from events.facts import Moved, Result, Seat, Shuffled
from projections.language.text import Text

O = TypeVar("O")  # noqa: E741 - options, state, move and effect of a game
S = TypeVar("S")
M = TypeVar("M")
E = TypeVar("E")

Dice = Callable[[int], int]
"""``dice(n)`` is a whole number from 0 to n - 1, any of them as likely as the others."""


class Deck(NamedTuple):
    """A shuffle that the house owes: what for, and the cards in their canonical order."""

    purpose: str
    cards: tuple[str, ...]


def each_alone(options: object, seats: int) -> tuple[tuple[Seat, ...], ...]:
    """Everybody for himself."""
    return tuple((seat,) for seat in range(seats))


def as_written(card: str, language: Language) -> str:
    return card


@dataclass(frozen=True, slots=True)
class Game(Generic[O, S, M, E]):
    """The contract. Everything is pure; ``state`` is whole (the house's) or a seat's view.

    The types and the functions, in this order (what follows ``result`` may be left out):

    ``options``  a frozen Struct, every field with a default; refuses what is impossible
    ``state``, ``move``, ``effect``  the types (moves and effects are tagged unions)
    ``start``    (options, seats) → the state before the first card
    ``deck``     the shuffle that the house owes now, or None
    ``moves``    every legal move of a seat now, the harmless one first; () = not to act
    ``follow``   the next thing that happens of itself, or None
    ``evolve``   the state after an event; judges nothing, raises ``Corrupt`` on the impossible
    ``result``   None while play goes on
    ``tally``    the points by seat so far, higher is better (a game that the lowest wins: negative)
    ``board``    (view, seat, language) → the table as text
    ``bot``      plays sensibly; ``sample`` (view, seat, dice) → a whole state that fits a view

    and by name:

    ``rules``    a number, raised when an outcome changes (old matches keep the old one)
    ``seats``    how many may sit
    ``texts``    ``name``, ``summary``, ``rules``, ``option.NAME`` and a phrase for each move and
                 effect by name, filled with the event's fields: ``Texts(game)`` of the catalogue,
                 or texts that are ``Written`` in the module
    ``sides``    (options, seats) → who plays together
    ``allows``   (state, seat, move) → the canonical move or None, where lists would get long
    ``card``     a card's name in words
    """

    options: type[O]
    state: type[S]
    move: Any
    effect: Any
    start: Callable[[O, int], S]
    deck: Callable[[S], Deck | None]
    moves: Callable[[S, Seat], Sequence[M]]
    follow: Callable[[S], E | None]
    evolve: Callable[[S, "Moved[M] | Shuffled | E"], S]
    result: Callable[[S], Result | None]
    tally: Callable[[S], tuple[int, ...]] | None = None
    board: Callable[[S, Seat | None, Language], str] | None = None
    bot: Callable[[S, Seat, Sequence[M], Dice], M] | None = None
    sample: Callable[[S, Seat, Dice], S] | None = None
    _: KW_ONLY
    rules: int
    seats: range
    texts: Mapping[str, Text]
    sides: Callable[[O, int], tuple[tuple[Seat, ...], ...]] = each_alone
    allows: Callable[[S, Seat, M], M | None] | None = None
    card: Callable[[str, Language], str] = as_written


AnyGame = Game[Any, Any, Any, Any]


def ranked(scores: Sequence[int], *, high: bool = True, label: str | None = None) -> Result:
    """The result of plain scores by seat: equal scores share a rank, the best is 1."""
    sign = 1 if high else -1
    ranks = tuple(1 + sum(sign * other > sign * own for other in scores) for own in scores)
    return Result(tuple(scores), ranks, label)
