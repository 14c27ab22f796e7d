"""Every game keeps the promises of the contract; broken promises are noticed, here on a toy."""

import json
from collections.abc import Callable
from dataclasses import replace as with_
from pathlib import Path
from string import Formatter
from typing import Any, get_args

import conformance
import msgspec
import playing
import pytest
import toy
from msgspec.structs import replace

from events.facts import Held, Moved
from projections.catalogue import catalogue
from projections.game.contract import AnyGame
from projections.language.text import Text, Written

GAMES = catalogue()
VECTORS = Path(__file__).parents[2] / "vectors"
LANGUAGES = ("en", "es")
SHORT, LONG = 40, 400
"""Causes: enough to be in the middle of things, and enough for most matches to end."""

of_every_game = pytest.mark.parametrize("name", GAMES)


def rounds(name: str, times: int, seed: str, every: int = 1) -> None:
    """Random matches with random options and all numbers of seats; every n-th is a long one."""
    game = GAMES[name]
    dice = playing.dice((seed, name))
    for number in range(times):
        seats = game.seats[number % len(game.seats)]
        options = playing.random_options(game, dice, seats)
        try:
            most = SHORT if number % every else LONG
            conformance.conform(name, game, options, seats, (seed, number), most)
        except AssertionError as broken:
            broken.add_note(f"{name}, {seats} seats, {options}, seed {(seed, number)}")
            raise


# ---- Every game --------------------------------------------------------------------------------


@of_every_game
def test_random_matches_keep_every_promise(name: str) -> None:
    """Moves, refusals, views, secrets, the log: on random matches with random options."""
    rounds(name, times=40, seed="quick", every=10)


@of_every_game
@pytest.mark.parametrize(
    "times", [pytest.param(12, marks=pytest.mark.slow), pytest.param(400, marks=pytest.mark.long)]
)
def test_many_random_matches_keep_every_promise(name: str, times: int) -> None:
    """The same, on more matches and to their end."""
    rounds(name, times=times, seed=f"many {times}")


@of_every_game
def test_every_game_has_worked_cases(name: str) -> None:
    """There is a file of worked cases for the game, or for the module that it shares."""
    module = GAMES[name].start.__module__.rpartition(".")[2]
    files = [VECTORS / f"{stem}.json" for stem in (name, module)]
    found = [file for file in files if file.is_file()]
    assert found, f"no worked cases in {[file.name for file in files]}"
    assert json.loads(found[0].read_text("utf-8"))["vectors"]


@of_every_game
def test_every_game_speaks_both_languages(name: str) -> None:
    """Name, summary, rules, a phrase for each move and effect, a word for each option."""
    check_texts(GAMES[name])


@of_every_game
def test_wire_names_belong_to_the_game_and_occur_once(name: str) -> None:
    """Moves and effects are called ``prefix.Name``, one prefix a module, each name once."""
    tags = [one.__struct_config__.tag for one in happenings(GAMES[name])]
    assert len(set(tags)) == len(tags)
    assert len({tag.partition(".")[0] for tag in tags}) == 1
    assert [tag.partition(".")[2] for tag in tags] == [
        one.__name__ for one in happenings(GAMES[name])
    ]


@of_every_game
def test_the_defaults_are_possible_for_every_number_of_seats(name: str) -> None:
    """Options all have defaults, and with them any table can begin."""
    game = GAMES[name]
    for seats in game.seats:
        options = msgspec.convert({}, game.options)
        state = game.start(options, seats)
        assert game.result(state) is None
        sides = game.sides(options, seats)
        assert sorted(seat for side in sides for seat in side) == list(range(seats))


@of_every_game
def test_bots_bring_a_match_to_its_end(name: str) -> None:
    """A match among bots ends, whatever the number of seats."""
    game = GAMES[name]
    if game.bot is None:
        pytest.fail(f"{name} has no bot")
    for seats in game.seats:
        final = playing.play(game, game.options(), seats, "bots", playing.by_bot)
        assert game.result(final) is not None, f"{seats} bots never end"


# ---- Texts -------------------------------------------------------------------------------------


def happenings(game: AnyGame) -> tuple[type, ...]:
    """The types of all moves and effects."""
    return tuple(one for kind in (game.move, game.effect) for one in get_args(kind) or (kind,))


