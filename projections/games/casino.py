"""Casino and Royal Casino: fish for what adds up.

A card takes from the table its like and whatever sums to it, or is laid to others as a build that
only a card of the announced value takes, or trails. Most cards, most spades, the aces, the 10♦
and the 2♠ count; the first past 21 wins. Royal: J Q K are 11 12 13 and an ace is 1 or 14.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, combinations, product
from typing import ClassVar, Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from events.errors import BadOptions, Corrupt, Language
from events.facts import FACE_DOWN, Held, Moved, Result, Seat, Shuffled
from projections.cards import fishing
from projections.cards import standard as cards
from projections.game import dealing
from projections.game.contract import Deck, Dice, Game, ranked
from projections.game.options import within, within_or_null
from projections.language.catalogue import message
from projections.language.text import Texts

T = TypeVar("T")

# ---- Options ---------------------------------------------------------------------------------


class TableOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """What a table of either game may agree on."""

    target: int = 21
    win_at: Literal["exceed", "reach"] = "exceed"
    owner_may_trail: bool = False
    teams: bool = False
    deals: int | None = None
    sweeps: bool = False
    count_out: bool = False
    royal: ClassVar[bool]

    def __post_init__(self) -> None:
        within("target", self.target, 1, 500)
        within_or_null("deals", self.deals, 1, 1_000_000)


class Options(TableOptions, frozen=True):
    face_capture: Literal["one", "all"] = "one"
    royal: ClassVar[bool] = False


class RoyalOptions(TableOptions, frozen=True):
    """Faces are numbers here: how many of them a face may take is no question."""

    sweeps: bool = True
    count_out: bool = True
    royal: ClassVar[bool] = True


# ---- Moves -----------------------------------------------------------------------------------


class Event(Struct, frozen=True, tag_field="type", tag=lambda name: "casino." + name): ...


class Trail(Event, frozen=True):
    """Lay a card loose (arrastrar)."""

    card: str


class Capture(Event, frozen=True):
    """Take loose cards and whole builds (capturar)."""

    card: str
    loose: tuple[str, ...] = ()
    builds: tuple[str, ...] = ()


class Build(Event, frozen=True):
    """Make a build of the announced value from the card and loose cards (construir)."""

    card: str
    loose: tuple[str, ...]
    value: int


class Raise(Event, frozen=True):
    """Lift a single build to a new value (aumentar); whole groups of that value may join."""

    card: str
    build: str
    value: int
    loose: tuple[str, ...] = ()


class Add(Event, frozen=True):
    """Join more groups of its value to a build (añadir)."""

    card: str
    build: str
    value: int
    loose: tuple[str, ...] = ()


Move = Trail | Capture | Build | Raise | Add

# ---- Effects ---------------------------------------------------------------------------------


class DealerDrawn(Event, frozen=True):
    seat: Seat


class Dealt(Event, frozen=True):
    """Four cards each; four to the table in the first deal; ``last`` announces "última"."""

    hands: tuple[Held, ...]
    table: tuple[str, ...]
    last: bool


class Swept(Event, frozen=True):
    """A capture has left nothing on the table (barrido)."""

    seat: Seat


class TableCleared(Event, frozen=True):
    """The round is over: the last to capture gets what lies there; null: nobody captured."""

    seat: Seat | None
    cards: tuple[str, ...]


class Award(Event, frozen=True):
    """Points for a side: a seat, or with teams the pair 0+2 (side 0) or 1+3 (side 1)."""

    side: int
    points: int


class CardsCounted(Award, frozen=True):
    cards: int


class SpadesCounted(Award, frozen=True):
    spades: int


class GrandCasinoCounted(Award, frozen=True):
    """The 10♦ (los Diez Buenos)."""


class LittleCasinoCounted(Award, frozen=True):
    """The 2♠ (los Dos Buenos)."""


class AceCounted(Award, frozen=True):
    card: str


class SweepCounted(Award, frozen=True):
    """One of the side's sweeps."""


class RoundScored(Event, frozen=True):
    """What each side won in the round, the totals, and the sides that have won the match."""

    points: tuple[int, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]


Counted = (
    CardsCounted
    | SpadesCounted
    | GrandCasinoCounted
    | LittleCasinoCounted
    | AceCounted
    | SweepCounted
)
Effect = DealerDrawn | Dealt | Swept | TableCleared | Counted | RoundScored

# ---- Phases and State ------------------------------------------------------------------------


class Drawing(Event, frozen=True):
    """The first dealer is drawn by lot."""

    lots: Held | None = None


