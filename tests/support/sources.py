"""The modules of the house as texts, and who imports whom: what the tests of its plan share."""

import ast
from collections.abc import Mapping
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
LAYERS = ("events", "projections", "services", "workers")  # each may know those before it

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
    nodes = list(ast.walk(parsed(text)))
    froms = [node for node in nodes if isinstance(node, ast.ImportFrom)]
    assert not any(node.level for node in froms), "a relative import: write the full name"
    plain = {a.name for node in nodes if isinstance(node, ast.Import) for a in node.names}
    return plain, {(node.module or "", alias.name) for node in froms for alias in node.names}


@cache
def parsed(text: str) -> ast.Module:
    """A module's syntax."""
    return ast.parse(text)


def reach(module: str, sources: Sources) -> set[str]:
    """All that a module imports, itself or through others of ours."""
    seen, waiting = set[str](), [module]
    while waiting:
        found = imports(waiting.pop(), sources) - seen
        seen |= found
        waiting += found & sources.keys()
    return seen


def packages(sources: Sources) -> set[str]:
    """The folders among the modules."""
    return {module.rpartition(".")[0] for module in sources} & sources.keys()


def room_of(module: str, sources: Sources) -> str:
    """The folder that a module lies in; what lies in no room of a layer counts alone."""
    folder = module if module in packages(sources) else module.rpartition(".")[0]
    return module if folder in ("services", "projections") else folder
