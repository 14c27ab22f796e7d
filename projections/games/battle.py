"""Caissa Battle: two armies of 16 chess masters stand face down before each other, 8 pieces and
8 pawns each. In 16 duels the sides attack in turn: the attacker turns a card, the defender answers
with one that the terrain allows, and the stronger takes the point. Most points win.
"""

from collections.abc import Sequence
from functools import cache
from typing import Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from events.errors import BadOptions, Corrupt
from events.facts import FACE_DOWN, Held, Holder, Moved, Result, Seat, Shuffled
from projections import packs
from projections.game import Deck, Game, Text, ranked

T = TypeVar("T")
SEATS = (0, 1)
CELLS = range(16)
DUELS = 16
WINDOWS = (range(1, 7), range(7, 13), range(13, 17))
"""The duels in which the special cards may be used: apertura, medio juego, finales."""
ROWS: dict[packs.Edition, tuple[str, str]] = {
    "classic": ("CHHCCHHC", "PPRRRRPP"),
    "premium": ("CAACCAAC", "RRHHHHRR"),
}
"""Terrain "classes": the back row (cells 0..7, from the left) and the front row (8..15)."""


class Options(Struct, frozen=True):
    """``recall``: owners may look at their face-down cards; ``deck``: a deck file, "" ours."""

    edition: packs.Edition = "classic"
    mode: Literal["standard", "blind"] = "standard"
    terrain: Literal["classes", "mixed", "madness"] = "classes"
    recall: bool = False
    specials: Literal["all", "positive"] = "all"
    duel_tie: Literal["none", "defender"] = "none"
    deck: str = ""

    def __post_init__(self) -> None:
        if self.mode == "blind" and self.recall:
            raise BadOptions(field="recall", value=True, allowed=[False])
        if self.specials == "positive" and self.edition == "classic":
            raise BadOptions(field="specials", value="positive", allowed=["all"])


# Moves -------------------------------------------------------------------------------------------


def tag(name: str) -> str:
    return "caissa-battle." + name


class Event(Struct, frozen=True, tag_field="type", tag=tag):
    """Something that happens in this game."""


class Place(Event, frozen=True):
    """Stand one card of the hand face down on a cell."""

    card: Held
    cell: int


class Declare(Event, frozen=True):
    """Say, sealed, ``use`` or ``keep`` of the special card of this window."""

    choice: Held


class Turn(Event, frozen=True):
    """Turn the card on one of your cells, to attack or to defend."""

    cell: int


Move = Place | Declare | Turn

# Effects -----------------------------------------------------------------------------------------


class FirstDrawn(Event, frozen=True):
    """Who attacks first, by lot."""

    seat: Seat


class Dealt(Event, frozen=True):
    """``hands`` and ``specials`` (apertura, medio juego, finales) by seat; the rest is out."""

    hands: tuple[Held, Held]
    specials: tuple[tuple[Held, Held, Held], tuple[Held, Held, Held]]
    unused: Held


class BattleBegan(Event, frozen=True):
    """Both armies stand; this seat attacks first."""

    seat: Seat


class SpecialUsed(Event, frozen=True):
    seat: Seat
    card: str


class SpecialKept(Event, frozen=True):
    seat: Seat


class SpecialLost(Event, frozen=True):
    """A window (0..2) is over, and the special of this seat was not used in it."""

    seat: Seat
    window: int


class Turned(Event, frozen=True):
    """``strength`` is what counts on the card: its attack or its defence."""

    seat: Seat
    cell: int
    card: str
    strength: int


class DuelWon(Event, frozen=True):
    """``attack`` and ``defence`` are the totals, specials included; ``seat`` has the point."""

    duel: int
    attack: int
    defence: int
    seat: Seat


class DuelTied(Event, frozen=True):
    duel: int
    attack: int
    defence: int


class GameTied(Event, frozen=True):
    """Tablas: new cards are dealt, and the other side attacks first."""

    points: int


class GameWon(Event, frozen=True):
    seat: Seat
    points: int


Effect = (
    FirstDrawn | Dealt | BattleBegan | SpecialUsed | SpecialKept | SpecialLost
    | Turned | DuelWon | DuelTied | GameTied | GameWon
)  # fmt: skip
Happening = Moved[Move] | Shuffled | Effect

# Phases and State --------------------------------------------------------------------------------


class Phase(Struct, frozen=True, tag_field="name", tag=str.lower):
    """What is going on, with what lasts no longer than that."""


