"""A tiny game for tests: each of two seats is dealt two cards and secretly lays one; high wins."""

from msgspec import Struct
from msgspec.structs import replace

from events.errors import Corrupt
from events.facts import Held, Moved, Result, Seat, Shuffled
from projections.game.contract import Deck, Game, ranked
from projections.language.text import Written

CARDS = ("c1", "c2", "c3", "c4", "c5", "c6")


def tag(name: str) -> str:
    return "toy." + name


class Event(Struct, frozen=True, tag_field="type", tag=tag): ...


class Lay(Event, frozen=True):
    card: Held


class Bow(Event, frozen=True):
    """Nothing to lay: never offered here, but a game has several moves."""


class Dealt(Event, frozen=True):
    hands: tuple[Held, ...]


class Shown(Event, frozen=True):
    cards: tuple[str, ...]


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    low: bool = False


class State(Struct, frozen=True):
    options: Options
    hands: tuple[Held, ...] = ()
    laid: tuple[Held | None, ...] = (None, None)
    shown: tuple[str, ...] = ()
    stock: Held = Held("house", ())
    note: str = ""


def start(options: Options, seats: int) -> State:
    return State(options)


def deck(state: State) -> Deck | None:
    return None if state.stock or state.hands else Deck("deck", CARDS)


def moves(state: State, seat: Seat) -> tuple[Lay | Bow, ...]:
    if not state.hands or state.laid[seat] is not None:
        return ()
    return tuple(Lay(Held(seat, (card,))) for card in state.hands[seat].values)


def follow(state: State) -> Dealt | Shown | None:
    if state.stock and not state.hands:
        top = state.stock.values
        return Dealt((Held(0, top[0:2]), Held(1, top[2:4])))
    if not state.shown and all(state.laid):
        return Shown(tuple(card.values[0] for card in state.laid if card))
    return None


def evolve(state: State, event: Moved[Lay | Bow] | Shuffled | Dealt | Shown) -> State:
    match event:
        case Shuffled("deck", cards) if deck(state):
            return replace(state, stock=cards)
        case Dealt(hands) if state.stock and not state.hands:
            return replace(state, hands=hands, stock=Held("house", state.stock.values[4:]))
        case Moved(seat, Lay(card) as move) if move in moves(state, seat):
            laid = tuple(card if s == seat else old for s, old in enumerate(state.laid))
            hands = tuple(without(hand, card) if hand.by == seat else hand for hand in state.hands)
            return replace(state, hands=hands, laid=laid)
        case Shown(cards) if all(state.laid) and not state.shown:
            return replace(state, shown=cards, laid=(Held(0, ()), Held(1, ())))
    raise Corrupt(reason=f"{type(event).__name__} now")


def without(hand: Held, card: Held) -> Held:
    return Held(hand.by, [one for one in hand.values if one != card.values[0]])


def result(state: State) -> Result | None:
    if not state.shown:
        return None
    return ranked([int(card[1:]) for card in state.shown], high=not state.options.low)


TEXTS = {
    "name": Written(en="Toy", es="Juguete"),
    "summary": Written(en="Lay a card.", es="Pon una carta."),
    "rules": Written(en="The higher card wins.", es="Gana la carta más alta."),
    "Lay": Written(en="Seat {seat} lays a card.", es="El asiento {seat} pone una carta."),
    "Bow": Written(en="Seat {seat} bows.", es="El asiento {seat} saluda."),
    "Dealt": Written(en="Cards are dealt.", es="Se reparten cartas."),
    "Shown": Written(en="Shown: {cards}.", es="Se ven: {cards}."),
    "option.low": Written(en="the lower card wins", es="gana la carta más baja"),
}

TOY: Game[Options, State, Lay | Bow, Dealt | Shown] = Game(
    rules=1,
    seats=range(2, 3),
    options=Options,
    state=State,
    move=Lay | Bow,
    effect=Dealt | Shown,
    start=start,
    deck=deck,
    moves=moves,
    follow=follow,
    evolve=evolve,
    result=result,
    texts=TEXTS,
)
