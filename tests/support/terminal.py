"""The command line as people use it: run to its end, or at a terminal, line by line."""

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Self

ROOT = Path(__file__).parent.parent.parent
TAPETE = [sys.executable, "-m", "services.cli"]
PATIENCE = 25.0
STYLE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def environment(data: Path, **more: str) -> dict[str, str]:
    """The environment of a newcomer whose matches lie in a folder."""
    usual = {n: v for n, v in os.environ.items() if not n.startswith(("TAPETE_", "LC_", "LANG"))}
    ours = {"TAPETE_DATA": str(data), "LC_ALL": "C.UTF-8", "TERM": "xterm", "COLUMNS": "100"}
    return usual | ours | more


def tapete(data: Path, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
    """A command, run to its end; what it says goes into pipes."""
    return subprocess.run(
        [*TAPETE, *words],
        cwd=ROOT,
        env=environment(data, **more),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )


class Screen:
    """A command at a terminal: wait for what it shows, type an answer."""

    def __init__(self, data: Path, *words: str, **more: str) -> None:
        self._end, inner = pty.openpty()
        self.process = subprocess.Popen(
            [*TAPETE, *words],
            cwd=ROOT,
            env=environment(data, **more),
            stdin=inner,
            stdout=inner,
            stderr=inner,
            start_new_session=True,
        )
        os.close(inner)
        self.data = data
        self.shown = ""
        self._seen = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """A command that was not played to its end is killed, and what outlives it with it."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
            end_all_of(self.data)
        os.close(self._end)

    def expect(self, pattern: str) -> re.Match[str]:
        """The first match of a pattern in what was not looked at yet, colours left out."""
        until = time.monotonic() + PATIENCE
        looked_for = re.compile(pattern, re.MULTILINE)
        while (found := looked_for.search(self.text, self._seen)) is None:
            assert self._read(until), f"no {pattern!r} in:\n{self.text[self._seen :]}"
        self._seen = found.end()
        return found

    @property
    def text(self) -> str:
        """All that was shown, without colours."""
        return STYLE.sub("", self.shown)

    def interrupt(self) -> None:
        """Ctrl-C, as late as a person: between a prompt and its read it would wait for a key."""
        time.sleep(0.2)
        self.process.send_signal(signal.SIGINT)

    def type(self, line: str) -> None:
        os.write(self._end, f"{line}\n".encode())

    def ended(self) -> int:
        """The exit code, once all is shown."""
        while self._read(time.monotonic() + PATIENCE):
            pass
        return self.process.wait(PATIENCE)

    def _read(self, until: float) -> bool:
        """Whether more has come; False at the end, or when it is too late."""
        ready, _, _ = select.select([self._end], [], [], max(0.0, until - time.monotonic()))
        try:
            more = os.read(self._end, 65536) if ready else b""
        except OSError:  # how Linux says that nobody holds the other end any more
            more = b""
        self.shown += more.decode(errors="replace").replace("\r\n", "\n")
        return bool(more)


def of_folder(data: Path) -> set[int]:
    """The processes that live on a data folder: whatever they are, they were told of it."""
    return {int(each.name) for each in Path("/proc").glob("[0-9]*") if _knows(each, data)}


def end_all_of(data: Path) -> None:
    """Stop what lives on a data folder, as a Redis does whose command was killed."""
    until = time.monotonic() + PATIENCE
    while (left := of_folder(data)) and time.monotonic() < until:
        for pid in left:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGTERM)
        time.sleep(0.1)
    assert not left, f"still running: {left}"


def _knows(process: Path, data: Path) -> bool:
    try:
        told = (process / "environ").read_bytes() + (process / "cmdline").read_bytes()
        alive = (process / "stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (OSError, IndexError):
        return False
    return alive and str(data).encode() in told
