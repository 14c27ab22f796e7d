"""Kaiser: the worked cases, known faults of other programs, and faults planted to be noticed."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from events.errors import IllegalMove, Refused
from events.facts import Held, Shuffled
from projections.game.decide import decide, happen, to_act
from projections.game.options import read_options
from projections.games import kaiser
from projections.games.kaiser import (
    Bid,
    Contract,
    HandScored,
    Name,
    Options,
    Pass,
    Play,
    Playing,
    State,
    TrickTaken,
)

GAME = kaiser.GAMES["kaiser"]
VECTORS = Path(__file__).parents[2] / "vectors"
CASES = json.loads((VECTORS / "kaiser.json").read_text("utf-8"))["vectors"]
FAULTS = {one["id"]: one for one in json.loads((VECTORS / "known-faults.json").read_text("utf-8"))}
OPTIONS = Options.__struct_fields__

Row = dict[str, Any]

# ---- Setting the table -----------------------------------------------------------------------


def options(*sources: Row) -> Options:
    """The options that stand in a case, by themselves or under ``options``; the last one holds."""
    found: Row = {}
    for source in sources:
        named = {name: source[name] for name in OPTIONS if name in source}
        found |= {name: value for name, value in named.items() if not isinstance(value, list)}
        found |= source.get("options", {})
    return read_options(GAME, found)  # type: ignore[no-any-return]


def held(hands: Sequence[Sequence[str]]) -> tuple[Held, ...]:
    return tuple(Held(seat, hand) for seat, hand in enumerate(hands))


def dealt(chosen: Options, hands: Sequence[Sequence[str]], dealer: int = 3) -> State:
    """A match whose first deal gives these hands, one card at a time; the rest is the kitty."""
    around = [(dealer + step) % 4 for step in range(1, 5)]
    stock = [hands[seat][turn] for turn in range(len(hands[0])) for seat in around]
    stock += [card for card in kaiser.CARDS if card not in stock]
    lots = sorted(kaiser.LOTS, key=lambda lot: lot != str(dealer))
    state = GAME.start(chosen, 4)
    state, _ = happen(GAME, state, Shuffled("first", Held("house", lots)))
    state, _ = happen(GAME, state, Shuffled("deck", Held("house", stock)))
    return state


def act(state: State, *moves: Any) -> tuple[State, list[Any]]:
    """The moves of the seats that are to act, one after another, and all their effects."""
    effects: list[Any] = []
    for move in moves:
        (seat,) = to_act(GAME, state, 4)
        state, _, more = decide(GAME, state, seat, move)
        effects += more
    return state, effects


def bid(word: Any) -> Any:
    """``"pass"`` or ``{"n": 7, "nt": true}`` as a move."""
    return Pass() if word == "pass" else Bid(word["n"], word.get("nt", False))


def said(state: State, actions: Sequence[tuple[int, Any]]) -> State:
    for seat, word in actions:
        state, _, _ = decide(GAME, state, seat, bid(word))
    return state


def trick(chosen: Options, by_seat: Sequence[str], lead: int, trump: str | None, low: bool) -> int:
    """Who takes these four cards when everybody plays his only one."""
    contract = Contract(lead, 6, trump is None, trump, low, named=True)
    state = State(chosen, Playing(contract, lead), hands=held([[card] for card in by_seat]))
    plays = [Play(by_seat[(lead + step) % 4]) for step in range(4)]
    _, effects = act(state, *plays)
    assert isinstance(effects[0], TrickTaken)
    return effects[0].seat


def following(hand: Sequence[str], led: str | None, trump: str | None = None) -> set[str]:
    """The cards of a hand that may be played to the suit led."""
    card = (
        next(card for card in kaiser.CARDS if card[-1] == led and card not in hand) if led else ""
    )
    contract = Contract(0, 6, trump is None, trump, named=True)
    hands = held([["8C"], hand, ["8C"], ["8C"]])
    state = State(
        Options(), Playing(contract, 0 if led else 1, (card,) if led else ()), hands=hands
    )
    legal = {move.card for move in GAME.moves(state, 1) if isinstance(move, Play)}
    for other in {*hand} - legal:
        with pytest.raises(IllegalMove):
            decide(GAME, state, 1, Play(other))
    return legal


Taken = tuple[int, Sequence[str]]
"""Who takes a trick, and its cards from his clockwise."""


def apart(tricks: int, five: bool, three: bool) -> Iterator[Taken]:
    """Eight tricks of one suit each; seat 0 takes so many of them, seat 1 the others."""
    spare = tricks - five - three
    for suit, part in product("CDHS", (0, 1)):
        cards = [card for card in kaiser.CARDS if card[-1] == suit][part::2]
        special = {kaiser.THREE: three, kaiser.FIVE: five}.get(cards[0])
        yield 0 if (spare > 0 if special is None else special) else 1, cards[::-1]
        spare -= special is None


def together(both: bool) -> Iterator[Taken]:
    """Of eight tricks one team takes only the last, which holds 5♥ and 3♠: team 0 if ``both``."""
    others = int(both)
    for suit in "CD":
        yield others, [rank + suit for rank in ("A", "Q", "10", "8")]
        yield others, [rank + suit for rank in ("K", "J", "9", "7")]
    for suit in "HS":
        yield others, [rank + suit for rank in ("J", "10", "9", "8")]
    yield others, ["AH", "KH", "QH", "AS"]
    yield (others + 3) % 4, ["KS", "3S", "5H", "QS"]


def hand_points(tricks: int, five: bool, three: bool) -> list[int]:
    """What both teams get of a whole hand in which team 0 takes so many tricks, 5♥ and 3♠."""
    possible = 0 <= tricks - five - three <= 6
    taken = [*(apart(tricks, five, three) if possible else together(five))]
    hands: list[list[str]] = [[], [], [], []]
    for seat, cards in taken:
        for step, card in enumerate(cards):
            hands[(seat + step) % 4].append(card)
    state, effects = act(dealt(Options(), hands), Bid(6, nt=True), Pass(), Pass(), Pass())
    for winner, cards in taken:
        for _ in range(4):
            (seat,) = to_act(GAME, state, 4)
            (card,) = {*cards} & {*hands[seat]}
            state, effects = act(state, Play(card))
        assert effects[0].seat == winner
    assert isinstance(effects[-1], HandScored)
    return [*effects[-1].points]


# ---- The worked cases, by what their rows hold -----------------------------------------------


def check_deck(given: Row, expect: Row) -> None:
    state, _ = happen(GAME, GAME.start(Options(), 4), Shuffled("first", Held("house", kaiser.LOTS)))
    deck = GAME.deck(state)
    assert deck is not None
    assert sorted(deck.cards) == expect["cards"]
    assert len(deck.cards) == expect["count"]
    assert not {*deck.cards} & {*expect["absent"]}
    assert {*deck.cards} >= {*expect["present"]}


def check_points(given: Row, row: Row) -> None:
    points = hand_points(row["tricks"], row["five"], row["three"])
    assert points == [row["points"], row["other"]]


def check_winner(given: Row, row: Row) -> None:
    low = row.get("low", given.get("low", False))
    seat = trick(options(given, row), row["by_seat"], row["lead"], row["trump"], low)
    assert seat == row["winner"]


def check_bidding(given: Row, row: Row) -> None:
    state = dealt(options(given, row), [kaiser.CARDS[seat::4] for seat in range(4)], row["dealer"])
    state = said(state, row["actions"])
    assert to_act(GAME, state, 4) == (row["next"],)
    for word in row["legal"]:
        decide(GAME, state, row["next"], bid(word))
    for word in row["illegal"]:
        with pytest.raises(IllegalMove):
            decide(GAME, state, row["next"], bid(word))


def check_scoring(given: Row, row: Row) -> None:
    contract = Contract(row["bid_team"], row["bid"], row["nt"], None if row["nt"] else "C")
    phase = Playing(contract, 0, points=(row["points"][0], row["points"][1]))
    before = (row["before"][0], row["before"][1])
    state = State(options(given, row), phase, totals=before)
    effect = GAME.follow(state)
    assert isinstance(effect, HandScored)
    assert effect.made == row["made"]
    state = GAME.evolve(state, effect)
    assert [*state.totals] == row["after"]
    result = GAME.result(state)
    winner = None if result is None else result.ranks.index(1)
    assert winner == row["winner"]


def check_hand(given: Row, expect: Row) -> None:
    """A hand from the deal to the score."""
    state = said(dealt(options(given), given["deal"], given["dealer"]), given["bids"])
    if isinstance(state.phase, kaiser.Naming):
        state, _ = act(state, Name(given.get("trump"), given.get("low", False)))
    effects: list[Any] = []
    for cards in given["tricks_in_play_order_from_leader"]:
        state, more = act(state, *map(Play, cards))
        effects += more
    *taken, scored = effects
    assert [one.seat for one in taken] == expect["trick_winners"]
    assert [*scored.points] == expect["hand_points"]
    assert scored.made == expect["made"]
    assert [*scored.totals] == expect["score"]


def check_following(given: Row, row: Row) -> None:
    assert following(row["hand"], row["led"], row.get("trump")) == {*row["legal"]}


def check_kitty(given: Row, expect: Row) -> None:
    for when, number in product(("before", "after"), (6, 12)):
        chosen = read_options(GAME, {"kitty": given["kitty"], "kitty_trump": when})
        hands = [kaiser.CARDS[28 - seat :: -4][: given["hand"]] for seat in range(4)]
        state = dealt(chosen, hands)
        assert {len(hand) for hand in state.hands} == {given["hand"]}
        state, _ = act(state, Bid(number, nt=True), Pass(), Pass(), Pass())
        assert len(state.hands[0]) == expect["declarer_holds_before_discard"]
        gone = {card for move in GAME.moves(state, 0) for card in move.cards.values}
        assert gone == {*state.hands[0].values} - {*expect["cannot_discard"]}
        state, _ = act(state, GAME.moves(state, 0)[0])
        assert len(state.hands[0]) == expect["after_discard"]
        scored, taken = played_out(state)
        assert taken == expect["tricks"]
        assert sum(scored.points) == expect["sum_both_teams"]
        assert expect["min_team"] <= min(scored.points) <= max(scored.points) <= expect["max_team"]
        assert not scored.made or number < expect["max_team"]


def played_out(state: State) -> tuple[HandScored, int]:
    """The hand played to its end with the lowest cards: its score and the number of tricks."""
    taken = 0
    while True:
        (seat,) = to_act(GAME, state, 4)
        state, effects = act(state, GAME.moves(state, seat)[0])
        taken += sum(isinstance(one, TrickTaken) for one in effects)
        if effects and isinstance(effects[-1], HandScored):
            return effects[-1], taken


Check = Callable[[Row, Row], None]
BY_ROW: dict[str, Check] = {
    "by_seat": check_winner,
    "tricks": check_points,
    "actions": check_bidding,
    "bid_team": check_scoring,
    "led": check_following,
}
"""What a row holds and how it is judged."""
BY_CASE: dict[str, Check] = {
    "cards": check_deck,
    "trick_winners": check_hand,
    "declarer_holds_before_discard": check_kitty,
}
"""The same for cases without rows, by what is expected."""


def checks(case: Row) -> Iterator[tuple[str, Check, Row]]:
    """A case row by row: its name, the judge, and what is judged."""
    expect = case["expect"]
    kinds, rows = (BY_ROW, expect["rows"]) if "rows" in expect else (BY_CASE, [expect])
    for number, row in enumerate(rows):
        (judge,) = (judge for key, judge in kinds.items() if key in row)
        yield f"{case['id']}.{number}", judge, row


WORKED = [
    pytest.param(judge, case["given"], row, id=name)
    for case in CASES
    for name, judge, row in checks(case)
]


@pytest.mark.parametrize(("judge", "given", "row"), WORKED)
def test_worked_cases(judge: Check, given: Row, row: Row) -> None:
    """Every row of the worked cases comes out as it is written."""
    judge(given, row)


def test_the_table_of_points_has_every_reachable_hand() -> None:
    """Which hands can be reached, the sum of both teams, the lowest and the highest points."""
    (case,) = (case for case in CASES if "sum_both" in case["expect"])
    rows = case["expect"]["rows"]
    reachable = {
        (tricks, five, three)
        for tricks, five, three in product(range(9), (False, True), (False, True))
        if max(five, three) <= tricks <= 8 - max(not five, not three)
    }
    assert {(row["tricks"], row["five"], row["three"]) for row in rows} == reachable
    hands = [hand_points(*hand) for hand in reachable]
    assert {sum(points) for points in hands} == {case["expect"]["sum_both"]}
    assert max(map(max, hands)) == case["expect"]["max"]
    assert min(map(min, hands)) == case["expect"]["min"]


# ---- Faults of other programs ----------------------------------------------------------------


def test_an_ace_of_another_suit_does_not_win() -> None:
    """bug-15: in a trump game, a card that is neither trump nor of the suit led wins nothing."""
    given = FAULTS["bug-15"]["input"]
    assert trick(Options(), given["trick"], given["lead"], given["trump"], low=False) == 0


@pytest.mark.parametrize("after", [FAULTS["bug-17"]["input"]["after"], [53, 53]])
def test_both_past_the_target_the_bidders_win(after: list[int]) -> None:
    """bug-17: with the lower total or the same one, in the very hand that brings both there."""
    team = FAULTS["bug-17"]["input"]["bid_team"]
    before = (after[0] - 7, after[1] - 3)
    state = State(
        Options(), Playing(Contract(team, 7, False, "C"), 0, points=(7, 3)), totals=before
    )
    effect = GAME.follow(state)
    result = GAME.result(GAME.evolve(state, effect))
    assert result is not None
    assert result.ranks == (1, 3, 1, 3)
    assert result.scores == (*after, *after)


def test_all_eight_tricks_are_ten_and_seven_may_be_twelve() -> None:
    """bug-19: the most is 12, by seven tricks and the 5♥ without the 3♠; the least is -2."""
    assert hand_points(8, five=True, three=True) == [10, 0]
    assert hand_points(7, five=True, three=False) == [12, -2]
    assert hand_points(1, five=False, three=True) == [-2, 12]


def test_the_bidder_holds_eleven_then_seven() -> None:
    """bug-21: the kitty is added, four cards are discarded, and they are out of play."""
    given = FAULTS["bug-21"]["input"]
    state = dealt(
        read_options(GAME, {"kitty": given["kitty"]}), [kaiser.CARDS[s:28:4] for s in range(4)]
    )
    state, _ = act(state, Pass(), Pass(), Pass(), Bid(6), Name("C"))
    assert len(state.hands[3]) == 11
    aside = GAME.moves(state, 3)[-1].cards
    state, _ = act(state, GAME.moves(state, 3)[-1])
    assert [len(hand) for hand in state.hands] == [given["hand"]] * 4
    assert not {*aside.values} & {card for hand in state.hands for card in hand.values}
    assert state.discards == aside


def test_no_trump_card_while_holding_the_suit_led() -> None:
    """bug-23: who holds the suit led can't ruff."""
    given = FAULTS["bug-23"]["input"]
    assert following(given["hand"], given["led"], trump="S") == {"9H"}