def check_texts(game: AnyGame) -> None:
    for key in ("name", "summary", "rules"):
        check_phrase(game.texts, key, set())
    for one in happenings(game):
        check_phrase(game.texts, one.__name__, {"seat", *one.__struct_fields__})
    for option in game.options.__struct_fields__:
        check_phrase(game.texts, f"option.{option}", set())


def check_phrase(texts: Any, key: str, fields: set[str]) -> None:
    assert key in texts, f"no text for {key}"
    text: Text = texts[key]
    for language in LANGUAGES:
        words = text.get(language)
        assert words.strip(), f"{key} is empty in {language}"
        if key in ("name", "summary", "rules"):
            continue
        named = {name for _, name, _, _ in Formatter().parse(words) if name is not None}
        assert named <= fields, f"{key} speaks of {named - fields}, which it hasn't got"


# ---- Planted faults ----------------------------------------------------------------------------


def conform(game: AnyGame) -> None:
    """A few random matches of the toy."""
    for seed in range(12):
        conformance.conform("toy", game, toy.Options(), 2, seed)


def evolving(change: Callable[[Any, Any], Any]) -> AnyGame:
    """The toy where something is done to every state that an event leads to."""
    return with_(toy.TOY, evolve=lambda state, event: change(toy.evolve(state, event), event))


def following(change: Callable[[Any], Any]) -> AnyGame:
    """The toy where something is done to every effect."""

    def follow(state: Any) -> Any:
        effect = toy.follow(state)
        return effect and change(effect)

    return with_(toy.TOY, follow=follow)


def moving(change: Callable[[Any, int, tuple[Any, ...]], Any]) -> AnyGame:
    """The toy where something is done to every list of moves."""
    return with_(toy.TOY, moves=lambda state, seat: change(state, seat, toy.moves(state, seat)))


def test_the_toy_is_sound() -> None:
    """Without a planted fault nothing is found."""
    conform(toy.TOY)
    check_texts(toy.TOY)


def noted(state: Any, event: Any) -> Any:
    """The top of the stock, written where everybody reads it."""
    return replace(state, note=state.stock.values[0] if state.stock and state.hands else "")


def test_a_card_in_the_open_that_nobody_was_told_of_is_noticed() -> None:
    """A hidden card that a state shows outside of a Held."""
    with pytest.raises(AssertionError, match="never told of it"):
        conform(evolving(noted))


def hinted(state: Any, event: Any) -> Any:
    """No card, but a word that depends on one."""
    high = state.hands and max(state.hands[1].values, default="") > "c4"
    return replace(state, note="seat 1 is strong" if high else "")


def test_a_hint_at_a_hidden_card_is_noticed() -> None:
    """A word of the state that follows from cards which its reader can't see."""
    with pytest.raises(AssertionError, match="change what he sees"):
        conform(evolving(hinted))


def swapped(effect: Any) -> Any:
    """Each hand is announced to the other seat."""
    if not isinstance(effect, toy.Dealt):
        return effect
    return toy.Dealt(tuple(Held(1 - hand.by, hand.values) for hand in effect.hands))


def test_a_hand_held_by_the_wrong_seat_is_noticed() -> None:
    """Hands that the state keeps under another holder than the seat that plays them."""
    with pytest.raises(AssertionError, match="other moves than the state"):
        conform(following(swapped))


def unheld(state: Any, event: Any) -> Any:
    """The state keeps the right hands; only the effect told them to the wrong seats."""
    if not isinstance(event, toy.Dealt):
        return state
    return replace(state, hands=tuple(Held(1 - hand.by, hand.values) for hand in event.hands))


def test_a_hand_told_to_the_wrong_seat_is_noticed() -> None:
    """A seat that is shown what the events have told to somebody else."""
    with pytest.raises(AssertionError, match="never told of it"):
        conform(with_(following(swapped), evolve=evolving(unheld).evolve))


def test_a_choice_left_with_the_house_is_noticed() -> None:
    """A secret that a public effect has shown and the state hides again."""

    def hidden(state: Any, event: Any) -> Any:
        if not isinstance(event, toy.Shown):
            return state
        return replace(state, laid=(Held("house", event.cards), Held(1, ())))

    with pytest.raises(AssertionError, match="was told to all and lies face down"):
        conform(evolving(hidden))


