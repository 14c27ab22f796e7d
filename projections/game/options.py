"""A game's options, as a host sends them and as the record keeps them."""

from typing import Annotated, Any, get_args, get_origin

import msgspec

from events.errors import BadOptions
from projections.cards import packs
from projections.game.contract import AnyGame


def read_options(game: AnyGame, raw: dict[str, Any]) -> Any:
    """The options of a game; raise ``BadOptions`` that names the field and what is allowed."""
    known = {field.name for field in msgspec.structs.fields(game.options)}
    for name in raw:
        if name not in known:
            raise BadOptions(field=name, value=raw[name], allowed=sorted(known))
    for name, value in raw.items():
        read_option(game, name, value)
    return msgspec.convert(raw, game.options)


def read_option(game: AnyGame, name: str, value: Any) -> None:
    """One option alone, so that a wrong value is refused under its own name."""
    kind = next(f.type for f in msgspec.structs.fields(game.options) if f.name == name)
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise BadOptions(field=name, value=value, allowed=allowed(kind)) from error


def pinned(game: AnyGame, raw: dict[str, Any]) -> Any:
    """The options of a new match, the deck pinned to its bytes."""
    return packs.pin(read_options(game, raw))


def written(options: Any) -> dict[str, Any]:
    """The options in full, as the record keeps them."""
    return msgspec.to_builtins(options)  # type: ignore[no-any-return]


def allowed(kind: Any) -> list[str]:
    """What a type admits, in words: literals one by one, else the name of the type."""
    if kind is type(None):
        return ["null"]
    if isinstance(kind, msgspec.Meta):  # what is written beside a type in Annotated
        return [between(kind)]
    if get_origin(kind) is Annotated:
        return allowed(get_args(kind)[1])
    if not get_args(kind):
        return [{"int": "a whole number", "bool": "true, false"}.get(kind.__name__, kind.__name__)]
    if get_origin(kind) is tuple or get_origin(kind) is list:
        return ["a list"]
    return [word for part in get_args(kind) for word in described(part)]


def within(field: str, value: int, least: int, most: int) -> None:
    """Refuse an option outside of its bounds."""
    if not least <= value <= most:
        raise BadOptions(field=field, value=value, allowed=f"{least}..{most}")


def within_or_null(field: str, value: int | None, least: int, most: int) -> None:
    """Refuse an option outside of its bounds, unless it is left open."""
    if value is not None and not least <= value <= most:
        raise BadOptions(field=field, value=value, allowed=f"null, {least}..{most}")


def between(bounds: msgspec.Meta) -> str:
    """The whole numbers from ``ge`` to below ``lt``, as ``0..5``."""
    last = "" if bounds.lt is None else int(bounds.lt) - 1
    return f"{'' if bounds.ge is None else bounds.ge}..{last}"


def described(part: Any) -> list[str]:
    """A literal as it is written in JSON; a type as ``allowed`` says it."""
    if isinstance(part, bool):
        return [str(part).lower()]
    if isinstance(part, str | int):
        return [str(part)]
    return allowed(part)
