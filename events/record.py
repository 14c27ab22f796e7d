"""An entry as it is stored: its bytes, its openings and its seal."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from msgspec import Struct

from events.codec import Salt, decode, encode
from events.errors import Corrupt
from events.seals import first_seal, next_seal


class Stored(NamedTuple):
    """One entry as it lies in the stream."""

    version: int
    public: bytes
    openings: bytes
    seal: bytes


class Read(NamedTuple):
    """An entry as plain data, with the version and the seal it was stored under."""

    version: int
    tree: dict[str, Any]
    seal: bytes


def write(entry: Struct, version: int, before: bytes, salt: Salt) -> Stored:
    """Write an entry once and for all; ``before`` is the seal of the entry ahead of it."""
    public, openings = encode(entry, salt)
    return Stored(version, public, openings, next_seal(before, version, public))


def read(match: str, stored: Iterable[Stored], *, closed: bool = False) -> Iterator[Read]:
    """Read a log from its first entry, seal by seal; ``closed`` leaves secrets face down.

    Raise ``Corrupt`` with the version at the first entry that is not what was written.
    """
    return read_on(0, first_seal(match), stored, closed=closed)


def read_on(
    version: int, seal: bytes, stored: Iterable[Stored], *, closed: bool = False
) -> Iterator[Read]:
    """Read the entries that follow a version and its seal."""
    for item in stored:
        version += 1
        if item.version != version:
            raise Corrupt(reason=f"entry {version} is missing", version=version)
        seal = next_seal(seal, version, item.public)
        if item.seal != seal:
            raise Corrupt(reason=f"entry {version} does not fit its seal", version=version)
        yield Read(version, _decoded(item, closed), seal)


def _decoded(item: Stored, closed: bool) -> dict[str, Any]:
    try:
        return decode(item.public, None if closed else item.openings)
    except Corrupt as error:
        reason = f"entry {item.version}: {error.details['reason']}"
        raise Corrupt(reason=reason, version=item.version) from error
