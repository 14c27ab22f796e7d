"""Casino: more worked cases, told by the rules alone."""

from typing import Any

import pytest
from msgspec.structs import replace

from events.facts import Held, Moved, Shuffled
from projections.game.decide import happen
from projections.games import casino
from projections.games.casino import CARDS, Add, Capture, Dealing, Dealt, Options, Playing, Raise
from tests.projections.games.test_casino import (
    captures,
    constructions,
    counted,
    counting,
    legal,
    scored,
    sets,
    table,
)

# ---- What may be taken, raised and added to -----------------------------------------------------


def test_a_six_takes_sixes_threes_and_twos_in_any_choice() -> None:
    """One, two or three sixes, two threes, three twos: five sets, any of them but none."""
    state = table("casino", ["6C"], ["6S", "6H", "6D", "3S", "3H", "2S", "2H", "2D"])
    assert len(captures(state, "6C")) == 2**5 - 1
    assert not legal(state, Capture("6C", ("3S", "2S")))
    assert not legal(state, Capture("6C", ("6S", "3S")))


ADDITIONS: list[tuple[str, list[str], str, list[str], int, bool]] = [
    ("the card alone, another one kept", ["8C", "8D"], "8C", [], 8, True),
    ("no other 8 is kept", ["8C", "7D"], "8C", [], 8, False),
    ("a set of the card and a loose one", ["5C", "8D"], "5C", ["3S"], 8, True),
    ("a set of three", ["AC", "8D"], "AC", ["4S", "3S"], 8, True),
    ("two sets at once", ["5C", "8D"], "5C", ["3S", "6S", "2S"], 8, True),
    ("a stray card", ["5C", "8D"], "5C", ["3S", "2S"], 8, False),
    ("loose cards only, the card in no set", ["9C", "8D"], "9C", ["5S", "3S"], 8, False),
    ("a value that is not the build's", ["5C", "8D", "7D"], "5C", ["2S"], 7, False),
    ("a face in a set", ["5C", "8D"], "5C", ["3S", "KS"], 8, False),
]


@pytest.mark.parametrize("multiple", [False, True])
@pytest.mark.parametrize("owner", [0, 1])
@pytest.mark.parametrize(("why", "hand", "card", "loose", "value", "right"), ADDITIONS)
def test_additions(
    why: str,
    hand: list[str],
    card: str,
    loose: list[str],
    value: int,
    right: bool,
    owner: int,
    multiple: bool,
) -> None:
    """To anybody's build, single or multiple, in sets of its value, with a card of it kept."""
    groups = [["6H", "2H"], ["5H", "3H"]][: 1 + multiple]
    builds = constructions([{"value": 8, "groups": groups}], owner)
    state = table("casino", hand, loose, builds)
    assert legal(state, Add(card, "B1", value, tuple(loose))) == right, why


def test_royal_additions_and_raises_with_aces() -> None:
    """An ace alone is a group of 14; in a sum it counts 1; 13 raised by an ace is 14."""
    fourteen = constructions([{"value": 14, "groups": [["8H", "6H"]]}])
    assert legal(table("royal-casino", ["AC", "AD"], (), fourteen), Add("AC", "B1", 14))
    assert not legal(table("royal-casino", ["AC", "KD"], (), fourteen), Add("AC", "B1", 14))
    with_king = table("royal-casino", ["AC", "AD"], ["KS"], fourteen)
    assert legal(with_king, Add("AC", "B1", 14, ("KS",)))
    ten = table("royal-casino", ["10C", "AD"], ["4S", "AS"], fourteen)
    assert legal(ten, Add("10C", "B1", 14, ("AS", "4S")))
    assert not legal(ten, Add("10C", "B1", 14, ("AS",)))
    thirteen = constructions([{"value": 13, "groups": [["8H", "5H"]]}])
    raised = table("royal-casino", ["AC", "AD"], ["AS", "9S", "5S"], thirteen)
    for joined in ((), ("AS",), ("9S", "5S"), ("AS", "9S", "5S")):
        assert legal(raised, Raise("AC", "B1", 14, joined))
    assert not legal(raised, Raise("AC", "B1", 14, ("9S",)))


def test_a_face_of_casino_takes_no_build_and_no_sum() -> None:
    """Without a number it fishes for its like only."""
    state = table("casino", ["JC"], ["10S", "AS"], constructions([10]))
    assert captures(state, "JC") == set()
    assert captures(table("casino", ["JC"], ["JS", "JH", "QH"]), "JC") == sets([["JS"], ["JH"]])


# ---- Sweeps and what is left ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("loose", "builds", "taken", "swept"),
    [
        (["5S"], [], (("5S",), ()), True),
        (["5S", "2S", "3S"], [], (("2S", "3S", "5S"), ()), True),
        (["5S", "2S", "3S"], [], (("2S", "3S"), ()), False),
        ([], [5], ((), ("B1",)), True),
        (["5S"], [5], (("5S",), ("B1",)), True),
        (["5S"], [5], ((), ("B1",)), False),
        (["5S"], [5], (("5S",), ()), False),
        (["5S"], [5, 6], (("5S",), ("B1",)), False),
    ],
)
def test_a_sweep_leaves_neither_loose_card_nor_build(
    loose: list[str], builds: list[int], taken: tuple[Any, Any], swept: bool
) -> None:
    """One point for whoever empties the table, builds included."""
    state = table("royal-casino", ["5C", "2C"], loose, constructions(builds))
    state = replace(state, hands=(state.hands[0], Held(1, ("9C",))), stock=Held("house", ()))
    assert legal(state, Capture("5C", *taken))
    after, effects = happen(casino.GAMES["royal-casino"], state, Moved(0, Capture("5C", *taken)))
    assert (casino.Swept(0) in effects) == swept
    assert after.swept == ((0,) if swept else ())


