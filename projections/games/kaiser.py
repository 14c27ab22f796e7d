"""Kaiser: bids and tricks for two pairs, from the Canadian prairies.

Partners sit across (0+2 against 1+3). The highest bidder names the trump and must take with his
partner as many points as he bid: a trick is worth 1, the 5♥ 5 more, the 3♠ 3 less. First to 52.
"""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations
from math import exp
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from events.errors import Corrupt, Language
from events.facts import FACE_DOWN, Held, Moved, Result, Seat, Shuffled
from projections.cards import standard as cards
from projections.cards import tricks
from projections.game import dealing
from projections.game.contract import Deck, Dice, Game, ranked
from projections.game.dealing import is_owed
from projections.game.options import within, within_or_null
from projections.game.seats import put
from projections.language.catalogue import Value, message
from projections.language.text import Texts

# ---- Options ---------------------------------------------------------------------------------


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What a table may agree on; the defaults are the rules as they are written."""

    target: int = 52
    min_bid: Literal[6, 7, 8] = 6
    nt_order: Literal["same_number", "beats_all"] = "same_number"
    nt_min: Literal[6, 7, 8, 9, 10, 11, 12] | None = None
    nt_double: Literal["made", "both", "off"] = "made"
    overtricks: Literal["count", "bid_only"] = "count"
    all_pass: Literal["forced", "redeal"] = "forced"
    deal: Literal["one", "four"] = "one"
    low: bool = False
    low_specials: Literal["highest", "lowest"] = "highest"
    pass_cards: Literal[0, 1, 2] = 0
    kitty: Literal[0, 4] = 0
    kitty_trump: Literal["before", "after"] = "before"
    bidder_must_win: bool = False
    bid_out: Literal[45, 47] | None = None
    deals: int | None = None
    lose_at: Literal[-52] | None = None

    def __post_init__(self) -> None:
        within("target", self.target, 1, 500)
        within_or_null("deals", self.deals, 1, 1_000_000)


# ---- Moves -----------------------------------------------------------------------------------


class Event(Struct, frozen=True, tag_field="type", tag=lambda name: "kaiser." + name): ...


class Give(Event, frozen=True):
    """Pass cards face down to the partner, before the bidding."""

    cards: Held


class Pass(Event, frozen=True):
    """Bid nothing."""


class Bid(Event, frozen=True):
    """Bid so many points, with or without a trump; the dealer may repeat the standing bid."""

    number: int
    nt: bool = False


class Name(Event, frozen=True):
    """Name the trump (null in no-trump), and whether the hand is played low."""

    trump: str | None
    low: bool = False


class Discard(Event, frozen=True):
    """Lay four cards aside, face down and out of play."""

    cards: Held


class Play(Event, frozen=True):
    card: str


Move = Give | Pass | Bid | Name | Discard | Play

# ---- Effects ---------------------------------------------------------------------------------


class DealerDrawn(Event, frozen=True):
    seat: Seat


class Dealt(Event, frozen=True):
    hands: tuple[Held, ...]
    kitty: Held


class Exchanged(Event, frozen=True):
    """What each seat was given by its partner."""

    given: tuple[Held, ...]


class BiddingWon(Event, frozen=True):
    seat: Seat
    number: int
    nt: bool


class AllPassed(Event, frozen=True):
    """Nobody bid: the same dealer deals again."""


class KittyTaken(Event, frozen=True):
    seat: Seat
    cards: Held


class TrickTaken(Event, frozen=True):
    seat: Seat
    cards: tuple[str, ...]
    points: int


class HandScored(Event, frozen=True):
    """A hand is over: what each team took, and the totals it leads to."""

    team: int
    number: int
    nt: bool
    made: bool
    points: tuple[int, int]
    totals: tuple[int, int]
    winners: tuple[int, ...]


Effect = (
    DealerDrawn | Dealt | Exchanged | BiddingWon | AllPassed | KittyTaken | TrickTaken | HandScored
)

# ---- Phases and State ------------------------------------------------------------------------


class Drawing(Event, frozen=True):
    """The first dealer is drawn by lot."""

    lots: Held | None = None


class Dealing(Event, frozen=True):
    stock: Held | None = None


class Passing(Event, frozen=True):
    given: tuple[Held | None, ...] = (None,) * 4


class Bidding(Event, frozen=True):
    """``spoken`` from the dealer's left; null is a pass."""

    spoken: tuple[Bid | None, ...] = ()


