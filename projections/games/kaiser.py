"""Kaiser: bids and tricks for two pairs, from the Canadian prairies.

Partners sit across (0+2 against 1+3). The highest bidder names the trump and must take with his
partner as many points as he bid: a trick is worth 1, the 5♥ 5 more, the 3♠ 3 less. First to 52.
"""

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from events.errors import BadOptions, Corrupt
from events.facts import Held, Moved, Result, Seat, Shuffled
from projections import cards, tricks
from projections.game import Deck, Dice, Game, Text, ranked

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
        if not 1 <= self.target <= 500:
            raise BadOptions(field="target", value=self.target, allowed="1..500")
        if self.deals is not None and not 1 <= self.deals <= 500:
            raise BadOptions(field="deals", value=self.deals, allowed="null, 1..500")


# ---- Moves -----------------------------------------------------------------------------------


def tag(name: str) -> str:
    return "kaiser." + name


class Event(Struct, frozen=True, tag_field="type", tag=tag): ...


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

NOTHING = Held("house", ())
NO_HANDS = (NOTHING,) * 4


class State(Struct, frozen=True):
    """``played`` are the cards of this hand's finished tricks; ``scored`` counts hands."""

    options: Options
    phase: Phase
    dealer: Seat = 0
    totals: tuple[int, int] = (0, 0)
    scored: int = 0
    hands: tuple[Held, ...] = NO_HANDS
    kitty: Held = NOTHING
    discards: Held = NOTHING
    played: tuple[str, ...] = ()


# ---- The rules -------------------------------------------------------------------------------


def start(options: Options, seats: int) -> State:
    return State(options, Drawing())


def deck(state: State) -> Deck | None:
    match state.phase:
        case Drawing(lots=None):
            return Deck("first", ("0", "1", "2", "3"))
        case Dealing(stock=None):
            return Deck("deck", CARDS)
    return None


def moves(state: State, seat: Seat) -> tuple[Move, ...]:
    match state.phase:
        case Playing(trick=trick, lead=lead) if (lead + len(trick)) % 4 == seat:
            return tuple(Play(card) for card in playable(state.hands[seat].values, trick))
        case Bidding(spoken=spoken) if speaker(state) == seat:
            return bids(state.options, spoken)
        case Naming(contract=Contract(seat=bidder, nt=nt)) if bidder == seat:
            return names(state.options, nt)
        case Passing(given=given) if given[seat] is None:
            return gifts(seat, state.hands[seat].values, state.options.pass_cards)
        case Discarding(contract=Contract(seat=bidder)) if bidder == seat:
            return discards(seat, state.hands[seat].values)
    return ()


def follow(state: State) -> Effect | None:
    match state.phase:
        case Playing(trick=trick) as playing if len(trick) == 4:
            return take_trick(state.options, playing)
        case Playing() as playing if not any(map(len, state.hands)):
            return score_hand(state, playing)
        case Bidding(spoken=spoken) if len(spoken) == 4:
            return end_bidding(state.dealer, spoken)
        case Taking(contract=contract):
            return KittyTaken(contract.seat, Held(contract.seat, state.kitty.values))
        case Passing(given=given) if None not in given:
            return exchange(given)
        case Drawing(lots=Held() as lots):
            return DealerDrawn(int(lots.values[0]))
        case Dealing(stock=Held() as stock):
            return deal_out(state, stock.values)
    return None


