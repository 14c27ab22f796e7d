"""Cat'astrophes: more worked cases, told by the rules alone."""

from typing import Any

import pytest
from msgspec.structs import replace

from events.errors import IllegalMove, NotYourTurn
from events.facts import Held, Moved, Result, Shuffled
from projections.game.decide import decide, happen, to_act
from projections.game.views import EVERYTHING, plain, view
from projections.games import catastrophes
from projections.games.catastrophes import (
    Acting,
    Draw,
    HandsCounted,
    Options,
    Passed,
    Place,
    RoundEnded,
    State,
    TokenMoved,
    Turned,
)

GAME = catastrophes.GAMES["catastrophes"]


def table(hands: list[list[str]], pile: list[str], **more: Any) -> State:
    """A round begins: everybody is still to act."""
    options = Options(wild=more.pop("wild", False))
    state = GAME.start(options, len(hands))
    held = tuple(Held(seat, cards) for seat, cards in enumerate(hands))
    acting = Acting((None,) * len(hands))
    return replace(state, phase=acting, hands=held, pile=Held("house", pile), **more)


def play(state: State, *moves: Any) -> tuple[State, list[Any]]:
    """Whoever is to act makes the next move; cards are laid down by their names."""
    effects: list[Any] = []
    for move in moves:
        (seat,) = to_act(GAME, state, len(state.hands))
        if isinstance(move, tuple):
            card, before = move
            move = Place(Held(seat, (card,)), before)
        state, _, more = decide(GAME, state, seat, move)
        effects += more
    return state, effects


def steps(effects: list[Any]) -> list[tuple[int, str, int, int, int]]:
    moved = [one for one in effects if isinstance(one, TokenMoved)]
    return [(one.seat, one.card, one.start, one.end, one.points) for one in moved]


PILE = ["M1", "T1", "H1", "M2"]


def test_tricks_come_first_whoever_laid_them_and_hit_who_they_lie_before() -> None:
    """Seat 2 begins: its trick lies before seat 1 and is resolved before seat 0's mischief."""
    hands = [["M3", "H1"], ["H2", "M1"], ["T4", "M1"]]
    state = table(hands, PILE, first=2, token=9, points=(0, 5, 0))
    state, effects = play(state, ("T4", 1), ("M3", 2), ("H2", 0))
    assert effects[0] == Turned(("H2", "T4", "M3"))
    assert steps(effects) == [(1, "T4", 9, 13, 1), (2, "M3", 13, 16, 2), (0, "H2", 16, 14, 0)]
    assert state.points == (0, 6, 2)
    assert effects[-1] == RoundEnded(0)
    assert state.discards == ("T4", "M3", "H2")
    assert to_act(GAME, state, 3) == (0,)


@pytest.mark.parametrize(
    ("token", "card", "end", "points", "wild_points"),
    [
        (19, "M3", 2, 3, 5),
        (14, "M6", 0, 5, 5),
        (9, "M1", 10, 1, 1),
        (9, "T6", 15, 3, 3),
        (18, "T4", 2, 3, 5),
        (10, "M5", 15, 2, 2),
    ],
)
def test_the_token_climbs(token: int, card: str, end: int, points: int, wild_points: int) -> None:
    """All thresholds reached or passed add; wild cats also pay for the spaces beyond the last."""
    for wild, wanted in ((False, points), (True, wild_points)):
        state = table([[card, "H1"], ["M1", "H1"]], PILE, token=token, wild=wild)
        state, effects = play(state, (card, 1), Draw(1))
        assert steps(effects) == [(1, card, token, end, wanted)]
        assert state.points == (0, wanted)
        assert state.token == end


def test_the_round_in_which_a_cat_gets_twenty_points_is_played_to_its_end() -> None:
    """The trick that gives the 20th point stops neither the hug nor the count of the hands."""
    state = table([["T4", "M2"], ["H4", "H3", "T1"]], PILE, token=17, points=(3, 18))
    state, effects = play(state, ("T4", 1), ("H4", 0))
    assert steps(effects) == [(1, "T4", 17, 1, 3), (0, "H4", 1, 0, 0)]
    assert isinstance(effects[-1], HandsCounted)
    assert effects[-1] == HandsCounted((("M2",), ("H3", "T1")), (2, 1))
    assert GAME.result(state) == Result((5, 22), (1, 2))


