"""Events that can't have happened: well typed, and wrong in every other way.

A forged log may hold any event that the decoder can read. ``events`` makes up such events for a
state, and ``endure`` checks that the rules answer each with a state or ``Corrupt``.
"""

import types
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import conformance
import msgspec
import playing

from events.errors import Corrupt
from events.facts import FACE_DOWN, Held, Moved, Shuffled
from projections.game import views
from projections.game.contract import AnyGame, Dice

ODD = ("", "?", FACE_DOWN, "Z9", "10X", "-1", "0", "99", "é", "use")
NUMBERS = (0, 1, 2, 3, 4, 5, 7, 8, 13, 15, 16, 20, 21, 99, -1, -2, -4, 2**63 - 1)
HOLDERS = ("house", 0, 1, 2, 3, 5, -1)


PURPOSES = ("first", "deck", "players", "specials", "?")


@cache
def fields(kind: Any) -> dict[str, Any]:
    """The types of a Struct's fields by name."""
    hints = get_type_hints(kind, include_extras=True)
    return {name: hints[name] for name in kind.__struct_fields__}


def members(union: Any) -> tuple[Any, ...]:
    return get_args(union) or (union,)


class Forger:
    """Makes up values of any type that an event may have, out of the words of a state."""

    def __init__(self, game: AnyGame, state: Any, dice: Dice) -> None:
        words = conformance.strings(views.plain(state, views.EVERYTHING))
        self.words = (*dict.fromkeys(words), *ODD)
        self.moves, self.effects = members(game.move), members(game.effect)
        self.dice = dice

    def one(self, things: Sequence[Any]) -> Any:
        return things[self.dice(len(things))]

    def event(self) -> Any:
        """Anything that the decoder can read."""
        kind = self.one((Shuffled, *self.moves, *self.effects))
        if kind is Shuffled:
            return Shuffled(self.one(PURPOSES), self.held())
        made = self.struct(kind)
        return Moved(self.one(NUMBERS), made) if kind in self.moves else made

    def struct(self, kind: type) -> Any:
        return kind(**{name: self.value(hint) for name, hint in fields(kind).items()})

    def held(self) -> Held:
        return Held(self.one(HOLDERS), self.row(str))

    def row(self, hint: Any) -> tuple[Any, ...]:
        return tuple(self.value(hint) for _ in range(self.one((0, 1, 2, 3, 4, 8))))

    def value(self, hint: Any) -> Any:
        """Anything of this type."""
        origin, inner = get_origin(hint), get_args(hint)
        if origin is Annotated:
            return self.value(inner[0])
        if origin is Literal:
            return self.one(inner)
        if origin in (Union, types.UnionType):
            return self.value(self.one(inner))
        if origin is tuple:
            return self.row(inner[0]) if inner[-1] is ... else tuple(map(self.value, inner))
        if hint is Held:
            return self.held()
        if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
            return self.struct(hint)
        return {int: self.one(NUMBERS), str: self.one(self.words), bool: not self.dice(2)}.get(hint)

    def bent(self, event: Any) -> Any:
        """A true event with one of its fields made up."""
        if isinstance(event, Moved):
            if not self.dice(4):
                return Moved(self.one(NUMBERS), event.move)
            return Moved(event.seat, self.bent(event.move))
        if isinstance(event, Shuffled):
            return Shuffled(event.purpose, self.disturbed(event.cards))
        kind: Any = type(event)
        known = fields(kind)
        if not known:
            return event
        name, hint = self.one((*known.items(),))
        old = getattr(event, name)
        new = self.disturbed(old) if isinstance(old, Held) else self.value(hint)
        if isinstance(old, tuple) and old and self.dice(2):
            new = self.replaced(old, hint)
        return msgspec.structs.replace(event, **{name: new})

    def disturbed(self, held: Held) -> Held:
        """Other cards, one too many or too few, one twice, all face down, or another holder."""
        cards, word = held.values, self.one(self.words)
        ways = (
            (self.one(HOLDERS), cards),
            (held.by, (*cards, word)),
            (held.by, cards[1:]),
            (held.by, (word, *cards[1:])),
            (held.by, (*cards[:1], *cards[:1], *cards[2:])),
            (held.by, (FACE_DOWN,) * len(cards)),
            (held.by, ()),
        )
        return Held(*self.one(ways))

    def replaced(self, row: tuple[Any, ...], hint: Any) -> tuple[Any, ...]:
        """A row with one thing made up, one gone or one twice."""
        place = self.dice(len(row))
        inner = get_args(hint)
        if len(inner) > 1 and inner[-1] is not ...:  # a row of a fixed length
            new = row[place]
            new = self.disturbed(new) if isinstance(new, Held) else self.value(inner[place])
            return (*row[:place], new, *row[place + 1 :])
        old = row[place]
        new = self.disturbed(old) if isinstance(old, Held) else self.value(inner[0])
        ways = ((*row[:place], new, *row[place + 1 :]), row[1:], (*row, old), (*row, new))
        return ways[self.dice(len(ways))]


# ---- Whether the rules endure it -------------------------------------------------------------


def true_events(game: AnyGame, state: Any, seats: int, dice: Dice) -> Iterator[Any]:
    """What can happen now: what follows, or the shuffle that is owed, or a move of each seat."""
    following = game.follow(state)
    if following is not None:
        yield following
        return
    owed = playing.house(game, state, dice)
    if owed is not None:
        yield owed
    for seat in range(seats):
        listed = game.moves(state, seat)
        if listed:
            yield Moved(seat, listed[dice(len(listed))])


def endure(game: AnyGame, state: Any, event: Any, dice: Dice, seats: int) -> None:
    """Let an event happen, and all that follows: there comes a state, or ``Corrupt``.

    Where the event was let through, play goes on for a while from the state that it led to.
    """
    try:
        for _ in range(12):
            for step in playing.happening(game, state, event):
                state = step.state
            game.result(state)
            able = [*true_events(game, state, seats, dice)]
            if not able:
                return
            event = able[dice(len(able))]
    except Corrupt:
        return


def forged(game: AnyGame, state: Any, seats: int, past: Sequence[Any], dice: Dice) -> Any:
    """An event made up, one of another time, or a true one bent."""
    forger = Forger(game, state, dice)
    now = [*true_events(game, state, seats, dice)]
    match dice(5):
        case 0:
            return forger.event()
        case 1 if past:
            return past[dice(len(past))]
        case 2 if past:
            return forger.bent(past[dice(len(past))])
        case _:
            return forger.bent(now[dice(len(now))]) if now else forger.event()


def attack(game: AnyGame, options: Any, seats: int, seed: object, tries: int, most: int) -> None:
    """Play a match at random and forge so many events after each of its events."""
    dice = playing.dice((seed, "forged"))
    past: list[Any] = []
    for step in playing.playout(game, options, seats, seed, most=most):
        past.append(step.event)
        for _ in range(tries):
            event = forged(game, step.state, seats, past[-40:], dice)
            try:
                endure(game, step.state, event, dice, seats)
            except Exception as error:
                error.add_note(f"{options}, after {past[-1]}: {described(event)}")
                raise


def described(event: Any) -> Any:
    return views.plain(event, views.EVERYTHING)
