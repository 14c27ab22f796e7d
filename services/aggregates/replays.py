"""Replays: every version of a match, kept at hand for who goes forwards and backwards in it.

Reading a log costs as much as playing it again, and a client that scrubs asks for version after
version. So the last matches that were looked through stay in memory, step by step; what was
appended since is read and added.
"""

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence

from events.log import Log
from events.record import Stored
from projections.match.history import Step, onwards

MOST = 40_000  # steps in memory, 1.2 to 1.6 kB each, of all matches together

Line = tuple[Step, ...]
"""A whole match; step n - 1 is version n."""
Whole = Callable[[str], Awaitable[Sequence[Step]]]


class Replays:
    """The lines of the matches that were looked through last."""

    def __init__(self, log: Log, whole: Whole, most: int = MOST) -> None:
        self._log = log
        self._whole = whole
        self._most = most
        self._lines: OrderedDict[str, Line] = OrderedDict()
        self._steps = 0

    async def line(self, match: str) -> Line:
        """A match up to its newest entry; raise ``UnknownMatch``."""
        line = self._lines.get(match)
        if line is None:
            line = tuple(await self._whole(match))
        elif not line[-1].match.over:
            line = extended(line, await self._log.read(match, len(line) + 1))
        self._keep(match, line)
        return line

    def forget(self, match: str) -> None:
        """The log is not what it was."""
        self._steps -= len(self._lines.pop(match, ()))

    @property
    def steps(self) -> int:
        """How many steps are in memory."""
        return self._steps

    def _keep(self, match: str, line: Line) -> None:
        """Keep it, and let go of those that were not looked at for longest."""
        before = self._lines.pop(match, ())
        self._lines[match] = line if len(line) >= len(before) else before
        self._steps += max(0, len(line) - len(before))
        while self._steps > self._most and len(self._lines) > 1:
            _, gone = self._lines.popitem(last=False)
            self._steps -= len(gone)


def extended(line: Line, newer: Sequence[Stored]) -> Line:
    return (*line, *onwards(line, newer)) if newer else line
