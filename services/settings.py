"""What an operator may set: the ``TAPETE_*`` variables, read here and nowhere else."""

import os
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Literal, get_args
from urllib.parse import urlsplit

import msgspec

from events.errors import Language, TapeteError
from projections.language.catalogue import DEFAULT, languages, nearest

Fsync = Literal["always", "everysec"]
LogLevel = Literal["debug", "info", "warning", "error"]

_NO, _YES = ("", "0", "false", "no", "off"), ("1", "true", "yes", "on")
_ORIGIN = re.compile(r"https?://[^/\s?#@*]+")
_SECRETS_OF_A_URL = re.compile(r"(?<=://)[^/]*(?=@)|(?<=\?).*")


class BadSetting(TapeteError, ValueError):
    """``variable`` has the value ``value``, which is not possible; ``allowed`` says what is."""

    code = "bad_setting"


class UnknownSetting(BadSetting):
    """There is no ``variable``; its value is not shown, for it may be a secret."""

    code = "unknown_setting"


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that can be set, with its default.

    ``redis_url`` None means the embedded server in ``data``; ``archive`` is a folder, or
    ``s3://bucket/prefix`` at ``s3_endpoint``; None means `archive` in ``data``. A match goes there
    ``archive_after`` seconds after its end.
    ``anonymous`` are the scopes of who comes without a token; the rates are for each caller, 0 is
    no limit; ``proxies`` are the addresses whose X-Forwarded-For is believed. A searching bot
    thinks for ``think_ms`` milliseconds about a move.
    """

    data: Path
    redis_url: str | None = None
    jobs_redis_url: str | None = None
    host: str = "127.0.0.1"
    port: int = 8400
    partitions: int = 4
    allow_unsafe_redis: bool = False
    origins: tuple[str, ...] = ()
    log: LogLevel = "info"
    lang: Language = DEFAULT
    fsync: Fsync = "always"
    archive: str | None = None
    archive_after: int = 3600
    s3_endpoint: str = "https://s3.amazonaws.com"
    s3_region: str = "us-east-1"
    s3_key: str = ""
    s3_secret: str = ""
    anonymous: tuple[str, ...] = ("match:create", "match:play", "match:read")
    reads_per_second: int = 50
    plays_per_second: int = 50
    proxies: tuple[str, ...] = ()
    think_ms: int = 1000

    @classmethod
    def from_env(cls, env: Mapping[str, str] = os.environ) -> "Settings":
        """Read the variables of ``env``; an empty one counts as unset. Raises BadSetting."""
        given = {name: value.strip() for name, value in env.items() if name.startswith("TAPETE_")}
        _refuse_unknown(given)
        read = {f: _READERS[f](v, given[v]) for f, v in VARIABLES.items() if given.get(v)}
        return msgspec.convert({"data": _default_data(env)} | read, cls)

    def __repr__(self) -> str:
        """All fields, without the passwords that a Redis URL may carry."""
        shown = (
            (name, getattr(self, name)) for name in self.__struct_fields__ if name not in SECRET
        )
        return f"Settings({', '.join(f'{k}={_shown(v)!r}' for k, v in shown)})"


SECRET = ("s3_key", "s3_secret")
VARIABLES: Mapping[str, str] = {
    field: f"TAPETE_{field.upper()}" for field in Settings.__struct_fields__
}


def environment(settings: Settings, env: Mapping[str, str] = os.environ) -> dict[str, str]:
    """The environment in which another process reads these very settings."""
    usual = Settings(data=settings.data)
    others = {name: value for name, value in env.items() if name not in VARIABLES.values()}
    ours = {name: getattr(settings, field) for field, name in VARIABLES.items()}
    changed = {VARIABLES[f] for f in VARIABLES if getattr(settings, f) != getattr(usual, f)}
    changed.add(VARIABLES["data"])
    return others | {name: _written(ours[name]) for name in changed}


def _written(value: object) -> str:
    match value:
        case tuple():
            return ",".join(map(str, value)) or "none"
        case bool():
            return "1" if value else "0"
    return str(value)


def spoken(env: Mapping[str, str] = os.environ) -> Language:
    """The language of who sits at the terminal: TAPETE_LANG, else the locale's."""
    names = ("TAPETE_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
    chosen = next((env[name] for name in names if env.get(name)), "")
    return nearest(chosen) or DEFAULT


def without_password(url: str) -> str:
    """``redis://user:secret@host?db=1`` as ``redis://***@host?***``, fit to be shown."""
    return _SECRETS_OF_A_URL.sub("***", url)


def _shown(value: object) -> object:
    return without_password(value) if isinstance(value, str) else value


def _refuse_unknown(given: Mapping[str, str]) -> None:
    # A misspelt TAPETE_REDIS_URL must not start an empty database of our own.
    known = VARIABLES.values()
    for name in given:
        if name not in known:
            raise UnknownSetting(variable=name, allowed=sorted(known))


def _default_data(env: Mapping[str, str]) -> Path:
    shared = Path(env.get("XDG_DATA_HOME", ""))
    if not shared.is_absolute():  # as the XDG specification wants it
        shared = Path(env.get("HOME") or Path.home()) / ".local" / "share"
    return shared / "tapete"


def _folder(_variable: str, value: str) -> Path:
    return Path(value).expanduser().absolute()


def _archive(variable: str, value: str) -> str:
    if not value.startswith("s3://"):
        return str(_folder(variable, value))
    _, _, prefix = value.removeprefix("s3://").partition("/")
    first, *others = prefix.strip("/").split("/")
    if not urlsplit(value).hostname or {".", ".."} & {first, *others} or "" in others:
        raise BadSetting(variable=variable, value=value, allowed="/folder, s3://bucket/prefix")
    return value


def _endpoint(variable: str, value: str) -> str:
    if not _ORIGIN.fullmatch(value):
        raise BadSetting(variable=variable, value=value, allowed="https://s3.example.org")
    return value


def _text(_variable: str, value: str) -> str:
    return value


def _number(low: int, high: int) -> Callable[[str, str], int]:
    def read(variable: str, value: str) -> int:
        if not (value.isascii() and value.isdigit() and low <= int(value) <= high):
            raise BadSetting(variable=variable, value=value, allowed=f"{low}–{high}")
        return int(value)

    return read


def _switch(variable: str, value: str) -> bool:
    if value.lower() not in _NO + _YES:
        raise BadSetting(variable=variable, value=value, allowed=("1", "0"))
    return value.lower() in _YES


def _one_of(*words: str) -> Callable[[str, str], str]:
    def read(variable: str, value: str) -> str:
        if value.lower() not in words:
            raise BadSetting(variable=variable, value=value, allowed=words)
        return value.lower()

    return read


def _language(variable: str, value: str) -> Language:
    return _one_of(*languages())(variable, value)


def _redis_url(variable: str, value: str) -> str:
    parts = urlsplit(value)
    place = parts.path if parts.scheme == "unix" else parts.hostname
    if parts.scheme not in ("redis", "rediss", "unix") or not place:
        forms = ("redis://host:6379/0", "rediss://host:6379/0", "unix:///path/to/redis.sock")
        raise BadSetting(variable=variable, value=without_password(value), allowed=forms)
    return value


def _origins(variable: str, value: str) -> tuple[str, ...]:
    origins = tuple(filter(None, (origin.strip().rstrip("/") for origin in value.split(","))))
    for origin in origins:
        if not _ORIGIN.fullmatch(origin):
            raise BadSetting(variable=variable, value=origin, allowed="https://example.org, …")
    return origins


def _scopes(variable: str, value: str) -> tuple[str, ...]:
    known = ("match:create", "match:play", "match:read")
    scopes = tuple(filter(None, (scope.strip() for scope in value.split(","))))
    if value.lower() == "none":
        return ()
    for scope in scopes:
        if scope not in known:
            raise BadSetting(variable=variable, value=scope, allowed=(*known, "none"))
    return scopes


def _addresses(_variable: str, value: str) -> tuple[str, ...]:
    return tuple(filter(None, (address.strip() for address in value.split(","))))


_READERS: Mapping[str, Callable[[str, str], object]] = {
    "data": _folder,
    "redis_url": _redis_url,
    "jobs_redis_url": _redis_url,
    "host": _text,
    "port": _number(0, 65535),
    "partitions": _number(1, 256),
    "allow_unsafe_redis": _switch,
    "origins": _origins,
    "log": _one_of(*get_args(LogLevel)),
    "lang": _language,
    "fsync": _one_of(*get_args(Fsync)),
    "archive": _archive,
    "archive_after": _number(0, 10 * 366 * 24 * 3600),
    "s3_endpoint": _endpoint,
    "s3_region": _text,
    "s3_key": _text,
    "s3_secret": _text,
    "anonymous": _scopes,
    "reads_per_second": _number(0, 1_000_000),
    "plays_per_second": _number(0, 1_000_000),
    "proxies": _addresses,
    "think_ms": _number(1, 60_000),
}
