"""Cat'astrophes: 2-6 cats who mean no harm, and a token that climbs the scale of mischief.

Each round every cat lays one card face down before a seat, or draws; then all cards are turned and
move the token. Whoever pushes it up to 10, 15 or 20 is punished, whoever hugs it down again is
forgiven. When the pile is empty or a cat has 20 points, the least punished cat wins.

Cards are kind and value: mischief (travesura) ``M3``, trick (truco) ``T2``, hug (abrazo) ``H4``.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from operator import add
from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from events.errors import BadOptions, Corrupt, Language
from events.facts import FACE_DOWN, Held, Moved, Result, Seat, Shuffled
from projections.cards import packs
from projections.game import dealing
from projections.game.contract import Deck, Dice, Game, ranked
from projections.game.seats import put
from projections.language.catalogue import message
from projections.language.text import Texts

SEATS = range(2, 7)

# ---- Options ---------------------------------------------------------------------------------


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """``wild``: Gatos salvajes; ``strict`` hugs forgive nothing for leaving a threshold."""

    wild: bool = False
    hug_rule: Literal["literal", "strict"] = "literal"
    tie: Literal["shared"] = "shared"
    first: Literal["random"] | Annotated[int, Meta(ge=0, lt=SEATS[-1])] = "random"
    deck: str = ""


# ---- Moves -----------------------------------------------------------------------------------


class Event(Struct, frozen=True, tag_field="type", tag=lambda name: "catastrophes." + name): ...


class Draw(Event, frozen=True):
    """Take one or two cards from the pile."""

    cards: Literal[1, 2]


class Place(Event, frozen=True):
    """Lay a card of the own hand face down before a seat that has none yet."""

    card: Held
    before: Seat


Move = Draw | Place


# ---- Effects ---------------------------------------------------------------------------------


class FirstDrawn(Event, frozen=True):
    """The lot has fallen: this seat gets the first-player token."""

    seat: Seat


class Dealt(Event, frozen=True):
    """Five cards for each, one at a time clockwise from the first player."""

    hands: tuple[Held, ...]


class Drew(Event, frozen=True):
    """The cards that a seat took from the pile."""

    seat: Seat
    cards: Held


class Passed(Event, frozen=True):
    """A seat without cards, when the pile has none either."""

    seat: Seat


class Turned(Event, frozen=True):
    """All have acted: the card before each seat, or None."""

    cards: tuple[str | None, ...]


class TokenMoved(Event, frozen=True):
    """The card before a seat moves the token and changes that seat's points."""

    seat: Seat
    card: str
    start: int
    end: int
    points: int


class RoundEnded(Event, frozen=True):
    """The cards are discarded and this seat gets the first-player token."""

    first: Seat


class HandsCounted(Event, frozen=True):
    """The end: all hands are shown, and what each adds to its cat's points."""

    hands: tuple[tuple[str, ...], ...]
    points: tuple[int, ...]


Effect = FirstDrawn | Dealt | Drew | Passed | Turned | TokenMoved | RoundEnded | HandsCounted


# ---- Phases and State ------------------------------------------------------------------------


class Choosing(Event, frozen=True):
    """Lots are drawn for the first player."""

    lots: Held | None = None


class Dealing(Event, frozen=True):
    """The cards are shuffled and dealt."""


class Acting(Event, frozen=True):
    """Each cat acts in turn: the card before each seat, and how many cats have acted."""

    places: tuple[Held | None, ...]
    acted: int = 0


class Drawing(Event, frozen=True):
    """The cat to act takes so many cards from the pile."""

    acting: Acting
    seat: Seat
    cards: Literal[1, 2]


class Resolving(Event, frozen=True):
    """The turned cards that have not moved the token yet, by seat."""

    cards: tuple[str | None, ...]


class Showing(Event, frozen=True):
    """All is over and every hand lies open."""

    hands: tuple[tuple[str, ...], ...]


Phase = Choosing | Dealing | Acting | Drawing | Resolving | Showing


class State(Struct, frozen=True):
    """The table; seat ``first`` has its token, the mischief token is on the space ``token``."""

    options: Options
    phase: Phase
    first: Seat
    points: tuple[int, ...]
    hands: tuple[Held, ...]
    token: int = 0
    pile: Held = Held("house", ())
    discards: tuple[str, ...] = ()


# ---- The rules -------------------------------------------------------------------------------


