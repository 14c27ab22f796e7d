"""Replays: every version of an aggregate, kept at hand for who goes forwards and backwards in it.

Reading a log costs as much as playing it again, and a client that scrubs asks for version after
version. So the last lines that were looked through stay in memory, step by step; what was
appended since is read and added.
"""

from collections import OrderedDict
from collections.abc import Sequence
from typing import Any, Generic, Protocol, TypeVar

from events.log import Log
from events.steps import Sealed, Step
from services.aggregates.kind import Kind

MOST = 40_000  # steps in memory, 1.2 to 1.6 kB each, of all lines together

A = TypeVar("A", bound=Sealed)
Line = tuple[Step[Any, A], ...]
"""A whole log; step n - 1 is version n."""


class Source(Protocol[A]):
    """Where lines are read from."""

    @property
    def log(self) -> Log: ...
    @property
    def kind(self) -> Kind[A]: ...
    async def steps(self, name: str, last: int | None = None) -> Sequence[Step[Any, A]]: ...


class Replays(Generic[A]):
    """The lines that were looked through last."""

    def __init__(self, source: Source[A], most: int = MOST) -> None:
        self._source = source
        self._most = most
        self._lines: OrderedDict[str, Line[A]] = OrderedDict()
        self._steps = 0

    async def line(self, name: str) -> Line[A]:
        """A log up to its newest entry; raise what the kind says of an unknown name."""
        line = self._lines.get(name)
        if line is None:
            line = tuple(await self._source.steps(name))
        elif not line[-1].after.over:
            line = await self._extended(name, line)
        self._keep(name, line)
        return line

    async def _extended(self, name: str, line: Line[A]) -> Line[A]:
        newer = await self._source.log.read(name, len(line) + 1)
        if not newer:
            return line
        return (*line, *self._source.kind.further(line[-1].after, newer, line))

    def forget(self, name: str) -> None:
        """The log is not what it was."""
        self._steps -= len(self._lines.pop(name, ()))

    @property
    def steps(self) -> int:
        """How many steps are in memory."""
        return self._steps

    def _keep(self, name: str, line: Line[A]) -> None:
        """Keep it, and let go of those that were not looked at for longest."""
        before = self._lines.pop(name, ())
        self._lines[name] = line if len(line) >= len(before) else before
        self._steps += max(0, len(line) - len(before))
        while self._steps > self._most and len(self._lines) > 1:
            _, gone = self._lines.popitem(last=False)
            self._steps -= len(gone)