def evolve(state: State, event: Moved[Move] | Shuffled | Effect) -> State:
    match event, state.phase:
        case Moved(seat, Play(card)), Playing() as playing:
            trick = replace(playing, trick=(*playing.trick, card))
            return replace(state, hands=without(state.hands, seat, (card,)), phase=trick)
        case TrickTaken(seat=seat, cards=taken, points=points), Playing() as playing:
            won = added(playing.points, seat % 2, points)
            trick = replace(playing, lead=seat, trick=(), points=won)
            return replace(state, played=state.played + taken, phase=trick)
        case HandScored() as hand, Playing():
            return after_hand(state, hand)
        case Moved(_, Bid() as bid), Bidding(spoken=spoken):
            return replace(state, phase=Bidding((*spoken, bid)))
        case Moved(_, Pass()), Bidding(spoken=spoken):
            return replace(state, phase=Bidding((*spoken, None)))
        case BiddingWon(seat, number, nt), Bidding():
            return proceed(state, Contract(seat, number, nt))
        case AllPassed(), Bidding():
            return replace(state, phase=Dealing())
        case Moved(_, Name(trump, low)), Naming(contract):
            return proceed(state, replace(contract, trump=trump, low=low, named=True))
        case KittyTaken(seat, kitty), Taking(contract):
            hands = given_to(state.hands, seat, kitty.values)
            return proceed(replace(state, hands=hands, kitty=NOTHING), contract)
        case Moved(seat, Discard(aside)), Discarding(contract):
            hands = without(state.hands, seat, aside.values)
            return proceed(replace(state, hands=hands, discards=aside), contract)
        case Moved(seat, Give(gift)), Passing(given):
            given = (*given[:seat], gift, *given[seat + 1 :])
            return replace(
                state, hands=without(state.hands, seat, gift.values), phase=Passing(given)
            )
        case Exchanged(given=gifts), Passing():
            hands = state.hands
            for gift in gifts:
                hands = given_to(hands, int(gift.by), gift.values)
            return replace(state, hands=hands, phase=Bidding())
        case Shuffled("first", lots), Drawing(lots=None):
            return replace(state, phase=Drawing(lots))
        case DealerDrawn(seat), Drawing(lots=Held()):
            return replace(state, dealer=seat, phase=Dealing())
        case Shuffled("deck", stock), Dealing(stock=None):
            return replace(state, phase=Dealing(stock))
        case Dealt(hands, kitty), Dealing(stock=Held()):
            phase = Passing() if state.options.pass_cards else Bidding()
            return replace(
                state, hands=hands, kitty=kitty, discards=NOTHING, played=(), phase=phase
            )
    raise Corrupt(reason=f"{type(event).__name__} while {type(state.phase).__name__.lower()}")


def result(state: State) -> Result | None:
    """Each seat's score is its team's total; a skunk leaves the losers at 0 or less."""
    match state.phase:
        case Ended(winners=(winner,)):
            scores = tuple(state.totals[seat % 2] for seat in range(4))
            ranks = tuple(1 if seat % 2 == winner else 3 for seat in range(4))
            return Result(scores, ranks, "skunk" if skunk(state, winner) else None)
        case Ended():
            return ranked([state.totals[seat % 2] for seat in range(4)])
    return None


def tally(state: State) -> tuple[int, ...]:
    return tuple(state.totals[seat % 2] for seat in range(4))


def sides(options: Options, seats: int) -> tuple[tuple[Seat, ...], ...]:
    return ((0, 2), (1, 3))


# ---- What the rules are made of: cards and dealing -------------------------------------------

FIVE, THREE = "5H", "3S"
RANKS = ("3", "5", "7", "8", "9", "10", "J", "Q", "K", "A")
LOWEST = {"C": "7", "D": "7", "H": "5", "S": "3"}
CARDS = tuple(
    rank + suit for suit in "CDHS" for rank in (LOWEST[suit], "8", "9", "10", "J", "Q", "K", "A")
)
RANK = {card: RANKS.index(cards.rank(card)) for card in CARDS}
SUIT = {card: cards.suit(card) for card in CARDS}
FALL = {card: place for place, card in enumerate(sorted(CARDS, key=lambda card: RANK[card]))}


def falling(hand: tuple[str, ...]) -> tuple[str, ...]:
    """A hand from its lowest card up."""
    return tuple(sorted(hand, key=FALL.__getitem__))


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
    held = tuple(Held(seat, falling(tuple(hand))) for seat, hand in enumerate(hands))
    return Dealt(held, Held("house", stock[top:]))


