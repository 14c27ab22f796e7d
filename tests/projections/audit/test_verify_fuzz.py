"""Nonsense that is sealed and signed as if it were a match: the verifiers agree, and never fail."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import filing
import forging
import pytest
from playing import dice

from events.codec import read_openings
from events.matchfile import MatchFile, write
from projections.audit.verifier import verify
from projections.catalogue import catalogue
from projections.game.contract import Dice
from services.audit.reports import shown
from tests.projections.audit.test_verify import by_node, first

RULES = {"writer", "move", "effects", "house", "phase", "rules", "record"}
"""What a reader without the rules may not find."""
NUMBERS = (-1, 0, 1, 2, 3, 5, 99, 1 << 40, -(1 << 62))
WORDS = ("??", "", "AS", "zz", "99", "C01", "X+1", "M1", "deck", "first")
Spot = tuple[Any, ...]


def files(seed: object) -> list[MatchFile]:
    """A short match of each game."""
    return [
        filing.file_of(filing.any_table(game, ("fuzz", seed), moves=20)) for game in catalogue()
    ]


# ---- Bytes ---------------------------------------------------------------------------------------


def scrambled(raw: bytes, throw: Dice) -> bytes:
    """Some bytes are others, or more, or fewer."""
    at, drop = throw(len(raw)), throw(3)
    return raw[:at] + bytes(throw(256) for _ in range(1 + throw(3))) + raw[at + drop :]


def nonsense(file: MatchFile, throw: Dice) -> bytes:
    """A file with scrambled bytes somewhere: in an entry, its openings, or the container."""
    kind, n = throw(4), 1 + throw(len(file.entries))
    if kind == 0:
        return scrambled(write(file), throw)
    if kind == 1:
        n = forging.with_hidden(file, throw)
        return forging.replaced(file, n, openings=scrambled(file.entries[n - 1].openings, throw))
    return forging.rewritten(file, n, scrambled(file.entries[n - 1].public, throw))


# ---- Sense ---------------------------------------------------------------------------------------


def places(tree: Any, path: Spot = ()) -> Iterator[Spot]:
    """Where something stands in an entry, commitments left out."""
    if isinstance(tree, dict) and list(tree) != ["by", "count", "c"]:
        for key, value in tree.items():
            yield from places(value, (*path, key))
    elif isinstance(tree, list):
        for index, value in enumerate(tree):
            yield from places(value, (*path, index))
    if path and not (isinstance(tree, dict) and "c" in tree):
        yield path


def something_else(value: Any, throw: Dice) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return NUMBERS[throw(len(NUMBERS))]
    if isinstance(value, str):
        return WORDS[throw(len(WORDS))]
    return value[: throw(len(value))] if isinstance(value, list) and value else None


def senseless(file: MatchFile, throw: Dice) -> bytes:
    """A file in which one value of an entry, or one hidden card, is another."""
    if not throw(3):
        n = forging.with_hidden(file, throw)
        pairs = read_openings(file.entries[n - 1].openings or b"")
        card = WORDS[throw(len(WORDS))]
        return forging.with_values(file, n, throw(len(pairs)), lambda cards: [*cards[:-1], card])

    def edit(tree: forging.Tree) -> None:
        spots = list(places(tree))
        *path, last = spots[throw(len(spots))]
        inner: Any = tree
        for key in path:
            inner = inner[key]
        inner[last] = something_else(inner[last], throw)

    return forging.edited(file, 1 + throw(len(file.entries)), edit)


def hold(count: int, seed: object) -> int:
    """Verify so many senseless files; how many were found to be broken."""
    throw, good, broken = dice((seed, "sense")), files(seed), 0
    for number in range(count):
        report = verify(senseless(good[number % len(good)], throw))
        assert shown(report, "es").verdict == report.verdict
        broken += report.verdict == "broken"
    return broken


def test_no_nonsense_stops_the_verifier() -> None:
    """Whatever an entry says, sealed and signed: the answer is a report, and most are broken."""
    assert hold(400, "quick") > 300


@pytest.mark.long
def test_no_nonsense_stops_the_verifier_for_long() -> None:
    """The same, many times."""
    assert hold(20_000, "slow") > 15_000


@pytest.mark.skipif(
    shutil.which("node") is None and "CI" not in os.environ,
    reason="Node runs the verifier for browsers",
)
@pytest.mark.parametrize("count", [160, pytest.param(5000, marks=pytest.mark.long)])
def test_both_verifiers_agree_on_nonsense(tmp_path: Path, count: int) -> None:
    """Scrambled bytes are told alike by both, wherever the rules are not needed to tell."""
    throw, good = dice(("bytes", count)), files(count)
    raws = [nonsense(good[number % len(good)], throw) for number in range(count)]
    paths = [tmp_path / str(number) for number in range(count)]
    for path, raw in zip(paths, raws, strict=True):
        path.write_bytes(raw)
    for number, report in enumerate(by_node(paths)):
        found = verify(raws[number])
        mine, others = found.findings[:1], first(report)
        if mine and mine[0].code in RULES and others[1:] != (mine[0].code, mine[0].version):
            assert others.verdict == "verified" or (others.version or 0) >= mine[0].version, number
        else:
            expected = (mine[0].code, mine[0].version) if mine else (None, None)
            assert others == (found.verdict, *expected), number
