"""The whole service by one command: it comes up, goes down in order, and keeps its matches."""

import os
import re
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Self

import httpx
import pytest
from terminal import ROOT, TAPETE, environment, of_folder, tapete

READY = 60.0


class Service:
    """``tapete serve`` on a free port; what it says is collected in files."""

    def __init__(self, data: Path, *words: str) -> None:
        self.data = data
        self.told, self.logged = data / "told.txt", data / "logged.txt"
        with self.told.open("wb") as told, self.logged.open("wb") as logged:
            self.process = subprocess.Popen(
                [*TAPETE, "serve", "--port", "0", *words],
                cwd=ROOT,
                env=environment(data),
                stdin=subprocess.DEVNULL,
                stdout=told,
                stderr=logged,
            )
        self.url = self.says(r"Tapete is ready: (\S+)")[1]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        assert eventually(lambda: of_folder(self.data) == set())

    def says(self, pattern: str) -> re.Match[str]:
        """Wait until it has said so."""
        until = time.monotonic() + READY
        while (found := re.search(pattern, self.told.read_text("utf-8"), re.MULTILINE)) is None:
            assert self.process.poll() is None, self.logged.read_text("utf-8")
            assert time.monotonic() < until, self.told.read_text("utf-8")
            time.sleep(0.05)
        return found

    def stop(self, how: int = signal.SIGTERM) -> int:
        self.process.send_signal(how)
        return self.process.wait(30)

    def pid_of(self, module: str) -> int:
        """The process that runs a module."""
        for pid in of_folder(self.data):
            words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
            if words[3:5] == [module.encode(), b""]:
                return pid
        raise AssertionError(f"no process runs {module}")


def eventually(true: Callable[[], bool], seconds: float = 20) -> bool:
    until = time.monotonic() + seconds
    while not true():
        if time.monotonic() > until:
            return False
        time.sleep(0.1)
    return True


def test_it_comes_up_goes_down_and_keeps_its_matches(tmp_path: Path) -> None:
    """A match that was opened is there after SIGTERM and a new start; nothing is left behind."""
    with Service(tmp_path) as service:
        offered = httpx.post(f"{service.url}/v1/matches", json={"game": "kaiser", "bots": 3})
        match = offered.raise_for_status().json()["match"]
        assert len(of_folder(tmp_path)) == 5  # Redis, the API, two workers, and who watches them
        assert service.stop() == 0
    assert of_folder(tmp_path) == set()
    with Service(tmp_path) as service:
        assert "Matches in the log: 1" in service.told.read_text("utf-8")
        again = httpx.get(f"{service.url}/v1/matches/{match}").raise_for_status().json()
        assert again["head"] == offered.json()["head"]
        assert service.stop(signal.SIGINT) == 0
        assert "Everything is stopped." in service.told.read_text("utf-8")


def test_bots_play_a_match_in_it_that_is_audited(tmp_path: Path) -> None:
    """``--demo``: the id on a line of its own, the last tricks, the places, the verdict."""
    with Service(tmp_path, "--demo") as service:
        match = service.says(r"^([0-9a-z]{26}-\d)$")[1]
        assert "verified" in service.says(rf"^{match}  kaiser  .*")[0]
        service.says(r"Seat \d takes")
        done = tapete(tmp_path, "audit", "--all")
        assert done.returncode == 0, done.stdout
        assert service.stop() == 0


@pytest.mark.slow
def test_what_dies_is_started_again(tmp_path: Path) -> None:
    """The API and a worker are killed: both are back, and bots go on playing."""
    with Service(tmp_path) as service:
        for module in ("services.api", "workers"):
            os.kill(service.pid_of(module), signal.SIGKILL)
        assert eventually(lambda: answers(service.url))
        seats = {"game": "caissa-escratch", "seats": ["bot", "bot"]}
        offered = httpx.post(f"{service.url}/v1/matches", json=seats).raise_for_status().json()
        where = f"{service.url}/v1/matches/{offered['match']}"
        assert eventually(lambda: httpx.get(where).json()["phase"] == "finished", 40)
        assert service.logged.read_text("utf-8").count("it is started again") == 2
        assert service.stop() == 0


def answers(url: str) -> bool:
    try:
        return httpx.get(f"{url}/healthz").is_success
    except httpx.HTTPError:
        return False


@pytest.mark.slow
def test_nothing_outlives_a_service_that_is_killed(tmp_path: Path) -> None:
    """kill -9: the processes that it started end by themselves, and Redis with the last of them."""
    with Service(tmp_path) as service:
        service.process.kill()
        assert eventually(lambda: of_folder(tmp_path) == set(), 30)


@pytest.mark.slow
def test_the_terminal_uses_the_redis_of_the_service(tmp_path: Path) -> None:
    """A demo beside a running service is played on the same log, and the API shows it."""
    with Service(tmp_path) as service:
        done = tapete(tmp_path, "demo", "--game", "caissa-escratch", "--quiet")
        match = re.findall(r"^[0-9a-z]{26}-\d$", done.stdout, re.MULTILINE)[0]
        shown = httpx.get(f"{service.url}/v1/matches/{match}").raise_for_status().json()
        assert shown["phase"] == "finished"
        assert service.stop() == 0


@contextmanager
def taken() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as door:
        yield int(door.getsockname()[1])


@pytest.mark.parametrize(("lang", "said"), [("en", "Another"), ("es", "¿Otro")])
def test_a_port_that_is_taken_is_said_in_a_sentence(tmp_path: Path, lang: str, said: str) -> None:
    """Exit code 1, and nothing is started."""
    with taken() as port:
        done = tapete(tmp_path, "serve", "--port", str(port), "--lang", lang)
    assert done.returncode == 1
    assert said in done.stderr
    assert str(port) in done.stderr
    assert of_folder(tmp_path) == set()