def without(hands: tuple[Held, ...], seat: Seat, gone: tuple[str, ...]) -> tuple[Held, ...]:
    hand = hands[seat].values
    kept = tuple(card for card in hand if card not in gone)
    if len(hand) - len(kept) != len(gone):
        raise Corrupt(reason=f"seat {seat} does not hold these cards")
    return (*hands[:seat], Held(seat, kept), *hands[seat + 1 :])


def given_to(hands: tuple[Held, ...], seat: Seat, got: tuple[str, ...]) -> tuple[Held, ...]:
    hand = falling(hands[seat].values + got)
    return (*hands[:seat], Held(seat, hand), *hands[seat + 1 :])


# ---- Passing, bidding, naming ----------------------------------------------------------------


def gifts(seat: Seat, hand: tuple[str, ...], count: int) -> tuple[Give, ...]:
    return tuple(Give(Held(seat, gift)) for gift in combinations(hand, count))


def exchange(given: tuple[Held | None, ...]) -> Exchanged:
    """All four have chosen: each gets what its partner gave."""
    crossed = (given[(seat + 2) % 4] for seat in range(4))
    return Exchanged(
        tuple(Held(seat, gift.values) for seat, gift in enumerate(crossed) if gift is not None)
    )


def speaker(state: State) -> Seat | None:
    """Who speaks now: each seat once from the dealer's left, the dealer last."""
    match state.phase:
        case Bidding(spoken=spoken) if len(spoken) < 4:
            return (state.dealer + 1 + len(spoken)) % 4
    return None


def bids(options: Options, spoken: tuple[Bid | None, ...]) -> tuple[Move, ...]:
    """Pass, or overbid; the dealer may take the standing bid, and must bid if nobody has."""
    standing = standing_bid(spoken)
    dealer = len(spoken) == 3
    higher = tuple(
        bid
        for bid in possible_bids(options)
        if standing is None
        or height(options, bid) > height(options, standing)
        or (dealer and bid == standing)
    )
    forced = dealer and standing is None and options.all_pass == "forced"
    return higher if forced else (Pass(), *higher)


def standing_bid(spoken: tuple[Bid | None, ...]) -> Bid | None:
    return next((bid for bid in reversed(spoken) if bid), None)


def possible_bids(options: Options) -> tuple[Bid, ...]:
    lowest_nt = options.nt_min or options.min_bid
    return tuple(
        Bid(number, nt)
        for number in range(options.min_bid, 13)
        for nt in (False, True)
        if not nt or number >= lowest_nt
    )


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
    return tuple(
        Name(trump, low) for low in ((False, True) if options.low else (False,)) for trump in trumps
    )


def discards(seat: Seat, hand: tuple[str, ...]) -> tuple[Discard, ...]:
    """Any four cards but the 5♥ and the 3♠."""
    may_go = [card for card in hand if card not in (FIVE, THREE)]
    return tuple(Discard(Held(seat, aside)) for aside in combinations(may_go, 4))


def proceed(state: State, contract: Contract) -> State:
    """What the bidder has to do next, before he leads."""
    options = state.options
    to_name = not contract.named and (not contract.nt or options.low)
    to_take = len(state.kitty) > 0
    to_discard = len(state.hands[contract.seat]) > 8
    phase: Phase
    if to_name and not (to_take and options.kitty_trump == "after"):
        phase = Naming(contract)
    elif to_take:
        phase = Taking(contract)
    elif to_discard:
        phase = Discarding(contract)
    else:
        phase = Playing(contract, contract.seat)
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


def winner(trick: tuple[str, ...], lead: Seat, contract: Contract, low_specials: str) -> Seat:
    def stronger(card: str, led: str) -> int:
        return strength(card, led, contract, low_specials)

    return (lead + tricks.winner(trick, stronger, cards.suit)) % 4


