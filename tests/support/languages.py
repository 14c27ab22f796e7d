"""Languages made for tests: one in which no English letter is left, and a third one that is new.

A language is a folder, so a test copies the folders of the house, writes one beside them and lets
the catalogue read there. A program that is started reads there by ``command``.
"""

import re
import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from fluent.syntax import FluentParser, FluentSerializer, ast

from projections.language import catalogue

LOCALES = Path(catalogue.__file__).parent / "locales"
WIDE = {ord(letter): ord(letter) + 0xFEE0 for letter in map(chr, range(ord("A"), ord("z") + 1))}
"""Latin letters as their wide forms: what is still narrow was never in a catalogue."""
PSEUDO, THIRD = "qps", "it"
SENTENCES = {
    "error-unknown-match": "Non esiste la partita { $match }.",
    "error-not-now": "Il torneo non lo permette ora: { $reason }.",
    "reason-registration": "le iscrizioni sono aperte",
    "note-bye": "{ $entrant } riposa: il punteggio più basso ({ $points }).",
    "fact-Resigned": "Il posto { $seat } abbandona.",
}
"""Five sentences that the third language has; for everything else it is a copy of the English."""
RULES = "# Kaiser\n4 giocatori, i compagni di fronte.\n"


@contextmanager
def spoken_in(folder: Path) -> Iterator[None]:
    """Inside, all languages are those of this folder."""
    before = catalogue.read_from(folder)
    try:
        yield
    finally:
        catalogue.read_from(before)


def third(folder: Path) -> Path:
    """The languages of the house and Italian: the English folder, in which some is translated."""
    copied(folder, THIRD)
    for file in (folder / THIRD).glob("*.ftl"):
        file.write_text(translated(file.read_text("utf-8"), SENTENCES), "utf-8")
    (folder / THIRD / "rules" / "kaiser.md").write_text(RULES, "utf-8")
    return folder


def translated(text: str, sentences: Mapping[str, str]) -> str:
    """A file of messages, these of them in other words."""
    for id, sentence in sentences.items():
        text = re.sub(rf"^{id} = .*$", lambda _: f"{id} = {sentence}", text, flags=re.MULTILINE)  # noqa: B023
    return text


def pseudo(folder: Path) -> Path:
    """The languages of the house and one that is the English in wide letters, in ⟦brackets⟧."""
    copied(folder, PSEUDO)
    for file in (folder / PSEUDO).glob("*.ftl"):
        resource = FluentParser().parse(file.read_text("utf-8"))
        for entry in resource.body:
            if isinstance(entry, ast.Message):
                widen(entry.value)
        file.write_text(FluentSerializer().serialize(resource), "utf-8")
    for page in (folder / PSEUDO / "rules").glob("*.md"):
        page.write_text(f"⟦{page.read_text('utf-8').translate(WIDE)}⟧", "utf-8")
    return folder


def widen(pattern: ast.Pattern | None) -> None:
    """Write a sentence in wide letters, all its variants too."""
    for element in pattern.elements if pattern else ():
        if isinstance(element, ast.TextElement):
            element.value = element.value.translate(WIDE)
        elif isinstance(element.expression, ast.SelectExpression):
            for variant in element.expression.variants:
                widen(variant.value)
        elif isinstance(element.expression, ast.StringLiteral):
            element.expression.value = element.expression.value.translate(WIDE)


def copied(folder: Path, language: str) -> None:
    shutil.copytree(LOCALES, folder, dirs_exist_ok=True)
    shutil.copytree(LOCALES / "en", folder / language)


def command(folder: Path, *words: str) -> list[str]:
    """The command line, reading its languages in this folder: for ``subprocess``."""
    code = (
        "import sys, pathlib; from projections.language import catalogue; "
        "catalogue.read_from(pathlib.Path(sys.argv.pop(1)))\n"
        "from services.cli.main import main; main()"
    )
    return [sys.executable, "-c", code, str(folder), *words]