class Contract(Struct, frozen=True):
    """What the bidder has promised: points, trump (null: none), low or not."""

    seat: Seat
    number: int
    nt: bool
    trump: str | None = None
    low: bool = False
    named: bool = False


class Naming(Event, frozen=True):
    contract: Contract


class Taking(Event, frozen=True):
    contract: Contract


class Discarding(Event, frozen=True):
    contract: Contract


class Playing(Event, frozen=True):
    """``trick`` from its leader; ``points`` by team, so far."""

    contract: Contract
    lead: Seat
    trick: tuple[str, ...] = ()
    points: tuple[int, int] = (0, 0)


class Ended(Event, frozen=True):
    winners: tuple[int, ...]


Phase = Drawing | Dealing | Passing | Bidding | Naming | Taking | Discarding | Playing | Ended

SEATS = range(4)
NOTHING = Held("house", ())


class State(Struct, frozen=True):
    """``played`` are the cards of this hand's finished tricks; ``scored`` counts hands."""

    options: Options
    phase: Phase
    dealer: Seat = 0
    totals: tuple[int, int] = (0, 0)
    scored: int = 0
    hands: tuple[Held, ...] = (NOTHING,) * 4
    kitty: Held = NOTHING
    discards: Held = NOTHING
    played: tuple[str, ...] = ()


# ---- The rules -------------------------------------------------------------------------------


def start(options: Options, seats: int) -> State:
    return State(options, Drawing())


def deck(state: State) -> Deck | None:
    match state.phase:
        case Drawing(lots=None):
            return Deck("first", LOTS)
        case Dealing(stock=None):
            return Deck("deck", CARDS)
    return None


def moves(state: State, seat: Seat) -> tuple[Move, ...]:
    if not acts(state, seat):
        return ()
    hand = state.hands[seat].values
    match state.phase:
        case Playing(trick=trick):
            return tuple(Play(card) for card in playable(hand, trick))
        case Bidding(spoken=spoken):
            return bids(state.options, spoken)
        case Naming(contract):
            return names(state.options, contract.nt)
        case Passing():
            gifts = combinations(hand, state.options.pass_cards)
            return tuple(Give(Held(seat, gift)) for gift in gifts)
        case _:
            may_go = (card for card in hand if card not in (FIVE, THREE))
            return tuple(Discard(Held(seat, aside)) for aside in combinations(may_go, 4))


def allows(state: State, seat: Seat, move: Move) -> Move | None:
    """Cards that are passed or discarded may be named in any order."""
    match move:
        case Give(Held(by=by, values=aside)) | Discard(Held(by=by, values=aside)):
            move = type(move)(Held(by, sorted(aside, key=lambda card: ORDER.get(card, 0))))
    return move if move in moves(state, seat) else None


def follow(state: State) -> Effect | None:
    match state.phase:
        case Playing(trick=trick) as playing if len(trick) == 4:
            return TrickTaken(winner(state.options, playing), trick, worth(trick))
        case Playing() as playing if not any(map(len, state.hands)):
            return score_hand(state, playing)
        case Bidding(spoken) if len(spoken) == 4:
            return end_bidding(state.dealer, spoken)
        case Taking(contract):
            return KittyTaken(contract.seat, Held(contract.seat, state.kitty.values))
        case Passing(given) if None not in given:
            return exchange(given)
        case Drawing(lots=Held() as lots):
            return DealerDrawn(LOTS.index(lots.values[0]))
        case Dealing(stock=Held() as stock):
            return deal_out(state, stock.values)
    return None