class Dealing(Phase, frozen=True):
    """What the house has shuffled so far."""

    players: Held | None = None
    specials: Held | None = None
    lot: Held | None = None


class Placing(Phase, frozen=True):
    """Both place their cards, hidden from each other."""


class Declaring(Phase, frozen=True):
    """Both say, sealed, whether they use their special; nobody's card is turned yet."""

    said: tuple[Held | None, Held | None] = (None, None)


class Revealing(Phase, frozen=True):
    """All have said it; ``said`` holds what has not been shown yet."""

    said: tuple[Held | None, Held | None]


class Attacking(Phase, frozen=True):
    """The attacker is to turn a card."""


class Defending(Phase, frozen=True):
    """The attacker has turned the card on cell ``attack``; the defender is to answer."""

    attack: int


class Judging(Phase, frozen=True):
    """Both cells of the duel are chosen."""

    attack: int
    defence: int


class Counting(Phase, frozen=True):
    """All duels are fought."""


class Ending(Phase, frozen=True):
    """The battle is decided."""


AnyPhase = (
    Dealing | Placing | Declaring | Revealing | Attacking | Defending | Judging | Counting | Ending
)


class Special(Struct, frozen=True):
    """A special card: held, or shown when it was used in ``duel``, or held and ``lost``."""

    card: Held | None = None
    shown: str | None = None
    duel: int | None = None
    lost: bool = False


class Army(Struct, frozen=True):
    """What a side has: cards in hand, and on 16 cells cards face ``down`` or turned ``up``."""

    hand: Held
    down: tuple[Held | None, ...] = (None,) * 16
    up: tuple[str | None, ...] = (None,) * 16
    specials: tuple[Special, ...] = (Special(),) * 3


class Fought(Struct, frozen=True):
    """The duel before this one: its cells and totals (attacker's, defender's), who won it."""

    duel: int
    attacker: Seat
    cells: tuple[int, int]
    totals: tuple[int, int]
    winner: Seat | None


class State(Struct, frozen=True):
    """``first`` attacks in duel 1 of this game; ``game`` counts the deals, 1 and one a tablas."""

    options: Options
    armies: tuple[Army, Army]
    phase: AnyPhase
    unused: Held = Held("house", ())
    points: tuple[int, int] = (0, 0)
    duel: int = 1
    first: Seat | None = None
    game: int = 1
    last: Fought | None = None


# The rules ---------------------------------------------------------------------------------------


def start(options: Options, seats: int) -> State:
    return State(options, (Army(Held(0, ())), Army(Held(1, ()))), Dealing())


def deck(state: State) -> Deck | None:
    match state.phase:
        case Dealing(players=None):
            return Deck("players", pack(state.options).cards)
        case Dealing(specials=None):
            return Deck("specials", specials(state.options))
        case Dealing(lot=None) if state.first is None:
            return Deck("first", ("0", "1"))
    return None


def moves(state: State, seat: Seat) -> Sequence[Move]:
    """Every legal move; the harmless one is the lowest card on the lowest cell, or ``keep``."""
    match state.phase:
        case Placing():
            return placings(state, seat)
        case Declaring(said) if said[seat] is None and usable(state, seat):
            return DECLARATIONS[seat]
        case Attacking() if seat == attacker(state):
            return [Turn(cell) for cell in standing(state, seat)]
        case Defending(attack) if seat != attacker(state):
            return [Turn(cell) for cell in standing(state, seat) if answers(state, attack, cell)]
    return ()


def allows(state: State, seat: Seat, move: Move) -> Move | None:
    """The move if it is legal; a placing is judged by itself, for there may be 256 of them."""
    if isinstance(move, Place):
        return move if may_place(state, seat, move) else None
    return next((legal for legal in moves(state, seat) if legal == move), None)


def follow(state: State) -> Effect | None:
    if state.duel in CLOSED and (lost := losing(state)):
        return lost
    match state.phase:
        case Dealing(Held() as players, Held() as specials, lot):
            return drawn(lot) if state.first is None else dealt(state, players, specials)
        case Placing() if state.options.mode == "blind" or all_stand(state):
            return BattleBegan(attacker(state))
        case Revealing(said):
            return revealed(state, said)
        case Defending() | Judging() if turning := face_down(state):
            return turned(state, *turning)
        case Judging(attack, defence):
            return judged(state, attack, defence)
        case Counting():
            return counted(state)
    return None


