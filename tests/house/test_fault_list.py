"""The list of faults and their tests is true."""

import re
from pathlib import Path

HERE = Path(__file__).parents[1]
LISTED = re.compile(r"`([\w/]+\.py)::(\w+)`")


def test_every_test_that_is_listed_is_there() -> None:
    """Each fault has a test, under the name by which README.md lists it."""
    listed = (HERE / "README.md").read_text()
    rows = [row for row in listed.splitlines() if row.startswith("| ")][1:]
    numbers = [row.split("|")[1].strip() for row in rows]
    assert [number for number in numbers if number] == [str(n) for n in range(1, 46)]
    assert all(LISTED.search(row) for row in rows)
    for file, name in LISTED.findall(listed):
        assert f"def {name}(" in (HERE / file).read_text(), f"{file}::{name}"