class Shuffling(Event, frozen=True):
    """The house owes a shuffled deck."""


class Dealing(Event, frozen=True):
    """All hands are empty, the stock is not."""


class Playing(Event, frozen=True):
    turn: Seat


class Sweeping(Event, frozen=True):
    """A capture has just emptied the table."""

    seat: Seat


class Clearing(Event, frozen=True):
    """The last card is played."""


class Counting(Event, frozen=True):
    """So many of the round's awards are given."""

    given: int = 0


class Ended(Event, frozen=True):
    winners: tuple[int, ...]


Phase = Drawing | Shuffling | Dealing | Playing | Sweeping | Clearing | Counting | Ended


class Construction(Struct, frozen=True):
    """A build on the table. ``multiple``: of several groups, its value stands for good."""

    id: str
    value: int
    cards: tuple[str, ...]
    owner: Seat
    multiple: bool = False


NOTHING = Held("house", ())


class State(Struct, frozen=True, kw_only=True):
    """``totals``, ``piles`` by side, ``swept`` the sides in the order of their sweeps.

    ``loose`` lies in canonical order, ``builds`` in the order made; ``made`` counts the round's
    builds, ``taker`` is the last seat to capture, ``rounds`` how many are scored.
    """

    options: TableOptions
    phase: Phase
    hands: tuple[Held, ...]
    totals: tuple[int, ...]
    piles: tuple[tuple[str, ...], ...]
    dealer: Seat = 0
    rounds: int = 0
    stock: Held = NOTHING
    last_deal: bool = False
    loose: tuple[str, ...] = ()
    builds: tuple[Construction, ...] = ()
    made: int = 0
    swept: tuple[int, ...] = ()
    taker: Seat | None = None


class CasinoState(State, frozen=True, kw_only=True):
    options: Options


class RoyalState(State, frozen=True, kw_only=True):
    options: RoyalOptions


# ---- The rules -------------------------------------------------------------------------------


def start(options: Options | RoyalOptions, seats: int) -> State:
    if options.teams and seats != 4:
        raise BadOptions(field="teams", value=True, allowed="false; true with 4 seats")
    hands, each = (NOTHING,) * seats, len(sides(options, seats))
    totals, piles = (0,) * each, ((),) * each
    if isinstance(options, RoyalOptions):
        return RoyalState(options=options, phase=Drawing(), hands=hands, totals=totals, piles=piles)
    return CasinoState(options=options, phase=Drawing(), hands=hands, totals=totals, piles=piles)


def sides(options: TableOptions, seats: int) -> tuple[tuple[Seat, ...], ...]:
    if options.teams:
        return ((0, 2), (1, 3))
    return tuple((seat,) for seat in range(seats))


def deck(state: State) -> Deck | None:
    match state.phase:
        case Drawing(lots=None):
            return Deck("first", tuple(map(str, range(len(state.hands)))))
        case Shuffling():
            return Deck("deck", CARDS)
    return None


def moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """Trails from the lowest card, captures, builds, raises, additions.

    Complete on a table of up to 12 loose cards (and 6 builds of one value); on a fuller one by
    single groups: any union of groups that share no card is legal too.
    """
    if state.phase != Playing(seat) or FACE_DOWN in state.hands[seat].values:
        return ()
    turn = Turn(state, seat)
    hand = turn.hand
    return tuple(
        chain(
            trails(turn),
            chain.from_iterable(captures(turn, card) for card in hand),
            chain.from_iterable(builds(turn, card) for card in hand),
            chain.from_iterable(raises(turn, card) for card in hand),
            chain.from_iterable(additions(turn, card) for card in hand),
        )
    )


def allows(state: State, seat: Seat, move: Move) -> Move | None:
    """The move in canonical order if it is legal now: judged by itself, whatever the list holds."""
    if state.phase != Playing(seat) or move.card not in state.hands[seat].values:
        return None
    asked = ordered(state, move)
    if asked is None or not fits(state, asked) or not stands(state, seat, asked):
        return None
    return asked


def follow(state: State) -> Effect | None:
    match state.phase:
        case Sweeping(seat):
            return Swept(seat)
        case Dealing():
            return deal_out(state)
        case Clearing():
            return TableCleared(state.taker, state.loose)
        case Counting(given):
            return count(state, given)
        case Drawing(lots=Held() as lots):
            return DealerDrawn(int(lots.values[0]))
    return None


