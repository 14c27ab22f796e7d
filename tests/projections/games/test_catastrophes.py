"""Cat'astrophes: every worked case of the rules, the invariants of whole matches, the refusals."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import playing
import pytest
from msgspec.structs import replace

from events.errors import BadOptions, Corrupt, IllegalMove, NotYourTurn, UnknownDeck
from events.facts import FACE_DOWN, Held, Moved, Shuffled
from projections.cards import packs
from projections.game import views
from projections.game.contract import ranked
from projections.game.decide import decide, happen, to_act
from projections.games import catastrophes
from projections.games.catastrophes import (
    Acting,
    Dealt,
    Draw,
    Drew,
    FirstDrawn,
    HandsCounted,
    Options,
    Passed,
    Place,
    Resolving,
    RoundEnded,
    Showing,
    State,
    TokenMoved,
    Turned,
)

GAME = catastrophes.GAMES["catastrophes"]
VECTORS = json.loads(
    (Path(__file__).parents[2] / "vectors" / "catastrophes.json").read_text("utf-8")
)["vectors"]
DEFAULTS = Options()
PLENTY = 50
"""So many points that no hug comes to the floor at 0."""


# ---- Tables to try things on -------------------------------------------------------------------


def options(given: Mapping[str, Any]) -> Options:
    """The options that a case names, wherever it names them."""
    named = {name: given[name] for name in ("wild", "hug_rule", "tie") if name in given}
    return msgspec.convert(named | given.get("options", {}), Options)


def table(
    hands: Sequence[Sequence[str]],
    *,
    pile: int | Sequence[str] = 10,
    points: Sequence[int] = (),
    token: int = 0,
    first: int = 0,
    places: Mapping[int, Held] | None = None,
    acted: int = 0,
    options: Options = DEFAULTS,
) -> State:
    """A round under way; a pile given by number is of mischief 1."""
    laid = places or {}
    return State(
        options=options,
        phase=Acting(tuple(laid.get(seat) for seat in range(len(hands))), acted),
        first=first,
        points=tuple(points) or (0,) * len(hands),
        hands=tuple(Held(seat, hand) for seat, hand in enumerate(hands)),
        token=token,
        pile=Held("house", ("M1",) * pile if isinstance(pile, int) else pile),
    )


def resolution(state: State, cards: Mapping[int, str]) -> tuple[State, list[TokenMoved]]:
    """Turn these cards and let them move the token; the state before the round ends."""
    seats = range(len(state.hands))
    state = replace(state, phase=Resolving(tuple(cards.get(seat) for seat in seats)))
    steps = []
    while isinstance(step := GAME.follow(state), TokenMoved):
        state = GAME.evolve(state, step)
        steps.append(step)
    return state, steps


def single(card: str, token: int, points: int, options: Options) -> TokenMoved:
    """What one card does."""
    state = table([[], []], points=(points, points), token=token, options=options)
    return resolution(state, {0: card})[1][0]


def targets(state: State, seat: int) -> set[int]:
    return {move.before for move in GAME.moves(state, seat) if isinstance(move, Place)}


def words(state: State, seat: int) -> set[str]:
    """The kinds of moves that a seat has; a pass that happens of itself counts as one."""
    if isinstance(GAME.follow(state), Passed):
        return {"pass"}
    return {
        f"draw {move.cards}" if isinstance(move, Draw) else "place"
        for move in GAME.moves(state, seat)
    }


# ---- The worked cases --------------------------------------------------------------------------

COLUMNS = {
    "points": Options(),
    "points_wild": Options(wild=True),
    "points_if_strict": Options(hug_rule="strict"),
    "points_wild_if_strict": Options(wild=True, hug_rule="strict"),
}
"""The options of each column of the tables."""


def check_scale(given: Any, expect: Any) -> None:
    """A table of spaces and values: every kind of card that it speaks of, every column."""
    kinds = "H" if "points_if_strict" in expect["columns"] else "MT"
    for values in expect["rows"]:
        row = dict(zip(expect["columns"], values, strict=True))
        for column in COLUMNS.keys() & row.keys():
            for kind in kinds:
                card = f"{kind}{row['value']}"
                moved = single(card, row["from"], PLENTY, COLUMNS[column])
                assert (moved.end, moved.points) == (row["to"], row[column]), (card, row, column)


def check_resolution(given: Any, expect: Any) -> None:
    """Cards before the seats: where the token goes, step by step, and who gets the points."""
    hands: list[list[str]] = [[] for _ in range(given["players"])]
    state = table(
        hands,
        token=given["token"],
        points=given["points"],
        first=given["first"],
        options=options(given),
    )
    cards = {int(seat): card for seat, card in given["in_front_of"].items()}
    state, steps = resolution(state, cards)
    assert (state.token, list(state.points)) == (expect["token"], expect["points"])
    told = [
        {"seat": s.seat, "card": s.card, "frm": s.start, "to": s.end, "delta": s.points}
        for s in steps
    ]
    assert told == expect.get("steps", told)


def check_sizes(given: Any, expect: Any) -> None:
    """How many cards there are, and how many are left when all have five."""
    for row in expect["rows"]:
        dealt = GAME.start(Options(first=0), row["players"])
        owed = GAME.deck(dealt)
        assert owed is not None
        state, _ = happen(GAME, dealt, Shuffled(owed.purpose, Held("house", owed.cards)))
        assert len(owed.cards) == row["cards"] == 16 * row["sets"]
        assert len(state.pile) == row["after_deal"]


def check_free_seat(given: Any, expect: Any) -> None:
    """However full the table, who is to act with a card in hand can lay it somewhere."""
    for seats in GAME.seats:
        for acted in range(seats):
            for before in range(acted):
                laid = {seat: Held(seat, ("M1",)) for seat in range(before + 1)}
                state = table([["M1"]] * seats, places=laid, acted=acted)
                assert ("place" in words(state, acted)) is expect["always_possible"]


def check_choice(given: Any, expect: Any) -> None:
    """What a cat may do with so many cards in hand and in the pile."""
    hand = given["hand"] if isinstance(given["hand"], list) else ["M2"] * given["hand"]
    legal = words(table([hand, ["M1"]], pile=given["pile"]), 0)
    assert set(expect["legal"]) == legal
    assert not set(expect.get("illegal", ())) & legal


def check_count(given: Any, expect: Any) -> None:
    """The hands at the end: what they add, who wins."""
    hands = [sorted(hand) for hand in given["hands"]]
    state = table(hands, points=given["points"], pile=0, options=options(given))
    counted = GAME.follow(replace(state, phase=Resolving((None,) * len(hands))))
    assert isinstance(counted, HandsCounted)
    assert list(counted.points) == expect["added"]
    final = GAME.evolve(replace(state, phase=Resolving((None,) * len(hands))), counted)
    result = GAME.result(final)
    assert result is not None
    assert list(result.scores) == expect["final"]
    assert [seat for seat, rank in enumerate(result.ranks) if rank == 1] == expect["winners"]


def check_placing(given: Any, expect: Any) -> None:
    """Where a card may be laid after others have acted."""
    seats, seat = given["players"], given["to_act"]
    hands: list[list[str]] = [[] for _ in range(seats)]
    hands[seat] = given["hand"]
    for one in given["so_far"]:
        if "places" in one:
            hands[one["seat"]] = [one["places"]]
    state = table(hands, pile=given["pile"] + PLENTY, first=given["first"])
    for one in given["so_far"]:
        move = Draw(one["draws"]) if "draws" in one else laying(one)
        state, _, _ = decide(GAME, state, one["seat"], move)
    state = replace(state, pile=Held("house", ("M1",) * given["pile"]))
    assert to_act(GAME, state, seats) == (seat,)
    assert targets(state, seat) == set(expect["legal_targets"])
    assert not targets(state, seat) & set(expect.get("illegal_targets", ()))
    draws = [move.cards for move in GAME.moves(state, seat) if isinstance(move, Draw)]
    assert draws == expect.get("draw", draws)


def laying(one: Mapping[str, Any]) -> Place:
    return Place(Held(one["seat"], (one["places"],)), one["in_front_of"])


def check(vector: Mapping[str, Any]) -> None:
    """Judge a case by what it gives."""
    given, expect = vector["given"], vector["expect"]
    given = given | {"options": vector.get("options", given.get("options", {}))}
    if "columns" in expect:
        check_scale(given, expect)
    elif "in_front_of" in given:
        check_resolution(given, expect)
    elif "rows" in expect:
        check_sizes(given, expect)
    elif "always_possible" in expect:
        check_free_seat(given, expect)
    elif "hands" in given:
        check_count(given, expect)
    elif "so_far" in given:
        check_placing(given, expect)
    elif "legal" in expect:
        check_choice(given, expect)
    else:
        raise AssertionError(f"{vector['id']} is of no kind that is known here")


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["id"])
def test_every_worked_case(vector: Mapping[str, Any]) -> None:
    """The game judges every worked case as the rules do."""
    check(vector)


# ---- Planted faults: the worked cases notice them ----------------------------------------------


def failing() -> set[str]:
    """The worked cases that fail now."""
    failed = set()
    for vector in VECTORS:
        try:
            check(vector)
        except AssertionError:
            failed.add(vector["id"])
    return failed


def test_a_hug_that_forgets_where_it_stood_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """If leaving a threshold forgave nothing, the worked cases would fail."""
    honest = catastrophes.descend

    def forgetful(space: int, steps: int, wild: bool = False, strict: bool = False) -> Any:
        return honest(space, steps, wild, True)

    monkeypatch.setattr(catastrophes, "descend", forgetful)
    assert {"cat-02", "cat-04"} <= failing()


def test_tricks_that_wait_for_their_turn_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """If tricks did not come first, the worked cases would fail."""
    monkeypatch.setattr(catastrophes, "is_trick", lambda card: False)
    assert "cat-03" in failing()


def test_a_scale_that_stops_at_20_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the token stayed on the last space, the worked cases would fail."""
    honest = catastrophes.climb

    def stopping(space: int, steps: int, wild: bool = False) -> Any:
        return min(19, space + steps), honest(space, steps, wild)[1]

    monkeypatch.setattr(catastrophes, "climb", stopping)
    assert {"cat-01", "cat-07", "cat-08"} <= failing()


