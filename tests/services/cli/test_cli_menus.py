"""What people type, understood: options, and moves by their number, cards or words."""

from dataclasses import replace
from typing import Any

import pytest

from events.errors import BadOptions, Malformed
from projections.catalogue import catalogue, game_of
from projections.games import kaiser
from services.cli.terminal.arguments import options_of, wanted
from services.cli.terminal.console import Voice
from services.cli.terminal.menus import choices, narrowed, raw_move
from services.matches import simulation

ENGLISH = Voice("en")


def test_options_are_read_as_they_are_written() -> None:
    """Numbers, flags, words and lists; several in one word or in many."""
    written = ["edition=premium,target=31", 'classes=["P","R"]', "low=true", "nt_min=null"]
    assert options_of(ENGLISH, written) == {
        "edition": "premium", "target": 31, "classes": ["P", "R"], "low": True, "nt_min": None,
    }  # fmt: skip


@pytest.mark.parametrize("written", ["edition", "=premium", "a=1,b"])
def test_an_option_without_a_value_is_refused(written: str) -> None:
    """Nobody guesses what was meant."""
    with pytest.raises(Malformed):
        options_of(ENGLISH, [written])


def test_what_cannot_be_played_is_refused_before_it_begins() -> None:
    """A wrong option, a wrong value, and a number of seats that doesn't fit."""
    for game, options, seats in (
        ("kaiser", ["colour=blue"], None),
        ("kaiser", ["target=0"], None),
        ("kaiser", [], 3),
    ):
        with pytest.raises(BadOptions):
            wanted(ENGLISH, game, options, seats)


def menu(name: str, least: int) -> tuple[int, list[Any]]:
    """A seat and its moves, at least so many, from a match of that game."""
    found: list[tuple[int, list[Any]]] = []

    def first(view: Any, seat: int, moves: Any, dice: Any) -> Any:
        found.append((seat, list(moves)))
        return moves[0]

    game = replace(game_of(name), bot=first)
    simulation.match(game, game.options(), game.seats[0], bytes(32), most=30)
    return next(each for each in found if len(each[1]) >= least)


@pytest.mark.parametrize("name", catalogue())
def test_every_move_has_a_name_of_its_own(name: str) -> None:
    """No two moves of a menu look the same, in either language, in any game."""
    seat, moves = menu(name, 2)
    for language in ("en", "es"):
        found = choices(game_of(name), seat, moves, language)  # type: ignore[arg-type]
        texts = [each.text for each in found]
        assert len(set(texts)) == len(texts), texts


@pytest.mark.parametrize(
    ("name", "en", "es"),
    [
        ("caissa-campeones", "Passes cards: ", "Pasa cartas: "),
        ("caissa-escratch", "Chooses a card: ", "Elige una carta: "),
    ],
)
def test_what_may_be_done_is_not_told_as_done(name: str, en: str, es: str) -> None:
    """A choice that others do not see is offered like any other, with its cards."""
    seat, moves = menu(name, 8)
    assert all(one.text.startswith(en) for one in choices(game_of(name), seat, moves, "en"))
    assert all(one.text.startswith(es) for one in choices(game_of(name), seat, moves, "es"))


def test_a_long_list_is_narrowed_by_cards() -> None:
    """Of all passes of two cards, two cards find the only one; their order doesn't matter."""
    seat, moves = menu("caissa-campeones", 20)
    found = choices(game_of("caissa-campeones"), seat, moves, "en")
    for move in moves:
        one, two = move.cards.values
        assert [each.move for each in narrowed(found, f"{two} {one}")] == [move]
    assert narrowed(found, "Z99") == []


def test_a_whole_word_goes_before_a_beginning() -> None:
    """``1`` is the card 1, not the 10; ``J`` alone finds all jacks."""
    moves = [kaiser.Play(card) for card in ("10C", "JC", "JD", "8D")]
    found = choices(game_of("kaiser"), 0, moves, "en")
    assert found[0].text == "Plays 10♣."
    assert [each.move for each in narrowed(found, "j")] == moves[1:3]
    assert [each.move for each in narrowed(found, "10c")] == [moves[0]]
    assert [each.move for each in narrowed(found, "8♦")] == [moves[3]]


def test_a_move_may_be_typed_as_json() -> None:
    """As the API takes it; what can't be read is refused."""
    game = game_of("kaiser")
    assert raw_move(game, 0, '{"type": "kaiser.Play", "card": "5H"}') == kaiser.Play("5H")
    for typed in ("{", '{"type": "kaiser.Fly"}'):
        with pytest.raises(Malformed):
            raw_move(game, 0, typed)
