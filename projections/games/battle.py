"""Caissa Battle: two armies of 16 chess masters stand face down before each other, 8 pieces and
8 pawns each. In 16 duels the sides attack in turn: the attacker turns a card, the defender answers
with one that the terrain allows, and the stronger takes the point. Most points win.
"""

from collections.abc import Sequence
from functools import cache
from typing import Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from events.errors import BadOptions, Corrupt, Language
from events.facts import FACE_DOWN, Held, Holder, Moved, Result, Seat, Shuffled
from projections.cards import packs
from projections.game import dealing
from projections.game.contract import Deck, Dice, Game, ranked
from projections.game.seats import put
from projections.language.catalogue import Value, message
from projections.language.text import Texts

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


class Options(Struct, frozen=True, forbid_unknown_fields=True):
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


# ---- Moves -----------------------------------------------------------------------------------


class Event(Struct, frozen=True, tag_field="type", tag=lambda name: "caissa-battle." + name): ...


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

# ---- Effects ---------------------------------------------------------------------------------


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

# ---- Phases and State ------------------------------------------------------------------------


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


# ---- The rules -------------------------------------------------------------------------------


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
            return [TURNS[cell] for cell in standing(state, seat)]
        case Defending(attack) if seat != attacker(state):
            return [TURNS[cell] for cell in standing(state, seat) if answers(state, attack, cell)]
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
        case Shuffled():
            return shuffled(state, event)
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
        case Dealing(lot=Held()), FirstDrawn(seat) if state.first is None:
            sure(seat in SEATS, "a first attacker that there isn't")
            return replace(state, first=seat)
        case Dealing(Held() as players, Held() as specials), Dealt():
            return deal(state, event, (*players.values, *specials.values))
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


def tally(state: State) -> tuple[int, ...]:
    return state.points


# ---- The cards and the terrain ---------------------------------------------------------------


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


# ---- Dealing ---------------------------------------------------------------------------------


def shuffled(state: State, event: Shuffled) -> State:
    sure(dealing.is_owed(deck(state), event), "a shuffle that nobody asked for")
    part = {"first": "lot"}.get(event.purpose, event.purpose)
    return replace(state, phase=replace(state.phase, **{part: event.cards}))


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


def deal(state: State, event: Dealt, cards: Sequence[str]) -> State:
    extra = (*event.specials[0], *event.specials[1])
    dealt = dealing.held((*event.hands, *extra, event.unused))
    sure(dealing.same(dealt, cards), "a deal of other cards than were shuffled")
    sure(all(len(hand) == len(CELLS) for hand in event.hands), "a hand that isn't 16 cards")
    sure(all(len(special) == 1 for special in extra), "a special that isn't one card")
    players = {*cards} - {*pack(state.options).specials}
    sure(players.issuperset(dealing.held(event.hands)), "a special card as a player")
    one, two = map(army, event.hands, event.specials)
    return replace(state, armies=(one, two), unused=event.unused, phase=Placing())


def army(hand: Held, specials: tuple[Held, Held, Held]) -> Army:
    return Army(hand, specials=tuple(map(Special, specials)))


# ---- Placing ---------------------------------------------------------------------------------


def placings(state: State, seat: Seat) -> list[Move]:
    side, here = state.armies[seat], ground(state)
    free = [cell for cell in CELLS if side.down[cell] is None]
    order = pack(state.options).cards.index
    return [
        everywhere[cell]
        for everywhere in (on_each_cell(seat, c) for c in sorted(seen(side.hand), key=order))
        for cell in free
        if everywhere[0].card.values[0][0] in here[cell]
    ]


@cache
def on_each_cell(seat: Seat, card: str) -> tuple[Place, ...]:
    """Made once for each card of a deck, since a list may hold 256."""
    held = Held(seat, (card,))
    return tuple(Place(held, cell) for cell in CELLS)


def seen(held: Held | None) -> Sequence[str]:
    """What a view shows of it."""
    return [card for card in held.values if card != FACE_DOWN] if held else ()


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


# ---- Special cards ---------------------------------------------------------------------------

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


