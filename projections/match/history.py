"""From stored bytes to a match: read, check the seals, type the entries by the game, fold."""

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from events.codec import typed
from events.errors import Corrupt
from events.facts import Entry, Opened
from events.record import Read, Stored, read, read_on
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


class Step(NamedTuple):
    """An entry, as it is stored, and the match after it."""

    entry: AnyEntry
    stored: Stored
    match: Match


def steps(match: str, stored: Sequence[Stored], origin: Match | None = None) -> list[Step]:
    """A whole log, step n - 1 at version n; ``origin`` is what a fork goes on from."""
    offer = opening(match, stored)
    begun = unopened(match, offer.game, rightful(offer, origin))
    line: list[Step] = []
    for item, raw in zip(read(match, stored), stored, strict=True):
        before = line[-1].match if line else begun
        line.append(step(before, item, raw, lambda version: earlier(line, version)))
    return line


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
    return steps(match, stored, origin)[-1].match


def further(match: Match, stored: Sequence[Stored]) -> list[Step]:
    """The entries that follow a match; raise ``NeedsPast`` where one of them is a rewind."""
    line: list[Step] = []
    for item, raw in zip(read_on(match.version, match.seal, stored), stored, strict=True):
        line.append(step(line[-1].match if line else match, item, raw, _no_past))
    return line


def onwards(line: Sequence[Step], stored: Sequence[Stored]) -> list[Step]:
    """The entries that follow a whole line, rewinds among them."""
    whole = list(line)
    known = line[-1].match
    for item, raw in zip(read_on(known.version, known.seal, stored), stored, strict=True):
        whole.append(step(whole[-1].match, item, raw, lambda version: earlier(whole, version)))
    return whole[len(line) :]


def earlier(line: Sequence[Step], version: int) -> Match:
    """The match at a version that a rewind names."""
    if not 0 < version <= len(line):
        raise Corrupt(reason=f"a rewind to version {version}", version=len(line) + 1)
    return line[version - 1].match


class NeedsPast(Exception):
    """A rewind can only be followed with the whole log at hand."""


def _no_past(version: int) -> Match:
    raise NeedsPast


def step(match: Match, item: Read, stored: Stored, past: Past) -> Step:
    entry = typed_entry(match.name, item)
    return Step(entry, stored, advance(match, entry, item.seal, past))