def evolve(state: State, event: Moved[Move] | Shuffled | Effect) -> State:
    match event, state.phase:
        case Moved(seat, move), Playing(turn) if seat == turn:
            return played(state, seat, move)
        case Swept(seat), Sweeping(sweeper) if seat == sweeper:
            return onward(replace(state, swept=(*state.swept, side(state, seat))), seat)
        case Dealt() as dealt, Dealing():
            return handed_out(state, dealt)
        case TableCleared(seat, left), Clearing() if seat == state.taker:
            return cleared(state, seat, left)
        case Award(place, points), Counting(given):
            totals = put(state.totals, place, lambda total: total + points)
            return replace(state, totals=totals, phase=Counting(given + 1))
        case RoundScored(winners=winners), Counting():
            return next_round(state, winners)
        case Shuffled() as shuffle, _ if dealing.is_owed(deck(state), shuffle):
            return shuffled(state, shuffle.cards)
        case DealerDrawn(seat), Drawing(lots=Held()):
            return replace(state, dealer=seat, phase=Shuffling())
    raise Corrupt(reason=f"{type(event).__name__} while {type(state.phase).__name__.lower()}")


def result(state: State) -> Result | None:
    """Each seat's score is its side's total."""
    if not isinstance(state.phase, Ended):
        return None
    return ranked(tally(state))


def tally(state: State) -> tuple[int, ...]:
    return tuple(state.totals[side(state, seat)] for seat in range(len(state.hands)))


# ---- What the rules are made of: cards, seats and dealing ------------------------------------

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
CARDS = tuple(rank + suit for suit in "CDHS" for rank in RANKS)
PLACE = {card: place for place, card in enumerate(CARDS)}
LOW = {card: (RANKS.index(cards.rank(card)), PLACE[card]) for card in CARDS}
GRAND, LITTLE = "10D", "2S"
ACES = ("AS", "AC", "AH", "AD")
ACE = 14
"""What an ace is worth in Royal Casino when it is played, or is a group by itself."""

ROYAL_NUMBER = {card: RANKS.index(cards.rank(card)) + 1 for card in CARDS}
ROYAL_TAKES = {card: ACE if number == 1 else number for card, number in ROYAL_NUMBER.items()}
NUMBER = {card: number if number <= 10 else 0 for card, number in ROYAL_NUMBER.items()}


def numbers(options: TableOptions) -> dict[str, int]:
    """What each card adds to a sum; 0: it has no number."""
    return ROYAL_NUMBER if options.royal else NUMBER


def takes(options: TableOptions) -> dict[str, int]:
    """Which sums and builds each card takes; 0: none."""
    return ROYAL_TAKES if options.royal else NUMBER


def canonical(hand: Iterable[str]) -> tuple[str, ...]:
    """Clubs, diamonds, hearts, spades, each from the ace up."""
    return tuple(sorted(hand, key=PLACE.__getitem__))


def side(state: State, seat: Seat) -> int:
    return seat % len(state.totals)


def shuffled(state: State, stock: Held) -> State:
    """The lots for the first dealer, or all cards for a new round."""
    if isinstance(state.phase, Drawing):
        return replace(state, phase=Drawing(stock))
    piles = tuple(() for _ in state.piles)
    return replace(
        state, phase=Dealing(), stock=stock, piles=piles, loose=(), made=0, swept=(), taker=None
    )


def deal_out(state: State) -> Dealt:
    """Two at a time from the dealer's left, twice; at first the table too, before the dealer."""
    seats, stock = len(state.hands), state.stock.values
    order = [(state.dealer + step) % seats for step in range(1, seats + 1)]
    if len(stock) == len(CARDS):
        order.insert(-1, seats)
    dealt: list[tuple[str, ...]] = [()] * (seats + 1)
    for top, place in enumerate(order + order):
        dealt[place] += stock[2 * top : 2 * top + 2]
    hands = tuple(Held(seat, canonical(dealt[seat])) for seat in range(seats))
    return Dealt(hands, dealt[seats], last=len(stock) == 4 * len(order))


def handed_out(state: State, dealt: Dealt) -> State:
    given = [*dealing.held(dealt.hands), *dealt.table]
    top, used = state.stock.values[: len(given)], len(given)
    whole = dealing.seated(dealt.hands, len(state.hands)) and all(dealt.hands)
    if not whole or not dealing.same(given, top):
        raise Corrupt(reason="a deal that the stock does not hold")
    return replace(
        state,
        phase=Playing((state.dealer + 1) % len(state.hands)),
        hands=dealt.hands,
        stock=Held("house", state.stock.values[used:]),
        loose=canonical((*state.loose, *dealt.table)),
        last_deal=dealt.last,
    )


# ---- What may be played ----------------------------------------------------------------------

