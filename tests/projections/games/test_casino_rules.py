"""Casino and Royal Casino: the rules told one by one, every option, full tables, whole matches."""

import itertools
import re
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace
from playing import dice, play, playout

from events.errors import BadOptions, Corrupt, IllegalMove
from events.facts import Held, Moved, Result, Shuffled
from projections.cards import fishing
from projections.game.decide import decide, happen
from projections.game.options import read_options
from projections.game.views import view
from projections.games import casino
from projections.games.casino import (
    CARDS,
    Add,
    Build,
    Capture,
    Construction,
    Counting,
    Dealt,
    Move,
    Options,
    Playing,
    Raise,
    RoundScored,
    RoyalOptions,
    State,
    Trail,
)
from tests.projections.games.test_casino import begun, construction, counted, counting, legal, table

BOTH = ("casino", "royal-casino")


def moves_of(state: State, kind: type) -> list[Any]:
    return [move for move in casino.moves(state, 0) if isinstance(move, kind)]


def after(state: State, move: Move) -> State:
    return casino.evolve(state, Moved(0, move))


# ---- Dealing -----------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_two_at_a_time_the_table_before_the_dealer(seats: int) -> None:
    """From the dealer's left two each, two to the table, two to the dealer; and once more."""
    game = casino.GAMES["casino"]
    state = game.start(Options(), seats)
    lots = Held("house", tuple(str(seat) for seat in reversed(range(seats))))
    state, effects = happen(game, state, Shuffled("first", lots))
    assert effects == (casino.DealerDrawn(seats - 1),), "the seat drawn first deals"
    state, (dealt,) = happen(game, state, Shuffled("deck", Held("house", CARDS)))
    assert isinstance(dealt, Dealt)
    step, half = 2 * (seats + 1), 2 * seats
    assert set(state.hands[0].values) == {*CARDS[0:2], *CARDS[step : step + 2]}
    assert set(dealt.table) == {*CARDS[half - 2 : half], *CARDS[step + half - 2 : step + half]}
    assert set(state.hands[-1].values) == {*CARDS[half : half + 2], *CARDS[half + step :][:2]}
    assert state.phase == Playing(0)
    assert state.stock.values == CARDS[4 + 4 * seats :]


def test_the_deal_passes_to_the_left() -> None:
    """Each round another dealer; the seat to its left begins."""
    steps = playout(casino.GAMES["casino"], Options(deals=4), 3, "dealers")
    first = [step.state for step in steps if isinstance(step.event, Dealt) and step.event.table]
    dealers = [state.dealer for state in first]
    assert dealers == [(dealers[0] + n) % 3 for n in range(4)]
    assert all(state.phase == Playing((state.dealer + 1) % 3) for state in first)


# ---- Moves -------------------------------------------------------------------------------------


def test_the_harmless_move_comes_first() -> None:
    """The lowest card is trailed when a clock runs out."""
    assert casino.moves(table("casino", ["KC", "3S", "3D", "9H"]), 0)[0] == Trail("3D")


def test_a_number_may_leave_what_it_could_take() -> None:
    """Nothing forces a capture, nor taking everything."""
    state = table("casino", ["6S"], ["6D", "2C", "4H"])
    taken = [set(move.loose) for move in moves_of(state, Capture)]
    assert len(taken) == 3
    assert all(each in taken for each in ({"6D"}, {"2C", "4H"}, {"6D", "2C", "4H"}))
    assert legal(state, Trail("6S"))


def test_an_ace_of_casino_takes_aces_only() -> None:
    """In Casino an ace is 1, and there are no builds of 1."""
    state = table("casino", ["AS", "AC"], ["AD", "10H", "4C"])
    assert moves_of(state, Capture) == [Capture("AC", ("AD",)), Capture("AS", ("AD",))]
    assert not legal(state, Build("AS", ("AD",), 1))


def test_a_move_is_fixed_by_what_it_takes() -> None:
    """Cards in any order are the same move, recorded in one; a card named twice is none."""
    state = table("casino", ["9S"], ["3C", "6D", "4H", "5S"])
    offered = casino.allows(state, 0, Capture("9S", ("5S", "6D", "3C", "4H")))
    assert offered == Capture("9S", ("3C", "6D", "4H", "5S"))
    assert len([move for move in moves_of(state, Capture) if len(move.loose) == 4]) == 1
    assert not legal(state, Capture("9S", ("3C", "3C", "3C")))
    assert not legal(state, Capture("9S", ("4C", "5S")))


