"""A language is a folder: the command line speaks whatever lies there, and nothing else."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer
from fluent.syntax import ast, parse

from services.cli.main import made, main, run
from services.cli.terminal.console import Voice
from services.cli.terminal.help import every
from tests.services.cli.test_cli_usage import WRONG
from tests.support.languages import LOCALES, PSEUDO, copied, pseudo, spoken_in, translated

COMMANDS = [path[1:] for path, _ in every(typer.main.get_command(made()))]
WIDE = re.compile("[Ａ-ｚ]{2}")
KEY = re.compile(r"\bcli-[a-z]")
PROSE = re.compile(r"[A-Za-z]+(?: [a-z]{2,}){2,}")
"""Three words on a line: a sentence, unless it is what the sentences are about."""


@pytest.fixture(autouse=True)
def broad(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is broken over two lines."""
    monkeypatch.setenv("COLUMNS", "400")


@pytest.fixture
def wide(tmp_path: Path) -> Iterator[Voice]:
    """Who says every English message in wide letters."""
    with spoken_in(pseudo(tmp_path)):
        yield Voice(PSEUDO)


def english() -> Iterator[str]:
    """The sentences of the command line, as far as they are the same whatever is filled in."""
    for file in sorted((LOCALES / "en").glob("cli*.ftl")):
        for entry in parse(file.read_text("utf-8")).body:
            if isinstance(entry, ast.Message) and entry.value is not None:
                for part in entry.value.elements:
                    if isinstance(part, ast.TextElement) and part.value.strip().count(" ") > 1:
                        yield part.value.strip()


SENTENCES = list(english())


def check(shown: str) -> None:
    """What was shown has a message in it, no key, and no English sentence in narrow letters."""
    assert WIDE.search(shown)
    assert not KEY.search(shown)
    assert [each for each in SENTENCES if each in shown] == []


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_help_is_data(
    words: tuple[str, ...], wide: Voice, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every word of a command's help is a message: its names, values and ranges alone are not."""
    assert run(wide, [*words, "--help"]) == 0
    shown = capsys.readouterr().out
    check(shown)
    left = re.sub(r"tapete[ \w]*|--?[\w-]+|[│╭╮╰╯─]", " ", shown)
    assert not PROSE.search(left), left
    assert not re.search(r"Usage|OPTIONS|ARGS|COMMAND|<[a-z ]+>|default|required", left)


@pytest.mark.parametrize("kind", WRONG)
def test_mistakes_are_data(kind: str, wide: Voice, capsys: pytest.CaptureFixture[str]) -> None:
    """What is said of a command used wrongly is a message."""
    assert run(wide, WRONG[kind]) == 2
    shown = capsys.readouterr().err
    check(shown)
    assert not PROSE.search(re.sub(r"tapete[ \w]*", "", shown))


@pytest.mark.parametrize(
    "words", [["games"], ["simulate", "-n", "2"], ["demo", "--quiet"]], ids=" ".join
)
def test_results_are_data(
    words: list[str],
    wide: Voice,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """What commands print are messages, and the names and numbers in them."""
    monkeypatch.setenv("TAPETE_DATA", str(tmp_path / "data"))
    assert run(wide, words) == 0
    check(capsys.readouterr().out)


THIRD = "xx"
TRANSLATED = {
    "cli-games-game": "lud",
    "cli-games-name": "nom",
    "cli-games-more": "tapete games LUD konta la regulon.",
    "cli-help": "Kartludoj.",
    "cli-usage-missing-command": "Manko.",
}


def test_a_third_language_needs_no_line_of_python(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A copy of the English folder with five sentences translated is spoken, and may be named."""
    shown = ""
    copied(tmp_path, THIRD)
    for file in (tmp_path / THIRD).glob("cli*.ftl"):
        file.write_text(translated(file.read_text("utf-8"), TRANSLATED), "utf-8")
    with spoken_in(tmp_path):
        for words, code in ((["games"], 0), (["--help"], 0), (["keys", "--"], 2)):
            with pytest.raises(SystemExit) as end:
                main(["--lang", THIRD, *words])
            assert end.value.code == code
            both = capsys.readouterr()
            shown += both.out + both.err
    for said in TRANSLATED.values():
        assert said in shown
    assert "Options" in shown, "what it lacks is said in English"


def test_a_language_that_is_no_folder_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """Exit code 2, and all that there are."""
    with pytest.raises(SystemExit) as end:
        main(["--lang", THIRD, "games"])
    assert end.value.code == 2
    assert "en, es" in capsys.readouterr().err