def declare(state: State, seat: Seat, said: tuple[Held | None, Held | None], choice: Held) -> State:
    sure(said[seat] is None and usable(state, seat), "a declaration that nobody asked for")
    sure(choice.values in (("use",), ("keep",)), "neither use nor keep")
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
    sure(choice is not None and choice.values == (word,), "another declaration")
    said = (None, said[1]) if seat == 0 else (said[0], None)
    done = said == (None, None)
    return replace(state, phase=Attacking() if done else Revealing(said))


def use(state: State, seat: Seat, card: str) -> State:
    held = state.armies[seat].specials[window(state)].card
    sure(held is not None and held.values == (card,), "another special card")
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


# ---- Duels -----------------------------------------------------------------------------------


TURNS = tuple(map(Turn, CELLS))


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
    sure(held is not None and held.values == (card,), "another card was there")
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


# ---- What the rules are made of --------------------------------------------------------------


def sure(holds: bool, reason: str) -> None:
    if not holds:
        raise Corrupt(reason=reason)


def given(thing: T | None, reason: str) -> T:
    if thing is None:
        raise Corrupt(reason=reason)
    return thing


def impossible(state: State, event: object) -> Corrupt:
    return Corrupt(reason=f"{type(event).__name__} while {type(state.phase).__name__}")


def with_army(state: State, seat: Seat, side: Army) -> State:
    one, two = state.armies
    return replace(state, armies=(side, two) if seat == 0 else (one, side))


# ---- Playing it ------------------------------------------------------------------------------


def bot(view: State, seat: Seat, moves: Sequence[Move], dice: Dice) -> Move:
    """Stands good attackers left and good defenders right: face down, it still knows which is."""
    players = pack(view.options).players
    if placings := [move for move in moves if isinstance(move, Place)]:
        return max(placings, key=lambda move: (players[move.card.values[0]].attack, -move.cell))
    if turns := [move for move in moves if isinstance(move, Turn)]:
        guesses = {move: guess(view, seat, move.cell) for move in turns}
        return best_turn(view, seat, guesses)
    return moves[wants_special(view, seat, dice)]


def best_turn(view: State, seat: Seat, guesses: dict[Turn, tuple[int, int]]) -> Turn:
    """Attack where it tops most of what can answer; defend with just enough, or lose the least."""
    if not isinstance(view.phase, Defending):
        answer = {kind: mean(view, unseen(view, kind))[1] for kind in {*ground(view)}}
        return max(guesses, key=lambda turn: guesses[turn][0] - answer[ground(view)[turn.cell]])
    needed = total(view, 1 - seat, view.phase.attack) - bonus(view, seat)
    enough = [turn for turn in guesses if guesses[turn][1] >= needed]
    if enough:
        return min(enough, key=lambda turn: guesses[turn][1])
    return min(guesses, key=lambda turn: sum(guesses[turn]))


def wants_special(view: State, seat: Seat, dice: Dice) -> bool:
    """A negative one never; any other in some duel of its window, the last at the latest."""
    known = seen(view.armies[seat].specials[window(view)].card)
    if known and packs.value(known[0]) < 0:
        return False
    return dice(WINDOWS[window(view)].stop - view.duel) == 0


def guess(view: State, seat: Seat, cell: int) -> tuple[int, int]:
    """Attack and defence on a cell of one's own: seen, or as the bot's order lets it expect."""
    if known := seen(view.armies[seat].down[cell]):
        return mean(view, known)
    here = ground(view)
    pool = unseen(view, here[cell])
    if view.options.mode == "blind":
        return mean(view, pool)
    mine = [other for other in standing(view, seat) if here[other] == here[cell]]
    players = pack(view.options).players
    pool.sort(key=lambda card: -players[card].attack)
    place, share = mine.index(cell), len(pool) / len(mine)
    return mean(view, pool[int(place * share) : int((place + 1) * share)])


def mean(view: State, cards: Sequence[str]) -> tuple[int, int]:
    """The average attack and defence of some cards, rounded down; nothing counts as 0."""
    players, count = pack(view.options).players, len(cards) or 1
    attack = sum(players[card].attack for card in cards)
    return attack // count, sum(players[card].defence for card in cards) // count


