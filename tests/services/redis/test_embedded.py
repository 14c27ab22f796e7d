"""The server of one's own, and the audit that every Redis must pass."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest
import redis

from projections.language.errors import said
from services.redis import embedded, safety
from services.redis.embedded import CannotStart, Embedded, FolderInUse
from services.settings import BadSetting, Settings

PARENT = """
import sys, time
from pathlib import Path
from services.redis import embedded
from services.settings import Settings
print(embedded.start(Settings(data=Path(sys.argv[1]))).pid, flush=True)
time.sleep(60)
"""


@pytest.fixture
def data(tmp_path: Path) -> Iterator[Path]:
    """A data folder; a server that a failed test left on it is ended."""
    yield tmp_path
    with (
        suppress(redis.ConnectionError),
        redis.Redis(unix_socket_path=str(tmp_path / "redis" / "redis.sock"), retry=None) as client,
    ):
        client.shutdown(nosave=True)


def _kill(server: Embedded) -> None:
    os.kill(server.pid, signal.SIGKILL)
    while server.answers():
        time.sleep(0.01)


def _append(url: str, count: int) -> None:
    with redis.Redis.from_url(url) as client:
        for version in range(1, count + 1):
            client.xadd("match", {"entry": f"entry {version}"}, id=f"{version}-0")


def _count(url: str) -> int:
    with redis.Redis.from_url(url) as client:
        return int(client.xlen("match"))


def _log_file(data: Path) -> Path:
    return next((data / "redis" / "appendonlydir").glob("*.incr.aof"))


def test_keeps_what_it_was_told_over_a_stop(data: Path) -> None:
    """What was written before a stop is there after the next start."""
    with embedded.start(Settings(data=data)) as server:
        _append(server.url, 10)
    assert not server.answers()
    with embedded.start(Settings(data=data)) as server:
        assert _count(server.url) == 10


def test_keeps_every_confirmed_write_when_killed(data: Path) -> None:
    """Killed without warning, the server comes back with all that it had confirmed."""
    server = embedded.start(Settings(data=data))
    _append(server.url, 200)
    _kill(server)
    with embedded.start(Settings(data=data)) as again:
        assert again.pid != server.pid
        assert _count(again.url) == 200
    server.stop()


def test_is_adopted_after_its_parent_was_killed(data: Path) -> None:
    """A server outlives its killed parent; the next process goes on with the same one."""
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT, str(data)], stdout=subprocess.PIPE, text=True
    )
    assert parent.stdout is not None
    lines = iter(parent.stdout.readline, "")
    pid = int(next(line for line in lines if line.strip().isdigit()))
    parent.kill()
    parent.wait()
    parent.stdout.close()
    with embedded.start(Settings(data=data)) as server:
        assert server.pid == pid
    assert not server.answers()


def test_one_server_serves_all_who_come(data: Path) -> None:
    """Two who start on one folder share a server; the last one to leave stops it."""
    first = embedded.start(Settings(data=data))
    second = embedded.start(Settings(data=data))
    assert first.pid == second.pid
    first.stop()
    assert second.answers()
    second.stop()
    assert not second.answers()
    second.stop()


def test_a_crowd_that_starts_at_once_shares_one_server(data: Path) -> None:
    """However many start at the same instant, one server comes of it."""
    with ThreadPoolExecutor(8) as crowd:
        servers = list(crowd.map(lambda _: embedded.start(Settings(data=data)), range(8)))
    assert len({server.pid for server in servers}) == 1
    with ThreadPoolExecutor(8) as crowd:
        list(crowd.map(Embedded.stop, servers))
    assert not servers[0].answers()


def test_never_opens_a_folder_that_another_server_holds(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While a server lives that can't be reached, no second one is started on its files."""
    monkeypatch.setattr(embedded, "PATIENCE", 0.3)
    with embedded.start(Settings(data=data)) as server:
        hidden = server.socket.with_name("hidden")
        server.socket.rename(hidden)
        with pytest.raises(FolderInUse) as caught:
            embedded.start(Settings(data=data))
        assert "Two servers must not share a folder" in said(caught.value)
        hidden.rename(server.socket)
        assert server.answers()


def test_refuses_a_log_that_was_cut(data: Path) -> None:
    """A log without its last bytes is refused with the reason, and left as it was."""
    with embedded.start(Settings(data=data)) as server:
        _append(server.url, 100)
    whole = _log_file(data).read_bytes()
    _log_file(data).write_bytes(whole[:-7])
    with pytest.raises(CannotStart, match="Unexpected end of file") as caught:
        embedded.start(Settings(data=data))
    assert "archive" in said(caught.value, "en")
    assert "réplica" in said(caught.value, "es")
    assert _log_file(data).read_bytes() == whole[:-7]
    checked = subprocess.run(
        caught.value.details["check"], shell=True, capture_output=True, text=True
    )
    assert "AOF analyzed" in checked.stdout
    assert "diff=" in checked.stdout