def start(options: Options, seats: int) -> State:
    """The empty table; raise ``BadOptions`` for a first player who has no seat."""
    packs.cats(options.deck)  # refuses a deck that is not installed
    hands = tuple(Held(seat, ()) for seat in range(seats))
    if options.first == "random":
        return State(options, Choosing(), 0, (0,) * seats, hands)
    if options.first not in range(seats):
        allowed = ("random", *range(seats))
        raise BadOptions(field="first", value=options.first, allowed=allowed)
    return State(options, Dealing(), options.first, (0,) * seats, hands)


def deck(state: State) -> Deck | None:
    """Lots for the first player, then the cards: a set for each cat, four sets at most."""
    match state.phase:
        case Choosing(lots=None):
            return Deck("first", tuple(map(str, range(len(state.hands)))))
        case Dealing() if not state.pile:
            return Deck("deck", pack(state))
    return None


def moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """Draw one or two cards, or lay any card of the hand before any seat that has none."""
    match state.phase:
        case Acting() as acting if seat == actor(state, acting):
            return (*drawings(state.pile), *placings(acting, state.hands[seat], seat))
    return ()


def follow(state: State) -> Effect | None:
    """Deal; when all have acted turn and resolve the cards; end the round, and the match."""
    match state.phase:
        case Acting() as acting:
            return turn_or_pass(state, acting)
        case Drawing(seat=seat, cards=cards):
            return Drew(seat, Held(seat, state.pile.values[:cards]))
        case Resolving(cards):
            return next_card(state, cards) or end_of_round(state)
        case Choosing(lots=Held() as lots):
            return FirstDrawn(int(lots.values[0]))
        case Dealing() if state.pile:
            return deal(state)
    return None


def evolve(state: State, event: Moved[Move] | Shuffled | Effect) -> State:
    """The table after an event; raise ``Corrupt`` for one that can't have happened."""
    match event, state.phase:
        case Moved(seat, Place(card, before)), Acting() as acting if seat == actor(state, acting):
            return lay(state, acting, seat, card, before)
        case Moved(seat, Draw(cards)), Acting() as acting if seat == actor(state, acting):
            return ask(state, acting, seat, cards)
        case Drew(seat, drawn), Drawing(acting, drawer) if seat == drawer:
            return take(state, acting, seat, drawn)
        case Passed() as passed, Acting() as acting if passed == turn_or_pass(state, acting):
            return replace(state, phase=done(acting))
        case Turned(cards) as faces, Acting() as acting if faces == turn_or_pass(state, acting):
            return replace(state, phase=Resolving(cards))
        case TokenMoved() as moved, Resolving(cards):
            return resolve(state, cards, moved)
        case RoundEnded(first), Resolving(cards) if not any(cards):
            return begin(state, first)
        case HandsCounted(hands, points), Resolving(cards) if not any(cards):
            return show(state, hands, points)
        case Shuffled() as shuffled, Choosing() if dealing.is_owed(deck(state), shuffled):
            return replace(state, phase=Choosing(shuffled.cards))
        case FirstDrawn(seat), Choosing(lots=Held()):
            return replace(begin(state, seat), phase=Dealing())
        case Shuffled() as shuffled, Dealing() if dealing.is_owed(deck(state), shuffled):
            return replace(state, pile=shuffled.cards)
        case Dealt(hands), Dealing():
            return hand_out(state, hands)
    raise Corrupt(reason=f"{type(event).__name__} while {type(state.phase).__name__.lower()}")


def result(state: State) -> Result | None:
    """The fewest points win; a tie is shared."""
    return ranked(state.points, high=False) if isinstance(state.phase, Showing) else None


def tally(state: State) -> tuple[int, ...]:
    return tuple(-points for points in state.points)


# ---- What the rules are made of: the scale of mischief ---------------------------------------

TOP = 20
"""The last space of the scale, which is also where it begins again: space 0."""
PUNISHMENT = {10: 1, 15: 2, TOP % TOP: 3}
"""The thresholds of the scale and the points that each gives."""
FORGIVABLE = (15, 10)
"""The thresholds that a hug can take the token back over: nobody stands on the last one."""


def climb(space: int, steps: int, wild: bool = False) -> tuple[int, int]:
    """From a space (0..19) so many up → the space reached, the points for all thresholds passed.

    A wild cat gets one more for each space beyond the last of them.
    """
    end = space + steps
    passed = [at for at in range(space + 1, end + 1) if at % TOP in PUNISHMENT]
    beyond = end - passed[-1] if wild and passed else 0
    return end % TOP, sum(PUNISHMENT[at % TOP] for at in passed) + beyond


