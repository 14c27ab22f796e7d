"""What stands in a tournament's log is written for ever: names, fields, defaults, bytes."""

import json
from typing import Any, get_args

import msgspec
import pytest

from events.codec import SALT_BYTES, encode
from projections.tournaments.commands import AnyCommand
from projections.tournaments.facts import AnyFact
from tests.projections.tournaments.known import known

KNOWN = known("entries.json")
UNIONS: dict[str, Any] = {"command": AnyCommand, "fact": AnyFact}


def salt() -> bytes:
    """Nothing is held in a tournament's entries, so that no salt is ever asked for."""
    return bytes(SALT_BYTES)


def plain(default: Any) -> Any:
    """A default as JSON has it."""
    return json.loads(msgspec.json.encode(default))


def fields(kind: type[msgspec.Struct]) -> list[list[Any]]:
    """Names, types and defaults in their order."""
    return [
        [
            each.name,
            each.type.__name__ if isinstance(each.type, type) else repr(each.type),
            "required" if each.required else plain(each.default),
        ]
        for each in msgspec.structs.fields(kind)
    ]


@pytest.mark.parametrize("entry", KNOWN, ids=lambda entry: entry["tag"])
def test_a_command_and_a_fact_are_written_as_they_always_were(entry: dict[str, Any]):
    """Tag, fields and defaults are the known ones; examples give the same bytes."""
    union = UNIONS[entry["group"]]
    full = msgspec.json.decode(entry["full"], type=union)
    kind = type(full)
    assert kind.__name__ == entry["name"]
    assert kind.__struct_config__.tag == entry["tag"]
    assert kind.__struct_config__.tag_field == "type"
    assert kind.__struct_config__.frozen
    assert kind.__struct_config__.forbid_unknown_fields == entry["strict"]
    assert fields(kind) == entry["fields"]
    assert encode(full, salt).public.hex() == entry["full_bytes"]
    given = {e.name: getattr(full, e.name) for e in msgspec.structs.fields(kind) if e.required}
    assert encode(kind(**given), salt).public.hex() == entry["least_bytes"]
    assert msgspec.json.encode(full).decode() == entry["full"]


@pytest.mark.parametrize("group", UNIONS)
def test_no_command_or_fact_is_unknown(group: str):
    """A new one is written down as well, and none has gone."""
    names = {kind.__name__ for kind in get_args(UNIONS[group])}
    assert names == {entry["name"] for entry in KNOWN if entry["group"] == group}
