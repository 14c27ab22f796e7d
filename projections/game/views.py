"""What a seat may see: one way for every game's states and events.

On the wire an open Held is ``{by, values}``, a face-down one ``{by, count}``; moves carry the
plain list of values.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from events.errors import Malformed
from events.facts import FACE_DOWN, Held, Moved, Seat

T = TypeVar("T")
Reader = Seat | None | str
"""Who looks: a seat, None for a spectator, or ``"all"`` for the house and finished matches."""

EVERYTHING = "all"


def shows(held: Held, reader: Reader) -> bool:
    return reader == EVERYTHING or (reader is not None and held.by == reader)


@cache
def hiding(reader: Reader) -> Callable[[object], Any]:
    """The hook that writes a Held as this reader sees it."""

    def hook(held: object) -> Any:
        if not isinstance(held, Held):
            raise TypeError(f"a view may not hold a {type(held).__name__}")
        if shows(held, reader):
            return {"by": held.by, "values": held.values}
        return {"by": held.by, "count": len(held.values)}

    return hook


@cache
def encoder(reader: Reader) -> msgspec.json.Encoder:
    """Writes anything as JSON for one reader, what he may not see face down."""
    return msgspec.json.Encoder(enc_hook=hiding(reader))


def plain(thing: Any, reader: Reader) -> Any:
    """A state or event as plain data for one reader."""
    return msgspec.to_builtins(thing, enc_hook=hiding(reader), str_keys=True)


def view(thing: T, reader: Reader) -> T:
    """The same state or event with everything that the reader may not see face down."""
    if isinstance(thing, Moved):  # its type alone doesn't tell whose move it holds
        return replace(thing, move=view(thing.move, reader))
    tree = msgspec.to_builtins(thing, enc_hook=hiding(reader), builtin_types=(bytes,))
    return msgspec.convert(tree, type(thing), dec_hook=read_held, builtin_types=(bytes,))


def read_held(kind: type, value: Any) -> Any:
    """The hook that reads a Held as a view writes it."""
    if kind is not Held or not isinstance(value, dict):
        raise msgspec.ValidationError(f"not a {kind.__name__}")
    if "values" in value:
        return Held(value["by"], value["values"])
    return Held(value["by"], (FACE_DOWN,) * value["count"])


def write_move(move: Any) -> Any:
    """A move as a client may send it back: secrets as the plain list of values."""
    return msgspec.to_builtins(move, enc_hook=_values)


def read_move(raw: Any, seat: Seat, kind: Any) -> Any:
    """What a client sent as a move of this seat; raise ``Malformed`` if it is none."""

    def hold(wanted: type, value: Any) -> Any:
        values = [value] if isinstance(value, str) else value
        if wanted is not Held or not _strings(values):
            raise msgspec.ValidationError("a list of cards is expected")
        return Held(seat, values)

    try:
        move = msgspec.convert({"move": raw}, _wish(kind), dec_hook=hold).move
    except (msgspec.ValidationError, RecursionError) as error:
        raise Malformed(reason=str(error)) from error
    refuse_unknown(raw, type(move))
    return move


@cache
def _wish(kind: Any) -> Any:
    """A struct around a move: msgspec looks through a bare union anew each time."""
    return msgspec.defstruct("Wish", [("move", kind)])


def refuse_unknown(raw: dict[str, Any], kind: Any) -> None:
    """Stored moves may have fields of tomorrow; what a client sends may not."""
    known = {kind.__struct_config__.tag_field, *kind.__struct_encode_fields__}
    for name in raw:
        if name not in known:
            raise Malformed(reason=f"{kind.__name__} has no field `{name}`")


def _values(held: object) -> Any:
    if not isinstance(held, Held):
        raise TypeError(f"a move may not hold a {type(held).__name__}")
    return list(held.values)


def _strings(values: object) -> bool:
    return isinstance(values, list) and all(isinstance(value, str) for value in values)