def descend(space: int, steps: int, wild: bool = False, strict: bool = False) -> tuple[int, int]:
    """From a space (0..19) so many down → the space reached, the points given back (0 or less).

    A threshold counts when the token lands on it or falls below it, and unless ``strict`` also
    when it leaves it. A wild cat gives back one more for each space below the last of them.
    """
    end = max(0, space - steps)
    passed = [at for at in FORGIVABLE if end <= at <= space - strict]
    below = passed[-1] - end if wild and passed else 0
    return end, -sum(PUNISHMENT[at] for at in passed) - below


def push(options: Options, space: int, card: str) -> tuple[int, int]:
    """Where a card takes the token from a space, and the points that come of it."""
    if is_hug(card):
        return descend(space, value(card), options.wild, options.hug_rule == "strict")
    return climb(space, value(card), options.wild)


# ---- Cards and seats -------------------------------------------------------------------------

KINDS = "MTH"
HAND = 5
ENOUGH = 20
"""When a cat has so many points, this round is the last."""


def value(card: str) -> int:
    return int(card[1:])


def is_hug(card: str) -> bool:
    return card[0] == "H"


def is_trick(card: str) -> bool:
    return card[0] == "T"


def cost(hand: Sequence[str]) -> int:
    """What a hand adds to its cat's points at the end: hugs nothing, the others their value."""
    return sum(value(card) for card in hand if not is_hug(card))


def pack(state: State) -> tuple[str, ...]:
    """All cards of this match, in canonical order."""
    cats = packs.cats(state.options.deck)
    return cats.cards(min(len(state.hands), cats.sets))


def in_order(cards: Iterable[str]) -> tuple[str, ...]:
    """Mischief, tricks, hugs, each from the lowest up."""
    return tuple(sorted(cards, key=lambda card: (KINDS.index(card[0]), card)))


def ring(first: Seat, seats: int) -> tuple[Seat, ...]:
    """All seats clockwise from one of them on."""
    return (*range(first, seats), *range(first))


def actor(state: State, acting: Acting) -> Seat | None:
    """Whose action it is; nobody's when all have acted."""
    seats = len(state.hands)
    return (state.first + acting.acted) % seats if acting.acted < seats else None


def without(hand: Held, laid: Held) -> Held:
    """A hand after one card was laid down; raise ``Corrupt`` if it isn't there."""
    left = list(hand.values)
    if laid.by != hand.by or len(laid) != 1 or laid.values[0] not in left:
        raise Corrupt(reason=f"seat {hand.by} does not hold this card")
    left.remove(laid.values[0])
    return Held(hand.by, left)


# ---- A round ---------------------------------------------------------------------------------


def deal(state: State) -> Dealt:
    """Five cards each, one at a time from the first player on."""
    seats = len(state.hands)
    top = state.pile.values[: HAND * seats]
    hands = (top[(seat - state.first) % seats :: seats] for seat in range(seats))
    return Dealt(tuple(Held(seat, in_order(hand)) for seat, hand in enumerate(hands)))


def hand_out(state: State, hands: tuple[Held, ...]) -> State:
    """The cards that were dealt leave the pile."""
    if not dealing.seated(hands, len(state.hands)):
        raise Corrupt(reason="each seat is dealt one hand")
    pile = taken_off(state.pile, dealing.held(hands))
    return begin(replace(state, hands=hands, pile=pile), state.first)


def taken_off(pile: Held, cards: Sequence[str]) -> Held:
    """The pile without so many cards from its top; raise ``Corrupt`` if it isn't these."""
    if not cards or not dealing.same(cards, pile.values[: len(cards)]):
        raise Corrupt(reason="these cards are not on top of the pile")
    return Held(pile.by, pile.values[len(cards) :])


def begin(state: State, first: Seat) -> State:
    """A round, with the first-player token at this seat."""
    if first not in range(len(state.hands)):
        raise Corrupt(reason=f"there is no seat {first}")
    return replace(state, first=first, phase=Acting((None,) * len(state.hands)))


def drawings(pile: Held) -> tuple[Draw, ...]:
    """One card is the harmless choice."""
    return (Draw(1), Draw(2))[: len(pile)]


def placings(acting: Acting, hand: Held, seat: Seat) -> Iterator[Place]:
    """Every different card before every free seat, the own one first; some seat always is free."""
    free = [before for before in ring(seat, len(acting.places)) if acting.places[before] is None]
    for card in dict.fromkeys(hand.values):
        laid = Held(seat, (card,))
        for before in free:
            yield Place(laid, before)


