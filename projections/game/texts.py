"""What players read, from one data file a game: ``data/texts/<game>.json``, English and Spanish."""

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from types import MappingProxyType

from projections.language.text import Text


@cache
def texts(name: str) -> Mapping[str, Text]:
    """All texts of a game's file, by the name of what they say."""
    path = resources.files("projections").joinpath("data", "texts", f"{name}.json")
    raw = json.loads(path.read_text("utf-8"))
    return MappingProxyType({key: Text(each["en"], each["es"]) for key, each in raw.items()})
