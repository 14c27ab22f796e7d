"""From stored bytes to a match: read, check the seals, type the entries by the game, fold."""

from collections.abc import Sequence
from functools import cache
from typing import Any, TypeAlias

from events import steps as log
from events.codec import typed
from events.errors import Corrupt
from events.facts import Entry, Opened
from events.record import Read, Stored, read
from events.steps import follow
from projections.catalogue import game_of
from projections.match.fold import AnyEntry, Match, Past, advance, unopened


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


Step: TypeAlias = log.Step[AnyEntry, Match]
"""An entry, as it is stored, and the match after it."""


def steps(match: str, stored: Sequence[Stored], origin: Match | None = None) -> list[Step]:
    """A whole log, step n - 1 at version n; ``origin`` is what a fork goes on from."""
    offer = opening(match, stored)
    return follow(unopened(match, offer.game, rightful(offer, origin)), stored, taken)


def rightful(offer: Opened, origin: Match | None) -> Match | None:
    """The origin, if it is the one that the fork names: the same match, version and seal."""
    named = offer.origin
    if origin is None or named is None:
        return None
    if (origin.id, origin.version, origin.seal) != (named.match, named.version, named.seal):
        raise Corrupt(reason="this is not the origin that the fork names", version=1)
    return origin


def load(match: str, stored: Sequence[Stored], origin: Match | None = None) -> Match:
    """The match after all these entries."""
    return steps(match, stored, origin)[-1].after


def further(match: Match, stored: Sequence[Stored], line: Sequence[Step] = ()) -> list[Step]:
    """The entries that follow a match; a rewind needs the whole ``line``, else ``NeedsPast``."""
    return follow(match, stored, taken, line)


def taken(match: Match, item: Read, stored: Stored, past: Past) -> Step:
    """One entry more."""
    entry = typed_entry(match.name, item)
    return log.Step(entry, stored, advance(match, entry, item.seal, past))
