"""From stored bytes to a match: read, check the seals, type the entries by the game, fold."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from events.codec import typed
from events.errors import Corrupt
from events.facts import Entry, Opened
from events.record import Read, Stored, read, read_on
from projections.catalogue import game_of
from projections.match import AnyEntry, Match, Past, advance, unopened


@cache
def entry_type(game: str) -> Any:
    """The type of a game's entries, by its id."""
    rules = game_of(game)
    parametrised: Any = Entry  # the types of moves and effects are only known at run time
    return parametrised[rules.move, rules.effect]


def typed_entry(game: str, item: Read) -> AnyEntry:
    """A read entry as this game's; raise ``Corrupt`` with the version if it isn't one."""
    try:
        entry: AnyEntry = typed(item.tree, entry_type(game))
    except Corrupt as error:
        raise Corrupt(reason=error.details["reason"], version=item.version) from error
    return entry


def opening(match: str, stored: Sequence[Stored]) -> Opened:
    """What a log begins with."""
    first = next(read(match, stored[:1]), None)
    cause = None if first is None else typed(first.tree, Entry[Any, Any]).cause
    if not isinstance(cause, Opened):
        raise Corrupt(reason="a log begins with Opened", version=1)
    return cause


def load(match: str, stored: Sequence[Stored]) -> Match:
    """The match after all these entries."""
    return history(match, stored)[-1]


def history(match: str, stored: Sequence[Stored]) -> list[Match]:
    """The match at every version: index 0 before anything, index n at version n."""
    game = opening(match, stored).game
    line = [unopened(match, game)]
    for item in read(match, stored):
        line.append(step(line[-1], item, line.__getitem__))
    return line


def catch_up(match: Match, stored: Iterable[Stored], past: Past) -> Match:
    """The match after the entries that follow those it knows."""
    for item in read_on(match.version, match.seal, stored):
        match = step(match, item, past)
    return match


def step(match: Match, item: Read, past: Past) -> Match:
    return advance(match, typed_entry(match.name, item), item.seal, past)
