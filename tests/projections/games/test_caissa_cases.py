"""Campeones and Escratch: more worked cases, told by the rules alone."""

from typing import Any

import pytest
from msgspec.structs import replace

from events.errors import IllegalMove, NotYourTurn
from events.facts import Held, Result, Shuffled
from projections.cards import packs
from projections.game.decide import decide, happen, to_act
from projections.game.options import read_options
from projections.game.views import plain
from projections.games import campeones, escratch

CAMPEONES = campeones.GAMES["caissa-campeones"]
ESCRATCH = escratch.GAMES["caissa-escratch"]

# ---- Campeones: passing and the first trick ------------------------------------------------------


def dealt(deal: int = 1, **options: Any) -> campeones.State:
    """A deal as the pack lies: seat 0 gets the first card, the fifth …"""
    state = replace(CAMPEONES.start(read_options(CAMPEONES, options), 4), deal=deal)
    owed = CAMPEONES.deck(state)
    assert owed is not None
    return happen(CAMPEONES, state, Shuffled(owed.purpose, Held("house", owed.cards)))[0]


def passing(state: campeones.State, seat: int, cards: tuple[str, ...]) -> campeones.State:
    return decide(CAMPEONES, state, seat, campeones.Pass(Held(seat, cards)))[0]


def lowest(state: campeones.State, seat: int) -> tuple[str, ...]:
    return state.hands[seat].values[: campeones.PASSED[state.options.edition]]


@pytest.mark.parametrize("edition", ["classic", "premium"])
@pytest.mark.parametrize(("deal", "to"), [(1, 1), (2, 3), (3, 2), (5, 1), (6, 3), (7, 2)])
def test_cards_are_passed_to_the_left_the_right_and_across(
    edition: str, deal: int, to: int
) -> None:
    """All choose at once, in any order, of the cards dealt; nobody sees his before all have."""
    state = dealt(deal, edition=edition)
    given = [lowest(state, seat) for seat in range(4)]
    size = 2 if edition == "classic" else 3
    assert {len(gift) for gift in given} == {size}
    for seat in (2, 0, 3):
        state = passing(state, seat, given[seat])
        assert seat not in to_act(CAMPEONES, state, 4), "a choice once made stands"
        shown = plain(state, (seat + 1) % 4)["phase"]["given"][seat]
        assert shown == {"by": seat, "count": size}
    before = [hand.values for hand in state.hands]
    state = passing(state, 1, given[1])
    for seat in range(4):
        receiver = (seat + to) % 4
        kept = before[receiver] if receiver != 1 else set(before[1]) - set(given[1])
        assert set(state.hands[receiver].values) == {*kept, *given[seat]}


def test_nothing_is_passed_in_the_fourth_deal() -> None:
    """The holder of the starter leads at once."""
    for deal in (4, 8):
        state = dealt(deal)
        assert isinstance(state.phase, campeones.Playing)
        assert "P01" in state.hands[state.phase.lead].values


def test_the_starter_is_sought_after_passing() -> None:
    """Whoever was given Ruy López leads."""
    state = dealt()
    holder = next(seat for seat in range(4) if "P01" in state.hands[seat].values)
    for seat in range(4):
        gift = lowest(state, seat)
        if seat == holder:
            gift = ("P01", next(card for card in state.hands[seat].values if card != "P01"))
        state = passing(state, seat, gift)
    assert isinstance(state.phase, campeones.Playing)
    assert state.phase.lead == (holder + 1) % 4


def playing(hands: list[list[str]], **more: Any) -> campeones.State:
    fresh = CAMPEONES.start(read_options(CAMPEONES, more.pop("options", {})), 4)
    held = tuple(Held(seat, campeones.falling(hand)) for seat, hand in enumerate(hands))
    return replace(fresh, hands=held, **more)


def test_campeones_thrown_off_in_the_first_trick_may_be_led_in_the_second() -> None:
    """A hand of forbidden cards only may throw one off at once, and that opens them."""
    hands = [["P01", "C01"], ["C02", "R06"], ["P03", "H01"], ["P04", "H02"]]
    state = playing(hands, phase=campeones.Playing(0))
    state, *_ = decide(CAMPEONES, state, 0, campeones.Play("P01"))
    assert {move.card for move in CAMPEONES.moves(state, 1)} == {"C02", "R06"}
    for seat, card in ((1, "C02"), (2, "P03"), (3, "P04")):
        state, *_ = decide(CAMPEONES, state, seat, campeones.Play(card))
    assert state.phase == campeones.Playing(3, (), broken=True)
    assert state.taken[3] == ("P01", "C02", "P03", "P04")


