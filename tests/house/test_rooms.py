"""How the house is built: rooms that say what they are and can be walked round, short functions."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from statistics import median

import pytest

from tests.support.sources import Sources, packages, parsed, read_sources, room_of

MODULES = 14  # in a room
ONE_IDEA = {  # a module a game, a command, a resource: as many as there are
    "projections.games",
    "services.cli.commands",
    "services.api.routes",
}
MEDIAN, NINE_IN_TEN, LONGEST = 6, 14, 45  # lines of a function

Function = ast.FunctionDef | ast.AsyncFunctionDef


def faults(sources: Sources) -> Iterator[str]:
    """What is wrong with the rooms, one sentence each."""
    rooms = packages(sources)
    for room in sorted(rooms):
        said = ast.get_docstring(parsed(sources[room])) or ""
        if len(re.findall(r"[.!?…](?=\s|$)", said)) != 1 or not said.endswith("."):
            yield f"{room}: its __init__ doesn't say in one sentence what it is"
        if len(parsed(sources[room]).body) != 1:
            yield f"{room}: its __init__ says more than a sentence"
    sizes = Counter(room_of(module, sources) for module in sources if module not in rooms)
    for room in sorted(sizes.keys() - ONE_IDEA):
        if sizes[room] > MODULES:
            yield f"{room}: {sizes[room]} modules are more than one can keep in mind"


@cache
def functions(text: str) -> dict[str, int]:
    """How many lines each function of a module has, by its place and name."""
    nodes = (node for node in ast.walk(parsed(text)) if isinstance(node, Function))
    return {f"{node.lineno}: {node.name}": lines(node) for node in nodes}


def lines(function: Function) -> int:
    """From its name to its end."""
    return (function.end_lineno or function.lineno) - function.lineno + 1


def lengths(sources: Sources) -> list[int]:
    """How many lines the functions have, the shortest first."""
    return sorted(n for text in sources.values() for n in functions(text).values())


def too_long(sources: Sources) -> Iterator[str]:
    """What is wrong with the functions' lengths, one sentence each."""
    all_of_them = lengths(sources)
    if median(all_of_them) > MEDIAN:
        yield f"half of the functions have more than {MEDIAN} lines"
    if all_of_them[len(all_of_them) * 9 // 10] > NINE_IN_TEN:
        yield f"one function in ten has more than {NINE_IN_TEN} lines"
    for module, text in sorted(sources.items()):
        for place, number in functions(text).items():
            if number > LONGEST:
                yield f"{module}, line {place} has {number} lines"


@pytest.fixture(scope="module")
def sources() -> Sources:
    """Every module of ours."""
    return read_sources()


def test_a_room_says_what_it_is_and_can_be_walked_round(sources: Sources) -> None:
    """A folder has one sentence, nothing else beside its modules, and about a dozen of those."""
    assert {*faults(sources)} == set()


def test_functions_are_short(sources: Sources) -> None:
    """Half have six lines at most, nine in ten fourteen, and the longest fits on a screen."""
    assert list(too_long(sources)) == []


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "doesn't say in one sentence what it is"),
        ('"""Heads. And more."""', "doesn't say in one sentence what it is"),
        ('"""Heads"""', "doesn't say in one sentence what it is"),
        ('"""Heads."""\nfrom services.heads.signed import Heads', "says more than a sentence"),
    ],
)
def test_notices_a_room_that_says_too_little_or_too_much(
    sources: Sources, text: str, fault: str
) -> None:
    """No sentence, two of them, an unfinished one, or code where a sentence should be."""
    assert f"services.heads: its __init__ {fault}" in {*faults({**sources, "services.heads": text})}


def test_notices_a_crowded_room(sources: Sources) -> None:
    """Where modules gather that no one idea holds together, it is said how many they are."""
    full = {f"services.heads.more_{number}": "" for number in range(MODULES + 1)}
    crowded = [fault for fault in faults({**sources, **full}) if fault.startswith("services.heads")]
    assert len(crowded) == 1
    assert "are more than one can keep in mind" in crowded[0]
    games = {f"projections.games.more_{number}": "" for number in range(MODULES + 1)}
    assert {*faults({**sources, **games})} == {*faults(sources)}


def written(functions: int, each: int) -> str:
    """A module of so many functions of so many lines."""
    body = "    pass\n" * (each - 1)
    return "".join(f"async def f{number}():\n{body}" for number in range(functions))


def test_notices_long_functions(sources: Sources) -> None:
    """One that fits on no screen is named; many that are a little too long are noticed too."""
    planted = {**sources, "services.long": written(1, LONGEST + 1)}
    assert list(too_long(planted)) == [f"services.long, line 1: f0 has {LONGEST + 1} lines"]
    tenth, half = len(lengths(sources)) // 9, len(lengths(sources)) + 1
    planted = {**sources, "services.long": written(tenth, NINE_IN_TEN + 1)}
    assert f"one function in ten has more than {NINE_IN_TEN} lines" in {*too_long(planted)}
    planted = {**sources, "services.long": written(half, MEDIAN + 1)}
    assert list(too_long(planted)) == [f"half of the functions have more than {MEDIAN} lines"]