def test_hugs_that_count_at_the_end_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """If hugs left in the hand cost their value, the worked cases would fail."""
    monkeypatch.setattr(catastrophes, "cost", lambda hand: sum(map(catastrophes.value, hand)))
    assert failing() == {"cat-24"}


# ---- The scale ---------------------------------------------------------------------------------


def thresholds(space: int, value: int) -> list[tuple[int, int]]:
    """Walking up space by space: (steps walked, points) for every threshold that is reached."""
    reached = []
    for steps in range(1, value + 1):
        space = space + 1
        if space in (10, 15, 20):
            reached.append((steps, {10: 1, 15: 2, 20: 3}[space]))
        space %= 20
    return reached


@pytest.mark.parametrize("wild", [False, True])
def test_climbing_is_walking_space_by_space(wild: bool) -> None:
    """From every space by every value, twice round the scale, climbing is what walking gives."""
    for space in range(20):
        for value in range(1, 45):
            reached = thresholds(space, value)
            extra = value - reached[-1][0] if wild and reached else 0
            points = sum(point for _, point in reached) + extra
            assert catastrophes.climb(space, value, wild) == ((space + value) % 20, points)


def test_only_who_stood_on_a_threshold_notices_how_hugs_are_read() -> None:
    """The literal and the strict reading differ from 10 and 15 and nowhere else."""
    differ = {
        space
        for space in range(20)
        for value in range(1, 7)
        if catastrophes.descend(space, value) != catastrophes.descend(space, value, strict=True)
    }
    assert differ == {10, 15}


