"""The aggregates that a process knows: cached by version, one writer at a time, watched live.

What is known is only ever as new as what the log has acknowledged. Whoever is in doubt drops what
he knows and reads again.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, TypeVar

from events.errors import Corrupt, UnknownVersion
from events.log import Log
from events.record import Stored
from events.steps import NeedsPast, Sealed, Step
from services.aggregates.freezing import Freezer
from services.aggregates.kind import Kind
from services.aggregates.replays import Replays

A = TypeVar("A", bound=Sealed)
Watcher = Callable[[list[Step[Any, A]]], None]
"""Called with the entries that were appended, in order, after they are on disk."""

Remembered = Callable[[str], tuple[int, bytes] | None]
"""The newest version of a log that is known outside it, and its seal."""

MOST = 20_000  # aggregates kept in memory; the least used give way


class Known(Generic[A]):
    """One aggregate as this process knows it.

    ``state`` is None when in doubt; ``newest`` is then what its log must hold.
    """

    __slots__ = ("lock", "name", "newest", "state", "watchers")

    def __init__(self, name: str) -> None:
        self.name = name
        self.state: A | None = None
        self.newest: tuple[int, bytes] | None = None
        self.lock = asyncio.Lock()
        self.watchers: list[Watcher[A]] = []

    @property
    def used(self) -> bool:
        """Whether somebody watches or writes."""
        return bool(self.watchers) or self.lock.locked()

    def drop(self) -> None:
        """Doubt everything but that what was confirmed must be in the log."""
        if self.state is not None and self.state.version:
            self.newest = self.state.version, self.state.seal
        self.state = None

    def appended(self, steps: list[Step[Any, A]]) -> None:
        """The log has these entries now: know them, and tell who watches."""
        after = steps[-1].after
        if self.state is not None and self.state.version >= after.version:
            return
        self.state = after
        for watcher in tuple(self.watchers):
            watcher(steps)

    def learnt(self, line: list[Step[Any, A]]) -> A:
        """Know a whole log again, and tell who watches what has happened since it was in doubt.

        Where nothing was in doubt nobody has missed anything.
        """
        known = len(line) if self.newest is None else self.newest[0]
        if line[known:]:
            self.appended(line[known:])
        elif self.state is None:
            self.state = line[-1].after
        return self.state or line[-1].after


def nothing(name: str) -> None:
    """Nothing is known outside the log."""
    return


class Cache(Generic[A]):
    """All aggregates of one kind that this process knows, on one log."""

    def __init__(
        self,
        log: Log,
        kind: Kind[A],
        freezer: Freezer | None = None,
        remembered: Remembered = nothing,
        most: int = MOST,
    ) -> None:
        self.log = log
        self.kind = kind
        self.freezer = freezer or Freezer()
        self.freezer.heard.append(self._heard)
        self.replays: Replays[A] = Replays(self)
        self._remembered = remembered
        self._most = most
        self._known: OrderedDict[str, Known[A]] = OrderedDict()

    # -- what is in memory

    def known(self, name: str) -> Known[A]:
        """What is known of a name, at first nothing."""
        known = self._known.get(name)
        if known is None:
            self._make_room()
            known = self._known[name] = Known(name)
        else:
            self._known.move_to_end(name)
        return known

    def peek(self, name: str) -> Known[A] | None:
        """What is known of a name, if anything."""
        return self._known.get(name)

    def all(self) -> tuple[Known[A], ...]:
        return tuple(self._known.values())

    def forget(self, known: Known[A]) -> None:
        """Keep nothing of what there isn't, unless somebody is about to begin it."""
        if known.state is None and not known.used and self._known.get(known.name) is known:
            del self._known[known.name]

    def clear(self) -> None:
        """Know nothing any more."""
        self._known.clear()

    def _make_room(self) -> None:
        while len(self._known) >= self._most:
            idle = next((name for name, known in self._known.items() if not known.used), None)
            if idle is None:
                return
            del self._known[idle]

    def _heard(self, name: str, reason: str | None) -> None:
        """What was released is read anew."""
        if reason is None and self.kind.owns(name):
            if (known := self._known.get(name)) is not None:
                known.state = known.newest = None
            self.replays.forget(name)

    # -- what the log holds

    async def current(self, known: Known[A]) -> A:
        """The state as this process knows it, read from the log if it knows nothing."""
        if self.freezer.reasons:
            self.freezer.refuse(known.name)
        if known.state is not None:
            return known.state
        return known.learnt(await self._read_anew(known))

    async def refresh(self, known: Known[A]) -> A:
        """Take in what others have appended, and tell it to the watchers."""
        state = await self.current(known)
        newer = await self.log.read(known.name, state.version + 1)
        if newer:
            known.appended(await self._follow(state, newer))
        return known.state or state

    async def read(self, name: str, version: int | None = None) -> A:
        """The state from the log, at its head or at a version."""
        return (await self.steps(name, version))[-1].after

    async def steps(self, name: str, last: int | None = None) -> list[Step[Any, A]]:
        """The log, entry by entry with the state after each, up to a version."""
        stored = await self.log.read(name, 1, last)
        line = await self._whole(name, stored)
        if last is not None and len(line) != last:
            raise UnknownVersion(match=name, version=last, last=len(line))
        return line

    async def _whole(self, name: str, stored: Sequence[Stored]) -> list[Step[Any, A]]:
        if not stored or not self.kind.owns(name):
            raise self.kind.unknown(name)
        return await self.kind.whole(name, stored)

    async def _read_anew(self, known: Known[A]) -> list[Step[Any, A]]:
        """Read a log of which we know no state; freeze it if it has less than we know."""
        heads = known.newest, self._remembered(known.name)  # first: it may move meanwhile
        least = max(filter(None, heads), default=None)
        stored = await self.log.read(known.name)
        if least is not None and not holds(stored, *least):
            last = stored[-1].version if stored else 0
            reason = f"version {least[0]} was confirmed, but the log ends at {last} or is another"
            raise self.freezer.freeze(known.name, reason)
        try:
            return await self._whole(known.name, stored)
        except Corrupt as error:
            reason = f"{error.details['reason']}{last_good(stored, error)}"
            raise self.freezer.freeze(known.name, reason) from error

    async def _follow(self, state: A, newer: Sequence[Stored]) -> list[Step[Any, A]]:
        try:
            return self.kind.further(state, newer)
        except NeedsPast:
            return list((await self.replays.line(state.id))[state.version :])


AnyCache = Cache[Any]


def cache_of(caches: Iterable[AnyCache], name: str) -> AnyCache | None:
    """The cache of the kind that owns a name."""
    return next((cache for cache in caches if cache.kind.owns(name)), None)


def holds(stored: Sequence[Stored], version: int, seal: bytes) -> bool:
    """Whether a whole log has this entry at this version."""
    return len(stored) >= version and stored[version - 1].seal == seal


def last_good(stored: Sequence[Stored], error: Corrupt) -> str:
    """Up to where a log is sound, in words."""
    wrong = int(error.details.get("version") or 0)
    if not 1 < wrong <= len(stored) + 1:
        return ""
    return (
        f"; version {wrong - 1} with the head {stored[wrong - 2].seal.hex()[:16]}… is the last good"
    )
