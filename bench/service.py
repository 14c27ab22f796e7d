"""The service as it is deployed, in a folder of its own: ``tapete serve`` and all its processes."""

import json
import os
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import httpx

PATIENCE = 60.0  # seconds for the service to come up, or down
LIMITLESS = {"PLAYS_PER_SECOND": "0", "READS_PER_SECOND": "0"}
PARTS = {
    "services.api": "API",
    "workers jobs": "jobs",
    "workers": "worker",
    "valkey-server": "Redis",
    "redis-server": "Redis",
}


class Service(NamedTuple):
    """Where it listens, and the process of each of its parts."""

    port: int
    folder: Path
    parts: dict[str, int]

    def cpu(self) -> dict[str, int]:
        """Nanoseconds of CPU that each part has used so far."""
        return {part: cpu_of(pid) for part, pid in self.parts.items()}


def cpu_of(pid: int) -> int:
    """Nanoseconds of CPU that a process has used, all of its threads."""
    threads = Path(f"/proc/{pid}/task").glob("*/schedstat")
    return sum(int(thread.read_text().split()[0]) for thread in threads)


def busy() -> float:
    """Seconds of CPU that the whole machine has worked since it started."""
    ticks = [int(word) for word in Path("/proc/stat").read_text().splitlines()[0].split()[1:9]]
    return (sum(ticks) - ticks[3] - ticks[4]) / os.sysconf("SC_CLK_TCK")


@contextmanager
def serving(**settings: str) -> Iterator[Service]:
    """The service on a free port, without limits for the load; gone with its folder at the end."""
    allow_many_files()
    with tempfile.TemporaryDirectory(prefix="tapete-") as folder:
        port = free_port()
        given = LIMITLESS | {"DATA": folder, "LOG": "error"} | settings
        env = os.environ | {f"TAPETE_{name}": value for name, value in given.items()}
        words = [sys.executable, "-m", "services.cli", "serve", "--port", str(port)]
        with subprocess.Popen(words, env=env, stdout=subprocess.DEVNULL) as process:
            try:
                wait(process, port)
                yield Service(port, Path(folder), parts(process.pid, folder))
            finally:
                process.terminate()
                process.wait(PATIENCE)


def allow_many_files() -> None:
    """A socket is a file, and 500 matches have 1,500; our children inherit the limit."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as door:
        return int(door.getsockname()[1])


def wait(process: subprocess.Popen[bytes], port: int) -> None:
    """Until the service takes moves."""
    until = time.monotonic() + PATIENCE
    while not is_ready(port):
        if process.poll() is not None or time.monotonic() > until:
            raise RuntimeError("the service does not come up")
        time.sleep(0.1)


def is_ready(port: int) -> bool:
    try:
        return httpx.get(f"http://127.0.0.1:{port}/readyz", trust_env=False).is_success
    except httpx.HTTPError:
        return False


def parts(parent: int, folder: str) -> dict[str, int]:
    """The processes of a service by what they do; its Redis is known by its folder."""
    found: dict[str, int] = {}
    for pid, words in commands().items():
        if parent_of(pid) == parent or folder in words:
            part = next((part for word, part in PARTS.items() if word in words), None)
            if part is not None:
                found[part] = pid
    return found


def commands() -> Mapping[int, str]:
    """The command line of every process."""
    lines: dict[int, str] = {}
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            lines[int(file.parent.name)] = file.read_bytes().replace(b"\0", b" ").decode()
        except OSError:
            continue  # it has ended meanwhile
    return lines


def parent_of(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


def main() -> None:
    """Serve until SIGTERM; one line of JSON says where, and by which processes."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    with serving() as service:
        told = {"url": f"http://127.0.0.1:{service.port}", "pids": list(service.parts.values())}
        print(json.dumps(told), flush=True)
        signal.pause()


if __name__ == "__main__":
    main()
