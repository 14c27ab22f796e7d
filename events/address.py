"""Where Redis is: `unix:///path?db=0`, `redis://user:password@host:6379/0`, `rediss://…`."""

import ssl
from typing import NamedTuple
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit


class Address(NamedTuple):
    """A Redis server; `path` is a unix socket, or empty for `host` and `port`."""

    path: str
    host: str
    port: int
    tls: ssl.SSLContext | None
    user: str
    password: str
    database: int

    @classmethod
    def parse(cls, url: str) -> "Address":
        """Read a URL; ValueError says what is wrong with it, never the password."""
        parts = urlsplit(url)
        if parts.scheme not in ("unix", "redis", "rediss"):
            raise ValueError("a Redis URL begins with unix://, redis:// or rediss://")
        query = {name: values[-1] for name, values in parse_qs(parts.query).items()}
        unix = parts.scheme == "unix"
        if unix and not parts.path:
            raise ValueError("a unix:// URL needs the path of the socket")
        return cls(
            path=unquote(parts.path) if unix else "",
            host=parts.hostname or "localhost",
            port=_port(parts),
            tls=_tls(query) if parts.scheme == "rediss" else None,
            user=unquote(parts.username or query.get("username", "")),
            password=unquote(parts.password or query.get("password", "")),
            database=_database(query.get("db") or ("" if unix else parts.path.strip("/"))),
        )

    def greeting(self) -> list[tuple[str, ...]]:
        """The commands that a new connection begins with: who we are, which database."""
        commands: list[tuple[str, ...]] = []
        if self.password:
            commands.append(("AUTH", *filter(None, (self.user,)), self.password))
        if self.database:
            commands.append(("SELECT", str(self.database)))
        return commands


def _port(parts: SplitResult) -> int:
    try:
        return parts.port or 6379
    except ValueError:  # whose text shows what may be half a password
        raise ValueError("the port of a Redis URL is a number") from None


def _database(text: str) -> int:
    if not text:
        return 0
    if not (text.isascii() and text.isdigit()):
        raise ValueError("the database of a Redis URL is a number")
    return int(text)


def _tls(query: dict[str, str]) -> ssl.SSLContext:
    """The system's certificates, or those of `ssl_ca_certs`; `ssl_certfile` for our own."""
    context = ssl.create_default_context(cafile=query.get("ssl_ca_certs"))
    if own := query.get("ssl_certfile"):
        context.load_cert_chain(own, query.get("ssl_keyfile"))
    return context
