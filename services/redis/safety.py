"""Whether a Redis, our own or another, keeps what it has confirmed."""

from collections.abc import Mapping
from typing import Any, ClassVar

import redis
import structlog

from events.errors import Language, TapeteError

OLDEST = (6, 2)
SAFE: Mapping[str, tuple[str, ...]] = {
    "appendonly": ("yes",),
    "maxmemory-policy": ("noeviction",),
    "appendfsync": ("always", "everysec", "hidden"),
}

log = structlog.get_logger()


class OldRedis(TapeteError):
    code = "redis_too_old"
    texts: ClassVar[Mapping[Language, str]] = {
        "en": "Redis {version} is too old: 6.2 or newer is needed, or any Valkey.",
        "es": "Redis {version} es demasiado antiguo: hace falta 6.2 o posterior, o Valkey.",
    }


class UnreachableRedis(TapeteError):
    code = "redis_unreachable"
    texts: ClassVar[Mapping[Language, str]] = {
        "en": "The Redis that is set (TAPETE_REDIS_URL) cannot be reached: {reason}",
        "es": "No se llega al Redis indicado (TAPETE_REDIS_URL): {reason}",
    }


class ReplicaRedis(TapeteError):
    code = "redis_is_replica"
    texts: ClassVar[Mapping[Language, str]] = {
        "en": "This Redis is a replica and takes no writes: connect to {primary}.",
        "es": "Este Redis es una réplica y no admite escrituras: conecte con {primary}.",
    }


class UnsafeRedis(TapeteError):
    """It ``has`` settings under which moves get lost; it ``needs`` others."""

    code = "redis_unsafe"
    texts: ClassVar[Mapping[Language, str]] = {
        "en": "This Redis could lose moves that were confirmed: it has {has}. Set {needs} in its "
        "configuration (or by CONFIG SET, then CONFIG REWRITE). To go on at your own risk: "
        "TAPETE_ALLOW_UNSAFE_REDIS=1.",
        "es": "Este Redis podría perder jugadas confirmadas: tiene {has}. Ponga {needs} en su "
        "configuración (o con CONFIG SET y luego CONFIG REWRITE). Para seguir bajo su propia "
        "responsabilidad: TAPETE_ALLOW_UNSAFE_REDIS=1.",
    }


class SecretiveRedis(UnsafeRedis):
    """Its ACL forbids INFO, so nobody knows whether it is safe."""

    code = "redis_secretive"
    texts: ClassVar[Mapping[Language, str]] = {
        "en": "This Redis does not tell whether it is safe: its user may not use INFO. Allow it "
        "(ACL SETUSER name +info). To go on at your own risk: TAPETE_ALLOW_UNSAFE_REDIS=1.",
        "es": "Este Redis no dice si es seguro: su usuario no puede usar INFO. Permítaselo "
        "(ACL SETUSER nombre +info). Para seguir bajo su propia responsabilidad: "
        "TAPETE_ALLOW_UNSAFE_REDIS=1.",
    }


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
