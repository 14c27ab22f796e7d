"""Escratch: everyone wants the same card, and equal numbers scratch each other.

A special card is turned; all choose a number in secret at the same time. The highest number
that nobody else chose takes it; if it costs points, the lowest must. Most points wins.
"""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from events.errors import BadOptions, Corrupt, Language
from events.facts import FACE_DOWN, Held, Moved, Result, Seat, Shuffled
from projections.cards import packs
from projections.game import dealing
from projections.game.contract import Deck, Dice, Game, ranked
from projections.game.seats import at, put
from projections.language.catalogue import message
from projections.language.text import Texts

# ---- Options ---------------------------------------------------------------------------------


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """``classes``: one class letter a seat, all different; null is the edition's own order."""

    edition: packs.Edition = "classic"
    classes: tuple[packs.Letter, ...] | None = None
    tie: Literal["shared"] = "shared"
    deck: str = ""

    def __post_init__(self) -> None:
        if self.classes is None:
            return
        wrong = set(self.classes) - set(packs.CLASSES[self.edition])
        if wrong or len(set(self.classes)) < max(2, len(self.classes)):
            raise BadOptions(
                field="classes",
                value=list(self.classes),
                allowed=f"different ones of {' '.join(packs.CLASSES[self.edition])}, one a seat",
            )


# ---- Moves -----------------------------------------------------------------------------------


class Event(Struct, frozen=True, tag_field="type", tag=lambda name: "caissa-escratch." + name): ...


class Choose(Event, frozen=True):
    """Lay a card face down before you."""

    card: Held


Move = Choose

# ---- Effects ---------------------------------------------------------------------------------


class Dealt(Event, frozen=True):
    """Each seat has taken up the cards of its class."""

    hands: tuple[Held, ...]


class PrizeTurned(Event, frozen=True):
    """The top special is turned; with what was left lying, so many ``points`` are at stake."""

    card: str
    points: int


class CardsShown(Event, frozen=True):
    """All have chosen; ``cards`` by seat."""

    cards: tuple[str, ...]


class PrizeWon(Event, frozen=True):
    seat: Seat
    cards: tuple[str, ...]
    points: int


class PrizeCarried(Event, frozen=True):
    """All numbers scratched each other: the specials stay and the next one is added."""

    points: int


class PrizeLost(Event, frozen=True):
    """All numbers scratched each other in the last round: nobody gets the specials."""

    points: int


Effect = Dealt | PrizeTurned | CardsShown | PrizeWon | PrizeCarried | PrizeLost

# ---- Phases and State ------------------------------------------------------------------------


class Shuffling(Event, frozen=True): ...


class Dealing(Event, frozen=True): ...


class Turning(Event, frozen=True): ...


class Choosing(Event, frozen=True):
    """What each seat has laid down, null for who still thinks."""

    chosen: tuple[Held | None, ...]


class Judging(Event, frozen=True):
    """The cards shown, by seat."""

    cards: tuple[str, ...]


class Ended(Event, frozen=True): ...


class Pile(Struct, frozen=True):
    """The cards a seat has played: only the top one can be seen."""

    top: str | None = None
    lower: Held = Held("house", ())


class State(Struct, frozen=True):
    """``pot``: the specials at stake; ``won``: those that each seat has taken."""

    options: Options
    phase: Shuffling | Dealing | Turning | Choosing | Judging | Ended
    hands: tuple[Held, ...]
    piles: tuple[Pile, ...]
    won: tuple[tuple[str, ...], ...]
    stock: Held = Held("house", ())
    pot: tuple[str, ...] = ()


# ---- The rules -------------------------------------------------------------------------------


def start(options: Options, seats: int) -> State:
    packs.caissa(options.edition, options.deck)
    if options.classes is not None and len(options.classes) != seats:
        raise BadOptions(field="classes", value=list(options.classes), allowed=f"{seats} classes")
    hands = tuple(Held(seat, ()) for seat in range(seats))
    return State(options, Shuffling(), hands, (Pile(),) * seats, ((),) * seats)


def deck(state: State) -> Deck | None:
    match state.phase:
        case Shuffling():
            return Deck("deck", pack(state).specials)
    return None


def moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """Any card of the hand, the lowest first; a choice once made stands."""
    match state.phase:
        case Choosing(chosen=chosen) if chosen[seat] is None:
            return tuple(Choose(Held(seat, (card,))) for card in state.hands[seat].values)
    return ()


