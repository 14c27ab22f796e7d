"""The known right answers in tests/data/tournaments."""

import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[2] / "data" / "tournaments"


def known(name: str) -> Any:
    """A JSON file of that folder."""
    return json.loads((FOLDER / name).read_text(encoding="utf-8"))


def files(pattern: str) -> list[Path]:
    """The files of that folder that match, by name; there must be some."""
    found = sorted(FOLDER.glob(pattern))
    assert found, pattern
    return found
