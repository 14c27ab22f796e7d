"""Solitario: Caissa's patience, one player against the cards.

Runs of falling numbers in alternating colours are built on the columns, each class goes up from
its 1 to its highest number on a foundation of its own. All cards up: won. No way on: lost.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from events.errors import Corrupt, Language
from events.facts import Held, Moved, Result, Seat, Shuffled
from projections.cards import packs
from projections.game import dealing
from projections.game.contract import Deck, Dice, Game
from projections.game.options import within_or_null
from projections.language.catalogue import message
from projections.language.text import Texts

# ---- Options ---------------------------------------------------------------------------------


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """``redeals``: how often the waste may be turned over, null is without limit."""

    edition: packs.Edition = "classic"
    draw: Literal["free", "when_stuck"] = "free"
    redeals: int | None = None
    foundation_return: bool = False
    deck: str = ""

    def __post_init__(self) -> None:
        within_or_null("redeals", self.redeals, 0, 1_000_000)


# ---- Moves -----------------------------------------------------------------------------------


class Event(Struct, frozen=True, tag_field="type", tag=lambda name: "caissa-solitario." + name): ...


class Draw(Event, frozen=True):
    """Turn the top of the stock onto the waste."""


class Redeal(Event, frozen=True):
    """Turn the waste over as the new stock, in the same order."""


class PlayUp(Event, frozen=True):
    """Put the end of a column on its foundation."""

    column: int


class PlayUpWaste(Event, frozen=True):
    """Put the top of the waste on its foundation."""


class PlaceWaste(Event, frozen=True):
    """Put the top of the waste on a column."""

    column: int


class MoveRun(Event, frozen=True):
    """Move the last ``count`` cards of a column onto another one."""

    source: int
    count: int
    target: int


class Return(Event, frozen=True):
    """Take the top of a class's foundation back to a column."""

    letter: packs.Letter
    column: int


Move = Draw | Redeal | PlayUp | PlayUpWaste | PlaceWaste | MoveRun | Return

# ---- Effects ---------------------------------------------------------------------------------


class Column(Struct, frozen=True):
    """Bottom to top: the cards still face down, then the face-up run."""

    down: Held
    up: tuple[str, ...]


class Dealt(Event, frozen=True):
    columns: tuple[Column, ...]
    stock: Held


class Drawn(Event, frozen=True):
    """The card that has come onto the waste."""

    card: str


class Turned(Event, frozen=True):
    """The face-down card that became the end of a column shows."""

    column: int
    card: str


class OneUp(Event, frozen=True):
    """A 1 goes to its foundation by itself, from a column or (null) the waste."""

    column: int | None
    card: str


class Won(Event, frozen=True): ...


class Lost(Event, frozen=True):
    """No progress can be reached any more."""


Effect = Dealt | Drawn | Turned | OneUp | Won | Lost

# ---- Phases and State ------------------------------------------------------------------------


class Shuffling(Event, frozen=True): ...


class Dealing(Event, frozen=True): ...


class Playing(Event, frozen=True): ...


class Drawing(Event, frozen=True):
    """A card is on its way from the stock to the waste."""


class Ended(Event, frozen=True):
    won: bool


class State(Struct, frozen=True):
    """``waste`` bottom to top; ``foundations``: the height of each class, in the edition's order;
    ``redealt``: how often the waste has been turned over."""

    options: Options
    phase: Shuffling | Dealing | Playing | Drawing | Ended
    columns: tuple[Column, ...] = ()
    stock: Held = Held("house", ())
    waste: tuple[str, ...] = ()
    foundations: tuple[int, ...] = (0, 0, 0, 0)
    redealt: int = 0


# ---- The rules -------------------------------------------------------------------------------


def start(options: Options, seats: int) -> State:
    packs.caissa(options.edition, options.deck)
    return State(options, Shuffling())


def deck(state: State) -> Deck | None:
    if not isinstance(state.phase, Shuffling):
        return None
    return Deck("deck", packs.caissa(state.options.edition, state.options.deck).cards)


def moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """Drawing or redealing first, then what goes up, what the waste gives, runs and returns."""
    if seat != 0 or not isinstance(state.phase, Playing):
        return ()
    places = open_places(state)
    on_columns: tuple[PlayUp | MoveRun, ...] = (*plays_up(state), *run_moves(state, places))
    waits = state.options.draw == "when_stuck" and any(headway(state, one) for one in on_columns)
    piles = () if waits else pile_moves(state)
    return (*piles, *on_columns, *waste_moves(state, places), *returns(state, places))


def follow(state: State) -> Effect | None:
    match state.phase:
        case Playing():
            return settle(state)
        case Drawing():
            return Drawn(state.stock.values[0])
        case Dealing():
            return deal_out(state)
    return None


def evolve(state: State, event: Moved[Move] | Shuffled | Effect) -> State:
    match event, state.phase:
        case Moved(0, move), Playing():
            return play(state, move)
        case Drawn(card), Drawing() if state.stock.values[:1] == (card,):
            rest = Held("house", state.stock.values[1:])
            return replace(state, stock=rest, waste=(*state.waste, card), phase=Playing())
        case Turned(column, card), Playing():
            return turn(state, column, card)
        case OneUp(None, card), Playing() if state.waste[-1:] == (card,):
            return put_up(replace(state, waste=state.waste[:-1]), card)
        case OneUp(int() as column, card), Playing() if at(state, column).up[-1:] == (card,):
            return put_up(lift(state, column, 1), card)
        case Won(), Playing():
            return replace(state, phase=Ended(True))
        case Lost(), Playing():
            return replace(state, phase=Ended(False))
        case Dealt(columns, stock), Dealing():
            return laid_out(state, columns, stock)
        case Shuffled() as shuffle, Shuffling() if dealing.is_owed(deck(state), shuffle):
            return replace(state, stock=shuffle.cards, phase=Dealing())
    raise Corrupt(reason=f"{type(event).__name__} while {type(state.phase).__name__.lower()}")


def result(state: State) -> Result | None:
    """The score is the number of cards on the foundations."""
    match state.phase:
        case Ended(won):
            return Result((sum(state.foundations),), (1,), "won" if won else "lost")
    return None


def tally(state: State) -> tuple[int, ...]:
    return (sum(state.foundations),)


# ---- What the rules are made of: cards and columns -------------------------------------------

COLUMNS: dict[packs.Edition, int] = {"classic": 4, "premium": 7}
LETTER = {f"{letter}{number:02}": letter for letter in packs.COLOURS for number in range(1, 17)}
COLOUR = {card: packs.COLOURS[letter] for card, letter in LETTER.items()}
NUMBER = {card: packs.number(card) for card in LETTER}

# A kind is a number in a colour. There are two cards of it; where one of them fits the other does.
KIND = {card: 2 * number + (COLOUR[card] == "red") for card, number in NUMBER.items()}
TAKES = {card: (kind - 2) ^ 1 for card, kind in KIND.items()}
"""The kind that fits on a card: one less, of the other colour."""
KINDS = range(2 * 17)

LADDERS = {
    edition: tuple(tuple(f"{a}{n:02}" for n in range(packs.NUMBERS[edition] + 2)) for a in letters)
    for edition, letters in packs.CLASSES.items()
}
"""The cards of each class by their number, from a 0 to one more than there are."""


def highest(state: State) -> int:
    return packs.NUMBERS[state.options.edition]


def next_up(state: State) -> tuple[str, ...]:
    """The card that each foundation waits for, in class order; of a full one, none that exists."""
    ladders = LADDERS[state.options.edition]
    return tuple(ladder[h + 1] for ladder, h in zip(ladders, state.foundations, strict=True))