def follow(state: State) -> Effect | None:
    match state.phase:
        case Dealing():
            return Dealt(full_hands(state))
        case Turning():
            card = state.stock.values[0]
            return PrizeTurned(card, worth((*state.pot, card)))
        case Choosing(chosen=chosen) if None not in chosen:
            return CardsShown(tuple(card.values[0] for card in chosen if card))
        case Judging(cards=cards):
            return judge(state, cards)
    return None


def evolve(state: State, event: Moved[Move] | Shuffled | Effect) -> State:
    match event, state.phase:
        case Moved(seat=seat, move=Choose(card=card)), Choosing(chosen=chosen):
            return choose(state, chosen, seat, card)
        case CardsShown(cards=cards), Choosing(chosen=chosen):
            return show(state, chosen, cards)
        case PrizeWon(seat=seat, cards=cards), Judging() if cards == state.pot:
            won = put(state.won, seat, (*at(state.won, seat), *cards))
            return next_round(replace(state, won=won, pot=()))
        case PrizeCarried(), Judging() if state.stock:
            return next_round(state)
        case PrizeLost(), Judging() if not state.stock:
            return next_round(state)
        case PrizeTurned(card=card), Turning() if state.stock.values[0] == card:
            rest = Held("house", state.stock.values[1:])
            phase = Choosing((None,) * len(state.hands))
            return replace(state, stock=rest, pot=(*state.pot, card), phase=phase)
        case Dealt(hands=hands), Dealing() if hands == full_hands(state):
            return next_round(replace(state, hands=hands))
        case Shuffled() as shuffle, Shuffling() if dealing.is_owed(deck(state), shuffle):
            return replace(state, stock=shuffle.cards, phase=Dealing())
    raise Corrupt(reason=f"{type(event).__name__} while {type(state.phase).__name__.lower()}")


def result(state: State) -> Result | None:
    return ranked(scores(state)) if isinstance(state.phase, Ended) else None


def tally(state: State) -> tuple[int, ...]:
    return scores(state)


# ---- What the rules are made of --------------------------------------------------------------


def taker(points: int, cards: tuple[str, ...]) -> Seat | None:
    """Who takes the pot: equal numbers scratch each other; of those left the highest, or the
    lowest if the pot is negative; None if none is left."""
    numbers = [packs.number(card) for card in cards]
    left = [number for number in numbers if numbers.count(number) == 1]
    if not left:
        return None
    return numbers.index(max(left) if points >= 0 else min(left))


def judge(state: State, cards: tuple[str, ...]) -> Effect:
    points = worth(state.pot)
    seat = taker(points, cards)
    if seat is not None:
        return PrizeWon(seat, state.pot, points)
    return PrizeCarried(points) if state.stock else PrizeLost(points)


def choose(state: State, chosen: tuple[Held | None, ...], seat: Seat, card: Held) -> State:
    hand = list(at(state.hands, seat).values)
    if chosen[seat] is not None or len(card) != 1 or card.values[0] not in hand:
        raise Corrupt(reason=f"seat {seat} has no such choice")
    hand.remove(card.values[0])
    hands = put(state.hands, seat, Held(seat, hand))
    return replace(state, hands=hands, phase=Choosing(put(chosen, seat, card)))


def show(state: State, chosen: tuple[Held | None, ...], cards: tuple[str, ...]) -> State:
    """The chosen cards go open onto the piles."""
    if len(cards) != len(chosen) or not all(map(was_chosen, chosen, cards)):
        raise Corrupt(reason="other cards are shown than were chosen")
    piles = tuple(map(covered, state.piles, cards))
    return replace(state, piles=piles, phase=Judging(cards))


def was_chosen(held: Held | None, card: str) -> bool:
    return held is not None and held.values == (card,)


def covered(pile: Pile, card: str) -> Pile:
    if pile.top is None:
        return Pile(card)
    return Pile(card, Held("house", (pile.top, *pile.lower.values)))


def next_round(state: State) -> State:
    return replace(state, phase=Turning() if state.stock else Ended())


def worth(specials: tuple[str, ...]) -> int:
    return sum(map(packs.value, specials))


def scores(state: State) -> tuple[int, ...]:
    return tuple(map(worth, state.won))


def pack(state: State) -> packs.Caissa:
    return packs.caissa(state.options.edition, state.options.deck)


def classes(state: State) -> tuple[packs.Letter, ...]:
    """The class of each seat."""
    return state.options.classes or packs.CLASSES[state.options.edition][: len(state.hands)]


def full_hands(state: State) -> tuple[Held, ...]:
    letters = enumerate(classes(state))
    return tuple(Held(seat, pack(state).of(letter)) for seat, letter in letters)


# ---- Playing it ------------------------------------------------------------------------------