def worth(taken: tuple[str, ...]) -> int:
    """A trick's points: 1, with the 5♥ 5 more, with the 3♠ 3 less."""
    return 1 + 5 * (FIVE in taken) - 3 * (THREE in taken)


def take_trick(options: Options, playing: Playing) -> TrickTaken:
    seat = winner(playing.trick, playing.lead, playing.contract, options.low_specials)
    return TrickTaken(seat, playing.trick, worth(playing.trick))


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
    order = (team, 1 - team)
    for loser in order:
        if options.lose_at is not None and totals[loser] <= options.lose_at:
            return (1 - loser,)
    for candidate in order:
        barred = options.bidder_must_win and not (candidate == team and made)
        if totals[candidate] >= options.target and not barred:
            return (candidate,)
    if hands == options.deals:
        return tuple(side for side in (0, 1) if totals[side] == max(totals))
    return ()


def skunk(state: State, winner: int) -> bool:
    return state.totals[winner] >= state.options.target and state.totals[1 - winner] <= 0


def after_hand(state: State, hand: HandScored) -> State:
    phase: Phase = Ended(hand.winners) if hand.winners else Dealing()
    return replace(
        state,
        totals=hand.totals,
        scored=state.scored + 1,
        dealer=(state.dealer + 1) % 4,
        phase=phase,
    )


# ---- Texts -----------------------------------------------------------------------------------