def deal_out(state: State) -> Dealt:
    """Column by column, 1, 2, 3 … cards, the last one face up; the rest is the stock."""
    cards, columns = state.stock.values, []
    for size in range(1, COLUMNS[state.options.edition] + 1):
        columns.append(Column(Held("house", cards[: size - 1]), cards[size - 1 : size]))
        cards = cards[size:]
    return Dealt(tuple(columns), Held("house", cards))


def laid_out(state: State, columns: tuple[Column, ...], stock: Held) -> State:
    laid = [card for column in columns for card in (*column.down.values, *column.up)]
    whole = dealing.same((*laid, *stock.values), state.stock.values)
    if len(columns) != COLUMNS[state.options.edition] or not whole:
        raise Corrupt(reason="a layout of other cards than were shuffled")
    return replace(state, columns=columns, stock=stock, phase=Playing())


def settle(state: State) -> Effect | None:
    """What happens of itself: cards are turned, 1s go up, the game is found won or lost."""
    for place, column in enumerate(state.columns):
        if not column.up:
            if column.down:
                return Turned(place, column.down.values[-1])
        elif NUMBER[column.up[-1]] == 1:
            return OneUp(place, column.up[-1])
    if state.waste and NUMBER[state.waste[-1]] == 1:
        return OneUp(None, state.waste[-1])
    if sum(state.foundations) == 4 * highest(state):
        return Won()
    return Lost() if lost(state) else None


def open_places(state: State) -> dict[int, list[int]]:
    """The columns that would take a card, by its kind; an empty one takes the highest number."""
    places: dict[int, list[int]] = {}
    top = 2 * highest(state)
    for place, column in enumerate(state.columns):
        if column.up:
            places.setdefault(TAKES[column.up[-1]], []).append(place)
        elif not column.down:
            for kind in (top, top + 1):
                places.setdefault(kind, []).append(place)
    return places


def pile_moves(state: State) -> tuple[Move, ...]:
    if state.stock:
        return (Draw(),)
    return (Redeal(),) if state.waste and redeals_left(state) else ()


def redeals_left(state: State) -> bool:
    return state.options.redeals is None or state.redealt < state.options.redeals


def plays_up(state: State) -> Iterator[PlayUp]:
    wanted = next_up(state)
    for place, column in enumerate(state.columns):
        if column.up and column.up[-1] in wanted:
            yield PlayUp(place)


def run_moves(state: State, places: dict[int, list[int]]) -> Iterator[MoveRun]:
    for source, column in enumerate(state.columns):
        for count, head in enumerate(run(column.up), 1):
            for target in places.get(KIND[head], ()):
                if target != source:
                    yield MoveRun(source, count, target)


def run(up: tuple[str, ...]) -> Iterator[str]:
    """The face-up cards that may travel together, from the end of the column."""
    last = None
    for card in reversed(up):
        if last is not None and KIND[last] != TAKES[card]:
            return
        yield card
        last = card


def waste_moves(state: State, places: dict[int, list[int]]) -> Iterator[Move]:
    if state.waste:
        card = state.waste[-1]
        if card in next_up(state):
            yield PlayUpWaste()
        yield from map(PlaceWaste, places.get(KIND[card], ()))


def returns(state: State, places: dict[int, list[int]]) -> Iterator[Return]:
    """A 1 never comes back: it would go up again at once. Nor does the highest: nothing takes it
    but an empty column, which takes no card of a foundation."""
    if state.options.foundation_return:
        letters = packs.CLASSES[state.options.edition]
        for letter, height in zip(letters, state.foundations, strict=True):
            if 1 < height < highest(state):
                for place in places.get(KIND[f"{letter}{height:02}"], ()):
                    yield Return(letter, place)


def headway(state: State, move: Move) -> bool:
    """Whether a card of a column makes progress: it goes up, uncovers a face-down card, or leaves
    a column empty without filling another."""
    match move:
        case PlayUp():
            return True
        case MoveRun(source, count, target):
            column = state.columns[source]
            return count == len(column.up) and bool(column.down or state.columns[target].up)
    return False