MANY_LOOSE, MANY_BUILDS = 12, 6
"""On a table with more loose cards, or more builds of one value, moves are listed by single groups:
24 loose cards may hold 910,000 captures for one 10."""


class Turn:
    """What a seat has to think about: its hand, the table, and what the loose cards add up to.

    Sets of loose cards are bit masks over ``loose``; the lists by sum and value are made once.
    """

    def __init__(self, state: State, seat: Seat) -> None:
        self.options, self.loose, self.builds = state.options, state.loose, state.builds
        self.number, self.takes = numbers(state.options), takes(state.options)
        self.hand = tuple(sorted(state.hands[seat].values, key=LOW.__getitem__))
        self.own = tuple(build for build in state.builds if build.owner == seat)
        alike = max(Counter(build.value for build in self.builds).values(), default=0)
        self.complete = len(self.loose) <= MANY_LOOSE and alike <= MANY_BUILDS
        self.sums = fishing.sums(
            [self.number[card] for card in self.loose], max(map(self.takes.__getitem__, self.hand))
        )
        self.found: dict[int, tuple[int, ...]] = {}

    def kept(self, card: str) -> set[int]:
        """The values that the hand still takes without this card."""
        return {self.takes[other] for other in self.hand if other != card}

    def bound(self, card: str) -> tuple[str, ...]:
        """The seat's own builds that it could no longer take without this card."""
        if not self.own:
            return ()
        kept = self.kept(card)
        return tuple(build.id for build in self.own if build.value not in kept)

    def groups(self, value: int) -> list[int]:
        """The single sets that make this value."""
        alone = [1 << place for place, card in enumerate(self.loose) if cards.rank(card) == "A"]
        return self.sums[value] + (alone if value == ACE else [])

    def unions(self, value: int) -> tuple[int, ...]:
        """What falls into sets of this value; single sets only where lists get long."""
        if value not in self.found:
            groups = self.groups(value)
            self.found[value] = fishing.united(groups) if self.complete else tuple(groups)
        return self.found[value]

    def fish(self, card: str) -> tuple[int, ...]:
        """The loose cards that a card may take: by its value, or a face its like."""
        if self.takes[card]:
            return self.unions(self.takes[card])
        like = [
            1 << n for n, other in enumerate(self.loose) if cards.rank(other) == cards.rank(card)
        ]
        many = isinstance(self.options, Options) and self.options.face_capture == "all"
        return fishing.united(like) if many and self.complete else tuple(like)

    def joins(self, card: str, value: int) -> tuple[int, ...]:
        """What falls into sets of this value together with the card; 0: nothing is needed."""
        number = self.number[card]
        if not 0 < number <= value:
            return ()
        with_card = self.sums[value - number]
        others: tuple[int, ...] = (0, *self.unions(value))
        alone = [0] if self.takes[card] == value and number != value else []
        if self.complete:
            pairs = (own | more for own in alone + with_card for more in others if not own & more)
            return tuple(dict.fromkeys(pairs))
        return tuple(dict.fromkeys((*(others if self.takes[card] == value else ()), *with_card)))

    def picked(self, mask: int) -> tuple[str, ...]:
        return tuple([self.loose[place] for place in fishing.places(mask)])


def trails(turn: Turn) -> Iterator[Trail]:
    """Whoever owns a build may not trail."""
    for card in turn.hand:
        if not turn.own or (turn.options.owner_may_trail and not turn.bound(card)):
            yield Trail(card)


def captures(turn: Turn, card: str) -> Iterator[Capture]:
    """Loose cards that fall into sets of the card's value, whole builds of that value, or both."""
    value, bound = turn.takes[card], turn.bound(card)
    stacks = [build.id for build in turn.builds if build.value == value]
    if any(build not in stacks for build in bound):
        return
    free = [build for build in stacks if build not in bound]
    for mask, more in choices(turn, (0, *turn.fish(card)), free):
        if mask or more or bound:
            taken = tuple([build for build in stacks if build in bound or build in more])
            yield Capture(card, turn.picked(mask), taken)


def choices(
    turn: Turn, sets: Sequence[int], free: Sequence[str]
) -> Iterable[tuple[int, tuple[str, ...]]]:
    """Which sets and builds may go together; one at a time where lists get long."""
    if turn.complete:
        sizes = range(len(free) + 1)
        return product(sets, chain.from_iterable(combinations(free, size) for size in sizes))
    return chain(((mask, ()) for mask in sets), ((0, (build,)) for build in free))


