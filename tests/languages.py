"""Languages that nobody speaks: English in brackets, and a third one that lies in a folder."""

import re
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from fluent.syntax import ast, parse, serialize

from projections.language import catalogue

OURS = Path(catalogue.__file__).parent / "locales"
PSEUDO, THIRD = "pseudo", "xx"
BRACKETED = re.compile(r"⟦[^⟦⟧]*⟧")


@contextmanager
def read(folder: Path) -> Iterator[None]:
    """The languages of this folder and no others, for as long as this lasts."""
    before = catalogue.read_from(folder)
    try:
        yield
    finally:
        catalogue.read_from(before)


def pseudo(tmp_path: Path) -> Path:
    """Our languages, and one that says every English message in ⟦…⟧."""
    folder = _copied(tmp_path, PSEUDO)
    for file in (folder / PSEUDO).glob("*.ftl"):
        resource = parse(file.read_text("utf-8"))
        for entry in resource.body:
            if isinstance(entry, ast.Message) and entry.value is not None:
                inside = entry.value.elements
                entry.value.elements = [ast.TextElement("⟦"), *inside, ast.TextElement("⟧")]
        file.write_text(serialize(resource), "utf-8")
    return folder


def third(tmp_path: Path, translated: Mapping[str, str]) -> Path:
    """Our languages, and a copy of English in which these messages are said otherwise."""
    folder = _copied(tmp_path, THIRD)
    for file in (folder / THIRD).glob("*.ftl"):
        resource = parse(file.read_text("utf-8"))
        for entry in resource.body:
            if isinstance(entry, ast.Message) and entry.id.name in translated:
                entry.value = ast.Pattern([ast.TextElement(translated[entry.id.name])])
        file.write_text(serialize(resource), "utf-8")
    return folder


def unwrapped(shown: str) -> str:
    """What the pseudo-language has not put into brackets."""
    while (less := BRACKETED.sub(" ", shown)) != shown:
        shown = less
    return shown


def _copied(tmp_path: Path, name: str) -> Path:
    folder = tmp_path / "locales"
    shutil.copytree(OURS, folder)
    shutil.copytree(OURS / catalogue.DEFAULT, folder / name)
    return folder