def evolve(state: State, event: Moved[Move] | Shuffled | Effect) -> State:
    if isinstance(event, Moved) and not acts(state, event.seat):
        raise Corrupt(reason=f"seat {event.seat} is not to act")
    match event, state.phase:
        case Moved(seat, Play(card)), Playing(trick=trick) as playing:
            hands = without(state.hands, seat, (card,))
            return replace(state, hands=hands, phase=replace(playing, trick=(*trick, card)))
        case TrickTaken(seat) as taken, Playing() as playing if seat in SEATS:
            return after_trick(state, playing, taken)
        case HandScored() as hand, Playing(trick=()) if not any(map(len, state.hands)):
            return after_hand(state, hand)
        case Moved(_, Bid() as bid), Bidding(spoken):
            return replace(state, phase=Bidding((*spoken, bid)))
        case Moved(_, Pass()), Bidding(spoken):
            return replace(state, phase=Bidding((*spoken, None)))
        case BiddingWon(seat, number, nt), Bidding(spoken) if len(spoken) == 4 and seat in SEATS:
            return proceed(state, Contract(seat, number, nt))
        case AllPassed(), Bidding(spoken) if len(spoken) == 4:
            return replace(state, phase=Dealing())
        case Moved(_, Name(trump, low)), Naming(contract):
            return proceed(state, replace(contract, trump=trump, low=low, named=True))
        case KittyTaken(seat, kitty), Taking(contract) if seat == contract.seat:
            hands = given_to(state.hands, seat, kitty, state.kitty)
            return proceed(replace(state, hands=hands, kitty=NOTHING), contract)
        case Moved(seat, Discard(aside)), Discarding(contract):
            hands = without(state.hands, seat, aside.values)
            return proceed(replace(state, hands=hands, discards=aside), contract)
        case Moved(seat, Give(gift)), Passing(given):
            hands = without(state.hands, seat, gift.values)
            return replace(state, hands=hands, phase=Passing(put(given, seat, gift)))
        case Exchanged(gifts), Passing(given) if len(gifts) == 4:
            hands = state.hands
            for seat, gift in enumerate(gifts):
                hands = given_to(hands, seat, gift, given[(seat + 2) % 4])
            return replace(state, hands=hands, phase=Bidding())
        case Shuffled("first", lots) as shuffled, Drawing() if is_owed(deck(state), shuffled):
            return replace(state, phase=Drawing(lots))
        case DealerDrawn(seat), Drawing(lots=Held()) if seat in SEATS:
            return replace(state, dealer=seat, phase=Dealing())
        case Shuffled("deck", stock) as shuffled, Dealing() if is_owed(deck(state), shuffled):
            return replace(state, phase=Dealing(stock))
        case Dealt() as dealt, Dealing(stock=Held() as stock):
            return handed_out(state, dealt, stock.values)
    raise Corrupt(reason=f"{type(event).__name__} while {type(state.phase).__name__.lower()}")


def result(state: State) -> Result | None:
    """Each seat's score is its team's total; a skunk leaves the losers at 0 or less."""
    match state.phase:
        case Ended(winners=(winner,)):
            ranks = tuple(1 if seat % 2 == winner else 3 for seat in SEATS)
            skunk = state.totals[winner] >= state.options.target and state.totals[1 - winner] <= 0
            return Result(state.totals * 2, ranks, "skunk" if skunk else None)
        case Ended():
            return ranked(state.totals * 2)
    return None


def tally(state: State) -> tuple[int, ...]:
    return tuple(state.totals[seat % 2] for seat in range(4))


def sides(options: Options, seats: int) -> tuple[tuple[Seat, ...], ...]:
    return ((0, 2), (1, 3))


# ---- What the rules are made of: cards and dealing -------------------------------------------

LOTS = ("0", "1", "2", "3")
FIVE, THREE = "5H", "3S"
RANKS = ("3", "5", "7", "8", "9", "10", "J", "Q", "K", "A")
LOWEST = {"C": "7", "D": "7", "H": "5", "S": "3"}
CARDS = tuple(
    rank + suit for suit in "CDHS" for rank in (LOWEST[suit], "8", "9", "10", "J", "Q", "K", "A")
)
RANK = {card: RANKS.index(cards.rank(card)) for card in CARDS}
SUIT = {card: cards.suit(card) for card in CARDS}
ORDER = {card: place for place, card in enumerate(sorted(CARDS, key=RANK.__getitem__))}


