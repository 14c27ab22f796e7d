"""Campeones: the worked cases, passing in secret, the options, and whole matches."""

import json
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from playing import at_random, dice, play, playout

from events.errors import BadOptions, Corrupt, IllegalMove, NotYourTurn
from events.facts import FACE_DOWN, Held, Moved, Result, Shuffled
from projections.cards import packs
from projections.game.contract import ranked
from projections.game.decide import decide, happen, to_act
from projections.game.views import plain, read_move, view
from projections.games import campeones
from projections.games.campeones import (
    Dealing,
    DealScored,
    Exchanged,
    Options,
    Pass,
    Passing,
    Play,
    Playing,
    StarterFound,
    State,
    TrickTaken,
)

GAME = campeones.GAMES["caissa-campeones"]
VECTORS = Path(__file__).parents[2] / "vectors"
FILE = json.loads((VECTORS / "caissa-campeones.json").read_text())
FAULTS = {one["id"]: one for one in json.loads((VECTORS / "known-faults.json").read_text())}
EDITIONS: tuple[packs.Edition, ...] = ("classic", "premium")


def options(fields: dict[str, Any]) -> Options:
    return msgspec.convert(fields, Options)


def hands(*cards: tuple[str, ...] | list[str]) -> tuple[Held, ...]:
    return tuple(Held(seat, hand) for seat, hand in enumerate(cards))


def table(fields: dict[str, Any], playing: Playing, **more: Any) -> State:
    return replace(GAME.start(options(fields), 4), phase=playing, **more)


def scored(state: State) -> tuple[DealScored, State]:
    """The score of a deal whose tricks are all taken, and what comes after it."""
    score = GAME.follow(state)
    assert isinstance(score, DealScored)
    return score, GAME.evolve(state, score)


def dealt(fields: dict[str, Any], deal: int = 1, cards: tuple[str, ...] | None = None) -> State:
    """A match whose deal number so many has just been dealt, unshuffled unless told otherwise."""
    state = replace(GAME.start(options(fields), 4), deal=deal)
    owed = GAME.deck(state)
    assert owed is not None
    return happen(GAME, state, Shuffled(owed.purpose, Held("house", cards or owed.cards)))[0]


# ---- The worked cases --------------------------------------------------------------------------


def check_legal(row: dict[str, Any]) -> None:
    """Seat 0 holds this hand and is to play, leading or to a card of the class led."""
    hand = row["hand"]
    others = [card for card in packs.caissa("classic").cards if card not in hand]
    led = [card for card in others if card[0] == row.get("led")]
    playing = Playing(3 if led else 0, tuple(led[:1]), row.get("broken", False))
    before = () if row.get("first") else tuple(others[-4:])
    state = table(
        row.get("options", {}),
        playing,
        hands=hands(hand, (), (), ()),
        taken=((), before, (), ()),
    )
    legal = [move.card for move in GAME.moves(state, 0) if isinstance(move, Play)]
    assert sorted(legal) == sorted(row["legal"]), row
    for card in hand:
        allowed = campeones.allows(state, 0, Play(card))
        assert (allowed is not None) == (card in row["legal"])


def check_winner(row: dict[str, Any]) -> None:
    """Each seat holds its card of the trick only."""
    lead = row["lead"]
    state = table({}, Playing(lead), hands=hands(*([card] for card in row["by_seat"])))
    for seat in [(lead + step) % 4 for step in range(4)]:
        state, _, effects = decide(GAME, state, seat, Play(row["by_seat"][seat]))
    assert isinstance(effects[0], TrickTaken)
    assert effects[0].seat == row["winner"], row


def check_score(row: dict[str, Any]) -> None:
    piles = tuple(tuple(pile) for pile in row["piles"])
    score, _ = scored(table(row.get("options", {}), Playing(0), taken=piles))
    assert list(score.points) == row["points"], row
    assert score.checkmate == row["jaque_mate"], row


def check_passing(row: dict[str, Any]) -> None:
    for edition, count in row["cards"].items():
        state = dealt({"edition": edition}, row["deal"])
        target = row["from_seat_0_to"]
        if target is None:
            assert isinstance(state.phase, Playing)
            continue
        gift = state.hands[0].values[:count]
        for seat in range(4):
            move = GAME.moves(state, seat)[0]
            assert move == Pass(Held(seat, state.hands[seat].values[:count]))
            state, _, _ = decide(GAME, state, seat, move)
        assert set(gift) <= set(state.hands[target].values)


