"""The map of the house is true, and no room is missing from it."""

import re
from collections.abc import Iterator

import pytest

from tests.support.sources import LAYERS, ROOT, packages, read_sources

ROWS = re.compile(r"^\| (?P<question>[^|]+\?) \| (?P<places>[^|]+) \|$", re.MULTILINE)


def map_of_the_house() -> str:
    """The section of CONTRIBUTING.md."""
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    return text.partition("**A map of the house.**")[2].partition("\n**")[0]


def faults(text: str) -> Iterator[str]:
    """What is wrong with a map, one sentence each."""
    places = [
        place for row in ROWS.finditer(text) for place in re.findall(r"`(.+?)`", row["places"])
    ]
    for place in places:
        found = (ROOT / place).is_dir() if place.endswith("/") else (ROOT / place).is_file()
        if not found:
            yield f"{place} isn't there"
    shown = {place.rpartition("/")[0].replace("/", ".") for place in places}
    for room in sorted(packages(read_sources()) - shown - {*LAYERS[1:3]}):
        yield f"{room} is on no row"


def test_whoever_follows_the_map_gets_there() -> None:
    """At least twenty questions, each with a place that exists, and a way into every room."""
    text = map_of_the_house()
    assert len(ROWS.findall(text)) >= 20
    assert len(ROWS.findall(text)) == text.count("\n| ") - 1, "a row that is no question"
    assert list(faults(text)) == []


@pytest.mark.parametrize(
    ("was", "planted", "fault"),
    [
        ("services/redis/safety.py", "services/safety.py", "services/safety.py isn't there"),
        ("projections/games/`", "projections/plays/`", "projections/plays/ isn't there"),
        ("services/redis/safety.py", "services/settings.py", "services.redis is on no row"),
    ],
)
def test_notices_a_wrong_map(was: str, planted: str, fault: str) -> None:
    """A module that has moved away, a folder that never was, a room without a question."""
    text = map_of_the_house()
    assert was in text
    assert fault in {*faults(text.replace(was, planted))}
