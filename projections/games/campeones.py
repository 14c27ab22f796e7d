"""Campeones: tricks to be avoided, for four.

Every Campeones card taken costs a point and one player costs as many as all of them together:
Pillsbury (R06), in Premium Blackburne (R12). Who takes it all gives checkmate. Fewest points wins.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from events.errors import BadOptions, Corrupt, Language
from events.facts import FACE_DOWN, Held, Moved, Result, Seat, Shuffled
from projections.cards import packs, tricks
from projections.game import dealing
from projections.game.contract import Deck, Dice, Game, ranked
from projections.game.options import within_or_null
from projections.game.seats import at, put
from projections.language.catalogue import message
from projections.language.text import Texts

# ---- Options ---------------------------------------------------------------------------------


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """``target`` null: 51, Premium 100. ``blackburne_points`` null: 16; Premium only."""

    edition: packs.Edition = "classic"
    target: int | None = None
    must_lead_starter: bool = False
    blackburne_points: Literal[13, 16] | None = None
    tie: Literal["shared", "play_on"] = "shared"
    deals: int | None = None
    deck: str = ""

    def __post_init__(self) -> None:
        within_or_null("target", self.target, 1, 500)
        within_or_null("deals", self.deals, 1, 1_000_000)
        if self.edition == "classic" and self.blackburne_points is not None:
            raise BadOptions(
                field="blackburne_points", value=self.blackburne_points, allowed="null in Classic"
            )

    def limit(self) -> int:
        """So many points end the match."""
        return self.target or TARGET[self.edition]


TARGET: dict[packs.Edition, int] = {"classic": 51, "premium": 100}
PASSED: dict[packs.Edition, int] = {"classic": 2, "premium": 3}

# ---- Moves -----------------------------------------------------------------------------------


class Event(Struct, frozen=True, tag_field="type", tag=lambda name: "caissa-campeones." + name): ...


class Pass(Event, frozen=True):
    """Give cards away face down, before the first trick."""

    cards: Held


class Play(Event, frozen=True):
    card: str


Move = Pass | Play

# ---- Effects ---------------------------------------------------------------------------------


class Dealt(Event, frozen=True):
    deal: int
    hands: tuple[Held, ...]


class Exchanged(Event, frozen=True):
    """All have passed; what each seat was given."""

    given: tuple[Held, ...]


class StarterFound(Event, frozen=True):
    """This seat holds the starter and leads the first trick."""

    seat: Seat
    card: str


class TrickTaken(Event, frozen=True):
    seat: Seat
    cards: tuple[str, ...]
    points: int


class DealScored(Event, frozen=True):
    """``points`` of this deal and the ``totals`` they lead to; who gave checkmate, if anybody."""

    points: tuple[int, ...]
    totals: tuple[int, ...]
    checkmate: Seat | None


Effect = Dealt | Exchanged | StarterFound | TrickTaken | DealScored

# ---- Phases and State ------------------------------------------------------------------------


class Dealing(Event, frozen=True):
    stock: Held | None = None


class Passing(Event, frozen=True):
    """What each seat gives away, null for who still thinks."""

    given: tuple[Held | None, ...] = (None,) * 4


class Seeking(Event, frozen=True):
    """Who holds the starter?"""


class Playing(Event, frozen=True):
    """``trick`` from its leader; ``broken``: a Campeones card has been thrown off."""

    lead: Seat
    trick: tuple[str, ...] = ()
    broken: bool = False


class Ended(Event, frozen=True): ...


class State(Struct, frozen=True):
    """``deal`` counts from 1; ``taken`` are the cards of the tricks of this deal, by seat."""

    options: Options
    phase: Dealing | Passing | Seeking | Playing | Ended = Dealing()
    deal: int = 1
    totals: tuple[int, ...] = (0,) * 4
    hands: tuple[Held, ...] = tuple(Held(seat, ()) for seat in range(4))
    taken: tuple[tuple[str, ...], ...] = ((),) * 4


# ---- The rules -------------------------------------------------------------------------------


def start(options: Options, seats: int) -> State:
    packs.caissa(options.edition, options.deck)
    return State(options)


def deck(state: State) -> Deck | None:
    match state.phase:
        case Dealing(stock=None):
            return Deck("deck", pack(state).cards)
    return None


def moves(state: State, seat: Seat) -> tuple[Move, ...]:
    match state.phase:
        case Playing() as playing if turn(playing) == seat:
            return tuple(map(Play, playable(state, playing, state.hands[seat].values)))
        case Passing(given=given) if given[seat] is None:
            return gifts(seat, state.hands[seat].values, PASSED[state.options.edition])
    return ()


def follow(state: State) -> Effect | None:
    match state.phase:
        case Playing(lead=lead, trick=trick) if len(trick) == 4:
            return TrickTaken(winner(lead, trick), trick, sum(map(pricing(state), trick)))
        case Playing(trick=()) if not any(state.hands):
            return score_deal(state)
        case Dealing(stock=Held(values=stock)):
            return Dealt(
                state.deal, tuple(Held(seat, falling(stock[seat::4])) for seat in range(4))
            )
        case Passing(given=given) if None not in given:
            return exchange(state.deal, given)
        case Seeking():
            return find_starter(state)
    return None


def evolve(state: State, event: Moved[Move] | Shuffled | Effect) -> State:
    match event, state.phase:
        case Moved(seat=seat, move=Play(card=card)), Playing() as playing:
            return play(state, playing, seat, card)
        case TrickTaken(seat=seat, cards=cards), Playing() as playing if cards == playing.trick:
            taken = put(state.taken, seat, at(state.taken, seat) + cards)
            return replace(state, taken=taken, phase=replace(playing, lead=seat, trick=()))
        case DealScored(points=points), Playing(trick=()) if len(points) == 4:
            return next_deal(state, points)
        case Moved(seat=seat, move=Pass(cards=gift)), Passing(given=given):
            return give(state, given, seat, gift)
        case Exchanged(given=received), Passing(given=given):
            return take(state, given, received)
        case StarterFound(seat=seat), Seeking() if at(state.hands, seat):
            return replace(state, phase=Playing(seat))
        case Shuffled() as shuffled, Dealing() if dealing.is_owed(deck(state), shuffled):
            return replace(state, phase=Dealing(shuffled.cards))
        case Dealt(hands=hands), Dealing(stock=Held() as stock):
            return hand_out(state, hands, stock)
    raise Corrupt(reason=f"{type(event).__name__} while {type(state.phase).__name__.lower()}")


def result(state: State) -> Result | None:
    return ranked(state.totals, high=False) if isinstance(state.phase, Ended) else None


def tally(state: State) -> tuple[int, ...]:
    return tuple(-total for total in state.totals)


def allows(state: State, seat: Seat, move: Move) -> Move | None:
    """A pass is judged by itself: there are 560 of them in Premium."""
    match move, state.phase:
        case Pass(cards=gift), Passing(given=given) if given[seat] is None:
            chosen = falling(gift.values)
            fits = gift.by == seat and len(chosen) == PASSED[state.options.edition]
            whole = len(set(chosen)) == len(chosen) and set(chosen) <= set(state.hands[seat].values)
            return Pass(Held(seat, chosen)) if fits and whole else None
        case Play(), Playing():
            return move if move in moves(state, seat) else None
    return None


# ---- What the rules are made of: dealing and passing ------------------------------------------


def falling(hand: Sequence[str]) -> tuple[str, ...]:
    """Cards from the lowest number up."""
    return tuple(sorted(hand, key=lambda card: (card[1:], card)))


def steps(deal: int) -> int:
    """How far to the left cards are passed: to the left, to the right, across, not at all."""
    return (0, 1, 3, 2)[deal % 4]


@lru_cache(maxsize=64)
def gifts(seat: Seat, hand: tuple[str, ...], count: int) -> tuple[Pass, ...]:
    return tuple(Pass(Held(seat, gift)) for gift in combinations(hand, count))


def give(state: State, given: tuple[Held | None, ...], seat: Seat, gift: Held) -> State:
    hand = without(at(state.hands, seat), gift.values)
    if given[seat] is not None or not gift:
        raise Corrupt(reason=f"seat {seat} has nothing to pass")
    return replace(state, hands=put(state.hands, seat, hand), phase=Passing(put(given, seat, gift)))


def exchange(deal: int, given: tuple[Held | None, ...]) -> Exchanged:
    received = [given[(seat - steps(deal)) % 4] for seat in range(4)]
    return Exchanged(tuple(Held(seat, gift.values) for seat, gift in enumerate(received) if gift))


def hand_out(state: State, hands: tuple[Held, ...], stock: Held) -> State:
    if not dealing.seated(hands, 4) or not dealing.same(dealing.held(hands), stock.values):
        raise Corrupt(reason="a deal of other cards than were shuffled")
    phase = Passing() if steps(state.deal) else Seeking()
    return replace(state, hands=hands, taken=((),) * 4, phase=phase)


def take(state: State, given: tuple[Held | None, ...], received: tuple[Held, ...]) -> State:
    """Everybody takes up what he was passed."""
    gifts = dealing.held(gift for gift in given if gift)
    if not dealing.seated(received, 4) or not dealing.same(dealing.held(received), gifts):
        raise Corrupt(reason="other cards are received than were passed")
    return replace(state, hands=tuple(map(joined, state.hands, received)), phase=Seeking())


def joined(hand: Held, given: Held) -> Held:
    return Held(hand.by, falling(hand.values + given.values))


def without(hand: Held, gone: Sequence[str]) -> Held:
    left = [card for card in hand.values if card not in gone]
    if len(left) + len(gone) != len(hand):
        raise Corrupt(reason=f"seat {hand.by} does not hold what it parts with")
    return Held(hand.by, left)


# ---- Tricks ------------------------------------------------------------------------------------


def find_starter(state: State) -> StarterFound:
    card = pack(state).starter
    holder = next((seat for seat in range(4) if card in state.hands[seat].values), None)
    if holder is None:
        raise Corrupt(reason=f"nobody holds {card}")
    return StarterFound(holder, card)


def champion(card: str) -> bool:
    return card[0] == "C"


def turn(playing: Playing) -> Seat:
    return (playing.lead + len(playing.trick)) % 4


def playable(state: State, playing: Playing, hand: tuple[str, ...]) -> tuple[str, ...]:
    """Follow the class led; then leave out what is barred, unless there is nothing else."""
    trick = playing.trick
    cards = tricks.following(hand, packs.letter(trick[0]) if trick else None, packs.letter)
    if not any(state.taken):
        return first_trick(state, cards, lead=not trick)
    if trick or playing.broken:
        return cards
    return tuple(card for card in cards if not champion(card)) or cards


def first_trick(state: State, cards: tuple[str, ...], *, lead: bool) -> tuple[str, ...]:
    """No Campeones and not the penalty card, the leader included."""
    starter, penalty = pack(state).starter, pack(state).penalty
    if lead and state.options.must_lead_starter and starter in cards:
        return (starter,)
    return tuple(card for card in cards if not champion(card) and card != penalty) or cards


def play(state: State, playing: Playing, seat: Seat, card: str) -> State:
    trick = playing.trick
    if turn(playing) != seat or len(trick) == 4:
        raise Corrupt(reason=f"seat {seat} plays out of turn")
    hands = put(state.hands, seat, without(state.hands[seat], (card,)))
    thrown_off = bool(trick) and champion(card) and not champion(trick[0])
    phase = Playing(playing.lead, (*trick, card), playing.broken or thrown_off)
    return replace(state, hands=hands, phase=phase)


def strength(card: str, led: str) -> int:
    """The highest number of the class led; no trumps."""
    return packs.number(card) if packs.letter(card) == led else 0


def winner(lead: Seat, trick: tuple[str, ...]) -> Seat:
    return (lead + tricks.winner(trick, strength, packs.letter)) % 4


# ---- Scoring -----------------------------------------------------------------------------------


def pricing(state: State) -> Callable[[str], int]:
    """What a card costs who takes it."""
    penalty = pack(state).penalty
    points = state.options.blackburne_points or pack(state).penalty_points
    return lambda card: points if card == penalty else int(champion(card))


def score_deal(state: State) -> DealScored:
    mated = checkmate(state)
    if mated is None:
        price = pricing(state)
        points = tuple(sum(map(price, cards)) for cards in state.taken)
    else:
        all_of_it = pack(state).numbers + pack(state).penalty_points
        points = tuple(0 if seat == mated else all_of_it for seat in range(4))
    return DealScored(points, tuple(map(int.__add__, state.totals, points)), mated)


def checkmate(state: State) -> Seat | None:
    """Who took all the Campeones and the penalty card."""
    wanted = {*pack(state).of("C"), pack(state).penalty}
    return next((seat for seat in range(4) if wanted <= set(state.taken[seat])), None)


def next_deal(state: State, points: tuple[int, ...]) -> State:
    if any(state.hands):
        raise Corrupt(reason="a deal is scored before it is over")
    totals = tuple(map(int.__add__, state.totals, points))
    if over(state.options, state.deal, totals):
        return replace(state, totals=totals, phase=Ended())
    return replace(state, totals=totals, deal=state.deal + 1, phase=Dealing())


def over(options: Options, deal: int, totals: tuple[int, ...]) -> bool:
    """A fixed number of deals is played out; else the target (``play_on``: and one is lowest)."""
    if options.deals is not None:
        return deal == options.deals
    shared = totals.count(min(totals)) > 1
    return max(totals) >= options.limit() and not (shared and options.tie == "play_on")


def pack(state: State) -> packs.Caissa:
    return packs.caissa(state.options.edition, state.options.deck)


# ---- Playing it --------------------------------------------------------------------------------


def bot(view: State, seat: Seat, moves: Sequence[Move], dice: Dice) -> Move:
    """Pass what is dangerous; duck under what costs; throw off the worst."""
    match view.phase:
        case Passing():
            rid = danger(view)
            return max(moves, key=lambda move: sum(map(rid, cards_of(move))))
        case Playing(trick=()):
            return min(moves, key=lambda move: exposure(view, cards_of(move)[0], dice))
        case Playing() as playing:
            return answer(view, playing, moves)
    return moves[0]


def cards_of(move: Move) -> tuple[str, ...]:
    return move.cards.values if isinstance(move, Pass) else (move.card,)


def danger(view: State) -> Callable[[str], int]:
    """How gladly one is rid of a card: the penalty, what may have to take it, high Campeones."""
    penalty = pack(view).penalty

    def of(card: str) -> int:
        near = packs.letter(card) == packs.letter(penalty) and card > penalty
        return packs.number(card) + 100 * (card == penalty) + 20 * near + 10 * champion(card)

    return of


def exposure(view: State, card: str, dice: Dice) -> int:
    """How likely a lead is to take the trick, and how much it may cost."""
    gone = {card for cards in view.taken for card in cards}
    higher = sum(other not in gone for other in pack(view).of(card[0]) if other > card)
    costly = packs.letter(card) in ("C", packs.letter(pack(view).penalty))
    return -4 * higher + 6 * costly + 40 * (card == pack(view).penalty) + dice(3)


def answer(view: State, playing: Playing, moves: Sequence[Move]) -> Move:
    """Throw off the worst; else duck as high as possible; else take cheaply, or low."""
    trick, rid = playing.trick, danger(view)
    led, best = packs.letter(trick[0]), max(strength(card, trick[0][0]) for card in trick)
    ducking = [move for move in moves if strength(cards_of(move)[0], led) < best]
    if ducking:
        return max(ducking, key=lambda move: rid(cards_of(move)[0]))
    cheap = len(trick) == 3 and not any(map(pricing(view), trick))
    safe = [move for move in moves if cards_of(move)[0] != pack(view).penalty] or moves
    return safe[-1] if cheap else safe[0]


def sample(view: State, seat: Seat, dice: Dice) -> State:
    """A whole state that fits a view: the unseen cards are dealt to those who hold some."""
    left = list(unseen(view))
    cards = [left.pop(dice(len(left))) for _ in range(len(left))]
    if isinstance(view.phase, Passing):
        given = tuple(opened(held, cards) for held in view.phase.given)
        view = replace(view, phase=Passing(given))
    hands = tuple(opened(hand, cards) or hand for hand in view.hands)
    return replace(view, hands=hands)


def opened(held: Held | None, cards: list[str]) -> Held | None:
    """A face-down Held filled from the unseen cards."""
    if held is None or FACE_DOWN not in held.values:
        return held
    return Held(held.by, falling([cards.pop() for _ in held.values]))


def unseen(view: State) -> tuple[str, ...]:
    """The cards that this view does not show."""
    shown = {card for cards in view.taken for card in cards}
    shown |= {card for hand in view.hands for card in hand.values}
    match view.phase:
        case Playing(trick=trick):
            shown |= set(trick)
        case Passing(given=given):
            shown |= {card for gift in given if gift for card in gift.values}
    return tuple(card for card in pack(view).cards if card not in shown)


def board(view: State, seat: Seat | None, language: Language) -> str:
    """A line a seat with the card it has played, and the hand by classes."""
    words = {word: message(language, f"board-caissa-campeones-{word}") for word in WORDS}
    head = (
        f"{words['deal']} {view.deal} · {words['to']} {view.options.limit()} · {news(view, words)}"
    )
    lines = [head, *(seat_line(view, other, seat, words) for other in range(4))]
    if seat is not None and view.hands[seat]:
        lines.append(f"{words['hand']}: {hand_line(view.hands[seat].values, language)}")
    return "\n".join(lines)


def news(view: State, words: dict[str, str]) -> str:
    match view.phase:
        case Passing():
            return words[("none", "left", "across", "right")[steps(view.deal)]]
        case Playing(broken=broken):
            return words["broken" if broken else "closed"]
    return "—"


def seat_line(view: State, seat: Seat, reader: Seat | None, words: dict[str, str]) -> str:
    """``▸ 0 [P07] ▒▒▒▒▒▒    12 points (+3)``: card played, hand, total, this deal's so far."""
    here = "▸" if seat == reader else " "
    hand = "▒" * len(view.hands[seat])
    now = sum(map(pricing(view), view.taken[seat])) if isinstance(view.phase, Playing) else 0
    points = f"{view.totals[seat]:3} {words['points']}" + f" (+{now})" * (now > 0)
    return f"{here} {seat} {played(view, seat):<6}{hand:<17}{points}"


def played(view: State, seat: Seat) -> str:
    """The card before a seat; ``→`` leads, ``■`` has passed."""
    match view.phase:
        case Playing(lead=lead, trick=trick):
            place = (seat - lead) % 4
            return f"[{trick[place]}]" if place < len(trick) else "→" * (place == len(trick))
        case Passing(given=given):
            return "■" if given[seat] else "·"
    return ""


def hand_line(hand: tuple[str, ...], language: Language) -> str:
    groups = []
    for letter in "PARHC":
        numbers = [str(packs.number(card)) for card in hand if packs.letter(card) == letter]
        if numbers:
            groups.append(f"{packs.class_name(letter, language)} {' '.join(numbers)}")
    return " · ".join(groups)


WORDS = (*("deal", "to", "hand", "points", "left", "right", "across", "none", "broken", "closed"),)
TEXTS = Texts("caissa-campeones")

GAMES: dict[str, Game[Options, State, Move, Effect]] = {
    "caissa-campeones": Game(
        Options, State, Move, Effect,
        start, deck, moves, follow, evolve, result, tally, board, bot, sample,
        rules=1, seats=range(4, 5), card=packs.name, allows=allows,
        texts=TEXTS,
    )
}  # fmt: skip
