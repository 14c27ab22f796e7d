"""Kaiser's rules told as sentences: dealing, bidding, passing, the kitty, tricks."""

from collections.abc import Sequence
from itertools import groupby, pairwise
from typing import Any

import playing
import pytest
from kaiser_table import GAME, deals, events, moves_of, shyly, spoken, table
from msgspec.structs import replace

from events.facts import Held, Moved, Shuffled
from projections.game.decide import decide, happen, to_act
from projections.game.views import plain
from projections.games import kaiser
from projections.games.kaiser import (
    AllPassed,
    Bid,
    Bidding,
    BiddingWon,
    Contract,
    DealerDrawn,
    Dealing,
    Dealt,
    Give,
    HandScored,
    KittyTaken,
    Name,
    Naming,
    Pass,
    Passing,
    Play,
    Playing,
    TrickTaken,
)

# ---- Dealing ---------------------------------------------------------------------------------


def hands_of(stock: Sequence[str], dealer: int = 0, **options: Any) -> Dealt:
    state = replace(table(Dealing(), **options), dealer=dealer)
    _, (dealt,) = happen(GAME, state, Shuffled("deck", Held("house", stock)))
    assert isinstance(dealt, Dealt)
    return dealt


def test_cards_are_dealt_one_at_a_time_from_the_dealers_left() -> None:
    """The top card is the left neighbour's, the fourth the dealer's, the fifth the left's again."""
    dealt = hands_of(kaiser.CARDS, dealer=2)
    for step, seat in enumerate((3, 0, 1, 2)):
        assert {*dealt.hands[seat].values} == {*kaiser.CARDS[step::4]}
    assert len(dealt.kitty) == 0


def test_deal_four_deals_batches_of_four() -> None:
    """``deal: four``: the first four cards are the left neighbour's."""
    dealt = hands_of(kaiser.CARDS, dealer=3, deal="four")
    for seat in range(4):
        first, second = kaiser.CARDS[4 * seat :][:4], kaiser.CARDS[16 + 4 * seat :][:4]
        assert {*dealt.hands[seat].values} == {*first, *second}


def test_the_kitty_is_the_last_four_cards() -> None:
    """Seven cards each, one at a time or four and then three; four are left."""
    one, four = (hands_of(kaiser.CARDS, dealer=3, kitty=4, deal=way) for way in ("one", "four"))
    assert one.kitty == four.kitty == Held("house", kaiser.CARDS[28:])
    assert {*one.hands[0].values} == {*kaiser.CARDS[:28:4]}
    assert {*four.hands[0].values} == {*kaiser.CARDS[:4], *kaiser.CARDS[16:19]}


def test_the_first_dealer_is_drawn_and_the_deal_goes_round() -> None:
    """The first of the shuffled seats deals; after a scored hand the next one clockwise."""
    drawn = {one.seat for one in events(DealerDrawn)}
    assert len(drawn) > 1
    for one, other in pairwise(deals()):
        if other[0].state.scored:
            assert other[0].state.dealer == (one[0].state.dealer + 1) % 4


# ---- Bidding ---------------------------------------------------------------------------------


def test_each_seat_speaks_once_and_the_dealer_last() -> None:
    """Four words a deal, from the dealer's left."""
    for deal in deals():
        seats = [
            step.event.seat
            for step in deal
            if isinstance(step.event, Moved) and isinstance(step.event.move, Bid | Pass)
        ]
        dealer = deal[0].state.dealer
        assert seats == [(dealer + step) % 4 for step in range(1, 5)]


def test_every_bid_is_higher_but_the_dealer_may_take_it_as_it_stands() -> None:
    """A number, then no-trump above the same number; only the dealer repeats a bid."""
    taken = 0
    for deal in deals():
        words = moves_of(deal, Bid, Pass)
        for one, other in pairwise(spoken(deal)):
            assert (one.number, one.nt) <= (other.number, other.nt)
            if one == other:
                assert words[3] is other
                taken += 1
    assert taken