# ---- A round -----------------------------------------------------------------------------------


def test_the_seat_before_which_a_card_lies_is_punished_not_who_laid_it() -> None:
    """Seat 0 lays a card before seat 1: seat 1 moves the token and gets the points."""
    state = table([["M5"], []], token=8, pile=10)
    state, _, _ = decide(GAME, state, 0, Place(Held(0, ("M5",)), 1))
    state, _, effects = decide(GAME, state, 1, Draw(1))
    assert effects[1:] == (Turned((None, "M5")), TokenMoved(1, "M5", 8, 13, 1), RoundEnded(1))
    assert (state.token, state.points, state.discards) == (13, (0, 1), ("M5",))


def test_the_first_player_token_goes_clockwise_and_round() -> None:
    """After the last seat was first, seat 0 is."""
    state = table([["M1"]] * 3, first=2)
    for seat in (2, 0, 1):
        assert to_act(GAME, state, 3) == (seat,)
        state, _, effects = decide(GAME, state, seat, Draw(1))
    assert effects[-1] == RoundEnded(0)
    assert (state.first, to_act(GAME, state, 3)) == (0, (0,))


def test_drawing_one_is_the_harmless_move_and_laying_before_oneself_after_it() -> None:
    """What is played for an absent cat: draw one, or its lowest card for itself."""
    assert GAME.moves(table([["M1"], ["M1"]]), 0)[0] == Draw(1)
    state = table([["H2", "T1"], ["M1", "M2"]], first=1, pile=0)
    assert GAME.moves(state, 1)[0] == Place(Held(1, ("M1",)), 1)