def evolve(state: State, event: Happening) -> State:
    match event:
        case Moved(seat, move):
            sure(seat in SEATS, "a move of a seat that there isn't")
            return moved(state, seat, move)
        case Shuffled(purpose, cards):
            return shuffled(state, purpose, cards)
        case Turned(seat, cell, card):
            return turn_up(state, seat, cell, card)
        case DuelWon(duel, attack, defence, seat):
            sure(seat in SEATS, "a point for a seat that there isn't")
            return fought(state, duel, (attack, defence), seat)
        case DuelTied(duel, attack, defence):
            return fought(state, duel, (attack, defence), None)
        case _:
            return staged(state, event)


def moved(state: State, seat: Seat, move: Move) -> State:
    match state.phase, move:
        case Placing(), Place(card, cell):
            return place(state, seat, card, cell)
        case Declaring(said), Declare(choice):
            return declare(state, seat, said, choice)
        case Attacking(), Turn(cell):
            sure(seat == attacker(state), "an attack out of turn")
            return replace(state, phase=Defending(down(state, seat, cell)))
        case Defending(attack), Turn(cell):
            sure(seat != attacker(state), "an attacker who defends")
            return replace(state, phase=Judging(attack, down(state, seat, cell)))
    raise impossible(state, move)


def staged(state: State, event: Effect) -> State:
    """What happens between the duels."""
    match state.phase, event:
        case Dealing(), FirstDrawn(seat):
            sure(seat in SEATS, "a first attacker that there isn't")
            return replace(state, first=seat)
        case Dealing(Held(), Held()), Dealt():
            return deal(state, event)
        case Placing(), BattleBegan():
            return begin(state)
        case Revealing(said), SpecialUsed(seat, card):
            return use(open_choice(state, seat, said, "use"), seat, card)
        case Revealing(said), SpecialKept(seat):
            return open_choice(state, seat, said, "keep")
        case _, SpecialLost(seat, window):
            return lose(state, seat, window)
        case Counting(), GameTied():
            return again(state)
        case Counting(), GameWon():
            return replace(state, phase=Ending())
    raise impossible(state, event)


def result(state: State) -> Result | None:
    return ranked(state.points) if isinstance(state.phase, Ending) else None


# The cards and the terrain -----------------------------------------------------------------------


def pack(options: Options) -> packs.Caissa:
    return packs.caissa(options.edition, options.deck)


def specials(options: Options) -> tuple[str, ...]:
    """The special cards that are shuffled, in canonical order."""
    every = pack(options).specials
    if options.specials == "all":
        return every
    return tuple(card for card in every if packs.value(card) > 0)


@cache
def terrain(edition: packs.Edition, kind: str) -> tuple[str, ...]:
    """For each cell the letters of the classes that may stand on it."""
    back, front = ROWS[edition]
    if kind == "classes":
        return tuple(back + front)
    if kind == "mixed":
        return (letters(back),) * 8 + (letters(front),) * 8
    return (letters(back + front),) * 16


def letters(row: str) -> str:
    return "".join(sorted(set(row)))


def ground(state: State) -> tuple[str, ...]:
    return terrain(state.options.edition, state.options.terrain)


def fits(state: State, card: str, cell: int) -> bool:
    return card[0] in ground(state)[cell]


def answers(state: State, attack: int, cell: int) -> bool:
    """Whether a card on this cell may answer one on that: the terrain says it, not the card."""
    here = ground(state)
    return here[attack] == here[cell]


# Dealing -----------------------------------------------------------------------------------------


def shuffled(state: State, purpose: str, cards: Held) -> State:
    owed = given(deck(state), "a shuffle that nobody asked for")
    sure(owed.purpose == purpose, "a shuffle for something else")
    sure(same_cards(owed.cards, cards.values), "a shuffle of other cards")
    part = {"first": "lot"}.get(purpose, purpose)
    return replace(state, phase=replace(state.phase, **{part: cards}))


def same_cards(cards: Sequence[str], found: Sequence[str]) -> bool:
    return sorted(cards) == sorted(found) or all_hidden(found, len(cards))


def all_hidden(cards: Sequence[str], count: int) -> bool:
    return len(cards) == count and set(cards) == {FACE_DOWN}


def drawn(lot: Held | None) -> FirstDrawn | None:
    return FirstDrawn(int(lot.values[0])) if lot is not None else None