def builds(turn: Turn, card: str) -> Iterator[Build]:
    """With loose cards, sets of a value that the hand still takes afterwards."""
    if turn.number[card] and not turn.bound(card):
        for value in sorted(turn.kept(card)):
            for mask in turn.joins(card, value):
                if mask and value >= LEAST:
                    yield Build(card, turn.picked(mask), value)


def raises(turn: Turn, card: str) -> Iterator[Raise]:
    """A single build, anybody's, to a value that the hand still takes; whole sets may join."""
    kept, bound = turn.kept(card), turn.bound(card)
    for build in turn.builds:
        value = build.value + turn.number[card]
        if may_rise(build, value) and value in kept and all(own == build.id for own in bound):
            for mask in (0, *turn.unions(value)):
                yield Raise(card, build.id, value, turn.picked(mask))


def additions(turn: Turn, card: str) -> Iterator[Add]:
    """To a build of a value that the hand still takes, the card in a set, and more sets."""
    for build in turn.builds if not turn.bound(card) else ():
        if build.value in turn.kept(card):
            for mask in turn.joins(card, build.value):
                yield Add(card, build.id, build.value, turn.picked(mask))


LEAST = 2
"""The lowest value of a build."""


def may_rise(build: Construction, value: int) -> bool:
    """A multiple build never changes its value, and a face without a number changes none."""
    return not build.multiple and value > build.value


# ---- One move judged by itself ---------------------------------------------------------------


def ordered(state: State, move: Move) -> Move | None:
    """The move with its cards and builds in the order of the lists; None: they aren't there."""
    match move:
        case Trail():
            return move
        case Capture(card, loose, builds):
            lying = listed(loose, state.loose)
            stacks = listed(builds, [build.id for build in state.builds])
            return None if lying is None or stacks is None else Capture(card, lying, stacks)
        case Build() | Raise() | Add():
            lying = listed(move.loose, state.loose)
            return None if lying is None else replace(move, loose=lying)


def listed(named: Sequence[str], there: Sequence[str]) -> tuple[str, ...] | None:
    """The named things in the order they lie there; None if one doesn't, or comes twice."""
    if len(named) > len(there):
        return None
    wanted = set(named)
    found = tuple([thing for thing in there if thing in wanted])
    return found if len(found) == len(named) else None


def fits(state: State, move: Move) -> bool:
    """Whether the cards add up."""
    number = numbers(state.options)
    match move:
        case Trail():
            return True
        case Capture(card, loose, ids):
            value = takes(state.options)[card]
            taken = [build for build in state.builds if build.id in ids]
            catch = add_up(loose, value, number) if value else matches(state.options, card, loose)
            return bool(loose or ids) and catch and all(build.value == value for build in taken)
        case Build(card, loose, value):
            return bool(loose) and value >= LEAST and add_up((card, *loose), value, number)
        case Raise(card, _, value, loose):
            build = build_of(state, move.build)
            risen = build is not None and build.value + number[card] == value
            rises = build is not None and risen and may_rise(build, value)
            return rises and add_up(loose, value, number)
        case Add(card, _, value, loose):
            build = build_of(state, move.build)
            there = build is not None and build.value == value
            return there and add_up((card, *loose), value, number)


def add_up(loose: Sequence[str], value: int, number: dict[str, int]) -> bool:
    """Whether cards fall completely into sets of a value; every card in one set only.

    At 14 an ace is 1 in a sum or a set by itself; the total tells how many are (13 more each).
    """
    summed = sorted((number[card] for card in loose), reverse=True)
    alone = sum(summed) % ACE if value == ACE else 0
    if alone > summed.count(1) or 0 in summed:
        return False
    return fishing.splits(tuple(summed[: len(summed) - alone]), value)


def matches(options: TableOptions, card: str, loose: Sequence[str]) -> bool:
    """A face takes one of its rank, or, as the table has agreed, any number."""
    many = isinstance(options, Options) and options.face_capture == "all"
    return (many or len(loose) == 1) and all(cards.rank(each) == cards.rank(card) for each in loose)


def build_of(state: State, name: str) -> Construction | None:
    return next((build for build in state.builds if build.id == name), None)


def stands(state: State, seat: Seat, move: Move) -> bool:
    """Whether the seat still holds a card for every build it owns after the move."""
    if isinstance(move, Trail) and not state.options.owner_may_trail:
        return all(build.owner != seat for build in state.builds)
    value = takes(state.options)
    kept = {value[card] for card in state.hands[seat].values if card != move.card}
    after = laid(state, seat, move)
    return all(build.value in kept for build in after.builds if build.owner == seat)


# ---- What a move does ------------------------------------------------------------------------


