"""How an entry is written and read: MessagePack, with secrets set apart.

An entry is written once. Its public bytes hold, in place of every ``Held``, a commitment
``{by, count, c}``; the openings (salt and values of each, in the order of the bytes) are kept
beside them. Bytes of equal values can differ, so nothing is ever written again: hash and hand
on the stored bytes only.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import msgpack
import msgspec

from events.errors import Corrupt
from events.facts import FACE_DOWN, Held
from events.seals import held_commitment

MAX_BYTES = 1 << 20
SALT_BYTES = 16
TEXT = frozenset((str,))
PLAIN = frozenset((int, str, bytes, bool, type(None), dict, list, Held))
"""What a map may hold; floats and timestamps are never written."""

Salt = Callable[[], bytes]


class Opening(NamedTuple):
    """What proves a commitment: its salt, and the values as one MessagePack array of strings."""

    salt: bytes
    values: bytes


class Encoded(NamedTuple):
    public: bytes
    openings: bytes


def encode(entry: msgspec.Struct, salt: Salt) -> Encoded:
    """Write an entry; ``salt`` gives 16 fresh random bytes for every Held."""
    openings: list[Opening] = []

    def set_apart(held: object) -> dict[str, Any]:
        if not isinstance(held, Held):
            raise TypeError(f"a fact may not hold a {type(held).__name__}")
        opening = Opening(salt(), msgpack.packb(held.values))
        openings.append(opening)
        return {"by": held.by, "count": len(held.values), "c": held_commitment(*opening)}

    tree = msgspec.to_builtins(entry, enc_hook=set_apart, builtin_types=(bytes,))
    return Encoded(msgpack.packb(tree), msgpack.packb(openings) if openings else b"")


def decode(public: bytes, openings: bytes | None) -> dict[str, Any]:
    """Read an entry as plain data with ``Held`` in it; raise ``Corrupt`` if anything is odd.

    Every opening is checked against its commitment. Without openings (``None``) all that is
    held lies face down.
    """
    reader = _Reader(None if openings is None else read_openings(openings))
    tree = _unpack(public, reader.pairs)
    reader.finish()
    if not isinstance(tree, dict):
        raise Corrupt(reason="an entry is a map")
    return tree


def read_openings(raw: bytes) -> list[Opening]:
    """The openings of an entry, in order; an empty string means none."""
    if not raw:
        return []
    pairs = _unpack(raw, dict)
    try:
        return [Opening(salt, values) for salt, values in pairs]
    except (TypeError, ValueError) as error:
        raise Corrupt(reason="openings are pairs of salt and values") from error


def typed(tree: dict[str, Any], kind: Any) -> Any:
    """Plain data as an entry of the type ``kind``; raise ``Corrupt`` where it does not fit."""
    try:
        return msgspec.convert(tree, kind, dec_hook=_keep_held, builtin_types=(bytes,))
    except (msgspec.ValidationError, RecursionError) as error:
        raise Corrupt(reason=f"not an entry of this game: {error}") from error


def _keep_held(kind: type, value: Any) -> Any:
    if kind is Held and isinstance(value, Held):
        return value
    raise msgspec.ValidationError("only a Held may stand here")


class _Reader:
    """Turns commitments back into Held while the bytes are read, innermost map first."""

    def __init__(self, openings: list[Opening] | None) -> None:
        self.openings = openings
        self.used = 0

    def pairs(self, pairs: list[tuple[Any, Any]]) -> Any:
        if len(pairs) == 3 and pairs[2][0] == "c":
            return self.held(pairs)
        fields = dict(pairs)
        if len(fields) != len(pairs):
            raise Corrupt(reason="a key occurs twice in a map")
        if not (
            TEXT.issuperset(map(type, fields)) and PLAIN.issuperset(map(type, fields.values()))
        ):
            raise Corrupt(reason="a key or value is of a type that is not used")
        return fields

    def held(self, pairs: list[tuple[Any, Any]]) -> Held:
        (by_key, by), (count_key, count), (_, commitment) = pairs
        if (by_key, count_key) != ("by", "count") or not _is_holder(by) or not _is_count(count):
            raise Corrupt(reason="a commitment is {by, count, c}")
        if not isinstance(commitment, bytes) or len(commitment) != 32:
            raise Corrupt(reason="a commitment has 32 bytes")
        if self.openings is None:
            return Held(by, (FACE_DOWN,) * count)
        return Held(by, self.open(self.openings, count, commitment))

    def open(self, openings: list[Opening], count: int, commitment: bytes) -> list[str]:
        if self.used == len(openings):
            raise Corrupt(reason="an opening is missing")
        opening = openings[self.used]
        self.used += 1
        if len(opening.salt) != SALT_BYTES or held_commitment(*opening) != commitment:
            raise Corrupt(reason=f"opening {self.used} does not fit its commitment")
        values = _unpack(opening.values, dict)
        if not _is_strings(values) or len(values) != count:
            raise Corrupt(reason=f"opening {self.used} does not hold {count} values")
        return values  # type: ignore[no-any-return]

    def finish(self) -> None:
        if self.openings is not None and self.used != len(self.openings):
            raise Corrupt(reason="there are more openings than commitments")


def _unpack(raw: bytes, pairs: Callable[[list[tuple[Any, Any]]], Any]) -> Any:
    if len(raw) > MAX_BYTES:
        raise Corrupt(reason=f"more than {MAX_BYTES} bytes")
    try:
        return msgpack.unpackb(
            raw, object_pairs_hook=pairs, ext_hook=_refuse_ext, strict_map_key=True
        )
    except Corrupt:
        raise
    except (ValueError, TypeError, RecursionError, msgpack.UnpackException) as error:
        raise Corrupt(reason=f"not MessagePack as it is written here: {error!r}") from error


def _refuse_ext(code: int, data: bytes) -> Any:
    raise Corrupt(reason="extension types are not used")


def _is_holder(value: object) -> bool:
    return value == "house" or _is_count(value)


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 16


def _is_strings(values: object) -> bool:
    return isinstance(values, list) and all(isinstance(value, str) for value in values)
