"""Matches of every release so far replay alike, for ever and on every machine."""

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from projections.catalogue import catalogue
from services.archive.log import unpacked_file
from tests.support.replaying import played

CORPUS = Path(__file__).parents[1] / "corpus"
RELEASES = sorted(folder.parent for folder in CORPUS.glob("*/index.json"))
FILES = [file for folder in RELEASES for file in sorted(folder.glob("*.tapete.zst"))]


@cache
def index(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "index.json").read_text("utf-8"))
    return found


def name_of(file: Path) -> str:
    return file.name.partition(".")[0]


def test_every_release_has_every_game() -> None:
    """Nothing was taken out of the corpus, and it holds rewinds and forks."""
    assert RELEASES
    for folder in RELEASES:
        files = {name_of(file) for file in FILES if file.parent == folder}
        assert files == set(index(folder))
        assert {"rewound", "fork"} <= files
    games = {name.rpartition("-")[0] for name in index(RELEASES[-1])}
    assert set(catalogue()) <= games


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{name_of(file)}")
def test_a_match_of_the_past_replays_alike(file: Path) -> None:
    """The same verdict, the same moves offered at every version, the same result."""
    found = played(unpacked_file(file.read_bytes()))
    assert json.loads(json.dumps(found._asdict())) == index(file.parent)[name_of(file)]
    assert found.verdict == "verified"


def told(seed: str) -> list[str]:
    """What another interpreter makes of the corpus."""
    command = [sys.executable, "-m", "tests.support.replaying", *map(str, FILES)]
    root = Path(__file__).parents[2]
    env = {**os.environ, "PYTHONHASHSEED": seed}
    done = subprocess.run(command, cwd=root, env=env, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def test_no_state_depends_on_the_order_of_a_set() -> None:
    """Two interpreters with different hash seeds come to the same states, byte by byte."""
    first, second = told("1"), told("4294967295")
    assert len(first) == len(FILES)
    assert first == second