def played(state: State, seat: Seat, move: Move) -> State:
    """The state after a move: the card leaves the hand, the table changes, the turn passes."""
    hands = put(state.hands, seat, lambda hand: without(hand, move.card))
    after = replace(laid(state, seat, move), hands=hands)
    swept = isinstance(move, Capture) and not after.loose and not after.builds
    if swept and state.options.sweeps:
        return replace(after, phase=Sweeping(seat))
    return onward(after, seat)


def without(hand: Held, card: str) -> Held:
    if card not in hand.values or card == FACE_DOWN:
        raise Corrupt(reason=f"{hand.by} does not hold this card")
    return Held(hand.by, [other for other in hand.values if other != card])


def onward(state: State, seat: Seat) -> State:
    """The next seat's turn; with all hands empty the next deal, or the end of the round."""
    following = (seat + 1) % len(state.hands)
    phase: Phase = Playing(following)
    if not state.hands[following].values:
        phase = Dealing() if state.stock.values else Clearing()
    return replace(state, phase=phase)


def laid(state: State, seat: Seat, move: Move) -> State:
    """The table and the piles after a move."""
    match move:
        case Trail(card):
            return replace(state, loose=canonical((*state.loose, card)))
        case Capture(card, loose, names):
            return captured(state, seat, (card, *loose), names)
        case Build(card, loose, value):
            left = lifted(state.loose, loose)
            build = constructed(state, f"B{state.made + 1}", value, (card, *loose), seat)
            return replace(state, loose=left, builds=(*state.builds, build), made=state.made + 1)
        case Raise() | Add():
            return joined(state, seat, move)


def captured(state: State, seat: Seat, taken: tuple[str, ...], names: tuple[str, ...]) -> State:
    """The card and what it takes go to the pile of the seat's side."""
    stacks = tuple(stack for name in names for stack in built(state, name).cards)
    left = tuple([build for build in state.builds if build.id not in names])
    if len(left) + len(names) != len(state.builds):
        raise Corrupt(reason="a build taken twice")
    return replace(
        state,
        loose=lifted(state.loose, taken[1:]),
        builds=left,
        piles=put(state.piles, side(state, seat), lambda pile: pile + taken + stacks),
        taker=seat,
    )


def constructed(
    state: State, name: str, value: int, laid: tuple[str, ...], seat: Seat
) -> Construction:
    """A new build: of several groups if the whole is not the value."""
    number = numbers(state.options)
    multiple = sum(number[card] for card in laid) != value
    return Construction(name, value, laid, seat, multiple)


def joined(state: State, seat: Seat, move: Raise | Add) -> State:
    """A build grown by the card and what comes with it; the seat owns it now."""
    old = built(state, move.build)
    multiple = isinstance(move, Add) or len(move.loose) > 0
    laid = (*old.cards, move.card, *move.loose)
    grown = Construction(old.id, move.value, laid, seat, multiple)
    return replace(
        state,
        loose=lifted(state.loose, move.loose),
        builds=tuple([grown if build.id == old.id else build for build in state.builds]),
    )


def built(state: State, name: str) -> Construction:
    build = build_of(state, name)
    if build is None:
        raise Corrupt(reason=f"no build {name}")
    return build


def lifted(loose: tuple[str, ...], taken: tuple[str, ...]) -> tuple[str, ...]:
    """The loose cards that stay."""
    left = tuple([card for card in loose if card not in taken])
    if len(loose) - len(left) != len(taken):
        raise Corrupt(reason="cards that do not lie loose")
    return left


def put(things: tuple[T, ...], place: int, change: Callable[[T], T]) -> tuple[T, ...]:
    """The same with one thing changed."""
    if not 0 <= place < len(things):
        raise Corrupt(reason=f"there is no place {place}")
    return (*things[:place], change(things[place]), *things[place + 1 :])


# ---- The end of a round, and of the match ----------------------------------------------------


def cleared(state: State, seat: Seat | None, left: tuple[str, ...]) -> State:
    """The last capturer gets the rest, which is no sweep; it stays where nobody captured."""
    counting = replace(state, phase=Counting())
    if seat is None:
        return counting
    piles = put(state.piles, side(state, seat), lambda pile: pile + left)
    return replace(counting, piles=piles, loose=lifted(state.loose, left))


def count(state: State, given: int) -> Counted | RoundScored:
    """The next award of the round, or its end: at once where the first past the mark wins."""
    due = awards(state)
    stop = state.options.count_out and any(passed(state.options, total) for total in state.totals)
    if given < len(due) and not stop:
        return due[given]
    points = [0] * len(state.totals)
    for award in due[:given]:
        points[award.side] += award.points
    return RoundScored(tuple(points), state.totals, winners(state))