def rising(hand: Sequence[str]) -> tuple[str, ...]:
    """A hand from its lowest card up."""
    return tuple(sorted(hand, key=ORDER.__getitem__))


def deal_out(state: State, stock: tuple[str, ...]) -> Dealt:
    """From the dealer's left clockwise, one at a time or by fours; the kitty lies at the end."""
    size = 7 if state.options.kitty else 8
    batches = (4, size - 4) if state.options.deal == "four" else (1,) * size
    hands: list[list[str]] = [[], [], [], []]
    top = 0
    for batch in batches:
        for step in range(1, 5):
            hands[(state.dealer + step) % 4] += stock[top : top + batch]
            top += batch
    held = tuple(Held(seat, rising(hand)) for seat, hand in enumerate(hands))
    return Dealt(held, Held("house", stock[top:]))


def handed_out(state: State, dealt: Dealt, stock: tuple[str, ...]) -> State:
    hands, kitty = dealt.hands, dealt.kitty
    whole = dealing.same(dealing.held((*hands, kitty)), stock) and len(kitty) == state.options.kitty
    if not (whole and dealing.seated(hands, 4)):
        raise Corrupt(reason="a deal of other cards than were shuffled")
    phase = Passing() if state.options.pass_cards else Bidding()
    return State(state.options, phase, state.dealer, state.totals, state.scored, hands, kitty)


def without(hands: tuple[Held, ...], seat: Seat, gone: tuple[str, ...]) -> tuple[Held, ...]:
    hand = hands[seat].values
    kept = tuple(card for card in hand if card not in gone)
    if len(hand) - len(kept) != len(gone):
        raise Corrupt(reason=f"seat {seat} does not hold these cards")
    return (*hands[:seat], Held(seat, kept), *hands[seat + 1 :])


def given_to(hands: tuple[Held, ...], seat: Seat, got: Held, laid: Held | None) -> tuple[Held, ...]:
    """The hands after a seat has taken up the cards that were laid for it."""
    if laid is None or laid.values != got.values:
        raise Corrupt(reason=f"seat {seat} is given other cards than were laid for it")
    return put(hands, seat, Held(seat, rising(hands[seat].values + got.values)))


# ---- Who acts: passing, bidding, naming ------------------------------------------------------


def acts(state: State, seat: Seat) -> bool:
    """Whether it is for this seat to move; all pass cards at once, else one after another."""
    match state.phase:
        case Playing(lead=lead, trick=trick):
            return seat == (lead + len(trick)) % 4
        case Bidding(spoken):
            return seat == (state.dealer + 1 + len(spoken)) % 4
        case Naming(contract) | Discarding(contract):
            return seat == contract.seat
        case Passing(given):
            return seat in SEATS and given[seat] is None
    return False


def exchange(given: Sequence[Held | None]) -> Exchanged:
    """All four have chosen: each gets what its partner gave."""
    crossed = (*given[2:], *given[:2])
    return Exchanged(tuple(Held(seat, gift.values) for seat, gift in enumerate(crossed) if gift))


def bids(options: Options, spoken: tuple[Bid | None, ...]) -> tuple[Move, ...]:
    """Pass, or overbid; the dealer may take the standing bid, and must bid if nobody has."""
    standing = next((bid for bid in reversed(spoken) if bid), None)
    dealer = len(spoken) == 3
    if standing is None:
        forced = dealer and options.all_pass == "forced"
        return possible_bids(options) if forced else (Pass(), *possible_bids(options))
    least = height(options, standing)
    higher = (bid for bid in possible_bids(options) if height(options, bid) > least)
    return (Pass(), standing, *higher) if dealer else (Pass(), *higher)


def possible_bids(options: Options) -> tuple[Bid, ...]:
    nt_min = options.nt_min or options.min_bid
    numbers = range(options.min_bid, 13)
    return tuple(Bid(n, nt) for n in numbers for nt in (False, True) if not nt or n >= nt_min)


