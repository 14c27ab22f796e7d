"""What time it is in the house: the wall clock's time at the start, and no jumps from there on.

A wall clock is set forwards and backwards; nobody may lose or win time by that. So it is read once,
and from there on a clock counts that only runs. The processes of a machine that work on one folder
agree with the first of them, or each would know another time after the wall clock has jumped.
"""

import fcntl
import os
import time
from collections.abc import Callable
from pathlib import Path

BOOT = Path("/proc/sys/kernel/random/boot_id")
"""Tells machines and their starts apart, where there is such a thing: what counts begins anew."""


class HouseClock:
    """Calling it gives milliseconds UTC; ``wall`` and ``steady`` give nanoseconds."""

    def __init__(
        self,
        wall: Callable[[], int] = time.time_ns,
        steady: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self._wall = wall
        self._steady = steady
        self._offset = wall() - steady()
        self._file: int | None = None

    def __call__(self) -> int:
        return (self._offset + self._steady()) // 1_000_000

    def agree(self, folder: Path) -> None:
        """Have the same time as the others that work on this folder; if there are none, set it."""
        folder.mkdir(parents=True, exist_ok=True)
        file = os.open(folder / "clock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self._offset = self._wall() - self._steady()
            os.ftruncate(file, 0)
            os.pwrite(file, f"{self._offset} {boot()}".encode(), 0)
        except BlockingIOError:
            fcntl.flock(file, fcntl.LOCK_SH)
            self._follow(os.pread(file, 100, 0).decode())
        fcntl.flock(file, fcntl.LOCK_SH)  # held as long as this process lives
        self.leave()
        self._file = file

    def _follow(self, said: str) -> None:
        offset, _, there = said.partition(" ")
        if offset and there == boot():
            self._offset = int(offset)

    def leave(self) -> None:
        """Have a time of one's own again."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


def boot() -> str:
    try:
        return BOOT.read_text().strip()
    except OSError:
        return ""