def test_refuses_a_log_with_a_changed_byte(data: Path) -> None:
    """A log whose structure was damaged in the middle is refused with the reason."""
    with embedded.start(Settings(data=data)) as server:
        _append(server.url, 100)
    damaged = bytearray(_log_file(data).read_bytes())
    damaged[damaged.index(b"*5\r\n", len(damaged) // 2)] ^= 1
    _log_file(data).write_bytes(damaged)
    with pytest.raises(CannotStart, match="Bad file format"):
        embedded.start(Settings(data=data))


def test_lets_nobody_else_in(data: Path) -> None:
    """Its files are its owner's alone, and it listens on no network."""
    with embedded.start(Settings(data=data)) as server:
        _append(server.url, 1)
        places = [data / "redis", server.socket, *(data / "redis" / "appendonlydir").iterdir()]
        assert {place.stat().st_mode & 0o077 for place in places} == {0}
        with redis.Redis.from_url(server.url) as client:
            assert client.config_get("port") == {"port": "0"}


def test_works_in_a_folder_with_a_long_and_awkward_name(data: Path) -> None:
    """Where the kernel takes no socket path so long, a short private folder holds the socket."""
    deep = data / ('a "deep" földer ' * 9).strip()
    with embedded.start(Settings(data=deep)) as server:
        _append(server.url, 3)
        assert server.socket.parent.stat().st_mode & 0o777 == 0o700
        other = embedded.start(Settings(data=deep))
        assert other.pid == server.pid
        other.stop()
    assert not server.socket.parent.exists()


def test_says_which_folder_it_cannot_use(data: Path) -> None:
    """A data folder that can't be made is named, with the setting that chose it."""
    (data / "file").write_text("")
    with pytest.raises(BadSetting) as caught:
        embedded.start(Settings(data=data / "file"))
    assert re.search(r"TAPETE_DATA=.*file", said(caught.value))


def test_follows_the_setting_for_syncing(data: Path) -> None:
    """The log is synced as set, also by a server that was started otherwise."""
    relaxed = embedded.start(Settings(data=data, fsync="everysec"))
    with redis.Redis.from_url(relaxed.url) as client:
        assert client.config_get("appendfsync") == {"appendfsync": "everysec"}
        with embedded.start(Settings(data=data)):
            assert client.config_get("appendfsync") == {"appendfsync": "always"}
    relaxed.stop()


def test_its_own_server_is_safe(redis_db: redis.Redis) -> None:
    """The server that we start passes the audit that every server must pass."""
    safety.check(redis_db)


@pytest.fixture
def loose(tmp_path: Path) -> Iterator[redis.Redis]:
    """A server with the defaults of an unwary operator."""
    socket = tmp_path / "loose.sock"
    options = ["--port", "0", "--unixsocket", str(socket), "--dir", str(tmp_path), "--save", ""]
    server = subprocess.Popen([embedded.program(), *options], stdout=subprocess.DEVNULL)
    with redis.Redis(unix_socket_path=str(socket)) as client:
        while not socket.exists():
            time.sleep(0.01)
        yield client
    server.kill()
    server.wait()


def test_refuses_a_server_that_loses_or_evicts(loose: redis.Redis) -> None:
    """Without an append-only file, or with eviction, we don't start, and say what to set."""
    loose.config_set("maxmemory-policy", "allkeys-lru")
    with pytest.raises(safety.UnsafeRedis) as caught:
        safety.check(loose)
    for language in ("en", "es"):
        text = said(caught.value, language)
        assert "appendonly no, maxmemory-policy allkeys-lru" in text
        assert "appendonly yes, maxmemory-policy noeviction" in text


def test_says_that_a_server_is_not_there(tmp_path: Path) -> None:
    """A process that is started before its Redis says so in a sentence, and its exit code too."""
    env = {"PATH": os.environ["PATH"], "TAPETE_REDIS_URL": f"unix://{tmp_path}/nobody"}
    for words in (("services.api",), ("workers",), ("workers", "jobs")):
        command = [sys.executable, "-m", *words]
        env |= {"TAPETE_DATA": str(tmp_path), "TAPETE_LANG": "es"}
        ended = subprocess.run(
            command, cwd=Path(__file__).parents[3], env=env, capture_output=True, text=True
        )
        assert ended.returncode == 1
        assert ended.stderr.startswith("No se llega al Redis")
        assert "Traceback" not in ended.stderr


def test_goes_on_unsafely_only_when_told_to(loose: redis.Redis) -> None:
    """The operator may take the risk himself; once the server is set right he needn't."""
    safety.check(loose, allow_unsafe=True)
    loose.config_set("appendonly", "yes")
    safety.check(loose)
    loose.config_set("appendfsync", "no")
    with pytest.raises(safety.UnsafeRedis, match="appendfsync always"):
        safety.check(loose)


def test_judges_a_server_that_hides_its_configuration(loose: redis.Redis) -> None:
    """Without CONFIG the audit still sees what matters; without INFO it says what is missing."""
    loose.config_set("appendonly", "yes")
    loose.execute_command("ACL SETUSER default -config")
    safety.check(loose)
    loose.execute_command("ACL SETUSER default -info")
    with pytest.raises(safety.SecretiveRedis) as caught:
        safety.check(loose)
    assert "+info" in said(caught.value)


def test_refuses_a_replica(loose: redis.Redis) -> None:
    """A replica is refused at the start, not at the first move."""
    loose.execute_command("REPLICAOF 127.0.0.1 1")
    with pytest.raises(safety.ReplicaRedis, match=r"127\.0\.0\.1:1"):
        safety.check(loose)


class Ancient(redis.Redis):
    """A client of a server that no longer exists: only what it said of itself is played."""

    def info(self, *_: object, **__: object) -> dict[str, object]:  # type: ignore[override]
        return {"redis_version": "5.0.14", "role": "master", "aof_enabled": 1}


def test_refuses_a_server_that_is_too_old() -> None:
    """A server without the commands that we need is named with its version."""
    with pytest.raises(safety.OldRedis) as caught:
        safety.check(Ancient())
    assert "5.0.14 is too old: 6.2" in said(caught.value)
