"""Every game there is: whatever module lies in ``projections/games``."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType

from events.errors import UnknownGame
from projections import games
from projections.game.contract import AnyGame


@cache
def catalogue() -> Mapping[str, AnyGame]:
    """All games by id, in alphabetical order."""
    found: dict[str, AnyGame] = {}
    for module in iter_modules(games.__path__):
        found.update(getattr(import_module(f"{games.__name__}.{module.name}"), "GAMES", {}))
    return MappingProxyType(dict(sorted(found.items())))


def game_of(name: str) -> AnyGame:
    """The game with this id; raise ``UnknownGame``."""
    try:
        return catalogue()[name]
    except KeyError:
        raise UnknownGame(game=name, games=list(catalogue())) from None