def test_the_penalty_card_and_a_forced_lead_open_nothing() -> None:
    """Only a Campeones card thrown off to another class does."""
    away = (("H05", "H06", "H07", "H08"), (), (), ())
    hands = [["C01", "C02"], ["R01", "C03"], ["R02", "H01"], ["H03", "H02"]]
    state = playing(hands, phase=campeones.Playing(0), taken=away)
    for seat, card in ((0, "C01"), (1, "C03"), (2, "R02"), (3, "H03")):
        state, *_ = decide(CAMPEONES, state, seat, campeones.Play(card))
    assert state.phase == campeones.Playing(1)
    hands = [["H01", "C02"], ["R06", "C03"], ["H02"], ["H03"]]
    state = playing(hands, phase=campeones.Playing(0), taken=away)
    for seat, card in ((0, "H01"), (1, "R06"), (2, "H02"), (3, "H03")):
        state, *_ = decide(CAMPEONES, state, seat, campeones.Play(card))
    assert state.phase == campeones.Playing(3)


@pytest.mark.parametrize(
    ("options", "points"),
    [({}, 16), ({"edition": "premium"}, 32), ({"edition": "premium", "blackburne_points": 13}, 32)],
)
def test_checkmate_costs_the_others_the_same_whatever_blackburne_counts(
    options: dict[str, Any], points: int
) -> None:
    """Jaque Mate: 0 for who took it all, 16 (Premium 32) for each of the others."""
    pack = packs.caissa(options.get("edition", "classic"))
    taken = ((), (), (*pack.of("C"), pack.penalty), ())
    state = playing([[]] * 4, options=options, phase=campeones.Playing(2), taken=taken)
    score = CAMPEONES.follow(state)
    assert isinstance(score, campeones.DealScored)
    assert (score.points, score.checkmate) == ((points, points, 0, points), 2)


def test_a_class_must_be_followed() -> None:
    """Another card is refused and nothing changes."""
    state = playing([["H01", "P01"], [], [], ["H08"]], phase=campeones.Playing(3, ("H08",)))
    with pytest.raises(IllegalMove):
        decide(CAMPEONES, state, 0, campeones.Play("P01"))
    with pytest.raises(NotYourTurn):
        decide(CAMPEONES, state, 3, campeones.Play("H08"))


# ---- Escratch ----------------------------------------------------------------------------------


def scratched(prizes: list[int], plays: list[list[int]], edition: str = "classic") -> list[Any]:
    """The effects of rounds in which the specials come in this order."""
    state = ESCRATCH.start(read_options(ESCRATCH, {"edition": edition}), len(plays[0]))
    rest = [v for v in packs.SPECIALS[edition] if v not in prizes]  # type: ignore[index]
    stock = Held("house", [packs.special(v) for v in (*prizes, *rest)])
    state, _ = happen(ESCRATCH, state, Shuffled("deck", stock))
    told: list[Any] = []
    for numbers in plays:
        for seat, number in enumerate(numbers):
            card = next(c for c in state.hands[seat].values if packs.number(c) == number)
            state, _, more = decide(ESCRATCH, state, seat, escratch.Choose(Held(seat, (card,))))
            told += more
    return [one for one in told if isinstance(one, escratch.PrizeWon | escratch.PrizeCarried)]


def test_specials_are_carried_again_and_again() -> None:
    """Three rounds of nothing but pairs: the fourth winner takes all four specials."""
    told = scratched([1, 2, -3, 4], [[3, 3], [5, 5], [8, 8], [1, 2]])
    assert [one.points for one in told] == [1, 3, 0, 4]
    assert told[-1] == escratch.PrizeWon(1, ("X+1", "X+2", "X-3", "X+4"), 4)


@pytest.mark.parametrize(
    ("prizes", "plays", "taker"),
    [
        ([3, -3], [[2, 2], [6, 1]], 0),
        ([-1, 1], [[2, 2], [1, 6]], 1),
        ([-2, 1], [[2, 2], [6, 1]], 1),
        ([5, -3], [[2, 2], [6, 1]], 0),
    ],
)
def test_the_sign_of_the_sum_decides(prizes: list[int], plays: list[list[int]], taker: int) -> None:
    """Zero or more: the highest; less: the lowest."""
    assert scratched(prizes, plays)[-1].seat == taker


def test_four_players_of_premium() -> None:
    """Pairs scratch each other, the next best number takes it."""
    told = scratched(
        [10, -6, 9], [[16, 16, 15, 14], [1, 1, 2, 2], [13, 3, 3, 12]], edition="premium"
    )
    assert [type(one).__name__ for one in told] == ["PrizeWon", "PrizeCarried", "PrizeWon"]
    assert (told[0].seat, told[0].points) == (2, 10)
    assert (told[2].seat, told[2].cards, told[2].points) == (0, ("X-6", "X+9"), 3)


def test_a_shared_first_place() -> None:
    """Equal scores: both are first, the next is third."""
    state = ESCRATCH.start(read_options(ESCRATCH, {}), 3)
    won = (("X+3",), ("X+1", "X+2"), ("X-1",))
    assert ESCRATCH.result(replace(state, phase=escratch.Ended(), won=won)) == Result(
        (3, 3, -1), (1, 1, 3)
    )
