"""The measurements still measure what they say."""

import pytest
import uvloop

from bench import games, moves
from bench.service import serving
from bench.tables import cell, table


@pytest.mark.slow
def test_moves_are_measured() -> None:
    """A load plays through the whole service, nothing is refused, every part is accounted for."""
    with serving() as service:
        saturated = uvloop.run(moves.run(service, "casino", 4, 0.5, 0))
        paced = uvloop.run(moves.run(service, "kaiser", 4, 0.5, 40))
    for row in (saturated, paced):
        assert float(row["moves"]) > 0
        assert 0 < float(row["p50_ms"]) <= float(row["p99_ms"])
        parts = sum(float(row[f"{part}_us"]) for part in ("API", "worker", "Redis", "jobs"))
        assert parts == pytest.approx(float(row["server_us"]))
    assert float(saturated["per_s"]) > float(paced["per_s"])


@pytest.mark.slow
def test_rules_are_measured() -> None:
    """Random play and replay have a figure for the games that are asked for."""
    (row,) = games.measure(0.05, ["kaiser"])
    assert row["game"] == "kaiser"
    assert float(row["per_s"]) > 0
    assert float(row["replay"]) > 0


def test_rows_are_told_in_markdown() -> None:
    """A table has a line for each row, and figures have the digits that mean something."""
    text = table([{"a": 1234.5, "b": "x"}, {"a": 0.25}], {"a": "A", "b": "B"})
    assert text.splitlines() == ["| A | B |", "|---|---|", "| 1,234 | x |", "| 0.2 |  |"]
    assert [cell(n) for n in (7.0, 7.25, 100.4, None)] == ["7", "7.2", "100", ""]