def test_the_last_cards_of_the_pile_may_be_drawn_by_the_first_to_act() -> None:
    """The others then can only lay cards, or pass without any; the round is finished."""
    state = table([["M1"], [], ["M2"]], ["H1", "H2"])
    state, effects = play(state, Draw(2))
    assert effects[-1] == Passed(1)
    assert to_act(GAME, state, 3) == (2,)
    assert [*GAME.moves(state, 2)] == [Place(Held(2, ("M2",)), before) for before in (2, 0, 1)]
    with pytest.raises(NotYourTurn):
        decide(GAME, state, 1, Draw(1))
    with pytest.raises(IllegalMove):
        decide(GAME, state, 2, Draw(1))
    state, effects = play(state, ("M2", 0))
    assert isinstance(effects[-1], HandsCounted)
    result = GAME.result(state)
    assert result == Result((1, 0, 0), (3, 1, 1))


def test_all_may_pass_and_that_is_the_end() -> None:
    """The last seat with a card lays it down; the seats without any aren't asked."""
    state = table([["M2"], [], []], [], first=0)
    state, effects = play(state, ("M2", 1))
    assert [type(one) for one in effects[:3]] == [Passed, Passed, Turned]
    assert GAME.result(state) is not None


def test_a_single_card_of_the_pile_can_be_drawn_alone() -> None:
    """With one card left: one."""
    state = table([["M2"], ["M3"]], ["H1"])
    assert [move for move in GAME.moves(state, 0) if isinstance(move, Draw)] == [Draw(1)]
    with pytest.raises(IllegalMove):
        decide(GAME, state, 0, Draw(2))


def test_an_empty_hand_must_draw() -> None:
    """Nothing to lay: one card or two."""
    state = table([[], ["M3"]], PILE)
    assert [*GAME.moves(state, 0)] == [Draw(1), Draw(2)]


def test_every_place_but_the_taken_one_is_free_for_every_card() -> None:
    """Three cats, the own place taken: before the two others, or draw."""
    state, _ = play(table([["M2", "T1"], ["T1", "H2", "T1"], ["M1"]], PILE), ("M2", 1))
    listed = GAME.moves(state, 1)
    assert {move.before for move in listed if isinstance(move, Place)} == {0, 2}
    assert len(listed) == 2 + 2 * 2, "equal cards are one move"
    with pytest.raises(IllegalMove):
        decide(GAME, state, 1, Place(Held(1, ("T1",)), 1))


def test_who_laid_a_card_is_public_and_only_he_knows_which() -> None:
    """Placer and place are seen by all; the card by its placer until all are turned."""
    state, _ = play(table([["M2", "T1"], ["T1"], ["M1"]], PILE), ("M2", 1))
    for reader in (1, 2, None):
        assert plain(state, reader)["phase"]["places"][1] == {"by": 0, "count": 1}
    assert plain(state, 0)["phase"]["places"][1] == {"by": 0, "values": ("M2",)}


@pytest.mark.parametrize("seats", range(2, 7))
def test_dealing_from_any_first_player(seats: int) -> None:
    """Five each, one at a time clockwise from the first player; as many sets as cats, four at most;
    no card tells of its set."""
    for first in range(seats):
        state = GAME.start(Options(first=first), seats)
        owed = GAME.deck(state)
        assert owed is not None
        assert len(owed.cards) == 16 * min(seats, 4)
        assert {len(card) for card in owed.cards} == {2}
        state, _ = happen(GAME, state, Shuffled(owed.purpose, Held("house", owed.cards)))
        for step in range(seats):
            seat = (first + step) % seats
            assert sorted(state.hands[seat].values) == sorted(owed.cards[step : 5 * seats : seats])
        assert state.pile.values == owed.cards[5 * seats :]
        assert to_act(GAME, state, seats) == (first,)


def test_after_the_count_all_hands_are_shown() -> None:
    """Until then nobody sees another's; at the end everybody sees all."""
    state = table([["M2", "H1"], ["T3"]], [])
    assert "T3" not in str(plain(view(state, 0), EVERYTHING))
    state, _ = play(state, ("M2", 0), ("T3", 1))
    assert GAME.result(state) is not None
    assert plain(state, None)["phase"]["hands"] == (("H1",), ())
    assert isinstance(state.phase, catastrophes.Showing)


def test_a_move_out_of_turn_is_refused_and_changes_nothing() -> None:
    """Only whoever is next may act."""
    state = table([["M2"], ["T3"]], PILE)
    for seat, move in ((1, Draw(1)), (1, Place(Held(1, ("T3",)), 0))):
        with pytest.raises(NotYourTurn):
            decide(GAME, state, seat, move)
    assert state == table([["M2"], ["T3"]], PILE)
    after = GAME.evolve(state, Moved(0, Draw(1)))
    assert GAME.moves(after, 1) == ()