def height(options: Options, bid: Bid) -> tuple[int, int]:
    """What a bid must exceed: the number first, or no-trump first if that beats all."""
    if options.nt_order == "beats_all":
        return (bid.nt, bid.number)
    return (bid.number, bid.nt)


def end_bidding(dealer: Seat, spoken: tuple[Bid | None, ...]) -> BiddingWon | AllPassed:
    """The last to bid has bid the highest."""
    for steps, bid in reversed(tuple(enumerate(spoken, start=1))):
        if bid is not None:
            return BiddingWon((dealer + steps) % 4, bid.number, bid.nt)
    return AllPassed()


def names(options: Options, nt: bool) -> tuple[Name, ...]:
    trumps = (None,) if nt else ("C", "D", "H", "S")
    ways = (False, True) if options.low else (False,)
    return tuple(Name(trump, low) for low in ways for trump in trumps)


def proceed(state: State, contract: Contract) -> State:
    """What the bidder has to do next, before he leads."""
    options, kitty = state.options, len(state.kitty) > 0
    to_name = not contract.named and (not contract.nt or options.low)
    phase: Phase = Playing(contract, contract.seat)
    if to_name and not (kitty and options.kitty_trump == "after"):
        phase = Naming(contract)
    elif kitty:
        phase = Taking(contract)
    elif len(state.hands[contract.seat]) > 8:
        phase = Discarding(contract)
    return replace(state, phase=phase)


# ---- Tricks ----------------------------------------------------------------------------------


def playable(hand: tuple[str, ...], trick: tuple[str, ...]) -> tuple[str, ...]:
    """Follow suit if you can; else any card."""
    return tricks.following(hand, SUIT[trick[0]] if trick else None, cards.suit)


def strength(card: str, led: str, contract: Contract, low_specials: str) -> int:
    """Trumps beat the suit led, and that beats the rest; a low hand turns the ranks round."""
    rank = RANK[card]
    if contract.low:
        weakest = card in (FIVE, THREE) and low_specials == "lowest"
        rank = -1 if weakest else len(RANKS) - rank
    return rank + 100 * (SUIT[card] == led) + 200 * (SUIT[card] == contract.trump)


def winner(options: Options, playing: Playing) -> Seat:
    """Who takes the trick, or would if nothing more were played."""

    def stronger(card: str, led: str) -> int:
        return strength(card, led, playing.contract, options.low_specials)

    return (playing.lead + tricks.winner(playing.trick, stronger, cards.suit)) % 4


def worth(taken: tuple[str, ...]) -> int:
    """A trick's points: 1, with the 5♥ 5 more, with the 3♠ 3 less."""
    return 1 + 5 * (FIVE in taken) - 3 * (THREE in taken)


def after_trick(state: State, playing: Playing, taken: TrickTaken) -> State:
    """The trick lies open with the others; who took it leads."""
    if taken.cards != playing.trick or len(playing.trick) != 4:
        raise Corrupt(reason="a trick taken that does not lie there")
    points = added(playing.points, taken.seat % 2, taken.points)
    phase = replace(playing, lead=taken.seat, trick=(), points=points)
    return replace(state, played=state.played + taken.cards, phase=phase)


def added(points: tuple[int, int], team: int, more: int) -> tuple[int, int]:
    return (points[0] + more, points[1]) if team == 0 else (points[0], points[1] + more)


# ---- Scoring and the end ---------------------------------------------------------------------


def score_hand(state: State, playing: Playing) -> HandScored:
    contract, points = playing.contract, playing.points
    team = contract.seat % 2
    made = points[team] >= contract.number
    totals = scored(state.options, contract, points, state.totals)
    winners = victors(state.options, team, made, totals, state.scored + 1)
    return HandScored(team, contract.number, contract.nt, made, points, totals, winners)


def scored(
    options: Options, contract: Contract, points: tuple[int, int], before: tuple[int, int]
) -> tuple[int, int]:
    """The totals after a hand: the bidders by their bid, the others what they took."""
    team = contract.seat % 2
    rivals = points[1 - team]
    if options.bid_out is not None and before[1 - team] >= options.bid_out:
        rivals = min(rivals, 0)
    return added(added(before, team, earned(options, contract, points[team])), 1 - team, rivals)


