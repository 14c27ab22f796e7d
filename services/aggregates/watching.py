"""Watching a log live, without a gap: what was missed first, then what happens, each version once.

A reader who does not keep up is told to resync and let go: nobody waits for anybody.
"""

from collections.abc import Callable
from typing import Any, Generic, Protocol, TypeVar

from events.steps import Sealed, Step
from services.aggregates.cache import Cache, Known

A = TypeVar("A", bound=Sealed)
S = TypeVar("S", bound=Sealed, covariant=True)
F = TypeVar("F", bound="Written[Any]")


class Written(Protocol[S]):
    """What was appended, written for who watches: at most once for all who see the same."""

    @property
    def after(self) -> S: ...


View = Callable[[F], list[bytes]]
"""The frames that one reader gets of what was appended, one for each entry."""
Send = Callable[[int, bytes], None]
"""(the version, its frame or signed head); it doesn't wait."""


class Heads(Protocol):
    """Who signs what readers are told."""

    def moved(self, state: Sealed) -> None: ...
    def written(self, state: Sealed) -> bytes: ...


class Watch(Generic[F]):
    """One reader of one log. What is appended while he catches up waits until he has."""

    __slots__ = ("_early", "_head", "_view", "send", "stop", "version")

    def __init__(self, view: View[F], send: Send) -> None:
        self.version: int | None = None
        self.stop: Callable[[], None] = lambda: None
        self._view = view
        self.send = send
        self._early: list[F] = []
        self._head: tuple[int, bytes] | None = None

    def take(self, written: F) -> None:
        """What was appended goes out as far as the reader hasn't got it."""
        if self.version is None:
            self._early.append(written)
            return
        newest = written.after.version
        if newest > self.version:
            since, self.version = self.version, newest
            for version, frame in enumerate(self._view(written)[since - newest :], since + 1):
                self.send(version, frame)

    def tell(self, version: int, head: bytes) -> None:
        """Pass a signed head on, behind the frames that it signs."""
        if self.version is None:
            self._head = version, head
        elif version <= self.version:
            self.send(version, head)

    def caught_up(self, version: int) -> None:
        """From here on everything is delivered as it comes."""
        self.version = version
        early, self._early = self._early, []
        for written in early:
            self.take(written)
        if self._head is not None:
            self.tell(*self._head)


class Audience(Generic[A, F]):
    """The readers of one log."""

    def __init__(self, write: Callable[[list[Step[Any, A]]], F], heads: Heads | None) -> None:
        self.readers: list[Watch[F]] = []
        self._write = write
        self._heads = heads

    def __call__(self, steps: list[Step[Any, A]]) -> None:
        written = self._write(steps)
        for reader in tuple(self.readers):
            reader.take(written)
        if self._heads is None:
            return
        after = steps[-1].after
        if after.over:
            self.tell(after.version, self._heads.written(after))
        else:
            self._heads.moved(after)

    def tell(self, version: int, head: bytes) -> None:
        for reader in tuple(self.readers):
            reader.tell(version, head)


class Live(Generic[A, F]):
    """All audiences of this process in one kind of aggregate."""

    def __init__(
        self,
        cache: Cache[A],
        write: Callable[[list[Step[Any, A]]], F],
        heads: Heads | None = None,
    ) -> None:
        self._cache = cache
        self._write = write
        self._heads = heads
        self._audiences: dict[str, Audience[A, F]] = {}

    def watch(self, name: str, watch: Watch[F]) -> None:
        """Let a reader follow a log from now on, until he stops."""
        known = self._cache.known(name)
        audience = self._audiences.get(name)
        if audience is None:
            audience = self._audiences[name] = Audience(self._write, self._heads)
            known.watchers.append(audience)
        audience.readers.append(watch)
        watch.stop = lambda: self._leave(known, audience, watch)

    def tell(self, name: str, version: int, head: bytes) -> None:
        """Tell the readers of a log its signed head."""
        if (audience := self._audiences.get(name)) is not None:
            audience.tell(version, head)

    def _leave(self, known: Known[A], audience: Audience[A, F], watch: Watch[F]) -> None:
        if watch in audience.readers:
            audience.readers.remove(watch)
        if not audience.readers and self._audiences.get(known.name) is audience:
            del self._audiences[known.name]
            known.watchers.remove(audience)