def test_the_value_is_part_of_a_build() -> None:
    """5 on 5 may be a build of 10, or a multiple build of 5."""
    state = table("casino", ["5C", "5D", "10S"], ["5H"])
    ten, five = after(state, Build("5C", ("5H",), 10)), after(state, Build("5C", ("5H",), 5))
    assert not ten.builds[0].multiple
    assert five.builds[0].multiple
    assert [build.id for build in ten.builds] == ["B1"]


def test_a_raised_build_keeps_its_name_and_changes_its_owner() -> None:
    """Raise and addition make the seat the owner; groups that join make it multiple."""
    build = construction("B1", {"value": 5, "groups": [["2H", "3H"]]})
    state = table("casino", ["3C", "8D"], ["2S", "6S"], (build,))
    grown = after(state, Raise("3C", "B1", 8, ("2S", "6S"))).builds
    assert [(each.id, each.owner, each.value, each.multiple) for each in grown] == [
        ("B1", 0, 8, True)
    ]
    assert not after(state, Raise("3C", "B1", 8)).builds[0].multiple
    assert not legal(state, Raise("3C", "B1", 8, ("6S",)))


def test_an_addition_makes_a_build_multiple() -> None:
    """The card alone, or in sets with loose cards, and the hand must hold another of the value."""
    build = construction("B1", {"value": 8, "groups": [["3H", "5H"]]})
    state = table("casino", ["8C", "8D", "2C"], ["6S", "AH", "7H"], (build,))
    added = {move.card: set() for move in moves_of(state, Add)}
    for move in moves_of(state, Add):
        added[move.card].add(move.loose)
    assert added == {
        "2C": {("6S",), ("AH", "7H", "6S")},
        "8C": {(), ("AH", "7H")},
        "8D": {(), ("AH", "7H")},
    }
    assert after(state, Add("2C", "B1", 8, ("6S",))).builds[0].multiple
    assert not legal(state, Add("2C", "B1", 9, ("6S",)))
    assert not legal(table("casino", ["8C", "2C"], ["6S"], (build,)), Add("8C", "B1", 8))


def test_two_builds_of_one_value_stay_separate() -> None:
    """One card may take one of them, or both."""
    builds = tuple(construction(f"B{n}", {"value": 7, "cards": []}) for n in (1, 2))
    taken = [move.builds for move in moves_of(table("casino", ["7C"], (), builds), Capture)]
    assert taken == [("B1",), ("B2",), ("B1", "B2")]


def test_faces_never_build_in_casino() -> None:
    """A face has no number: it is in no build, raises none, is added to none."""
    build = construction("B1", {"value": 10, "groups": [["4H", "6H"]]})
    state = table("casino", ["KC", "KD", "10S"], ["KH", "QS"], (build,))
    faces = {"KC", "KD", "KH", "QS"}
    for move in moves_of(state, Build) + moves_of(state, Raise) + moves_of(state, Add):
        assert not faces & {move.card, *move.loose}
    assert not legal(state, Raise("KC", "B1", 10))
    assert not legal(state, Build("10S", ("KH",), 10))


def test_an_owner_may_not_trail_unless_the_table_agrees() -> None:
    """With ``owner_may_trail`` the card that takes the build must still stay."""
    own = (construction("B1", {"value": 9, "cards": []}, owner=0),)
    assert not moves_of(table("casino", ["9H", "4C"], (), own), Trail)
    agreed = table("casino", ["9H", "4C"], (), own, owner_may_trail=True)
    assert moves_of(agreed, Trail) == [Trail("4C")]
    assert not legal(agreed, Trail("9H"))


def test_a_raise_of_ones_own_build_needs_no_card_of_the_old_value() -> None:
    """The build changes its value; the seat must hold the new one, not the old."""
    own = (construction("B1", {"value": 5, "groups": [["2H", "3H"]]}, owner=0),)
    state = table("casino", ["5C", "10D"], (), own)
    assert legal(state, Raise("5C", "B1", 10))
    two = (*own, construction("B2", {"value": 5, "cards": []}, owner=0))
    assert not legal(table("casino", ["5C", "10D"], (), two), Raise("5C", "B1", 10))