def earned(options: Options, contract: Contract, points: int) -> int:
    """What the bidding team writes down."""
    if points < contract.number:
        return -contract.number * (2 if contract.nt and options.nt_double == "both" else 1)
    counted = points if options.overtricks == "count" else contract.number
    return counted * (2 if contract.nt and options.nt_double != "off" else 1)


def victors(
    options: Options, team: int, made: bool, totals: tuple[int, int], hands: int
) -> tuple[int, ...]:
    """The winning team, both if they share it, none while play goes on."""
    if options.deals is not None:
        best = max(totals)
        return tuple(side for side in (0, 1) if totals[side] == best and hands >= options.deals)
    order = (team, 1 - team)
    for loser in order:
        if options.lose_at is not None and totals[loser] <= options.lose_at:
            return (1 - loser,)
    for candidate in order:
        barred = options.bidder_must_win and not (candidate == team and made)
        if totals[candidate] >= options.target and not barred:
            return (candidate,)
    return ()


def after_hand(state: State, hand: HandScored) -> State:
    if hand.winners not in ((), (0,), (1,), (0, 1)):
        raise Corrupt(reason=f"teams {hand.winners} that there are not")
    phase = Ended(hand.winners) if hand.winners else Dealing()
    dealer = (state.dealer + 1) % 4
    return replace(state, phase=phase, dealer=dealer, totals=hand.totals, scored=state.scored + 1)


# ---- Texts -----------------------------------------------------------------------------------

TEXTS = Texts("kaiser")

# ---- The table as text -----------------------------------------------------------------------

TEAMS = ("0+2", "1+3")


def word(language: Language, name: str, **values: Value) -> str:
    return message(language, f"board-kaiser-{name}", values)


def board(view: State, seat: Seat | None, language: Language) -> str:
    """The reader sits below, his partner above; before each lies what he said or played."""
    seats = [((seat or 0) + step) % 4 for step in SEATS]
    own, left, across, right = (player(view, other) for other in seats)
    said = [laid(view, other, language) for other in seats]
    number = view.scored + (not isinstance(view.phase, Ended))
    rows = [
        f"{word(language, 'hand')} {number} · {word(language, 'dealer')} {view.dealer}"
        f" · {news(view, language)}",
        f"{standing(view)}   {word(language, 'to')} {view.options.target}",
        "",
        f"{across:^44}",
        f"{said[2]:^44}",
        f"{left:<14}{said[1]:<8}{said[3]:>8}{right:>14}",
        f"{said[0]:^44}",
        f"{own:^44}",
        "",
        "" if seat is None else by_suit(view.hands[seat].values),
    ]
    return "\n".join(row.rstrip() for row in rows).rstrip()


def news(view: State, language: Language) -> str:
    """What goes on: the contract as soon as there is one, and the kitty."""
    match view.phase:
        case Naming(contract) | Discarding(contract) | Playing(contract):
            suit = cards.SYMBOLS.get(contract.trump or "", "?")
            trump = word(language, "nt") if contract.nt else suit
            low = f" {word(language, 'low')}" * contract.low
            bid = f"{contract.number} {trump}{low}"
            news = word(language, "plays", seat=contract.seat, contract=bid)
        case Ended(winners):
            news = word(language, "won", team=" ".join(TEAMS[team] for team in winners))
        case Passing() | Bidding() as phase:
            news = word(language, type(phase).__name__)
        case _:
            news = word(language, "Dealing")
    kitty = f" · {word(language, 'kitty')} {'▒' * len(view.kitty)}"
    return news + kitty * bool(view.kitty)


def standing(view: State) -> str:
    """The totals, and in brackets what the hand has brought so far."""
    now = view.phase.points if isinstance(view.phase, Playing) else (None, None)
    return "   ".join(
        f"{team}: {total}" + ("" if points is None else f" ({points:+})")
        for team, total, points in zip(TEAMS, view.totals, now, strict=True)
    )