def lay(state: State, acting: Acting, seat: Seat, card: Held, before: Seat) -> State:
    """A card goes from its cat's hand face down before a seat."""
    if acting.places[before : before + 1] != (None,):
        raise Corrupt(reason=f"no card can be laid before seat {before}")
    hands = put(state.hands, seat, without(state.hands[seat], card))
    places = put(acting.places, before, card)
    return replace(state, hands=hands, phase=done(replace(acting, places=places)))


def ask(state: State, acting: Acting, seat: Seat, cards: Literal[1, 2]) -> State:
    """A cat takes cards; the effect that follows tells it which ones."""
    if cards > len(state.pile):
        raise Corrupt(reason=f"{cards} cards drawn from a pile of {len(state.pile)}")
    return replace(state, phase=Drawing(acting, seat, cards))


def take(state: State, acting: Acting, seat: Seat, drawn: Held) -> State:
    """Cards go from the top of the pile to a cat's hand."""
    pile = taken_off(state.pile, drawn.values)
    hand = Held(seat, in_order(state.hands[seat].values + drawn.values))
    return replace(state, pile=pile, hands=put(state.hands, seat, hand), phase=done(acting))


def done(acting: Acting) -> Acting:
    return replace(acting, acted=acting.acted + 1)


def turn_or_pass(state: State, acting: Acting) -> Turned | Passed | None:
    """When all have acted the cards are turned; a cat with nothing to lay or draw passes."""
    seat = actor(state, acting)
    if seat is None:
        return Turned(tuple(card.values[0] if card else None for card in acting.places))
    return None if state.pile or state.hands[seat] else Passed(seat)


def next_card(state: State, cards: Sequence[str | None]) -> TokenMoved | None:
    """All tricks before all other cards, clockwise from the first player."""
    lying = [(seat, card) for seat in ring(state.first, len(cards)) if (card := cards[seat])]
    if not lying:
        return None
    seat, card = min(lying, key=lambda one: not is_trick(one[1]))  # the first of the least
    end, change = push(state.options, state.token, card)
    change = max(change, -state.points[seat])  # nobody has less than 0
    return TokenMoved(seat, card, state.token, end, change)


def resolve(state: State, cards: tuple[str | None, ...], moved: TokenMoved) -> State:
    """The token has moved, the seat's points have changed, the card is discarded."""
    seat = moved.seat
    if moved.card not in cards[seat : seat + 1] or moved.end not in range(TOP):
        raise Corrupt(reason=f"no card before seat {seat} moves the token there")
    return replace(
        state,
        token=moved.end,
        points=put(state.points, seat, state.points[seat] + moved.points),
        discards=(*state.discards, moved.card),
        phase=Resolving(put(cards, seat, None)),
    )


def end_of_round(state: State) -> RoundEnded | HandsCounted:
    """The next round begins one seat on, unless the pile is empty or a cat has had enough."""
    if state.pile and max(state.points) < ENOUGH:
        return RoundEnded((state.first + 1) % len(state.hands))
    hands = open_hands(state)
    return HandsCounted(hands, tuple(map(cost, hands)))


def show(state: State, hands: tuple[tuple[str, ...], ...], points: tuple[int, ...]) -> State:
    """The hands lie open and have been counted."""
    if hands != open_hands(state) or len(points) != len(hands):
        raise Corrupt(reason="these are not the hands at the end")
    empty = tuple(Held(seat, ()) for seat in range(len(hands)))
    total = tuple(map(add, state.points, points))
    return replace(state, points=total, hands=empty, phase=Showing(hands))


def open_hands(state: State) -> tuple[tuple[str, ...], ...]:
    return tuple(hand.values for hand in state.hands)


# ---- What players read -----------------------------------------------------------------------

TEXTS = Texts("catastrophes")


def card_name(card: str, language: Language) -> str:
    """A card in words: ``mischief 3``, ``travesura 3``; a card face down as it is."""
    return f"{word(language, f'card-{card[0]}')} {card[1:]}" if card[0] in KINDS else card


def word(language: Language, name: str) -> str:
    return message(language, f"board-catastrophes-{name}")


def board(view: State, seat: Seat | None, language: Language) -> str:
    """The scale with the token on it, and a line for each cat."""
    pile = word(language, "pile")
    cats = [cat_line(view, cat, seat, language) for cat in range(len(view.hands))]
    return "\n".join((scale(view.token), f"{pile} {len(view.pile)}", *cats))


def scale(token: int) -> str:
    """The spaces 0 to 20, thresholds as the points they give, the token as ▲ below its space."""
    spaces = "".join("·①②③"[PUNISHMENT.get(at % TOP, 0)] for at in range(1, TOP + 1))
    return f"0 ·{spaces} 20\n  {' ' * token}▲ {token}"


