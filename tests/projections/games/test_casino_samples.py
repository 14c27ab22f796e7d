"""Casino: whole tables made up from a view keep to what ownership tells."""

from collections.abc import Sequence
from typing import Any

import playing
import pytest

from events.facts import Seat
from projections.game.contract import AnyGame, Dice
from projections.game.options import read_options
from projections.game.views import view
from projections.games import casino
from projections.games.casino import Add, Build, Playing, Raise, State


def builder(game: AnyGame, state: Any, seat: Seat, moves: Sequence[Any], dice: Dice) -> Any:
    """Builds whenever it can, so that builds lie about."""
    likes = [move for move in moves if isinstance(move, Build | Raise | Add)] or moves
    return likes[dice(len(likes))]


def tables_with_builds(game: AnyGame, options: Any, seats: int, seed: object) -> list[State]:
    steps = playing.playout(game, options, seats, seed, builder, most=60)
    states = (step.state for step in steps)
    return [state for state in states if isinstance(state.phase, Playing) and state.builds]


@pytest.mark.parametrize("name", ["casino", "royal-casino"])
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("owner_may_trail", [False, True])
def test_a_sampled_owner_holds_what_takes_his_builds(
    name: str, seats: int, owner_may_trail: bool
) -> None:
    """Whoever owns a build holds a card of its value, so nobody is left without a move."""
    game, throw = casino.GAMES[name], playing.dice((name, seats))
    options = read_options(game, {"owner_may_trail": owner_may_trail})
    tables = [t for seed in range(3) for t in tables_with_builds(game, options, seats, seed)]
    assert len(tables) > 20
    for state in tables:
        for reader in range(seats):
            seen = view(state, reader)
            whole = casino.sample(seen, reader, throw)
            assert view(whole, reader) == seen
            assert_owners_can_take(whole)
            assert isinstance(whole.phase, Playing)
            assert casino.moves(whole, whole.phase.turn)


def assert_owners_can_take(state: State) -> None:
    value = casino.takes(state.options)
    for build in state.builds:
        assert build.value in {value[card] for card in state.hands[build.owner].values}
