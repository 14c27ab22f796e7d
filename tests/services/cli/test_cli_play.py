"""People at a terminal: whole matches, every game, several at one screen."""

import re
from pathlib import Path

import pytest
from terminal import STYLE, Screen, of_folder, tapete

from projections.catalogue import catalogue

PROMPT = r"your move: "
WIPED = "\x1b[2J"
MATCH = r"[0-9a-z]{26}-\d"


def test_a_person_plays_a_match_to_its_end(tmp_path: Path) -> None:
    """Always the first move that is listed; at the end the places, and a verified record."""
    with Screen(tmp_path, "play", "--game", "caissa-escratch", "--name", "Ana") as screen:
        name = screen.expect(MATCH)[0]
        for _ in range(8):
            screen.expect(PROMPT)
            screen.type("1")
        screen.expect(r"place +seat +player")
        screen.expect("Ana")
        screen.expect("verified")
        assert screen.ended() == 0
    assert tapete(tmp_path, "audit", name).returncode == 0
    assert "Ana" in tapete(tmp_path, "show", name).stdout


@pytest.mark.parametrize(
    "game",
    [
        name if name == "kaiser" else pytest.param(name, marks=pytest.mark.slow)
        for name in catalogue()
    ],
)
def test_every_game_can_be_played_by_the_contract_alone(tmp_path: Path, game: str) -> None:
    """Some moves in each game; who leaves ends the match, and its record is sound."""
    with Screen(tmp_path, "play", "--game", game) as screen:
        name = screen.expect(MATCH)[0]
        for _ in range(5):
            screen.expect(r"^ +1  \S.*")
            screen.expect(PROMPT)
            screen.type("1")
        screen.expect(PROMPT)
        screen.type("q")
        screen.expect("You have left")
        assert screen.ended() == 0
        assert "Traceback" not in screen.shown
    assert tapete(tmp_path, "audit", name).returncode == 0


def test_ctrl_c_leaves_the_table_in_order(tmp_path: Path) -> None:
    """The match is aborted, the Redis that was started ends."""
    with Screen(tmp_path, "play") as screen:
        name = screen.expect(MATCH)[0]
        screen.expect(PROMPT)
        screen.interrupt()
        screen.expect("You have left")
        assert screen.ended() == 0
    assert of_folder(tmp_path) == set()
    assert "aborted" in tapete(tmp_path, "show", name).stdout


def test_cards_narrow_a_long_list(tmp_path: Path) -> None:
    """560 triples of cards to pass, fewer by naming one; what no move has is said."""
    with Screen(tmp_path, "play", "--game", "caissa-campeones", "-o", "edition=premium") as screen:
        screen.expect(r"more of 560")
        screen.expect(PROMPT)
        screen.type("nonsense")
        screen.expect("No move has “nonsense”")
        screen.expect(PROMPT)
        (card, *_) = re.findall(r"Passes cards: (\w+ \d+),", screen.text)
        screen.type(card)
        screen.expect(r" +30  .*")
        screen.expect(r"more of (\d+)")
        screen.expect(PROMPT)
        screen.type("?")
        screen.expect("Campeones")
        screen.expect(PROMPT)
        screen.type("30")
        screen.expect("Seat 0 ")
        screen.expect(PROMPT)


def test_a_move_that_is_refused_may_be_made_again(tmp_path: Path) -> None:
    """An illegal move typed as JSON changes nothing."""
    with Screen(tmp_path, "play", "--game", "caissa-escratch") as screen:
        screen.expect(PROMPT)
        screen.type('{"type": "caissa-escratch.Choose", "card": "Z99"}')
        screen.expect("not legal")
        screen.expect(PROMPT)
        screen.type("1")
        screen.expect("Seat 0 chooses a card")
        screen.expect(PROMPT)


def test_nobody_sees_what_another_has_chosen(tmp_path: Path) -> None:
    """Two at one screen: between them it is wiped, and the other's choice is only a mark."""
    people = ("--people", "2", "--name", "Ana", "--name", "Bea")
    with Screen(tmp_path, "play", "--game", "caissa-escratch", *people) as screen:
        screen.expect(r"Seat 0 \(Ana\) to the screen")
        screen.type("")
        screen.expect(r"Your numbers")
        screen.expect(PROMPT)
        screen.type("3")
        screen.expect(r"Seat 1 \(Bea\) to the screen")
        screen.type("")
        screen.expect(PROMPT)
        after = STYLE.sub("", screen.shown[screen.shown.rindex(WIPED) :])
        assert "Seat 0 chooses a card." in after
        assert re.search(r"0 Champions +\[  \] +■ +[+-]", after), after
        screen.type("5")
        screen.expect(r"Seat 0 \(Ana\) to the screen")
        screen.type("")
        screen.expect("All are shown")


def test_a_test_that_stops_in_the_middle_leaves_nothing_behind(tmp_path: Path) -> None:
    """The Redis of a command that is killed would serve its folder for ever."""
    with Screen(tmp_path, "play") as screen:
        screen.expect(PROMPT)
        assert of_folder(tmp_path)
    assert of_folder(tmp_path) == set()


def test_it_is_played_in_spanish(tmp_path: Path) -> None:
    """The game's words and the table's are both in the language asked for."""
    with Screen(tmp_path, "play", "--game", "kaiser", "--lang", "es") as screen:
        screen.expect(r"1  (Pasa|Declara)")
        screen.expect("su jugada: ")
        screen.type("1")
        screen.expect(r"El asiento 0 (pasa|declara)")
        screen.expect("su jugada: ")
        screen.type("q")
        screen.expect("Ha dejado la mesa")
        assert screen.ended() == 0