def play(state: State, move: Move) -> State:
    match move:
        case MoveRun(source, count, target) if source != target:
            cards = end(state, source, count)
            return lay(lift(state, source, count), target, cards)
        case Draw() if state.stock:
            return replace(state, phase=Drawing())
        case PlayUp(column):
            return put_up(lift(state, column, 1), end(state, column, 1)[0])
        case PlayUpWaste() if state.waste:
            return put_up(replace(state, waste=state.waste[:-1]), state.waste[-1])
        case PlaceWaste(column) if state.waste:
            return lay(replace(state, waste=state.waste[:-1]), column, state.waste[-1:])
        case Redeal() if state.waste and not state.stock:
            stock = Held("house", state.waste)
            return replace(state, stock=stock, waste=(), redealt=state.redealt + 1)
        case Return(letter, column):
            state, card = take_back(state, letter)
            return lay(state, column, (card,))
    raise Corrupt(reason=f"{type(move).__name__} can't be carried out")


def at(state: State, column: int) -> Column:
    if not 0 <= column < len(state.columns):
        raise Corrupt(reason=f"there is no column {column}")
    return state.columns[column]


def with_column(state: State, place: int, column: Column) -> State:
    return replace(state, columns=(*state.columns[:place], column, *state.columns[place + 1 :]))


def end(state: State, column: int, count: int) -> tuple[str, ...]:
    """The last cards of a column, all face up."""
    up = at(state, column).up
    if not 1 <= count <= len(up):
        raise Corrupt(reason=f"column {column} has not {count} cards face up")
    return up[-count:]


def lift(state: State, column: int, count: int) -> State:
    end(state, column, count)
    old = state.columns[column]
    return with_column(state, column, Column(old.down, old.up[:-count]))


def lay(state: State, column: int, cards: tuple[str, ...]) -> State:
    old = at(state, column)
    return with_column(state, column, Column(old.down, old.up + cards))


def turn(state: State, place: int, card: str) -> State:
    column = at(state, place)
    if column.up or column.down.values[-1:] != (card,):
        raise Corrupt(reason=f"column {place} has no such card to turn")
    return with_column(state, place, Column(Held("house", column.down.values[:-1]), (card,)))


def put_up(state: State, card: str) -> State:
    wanted = next_up(state)
    if card not in wanted:
        raise Corrupt(reason=f"{card} is not what its foundation waits for")
    return raised(state, wanted.index(card), 1)


def take_back(state: State, letter: packs.Letter) -> tuple[State, str]:
    """The state without the top of a foundation, and that card."""
    letters = packs.CLASSES[state.options.edition]
    if letter not in letters or not state.foundations[letters.index(letter)]:
        raise Corrupt(reason=f"nothing lies on a foundation of {letter}")
    place = letters.index(letter)
    return raised(state, place, -1), f"{letter}{state.foundations[place]:02}"


def raised(state: State, place: int, by: int) -> State:
    return replace(state, foundations=lifted(state.foundations, place, by))


def lifted(heights: tuple[int, ...], place: int, by: int) -> tuple[int, ...]:
    return (*heights[:place], heights[place] + by, *heights[place + 1 :])


# ---- Lost: no way leads on -------------------------------------------------------------------
#
# The rule searches the positions that can be reached by moves which turn nothing. What matters of
# such a position is little: which cards are up, and how much room there is for each kind of card.
# On which of two equal places a card lies never matters: while one of them is free, the card goes
# there and back with all it carries; while none is, no other card can lie down there. So runs that
# shuttle, nearly all the moves there are, need no search.

POSITIONS = 10_000
"""With returns from the foundations: after so many positions the game goes on."""


class Step(NamedTuple):
    """A card goes ``up`` to its foundation or ``back`` from it, ``shift``s with all that lies on
    it to another column, or is ``place``d on one from the waste."""

    how: Literal["up", "back", "shift", "place"]
    card: str


