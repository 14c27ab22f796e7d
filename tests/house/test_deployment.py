"""The files in docker/: a safe server, and users who may do no more than their work."""

import hashlib
import os
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import redis
import yaml
from redis.exceptions import NoPermissionError

from events.keys import commands_key, feed_key, log_key, seed_key
from events.log import REMOVE
from services.redis import safety
from services.redis.embedded import program

DOCKER = Path(__file__).parents[2] / "docker"
MATCH = "01J-0"
LOG, COMMANDS, FEED = log_key(MATCH), commands_key(MATCH), feed_key(0)

ROLES = ("API", "WORKER", "ARCHIVIST", "AUDITOR")

As = Callable[..., redis.Redis]


@pytest.fixture(scope="module")
def as_user(tmp_path_factory: pytest.TempPathFactory) -> Iterator[As]:
    """A client of the deployed server for the user of this name (None: who gives no name)."""
    folder = tmp_path_factory.mktemp("r")
    socket = folder / "redis.sock"
    passwords = {f"REDIS_{who}_PASSWORD": who.lower() for who in ROLES}
    places = {"TAPETE_CONF": DOCKER, "TAPETE_RUN": folder, "VALKEY_SERVER": program()}
    options = ["--port", "0", "--unixsocket", str(socket), "--dir", str(folder)]
    server = subprocess.Popen(
        ["sh", DOCKER / "start-redis.sh", *options, "--aclfile", str(folder / "users.acl")],
        env=dict(os.environ) | passwords | {name: str(place) for name, place in places.items()},
        stdout=subprocess.DEVNULL,
    )
    clients = []

    def connect(name: str | None = None) -> redis.Redis:
        client = redis.Redis(unix_socket_path=str(socket), username=name, password=name)
        clients.append(client)
        return client

    while not socket.exists():
        assert server.poll() is None
        time.sleep(0.01)
    yield connect
    for client in clients:
        client.close()
    server.terminate()
    server.wait()


@pytest.mark.parametrize("role", ["api", "worker"])
def test_the_deployed_server_is_safe(as_user: As, role: str) -> None:
    """The server of docker/ passes our own audit, as the roles see it."""
    safety.check(as_user(role))


@pytest.mark.parametrize("role", ["api", "worker"])
def test_a_role_can_do_its_work(as_user: As, role: str) -> None:
    """The API and the workers append by script, read, keep read models and ask for jobs."""
    client = as_user(role)
    script = "redis.call('XADD', KEYS[1], '*', 'e', 'x'); redis.call('HSET', KEYS[2], 'c', 1)"
    client.register_script(script)(keys=[LOG, COMMANDS, FEED])
    assert client.xrange(LOG)
    client.xadd(FEED, {"match": MATCH})
    client.set("{p0}:history:player", "x")
    client.delete("{p0}:history:player", "{p0}:lease", "{p0}:checkpoint", "account:1")
    client.lpush("rq:queue:default", "job")
    with client.pubsub() as subscription:
        subscription.subscribe("rq:pubsub:worker")
    as_user("worker").lpop("rq:queue:default")


FORBIDDEN = [
    ("DEL", LOG),
    ("UNLINK", COMMANDS),
    ("XTRIM", LOG, "MAXLEN", 0),
    ("XDEL", LOG, "1-0"),
    ("XSETID", LOG, "9-0"),
    ("XGROUP", "DESTROY", FEED, "group"),
    ("XGROUP", "DELCONSUMER", FEED, "group", "consumer"),
    ("EXPIRE", LOG, 1),
    ("SET", LOG, "x"),
    ("RENAME", LOG, "elsewhere"),
    ("RENAME", "elsewhere", LOG),
    ("ZUNIONSTORE", FEED, 1, "elsewhere"),
    ("EVAL", "return redis.call('DEL', KEYS[1])", 1, LOG),
    ("FLUSHALL",),
    ("CONFIG", "SET", "appendonly", "no"),
    ("ACL", "SETUSER", "default", "+@all"),
    ("FUNCTION", "FLUSH"),
    ("SCRIPT", "FLUSH"),
    ("SHUTDOWN", "NOSAVE"),
]


@pytest.mark.parametrize("role", ["api", "worker", "auditor", None])
@pytest.mark.parametrize("command", FORBIDDEN, ids=lambda command: " ".join(map(str, command)))
def test_nobody_can_shorten_a_log(as_user: As, role: str | None, command: tuple[str, ...]) -> None:
    """No role deletes, trims, overwrites or renames a log, or changes the server."""
    with pytest.raises(redis.ResponseError, match=r"(?i)permission|NOPERM|ACL failure"):
        as_user(role).execute_command(*command)


def test_an_auditor_only_reads(as_user: As) -> None:
    """He can read every log, and can neither forge a job nor an entry."""
    as_user("api").xadd(LOG, {"e": "x"})
    auditor = as_user("auditor")
    assert auditor.xrange(LOG)
    for key in ("rq:queue:default", "anything"):
        with pytest.raises(NoPermissionError):
            auditor.lpush(key, "os.system")
    with pytest.raises(NoPermissionError):
        auditor.xadd(LOG, {"e": "x"})


def test_only_the_archivist_removes_a_log(as_user: As) -> None:
    """He removes what ends where its archive does; he trims nothing, and no feed is lost."""
    remove = as_user("archivist").register_script(REMOVE)
    keys = [LOG, COMMANDS, seed_key(MATCH)]
    as_user("api").xadd(LOG, {"e": "x", "o": "", "s": "seal", "c": "c"}, "9999999999999-0")
    ends = (9999999999999, "seal")
    for role in ("api", "worker"):
        with pytest.raises(redis.ResponseError, match="ACL failure"):
            as_user(role).register_script(REMOVE)(keys=keys, args=(*ends, *ends))
        assert as_user(role).exists(LOG)
    assert remove(keys=keys, args=(*ends, *ends)) == b"removed"
    assert as_user("auditor").hkeys(COMMANDS) == [b"archived"]
    archivist = as_user("archivist")
    for command in (
        ("XTRIM", LOG, "MAXLEN", 0),
        ("UNLINK", FEED),
        ("SET", LOG, "x"),
        ("FLUSHALL",),
    ):
        with pytest.raises(NoPermissionError):
            archivist.execute_command(*command)


def test_a_stranger_can_only_ping(as_user: As) -> None:
    """Who gives no name can see that the server lives, and nothing else."""
    stranger = as_user()
    assert stranger.ping()
    for command in (("GET", "x"), ("INFO",), ("KEYS", "*"), ("XRANGE", LOG, "-", "+")):
        with pytest.raises(NoPermissionError):
            stranger.execute_command(*command)


def test_no_password_lies_about(as_user: As, tmp_path: Path) -> None:
    """The server's list of users holds hashes; the repository holds neither."""
    hashed = hashlib.sha256(b"api").hexdigest()
    assert hashed not in (DOCKER / "users.acl").read_text()
    assert as_user("api").ping()


def test_the_composition_publishes_no_redis() -> None:
    """Redis is on the inner network alone, and the API is reached from this machine alone."""
    services = yaml.safe_load((DOCKER / "compose.yaml").read_text())["services"]
    assert "ports" not in services["redis"]
    assert services["redis"]["networks"] == ["inside"]
    assert all(port.startswith("127.0.0.1:") for port in services["api"]["ports"])
    assert services["worker"]["read_only"] is True
