"""Errors as a reader sees them, in his language, and the words of the house within them.

An error's sentence is ``error-CODE``; what may stand in it ``reason-…``, ``allowed-…``, ``kind-…``.

In an id, letters are small and whatever is neither letter nor digit is ``-``: ``bad_options`` is
``error-bad-options``, an allowed ``a whole number`` is ``allowed-a-whole-number``, and numbers in
such a phrase are ``n``: ``1 to 6`` is ``allowed-n-to-n``.
"""

import re
from collections.abc import Mapping
from typing import Any

from events.errors import TapeteError
from projections.language import catalogue
from projections.language.catalogue import Value

_NUMBER = re.compile(r"\d+")

MISSING = "—"
NONE: Mapping[str, Value] = {}
WORDED = ("reason", "allowed", "kind")
"""Details that may be words of the house, and not what somebody has sent."""
NUMBERS = ("first", "second")


def said(error: TapeteError, language: str = catalogue.DEFAULT) -> str:
    """The sentence for an error, filled from its details; a missing one is a dash.

    What the house gives as a reason or allows is said in the language too, where it has words for
    it; anything else stands as it is.
    """
    details = error.details
    spoken = {name: shown(value) for name, value in details.items()}
    for name in WORDED:
        if name in details:
            spoken[name] = shown(worded(name, details[name], language, spoken))
    return filled(named("error", error.code), spoken, language)


def worded(kind: str, thing: Any, language: str, details: Mapping[str, Value] = NONE) -> Any:
    """A code or an English phrase in words, with its numbers as ``first`` and ``second``."""
    if isinstance(thing, list | tuple):
        return [worded(kind, one, language, details) for one in thing]
    id = named(kind, _NUMBER.sub("n", thing)) if isinstance(thing, str) else ""
    if not catalogue.has(language, id):
        return thing
    numbers = zip(NUMBERS, map(int, _NUMBER.findall(thing)), strict=False)
    return filled(id, {**details, **dict(numbers)}, language)


def filled(id: str, values: Mapping[str, Value], language: str) -> str:
    """A message; what it misses is a dash."""
    missing = dict.fromkeys(catalogue.fields(language, id), MISSING)
    return catalogue.message(language, id, {**missing, **values})


def named(kind: str, code: str) -> str:
    """The id of a code's message."""
    return f"{kind}-{'-'.join(re.findall('[a-z0-9]+', code.lower()))}"


def shown(value: Any) -> str:
    """A detail as a sentence shows it: lists joined by commas, none of them as a dash."""
    if isinstance(value, list | tuple | set | frozenset):
        return ", ".join(map(str, value)) or MISSING
    return str(value)