def unseen(view: State, kind: str) -> list[str]:
    """The players of these classes that the reader of a view sees nowhere, in canonical order."""
    shown = {card for side in view.armies for card in side.up}
    for side in view.armies:
        shown.update(side.hand.values, *(held.values for held in side.down if held))
    return [card for card in pack(view.options).cards if card[0] in kind and card not in shown]


def unseen_specials(view: State) -> list[str]:
    mine = [special for side in view.armies for special in side.specials]
    shown = {special.shown for special in mine}.union(*(seen(special.card) for special in mine))
    return [card for card in specials(view.options) if card not in shown]


def sample(view: State, seat: Seat, dice: Dice) -> State:
    """A whole state that fits what this seat sees: what is face down is drawn from the unseen."""
    cards = mixed(unseen(view, "".join(ROWS[view.options.edition])), dice)
    extra = mixed(unseen_specials(view), dice)
    phase = imagine_phase(view.phase, cards, extra, dice)
    one, two = (imagine_army(ground(view), side, cards, extra) for side in view.armies)
    return replace(view, armies=(one, two), phase=phase, unused=draw(view.unused, cards + extra))


def imagine_army(here: Sequence[str], side: Army, cards: list[str], extra: list[str]) -> Army:
    """Each face-down card becomes one that fits its cell; those in hand fit the free cells."""
    cells = tuple(zip(side.down, here, strict=True))
    down = tuple(held and draw(held, cards, kind) for held, kind in cells)
    free = [kind for held, kind in cells if held is None]
    if FACE_DOWN in side.hand.values:
        hand = [draw(Held("house", (FACE_DOWN,)), cards, kind).values[0] for kind in free]
        side = replace(side, hand=Held(side.hand.by, hand))
    known = (replace(one, card=one.card and draw(one.card, extra)) for one in side.specials)
    return replace(side, down=down, specials=tuple(known))


def imagine_phase(phase: AnyPhase, cards: list[str], extra: list[str], dice: Dice) -> AnyPhase:
    match phase:
        case Dealing(players, specials, lot):
            dealing = ((players, cards), (specials, extra), (lot, mixed(["0", "1"], dice)))
            return Dealing(*(held and draw(held, supply) for held, supply in dealing))
        case Declaring((one, two)) | Revealing((one, two)):
            sealed = (held and draw(held, mixed(["use", "keep"], dice)) for held in (one, two))
            return type(phase)((next(sealed), next(sealed)))
    return phase


def draw(held: Held, supply: list[str], kind: str = "") -> Held:
    """The same with what is face down drawn from the supply, if need be of these classes."""

    def known(card: str) -> str:
        if card != FACE_DOWN:
            return card
        return supply.pop(next(n for n, new in enumerate(supply) if not kind or new[0] in kind))

    return Held(held.by, [known(card) for card in held.values])


def mixed(cards: list[str], dice: Dice) -> list[str]:
    return [cards.pop(dice(len(cards))) for _ in range(len(cards))]


# ---- The table as text -----------------------------------------------------------------------

SPECIALS = ("opening", "middlegame", "endgame")


def word(language: Language, name: str, **values: Value) -> str:
    return message(language, f"board-caissa-battle-{name}", values)


def board(view: State, seat: Seat | None, language: Language) -> str:
    """Both armies, the reader's own below; cells by number, turned cards as attack/defence."""
    own = seat or 0
    title = word(language, "title", game=view.game, duel=min(view.duel, DUELS))
    terrain = word(language, view.options.terrain)
    lines = [
        f"Caissa Battle · {view.options.edition} · {terrain} · {title}",
        *side_lines(view, 1 - own, language),
        *army_lines(view, 1 - own, (0, 8)),
        *middle(view, language),
        *army_lines(view, own, (8, 0)),
        *side_lines(view, own, language),
        *hand_lines(view, own, language),
    ]
    return "\n".join(lines)


