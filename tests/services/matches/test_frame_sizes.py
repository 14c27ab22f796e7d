"""A frame tells nothing by its length: what lies face down takes the same room whatever it is."""

from typing import Any

import filing
import msgspec
import pytest

from events.facts import Held, Seat
from projections.catalogue import catalogue
from projections.match.history import Step
from services.matches.frames import frame


def disguised(thing: Any, reader: Seat | None) -> Any:
    """The same with other, longer cards wherever the reader sees only backs."""
    if isinstance(thing, Held):
        return thing if thing.by == reader else Held(thing.by, [f"{v} or so" for v in thing.values])
    if isinstance(thing, tuple):
        return tuple(disguised(part, reader) for part in thing)
    if isinstance(thing, dict):
        return {key: disguised(part, reader) for key, part in thing.items()}
    if isinstance(thing, msgspec.Struct):
        fields = {name: getattr(thing, name) for name in thing.__struct_fields__}
        new = {name: disguised(part, reader) for name, part in fields.items()}
        changed = {name: part for name, part in new.items() if part != fields[name]}
        return msgspec.structs.replace(thing, **changed) if changed else thing
    return thing


def frames(step: Step, reader: Seat | None) -> tuple[bytes, bytes, bool]:
    """A reader's frame as it is, as it would be with other hidden cards, and if there were any."""
    match, entry = step.after, step.entry
    other = msgspec.structs.replace(match, state=disguised(match.state, reader))
    hidden = disguised(entry, reader)
    covered = other.state != match.state or hidden != entry
    return frame(match, reader, entry), frame(other, reader, hidden), covered


@pytest.mark.parametrize("game", catalogue())
def test_no_frame_follows_from_hidden_cards(game: str) -> None:
    """With other cards in others' hands, longer ones even, every frame is the same byte by byte."""
    covered = 0
    for seed in range(3):
        line = filing.played(filing.any_table(game, ("sizes", seed), moves=40))
        for step in line:
            readers = (None, *range(step.after.seats))
            if step.after.state is None or step.after.over:
                continue
            for reader in readers:
                real, other, hidden = frames(step, reader)
                assert len(real) == len(other)
                assert real == other
                covered += hidden
    assert covered > 40