def test_the_last_bidder_plays_and_leads() -> None:
    """Who bid highest names the trump and leads the first trick."""
    for deal in deals():
        (won,) = (step.event for step in deal if isinstance(step.event, BiddingWon))
        assert Bid(won.number, won.nt) == spoken(deal)[-1]
        (first, *_) = (
            step.event for step in deal if isinstance(getattr(step.event, "move", None), Play)
        )
        assert first.seat == won.seat
        assert len(moves_of(deal, Name)) == (not won.nt)


def test_the_dealer_must_bid_if_the_others_passed() -> None:
    """Any bid; with ``all_pass: redeal`` he may pass and deals again."""
    three = (None,) * 3
    assert Pass() not in GAME.moves(table(Bidding(three)), 0)
    assert Bid(6, nt=True) in GAME.moves(table(Bidding(three)), 0)
    state = table(Bidding(three), all_pass="redeal")
    assert GAME.moves(state, 0)[0] == Pass()
    state, _, effects = decide(GAME, state, 0, Pass())
    assert effects == (AllPassed(),)
    assert (state.dealer, state.scored) == (0, 0)
    assert GAME.deck(state) is not None


def test_after_a_redeal_the_same_dealer_deals_and_cards_are_passed_again() -> None:
    """``all_pass: redeal`` in whole matches, with passing."""
    redeals = 0
    for one, other in pairwise(deals(shyly, all_pass="redeal", pass_cards=1)):
        assert len(moves_of(other, Give)) == 4
        if isinstance(one[-1].event, AllPassed):
            assert other[0].state.dealer == one[0].state.dealer
            assert other[0].state.scored == one[0].state.scored
            redeals += 1
    assert redeals


def test_twelve_no_trump_can_only_be_taken() -> None:
    """Nothing is higher: the others are left to pass, and are asked all the same."""
    state = table(Bidding((Bid(12, nt=True),)))
    assert GAME.moves(state, 2) == (Pass(),)
    state = table(Bidding((Bid(12, nt=True), None, None)))
    assert GAME.moves(state, 0) == (Pass(), Bid(12, nt=True))


@pytest.mark.parametrize("least", [6, 7, 8])
def test_min_bid_is_the_lowest_bid(least: int) -> None:
    """``min_bid``: nobody bids less, not even the dealer who must."""
    numbers = {one.number for one in events(BiddingWon, min_bid=least)}
    assert min(numbers) == least


def test_nt_order_beats_all_puts_no_trump_above_every_suit_bid() -> None:
    """``nt_order: beats_all``: after a no-trump bid there are only higher no-trump bids."""
    after = set()
    for deal in deals(nt_order="beats_all"):
        for one, other in pairwise(spoken(deal)):
            assert (one.nt, one.number) <= (other.nt, other.number)
            after.add((one.nt, other.nt))
    assert after >= {(False, False), (False, True), (True, True)}
    lower = table(Bidding((Bid(9),)), nt_order="beats_all")
    assert Bid(6, nt=True) in GAME.moves(lower, 2)


def test_nt_min_is_the_lowest_no_trump_bid() -> None:
    """``nt_min``: no-trump from there on, and never below ``min_bid``."""
    nt = [one.number for one in events(BiddingWon, playing.at_random, nt_min=8) if one.nt]
    assert min(nt) >= 8
    state = table(Bidding(), min_bid=8, nt_min=6)
    assert {move.number for move in GAME.moves(state, 1) if isinstance(move, Bid)} == {
        *range(8, 13)
    }


# ---- Passing cards ---------------------------------------------------------------------------


@pytest.mark.parametrize("count", [1, 2])
def test_partners_exchange_cards_before_the_bidding(count: int) -> None:
    """``pass_cards``: each gets what his partner gave, and holds eight again."""
    for deal in deals(pass_cards=count):
        assert [type(step.event).__name__ for step in deal[:6]] == [
            "Dealt",
            *["Moved"] * 4,
            "Exchanged",
        ]
        gave = {step.event.seat: {*step.event.move.cards.values} for step in deal[1:5]}
        for seat in range(4):
            before, after = ({*deal[at].state.hands[seat].values} for at in (0, 5))
            got = gave[(seat + 2) % 4]
            assert len(got) == count
            assert after == before - gave[seat] | got


