"""The whole service by one command: it comes up, goes down in order, and keeps its matches."""

import json
import os
import re
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Self

import httpx
import pytest
from terminal import ROOT, TAPETE, Screen, environment, of_folder, tapete

from services.cli.commands.serve import NeverReady
from services.cli.commands.serve import Service as Supervised
from services.cli.terminal import logfile
from services.cli.terminal.console import Voice
from services.cli.terminal.logfile import LogFile
from services.cli.terminal.supervisor import Child, running
from services.logs import HIDDEN

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


def test_a_closed_terminal_stops_everything(tmp_path: Path) -> None:
    """Who closes the window that it runs in leaves no server behind."""
    with Service(tmp_path) as service:
        assert service.stop(signal.SIGHUP) == 0
    assert of_folder(tmp_path) == set()


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


# ---- What people see of it -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lang", "ready", "verdict", "stopped"),
    [
        ("en", "Tapete is ready: http", "audited: verified", "Everything is stopped."),
        ("es", "Tapete está listo: http", "auditada: verificada", "Todo está detenido."),
    ],
)
def test_a_terminal_shows_a_dozen_lines(
    tmp_path: Path, lang: str, ready: str, verdict: str, stopped: str
) -> None:
    """Ready, the match and its audit, what to type next; all else is in a file that is named."""
    with Screen(tmp_path, "serve", "--demo", "--port", "0", "--lang", lang) as screen:
        screen.expect(ready)
        log = Path(screen.expect(r"(/\S+/log/tapete\.log)")[1])
        screen.expect(r"^  1\..* · ")
        match = screen.expect(rf"{verdict}.* tapete show (\S+)$")[1]
        screen.expect("/docs/streams")
        screen.expect("Ctrl-C")
        shown = screen.text.splitlines()
        screen.interrupt()
        screen.expect(re.escape(stopped))
        assert screen.ended() == 0
    assert len(shown) <= 14, screen.text
    assert not any("{" in line and "curl" not in line for line in shown), screen.text
    assert log.parent.parent == tmp_path
    lines = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    assert {"api_ready", "worker_started", "api_stopped"} <= {line["event"] for line in lines}
    assert "rq.worker" in {line.get("logger") for line in lines}
    assert "tpt_" not in log.read_text("utf-8").replace(f"tpt_{HIDDEN}", "")
    assert log.stat().st_mode & 0o077 == 0
    assert match


def test_the_log_may_be_had_on_the_screen(tmp_path: Path) -> None:
    """``--log``: as it comes, and no file."""
    with Screen(tmp_path, "serve", "--port", "0", "--log") as screen:
        screen.expect("worker_started")
        screen.expect("Ctrl-C")
        screen.interrupt()
        assert screen.ended() == 0
    assert not (tmp_path / "log").exists()


def test_who_dies_at_the_start_is_heard(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last lines of the log are shown, those of this start alone, before all is given up."""
    monkeypatch.setattr("services.cli.terminal.supervisor.SHORTEST", 0.0)
    path = tmp_path / "log" / "tapete.log"
    path.parent.mkdir()
    path.write_text("from an earlier start\n")
    file = LogFile(path)
    child = Child("api", ["nothing.of.the.kind"], environment(tmp_path), file.fd)
    service = Supervised(Voice("en"), [child], threading.Event(), file)
    with running([child]), pytest.raises(NeverReady):
        service.watch_until(lambda: False)
    file.close()
    said = capsys.readouterr().err
    assert said.count("No module named 'nothing'") == 1
    assert "earlier" not in said


def test_the_log_stays_small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is too much is kept once beside it; who writes goes on in the same file."""
    monkeypatch.setattr(logfile, "LARGEST", 1000)
    file = LogFile(tmp_path / "log" / "tapete.log")
    for number in range(100):
        os.write(file.fd, f"line {number} of a hundred\n".encode())
        file.bound()
    assert file.path.stat().st_size <= 1000
    assert file.last(2) == "line 98 of a hundred\nline 99 of a hundred"
    assert (tmp_path / "log" / "tapete.log.1").stat().st_size < 1100
    assert sorted(each.name for each in file.path.parent.iterdir()) == [
        "tapete.log",
        "tapete.log.1",
    ]
    file.close()


def test_a_line_of_the_log_can_be_read() -> None:
    """JSON as words, with the traceback in lines; whatever else stands there as it is."""
    line = '{"event": "broken", "level": "error", "timestamp": "now", "exception": "a\\nb"}'
    assert logfile.readable(line) == "broken level=error\na\nb"
    assert logfile.readable("Segmentation fault") == "Segmentation fault"
    assert logfile.readable("[1]") == "[1]"