# ---- Planted faults --------------------------------------------------------------------------


def no_trumps(card: str, led: str, contract: Contract, low_specials: str) -> int:
    return STRENGTH(card, led, replace(contract, trump=None), low_specials)


def never_low(card: str, led: str, contract: Contract, low_specials: str) -> int:
    return STRENGTH(card, led, replace(contract, low=False), low_specials)


def specials_on_top(card: str, led: str, contract: Contract, low_specials: str) -> int:
    return STRENGTH(card, led, contract, "highest") + (card in (kaiser.FIVE, kaiser.THREE))


def nothing_to_take(chosen: Options, spoken: tuple[Bid | None, ...]) -> tuple[Any, ...]:
    standing = next((one for one in reversed(spoken) if one), None)
    return tuple(move for move in BIDS(chosen, spoken) if move != standing)


def free_to_pass(chosen: Options, spoken: tuple[Bid | None, ...]) -> tuple[Any, ...]:
    moves = BIDS(chosen, spoken)
    return moves if Pass() in moves else (Pass(), *moves)


def higher_total(chosen: Options, team: int, made: bool, totals: Any, hands: int) -> Any:
    return VICTORS(chosen, int(totals[1] > totals[0]), made, totals, hands)


def anybody(chosen: Options, team: int, made: bool, totals: Any, hands: int) -> Any:
    return VICTORS(replace(chosen, bidder_must_win=False), team, made, totals, hands)