def test_all_four_choose_before_anyone_sees_what_he_gets() -> None:
    """Three have chosen: their cards lie face down, and the fourth chooses freely."""
    hands = [kaiser.CARDS[seat::4] for seat in range(4)]
    state = table(Passing(), hands, pass_cards=2)
    for seat in (0, 1, 2):
        state, _, effects = decide(GAME, state, seat, GAME.moves(state, seat)[-1])
        assert effects == ()
    assert to_act(GAME, state, 4) == (3,)
    seen = plain(state, 3)
    assert [gift and gift.get("values") for gift in seen["phase"]["given"]] == [None] * 4
    assert len(GAME.moves(state, 3)) == 28
    _, _, (exchanged,) = decide(GAME, state, 3, GAME.moves(state, 3)[0])
    assert [*plain(exchanged, 0)["given"][0]["values"]] == [*exchanged.given[0].values]
    assert all("values" not in gift for gift in plain(exchanged, 0)["given"][1:])


def test_five_of_hearts_and_three_of_spades_may_be_passed() -> None:
    """Any cards may go to the partner."""
    state = table(Passing(), [["3S", "5H", "AC"]] + [["8C"]] * 3, pass_cards=2)
    assert Give(Held(0, ("3S", "5H"))) in GAME.moves(state, 0)


# ---- The kitty -------------------------------------------------------------------------------


def kinds(deal: Sequence[playing.Step]) -> list[str]:
    """What happens in a deal before the first card is played, in order."""
    names = [
        type(step.event.move if isinstance(step.event, Moved) else step.event).__name__
        for step in deal
    ]
    return [
        name for name, _ in groupby(names[: names.index("Play")]) if name not in ("Pass", "Bid")
    ]


@pytest.mark.parametrize(
    ("options", "suit", "nt"),
    [
        ({"kitty_trump": "before"}, ["Name", "KittyTaken"], ["KittyTaken"]),
        ({"kitty_trump": "after"}, ["KittyTaken", "Name"], ["KittyTaken"]),
        ({"kitty_trump": "before", "low": True}, ["Name", "KittyTaken"], ["Name", "KittyTaken"]),
        ({"kitty_trump": "after", "low": True}, ["KittyTaken", "Name"], ["KittyTaken", "Name"]),
    ],
)
def test_the_bidder_names_takes_and_discards(
    options: dict[str, Any], suit: list[str], nt: list[str]
) -> None:
    """``kitty_trump``: the trump before or after; no-trump names nothing unless it may be low."""
    seen = set()
    for deal in deals(kitty=4, **options):
        is_nt = spoken(deal)[-1].nt
        assert kinds(deal) == ["Dealt", "BiddingWon", *(nt if is_nt else suit), "Discard"]
        seen.add(is_nt)
    assert seen == {False, True}


def test_only_the_bidder_sees_the_kitty_and_what_he_discards() -> None:
    """The others see four cards face down, before and after, and who holds them."""
    for deal in deals(kitty=4):
        (taken,) = (step.event for step in deal if isinstance(step.event, KittyTaken))
        state = deal[-1].state
        for seat in range(4):
            shown = [plain(taken, seat)["cards"], plain(state, seat)["discards"]]
            assert all(("values" in held) == (seat == taken.seat) for held in shown)
        assert len(state.discards) == 4
        assert not {kaiser.FIVE, kaiser.THREE} & {*state.discards.values}
        assert len(state.played) == 28


def test_a_kitty_hand_is_seven_tricks_and_nine_points() -> None:
    """Both teams' points add to 9, a team's lie in -2..11."""
    for one in events(HandScored, kitty=4):
        assert sum(one.points) == 9
        assert -2 <= min(one.points) <= max(one.points) <= 11


