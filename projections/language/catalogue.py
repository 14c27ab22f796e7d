"""What people read, in every language: Fluent messages, one folder a language.

``projections/language/locales/LANGUAGE/*.ftl`` holds the sentences, with plurals by CLDR, and
``rules/GAME.md`` the rules pages. A language is a folder: whatever lies there is offered, and what
one lacks is said in English. The same files are read by browsers (Project Fluent, fluent.org).
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any, NamedTuple, TypeVar

from fluent.runtime import FluentBundle, FluentResource
from fluent.runtime.types import fluent_number
from fluent.syntax import FluentParser, ast

DEFAULT = "en"
"""The language that has every sentence."""

T = TypeVar("T")
Value = str | int | float

_places: list[Traversable] = [resources.files("projections").joinpath("language", "locales")]


def read_from(folder: Traversable) -> Traversable:
    """Take all languages from another folder from now on; the one before is handed back."""
    before, _places[0] = _places[0], folder
    for known in (languages, rules_page, _sources, _read, _bundle):
        known.cache_clear()
    return before


@cache
def languages() -> tuple[str, ...]:
    """Every language that there is, English first."""
    found = sorted(each.name for each in _places[0].iterdir() if each.is_dir())
    return DEFAULT, *(name for name in found if name != DEFAULT)


def nearest(tag: str) -> str | None:
    """The language that a tag means (``es``, ``es-MX``, ``es_MX.UTF-8``); None for no language."""
    name = tag.strip().lower().replace("_", "-").partition(".")[0]
    known = {each.lower(): each for each in languages()}
    return known.get(name) or known.get(name.partition("-")[0])


def message(language: str, id: str, values: Mapping[str, Value] | None = None) -> str:
    """A message in a language, or in English where it lacks it.

    Raise ``KeyError`` for an id that nobody knows, and for a value that the sentence needs: neither
    is ever shown by its name.
    """
    for each in (language, DEFAULT):
        found = _read(each, id)
        text = found.filled(values or {}) if found else None
        if text is not None:
            return text
    raise KeyError(id)


def has(language: str, id: str) -> bool:
    """Whether there is such a message, in this language or in English."""
    return any(id in _sources(each) for each in (language, DEFAULT))


def names(language: str, id: str) -> frozenset[str]:
    """The names of the values that a language's own message speaks of."""
    found = _read(language, id)
    return found.fields if found else frozenset()


def fields(language: str, id: str) -> frozenset[str]:
    """The names of the values that a message needs, here or in English."""
    return names(language, id) | names(DEFAULT, id)


def template(language: str, id: str) -> str:
    """A message with its values left as ``{name}``."""
    return message(language, id, {name: f"{{{name}}}" for name in fields(language, id)})


def ids(language: str, prefix: str = "") -> Iterator[str]:
    """The ids of a language's own messages that begin so, in the order of the files."""
    return (id for id in _sources(language) if id.startswith(prefix))


@cache
def rules_page(language: str, game: str) -> str | None:
    """A game's rules as Markdown; None where nobody has written them."""
    for each in (language, DEFAULT):
        page = _places[0].joinpath(each, "rules", f"{game}.md")
        if page.is_file():
            return page.read_text("utf-8")
    return None


# ---- Reading the files ---------------------------------------------------------------------------

_ENTRY = re.compile(r"^(-?[a-zA-Z][\w-]*) *=", re.MULTILINE)
"""Where an entry begins: what goes on on the next line is indented."""


class _Message(NamedTuple):
    """A sentence; ``parts`` are its words and, beside an empty one, the names of its values."""

    language: str
    id: str
    fields: frozenset[str]
    parts: tuple[tuple[str, str], ...] | None

    def filled(self, values: Mapping[str, Value]) -> str | None:
        """The sentence; None where a value is missing or what it refers to isn't there."""
        if not self.fields <= values.keys():
            return None
        if self.parts is None:
            return _formatted(self, values)
        return "".join(text or str(values[name]) for text, name in self.parts)


@cache
def _sources(language: str) -> Mapping[str, str]:
    """Every entry of a language as it is written; none for a language that isn't there."""
    found: dict[str, str] = {}
    files = _places[0].joinpath(language).iterdir() if language in languages() else ()
    for file in sorted(files, key=lambda file: file.name):
        if file.name.endswith(".ftl"):
            _, *entries = _ENTRY.split(file.read_text("utf-8"))
            names, texts = entries[::2], entries[1::2]
            found |= {id: f"{id} ={text}" for id, text in zip(names, texts, strict=True)}
    return found


@cache
def _read(language: str, id: str) -> _Message | None:
    """A message, read when it is first asked for; None where it isn't there or can't be read."""
    source = _sources(language).get(id)
    entry = FluentParser().parse_entry(source) if source is not None else None
    if not isinstance(entry, ast.Message) or entry.value is None:
        return None
    names = frozenset(each.id.name for each in _all(entry, ast.VariableReference))
    return _Message(language, id, names, _parts(entry.value))


def _parts(pattern: ast.Pattern) -> tuple[tuple[str, str], ...] | None:
    """The words and plain values of a sentence in order; None where there is more to it."""
    parts: list[tuple[str, str]] = []
    for element in pattern.elements:
        match element.expression if isinstance(element, ast.Placeable) else element:
            case ast.TextElement(value=text):
                parts.append((text, ""))
            case ast.VariableReference(id=name):
                parts.append(("", name.name))
            case ast.StringLiteral() as literal:
                parts += [(text, "") for text in literal.parse()["value"]]
            case _:
                return None
    return tuple(parts)


def _formatted(message: _Message, values: Mapping[str, Value]) -> str | None:
    """A sentence with plurals or references, as Fluent says it; numbers without separators."""
    bundle = _bundle(message.language, message.id)
    pattern = bundle.get_message(message.id).value
    said = {
        name: fluent_number(value, useGrouping=False) if isinstance(value, int) else value
        for name, value in values.items()
    }
    text, errors = bundle.format_pattern(pattern, said) if pattern else ("", [])
    return None if errors else str(text)


@cache
def _bundle(language: str, id: str) -> FluentBundle:
    """A message with all that it refers to; no marks of direction around what is filled in."""
    bundle = FluentBundle([language, DEFAULT], use_isolating=False)
    waiting, added = [id], set[str]()
    while waiting:
        name = waiting.pop()
        if name not in added and name in _sources(language):
            resource = FluentResource(_sources(language)[name])
            bundle.add_resource(resource)
            waiting += [each.id.name for each in _all(resource, ast.MessageReference)]
            waiting += [f"-{each.id.name}" for each in _all(resource, ast.TermReference)]
        added.add(name)
    return bundle


def _all(node: Any, kind: type[T]) -> Iterator[T]:
    """Every node of a kind below this one."""
    if isinstance(node, kind):
        yield node
    for below in node if isinstance(node, list) else getattr(node, "__dict__", {}).values():
        if isinstance(below, list | ast.BaseNode):
            yield from _all(below, kind)
