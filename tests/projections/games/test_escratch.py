"""Escratch: the worked cases, the options, what a choice gives away, and whole matches."""

import json
from itertools import product
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from playing import at_random, dice, play, playout

from events.errors import BadOptions, Corrupt, IllegalMove, NotYourTurn, UnknownDeck
from events.facts import FACE_DOWN, Held, Moved, Result
from projections.cards import packs
from projections.game.decide import decide, to_act
from projections.game.views import plain, read_move, view, write_move
from projections.games import escratch
from projections.games.escratch import Choose, Choosing, Dealing, Options, State

GAME = escratch.GAMES["caissa-escratch"]
FILE = json.loads((Path(__file__).parents[2] / "vectors/caissa-escratch.json").read_text())
EDITIONS: tuple[packs.Edition, ...] = ("classic", "premium")
EACH_WAY = [(edition, seats) for edition in EDITIONS for seats in GAME.seats]


def table(seats: int, prizes: list[int], edition: packs.Edition = "classic") -> State:
    """A match whose specials come in this order; the first one lies open."""
    stock = Held("house", tuple(map(packs.special, prizes)))
    state = replace(GAME.start(Options(edition=edition), seats), stock=stock, phase=Dealing())
    while (effect := GAME.follow(state)) is not None:
        state = GAME.evolve(state, effect)
    return state


def play_round(state: State, plays: list[int]) -> tuple[State, tuple[Any, ...]]:
    """All choose these numbers; the effects of the last choice."""
    effects: tuple[Any, ...] = ()
    for seat, number in enumerate(plays):
        card = next(c for c in state.hands[seat].values if packs.number(c) == number)
        state, _, effects = decide(GAME, state, seat, Choose(Held(seat, (card,))))
    return state, effects


def taker(effects: tuple[Any, ...]) -> int | None:
    return next((e.seat for e in effects if isinstance(e, escratch.PrizeWon)), None)


def taken_by(pot: int, plays: list[int]) -> int | None:
    edition: packs.Edition = "premium" if max(plays) > 8 else "classic"
    return taker(play_round(table(len(plays), [pot, 1], edition), plays)[1])


# ---- The worked cases --------------------------------------------------------------------------


def check_rows(expect: dict[str, Any]) -> None:
    for row in expect["rows"]:
        if "columns" not in expect:
            assert taken_by(row["pot"], row["plays"]) == row["taker"], row
        else:
            case = dict(zip(expect["columns"], row, strict=True))
            plays = [case[f"play_{seat}"] for seat in range(len(row) - 2)]
            assert taken_by(1, plays) == case["taker_if_positive"], row
            assert taken_by(-1, plays) == case["taker_if_negative"], row


def check_carried(given: dict[str, Any], expect: dict[str, Any]) -> None:
    for seats, carried in expect["carried"].items():
        start = table(int(seats), [1, 2])
        plays = list(product(range(1, given["hand"] + 1), repeat=int(seats)))
        assert len(plays) == expect["of"][seats]
        lost = sum(taker(play_round(start, list(one))[1]) is None for one in plays)
        assert lost == carried, seats


def check_match(given: dict[str, Any], expect: dict[str, Any]) -> None:
    state = table(len(given["plays"][0]), given["prizes"], given.get("edition", "classic"))
    for row in expect["rounds"]:
        assert packs.value(state.pot[-1]) == row["prize"]
        assert escratch.worth(state.pot) == row["pot"]
        state, effects = play_round(state, row["plays"])
        assert taker(effects) == row["taker"]
    end = GAME.result(state)
    assert end is not None
    assert list(end.scores) == expect["scores"]
    assert [seat for seat, rank in enumerate(end.ranks) if rank == 1] == expect["winners"]
    assert list(map(packs.value, state.pot)) == expect["left_on_table"]


def check_decks(expect: dict[str, Any]) -> None:
    for edition in EDITIONS:
        owed = GAME.deck(GAME.start(Options(edition=edition), 2))
        assert owed is not None
        values = list(map(packs.value, owed.cards))
        assert sorted(values) == sorted(expect[edition])
        assert sum(values) == expect[f"{edition}_sum"]
        assert len(table(2, values, edition).hands[0]) == expect["rounds"][edition]


