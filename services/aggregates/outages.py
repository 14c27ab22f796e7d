"""When this process could not write to the log: nobody loses time by that."""

from typing import NamedTuple


class Outage(NamedTuple):
    """From when until when (ms UTC)."""

    since: int
    until: int


class Outages:
    """The last outage that this process has met with, be it over or not."""

    def __init__(self) -> None:
        self._since: int | None = None
        self._last: Outage | None = None

    def failed(self, now: int) -> None:
        """Something could not be written, or nobody knows whether it was."""
        if self._since is None:
            self._since = now

    def worked(self, now: int) -> None:
        """Something was written."""
        if self._since is not None:
            self._last, self._since = Outage(self._since, now), None

    def last(self, now: int) -> Outage | None:
        return self._last if self._since is None else Outage(self._since, now)