def test_who_captured_in_an_earlier_deal_still_gets_the_rest() -> None:
    """The last capture of the whole round counts, not of the last deal."""
    state = replace(
        table("casino", ["2C"], ["KS", "9S"]),
        hands=(Held(0, ("2C",)), Held(1, ())),
        stock=Held("house", ()),
        taker=1,
        last_deal=True,
    )
    after, effects = happen(casino.GAMES["casino"], state, Moved(0, casino.Trail("2C")))
    assert effects[0] == casino.TableCleared(1, ("2C", "9S", "KS"))
    assert not after.swept


def test_captures_of_the_round_before_are_forgotten() -> None:
    """Where nobody captures in a round, nobody gets what lies there."""
    state = replace(table("casino", [], ()), phase=casino.Shuffling(), taker=1, swept=(1,), made=3)
    state, _ = happen(casino.GAMES["casino"], state, Shuffled("deck", Held("house", CARDS)))
    assert (state.taker, state.swept, state.made, state.piles) == (None, (), 0, ((), ()))


# ---- Points ------------------------------------------------------------------------------------


def pile(count: int, spades: int, prizes: tuple[str, ...], used: set[str]) -> tuple[str, ...]:
    """So many cards, so many of them spades, with these prizes and no other ones."""
    worth = {*casino.ACES, casino.GRAND, casino.LITTLE} - {*prizes}
    free = [card for card in CARDS if card not in used | worth and card not in prizes]
    black = [card for card in free if card[-1] == "S"]
    others = [card for card in free if card[-1] != "S"]
    black = black[: spades - sum(card[-1] == "S" for card in prizes)]
    cards = (*prizes, *black, *others[: count - len(prizes) - len(black)])
    used |= {*cards}
    return cards


@pytest.mark.parametrize(
    ("counts", "spades", "points"),
    [
        ((18, 17, 17), (4, 5, 4), (3 + 0 + 6, 1 + 1, 0)),
        ((20, 20, 12), (5, 5, 3), (6, 1, 0)),
        ((13, 13, 13, 13), (4, 3, 3, 3), (6 + 1, 1, 0, 0)),
        ((12, 14, 14, 12), (3, 3, 3, 4), (6, 1, 0, 1)),
        ((10, 20, 12, 10), (5, 5, 2, 1), (6, 4, 0, 0)),
    ],
)
def test_a_tie_at_the_top_is_nobodys(
    counts: tuple[int, ...], spades: tuple[int, ...], points: tuple[int, ...]
) -> None:
    """Three and four players: only who alone has most gets the 3 and the 1."""
    prizes: list[tuple[str, ...]] = [("AS", "AH", "AD", "AC", "10D"), ("2S",)]
    used: set[str] = set()
    told = tuple(
        pile(count, black, prizes[seat] if seat < 2 else (), used)
        for seat, (count, black) in enumerate(zip(counts, spades, strict=True))
    )
    assert tuple(map(len, told)) == counts
    assert tuple(sum(card[-1] == "S" for card in one) for one in told) == spades
    assert scored(counting("casino", told)).points == points


def test_royal_awards_come_in_the_counting_order() -> None:
    """Cards, spades, 10♦, 2♠, aces ♠ ♣ ♥ ♦, then the sweeps as they were made."""
    state = counting("royal-casino", (CARDS, ()), swept=(1, 0, 1), target=500)
    awards = counted(state)[:-1]
    assert [type(award).__name__.removesuffix("Counted") for award in awards] == [
        *("Cards", "Spades", "GrandCasino", "LittleCasino"),
        *("Ace",) * 4,
        *("Sweep",) * 3,
    ]
    assert [award.card for award in awards[4:8]] == ["AS", "AC", "AH", "AD"]
    assert [award.side for award in awards[8:]] == [1, 0, 1]


# ---- Dealing -----------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("dealer", [0, 1])
def test_later_deals_are_two_at_a_time_without_the_table(seats: int, dealer: int) -> None:
    """From the dealer's left two each, twice; the table gets none."""
    game = casino.GAMES["casino"]
    lots = Held("house", sorted(map(str, range(seats)), key=lambda lot: lot != str(dealer)))
    state, _ = happen(game, game.start(Options(), seats), Shuffled("first", lots))
    state, _ = happen(game, state, Shuffled("deck", Held("house", CARDS)))
    assert state.dealer == dealer
    assert state.phase == Playing((dealer + 1) % seats)
    stock = state.stock.values
    bare = tuple(Held(seat, ()) for seat in range(seats))
    dealt = game.follow(replace(state, phase=Dealing(), hands=bare))
    assert isinstance(dealt, Dealt)
    assert dealt.table == ()
    for step in range(seats):
        seat = (dealer + 1 + step) % seats
        pairs = (*stock[2 * step : 2 * step + 2], *stock[2 * (seats + step) :][:2])
        assert dealt.hands[seat] == Held(seat, casino.canonical(pairs))