def dealt(state: State, players: Held, specials: Held) -> Dealt:
    """Alternately to seats 0 and 1 within each class or row, in the shuffled order."""
    cards = hand_out(state, players.values)
    hands = cards[0::2], cards[1::2]
    extra = specials.values
    blind = state.options.mode == "blind"
    owners: tuple[Holder, Holder] = ("house", "house") if blind else SEATS
    out = (*(card for card in players.values if card not in cards), *extra[6:])
    return Dealt(
        (Held(owners[0], hands[0]), Held(owners[1], hands[1])),
        (three(owners[0], extra[0:6:2]), three(owners[1], extra[1:6:2])),
        Held("house", out),
    )


def hand_out(state: State, players: Sequence[str]) -> list[str]:
    """The 32 cards that are dealt, kind by kind: every other one goes to seat 0."""
    here = ground(state)
    dealt: list[str] = []
    for kind in dict.fromkeys(here):
        dealt += [card for card in players if card[0] in kind][: 2 * here.count(kind)]
    return dealt


def three(owner: Holder, cards: Sequence[str]) -> tuple[Held, Held, Held]:
    one, two, last = cards
    return Held(owner, (one,)), Held(owner, (two,)), Held(owner, (last,))


def deal(state: State, event: Dealt) -> State:
    known = pack(state.options).players
    for hand in event.hands:
        sure(len(hand) == len(CELLS), "a hand that isn't 16 cards")
        sure(all(c in known or c == FACE_DOWN for c in hand.values), "cards of another deck")
    for special in (*event.specials[0], *event.specials[1]):
        sure(len(special) == 1, "a special that isn't one card")
    one, two = map(army, event.hands, event.specials)
    return replace(state, armies=(one, two), unused=event.unused, phase=Placing())


def army(hand: Held, specials: tuple[Held, Held, Held]) -> Army:
    return Army(hand, specials=tuple(map(Special, specials)))


# Placing -----------------------------------------------------------------------------------------


def placings(state: State, seat: Seat) -> list[Move]:
    side, here = state.armies[seat], ground(state)
    free = [cell for cell in CELLS if side.down[cell] is None]
    order = pack(state.options).cards.index
    return [
        Place(held, cell)
        for held in (Held(seat, (card,)) for card in sorted(seen(side.hand), key=order))
        for cell in free
        if held.values[0][0] in here[cell]
    ]


def seen(held: Held) -> Sequence[str]:
    return [card for card in held.values if card != FACE_DOWN]


def may_place(state: State, seat: Seat, move: Place) -> bool:
    side, cards = state.armies[seat], move.card.values
    return (
        isinstance(state.phase, Placing)
        and move.card.by == seat
        and len(cards) == 1
        and cards[0] in seen(side.hand)
        and move.cell in CELLS
        and side.down[move.cell] is None
        and fits(state, cards[0], move.cell)
    )


def place(state: State, seat: Seat, card: Held, cell: int) -> State:
    side = state.armies[seat]
    sure(cell in CELLS and side.down[cell] is None, "a card on a cell that isn't free")
    sure(len(card) == 1 and card.values[0] in side.hand.values, "a card that isn't in hand")
    hand = list(side.hand.values)
    hand.remove(card.values[0])
    placed = replace(side, hand=Held(side.hand.by, hand), down=put(side.down, cell, card))
    return with_army(state, seat, placed)


def all_stand(state: State) -> bool:
    return not state.armies[0].hand.values and not state.armies[1].hand.values


def begin(state: State) -> State:
    """From now on owners see their cards face down too, unless they may ``recall`` them."""
    sure(state.first is not None, "a battle before its first attacker was drawn")
    armies = state.armies
    if state.options.mode == "blind":
        armies = (line_up(state, armies[0]), line_up(state, armies[1]))
    elif not state.options.recall:
        armies = (face_downwards(armies[0]), face_downwards(armies[1]))
    sure(all(side.down.count(None) == 0 for side in armies), "an army with empty cells")
    return next_duel(replace(state, armies=armies))


def face_downwards(side: Army) -> Army:
    return replace(side, down=tuple(held and Held("house", held.values) for held in side.down))


