"""``tapete simulate`` tells of every game how long, how high and how fair it is."""

import re

import pytest

from projections.catalogue import catalogue
from services.cli.main import run
from services.cli.terminal.console import Voice

NUMBER = r"[\d,.]+"


def simulated(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What a simulation of three matches prints."""
    assert run(Voice("en"), ["simulate", "-n", "3", "--seed", "x", *words]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("game", catalogue())
def test_every_game_has_its_figures(capsys: pytest.CaptureFixture[str], game: str) -> None:
    """Length, moves a second, points by seat, and whether it pays to move first."""
    found, seats = catalogue()[game], catalogue()[game].seats[0]
    said = simulated(capsys, "-g", game)
    assert found.texts["name"].get("en") in said
    assert re.search(rf"{NUMBER} to {NUMBER}, median {NUMBER}, mean {NUMBER}", said)
    assert re.search(rf"{NUMBER} moves, {NUMBER} a second", said)
    assert "left" not in said
    rows = re.findall(rf"^ +(\d) +-?{NUMBER} +(?:{NUMBER}%|—)$", said, re.MULTILINE)
    assert [int(seat) for seat in rows] == list(range(seats))
    first = rf"Who moves first wins {NUMBER}% \({NUMBER}% to {NUMBER}%\)"
    assert re.search(first, said) or "Nobody moves first" in said


def test_alone_nobody_wins(capsys: pytest.CaptureFixture[str]) -> None:
    """A patience comes out or not; that is told, not that its only seat was first."""
    said = simulated(capsys, "-g", "caissa-solitario")
    assert "100.0%" not in said
    assert re.search(r"^(won|lost): \d", said, re.MULTILINE)
