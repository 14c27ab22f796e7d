"""The file in which the processes of a service write while people look at the screen."""

import json
import os
import shutil
from pathlib import Path

LARGEST = 8 * 1024 * 1024
"""Bytes after which the file begins anew; what was in it is kept once, as ``….log.1``."""


class LogFile:
    """Open for appending; only its owner may read it."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.path = path
        self.fd = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o600)
        self._begin = self._size()

    def close(self) -> None:
        os.close(self.fd)

    def bound(self) -> None:
        """Begin anew if it has grown too large; who writes holds the same file and goes on."""
        if self._size() > LARGEST:
            older = self.path.with_name(f"{self.path.name}.1")
            shutil.copyfile(self.path, older)
            older.chmod(0o600)
            os.ftruncate(self.fd, 0)
            self._begin = 0

    def last(self, lines: int) -> str:
        """What was written last since it was opened, as people read it."""
        start = max(self._begin, self._size() - 64 * 1024)
        text = os.pread(self.fd, 64 * 1024, start).decode(errors="replace")
        return "\n".join("\n".join(map(readable, text.splitlines())).splitlines()[-lines:])

    def _size(self) -> int:
        return os.fstat(self.fd).st_size


def readable(line: str) -> str:
    """A line of JSON as words; any other as it is."""
    try:
        told = json.loads(line)
        event, trace = told.pop("event"), told.pop("exception", "")
    except (ValueError, KeyError, TypeError, AttributeError):
        return line
    words = " ".join(f"{name}={value}" for name, value in told.items() if name != "timestamp")
    return f"{event} {words}\n{trace}".rstrip()