class Table(NamedTuple):
    """What stays while nothing is turned. ``live`` cards lie face up or are up, ``pinned`` ones
    lie on face-down cards, ``pile`` is what comes to the top of the waste; ``seeking``: the kinds
    of card that make progress wherever there is room for them."""

    ladders: tuple[tuple[str, ...], ...]
    live: frozenset[str]
    pinned: tuple[str, ...]
    pile: frozenset[str]
    seeking: frozenset[int]
    up_counts: bool
    returning: bool

    @property
    def highest(self) -> int:
        return len(self.ladders[0]) - 2


class Position(NamedTuple):
    """What changes. ``grounded`` cards lie at the bottom of a column without face-down cards;
    ``room``: how many columns would take a card, by its kind."""

    heights: tuple[int, ...]
    grounded: frozenset[str]
    room: tuple[int, ...]


def lost(state: State) -> bool:
    table, position = survey(state, within_reach(state))
    return not offers_progress(table, position) and closed(table, position)


@lru_cache(1024)
def closed(table: Table, position: Position) -> bool:
    """Whether all that can be reached has been looked at, and nothing offers progress; kept, as
    drawing and shuttling come back to the same positions."""
    looked = list(islice(ways_on(table, position), POSITIONS))
    return len(looked) < POSITIONS and not any(looked)


def within_reach(state: State) -> tuple[str, ...]:
    """The cards that drawing can bring to the top of the waste, or that lie there."""
    buried = state.waste if redeals_left(state) else state.waste[-1:]
    return state.stock.values + buried


def survey(state: State, pile: tuple[str, ...]) -> tuple[Table, Position]:
    shown = [column for column in state.columns if column.up]
    pinned = tuple(column.up[0] for column in shown if column.down)
    all_open = not (pinned or state.stock or state.waste)
    returning = state.options.foundation_return
    table = Table(
        LADDERS[state.options.edition],
        frozenset((*cards_up(state), *(card for column in shown for card in column.up))),
        pinned,
        frozenset(pile),
        frozenset(KIND[card] for card in (*pinned, *pile)),
        up_counts=all_open or not returning,
        returning=returning,
    )
    grounded = frozenset(column.up[0] for column in shown if not column.down)
    return table, Position(state.foundations, grounded, room(open_places(state)))


def room(places: dict[int, list[int]]) -> tuple[int, ...]:
    return tuple(len(places[kind]) if kind in places else 0 for kind in KINDS)


def cards_up(state: State) -> Iterator[str]:
    for ladder, height in zip(LADDERS[state.options.edition], state.foundations, strict=True):
        yield from ladder[1 : height + 1]


def ways_on(table: Table, position: Position) -> Iterator[Step | None]:
    """What the other positions hold that can be reached, the nearest first: None, or at last the
    first step to one that offers progress."""
    seen = {position[:2]}
    todo = deque(detours(table, position))
    while todo:
        first, here = todo.popleft()
        if here[:2] not in seen:
            seen.add(here[:2])
            if offers_progress(table, here):
                yield first
                return
            yield None
            todo.extend((first, after) for _, after in detours(table, here))


def offers_progress(table: Table, position: Position) -> bool:
    space = position.room
    return any(space[kind] for kind in table.seeking) or any(goes_up(table, position))


def goes_up(table: Table, position: Position) -> Iterator[str]:
    """The cards whose way up is progress. With returns it is none by itself: the card must come
    from the waste or lie on a face-down one, or all lies open and the game is as good as won."""
    for ladder, height in zip(table.ladders, position.heights, strict=True):
        card = ladder[height + 1]
        counts = table.up_counts or card in table.pinned
        if card in table.pile or (counts and card in table.live and position.room[TAKES[card]]):
            yield card


def detours(table: Table, position: Position) -> Iterator[tuple[Step, Position]]:
    """The steps that make no progress, each with the position after it. One vacant column is as
    good as two: it takes any card that may go there."""
    if not position.room[2 * table.highest]:
        for card in sorted(position.grounded):
            if position.room[KIND[card]]:
                yield Step("shift", card), vacated(table, position, card, lying=-1)
    if table.returning:
        for place, ladder in enumerate(table.ladders):
            yield from ups_and_backs(table, position, place, ladder)