# ---- Tricks ----------------------------------------------------------------------------------


def test_follow_suit_if_you_can() -> None:
    """In whole matches nobody plays another suit while he holds the one that was led."""
    for deal in deals(low=True):
        for before, after in pairwise(deal):
            phase = before.state.phase
            if isinstance(after.event, Moved) and isinstance(phase, Playing) and phase.trick:
                led, card = phase.trick[0][-1], after.event.move.card
                suits = {one[-1] for one in before.state.hands[after.event.seat].values}
                assert card[-1] == led or led not in suits


def test_a_trick_goes_to_the_highest_trump_or_the_highest_of_the_suit_led() -> None:
    """In whole matches, told independently: by sorting the four cards."""
    for deal in deals():
        for before, after in pairwise(deal):
            if isinstance(after.event, TrickTaken):
                phase = before.state.phase
                suits = [phase.contract.trump, phase.trick[0][-1]]
                best = min(
                    (card for card in phase.trick if card[-1] in suits),
                    key=lambda card: (suits.index(card[-1]), -"357891JQKA".index(card[0])),
                )
                assert after.event.seat == (phase.lead + phase.trick.index(best)) % 4


def test_a_hand_adds_to_ten() -> None:
    """Both teams' points add to 10, each lies in -2..12; eight tricks, 32 cards."""
    for deal in deals():
        (one,) = (step.event for step in deal if isinstance(step.event, HandScored))
        assert sum(one.points) == 10
        assert -2 <= min(one.points) <= max(one.points) <= 12
        assert sum(isinstance(step.event, TrickTaken) for step in deal) == 8
        assert {*deal[-1].state.played} == {*kaiser.CARDS}


def test_low_turns_the_ranks_round_in_trump_and_side_suits() -> None:
    """``low``: the 7 beats the ace; a trump still beats every other suit."""
    for trick, trump, takes in (
        (["AC", "7C", "KC", "8C"], None, 1),
        (["AC", "7C", "KC", "AD"], "D", 3),
        (["AD", "7D", "7C", "8D"], "D", 1),
    ):
        contract = Contract(0, 6, trump is None, trump, low=True, named=True)
        state = table(Playing(contract, 0), [[card] for card in trick], low=True)
        for seat, card in enumerate(trick):
            state, _, effects = decide(GAME, state, seat, Play(card))
        assert effects[0].seat == takes


def test_low_is_announced_with_the_trump_and_in_no_trump_alone() -> None:
    """``low``: the naming move offers both ways; without the option there is none in no-trump."""
    state = table(Naming(Contract(0, 6, nt=False)), low=True)
    assert {(move.trump, move.low) for move in GAME.moves(state, 0)} == {
        (trump, low) for trump in "CDHS" for low in (False, True)
    }
    state = table(Naming(Contract(0, 6, nt=True)), low=True)
    assert GAME.moves(state, 0) == (Name(None, low=False), Name(None, low=True))
    announced = {(move.trump is None, move.low) for move in events_of_name(low=True)}
    assert announced == {(nt, low) for nt in (False, True) for low in (False, True)}


def events_of_name(**options: Any) -> list[Name]:
    return [move for deal in deals(playing.at_random, **options) for move in moves_of(deal, Name)]


@pytest.mark.parametrize(("specials", "takes"), [("highest", 0), ("lowest", 1)])
def test_low_specials_puts_5h_and_3s_above_or_below_the_ace(specials: str, takes: int) -> None:
    """``low_specials``: the strongest of their suit, or weaker than even the ace."""
    for trick in (["5H", "AH", "AC", "AD"], ["3S", "AS", "AC", "AD"]):
        contract = Contract(0, 6, nt=True, low=True, named=True)
        state = table(
            Playing(contract, 0), [[one] for one in trick], low=True, low_specials=specials
        )
        for seat, card in enumerate(trick):
            state, _, effects = decide(GAME, state, seat, Play(card))
        assert effects[0].seat == takes