def player(view: State, seat: Seat) -> str:
    """A seat with its cards; ▸ is to act."""
    return f"{'▸' if acts(view, seat) else ' '}{seat} {'▒' * len(view.hands[seat])}"


def laid(view: State, seat: Seat, language: Language) -> str:
    match view.phase:
        case Playing(lead=lead, trick=trick) if (place := (seat - lead) % 4) < len(trick):
            return cards.symbol(trick[place])
        case Bidding(spoken) if (place := (seat - view.dealer - 1) % 4) < len(spoken):
            bid = spoken[place]
            if bid is None:
                return word(language, "pass")
            return f"{bid.number} {word(language, 'nt') * bid.nt}"
        case Passing(given) if given[seat] is not None:
            return "▒" * view.options.pass_cards
    return "·"


def by_suit(hand: tuple[str, ...]) -> str:
    """``♣ 7 A   ♥ 5 10``: colours alternate."""
    suits = ([cards.rank(card) for card in hand if SUIT[card] == suit] for suit in "CDSH")
    pairs = zip("♣♦♠♥", suits, strict=True)
    return "   ".join(f"{sign} {' '.join(suit)}" for sign, suit in pairs if suit)


# ---- A player that knows the game ------------------------------------------------------------

HONOURS = (0.6, 0.45, 0.25, 0, 0, 0, 0, 0)
"""What the highest, the second, the third card of a suit promise."""
CAUTION = 3
"""What a bid must promise to be better than a pass."""


def bot(view: State, seat: Seat, moves: Sequence[Move], dice: Dice) -> Move:
    """Bids what it hopes to make, draws trumps, keeps the 5♥ for its side and the 3♠ from it."""
    hand = view.hands[seat].values
    match view.phase:
        case Playing() as playing:
            return Play(best_card(view, seat, playing, playable(hand, playing.trick)))
        case Bidding():
            return best_bid(view.options, hand, moves)
    return max(moves, key=lambda move: appeal(view, hand, move))


def appeal(view: State, hand: tuple[str, ...], move: Move) -> float:
    """How good it is to name this, to pass these cards (high ones of short suits), to discard."""
    match move, view.phase:
        case Name(), _:
            return hope(view.options, hand, move)
        case Give(gift), _:
            length = Counter(map(SUIT.__getitem__, hand))
            return sum(RANK[card] - 3 * length[SUIT[card]] for card in gift.values)
        case Discard(aside), Discarding(contract):
            specials = view.options.low_specials
            return -sum(strength(card, "", contract, specials) for card in aside.values)
    return 0


def best_bid(options: Options, hand: tuple[str, ...], moves: Sequence[Move]) -> Move:
    hopes = {
        nt: max(hope(options, hand, name) for name in names(options, nt)) for nt in (False, True)
    }

    def promise(move: Move) -> float:
        if not isinstance(move, Bid):
            return CAUTION
        points = hopes[move.nt]
        contract = Contract(0, move.number, move.nt)
        made = 1 / (1 + exp((move.number - points - 0.5) / 1.8))
        gain = earned(options, contract, max(move.number, round(points)))
        return made * gain + (1 - made) * earned(options, contract, -9)

    return max(moves, key=promise)


def hope(options: Options, hand: tuple[str, ...], name: Name) -> float:
    """The points that a pair may expect; the numbers fit 20,000 hands played by such bots."""
    all_places = places(name.low, options.low_specials)
    place = {card: all_places[card] for card in hand}
    points = 0.1 + 1.15 * sum(SUIT[card] == name.trump for card in hand) if name.trump else 2.3
    points += sum(HONOURS[one] for one in place.values())
    points += 1.5 * any(SUIT[card] == "H" and not place[card] for card in hand)  # it takes the 5♥
    points += 1.1 * (place.get(THREE) == 7 and name.trump != "S")  # it goes to the others
    return points + (place.get(FIVE) == 0)


@cache
def places(low: bool, specials: str) -> dict[str, int]:
    """The place of each card in its suit, 0 is the strongest."""
    contract = Contract(0, 0, True, low=low)
    order = sorted(CARDS, key=lambda card: -strength(card, "", contract, specials))
    return {card: [one for one in order if SUIT[one] == SUIT[card]].index(card) for card in CARDS}