def awards(state: State) -> tuple[Counted, ...]:
    """What the piles are worth, in the counting order."""
    piles = state.piles
    spades = [sum(cards.suit(card) == "S" for card in pile) for pile in piles]
    found: list[Counted] = []
    if (most := leader([len(pile) for pile in piles])) is not None:
        found.append(CardsCounted(most, 3, len(piles[most])))
    if (most := leader(spades)) is not None:
        found.append(SpadesCounted(most, 1, spades[most]))
    holder = {card: place for place, pile in enumerate(piles) for card in pile}
    if GRAND in holder:
        found.append(GrandCasinoCounted(holder[GRAND], 2))
    if LITTLE in holder:
        found.append(LittleCasinoCounted(holder[LITTLE], 1))
    aces = [AceCounted(holder[ace], 1, ace) for ace in ACES if ace in holder]
    return (*found, *aces, *(SweepCounted(sweeper, 1) for sweeper in state.swept))


def leader(counts: Sequence[int]) -> int | None:
    """Who has most; a tie at the top is nobody's."""
    most = max(counts)
    return counts.index(most) if counts.count(most) == 1 else None


def passed(options: TableOptions, total: int) -> bool:
    """Whether a total wins; a match of a fixed number of rounds has no mark."""
    if options.deals is not None:
        return False
    return total > options.target or (options.win_at == "reach" and total == options.target)


def winners(state: State) -> tuple[int, ...]:
    """The sides that have won: who leads past the mark, or after the last round; a tie goes on."""
    best = max(state.totals)
    leaders = tuple(place for place, total in enumerate(state.totals) if total == best)
    if state.options.deals is not None:
        return leaders if state.rounds + 1 >= state.options.deals else ()
    return leaders if passed(state.options, best) and len(leaders) == 1 else ()


def next_round(state: State, winners: tuple[int, ...]) -> State:
    """The deal passes to the left."""
    phase: Phase = Ended(winners) if winners else Shuffling()
    dealer = (state.dealer + 1) % len(state.hands)
    return replace(state, phase=phase, dealer=dealer, rounds=state.rounds + 1, last_deal=False)


# ---- Texts -----------------------------------------------------------------------------------

TEXTS = Texts("casino")
ROYAL_TEXTS = {**TEXTS, **Texts("royal-casino")}
del ROYAL_TEXTS["option.face_capture"]

WORDS = (
    *("round", "last", "seat", "you", "cards", "sweeps", "points", "dealer", "table", "stock"),
)


def board(view: State, seat: Seat | None, language: Language) -> str:
    """The table as text: the seats, what lies on the table, whose turn it is (▶)."""
    say = {word: message(language, f"board-casino-{word}") for word in WORDS}
    game = (ROYAL_TEXTS if view.options.royal else TEXTS)["name"].get(language)
    played = view.rounds + (not isinstance(view.phase, Ended))
    head = [game, f"{say['round']} {played}", f"{say['stock']} {len(view.stock)}"]
    lying = [*map(cards.symbol, view.loose), *(drawn(build, say["seat"]) for build in view.builds)]
    lines = [" · ".join([*head, say["last"]] if view.last_deal else head), ""]
    lines += [seat_line(view, each, seat, say) for each in range(len(view.hands))]
    return "\n".join([*lines, "", f"  {say['table']}:  {'  '.join(lying) or '—'}"])


def drawn(build: Construction, seat: str) -> str:
    """A build as ``[B1 = 8: 3♦ 5♦, seat 1]``; ≡ stands for a multiple one."""
    sign = "≡" if build.multiple else "="
    inside = " ".join(map(cards.symbol, build.cards))
    return f"[{build.id} {sign} {build.value}: {inside}, {seat} {build.owner}]"


def seat_line(view: State, each: Seat, seat: Seat | None, say: dict[str, str]) -> str:
    own = side(view, each)
    hand = " ".join(
        "▒▒" if card == FACE_DOWN else cards.symbol(card) for card in view.hands[each].values
    )
    counts = [f"{len(view.piles[own])} {say['cards']}", f"{view.totals[own]} {say['points']}"]
    if view.options.sweeps:
        counts.insert(1, f"{view.swept.count(own)} {say['sweeps']}")
    notes = [say["you"]] * (each == seat) + [say["dealer"]] * (each == view.dealer)
    turn = "▶" if view.phase == Playing(each) else " "
    named = f"{say['seat']} {each}" + (f" ({', '.join(notes)})" if notes else "")
    return f"{turn} {named:<28}{hand:<18}{' · '.join(counts)}"