def check_vector(vector: dict[str, Any]) -> None:
    given, expect = vector["given"], vector["expect"]
    if "prizes" in given:
        check_match(given, expect)
    elif "carried" in expect:
        check_carried(given, expect)
    elif "rows" in expect:
        check_rows(expect)
    else:
        check_decks(expect)


@pytest.mark.parametrize("vector", FILE["vectors"], ids=lambda vector: vector["id"])
def test_the_worked_cases_come_out_as_written(vector: dict[str, Any]) -> None:
    """Every worked case gives the takers, pots and scores that its page tells."""
    check_vector(vector)


def check_all() -> None:
    for vector in FILE["vectors"]:
        check_vector(vector)


def highest_always(points: int, cards: tuple[str, ...]) -> int | None:
    return real_taker(abs(points), cards)


def first_highest(points: int, cards: tuple[str, ...]) -> int | None:
    numbers = [packs.number(card) for card in cards]
    return numbers.index(max(numbers) if points >= 0 else min(numbers))


def zero_is_negative(points: int, cards: tuple[str, ...]) -> int | None:
    return real_taker(points or -1, cards)


real_taker = escratch.taker


@pytest.mark.parametrize("fault", [highest_always, first_highest, zero_is_negative])
def test_the_worked_cases_catch_planted_faults(fault: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game with a wrong taker fails some worked case."""
    monkeypatch.setattr(escratch, "taker", fault)
    with pytest.raises(AssertionError):
        check_all()


# ---- The rules, told -----------------------------------------------------------------------------


def test_a_zero_pot_goes_to_the_highest_number() -> None:
    """+2 carried and -2 added is worth nothing, and the highest number takes it all the same."""
    state, _ = play_round(table(2, [2, -2, 1]), [4, 4])
    state, effects = play_round(state, [1, 8])
    assert effects[1] == escratch.PrizeWon(1, ("X+2", "X-2"), 0)
    assert state.won == ((), ("X+2", "X-2"))


def test_the_specials_of_the_last_round_are_lost_when_all_are_scratched() -> None:
    """Nobody gets what is left lying at the end."""
    state, effects = play_round(table(3, [-3]), [5, 5, 5])
    assert effects[-1] == escratch.PrizeLost(-3)
    assert GAME.result(state) == Result((0, 0, 0), (1, 1, 1))


def test_equal_scores_share_the_place() -> None:
    """Two seats with the same sum have the same rank, and the next is third."""
    state = table(3, [2, 2, 1])
    for plays in ([8, 7, 1], [1, 8, 3], [2, 1, 8]):
        state, _ = play_round(state, plays)
    assert GAME.result(state) == Result((2, 2, 1), (1, 1, 3))


def test_a_choice_once_made_stands() -> None:
    """Who has chosen is not to act until the others have."""
    state, _, _ = decide(GAME, table(3, [1, 2]), 1, Choose(Held(1, ("P04",))))
    assert to_act(GAME, state, 3) == (0, 2)
    with pytest.raises(NotYourTurn):
        decide(GAME, state, 1, Choose(Held(1, ("P05",))))


def test_a_number_is_played_once() -> None:
    """A card that lies on the pile can't be chosen again."""
    state, _ = play_round(table(2, [1, 2, 3]), [8, 7])
    with pytest.raises(IllegalMove):
        decide(GAME, state, 0, Choose(Held(0, ("C08",))))


def test_the_harmless_move_is_the_lowest_card() -> None:
    """The first of the moves is the lowest number, the others follow upwards."""
    numbers = [packs.number(move.card.values[0]) for move in GAME.moves(table(2, [1]), 0)]
    assert numbers == list(range(1, 9))


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_seats_hold_the_classes_in_the_editions_order(edition: packs.Edition) -> None:
    """Without the option the classes go C P R H, in Premium C A R H."""
    letters = [hand.values[0][0] for hand in table(4, [1], edition).hands]
    assert tuple(letters) == packs.CLASSES[edition]


# ---- What is seen --------------------------------------------------------------------------------


def test_a_choice_is_hidden_until_the_last_has_chosen() -> None:
    """No view and no event sent to another seat, or to a spectator, holds a chosen card."""
    before = table(3, [5, 4])
    state, cause, effects = decide(GAME, before, 0, Choose(Held(0, ("C06",))))
    assert effects == ()
    for reader in (1, 2, None):
        for thing in (state, cause):
            assert "C06" not in json.dumps(plain(thing, reader))
        seen = view(state, reader)
        assert isinstance(seen.phase, Choosing)
        assert seen.phase.chosen == (Held(0, (FACE_DOWN,)), None, None)
    assert "C06" in json.dumps(plain(state, 0))


def test_alternative_choices_look_the_same() -> None:
    """Whatever a seat chooses, the others see the same view."""
    state = table(2, [5, 4])
    after = [decide(GAME, state, 0, move)[0] for move in GAME.moves(state, 0)]
    assert len({json.dumps(plain(one, 1)) for one in after}) == 1


def test_of_a_pile_only_the_top_card_shows() -> None:
    """The lower cards of a pile, the seat's own too, are in no view; nor are others' hands."""
    state, _ = play_round(table(2, [1, 2, 3, 4]), [8, 7])
    state, _ = play_round(state, [6, 5])
    assert [pile.top for pile in state.piles] == ["C06", "P05"]
    for reader in (0, 1, None):
        seen = json.dumps(plain(state, reader))
        assert "C08" not in seen
        assert "P07" not in seen
    assert "P01" not in json.dumps(plain(state, 0))


def test_a_choice_travels_as_a_plain_card() -> None:
    """A client sends the card, alone or in a list, and reads it back as it sent it."""
    for raw in ({"card": "C03"}, {"card": ["C03"]}):
        assert read_move(raw | {"type": "caissa-escratch.Choose"}, 0, GAME.move) == Choose(
            Held(0, ("C03",))
        )
    assert write_move(Choose(Held(0, ("C03",)))) == {
        "type": "caissa-escratch.Choose",
        "card": ["C03"],
    }


# ---- Options -------------------------------------------------------------------------------------


def test_classes_can_be_chosen() -> None:
    """Each seat holds the class that the table agreed on, and the match is played to its end."""
    options = Options(classes=("H", "C", "P"))
    state = next(step.state for step in playout(GAME, options, 3, seed=1) if step.settled)
    assert [hand.values[0] for hand in state.hands] == ["H01", "C01", "P01"]
    assert GAME.result(play(GAME, options, 3, seed=4)) is not None


@pytest.mark.parametrize(
    "options",
    [{"classes": ["C", "C"]}, {"classes": ["C", "A"]}, {"classes": ["C"]},
     {"classes": ["C", "P"], "edition": "premium"}],
)  # fmt: skip
def test_impossible_classes_are_refused(options: dict[str, Any]) -> None:
    """Classes must be different ones of the edition; the error names the option."""
    with pytest.raises(BadOptions) as refused:
        msgspec.convert(options, Options)
    assert refused.value.details["field"] == "classes"


def test_each_seat_needs_a_class() -> None:
    """Two classes for three seats are refused before the match begins."""
    with pytest.raises(BadOptions) as refused:
        GAME.start(Options(classes=("C", "P")), 3)
    assert refused.value.details["field"] == "classes"


@pytest.mark.parametrize(
    ("field", "value"),
    [("edition", "deluxe"), ("tie", "play_on"), ("rounds", 15), ("deck", 3), ("classes", ["Z"])],
)
def test_unknown_options_and_values_are_refused(field: str, value: object) -> None:
    """An option that is not there, or a value that it can't have, is refused by name."""
    with pytest.raises(msgspec.ValidationError, match=field):
        msgspec.convert({field: value}, Options)


def test_the_deck_must_be_installed_and_of_the_edition() -> None:
    """A match can't begin with an unknown deck or with one of the other edition."""
    with pytest.raises(UnknownDeck):
        GAME.start(Options(deck="nobody's"), 2)
    with pytest.raises(BadOptions):
        GAME.start(Options(deck="caissa-premium"), 2)


# ---- Whole matches -------------------------------------------------------------------------------


def cards_in(state: State) -> list[str]:
    """All cards of the players and all specials, wherever they are."""
    chosen = state.phase.chosen if isinstance(state.phase, Choosing) else ()
    held = [*state.hands, *(one for one in chosen if one), *(pile.lower for pile in state.piles)]
    held.append(state.stock)
    open_ = [*state.pot, *(card for won in state.won for card in won)]
    tops = [pile.top for pile in state.piles if pile.top]
    return sorted([card for one in held for card in one.values] + open_ + tops)


def check_settled(state: State, seats: int, edition: packs.Edition) -> None:
    pack = packs.caissa(edition)
    players = [card for letter in pack.classes[:seats] for card in pack.of(letter)]
    assert cards_in(state) == sorted([*players, *pack.specials])
    assert sum(escratch.scores(state)) + escratch.worth(state.pot) + escratch.worth(
        state.stock.values
    ) == sum(packs.SPECIALS[edition])
    assert view(state, "all") == state
    for seat in range(seats):
        seen = view(state, seat)
        assert GAME.moves(seen, seat) == GAME.moves(state, seat)
        assert view(escratch.sample(seen, seat, dice("any")), seat) == seen


@pytest.mark.parametrize(("edition", "seats"), EACH_WAY)
def test_whole_matches_keep_the_invariants(edition: packs.Edition, seats: int) -> None:
    """Cards and points are conserved, a view has its own moves, a sample fits its view."""
    for seed in range(3):
        steps = list(playout(GAME, Options(edition=edition), seats, seed))
        settled = [step.state for step in steps if step.settled]
        for state in settled:
            check_settled(state, seats, edition)
        assert len(settled) == 1 + seats * packs.NUMBERS[edition]


@pytest.mark.parametrize(("edition", "seats"), EACH_WAY)
def test_points_handed_out_and_the_pot_left_are_all_the_specials(
    edition: packs.Edition, seats: int
) -> None:
    """The scores and what nobody got add to 9, in Premium to 34."""
    state = play(GAME, Options(edition=edition), seats, seed=7)
    assert sum(escratch.scores(state)) + escratch.worth(state.pot) == (
        9 if edition == "classic" else 34
    )


def test_the_order_of_the_choices_makes_no_difference() -> None:
    """However the seats come to choose, the same cards give the same state."""
    plays = {0: "C05", 1: "P02", 2: "R07"}
    ends = []
    for order in ((0, 1, 2), (2, 0, 1), (1, 2, 0)):
        state = table(3, [3, -1])
        for seat in order:
            state, _, _ = decide(GAME, state, seat, Choose(Held(seat, (plays[seat],))))
        ends.append(state)
    assert ends[0] == ends[1] == ends[2]


def test_the_bot_beats_chance() -> None:
    """Over some matches the bot takes more points than a player who chooses at random."""

    def bot_at_0(game: Any, state: Any, seat: int, moves: Any, throw: Any) -> Any:
        if seat == 0:
            return escratch.bot(view(state, 0), 0, moves, throw)
        return at_random(game, state, seat, moves, throw)

    ends = [play(GAME, Options(edition="premium"), 2, seed, bot_at_0) for seed in range(40)]
    points = [escratch.scores(end) for end in ends]
    assert sum(own for own, _ in points) > sum(other for _, other in points) + 100


def test_what_can_not_have_happened_is_corrupt() -> None:
    """Any event in any state either happens or is corrupt; nothing else ever comes out."""
    steps = list(playout(GAME, Options(), 2, seed=1))
    states = [GAME.start(Options(), 2), *(step.state for step in steps)]
    events = [step.event for step in steps[:15]]
    events += [replace(event, seat=9) for event in events if hasattr(event, "seat")]
    events.append(Moved(0, Choose(Held(0, ()))))
    corrupt = 0
    for state, event in product(states, events):
        try:
            assert isinstance(GAME.evolve(state, event), State)
        except Corrupt:
            corrupt += 1
    assert corrupt > len(states) * len(events) / 2


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_table_is_drawn(language: Any) -> None:
    """A board shows the specials at stake, the reader's choice and nobody else's."""
    state = table(2, [5, -3, 1])
    state, _, _ = decide(GAME, state, 0, Choose(Held(0, ("C06",))))
    own, other = (escratch.board(view(state, seat), seat, language) for seat in (0, 1))
    assert "[+5]" in own
    assert "■ 6" in own
    assert "■ 6" not in other
    assert packs.class_name("P", language) in other
    assert escratch.board(view(state, None), None, language)