def piles_worth(points: list[int]) -> tuple[tuple[str, ...], ...]:
    """Classic tricks that score so: eight Campeones cards of 1 and Pillsbury of 8."""
    champions = list(packs.caissa("classic").of("C"))
    if sum(points) == 48:
        return tuple(() if points[seat] else (*champions, "R06") for seat in range(4))
    hit = next(seat for seat in range(4) if points[seat] >= 8)
    piles = []
    for seat in range(4):
        count = points[seat] - 8 * (seat == hit)
        piles.append((*champions[:count], *(["R06"] if seat == hit else [])))
        del champions[:count]
    assert not champions
    return tuple(piles)


def check_end(row: dict[str, Any], given: dict[str, Any]) -> None:
    fields = given | row.get("options", {})
    state = table(fields, Playing(0), taken=piles_worth(row["deal"]), totals=tuple(row["before"]))
    score, after = scored(state)
    assert list(score.points) == row["deal"]
    assert list(after.totals) == row["after"] == list(score.totals)
    end = GAME.result(after)
    assert (end is not None) == row["over"], row
    if end is not None:
        assert list(end.scores) == row["after"]
        assert [seat for seat in range(4) if end.ranks[seat] == 1] == row["winners"]
        assert sorted(range(4), key=lambda seat: end.ranks[seat]) == row.get(
            "order", sorted(range(4), key=lambda seat: end.ranks[seat])
        )


def check_vector(vector: dict[str, Any]) -> None:
    for row in vector["expect"]["rows"]:
        if "hand" in row:
            check_legal(row)
        elif "by_seat" in row:
            check_winner(row)
        elif "piles" in row:
            check_score(row)
        elif "before" in row:
            check_end(row, vector["given"])
        else:
            check_passing(row)


def check_all() -> None:
    for vector in FILE["vectors"]:
        check_vector(vector)


@pytest.mark.parametrize("vector", FILE["vectors"], ids=lambda vector: vector["id"])
def test_the_worked_cases_come_out_as_written(vector: dict[str, Any]) -> None:
    """Every worked case gives the legal cards, takers, points and ends that its page tells."""
    check_vector(vector)


def champions_are_trumps(card: str, led: str) -> int:
    return packs.number(card) + 100 * (card[0] == "C") if card[0] in (led, "C") else 0


def mate_by_points(state: State) -> int | None:
    points = [sum(map(campeones.pricing(state), cards)) for cards in state.taken]
    return next((seat for seat in range(4) if points[seat] >= 11), None)


def always_left(deal: int) -> int:
    return 1


def forbidden_at_any_price(state: State, cards: tuple[str, ...], *, lead: bool) -> tuple[str, ...]:
    return tuple(card for card in cards if card[0] != "C" and card != "R06")


def highest_wins(scores: tuple[int, ...], *, high: bool) -> Result:
    return ranked(scores, high=True)