def ups_and_backs(
    table: Table, position: Position, place: int, ladder: tuple[str, ...]
) -> Iterator[tuple[Step, Position]]:
    """The next card of a class up, if it can lie free; the top of its foundation back."""
    heights, grounded, space = position
    height = heights[place]
    card = ladder[height + 1]
    if card in table.live and card not in table.pinned and space[TAKES[card]]:
        after = lifted(heights, place, 1)
        if card in grounded:
            here = Position(after, grounded, space)
            yield Step("up", card), vacated(table, here, card, offering=-1)
        else:
            yield Step("up", card), Position(after, grounded, changed(space, card, 1, -1))
    card = ladder[height]
    if 1 < height < table.highest and space[KIND[card]]:
        after = lifted(heights, place, -1)
        yield Step("back", card), Position(after, grounded, changed(space, card, -1, 1))


def vacated(
    table: Table, position: Position, card: str, lying: int = 0, offering: int = 0
) -> Position:
    """The position after a card has left its column empty."""
    space = list(changed(position.room, card, lying, offering))
    space[2 * table.highest] = space[2 * table.highest + 1] = 1
    return Position(position.heights, position.grounded - {card}, tuple(space))


def changed(room: tuple[int, ...], card: str, lying: int, offering: int) -> tuple[int, ...]:
    """The room after a change of what a card lies on and of what can lie on it."""
    new = list(room)
    new[KIND[card]] += lying
    new[TAKES[card]] += offering
    return tuple(new)


# ---- Playing it ------------------------------------------------------------------------------


def bot(view: State, seat: Seat, moves: Sequence[Move], dice: Dice) -> Move:
    """Makes the best progress that it sees, looks for a way to some, else draws. It comes to an
    end: it leaves no progress behind, and a detour is followed to where it leads."""
    table, position = survey(view, view.waste[-1:])
    found = [carry_out(view, step) for step in gains(table, position)]
    if found:
        merits = [merit(view, move) for move in found]
        best = [move for move, value in zip(found, merits, strict=True) if value == max(merits)]
        return best[dice(len(best))]
    can_draw = isinstance(moves[0], Draw | Redeal)
    far = FAR << min(view.redealt, 8) if can_draw else POSITIONS
    for step in filter(None, islice(ways_on(table, position), far)):
        return carry_out(view, step)
    return moves[0] if can_draw else next((one for one in moves if headway(view, one)), moves[0])


FAR = 40
"""So many positions are looked at, twice as many each time that the waste has been turned over:
a way that was missed for being long is found in the end."""


def gains(table: Table, position: Position) -> Iterator[Step]:
    """The steps that make progress at once."""
    yield from (Step("up", card) for card in goes_up(table, position))
    yield from (Step("shift", card) for card in table.pinned if position.room[KIND[card]])
    yield from (Step("place", card) for card in table.pile if position.room[KIND[card]])


def carry_out(view: State, step: Step) -> Move:
    """The move that takes this step, or the one that first frees its card of what lies on it."""
    card = step.card
    if card in view.waste[-1:]:
        return PlayUpWaste() if step.how == "up" else PlaceWaste(taker(view, card))
    if step.how == "back":
        return Return(LETTER[card], taker(view, card))
    source, depth = whereabouts(view, card)
    up = view.columns[source].up
    if step.how == "shift":
        return MoveRun(source, len(up) - depth, taker(view, card))
    if depth + 1 == len(up):
        return PlayUp(source)
    return MoveRun(source, len(up) - depth - 1, taker(view, up[depth + 1]))


def whereabouts(view: State, card: str) -> tuple[int, int]:
    """The column in which a card lies face up, and how many face-up cards lie under it."""
    return next(
        (place, column.up.index(card))
        for place, column in enumerate(view.columns)
        if card in column.up
    )


def taker(view: State, card: str) -> int:
    return open_places(view)[KIND[card]][0]