def test_equal_cards_are_one_move() -> None:
    """Two cards of the same kind and value give the moves of one."""
    assert len(GAME.moves(table([["M2", "M2"], []]), 0)) == 2 + 2


def test_a_seat_with_a_card_before_it_gets_no_second_one() -> None:
    """A card before a seat that has one, or before no seat at all, is refused."""
    state = table([["M2"], ["M3"]], places={1: Held(1, ("T1",))})
    for before in (1, 2, -1):
        with pytest.raises(IllegalMove):
            decide(GAME, state, 0, Place(Held(0, ("M2",)), before))


def test_a_card_that_is_not_in_the_hand_is_refused() -> None:
    """Neither another's card nor none nor two can be laid."""
    state = table([["M2"], ["M3"]])
    for cards in (("M3",), (), ("M2", "M2"), (FACE_DOWN,)):
        with pytest.raises(IllegalMove):
            decide(GAME, state, 0, Place(Held(0, cards), 0))
    with pytest.raises(NotYourTurn):
        decide(GAME, state, 1, Draw(1))


def test_no_more_cards_are_drawn_than_the_pile_has() -> None:
    """With one card left two can't be drawn, one can; then the round is finished and all ends."""
    state = table([["H2"], []], pile=1)
    with pytest.raises(IllegalMove):
        decide(GAME, state, 0, Draw(2))
    state, _, effects = decide(GAME, state, 0, Draw(1))
    assert effects == (
        Drew(0, Held(0, ("M1",))),
        Passed(1),
        Turned((None, None)),
        HandsCounted((("M1", "H2"), ()), (1, 0)),
    )
    assert GAME.result(state) == ranked((1, 0), high=False)


def test_play_never_stalls_with_empty_hands() -> None:
    """A cat without cards and pile is passed over; when all are, the match ends."""
    state = table([["M1"], [], []], pile=0)
    state, _, effects = decide(GAME, state, 0, Place(Held(0, ("M1",)), 2))
    assert [type(effect) for effect in effects] == [
        Passed, Passed, Turned, TokenMoved, HandsCounted,
    ]  # fmt: skip
    assert GAME.result(state) is not None


