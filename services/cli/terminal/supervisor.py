"""Child processes: started, started again when they die, and stopped in order."""

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import FrameType

SHORTEST, LONGEST = 0.5, 30.0
"""Seconds before a dead child is started again: at first, at most."""
STEADY = 60.0
"""Who has lived for so many seconds is trusted again."""
PATIENCE = 20.0
"""Seconds for a child to end in good order, before it is killed."""
LOOK = 0.1

Died = Callable[["Child", int, float], None]
"""Called with who died, its exit code, and after how many seconds it is started again."""
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""Ctrl-C, being told to, and a terminal that is closed."""


class Child:
    """One process that should be there; what it says goes to ``out``, else to our stderr."""

    def __init__(
        self, name: str, words: Sequence[str], env: Mapping[str, str], out: int | None = None
    ) -> None:
        self.name = name
        self._out = out
        self.deaths = 0
        self._command = [sys.executable, "-m", "services.cli.terminal.child", *words]
        self._env = dict(env)
        self._process: subprocess.Popen[bytes] | None = None
        self._since = 0.0
        self._again = 0.0

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process else None

    def start(self) -> None:
        """Start it in a group of its own: a Ctrl-C at the terminal reaches us alone."""
        self._since = time.monotonic()
        self._process = subprocess.Popen(  # noqa: S603  the command is our own
            self._command,
            env=self._env,
            stdin=subprocess.PIPE,
            stdout=sys.stderr.fileno() if self._out is None else self._out,
            stderr=self._out,
            process_group=0,
        )

    def look(self, died: Died) -> None:
        """Note a death, and start again when its time has come."""
        now = time.monotonic()
        if self._process is None:
            if now >= self._again:
                self.start()
        elif (code := self._process.poll()) is not None:
            self._forget()
            self.deaths = 1 if now - self._since > STEADY else self.deaths + 1
            pause = min(LONGEST, SHORTEST * 2 ** (self.deaths - 1))
            self._again = now + pause
            died(self, code, pause)

    def ask_to_stop(self) -> None:
        if self._process is not None:
            self._process.terminate()

    def stop(self) -> None:
        """Ask it to end, and wait; kill it if it doesn't."""
        if self._process is None:
            return
        self.ask_to_stop()
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._forget()

    def _forget(self) -> None:
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.close()
        self._process = None


@contextmanager
def stoppable() -> Iterator[threading.Event]:
    """An event that Ctrl-C, SIGTERM or a closed terminal sets, for as long as this lasts."""
    stop = threading.Event()

    def asked(number: int, frame: FrameType | None) -> None:
        stop.set()

    before = {n: signal.signal(n, asked) for n in SIGNALS}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def running(children: Sequence[Child]) -> Iterator[None]:
    """The children, started together and stopped one after the other, in their order."""
    try:
        for child in children:
            child.start()
        yield
    finally:
        for child in children:
            child.stop()


def watch(
    children: Sequence[Child], stop: threading.Event, died: Died, true: Callable[[], bool]
) -> bool:
    """Keep the children alive until something has come true; False if we are to stop before."""
    while not stop.is_set():
        if true():
            return True
        for child in children:
            child.look(died)
        stop.wait(LOOK)
    return False