# ---- A player that knows the game ------------------------------------------------------------

ENOUGH = 300
"""So many moves are weighed; of a longer list an even choice."""


def bot(view: State, seat: Seat, moves: Sequence[Move], dice: Dice) -> Move:
    """Takes what counts, builds where it is likely to hold, and trails what helps others least."""
    hidden = unseen(view, seat)
    weighed = moves[:: 1 + len(moves) // ENOUGH]
    return max(weighed, key=lambda move: merit(view, seat, move, hidden))


def merit(view: State, seat: Seat, move: Move, hidden: Sequence[str]) -> float:
    """About how many points a move is good for."""
    match move:
        case Trail(card):
            return -prize(card) / 2 - danger(view, (*view.loose, card))
        case Capture(card, loose, names):
            stacks = [card for name in names for card in built(view, name).cards]
            left = [other for other in view.loose if other not in loose]
            rest = len(view.builds) > len(names)
            bare = 0 if rest else danger(view, left)
            return sum(map(prize, (card, *loose, *stacks))) + bare_bonus(view, left, rest) - bare
        case Build(card, loose, value):
            return holds(view, value, hidden) * sum(map(prize, (card, *loose)))
        case Raise(card, name, value, loose) | Add(card, name, value, loose):
            build = built(view, name)
            gained = () if build.owner == seat else build.cards
            return holds(view, value, hidden) * sum(map(prize, (card, *loose, *gained)))


def prize(card: str) -> float:
    """What a captured card is worth, its part of most cards and most spades included."""
    spade = 0.1 if cards.suit(card) == "S" else 0
    return 0.1 + spade + (card in ACES) + 2 * (card == GRAND) + (card == LITTLE)


def holds(view: State, value: int, hidden: Sequence[str]) -> float:
    """How likely it is that nobody else takes a build of this value first."""
    worth = takes(view.options)
    rivals = sum(worth[card] == value for card in hidden)
    others = sum(map(len, view.hands)) / max(1, len(hidden))
    return float((1 - min(0.9, others)) ** rivals) * 0.9


def bare_bonus(view: State, left: Sequence[str], rest: bool) -> float:
    return 1 if view.options.sweeps and not left and not rest else 0


def danger(view: State, left: Sequence[str]) -> float:
    """What is left may be swept: it adds up to one card."""
    number = numbers(view.options)
    total = sum(number[card] for card in left)
    return 0.25 if view.options.sweeps and left and not view.builds and total <= ACE else 0


def unseen(view: State, seat: Seat) -> list[str]:
    """The cards that the seat can't see: in other hands and in the stock."""
    laid = [card for build in view.builds for card in build.cards]
    seen = {*view.hands[seat].values, *view.loose, *laid, *chain.from_iterable(view.piles)}
    return [card for card in CARDS if card not in seen]


def sample(view: State, seat: Seat, dice: Dice) -> State:
    """A whole state that fits the view: the unseen cards dealt at random, and to whoever owns a
    build one that takes it."""
    hidden = unseen(view, seat)
    drawn = [hidden.pop(dice(len(hidden))) for _ in range(len(hidden))]
    kept = {other: keys(view, other, drawn) for other in range(len(view.hands)) if other != seat}
    hands = list(view.hands)
    for other, held in kept.items():
        more = len(hands[other]) - len(held)
        hands[other] = Held(other, canonical((*held, *drawn[:more])))
        del drawn[:more]
    return replace(view, hands=tuple(hands), stock=Held("house", drawn[: len(view.stock)]))


def keys(view: State, seat: Seat, drawn: list[str]) -> list[str]:
    """Take from the cards drawn one for each value of the builds that a seat owns."""
    value = takes(view.options)
    wanted = dict.fromkeys(build.value for build in view.builds if build.owner == seat)
    return [drawn.pop([value[card] for card in drawn].index(one)) for one in wanted]


GAMES: dict[str, Game[Options | RoyalOptions, State, Move, Effect]] = {
    name: Game(
        options, kind, Move, Effect,
        start, deck, moves, follow, evolve, result, tally, board, bot, sample,
        rules=1, seats=range(2, 5), card=cards.name, allows=allows, sides=sides,
        texts=texts,
    )
    for name, options, kind, texts in (
        ("casino", Options, CasinoState, TEXTS),
        ("royal-casino", RoyalOptions, RoyalState, ROYAL_TEXTS),
    )
}  # fmt: skip