# ---- Royal Casino ------------------------------------------------------------------------------


def test_a_played_ace_is_fourteen_and_matches_aces() -> None:
    """Sets of 14 with table aces as 1, and any loose ace."""
    state = table("royal-casino", ["AC"], ["AD", "AH", "KS", "8H", "5C"])
    assert legal(state, Capture("AC", ("AD", "AH")))
    assert legal(state, Capture("AC", ("AD", "AH", "KS")))
    assert legal(state, Capture("AC", ("AD", "5C", "AH", "8H")))
    assert legal(state, Capture("AC", ("AD", "5C", "AH", "8H", "KS")))
    assert not legal(state, Capture("AC", ("AD", "5C", "8H", "KS")))
    assert not legal(state, Capture("AC", ("KS",)))


def test_an_ace_in_a_build_is_one_or_a_group_of_fourteen() -> None:
    """[A] [A] is a build of 14; an ace raises 13 to 14; for both another ace must be held."""
    state = table("royal-casino", ["AC", "AS"], ["AD"])
    built = after(state, Build("AC", ("AD",), 14)).builds[0]
    assert built.multiple
    single = construction("B1", {"value": 13, "groups": [["8S", "5D"]]})
    assert legal(table("royal-casino", ["AC", "AS"], (), (single,)), Raise("AC", "B1", 14))
    assert not legal(table("royal-casino", ["AC", "KS"], (), (single,)), Raise("AC", "B1", 14))
    assert legal(table("royal-casino", ["AC", "2S"], ["AD"]), Build("AC", ("AD",), 2))


def test_several_kings_are_taken_at_once() -> None:
    """Faces are numbers in Royal Casino."""
    state = table("royal-casino", ["KC"], ["KD", "KH", "KS"])
    assert len(moves_of(state, Capture)) == 7


# ---- Sweeps, counting, the end -----------------------------------------------------------------


@pytest.mark.parametrize(("game", "sweeps"), [("casino", False), ("royal-casino", True)])
def test_a_capture_that_empties_the_table_is_a_sweep(game: str, sweeps: bool) -> None:
    """Neither loose cards nor builds are left; Royal counts it, Casino if the table agrees."""
    build = construction("B1", {"value": 5, "groups": [["2H", "3H"]]})
    state = table(game, ["5C"], ["5D"], (build,))
    for loose, builds, swept in (
        (("5D",), ("B1",), True),
        (("5D",), (), False),
        ((), ("B1",), False),
    ):
        _, _, effects = decide(casino.GAMES[game], state, 0, Capture("5C", loose, builds))
        assert (casino.Swept(0) in effects) == (swept and sweeps)


def test_sweeps_count_one_each_in_the_order_made() -> None:
    """After everything else, one by one."""
    state = counting("royal-casino", ((), ("3C",)), swept=(1, 0, 1))
    awards = counted(state)
    assert [(a.side, a.points) for a in awards[1:-1]] == [(1, 1), (0, 1), (1, 1)]
    assert awards[-1].totals == (1, 5)


def test_nobody_captured_so_nobody_gets_anything() -> None:
    """What lies on the table goes to nobody, and there is no most of nothing."""
    state = replace(begun("casino"), phase=casino.Clearing(), loose=("2S", "10D"))
    cleared, *rest = counted(state)
    assert cleared == casino.TableCleared(None, ("2S", "10D"))
    assert rest == [RoundScored((0, 0), (0, 0), ())]


def test_counting_stops_at_the_mark() -> None:
    """With ``count_out`` the first past it wins, and later points are nobody's."""
    piles = (CARDS[13:26], CARDS[:13])
    state = replace(counting("casino", (CARDS[26:], *piles), count_out=True), totals=(19, 0, 20))
    end = counted(state)[-1]
    assert end == RoundScored((3, 0, 0), (22, 0, 20), (0,))


def test_partners_share_their_points() -> None:
    """With teams a side is a pair, and both its seats get its score."""
    state = replace(begun("casino", {"teams": True}, 4), totals=(22, 9), phase=casino.Ended((0,)))
    result = casino.result(state)
    assert result is not None
    assert result.scores == (22, 9, 22, 9)
    assert result.ranks == (1, 3, 1, 3)


