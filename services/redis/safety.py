"""Whether a Redis, our own or another, keeps what it has confirmed."""

from collections.abc import Mapping
from typing import Any

import redis
import structlog

from events.errors import TapeteError

OLDEST = (6, 2)
SAFE: Mapping[str, tuple[str, ...]] = {
    "appendonly": ("yes",),
    "maxmemory-policy": ("noeviction",),
    "appendfsync": ("always", "everysec", "hidden"),
}

log = structlog.get_logger()


class OldRedis(TapeteError):
    code = "redis_too_old"


class UnreachableRedis(TapeteError):
    code = "redis_unreachable"


class ReplicaRedis(TapeteError):
    code = "redis_is_replica"


class UnsafeRedis(TapeteError):
    """It ``has`` settings under which moves get lost; it ``needs`` others."""

    code = "redis_unsafe"


class SecretiveRedis(UnsafeRedis):
    """Its ACL forbids INFO, so nobody knows whether it is safe."""

    code = "redis_secretive"


def check(client: redis.Redis, *, allow_unsafe: bool = False) -> None:
    """Refuse a Redis that could lose moves; if ``allow_unsafe``, warn instead.

    Raises UnreachableRedis, OldRedis, ReplicaRedis, UnsafeRedis or SecretiveRedis.
    """
    try:
        _check_safe(client)
    except (redis.ConnectionError, redis.TimeoutError) as error:
        raise UnreachableRedis(reason=str(error)) from error
    except UnsafeRedis as error:
        if not allow_unsafe:
            raise
        log.warning("redis_unsafe", code=error.code, **error.details)


def _check_safe(client: redis.Redis) -> None:
    try:
        info = client.info()  # tells what CONFIG GET tells, and managed servers allow it
    except redis.exceptions.NoPermissionError as error:
        raise SecretiveRedis from error
    if _version(info) < OLDEST:
        raise OldRedis(version=info["redis_version"])
    if info["role"] != "master":
        raise ReplicaRedis(primary=f"{info['master_host']}:{info['master_port']}")
    has = {
        "appendonly": "yes" if info["aof_enabled"] else "no",
        "maxmemory-policy": info["maxmemory_policy"],
        "appendfsync": _fsync(client),
    }
    wrong = [name for name, value in has.items() if value not in SAFE[name]]
    if wrong:
        raise UnsafeRedis(
            has=[f"{name} {has[name]}" for name in wrong],
            needs=[f"{name} {SAFE[name][0]}" for name in wrong],
        )


def _version(info: Mapping[str, Any]) -> tuple[int, ...]:
    return tuple(int(part) for part in str(info["redis_version"]).split(".")[:2])


def _fsync(client: redis.Redis) -> str:
    """INFO doesn't tell it, and CONFIG may be forbidden: then its owner's word is taken."""
    try:
        return str(client.config_get("appendfsync").get("appendfsync", "hidden"))
    except redis.ResponseError:
        return "hidden"