def test_the_round_in_which_the_pile_runs_out_is_played_to_its_end() -> None:
    """The last card is drawn by the first of three; the others still act."""
    state = table([["M1"], ["M2"], ["M3"]], pile=2)
    state, _, effects = decide(GAME, state, 0, Draw(2))
    assert len(effects) == 1
    assert to_act(GAME, state, 3) == (1,)
    assert words(state, 1) == {"place"}


def test_twenty_points_end_the_match_after_the_resolution() -> None:
    """A cat at 20 ends it, though the pile is full; one at 19 doesn't; later cards still count."""
    for points, ends in ((17, True), (16, False)):
        laid = {0: Held(0, ("M2",)), 1: Held(0, ("M5",))}
        state = table([["M1"], ["M1"]], token=18, points=(points, 0), places=laid, acted=1)
        state, _, effects = decide(GAME, state, 1, Draw(1))
        assert (GAME.result(state) is not None) is ends
        assert [moved.card for moved in effects if isinstance(moved, TokenMoved)] == ["M2", "M5"]


# ---- The beginning -----------------------------------------------------------------------------


def opened(options: Options, seats: int) -> tuple[State, list[Any]]:
    """A match when its cards are dealt, decks in their canonical order, and what happened."""
    happened: list[Any] = []
    state = GAME.start(options, seats)
    while (owed := GAME.deck(state)) is not None:
        state, effects = happen(GAME, state, Shuffled(owed.purpose, Held("house", owed.cards)))
        happened += effects
    return state, happened


def test_the_first_player_is_drawn_by_lot_before_the_cards() -> None:
    """The lots come first; whose lot is on top begins, and all are told."""
    state = GAME.start(Options(), 3)
    assert GAME.deck(state) == ("first", ("0", "1", "2"))
    state, effects = happen(GAME, state, Shuffled("first", Held("house", ("2", "0", "1"))))
    assert effects == (FirstDrawn(2),)
    assert state.first == 2
    owed = GAME.deck(state)
    assert owed is not None
    assert owed.purpose == "deck"


def test_cards_are_dealt_one_at_a_time_from_the_first_player() -> None:
    """The top card is the first player's, the next its left neighbour's."""
    state, happened = opened(Options(first=1), 3)
    top = packs.cats().cards(3)[:15]
    assert isinstance(happened[0], Dealt)
    for seat, place in ((1, 0), (2, 1), (0, 2)):
        assert Counter(state.hands[seat].values) == Counter(top[place::3])
    assert state.pile.values == packs.cats().cards(3)[15:]


@pytest.mark.parametrize("first", [0, 1, 2, 3, 4, 5])
def test_any_seat_can_be_named_as_the_first_player(first: int) -> None:
    """The named seat begins; a table without that seat refuses it by name."""
    for seats in GAME.seats:
        if first < seats:
            assert to_act(GAME, opened(Options(first=first), seats)[0], seats) == (first,)
        else:
            with pytest.raises(BadOptions) as refused:
                GAME.start(Options(first=first), seats)
            assert refused.value.details["field"] == "first"
            assert refused.value.details["allowed"] == ("random", *range(seats))


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("wild", 1),
        ("wild", "yes"),
        ("hug_rule", "loose"),
        ("tie", "play_on"),
        ("first", 6),
        ("first", -1),
        ("first", True),
        ("first", "youngest"),
        ("deck", 3),
        ("colour", "red"),
    ],
)
def test_impossible_options_are_refused_by_name(name: str, wrong: object) -> None:
    """An unknown option or a value that can't be is refused, and the refusal names it."""
    with pytest.raises(msgspec.ValidationError, match=name):
        msgspec.convert({name: wrong}, Options)


def test_a_deck_that_is_not_installed_is_refused() -> None:
    """A match can't begin with a deck that nobody has."""
    with pytest.raises(UnknownDeck):
        GAME.start(Options(deck="none such"), 2)