def merit(view: State, move: Move) -> int:
    """How good progress is: what loses nothing first, then what uncovers most, then the rest."""
    match move:
        case PlayUp(column) if is_safe(view, view.columns[column].up[-1]):
            return 100
        case PlayUpWaste() if is_safe(view, view.waste[-1]):
            return 100
        case PlayUp(column) | MoveRun(column) if covers(view, move):
            return 50 + len(view.columns[column].down)
        case PlaceWaste():
            return 40
        case PlayUp() | PlayUpWaste():
            return 30
    return 10


def covers(view: State, move: PlayUp | MoveRun) -> bool:
    """Whether a move of a whole face-up run uncovers a card."""
    column = view.columns[move.column if isinstance(move, PlayUp) else move.source]
    count = 1 if isinstance(move, PlayUp) else move.count
    return count == len(column.up) and bool(column.down)


def is_safe(view: State, card: str) -> bool:
    """Whether no card that is still below would ever need this one to lie on."""
    letters = packs.CLASSES[view.options.edition]
    others = (
        height
        for letter, height in zip(letters, view.foundations, strict=True)
        if packs.COLOURS[letter] != COLOUR[card]
    )
    return NUMBER[card] <= min(others) + 2


def sample(view: State, seat: Seat, dice: Dice) -> State:
    """A whole state that fits a view: the unseen cards lie anywhere."""
    cards = packs.caissa(view.options.edition, view.options.deck).cards
    seen = {*cards_up(view), *view.waste, *(card for one in view.columns for card in one.up)}
    unseen = [card for card in cards if card not in seen]
    left = [unseen.pop(dice(len(unseen))) for _ in range(len(unseen))]

    def fill(held: Held) -> Held:
        return Held("house", [left.pop() for _ in held.values])

    columns = tuple(Column(fill(column.down), column.up) for column in view.columns)
    return replace(view, columns=columns, stock=fill(view.stock))


def board(view: State, seat: Seat | None, language: Language) -> str:
    """The piles and foundations, then the columns, bottom card on top as they lie on a table."""
    words = {word: message(language, f"board-caissa-solitario-{word}") for word in WORDS}
    letters = packs.CLASSES[view.options.edition]
    heights = zip(letters, view.foundations, strict=True)
    up = "  ".join(f"{MARK[letter]}{letter} {height or '–'}" for letter, height in heights)
    waste = drawn(view.waste[-1]) if view.waste else "–"
    left = "∞" if view.options.redeals is None else str(view.options.redeals - view.redealt)
    lines = [
        f"{words['up']}:  {up}",
        f"{words['stock']}: {HIDDEN if view.stock else '–'} ×{len(view.stock)}   "
        f"{words['waste']}: {waste} ×{len(view.waste)}   {words['redeals']}: {left}",
        "",
        "".join(f"{place:>4}  " for place in range(len(view.columns))).rstrip(),
    ]
    stacks = [[HIDDEN] * len(one.down) + list(map(drawn, one.up)) for one in view.columns]
    for row in range(max(map(len, stacks), default=0)):
        cells = (stack[row] if row < len(stack) else "" for stack in stacks)
        lines.append("".join(f"{cell:^6}" for cell in cells).rstrip())
    return "\n".join(lines)


HIDDEN = "▒▒▒"
MARK = {letter: "♦" if colour == "red" else "♠" for letter, colour in packs.COLOURS.items()}


def drawn(card: str) -> str:
    return f"{MARK[LETTER[card]]}{LETTER[card]}{NUMBER[card]}"


WORDS = ("up", "stock", "waste", "redeals")
TEXTS = Texts("caissa-solitario")

GAMES: dict[str, Game[Options, State, Move, Effect]] = {
    "caissa-solitario": Game(
        Options, State, Move, Effect,
        start, deck, moves, follow, evolve, result, tally, board, bot, sample,
        rules=1, seats=range(1, 2), card=packs.name,
        texts=TEXTS,
    )
}  # fmt: skip