@pytest.mark.parametrize(
    ("rule", "fault"),
    [
        ("strength", champions_are_trumps),
        ("checkmate", mate_by_points),
        ("steps", always_left),
        ("first_trick", forbidden_at_any_price),
        ("ranked", highest_wins),
    ],
)
def test_the_worked_cases_catch_planted_faults(
    rule: str, fault: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game with one rule broken fails some worked case."""
    monkeypatch.setattr(campeones, rule, fault)
    with pytest.raises(AssertionError):
        check_all()


# ---- Faults that others have had -----------------------------------------------------------------


def test_three_champions_and_pillsbury_are_no_checkmate() -> None:
    """Fewer than all the Campeones with the penalty card count what they count."""
    fault = FAULTS["bug-25"]
    piles = tuple(tuple(pile) for pile in fault["input"]["piles"])
    score, _ = scored(table({}, Playing(0), taken=piles))
    assert list(score.points) == fault["right_result"]
    assert score.checkmate is None


def test_the_penalty_card_can_be_the_last_to_lead() -> None:
    """A seat with nothing but Pillsbury leads him, and so does the bot."""
    fault = FAULTS["bug-27"]
    hand = fault["input"]["hand"]
    state = table(
        {}, Playing(0), hands=hands(hand, ["H01"], ["H02"], ["H03"]), taken=(("P01",), (), (), ())
    )
    moves = GAME.moves(state, 0)
    assert [move.card for move in moves if isinstance(move, Play)] == fault["right_result"]
    assert campeones.bot(view(state, 0), 0, moves, dice("any")) == moves[0]


@pytest.mark.parametrize(
    "gift", [FAULTS["bug-29"]["input"]["pass"], ["P01"], ["P01", "P05", "R01"], ["P01", "P02"]]
)
def test_only_two_different_cards_of_the_own_hand_can_be_passed(gift: list[str]) -> None:
    """The same card twice, too few, too many or another seat's cards are refused."""
    state = dealt({})
    assert {"P01", "P05", "R01"} < set(state.hands[0].values)
    with pytest.raises(IllegalMove):
        decide(GAME, state, 0, Pass(Held(0, gift)))


# ---- The rules, told -----------------------------------------------------------------------------


def test_cards_are_dealt_one_by_one_from_seat_0() -> None:
    """The top card goes to seat 0, the next to seat 1, and so on."""
    state = dealt({})
    cards = packs.caissa("classic").cards
    assert all(set(state.hands[seat].values) == set(cards[seat::4]) for seat in range(4))


def test_the_holder_of_the_starter_leads_after_passing() -> None:
    """Who was given Ruy López leads, not who passed him."""
    state = dealt({})
    giver = next(seat for seat in range(4) if "P01" in state.hands[seat].values)
    for seat in range(4):
        wanted = [m for m in GAME.moves(state, seat) if isinstance(m, Pass)]
        gift = next((m for m in wanted if "P01" in m.cards.values), wanted[0])
        state, _, effects = decide(GAME, state, seat, gift)
    assert isinstance(effects[0], Exchanged)
    assert effects[1] == StarterFound((giver + 1) % 4, "P01")
    assert to_act(GAME, state, 4) == ((giver + 1) % 4,)


def test_a_pass_may_be_asked_for_in_any_order() -> None:
    """The same cards in another order are the same pass, recorded as the game offers it."""
    state = dealt({})
    offered = GAME.moves(state, 2)[5]
    assert isinstance(offered, Pass)
    asked = Pass(Held(2, tuple(reversed(offered.cards.values))))
    assert decide(GAME, state, 2, asked)[1] == Moved(2, offered)


def test_who_has_passed_waits_for_the_others() -> None:
    """A pass stands; the seat is not to act until all have passed."""
    state = dealt({})
    state, _, effects = decide(GAME, state, 3, GAME.moves(state, 3)[0])
    assert effects == ()
    assert to_act(GAME, state, 4) == (0, 1, 2)
    with pytest.raises(NotYourTurn):
        decide(GAME, state, 3, Pass(state.hands[3]))


def test_premium_offers_every_three_of_sixteen() -> None:
    """There are 560 passes in Premium, none twice, the three lowest cards first."""
    state = dealt({"edition": "premium"})
    moves = GAME.moves(state, 0)
    assert len(moves) == 560 == len(set(moves))
    assert moves[0] == Pass(Held(0, state.hands[0].values[:3]))
    assert all(campeones.allows(state, 0, move) == move for move in moves)


def throwing_off(card: str, *, led: str, taken: tuple[str, ...] = ("P08",)) -> State:
    """Seat 1 plays a card to a lead of seat 0."""
    state = table(
        {}, Playing(0), hands=hands([led], [card], ["H05"], ["H06"]), taken=(taken, (), (), ())
    )
    state, _, _ = decide(GAME, state, 0, Play(led))
    return decide(GAME, state, 1, Play(card))[0]


@pytest.mark.parametrize(
    ("card", "led", "opened"),
    [("C02", "P02", True), ("C02", "C01", False), ("R06", "P02", False), ("P03", "P02", False)],
)
def test_only_a_card_thrown_off_opens_campeones(card: str, led: str, opened: bool) -> None:
    """A Campeones card led or following does not open them, nor does the penalty card."""
    phase = throwing_off(card, led=led).phase
    assert isinstance(phase, Playing)
    assert phase.broken is opened


def test_campeones_can_be_opened_in_the_first_trick() -> None:
    """Who holds nothing but forbidden cards throws one off, and then Campeones may be led."""
    phase = throwing_off("C02", led="P02", taken=()).phase
    assert isinstance(phase, Playing)
    assert phase.broken


def test_a_trick_goes_to_its_taker_who_leads() -> None:
    """The effect names cards and points; the next lead is the taker's."""
    state = table(
        {},
        Playing(2),
        hands=hands(["P01", "H01"], ["C03", "H02"], ["P04", "H03"], ["R06", "H04"]),
        taken=(("P08",), (), (), ()),
    )
    for seat, card in ((2, "P04"), (3, "R06"), (0, "P01"), (1, "C03")):
        state, _, effects = decide(GAME, state, seat, Play(card))
    assert effects == (TrickTaken(2, ("P04", "R06", "P01", "C03"), 9),)
    assert to_act(GAME, state, 4) == (2,)
    assert state.taken[2] == ("P04", "R06", "P01", "C03")


# ---- What is seen --------------------------------------------------------------------------------


def test_a_pass_is_hidden_until_all_have_chosen() -> None:
    """Nobody else sees what was passed; the receiver sees it only when all have passed."""
    state, cause, _ = decide(GAME, dealt({}), 0, GAME.moves(dealt({}), 0)[3])
    assert isinstance(cause.move, Pass)
    for reader in (1, 2, 3, None):
        written = json.dumps([plain(state, reader), plain(cause, reader)])
        assert not any(card in written for card in cause.move.cards.values)
    for seat in (1, 2, 3):
        state, _, effects = decide(GAME, state, seat, GAME.moves(state, seat)[0])
    told = view(effects[0], 1)
    assert isinstance(told, Exchanged)
    assert told.given[1] == Held(1, cause.move.cards.values)
    assert told.given[0].values == (FACE_DOWN,) * 2


def test_alternative_passes_look_the_same() -> None:
    """Whatever a seat passes, the others see the same view."""
    state = dealt({})
    after = [decide(GAME, state, 0, move)[0] for move in GAME.moves(state, 0)]
    assert len({json.dumps(plain(one, 1)) for one in after}) == 1


def test_a_pass_travels_as_a_plain_list() -> None:
    """A client sends the cards only."""
    raw = {"type": "caissa-campeones.Pass", "cards": ["P01", "R01"]}
    assert read_move(raw, 2, GAME.move) == Pass(Held(2, ("P01", "R01")))


# ---- Options -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"blackburne_points": 13}, "blackburne_points"),
        ({"blackburne_points": 16}, "blackburne_points"),
        ({"target": 0}, "target"),
        ({"target": 501}, "target"),
        ({"deals": 0}, "deals"),
    ],
)
def test_impossible_options_are_refused_by_name(fields: dict[str, Any], field: str) -> None:
    """Blackburne's points belong to Premium; numbers have bounds."""
    with pytest.raises(BadOptions) as refused:
        options(fields)
    assert refused.value.details["field"] == field