STRENGTH, BIDS, VICTORS = kaiser.strength, kaiser.bids, kaiser.victors
PLANTED: dict[str, tuple[str, Any]] = {
    "a trump is ignored": ("strength", no_trumps),
    "a low hand is played high": ("strength", never_low),
    "5♥ and 3♠ are always strong": ("strength", specials_on_top),
    "no-trump doesn't outrank": ("height", lambda chosen, one: (one.number, 0)),
    "no-trump never beats all": ("height", lambda chosen, one: (one.number, one.nt)),
    "the dealer may not take": ("bids", nothing_to_take),
    "the dealer may always pass": ("bids", free_to_pass),
    "any card may be played": ("playable", lambda hand, trick: hand),
    "a 5♥ is a trick like any other": ("worth", lambda taken: 1 - 3 * (kaiser.THREE in taken)),
    "the 3♠'s trick isn't counted": (
        "worth", lambda taken: 1 + 5 * (kaiser.FIVE in taken) - 4 * (kaiser.THREE in taken)
    ),
    "the higher total wins": ("victors", higher_total),
    "defenders win though bidders must": ("victors", anybody),
    "a made bid scores the bid": ("earned", lambda chosen, contract, points: contract.number),
}  # fmt: skip


def noticed() -> Counter[str]:
    """How many rows of each case come out wrong."""
    wrong: Counter[str] = Counter()
    for case in CASES:
        for _, judge, row in checks(case):
            try:
                judge(case["given"], row)
            except (AssertionError, Refused, pytest.fail.Exception):
                wrong[case["id"]] += 1
    return wrong


@pytest.mark.parametrize("fault", PLANTED)
def test_planted_faults_are_noticed(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule broken on purpose makes at least one worked case come out wrong."""
    name, broken = PLANTED[fault]
    monkeypatch.setattr(kaiser, name, broken)
    assert noticed()


def test_without_a_planted_fault_nothing_is_noticed() -> None:
    """The judge of the planted faults finds nothing in the rules as they are."""
    assert not noticed()
