"""Golden matches come out as they did, in whatever interpreter, for every game there is."""

import os
import subprocess
import sys
from pathlib import Path

import golden
import msgspec
import pytest

from events.facts import Held
from projections.catalogue import catalogue

ROOT = Path(__file__).parents[2]
FILES = [path.stem for path in golden.files()]


def kept(name: str) -> golden.Golden:
    return golden.read(golden.FOLDER / f"{name}.json")


@pytest.mark.parametrize("name", FILES)
def test_a_golden_match_comes_out_as_it_did(name: str) -> None:
    """Every move is still legal, has the same effects, leads to the same state and result."""
    golden.check(kept(name))


@pytest.mark.parametrize("game", catalogue())
def test_every_game_has_golden_matches(game: str) -> None:
    """At least two, with different options, of the rules that the game has today."""
    matches = [golden.read(path) for path in golden.files(game)]
    assert len(matches) >= 2, "make them with tests/golden/make.py"
    assert len({msgspec.json.encode(match.options) for match in matches}) > 1
    assert {(match.game, match.rules) for match in matches} == {(game, catalogue()[game].rules)}


def test_golden_matches_come_out_the_same_in_interpreters_that_hash_otherwise() -> None:
    """No order in a set or dict decides anything: two interpreters with other hashes agree."""
    said = [in_an_interpreter(seed).split() for seed in ("1", "2")]
    assert [count for count, _ in said] == [str(len(FILES))] * 2
    assert said[0][1] != said[1][1]


def in_an_interpreter(hash_seed: str) -> str:
    path = os.pathsep.join(map(str, (ROOT, ROOT / "tests" / "support")))
    return subprocess.run(
        [sys.executable, "-c", "import golden; golden.check_all()"],
        env=os.environ | {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=True,
    ).stdout


def test_a_change_anywhere_in_a_golden_match_is_noticed() -> None:
    """A digest is of everything: another state, another effect and another move are told apart."""
    match = kept("kaiser-1")
    for change in (
        {"state": "0" * golden.HEX_DIGITS},
        {"told": "0" * golden.HEX_DIGITS},
        {"effects": ["kaiser.Redealt"]},
    ):
        lines = [*match.lines]
        lines[5] = msgspec.structs.replace(lines[5], **change)
        with pytest.raises(AssertionError, match="line 6"):
            golden.check(msgspec.structs.replace(match, lines=lines))


def test_a_match_that_is_not_over_is_no_golden_match() -> None:
    """The last line leads to the result, and the result is the one in the file."""
    match = kept("kaiser-1")
    with pytest.raises(AssertionError):
        golden.check(msgspec.structs.replace(match, lines=match.lines[:-1]))


def test_digests_are_of_open_cards() -> None:
    """Two states that differ in a hidden card alone have different digests."""
    assert golden.digest(Held(1, ("AS",))) != golden.digest(Held(1, ("AC",)))
