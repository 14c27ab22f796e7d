"""The searching player: legal, repeatable, blind to what its seat can't see, and better by it."""

import dataclasses
from collections.abc import Callable, Iterator
from typing import Any

import playing
import pytest
import toy
from msgspec.structs import replace

from events.facts import FACE_DOWN, Held, Seat
from projections.catalogue import catalogue
from projections.game import views
from projections.game.contract import AnyGame, Dice
from projections.game.decide import decide, to_act
from projections.match import search

of_every_game = pytest.mark.parametrize("name", catalogue())


def after(playouts: int) -> Callable[[int], bool]:
    return lambda tried: tried >= playouts


def scenes(name: str, every: int = 9) -> Iterator[tuple[AnyGame, Any, Seat]]:
    """Settled states of a bots' match in which a seat has a choice."""
    game = catalogue()[name]
    seats = game.seats[0]
    steps = playing.playout(game, game.options(), seats, "scenes", playing.by_bot, most=90)
    settled = [step.state for step in steps if step.settled]
    for state in settled[4::every]:
        for seat in to_act(game, state, seats)[-1:]:
            if len(game.moves(state, seat)) > 1:
                yield game, state, seat


def thought(
    game: AnyGame, state: Any, seat: Seat, seats: int, seed: object = 0, playouts: int = 8
) -> Any:
    """What the search plays from a whole state, of which it is given the seat's view only."""
    sides = game.sides(state.options, seats)
    seen = views.view(state, seat)
    return search.think(game, seen, seat, sides, playing.dice(seed), after(playouts))


# ---- Every game --------------------------------------------------------------------------------


@of_every_game
def test_it_plays_what_is_legal_and_the_same_again(name: str) -> None:
    """Its move is one of the seat's, the house takes it, and the same dice find it again."""
    found = list(scenes(name))
    assert found
    for game, state, seat in found:
        move = thought(game, state, seat, game.seats[0])
        assert move in game.moves(state, seat)
        decide(game, state, seat, move)
        assert thought(game, state, seat, game.seats[0]) == move


@of_every_game
def test_it_never_sees_more_than_its_seat(name: str) -> None:
    """Where two tables look alike to a seat, it plays the same, whatever the others hold."""
    differed = 0
    for game, state, seat in scenes(name):
        assert game.sample is not None
        other = game.sample(views.view(state, seat), seat, playing.dice("other"))
        assert views.view(other, seat) == views.view(state, seat)
        differed += other != state
        mine, again = (thought(game, each, seat, game.seats[0]) for each in (state, other))
        assert mine == again
    assert differed


@of_every_game
def test_what_it_tries_are_all_moves_or_some_with_the_bots(name: str) -> None:
    """No move twice, the quick bot's first, never more than it has time for."""
    for game, state, seat in scenes(name):
        moves = game.moves(state, seat)
        first = search.policy(game, views.view(state, seat), seat, moves, playing.dice(1))
        tried = search.chosen(moves, first, playing.dice(2))
        assert tried[0] == first
        assert len(tried) == min(len(moves), search.ARMS)
        assert all(tried.count(move) == 1 for move in tried)


# ---- A game in which it is known what is best --------------------------------------------------


def deal_unseen(seen: toy.State, seat: Seat, dice: Dice) -> toy.State:
    """A whole state of the toy that fits a view."""
    rest = list(playing.shuffled(sorted(set(toy.CARDS) - set(seen.hands[seat].values)), dice))

    def fill(held: Held | None) -> Any:
        if held is None or FACE_DOWN not in held.values:
            return held
        return Held(held.by, [rest.pop() for _ in held.values])

    hands = tuple(map(fill, seen.hands))
    return replace(seen, hands=hands, laid=tuple(map(fill, seen.laid)), stock=fill(seen.stock))


def lay_the_worst(state: toy.State, seat: Seat, moves: Any, dice: Dice) -> Any:
    """A bot that plays as badly as can be."""
    return sorted(moves, key=lambda move: move.card.values, reverse=state.options.low)[0]


@pytest.mark.parametrize("low", [False, True])
@pytest.mark.parametrize("bot", [None, lay_the_worst])
@pytest.mark.parametrize("hand", [("c1", "c4"), ("c2", "c5"), ("c3", "c6")])
def test_it_finds_the_best_move_by_the_rules_alone(
    low: bool, bot: Any, hand: tuple[str, ...]
) -> None:
    """Told nothing but the contract, it lays the high card, or the low one where low wins."""
    game: AnyGame = dataclasses.replace(toy.TOY, sample=deal_unseen, bot=bot)
    for seed in range(5):
        state = dealt(hand, low=low)
        move = thought(game, state, 0, 2, seed, playouts=200)
        assert move.card.values == ((min if low else max)(hand),)


def dealt(hand: tuple[str, ...], *, low: bool = False) -> toy.State:
    """The toy after the deal: seat 0 has this hand."""
    rest = [card for card in toy.CARDS if card not in hand]
    hands = (Held(0, hand), Held(1, rest[:2]))
    return replace(toy.start(toy.Options(low), 2), hands=hands, stock=Held("house", rest[2:]))


def test_without_samples_the_quick_bot_plays() -> None:
    """A game that can't deal what is unseen is played by its bot, or by chance."""
    game: AnyGame = dataclasses.replace(toy.TOY, bot=lay_the_worst)
    state = dealt(("c1", "c6"))
    assert thought(game, state, 0, 2).card.values == ("c1",)
    by_chance = dataclasses.replace(game, bot=None)
    assert {thought(by_chance, state, 0, 2, seed).card.values for seed in range(9)} == {
        ("c1",),
        ("c6",),
    }


# ---- How moves are weighed ---------------------------------------------------------------------


def arm(move: str, *gains: float) -> search.Arm:
    made = search.Arm(move)
    made.gains = list(gains)
    return made


def test_who_is_clearly_behind_drops_out() -> None:
    """What loses on all cards alike goes; what loses by chance, or not at all, stays."""
    best, same, lost = arm("best", 1, 5, 1, 5), arm("same", 1, 5, 1, 5), arm("lost", 0, 4, 0, 4)
    doubtful = arm("doubtful", 5, 1, 4, 1)
    left = search.hopeful([same, best, lost, doubtful])
    assert [each.move for each in left] == ["same", "best", "doubtful"]


def test_it_thinks_as_long_as_it_is_told_but_at_least_one_round() -> None:
    """Every move is played out once however short the time; then after each round it asks."""
    game: AnyGame = dataclasses.replace(toy.TOY, sample=deal_unseen)
    state = dealt(("c3", "c4"))
    asked: list[int] = []

    def enough(tried: int) -> bool:
        asked.append(tried)
        return tried >= 6

    search.think(game, views.view(state, 0), 0, ((0,), (1,)), playing.dice(3), enough)
    assert asked == [2, 4, 6]


def test_the_quick_bots_move_stands_unless_another_is_surely_better() -> None:
    """With only a round or two nothing is sure, however much better another move looked."""
    game: AnyGame = dataclasses.replace(toy.TOY, sample=deal_unseen, bot=lay_the_worst)
    hasty = thought(game, dealt(("c3", "c4")), 0, 2, playouts=2)
    assert hasty.card.values == ("c3",)
    patient = thought(game, dealt(("c3", "c5")), 0, 2, playouts=400)
    assert patient.card.values == ("c5",)