def unseen_specials(view: State) -> tuple[str, ...]:
    """The specials that are still to be turned, as everybody can work out."""
    gone = {card for won in view.won for card in won} | set(view.pot)
    return tuple(card for card in pack(view).specials if card not in gone)


def bot(view: State, seat: Seat, moves: Sequence[Move], dice: Dice) -> Move:
    """High numbers for the pots that matter, to win or to dodge them; low ones for the rest."""
    stake = abs(worth(view.pot))
    lesser = sum(abs(packs.value(card)) < stake for card in unseen_specials(view))
    place = lesser + dice(3) - 1
    return moves[max(0, min(place, len(moves) - 1))]


def shuffled(cards: tuple[str, ...], dice: Dice) -> list[str]:
    left = list(cards)
    return [left.pop(dice(len(left))) for _ in range(len(left))]


def sample(view: State, seat: Seat, dice: Dice) -> State:
    """A whole state that fits a view: what a seat played below the top card is anybody's guess."""
    stock = Held("house", shuffled(unseen_specials(view), dice) if view.stock else ())
    for other, hand in enumerate(full_hands(view)):
        if not isinstance(view.phase, Shuffling):
            view = fill(view, other, shuffled(hand.values, dice))
    return replace(view, stock=stock)


def fill(view: State, seat: Seat, cards: list[str]) -> State:
    """Deal a seat's class to its pile, its choice and its hand, leaving what is seen in place."""
    pile, hand = view.piles[seat], view.hands[seat]
    chosen = view.phase.chosen[seat] if isinstance(view.phase, Choosing) else None
    seen = {pile.top, *hand.values, *(chosen.values if chosen else ())}
    rest = [card for card in cards if card not in seen]
    lower = Held("house", rest[: len(pile.lower)])
    rest = rest[len(pile.lower) :]
    view = replace(view, piles=put(view.piles, seat, Pile(pile.top, lower)))
    if chosen and FACE_DOWN in chosen.values and isinstance(view.phase, Choosing):
        choice = Held(seat, (rest.pop(),))
        view = replace(view, phase=Choosing(put(view.phase.chosen, seat, choice)))
    if FACE_DOWN in hand.values:
        view = replace(view, hands=put(view.hands, seat, Held(seat, sorted(rest))))
    return view


def board(view: State, seat: Seat | None, language: Language) -> str:
    """The specials at stake, a line a seat, and the hand."""
    words = {word: message(language, f"board-caissa-escratch-{word}") for word in WORDS}
    lines = [f"{words['pot']}: {pot_line(view)}   {words['stock']}: {'▒' * len(view.stock) or '—'}"]
    lines += [seat_line(view, other, seat, language) for other in range(len(view.hands))]
    if seat is not None and view.hands[seat]:
        numbers = " ".join(str(packs.number(card)) for card in view.hands[seat].values)
        lines.append(f"{words['hand']}: {numbers}")
    return "\n".join(lines)


def pot_line(view: State) -> str:
    shown = " ".join(f"[{card[1:]}]" for card in view.pot) or "—"
    return shown if len(view.pot) < 2 else f"{shown} = {worth(view.pot):+d}"


def seat_line(view: State, seat: Seat, reader: Seat | None, language: Language) -> str:
    """``▸ 0 Campeones      [ 3]  ■    +4  (+5 -1)``: top card, has chosen, specials taken."""
    kind, top = packs.class_name(classes(view)[seat], language), view.piles[seat].top
    number = f"[{packs.number(top):2}]" if top else "[  ]"
    won = " ".join(card[1:] for card in view.won[seat]) or "—"
    here, points = "▸" if seat == reader else " ", scores(view)[seat]
    return f"{here} {seat} {kind:<15}{number} {mark(view, seat):<6}{points:+3d}  ({won})"


def mark(view: State, seat: Seat) -> str:
    """A seat's choice: none yet, face down, or the reader's own with its number."""
    chosen = view.phase.chosen[seat] if isinstance(view.phase, Choosing) else None
    if chosen is None:
        return "·"
    return "■" if FACE_DOWN in chosen.values else f"■ {packs.number(chosen.values[0])}"


WORDS = ("pot", "stock", "hand")
TEXTS = Texts("caissa-escratch")

GAMES: dict[str, Game[Options, State, Move, Effect]] = {
    "caissa-escratch": Game(
        Options, State, Move, Effect,
        start, deck, moves, follow, evolve, result, tally, board, bot, sample,
        rules=1, seats=range(2, 5), card=packs.name,
        texts=TEXTS,
    )
}  # fmt: skip