def test_only_the_target_ends_at_500() -> None:
    """A match may have any number of deals."""
    assert options({"deals": 501, "target": 500}).deals == 501


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("edition", "deluxe"),
        ("tie", "split"),
        ("must_lead_starter", 1),
        ("target", True),
        ("target", "51"),
        ("jokers", 2),
    ],
)
def test_unknown_options_and_values_are_refused(field: str, value: object) -> None:
    """An option that is not there, or a value that it can't have, is refused by name."""
    with pytest.raises(msgspec.ValidationError, match=field):
        options({field: value})


@pytest.mark.parametrize(
    "fields",
    [
        {"must_lead_starter": True},
        {"target": 16},
        {"tie": "play_on"},
        {"deals": 2},
        {"edition": "premium", "blackburne_points": 13},
        {"edition": "premium", "blackburne_points": 16, "target": 40},
    ],
)
def test_every_option_can_be_played(fields: dict[str, Any]) -> None:
    """Matches with each of the options come to an end, and the result fits the option."""
    for seed in range(3):
        end = play(GAME, options(fields), 4, seed)
        ranks = GAME.result(end).ranks
        assert ranks.count(1) == 1 or fields.get("tie") != "play_on"
        assert end.deal == fields.get("deals", end.deal)


def test_the_starter_must_be_led_if_the_table_says_so() -> None:
    """With ``must_lead_starter`` the first lead of every deal is Ruy López."""
    steps = list(playout(GAME, options({"must_lead_starter": True}), 4, seed=3))
    for before, step in pairwise(steps):
        if isinstance(before.event, StarterFound):
            assert step.event == Moved(before.event.seat, Play("P01"))


def test_play_on_deals_again_while_the_lowest_total_is_shared() -> None:
    """51 points end the match only when one seat alone is lowest."""
    tied = {"before": (45, 10, 10, 30), "deal": [8, 4, 4, 0]}
    for tie, over in (("shared", True), ("play_on", False)):
        state = table(
            {"tie": tie}, Playing(0), taken=piles_worth(tied["deal"]), totals=tied["before"]
        )
        _, after = scored(state)
        assert (GAME.result(after) is not None) is over
    assert isinstance(after.phase, Dealing)
    assert after.deal == 2


