"""Errors as a reader sees them, in his language: messages ``error-…``, ``reason-…``, ``allowed-…``.

In an id, letters are small and whatever is neither letter nor digit is ``-``: ``bad_options`` is
``error-bad-options``, and an allowed ``a whole number`` is ``allowed-a-whole-number``.
"""

import re
from typing import Any

from events.errors import TapeteError
from projections.language import catalogue

MISSING = "—"


def said(error: TapeteError, language: str = catalogue.DEFAULT) -> str:
    """The sentence for an error, filled from its details; a missing one is a dash.

    A ``reason`` and what is ``allowed`` are said in the language too, where it has words for them;
    else they stand as they are.
    """
    id = named("error", error.code)
    wanted = catalogue.fields(language, id)
    spoken = {name: shown(error.details.get(name, MISSING)) for name in wanted}
    if "reason" in wanted and "reason" in error.details:
        spoken["reason"] = reason(error.details, language)
    if "allowed" in error.details:
        spoken["allowed"] = shown(each(error.details["allowed"], language))
    return catalogue.message(language, id, spoken)


def reason(details: dict[str, Any], language: str) -> str:
    """The reason of a refusal in words, where it is a code that has some."""
    code = details["reason"]
    id = named("reason", code) if isinstance(code, str) else ""
    if not catalogue.has(language, id):
        return shown(code)
    wanted = catalogue.fields(language, id)
    spoken = {name: shown(details.get(name, MISSING)) for name in wanted}
    return catalogue.message(language, id, spoken)


def each(allowed: Any, language: str) -> Any:
    """What is allowed, the kinds of values among it in words."""
    if isinstance(allowed, str):
        id = named("allowed", allowed)
        return catalogue.message(language, id) if catalogue.has(language, id) else allowed
    many = isinstance(allowed, list | tuple)
    return [each(one, language) for one in allowed] if many else allowed


def named(kind: str, code: str) -> str:
    """The id of a code's message."""
    return f"{kind}-{'-'.join(re.findall('[a-z0-9]+', code.lower()))}"


def shown(value: Any) -> str:
    """A detail as a sentence shows it: lists joined by commas, none of them as a dash."""
    if isinstance(value, list | tuple | set | frozenset):
        return ", ".join(map(str, value)) or MISSING
    return str(value)