def best_card(view: State, seat: Seat, playing: Playing, legal: tuple[str, ...]) -> str:
    """Lead; else feed the partner's trick, win one that is worth it, or throw off."""
    trick, contract, specials = playing.trick, playing.contract, view.options.low_specials
    place, hidden = places(contract.low, specials), set(CARDS) - visible(view)
    led, table = SUIT[trick[0]] if trick else "", (*legal, *trick)
    power = {card: strength(card, led, contract, specials) for card in table}
    sure = {
        card
        for card in table
        if all(SUIT[one] != SUIT[card] or place[one] > place[card] for one in hidden)
    }
    if not trick:
        drawn = all(SUIT[card] != contract.trump for card in hidden)
        return best_lead(power, sure, contract.trump, drawn, seat % 2 == contract.seat % 2)
    holder = winner(view.options, playing)
    best, ours, last = trick[(holder - playing.lead) % 4], holder % 2 == seat % 2, len(trick) == 3
    if ours and (last or best in sure):
        return min(legal, key=lambda card: (card != FIVE, card == THREE, power[card]))
    winning = [card for card in legal if power[card] > power[best]] if worth(trick) > 0 else []
    enough = [card for card in winning if last or card in sure or SUIT[card] != led]
    if enough:
        return min(enough, key=power.__getitem__)
    return min(legal, key=lambda card: ((card == THREE) == ours, card == FIVE, power[card]))


def best_lead(
    power: dict[str, int], sure: set[str], trump: str | None, drawn: bool, bidder: bool
) -> str:
    """Bidders draw trumps while others hold some; then what nobody beats, then low cards."""
    plain = [card for card in power if SUIT[card] == trump and card not in (FIVE, THREE)]
    if plain and bidder and not drawn:
        highest = max(plain, key=power.__getitem__)
        return highest if highest in sure else min(plain, key=power.__getitem__)
    good = [card for card in sure if card != THREE and (drawn or SUIT[card] != trump)]
    if good:
        return max(good, key=lambda card: (power[card], card))
    bad = {FIVE: 3, THREE: 2}
    return min(power, key=lambda card: (bad.get(card, SUIT[card] == trump), power[card]))


# ---- A whole table that fits a view ----------------------------------------------------------


def sample(view: State, seat: Seat, dice: Dice) -> State:
    """Unseen cards lie wherever a card lies face down; nobody has discarded the 5♥ or the 3♠."""
    seen = visible(view)
    hidden = [card for card in CARDS if card not in seen]

    def fill(held: Held, barred: tuple[str, ...] = ()) -> Held:
        if FACE_DOWN not in held.values:
            return held
        fit = [card for card in hidden if card not in barred]
        drawn = [fit.pop(dice(len(fit))) for _ in held.values]
        hidden[:] = [card for card in hidden if card not in drawn]
        return Held(held.by, rising(drawn))

    discards = fill(view.discards, (FIVE, THREE))
    phase = view.phase
    if isinstance(phase, Passing):
        phase = Passing(tuple(gift and fill(gift) for gift in phase.given))
    hands, kitty = tuple(map(fill, view.hands)), fill(view.kitty)
    return replace(view, hands=hands, kitty=kitty, discards=discards, phase=phase)


def visible(view: State) -> set[str]:
    """The cards that lie open in a view."""
    helds = [*view.hands, view.kitty, view.discards]
    open_cards = set(view.played)
    match view.phase:
        case Playing(trick=trick):
            open_cards.update(trick)
        case Passing(given):
            helds += filter(None, given)
    return open_cards.union(*(held.values for held in helds))


GAMES: dict[str, Game[Options, State, Move, Effect]] = {
    "kaiser": Game(
        Options, State, Move, Effect,
        start, deck, moves, follow, evolve, result, tally, board, bot, sample,
        rules=1, seats=range(4, 5), card=cards.name, allows=allows, sides=sides,
        texts=TEXTS,
    )
}  # fmt: skip