def test_an_installed_deck_is_played_with() -> None:
    """The cards are those of the deck that the options name."""
    raw = {"sets": 4, "set": {"M": [6] * 8, "T": [1] * 4, "H": [2] * 4}}
    deck = packs.install("sixes", json.dumps(raw).encode())
    owed = GAME.deck(GAME.start(Options(first=0, deck=deck), 2))
    assert owed is not None
    assert Counter(owed.cards) == {"M6": 16, "T1": 8, "H2": 8}
    assert GAME.result(playing.play(GAME, Options(deck=deck), 2, "sixes")) is not None


# ---- Whole matches -----------------------------------------------------------------------------


def cards_of(state: State) -> Counter[str]:
    """All cards, wherever they are."""
    lying = [*state.discards, *state.pile.values]
    for hand in state.hands:
        lying += hand.values
    match state.phase:
        case Acting(places) | catastrophes.Drawing(Acting(places)):
            lying += [card.values[0] for card in places if card]
        case Resolving(cards):
            lying += [card for card in cards if card]
        case Showing(hands):
            lying += [card for hand in hands for card in hand]
    return Counter(lying)


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("wild", [False, True])
@pytest.mark.parametrize("hug_rule", ["literal", "strict"])
def test_whole_matches_keep_the_invariants(seats: int, wild: bool, hug_rule: Any) -> None:
    """The token stays on the scale, points above 0, cards in the game; every match ends."""
    options = Options(wild=wild, hug_rule=hug_rule)
    for seed in range(4):
        for state, event, _ in playing.playout(GAME, options, seats, (seed, wild, hug_rule)):
            assert state.token in range(20)
            assert min(state.points) >= 0
            if not isinstance(state.phase, catastrophes.Choosing) and state.pile:
                assert cards_of(state) == Counter(catastrophes.pack(state))
            if isinstance(event, HandsCounted):
                assert cards_of(state) == Counter(catastrophes.pack(state))
        result = GAME.result(state)
        assert result is not None
        assert result.scores == state.points
        assert all(
            (rank == 1) is (score == min(result.scores))
            for score, rank in zip(result.scores, result.ranks, strict=True)
        )


def test_a_shown_hand_is_not_held_any_more() -> None:
    """After the count everybody sees all hands."""
    state = playing.play(GAME, Options(), 3, "shown")
    assert views.view(state, None) == views.view(state, "all") == state


# ---- Secrets -----------------------------------------------------------------------------------


def test_only_who_laid_a_card_sees_it() -> None:
    """The placer's view keeps showing it; the seat it lies before sees who laid it, no more."""
    state, cause, _ = decide(GAME, table([["M2"], ["M3"]]), 0, Place(Held(0, ("M2",)), 1))
    for seat, shown in ((0, "M2"), (1, FACE_DOWN), (None, FACE_DOWN)):
        seen = views.view(state, seat)
        assert seen.phase == Acting((None, Held(0, (shown,))), 1)
        assert views.view(cause.move, seat) == Place(Held(0, (shown,)), 1)


def test_drawn_cards_are_told_to_their_drawer_only() -> None:
    """The drawer reads his cards in the entry; the others read how many."""
    _, _, (drew,) = decide(GAME, table([[], ["M1"]], pile=["T3", "H2", "M5"]), 0, Draw(2))
    assert views.view(drew, 0) == Drew(0, Held(0, ("T3", "H2")))
    assert views.view(drew, 1) == Drew(0, Held(0, (FACE_DOWN,) * 2))


# ---- What can't have happened ------------------------------------------------------------------


