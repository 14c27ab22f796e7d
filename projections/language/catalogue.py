"""What people read, in every language: Fluent messages, one folder a language.

``projections/language/locales/LANGUAGE/*.ftl`` holds the sentences, with plurals by CLDR, and
``rules/GAME.md`` the rules pages. A language is a folder: whatever lies there is offered, and what
one lacks is said in English. The same files are read by browsers (Project Fluent, fluent.org).
"""

from collections.abc import Mapping
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

from fluent.runtime import FluentBundle, FluentResource
from fluent.runtime.types import fluent_number

DEFAULT = "en"
"""The language that has every sentence."""

Value = str | int | float

_places: list[Traversable] = [resources.files("projections").joinpath("language", "locales")]


def read_from(folder: Traversable) -> Traversable:
    """Take all languages from another folder from now on; the one before is handed back."""
    before, _places[0] = _places[0], folder
    for known in (languages, rules_page, _bundle):
        known.cache_clear()
    return before


@cache
def languages() -> tuple[str, ...]:
    """Every language that there is, English first."""
    found = sorted(each.name for each in _places[0].iterdir() if each.is_dir())
    return DEFAULT, *(name for name in found if name != DEFAULT)


@cache
def _bundle(language: str) -> FluentBundle:
    """All messages of a language; no marks of direction around what is filled in."""
    bundle = FluentBundle([language], use_isolating=False)
    for file in sorted(_places[0].joinpath(language).iterdir(), key=lambda file: file.name):
        if file.name.endswith(".ftl"):
            bundle.add_resource(FluentResource(file.read_text("utf-8")))
    return bundle


def has(language: str, id: str) -> bool:
    """Whether there is such a message, in this language or in English."""
    return any(_bundle(each).has_message(id) for each in (language, DEFAULT))


def message(language: str, id: str, values: Mapping[str, Value] | None = None) -> str:
    """A message in a language, or in English where it lacks it.

    Raise ``KeyError`` for an id that nobody knows: a sentence is never shown by its name.
    """
    for each in (language, DEFAULT):
        bundle = _bundle(each)
        if bundle.has_message(id) and (value := bundle.get_message(id).value) is not None:
            said = {
                name: fluent_number(value, useGrouping=False) if isinstance(value, int) else value
                for name, value in (values or {}).items()
            }
            text, _ = bundle.format_pattern(value, said)
            return str(text)
    raise KeyError(id)


@cache
def rules_page(language: str, game: str) -> str | None:
    """A game's rules as Markdown; None where nobody has written them."""
    for each in (language, DEFAULT):
        page = _places[0].joinpath(each, "rules", f"{game}.md")
        if page.is_file():
            return page.read_text("utf-8")
    return None