def test_a_fixed_number_of_deals_is_played_out() -> None:
    """With ``deals`` no total ends the match early: every table plays the same boards."""
    state = table({"deals": 2, "target": 1}, Playing(0), taken=piles_worth([8, 4, 4, 0]))
    assert GAME.result(scored(state)[1]) is None


def test_so_many_deals_end_the_match() -> None:
    """``deals`` ends it whatever the totals are; ties are shared."""
    state = table({"deals": 1, "tie": "play_on"}, Playing(0), taken=piles_worth([8, 4, 4, 0]))
    assert GAME.result(scored(state)[1]) == Result((8, 4, 4, 0), (4, 2, 2, 1))


# ---- Whole matches -------------------------------------------------------------------------------


def cards_in(state: State) -> list[str]:
    """The cards of a deal, wherever they are."""
    given = state.phase.given if isinstance(state.phase, Passing) else ()
    trick = state.phase.trick if isinstance(state.phase, Playing) else ()
    held = [*state.hands, *(gift for gift in given if gift)]
    taken = [card for cards in state.taken for card in cards]
    return sorted([card for one in held for card in one.values] + taken + list(trick))


def check_settled(state: State) -> None:
    assert view(state, "all") == state
    if isinstance(state.phase, Playing | Passing):
        assert cards_in(state) == sorted(campeones.pack(state).cards)
    for seat in range(4):
        seen = view(state, seat)
        assert GAME.moves(seen, seat) == GAME.moves(state, seat)
        sampled = campeones.sample(seen, seat, dice("any"))
        assert view(sampled, seat) == seen
        assert FACE_DOWN not in cards_in(sampled)


@pytest.mark.parametrize(
    ("fields", "handed_out"),
    [
        ({}, (16, 48)),
        ({"edition": "premium"}, (32, 96)),
        ({"edition": "premium", "blackburne_points": 13}, (29, 96)),
    ],
)
def test_whole_matches_keep_the_invariants(
    fields: dict[str, Any], handed_out: tuple[int, int]
) -> None:
    """Cards are conserved, a deal hands out so many points, a view has its own moves."""
    for seed in range(2):
        for step in playout(GAME, options(fields), 4, seed):
            if step.settled:
                check_settled(step.state)
            if isinstance(step.event, DealScored):
                mated = step.event.checkmate is not None
                assert sum(step.event.points) == handed_out[mated]


def bot_at_0(game: Any, state: Any, seat: int, moves: Any, throw: Any) -> Any:
    if seat == 0:
        return campeones.bot(view(state, 0), 0, moves, throw)
    return at_random(game, state, seat, moves, throw)


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_bot_beats_chance(edition: packs.Edition) -> None:
    """Over some deals the bot takes less than a quarter of half the points."""
    ends = [play(GAME, Options(edition=edition, deals=4), 4, seed, bot_at_0) for seed in range(8)]
    own = sum(end.totals[0] for end in ends)
    assert own * 8 < sum(map(sum, (end.totals for end in ends)))


def test_what_can_not_have_happened_is_corrupt() -> None:
    """Any event in any state either happens or is corrupt; nothing else ever comes out."""
    steps = list(playout(GAME, Options(deals=1), 4, seed=1))
    states = [GAME.start(Options(), 4), *(step.state for step in steps)]
    events = [step.event for step in [*steps[:14], *steps[-4:]]]
    events += [replace(event, seat=9) for event in events if hasattr(event, "seat")]
    events += [Moved(0, Pass(Held(0, ()))), Exchanged(()), DealScored((), (), None)]
    corrupt = 0
    for state, event in product(states, events):
        try:
            assert isinstance(GAME.evolve(state, event), State)
        except Corrupt:
            corrupt += 1
    assert corrupt > len(states) * len(events) / 2


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_table_is_drawn(language: Any) -> None:
    """A board shows the trick and the reader's hand by classes."""
    state = next(
        step.state
        for step in playout(GAME, Options(), 4, seed=5)
        if isinstance(step.state.phase, Playing) and len(step.state.phase.trick) == 2
    )
    drawn = campeones.board(view(state, 0), 0, language)
    assert all(f"[{card}]" in drawn for card in state.phase.trick)
    assert packs.class_name(packs.letter(state.hands[0].values[0]), language) in drawn
    assert "[" in campeones.board(view(state, None), None, language)