def test_a_fixed_number_of_rounds_has_no_mark() -> None:
    """``deals``: the totals decide after so many rounds, and a tie is shared."""
    for rounds, totals, winners in ((0, (30, 9), ()), (1, (30, 9), (0,)), (1, (8, 8), (0, 1))):
        state = counting("royal-casino", ((), ()), deals=2)
        end = counted(replace(state, rounds=rounds, totals=totals))[-1]
        assert end.winners == winners


def test_a_round_is_worth_eleven() -> None:
    """Eleven points and the sweeps; less by what a tie leaves, never more."""
    swept: tuple[int, ...] = ()
    for seats in (2, 3, 4):
        options = RoyalOptions(deals=6, count_out=False)
        for step in playout(casino.GAMES["royal-casino"], options, seats, "eleven"):
            if isinstance(step.event, RoundScored):
                assert 7 <= sum(step.event.points) - len(swept) <= 11
            swept = step.state.swept


# ---- Options -----------------------------------------------------------------------------------

IMPOSSIBLE = [
    ("casino", "target", 0),
    ("casino", "target", 501),
    ("casino", "target", True),
    ("casino", "win_at", "past"),
    ("casino", "deals", 0),
    ("casino", "deals", "1"),
    ("casino", "face_capture", "two"),
    ("casino", "sweeps", 1),
    ("casino", "jokers", 2),
    ("royal-casino", "face_capture", "all"),
    ("royal-casino", "face_capture", "one"),
    ("royal-casino", "teams", None),
]


@pytest.mark.parametrize(("game", "option", "value"), IMPOSSIBLE)
def test_impossible_options_are_refused_by_name(game: str, option: str, value: Any) -> None:
    """The refusal names the option and what is possible."""
    with pytest.raises(BadOptions) as refusal:
        read_options(casino.GAMES[game], {option: value})
    assert refusal.value.details["field"] == option
    assert refusal.value.details["allowed"]


@pytest.mark.parametrize("seats", [2, 3])
def test_only_four_play_in_pairs(seats: int) -> None:
    """Teams at a smaller table are refused by name."""
    with pytest.raises(BadOptions) as refusal:
        begun("casino", {"teams": True}, seats)
    assert refusal.value.details["field"] == "teams"


PLAYED: list[tuple[str, dict[str, Any]]] = [
    ("casino", {"face_capture": "all"}),
    ("casino", {"sweeps": True, "count_out": True}),
    *[
        (game, options)
        for game in BOTH
        for options in (
            {},
            {"target": 1},
            {"win_at": "reach", "target": 30},
            {"owner_may_trail": True},
            {"teams": True},
            {"deals": 1},
            {"sweeps": False, "count_out": False},
        )
    ],
]


@pytest.mark.parametrize(("game", "options"), PLAYED, ids=str)
def test_every_option_is_played_to_the_end(game: str, options: dict[str, Any]) -> None:
    """A whole match under each option keeps the invariants."""
    rules = casino.GAMES[game]
    read = read_options(rules, options)
    for seats in (4,) if options.get("teams") else (2, 3, 4):
        for step in playout(rules, read, seats, (game, str(options))):
            check_table(step.state)
        assert rules.result(step.state) is not None


def check_table(state: State) -> None:
    """52 cards, each once; owners can take their builds; no build outlives the hands."""
    everywhere = [*state.stock.values, *state.loose, *itertools.chain(*state.piles)]
    everywhere += [card for hand in state.hands for card in hand.values]
    everywhere += [card for build in state.builds for card in build.cards]
    if not isinstance(state.phase, casino.Drawing | casino.Shuffling | casino.Ended):
        assert sorted(everywhere) == sorted(CARDS)
    value = casino.takes(state.options)
    for build in state.builds:
        assert build.value in [value[card] for card in state.hands[build.owner].values]


# ---- The list and the verdict ------------------------------------------------------------------