def test_a_card_in_two_places_is_noticed() -> None:
    """A card that was laid and is still in the hand."""

    def kept(state: Any, event: Any) -> Any:
        if not isinstance(event, Moved):
            return state
        hands = tuple(
            Held(hand.by, (*hand.values, *event.move.card.values))
            if hand.by == event.seat
            else hand
            for hand in state.hands
        )
        return replace(state, hands=hands)

    with pytest.raises(AssertionError, match="held twice"):
        conform(evolving(kept))


def test_a_move_listed_twice_is_noticed() -> None:
    """Duplicates in the list of moves."""
    with pytest.raises(AssertionError, match="listed twice"):
        conform(moving(lambda state, seat, moves: moves + moves[:1]))


def test_moves_that_depend_on_the_other_hand_are_noticed() -> None:
    """A list that is shorter when the other seat holds a certain card."""

    def shy(state: Any, seat: int, moves: tuple[Any, ...]) -> Any:
        afraid = moves and "c6" in state.hands[1 - seat].values
        return moves[:1] if afraid else moves

    with pytest.raises(AssertionError, match="other moves than the state"):
        conform(moving(shy))


def test_a_seat_without_moves_in_the_middle_is_noticed() -> None:
    """Nobody to act, no deck to shuffle, no result."""
    with pytest.raises(AssertionError, match="to act"):
        conform(moving(lambda state, seat, moves: ()))


def test_choices_that_show_by_their_count_are_noticed() -> None:
    """A secret choice of two cards beside one of one card."""

    def pairs(state: Any, seat: int, moves: tuple[Any, ...]) -> Any:
        return (*moves, toy.Lay(state.hands[seat])) if moves else ()

    with pytest.raises(AssertionError, match="different counts"):
        conform(moving(pairs))


def test_a_verdict_that_differs_from_the_list_is_noticed() -> None:
    """``allows`` that accepts what isn't listed, and one that refuses what is."""
    too_kind = with_(toy.TOY, allows=lambda state, seat, move: move)
    with pytest.raises(AssertionError, match=r"not to act|not listed"):
        conform(too_kind)
    too_strict = with_(toy.TOY, allows=lambda state, seat, move: None)
    with pytest.raises(AssertionError, match="a listed move is refused"):
        conform(too_strict)


def test_an_order_that_matters_is_noticed() -> None:
    """Simultaneous choices of which the second changes what the first did."""

    def late(state: Any, event: Any) -> Any:
        return replace(state, note=f"last: {event.seat}") if isinstance(event, Moved) else state

    with pytest.raises(AssertionError, match="order of simultaneous choices"):
        conform(evolving(late))


def test_an_exception_of_its_own_is_noticed() -> None:
    """``evolve`` that stumbles over an event at the wrong time."""

    def stumbling(state: Any, event: Any) -> Any:
        if isinstance(event, toy.Dealt) and state.hands:
            raise KeyError("hands")
        return toy.evolve(state, event)

    with pytest.raises(AssertionError, match="KeyError"):
        conform(with_(toy.TOY, evolve=stumbling))


def test_chance_in_the_rules_is_noticed() -> None:
    """A state that is another one each time the log is played."""
    count = iter(range(10**6))

    def numbered(state: Any, event: Any) -> Any:
        return replace(state, note=str(next(count)))

    with pytest.raises(AssertionError, match=r"another state|order of simultaneous"):
        conform(evolving(numbered))


def test_a_bot_that_invents_moves_is_noticed() -> None:
    """The bot's move must be one of those that it was given."""
    with pytest.raises(AssertionError, match="invents a move"):
        conform(with_(toy.TOY, bot=lambda view, seat, moves, dice: toy.Bow()))


def test_missing_words_are_noticed() -> None:
    """A phrase that is missing, or that speaks of a field which isn't there."""
    without = {key: text for key, text in toy.TEXTS.items() if key != "Dealt"}
    with pytest.raises(AssertionError, match="no text for Dealt"):
        check_texts(with_(toy.TOY, texts=without))
    wrong = toy.TEXTS | {"Shown": Written(en="{who} is seen", es="{cards}")}
    with pytest.raises(AssertionError, match=r"speaks of .*who"):
        check_texts(with_(toy.TOY, texts=wrong))
