"""Explanations: a stable code with its details, and the sentence for them."""

import msgspec

from events.errors import Language
from projections.language.catalogue import DEFAULT, message
from projections.language.errors import named, shown

Detail = str | int | tuple[str | int, ...]


class Note(msgspec.Struct, frozen=True):
    """Why something was decided. ``code`` is stable, ``details`` fill the sentence."""

    code: str
    details: dict[str, Detail] = {}


def note(code: str, **details: Detail) -> Note:
    """A note, with its details by name."""
    return Note(code, details)


def say(what: Note, language: Language = DEFAULT) -> str:
    """The sentence; a code without one is said as it stands."""
    if what.code not in CODES:
        return what.code
    details = {name: shown(value) for name, value in what.details.items()}
    return message(language, named("note", what.code), details)


CODES = frozenset(
    {
        "berger",
        "whist",
        "plane",
        "dutch",
        "swiss",
        "tables",
        "bracket",
        "movement",
        "same_deck",
        "arena",
        "manual",
        "bye",
        "bye_higher",
        "floats",
        "rematch",
        "repeats",
        "sits_out",
        "waits",
        "buchholz",
        "buchholz_cut1",
        "sonneborn_berger",
        "wins",
        "head_to_head",
        "head_to_head_alone",
        "head_to_head_unmet",
        "deal_differential",
        "score",
        "progress",
        "percentage",
        "imps",
        "games",
    }
)
"""Every code that is said; its sentence is ``note-CODE`` of the catalogues."""