def line_up(state: State, side: Army) -> Army:
    """Blind: the cards go in the order dealt onto the cells of their kind, lowest cell first."""
    here = ground(state)
    waiting = {kind: iter([c for c in side.hand.values if c[0] in kind]) for kind in here}
    cards = [next(waiting[kind], None) for kind in here]
    stand = tuple(None if card is None else Held("house", (card,)) for card in cards)
    return replace(side, hand=Held("house", ()), down=stand)


# Special cards -----------------------------------------------------------------------------------

DECLARATIONS = tuple((Declare(Held(s, ("keep",))), Declare(Held(s, ("use",)))) for s in SEATS)
CLOSED = {window.stop: number for number, window in enumerate(WINDOWS)}
"""The duels before which a window closes, and which one."""


def window(state: State) -> int:
    """Which special this duel is for: 0 apertura, 1 medio juego, 2 finales."""
    return 0 if state.duel in WINDOWS[0] else 1 if state.duel in WINDOWS[1] else 2


def usable(state: State, seat: Seat) -> bool:
    return state.armies[seat].specials[window(state)].card is not None


def asked(state: State) -> list[Seat]:
    return [seat for seat in SEATS if usable(state, seat)]


def declare(
    state: State, seat: Seat, said: tuple[Held | None, Held | None], choice: Held
) -> State:
    sure(said[seat] is None and usable(state, seat), "a declaration that nobody asked for")
    sure(choice.values in (("use",), ("keep",), (FACE_DOWN,)), "neither use nor keep")
    said = (choice, said[1]) if seat == 0 else (said[0], choice)
    done = all(said[seat] is not None for seat in asked(state))
    return replace(state, phase=Revealing(said) if done else Declaring(said))


def revealed(state: State, said: tuple[Held | None, Held | None]) -> Effect:
    """The next declaration that is shown, seat 0's first."""
    seat = 0 if said[0] is not None else 1
    choice, card = said[seat], state.armies[seat].specials[window(state)].card
    if choice is not None and choice.values == ("use",) and card is not None:
        return SpecialUsed(seat, card.values[0])
    return SpecialKept(seat)


def open_choice(
    state: State, seat: Seat, said: tuple[Held | None, Held | None], word: str
) -> State:
    choice = said[seat] if seat in SEATS else None
    sure(choice is not None and choice.values[0] in (word, FACE_DOWN), "another declaration")
    said = (None, said[1]) if seat == 0 else (said[0], None)
    done = said == (None, None)
    return replace(state, phase=Attacking() if done else Revealing(said))


def use(state: State, seat: Seat, card: str) -> State:
    held = state.armies[seat].specials[window(state)].card
    sure(held is not None and held.values[0] in (card, FACE_DOWN), "another special card")
    sure(card in pack(state.options).specials, "a special card of another deck")
    return with_special(state, seat, window(state), Special(shown=card, duel=state.duel))


def losing(state: State) -> SpecialLost | None:
    """The next special whose window has just closed, unused."""
    closed = CLOSED[state.duel]
    for seat in SEATS:
        special = state.armies[seat].specials[closed]
        if special.card is not None and not special.lost:
            return SpecialLost(seat, closed)
    return None


def lose(state: State, seat: Seat, closed: int) -> State:
    sure(CLOSED.get(state.duel) == closed and seat in SEATS, "a special lost in its window")
    special = state.armies[seat].specials[closed]
    sure(special.card is not None and not special.lost, "a special lost that isn't there")
    return with_special(state, seat, closed, replace(special, lost=True))


def with_special(state: State, seat: Seat, number: int, special: Special) -> State:
    side = state.armies[seat]
    return with_army(state, seat, replace(side, specials=put(side.specials, number, special)))


# Duels -------------------------------------------------------------------------------------------


def attacker(state: State) -> Seat:
    """The sides alternate, whoever won."""
    return ((state.first or 0) + state.duel - 1) % 2


def standing(state: State, seat: Seat) -> list[int]:
    side = state.armies[seat].down
    return [cell for cell in CELLS if side[cell] is not None]


def down(state: State, seat: Seat, cell: int) -> int:
    """The cell, where a card lies face down."""
    sure(cell in CELLS and state.armies[seat].down[cell] is not None, "no card to turn")
    return cell


def face_down(state: State) -> tuple[Seat, int] | None:
    """The seat and cell that were chosen in this duel, while the card there isn't turned."""
    attacking = attacker(state)
    match state.phase:
        case Defending(attack) if state.armies[attacking].down[attack] is not None:
            return attacking, attack
        case Judging(_, defence) if state.armies[1 - attacking].down[defence] is not None:
            return 1 - attacking, defence
    return None