def subsets(things: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    for size in range(len(things) + 1):
        yield from itertools.combinations(things, size)


def thinkable(state: State, seat: int) -> Iterator[Move]:
    """Every move that could be asked for with the cards and builds that are there."""
    names = tuple(build.id for build in state.builds)
    for card in state.hands[seat].values:
        yield Trail(card)
        for loose in subsets(state.loose):
            yield from (Capture(card, loose, builds) for builds in subsets(names))
            for value in range(16):
                yield Build(card, loose, value)
                for name in names:
                    yield Raise(card, name, value, loose)
                    yield Add(card, name, value, loose)


def partitions(cards: tuple[str, ...]) -> Iterator[list[tuple[str, ...]]]:
    """Every way to fall into groups, found the slow way."""
    if not cards:
        yield []
        return
    first, *others = cards
    for group in subsets(tuple(others)):
        rest = tuple(card for card in others if card not in group)
        for more in partitions(rest):
            yield [(first, *group), *more]


def grouped(cards: tuple[str, ...], value: int, royal: bool) -> bool:
    """Whether the cards fall into groups of the value, as a player would lay them out."""
    number = {card: casino.RANKS.index(card[:-1]) + 1 for card in cards}
    if not royal and any(points > 10 for points in number.values()):
        return False

    def makes(group: tuple[str, ...]) -> bool:
        alone = royal and len(group) == 1 and group[0][:-1] == "A" and value == 14
        return alone or sum(number[card] for card in group) == value

    return any(all(map(makes, groups)) for groups in partitions(cards))


def by_the_book(state: State, seat: int, move: Move) -> bool:
    """The rules once more, the slow way."""
    royal = state.options.royal
    hand = [card for card in state.hands[seat].values if card != move.card]

    def takes(card: str) -> int:
        number = casino.RANKS.index(card[:-1]) + 1
        return 14 if royal and number == 1 else number if royal or number <= 10 else 0

    builds = {build.id: build for build in state.builds}
    owned = {build.id: build.value for build in state.builds if build.owner == seat}
    match move:
        case Trail():
            fits = not owned
        case Capture(card, loose, names) if takes(card):
            fits = bool(loose or names) and grouped(loose, takes(card), royal)
            fits = fits and all(builds[name].value == takes(card) for name in names)
            owned = {name: value for name, value in owned.items() if name not in names}
        case Capture(card, loose, names):
            fits = not names and [each[:-1] for each in loose] == [card[:-1]]
        case Build(card, loose, value):
            fits = bool(loose) and value > 1 and grouped((card, *loose), value, royal)
            owned["new"] = value
        case Raise(card, name, value, loose):
            old = builds[name]
            number = casino.RANKS.index(card[:-1]) + 1
            fits = not old.multiple and old.value + number == value
            fits = fits and (royal or number <= 10) and grouped(loose, value, royal)
            owned[name] = value
        case Add(card, name, value, loose):
            fits = builds[name].value == value and grouped((card, *loose), value, royal)
            owned[name] = value
    return fits and all(value in map(takes, hand) for value in owned.values())


@pytest.mark.parametrize("game", BOTH)
def test_list_verdict_and_book_agree(game: str) -> None:
    """On tables of random matches each thinkable move is listed, allowed and right, or none."""
    seen, throw = 0, dice(game)
    for seed in range(30):
        for step in playout(casino.GAMES[game], casino.GAMES[game].options(), 2, seed, most=40):
            state = step.state
            small = len(state.loose) <= 5 and len(state.builds) <= 2
            if small and isinstance(state.phase, Playing) and throw(12) == 0:
                seen += 1
                check_agreement(state, state.phase.turn)
    assert seen > 30


def check_agreement(state: State, seat: int) -> None:
    listed = casino.moves(state, seat)
    assert len(set(listed)) == len(listed)
    thought = set()
    for move in thinkable(state, seat):
        verdict = casino.allows(state, seat, move)
        assert (verdict is not None) == by_the_book(state, seat, move), (move, state)
        if verdict is not None:
            thought.add(verdict)
    assert thought == set(listed)


# ---- Full tables -------------------------------------------------------------------------------

STUBBORN = [1] * 4 + [2] * 4 + [3] * 4 + [4] * 4 + [5, 5, 7, 8, 8, 8, 9, 9, 9, 9, 10, 10, 11]
"""The numbers found that take longest to see that they don't fall into sets of 14."""


def of_numbers(numbers: list[int]) -> tuple[str, ...]:
    """Cards of these numbers."""
    return tuple(
        casino.RANKS[number - 1] + "CDHS"[numbers[:place].count(number)]
        for place, number in enumerate(numbers)
    )


def crowded(game: str, count: int, **options: Any) -> State:
    """A table on which everything lies loose but the hand, four cards of the greatest number."""
    greatest = "K" if game == "royal-casino" else "10"
    hand = [card for card in CARDS if card[:-1] == greatest]
    loose = [
        card for card in CARDS if card not in hand and casino.numbers(begun(game).options)[card]
    ]
    return table(game, hand, loose[:count], **options)


def test_the_worst_request_is_judged_in_a_thousand_steps() -> None:
    """A capture that just doesn't fall into sets, on a crowded table."""
    fishing.splits.cache_clear()
    loose = of_numbers(STUBBORN)
    assert casino.allows(table("royal-casino", ["AS"], loose[1:]), 0, Capture("AS", loose)) is None
    assert not casino.add_up(loose, 14, casino.ROYAL_NUMBER)
    assert fishing.splits.cache_info().misses < 1000


def test_a_crowded_table_may_be_taken_at_once() -> None:
    """All numerals but the hand: 180 = 18 sets of 10 in one capture."""
    state = crowded("casino", 36)
    assert len(state.loose) == 36
    assert casino.allows(state, 0, Capture("10C", state.loose[::-1])) == Capture("10C", state.loose)


@pytest.mark.parametrize("game", BOTH)
def test_a_crowded_table_lists_single_groups(game: str) -> None:
    """Past 12 loose cards: every trail, and the groups one by one, each of them legal."""
    state = crowded(game, 20)
    listed = casino.moves(state, 0)
    assert {move.card for move in listed if isinstance(move, Trail)} == set(state.hands[0].values)
    assert len(set(listed)) == len(listed)
    assert all(casino.allows(state, 0, move) == move for move in listed)
    first, *others = [set(move.loose) for move in moves_of(state, Capture)]
    other = next(group for group in others if not group & first)
    both = tuple(first | other)
    assert casino.allows(state, 0, Capture(state.hands[0].values[0], both)) is not None
    assert not any(isinstance(m, Capture) and set(m.loose) == set(both) for m in listed)


def test_many_builds_are_listed_one_by_one() -> None:
    """Past six builds of one value too: twelve would make thousands of captures."""
    builds = tuple(construction(f"B{n}", {"value": 10, "cards": []}) for n in range(12))
    state = table("casino", ["10C"], ["4H", "6H"], builds)
    assert len(moves_of(state, Capture)) == 13
    assert casino.allows(state, 0, Capture("10C", ("4H", "6H"), tuple(b.id for b in builds)))
    mixed = (*builds[:2], *(replace(build, value=9) for build in builds[2:]))
    state = table("casino", ["10C"], ["4H", "6H"], mixed[:8])
    assert len(moves_of(state, Capture)) == 7, "sets, builds, and both"


def test_an_owner_must_take_his_builds_however_long_the_list() -> None:
    """Where lists are cut, every listed capture still takes all builds that it must."""
    own = tuple(construction(f"B{n}", {"value": 10, "cards": []}, owner=0) for n in range(2))
    full = crowded("casino", 16)
    state = replace(full, hands=(Held(0, ("10C",)), full.hands[1]), builds=own)
    listed = casino.moves(state, 0)
    assert listed[0] == Capture("10C", (), ("B0", "B1"))
    assert all(casino.allows(state, 0, move) == move for move in listed)
    assert all(move.builds == ("B0", "B1") for move in listed if isinstance(move, Capture))


def test_a_refusal_lists_what_is_legal() -> None:
    """An illegal move is refused with the list."""
    with pytest.raises(IllegalMove) as refusal:
        decide(casino.GAMES["casino"], table("casino", ["5C"], ["9D"]), 0, Capture("5C", ("9D",)))
    assert refusal.value.details["legal"] == [Trail("5C")]


# ---- What can't have happened ------------------------------------------------------------------

IMPOSSIBLE_EVENTS: list[Any] = [
    Moved(1, Trail("2C")),
    Moved(0, Trail("KS")),
    Moved(0, Trail("??")),
    Moved(0, Capture("5C", ("KH",))),
    Moved(0, Capture("5C", (), ("B9",))),
    Moved(0, Capture("5C", ("5D", "5D"))),
    Moved(0, Build("5C", ("5C",), 0)),
    Moved(0, Raise("5C", "B9", 9)),
    Moved(7, Trail("5C")),
    casino.Swept(0),
    casino.TableCleared(9, ()),
    casino.CardsCounted(9, 3, 30),
    Dealt((), (), last=False),
    Shuffled("deck", Held("house", CARDS)),
]


@pytest.mark.parametrize("event", IMPOSSIBLE_EVENTS, ids=repr)
def test_what_cannot_have_happened_is_corrupt(event: Any) -> None:
    """A log that says so contradicts the rules."""
    with pytest.raises(Corrupt):
        casino.evolve(table("casino", ["5C"], ["5D"]), event)


def test_a_build_is_taken_once() -> None:
    """Naming a build twice is no move, and can't have happened."""
    build = construction("B1", {"value": 5, "groups": [["2H", "3H"]]})
    state = table("casino", ["5C"], (), (build,))
    assert casino.allows(state, 0, Capture("5C", (), ("B1", "B1"))) is None
    with pytest.raises(Corrupt):
        after(state, Capture("5C", (), ("B1", "B1")))


def test_effects_that_contradict_the_table_are_corrupt() -> None:
    """Points for a side that isn't there, cards that don't lie there, a deal from nowhere."""
    for phase, event in (
        (Counting(), casino.CardsCounted(9, 3, 30)),
        (casino.Clearing(), casino.TableCleared(0, ("2C",))),
        (casino.Clearing(), casino.TableCleared(9, ())),
        (casino.Dealing(), Dealt((Held(0, ()),), (), last=False)),
        (casino.Shuffling(), Shuffled("deck", Held("house", ("2C",)))),
    ):
        with pytest.raises(Corrupt):
            casino.evolve(replace(begun("casino"), phase=phase), event)


# ---- Players, samples, boards ------------------------------------------------------------------


@pytest.mark.parametrize("game", BOTH)
def test_the_bot_beats_chance(game: str) -> None:
    """Against random moves it wins nearly always."""
    rules = casino.GAMES[game]

    def choose(g: Any, state: Any, seat: int, moves: Any, throw: Any) -> Any:
        if seat:
            return moves[throw(len(moves))]
        return casino.bot(state, seat, moves, throw)

    won = sum(winner_of(play(rules, rules.options(), 2, n, choose)) == 0 for n in range(10))
    assert won >= 9


def winner_of(state: State) -> int:
    result = casino.result(state)
    assert result is not None
    return result.ranks.index(1)


def test_the_board_shows_builds_and_the_last_deal() -> None:
    """Loose cards, builds with value and owner, whose turn it is, and the announcement."""
    build = Construction("B1", 8, ("3D", "5D", "8H"), owner=1, multiple=True)
    state = replace(table("casino", ["AS", "8C"], ["10D"], (build,)), last_deal=True)
    text = casino.board(state, 0, "es")
    for told in ("última", "10♦", "[B1 ≡ 8: 3♦ 5♦ 8♥, asiento 1]", "A♠", "▶ asiento 0", "▒▒"):
        assert told in text


def test_the_longest_notes_leave_room_before_the_hand() -> None:
    """Who deals and reads: his cards don't stick to his name, in either language."""
    state = table("casino", ["AS"], ["10D"])
    for language in ("en", "es"):
        lines = casino.board(state, state.dealer, language).splitlines()
        assert any(re.search(r", (dealer|reparte)\) {2,}\S", line) for line in lines), lines


def test_two_who_only_trail_fill_the_table() -> None:
    """44 cards lie loose before the last deal; the view lists the same, and nobody scores."""
    rules = casino.GAMES["royal-casino"]
    steps = playout(rules, RoyalOptions(deals=1), 2, "full", lambda g, s, seat, moves, d: moves[0])
    fullest = 0
    for step in steps:
        fullest = max(fullest, len(step.state.loose))
        if isinstance(step.state.phase, Playing) and len(step.state.loose) in (13, 44):
            seat = step.state.phase.turn
            seen = view(step.state, seat)
            assert casino.moves(seen, seat) == casino.moves(step.state, seat)
    assert fullest == 52
    assert step.state.totals == (0, 0)
    assert casino.result(step.state) == Result((0, 0), (1, 1))
