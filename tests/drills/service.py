"""The whole service as processes of its own, each of which may be killed at any moment."""

import os
import socket
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Self

import httpx

from tests.support.scene import HASTY, LEASE_MS, PATIENCE, ROOT
from tests.support.servers import Server

PARTITIONS = 2
API = ("-m", "services.api")
JOBS = ("-m", "workers", "jobs")
WORKER = ("-c", HASTY, str(LEASE_MS))


class Process:
    """A Python process of the service; what it says goes to a file."""

    def __init__(self, words: tuple[str, ...], env: dict[str, str], said: IO[bytes]) -> None:
        self._words, self._env, self._said = words, env, said
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, *self._words],
            cwd=ROOT,
            env=self._env,
            stdout=self._said,
            stderr=subprocess.STDOUT,
        )

    def kill(self) -> None:
        """End it without warning."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def stop(self) -> int:
        """Ask it to end; its exit code."""
        assert self._process is not None
        self._process.terminate()
        code = self._process.wait(PATIENCE)
        self._process = None
        return code


class Service:
    """A Redis, an API and a worker on one folder; ``url`` is where clients knock."""

    def __init__(self, folder: Path, *options: str, **settings: str) -> None:
        (folder / "redis").mkdir()
        self.data = folder / "data"
        self.redis = Server(folder / "redis", "--aof-load-truncated", "no", *options)
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._said = (folder / "said").open("wb")
        env = environment(self, settings)
        self.api = Process(API, env, self._said)
        self.worker = Process(WORKER, env, self._said)
        self.jobs = Process(JOBS, env, self._said)

    @property
    def said(self) -> str:
        """All that both processes have said so far."""
        return Path(self._said.name).read_text()

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            stack.callback(self._said.close)
            for each in (self.redis, self.worker, self.jobs, self.api):
                stack.callback(each.kill)
            self.redis.start()
            self.worker.start()
            self.start_api()
            self._end = stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._end.close()

    def start_api(self) -> None:
        """Start it and wait until it answers."""
        self.api.start()
        until = time.monotonic() + PATIENCE
        while not self._answers():
            assert self.api.running, self.said[-2000:]
            assert time.monotonic() < until, "the API does not start"
            time.sleep(0.05)

    def _answers(self) -> bool:
        try:
            return httpx.get(f"{self.url}/healthz", timeout=2, trust_env=False).is_success
        except httpx.HTTPError:
            return False


def environment(service: Service, more: dict[str, str]) -> dict[str, str]:
    """Without limits on how fast anybody may ask."""
    settings = {
        "REDIS_URL": service.redis.url,
        "DATA": str(service.data),
        "PORT": str(service.port),
        "PARTITIONS": str(PARTITIONS),
        "READS_PER_SECOND": "0",
        "PLAYS_PER_SECOND": "0",
        "ALLOW_UNSAFE_REDIS": "0",
    } | more
    inherited = {name: text for name, text in os.environ.items() if "TAPETE" not in name}
    return inherited | {f"TAPETE_{name}": text for name, text in settings.items()}


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as door:
        return int(door.getsockname()[1])