def turned(state: State, seat: Seat, cell: int) -> Turned:
    card = given(state.armies[seat].down[cell], "an empty cell").values[0]
    return Turned(seat, cell, card, strength(state, seat, card))


def strength(state: State, seat: Seat, card: str) -> int:
    """The attack of the attacker's card, the defence of the defender's."""
    player = pack(state.options).players[card]
    return player.attack if seat == attacker(state) else player.defence


def turn_up(state: State, seat: Seat, cell: int, card: str) -> State:
    sure((seat, cell) == face_down(state), "a card turned that nobody chose")
    side = state.armies[seat]
    held = side.down[cell]
    sure(held is not None and held.values[0] in (card, FACE_DOWN), "another card was there")
    sure(card in pack(state.options).players, "a card of another deck")
    side = replace(side, down=put(side.down, cell, None), up=put(side.up, cell, card))
    return with_army(state, seat, side)


def judged(state: State, attack: int, defence: int) -> DuelWon | DuelTied:
    """The higher total has the point; equal: nobody, or ``duel_tie: defender``."""
    attacking = attacker(state)
    ours = total(state, attacking, attack)
    theirs = total(state, 1 - attacking, defence)
    if ours > theirs:
        return DuelWon(state.duel, ours, theirs, attacking)
    if ours < theirs or state.options.duel_tie == "defender":
        return DuelWon(state.duel, ours, theirs, 1 - attacking)
    return DuelTied(state.duel, ours, theirs)


def total(state: State, seat: Seat, cell: int) -> int:
    card = given(state.armies[seat].up[cell], "a card that isn't turned")
    return strength(state, seat, card) + bonus(state, seat)


def bonus(state: State, seat: Seat) -> int:
    """The special that this seat uses in this duel, or 0."""
    special = state.armies[seat].specials[window(state)]
    return packs.value(special.shown) if special.shown and special.duel == state.duel else 0


def fought(state: State, duel: int, totals: tuple[int, int], winner: Seat | None) -> State:
    cells = given(chosen(state.phase), "a duel that nobody fought")
    sure(duel == state.duel and not face_down(state), "another duel")
    one, two = state.points
    points = (one + (winner == 0), two + (winner == 1))
    last = Fought(duel, attacker(state), cells, totals, winner)
    return next_duel(replace(state, points=points, duel=duel + 1, last=last))


def chosen(phase: AnyPhase) -> tuple[int, int] | None:
    return (phase.attack, phase.defence) if isinstance(phase, Judging) else None


def next_duel(state: State) -> State:
    if state.duel > DUELS:
        return replace(state, phase=Counting())
    return replace(state, phase=Declaring() if asked(state) else Attacking())


def counted(state: State) -> GameTied | GameWon:
    one, two = state.points
    if one == two:
        return GameTied(one)
    return GameWon(int(two > one), max(one, two))


def again(state: State) -> State:
    """A new game, 0-0; the other side attacks first."""
    fresh = start(state.options, len(SEATS))
    return replace(fresh, first=1 - (state.first or 0), game=state.game + 1)


# What the rules are made of ----------------------------------------------------------------------


def sure(holds: bool, reason: str) -> None:
    if not holds:
        raise Corrupt(reason=reason)


def given(thing: T | None, reason: str) -> T:
    if thing is None:
        raise Corrupt(reason=reason)
    return thing


def impossible(state: State, event: object) -> Corrupt:
    return Corrupt(reason=f"{type(event).__name__} while {type(state.phase).__name__}")


def put(row: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    return (*row[:at], value, *row[at + 1 :])


def with_army(state: State, seat: Seat, side: Army) -> State:
    one, two = state.armies
    return replace(state, armies=(side, two) if seat == 0 else (one, side))


# Texts -------------------------------------------------------------------------------------------

TEXTS: dict[str, Text] = {"name": Text("Caissa Battle", "Caissa Battle")}

GAMES: dict[str, Game[Options, State, Move, Effect]] = {
    "caissa-battle": Game(
        rules=1,
        seats=range(2, 3),
        options=Options,
        state=State,
        move=Move,
        effect=Effect,
        start=start,
        deck=deck,
        moves=moves,
        follow=follow,
        evolve=evolve,
        result=result,
        texts=TEXTS,
        allows=allows,
        card=packs.name,
    )
}