TEXTS = {
    "name": Text("Kaiser", "Kaiser"),
    "summary": Text(
        "Bids and tricks for two pairs with 32 cards; the 5♥ is worth 5, the 3♠ costs 3.",
        "Declaraciones y bazas por parejas con 32 cartas; el 5♥ vale 5, el 3♠ resta 3.",
    ),
    "rules": Text(
        """\
Four players, partners across. 32 cards: 7 to ace, but the 5♥ stands for the 7♥ and the 3♠
for the 7♠. Eight cards each. From the dealer's left each seat speaks once: pass, or a higher bid
of 6 to 12, with a trump or without (nt, higher than the same number). The dealer speaks last, may
take the standing bid as it is, and must bid if the others passed. The highest bidder names the
trump and leads. Follow suit if you can; the highest trump wins, else the highest card of the suit
led. A trick is worth 1, the 5♥ 5 more, the 3♠ 3 less. Bidders who took as much as they bid score
what they took (doubled in nt), else they lose the bid; the others score what they took. The first
team to 52 wins; if both get there in one hand, the bidders do.""",
        """\
Cuatro jugadores, los compañeros enfrente. 32 cartas: del 7 al as, con el 5♥ en lugar del 7♥
y el 3♠ en lugar del 7♠. Ocho cartas cada uno. Desde la izquierda del repartidor cada asiento habla
una vez: pasa o declara más, de 6 a 12, con triunfo o sin triunfo (que supera al mismo número). El
repartidor habla el último, puede tomar la declaración tal como está y debe declarar si los demás
pasaron. Quien más declaró nombra el triunfo y sale. Hay que seguir el palo si se puede; gana el
triunfo más alto o, si no hay, la carta más alta del palo de salida. Cada baza vale 1, el 5♥ suma 5
y el 3♠ resta 3. Si los declarantes cumplen, anotan lo que tomaron (doble sin triunfo); si caen,
pierden lo declarado; los otros anotan lo que tomaron. Gana la primera pareja en llegar a 52; si
llegan ambas en una mano, los declarantes.""",
    ),
    "Give": Text(
        "Seat {seat} passes cards to the partner.", "El asiento {seat} pasa cartas a su compañero."
    ),
    "Pass": Text("Seat {seat} passes.", "El asiento {seat} pasa."),
    "Bid": Text("Seat {seat} bids {number} {nt}.", "El asiento {seat} declara {number} {nt}."),
    "Name": Text(
        "Seat {seat} names the trump: {trump} {low}.",
        "El asiento {seat} nombra el triunfo: {trump} {low}.",
    ),
    "Discard": Text(
        "Seat {seat} discards four cards.", "El asiento {seat} descarta cuatro cartas."
    ),
    "Play": Text("Seat {seat} plays {card}.", "El asiento {seat} juega {card}."),
    "DealerDrawn": Text("Seat {seat} deals first.", "El asiento {seat} reparte primero."),
    "Dealt": Text("The cards are dealt.", "Se reparten las cartas."),
    "Exchanged": Text("The partners exchange cards.", "Los compañeros intercambian cartas."),
    "BiddingWon": Text(
        "Seat {seat} plays for {number} {nt}.", "El asiento {seat} juega a {number} {nt}."
    ),
    "AllPassed": Text(
        "All passed; the cards are dealt again.", "Todos pasan; se reparte de nuevo."
    ),
    "KittyTaken": Text("Seat {seat} takes the kitty.", "El asiento {seat} toma el pozo."),
    "TrickTaken": Text(
        "Seat {seat} takes {cards} ({points}).", "El asiento {seat} se lleva {cards} ({points})."
    ),
    "HandScored": Text(
        "Hand {points}, bid {number} {nt} by team {team}: totals {totals}.",
        "Mano {points}, declaración {number} {nt} de la pareja {team}: totales {totals}.",
    ),
    "nt": Text("no-trump", "sin triunfo"),
    "low": Text("low", "bajo"),
    "skunk": Text("skunk", "skunk"),
    "option.target": Text("points to win", "puntos para ganar"),
    "option.min_bid": Text("lowest bid", "declaración mínima"),
    "option.nt_order": Text(
        "no-trump above the same number, or above every suit bid",
        "sin triunfo sobre el mismo número, o sobre toda declaración con palo",
    ),
    "option.nt_min": Text("lowest no-trump bid", "declaración mínima sin triunfo"),
    "option.nt_double": Text("no-trump doubles", "sin triunfo se dobla"),
    "option.overtricks": Text("points above the bid count", "cuentan los puntos de más"),
    "option.all_pass": Text("if the others pass", "si los demás pasan"),
    "option.deal": Text("cards dealt at a time", "cartas que se reparten cada vez"),
    "option.low": Text("a hand may be played low", "se puede jugar bajo"),
    "option.low_specials": Text("5♥ and 3♠ in a low hand", "5♥ y 3♠ en mano baja"),
    "option.pass_cards": Text("cards passed to the partner", "cartas que se pasan al compañero"),
    "option.kitty": Text("cards in the kitty", "cartas en el pozo"),
    "option.kitty_trump": Text(
        "the trump is named before or after taking the kitty",
        "el triunfo se nombra antes o después de tomar el pozo",
    ),
    "option.bidder_must_win": Text("only bidders can win", "solo ganan los declarantes"),
    "option.bid_out": Text(
        "from here on nothing scored on the rivals' bids",
        "desde aquí no se anota en declaraciones rivales",
    ),
    "option.deals": Text("hands to play", "manos que se juegan"),
    "option.lose_at": Text(
        "a team at or below this loses", "la pareja que llega aquí o menos pierde"
    ),
}


# ---- A player that knows the game ------------------------------------------------------------


def bot(view: State, seat: Seat, moves: Sequence[Move], dice: Dice) -> Move:
    """Bids what it hopes to make, draws trumps, feeds the 5♥ to its side, the 3♠ to the other."""
    hand = view.hands[seat].values
    match view.phase:
        case Bidding():
            return best_bid(moves, hand)
        case Naming(contract):
            return best_name(moves, hand, contract.nt)
        case Playing() as playing:
            return Play(
                best_card(view, playing, seat, tuple(m.card for m in moves if isinstance(m, Play)))
            )
        case Passing():
            return max(moves, key=lambda move: sum(map(promise, carried(move))))
    return min(moves, key=lambda move: sum(map(promise, carried(move))))


def carried(move: Move) -> tuple[str, ...]:
    return move.cards.values if isinstance(move, Give | Discard) else ()