@pytest.mark.parametrize(
    "event",
    [
        Moved(1, Draw(1)),
        Moved(0, Draw(2)),
        Moved(0, Place(Held(0, ("M9",)), 0)),
        Moved(0, Place(Held(0, ("M2",)), 1)),
        Moved(0, Place(Held(0, ("M2",)), 7)),
        Moved(0, Place(Held(1, ("M2",)), 0)),
        Drew(0, Held(0, ("M1",))),
        Passed(0),
        Turned((None, "T1")),
        TokenMoved(1, "T1", 0, 1, 0),
        RoundEnded(1),
        HandsCounted((("M2",), ()), (2, 0)),
        FirstDrawn(0),
        Dealt((Held(0, ("M1",)), Held(1, ()))),
        Shuffled("deck", Held("house", ("M1",))),
    ],
    ids=lambda event: type(event).__name__,
)
def test_an_event_that_cannot_have_happened_is_corrupt(event: Any) -> None:
    """In a round with one card in the pile and one before seat 1, none of these can follow."""
    state = table([["M2"], []], pile=1, places={1: Held(1, ("T1",))})
    with pytest.raises(Corrupt):
        GAME.evolve(state, event)


@pytest.mark.parametrize(
    "event",
    [
        TokenMoved(0, "T1", 0, 1, 0),
        TokenMoved(-1, "T1", 0, 1, 0),
        TokenMoved(1, "T1", 0, 20, 0),
        RoundEnded(0),
        HandsCounted(((), ()), (0, 0)),
    ],
    ids=repr,
)
def test_a_resolution_that_cannot_be_is_corrupt(event: Any) -> None:
    """While a trick lies before seat 1, nothing else moves the token or ends the round."""
    state = replace(table([[], []]), phase=Resolving((None, "T1")))
    with pytest.raises(Corrupt):
        GAME.evolve(state, event)


# ---- Bot, sample, board ------------------------------------------------------------------------


def with_bot(seat: int) -> playing.Choose:
    """One seat is played by the bot, from its view alone; the others at random."""

    def choose(game: Any, state: Any, mover: int, moves: Sequence[Any], dice: Any) -> Any:
        if mover != seat:
            return playing.at_random(game, state, mover, moves, dice)
        chosen = game.bot(views.view(state, seat), seat, moves, dice)
        assert chosen in moves
        return chosen

    return choose


def test_the_bot_beats_chance() -> None:
    """Against three who play at random it wins more than half of 60 matches."""
    won = 0
    for seed in range(60):
        result = GAME.result(playing.play(GAME, Options(), 4, seed, with_bot(seed % 4)))
        assert result is not None
        won += result.ranks[seed % 4] == 1
    assert won > 30


def test_a_sample_fits_the_view_it_was_drawn_from() -> None:
    """Seen from the same seat, the imagined table looks the same; the cards are all there."""
    dice = playing.dice("sample")
    assert GAME.sample is not None
    for state, _, settled in playing.playout(GAME, Options(first=0), 3, "sample"):
        if not settled:
            continue
        for seat in range(3):
            seen = views.view(state, seat)
            whole = GAME.sample(seen, seat, dice)
            assert views.view(whole, seat) == seen
            assert cards_of(whole) == cards_of(state)


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_board_shows_no_more_than_the_view(language: Any) -> None:
    """The table as text: own cards, face-down ones as ??, the token under its space."""
    state = table(
        [["M2", "H3"], ["T4"]], token=13, places={0: Held(1, ("M5",))}, acted=1, points=(3, 12)
    )
    assert GAME.board is not None
    text = GAME.board(views.view(state, 0), 0, language)
    assert "M2 H3" in text
    assert "??" in text
    assert not {"T4", "M5"} & set(text.split())
    scale, pointer = text.splitlines()[:2]
    assert scale.index("①") + 3 == pointer.index("▲")


def test_cards_are_named_in_words() -> None:
    """In English and Spanish; what lies face down has no name."""
    assert GAME.card("M3", "en") == "mischief 3"
    assert GAME.card("T2", "es") == "truco 2"
    assert GAME.card(FACE_DOWN, "es") == FACE_DOWN