def side_lines(view: State, seat: Seat, language: Language) -> list[str]:
    parts = [
        f"{word(language, f'special-{name}')} {special_text(special, language)}"
        for name, special in zip(SPECIALS, view.armies[seat].specials, strict=True)
    ]
    points = f"{view.points[seat]} {word(language, 'points')}"
    return [" · ".join([f"{word(language, 'seat')} {seat}", points, *parts])]


def special_text(special: Special, language: Language) -> str:
    if special.shown:
        return word(language, "used", card=special.shown[1:], duel=str(special.duel))
    known = "".join(card[1:] for card in seen(special.card))
    if special.lost:
        return f"{word(language, 'lost')} {known}".rstrip()
    return known or ("▒" if special.card else "–")


def army_lines(view: State, seat: Seat, rows: tuple[int, int]) -> list[str]:
    lines: list[str] = []
    for corners, first in zip(("┌┬┐", "├┼┤"), rows, strict=True):
        cells = range(first, first + 8)
        texts = [cell_text(view, seat, cell) for cell in cells]
        lines.append(edge(corners, [f"─{cell}" for cell in cells]))
        lines += ["│" + "".join(f"{text[half]:^7}│" for text in texts) for half in (0, 1)]
    return [*lines, edge("└┴┘", [""] * 8)]


def edge(corners: str, labels: Sequence[str]) -> str:
    return corners[0] + corners[1].join(f"{label:─<7}" for label in labels) + corners[2]


def cell_text(view: State, seat: Seat, cell: int) -> tuple[str, str]:
    """Turned ``C08``, marked while it attacks; own face down ``(C08)``; else what may be there."""
    side, kind = view.armies[seat], "/".join(ground(view)[cell])
    if card := side.up[cell]:
        attacks = isinstance(view.phase, Defending) and view.phase.attack == cell
        mark = "»" if attacks and seat == attacker(view) else ""
        return mark + card, strengths(view, card)
    if known := seen(side.down[cell]):
        return f"({known[0]})", strengths(view, known[0])
    return "▒▒▒▒▒" if side.down[cell] else "·", kind


def strengths(view: State, card: str) -> str:
    player = pack(view.options).players[card]
    return f"{player.attack}/{player.defence}"


def middle(view: State, language: Language) -> list[str]:
    """The duel before, and what is going on."""
    seat, strike = attacker(view), view.phase.attack if isinstance(view.phase, Defending) else None
    power = 0 if strike is None or face_down(view) else total(view, seat, strike)
    now = word(language, type(view.phase).__name__, seat=seat, total=power)
    return [f"  {last_text(view, view.last, language)}", f"  {now}"] if view.last else [f"  {now}"]


def last_text(view: State, last: Fought, language: Language) -> str:
    players = pack(view.options).players
    sides = zip((last.attacker, 1 - last.attacker), last.cells, last.totals, strict=True)
    fight = " – ".join(
        f"{players[view.armies[seat].up[cell] or ''].name} {total}" for seat, cell, total in sides
    )
    won = "nobody" if last.winner is None else "point"
    point = word(language, won, seat=last.winner or 0)
    return word(language, "last", duel=last.duel, fight=fight, point=point)


def hand_lines(view: State, seat: Seat, language: Language) -> list[str]:
    cards = sorted(seen(view.armies[seat].hand), key=pack(view.options).cards.index)
    texts = [f"{card} {strengths(view, card)}" for card in cards]
    rows = [" · ".join(texts[at : at + 5]) for at in range(0, len(texts), 5)]
    head = f"{word(language, 'hand')}: "
    return [(" " * len(head) if number else head) + row for number, row in enumerate(rows)]


# ---- Texts -----------------------------------------------------------------------------------

TEXTS = Texts("caissa-battle")

GAMES: dict[str, Game[Options, State, Move, Effect]] = {
    "caissa-battle": Game(
        Options, State, Move, Effect,
        start, deck, moves, follow, evolve, result, tally, board, bot, sample,
        rules=1, seats=range(2, 3), card=packs.name, allows=allows,
        texts=TEXTS,
    )
}  # fmt: skip