def promise(card: str) -> int:
    """What a card is good for on its own: points to bring home, or strength."""
    return {FIVE: 12, THREE: -6}.get(card, RANK[card] ** 2 // 6)


def hope(hand: tuple[str, ...], trump: str | None) -> float:
    """The points that a pair may expect with this hand and trump; the average pair takes 5."""
    own = sum(trick_hope(card, hand, trump) for card in hand)
    five = 3.6 if FIVE in hand else 0.45 * own
    three = -1.0 if THREE in hand else -0.25 * (8 - own) / 2
    return own + 1.7 + five + three


def trick_hope(card: str, hand: tuple[str, ...], trump: str | None) -> float:
    length = sum(SUIT[other] == SUIT[card] for other in hand)
    top = {"A": 0.95, "K": 0.55, "Q": 0.25}.get(cards.rank(card), 0.05)
    if SUIT[card] != trump:
        return top if trump is None or length < 5 else top * 0.8
    return max(top, 0.35 + 0.13 * (length - 2))


def best_trump(hand: tuple[str, ...]) -> str:
    return max("CDHS", key=lambda suit: hope(hand, suit))


def best_bid(moves: Sequence[Move], hand: tuple[str, ...]) -> Move:
    """The lowest bid that the hand carries; else pass, or the least where it is forced."""
    suit, nt = hope(hand, best_trump(hand)), hope(hand, None) - 0.6
    for move in moves:
        if isinstance(move, Bid) and move.number <= (nt if move.nt else suit) - 0.4:
            return move
    return moves[0]


def best_name(moves: Sequence[Move], hand: tuple[str, ...], nt: bool) -> Move:
    wanted = Name(None if nt else best_trump(hand))
    return wanted if wanted in moves else moves[0]


def best_card(view: State, playing: Playing, seat: Seat, legal: tuple[str, ...]) -> str:
    def power(card: str) -> int:
        led = playing.trick[0] if playing.trick else card
        return strength(card, SUIT[led], playing.contract, view.options.low_specials)

    if not playing.trick:
        return best_lead(view, playing, seat, legal, power)
    held = winner(playing.trick, playing.lead, playing.contract, view.options.low_specials)
    best = max(map(power, playing.trick))
    winning = [card for card in legal if power(card) > best]
    last = len(playing.trick) == 3
    if held % 2 == seat % 2 and (last or best >= 9 + 100 * (playing.contract.trump is None)):
        return min(legal, key=lambda card: (card != FIVE, card == THREE, power(card)))
    if winning and (last or worth(playing.trick) > 0):
        return min(winning, key=power) if last else max(winning, key=power)
    return min(legal, key=lambda card: (card != THREE, card == FIVE, power(card)))


def best_lead(
    view: State, playing: Playing, seat: Seat, legal: tuple[str, ...], power: Callable[[str], int]
) -> str:
    """Trumps first for the bidder, then cards that nobody can beat, then the smallest."""
    seen = {*view.played, *view.hands[seat].values}
    unseen = [card for card in CARDS if card not in seen]

    def master(card: str) -> bool:
        return not any(SUIT[other] == SUIT[card] and power(other) > power(card) for other in unseen)

    masters = [card for card in legal if master(card) and card != THREE]
    trumps = [card for card in masters if SUIT[card] == playing.contract.trump]
    if trumps and seat % 2 == playing.contract.seat % 2:
        return max(trumps, key=power)
    if masters:
        return max(masters, key=lambda card: (card != FIVE, power(card)))
    return min(
        legal, key=lambda card: (card == FIVE, SUIT[card] == playing.contract.trump, power(card))
    )


GAMES: dict[str, Game[Options, State, Move, Effect]] = {
    "kaiser": Game(
        rules=1,
        seats=range(4, 5),
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
        tally=tally,
        texts=TEXTS,
        sides=sides,
        bot=bot,
        card=cards.name,
    )
}