def cat_line(view: State, cat: Seat, reader: Seat | None, language: Language) -> str:
    """A cat's seat, points, hand and what lies before it; ▸ is the first player's, * the reader."""
    points, by = word(language, "points"), word(language, "by")
    hand = " ".join(showing(view, cat)) or "—"
    mark = "▸" if cat == view.first else " "
    own = "*" if cat == reader else " "
    match view.phase:
        case Acting(places) if laid := places[cat]:
            hand += f"   [{laid.values[0]} {by} {laid.by}]"
    return f"{mark}{own}{cat}  {view.points[cat]:2} {points}  {hand}"


def showing(view: State, cat: Seat) -> tuple[str, ...]:
    match view.phase:
        case Showing(hands):
            return hands[cat]
    return view.hands[cat].values


# ---- A player that knows the game ------------------------------------------------------------


def bot(view: State, seat: Seat, moves: Sequence[Move], dice: Dice) -> Move:
    """Harms the others, spares itself, and is rid of costly cards before the pile runs out."""
    return max(moves, key=lambda move: worth(view, seat, move))


def worth(view: State, seat: Seat, move: Move) -> int:
    """What a move promises, in hundredths of a point."""
    match view.phase, move:
        case Acting() as acting, Place(card, before):
            change = outlook(view, acting, card.values[0], before)
            effect = -change if before == seat else change // (len(view.hands) - 1)
            return effect + relief(view, card.values[0]) - risk(view, acting, seat, before)
        case Acting() as acting, Draw(cards):
            short = max(0, 3 - len(view.hands[seat]))
            burden = sum(relief(view, card) for card in pack(view)) // len(pack(view))
            return cards * (30 * short - burden) - risk(view, acting, seat, None)
    return 0


def outlook(view: State, acting: Acting, card: str, before: Seat) -> int:
    """The points that a card can be expected to give a seat, in hundredths.

    Each card that may move the token first is taken to push it by anything from 0 to 4.
    """
    ahead = 0 if is_trick(card) else len(view.hands) - 1 - acting.places.count(None) // 2
    spaces = [(view.token + rise) % TOP for rise in range(2 * ahead + 1)]
    changes = [max(push(view.options, at, card)[1], -view.points[before]) for at in spaces]
    return 100 * sum(changes) // len(changes)


def relief(view: State, card: str) -> int:
    """What it is worth to be rid of a card: more and more as the pile shrinks; hugs are kept."""
    if is_hug(card):
        return -40
    return value(card) * (20 + 80 * HAND // (HAND + len(view.pile)))


def risk(view: State, acting: Acting, seat: Seat, before: Seat | None) -> int:
    """What others may do to a seat that stays open, in hundredths."""
    last = acting.acted + 1 == len(view.hands)
    if last or before == seat or acting.places[seat] is not None:
        return 0
    return outlook(view, acting, "M3", seat) // 2


def sample(view: State, seat: Seat, dice: Dice) -> State:
    """A whole table that fits a view: the unseen cards dealt to where cards lie face down."""
    unseen = shuffled(sorted((Counter(pack(view)) - Counter(seen(view))).elements()), dice)

    def fill(held: Held) -> Held:
        if FACE_DOWN not in held.values:
            return held
        return Held(held.by, [unseen.pop() for _ in held.values])

    hands = tuple(fill(hand) for hand in view.hands)
    phase = view.phase
    if isinstance(phase, Acting):
        phase = replace(phase, places=tuple(card and fill(card) for card in phase.places))
    return replace(view, hands=hands, pile=fill(view.pile), phase=phase)


def seen(view: State) -> Iterator[str]:
    """All cards that lie open in a view."""
    yield from view.discards
    for held in (view.pile, *view.hands):
        yield from held.values
    match view.phase:
        case Acting(places):
            yield from (card.values[0] for card in places if card)
        case Showing(hands):
            yield from chain.from_iterable(hands)


def shuffled(cards: list[str], dice: Dice) -> list[str]:
    for last in range(len(cards) - 1, 0, -1):
        other = dice(last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return cards


GAMES: dict[str, Game[Options, State, Move, Effect]] = {
    "catastrophes": Game(
        Options, State, Move, Effect,
        start, deck, moves, follow, evolve, result, tally, board, bot, sample,
        rules=1, seats=SEATS, card=card_name,
        texts=TEXTS,
    )
}  # fmt: skip
