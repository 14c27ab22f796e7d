"""A command used wrongly: said in the language of who typed it, exit code 2."""

import re

import pytest
from typer._click.exceptions import BadArgumentUsage

from services.cli.main import run
from services.cli.terminal import usage
from services.cli.terminal.console import Voice

WRONG = {
    "a command that isn't there": ["nosuch"],
    "one that is nearly there": ["gmes"],
    "one of a group": ["keys", "nosuch"],
    "no command": ["keys", "--"],
    "an option that isn't there": ["games", "--nope"],
    "one that is nearly there, too": ["demo", "--match"],
    "one argument too many": ["games", "a", "b"],
    "two arguments too many": ["games", "a", "b", "c"],
    "no number": ["demo", "-n", "x"],
    "half a number": ["demo", "-n", "1.5"],
    "no number of seconds": ["play", "--think", "x"],
    "too small": ["demo", "-n", "0"],
    "too large": ["play", "--think", "100"],
    "none of a few words": ["tournament", "create", "--name", "a", "-f", "wrong"],
    "an option that lacks its value": ["simulate", "--seats"],
    "one that takes none": ["audit", "--all=3"],
    "an option is missing": ["tournament", "create"],
    "an argument is missing": ["show"],
    "arguments are missing": ["verify"],
}
ENGLISH = re.compile(
    r"\b(usage|options?|command|args|try|for|help|such|did|you|mean|missing|got|extra|"
    r"unexpected|arguments?|invalid|value|input|should|valid|integer|number|range|not|one|of|is|"
    r"requires?|take|does|possible)\b",
    re.IGNORECASE,
)
"""What typer says, without the words that Spanish has as well: error, no."""


def told(language: str, words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """What is said of a command used wrongly, on stderr, without what was typed."""
    assert run(Voice(language), words) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    return shown.err


@pytest.mark.parametrize("kind", WRONG)
def test_a_mistake_is_told_in_spanish(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    """How the command is used, where its help is, and what was wrong; no English word is left."""
    said = told("es", WRONG[kind], capsys)
    assert "Uso: tapete" in said
    assert "Para ver la ayuda: 'tapete" in said
    own = re.sub(r"--[\w-]+|'[^']*'|«[^»]*»|tapete[ \w]*", "", said)
    assert ENGLISH.findall(own) == []


@pytest.mark.parametrize("kind", WRONG)
def test_a_mistake_is_told_in_english(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The same: what was typed, or what is missing, is named."""
    said = told("en", WRONG[kind], capsys)
    assert "Usage: tapete" in said
    assert "Try 'tapete" in said
    assert "Traceback" not in said


def test_each_mistake_has_a_sentence_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    """No two of them read the same."""
    said = [told("en", words, capsys) for words in WRONG.values()]
    assert len(set(said)) == len(said)


def test_what_was_typed_moves_no_cursor(capsys: pytest.CaptureFixture[str]) -> None:
    """A word that a terminal would obey is shown, not sent."""
    assert "\x1b" not in told("es", ["games", "--\x1b[2Jnope"], capsys)
    assert "\x1b" not in told("es", ["demo", "-n", "\x1b[2J"], capsys)


def test_an_argument_of_several_values_may_lack_one() -> None:
    """None of ours has several; whoever adds one finds the sentence there."""
    assert usage.said(Voice("es"), BadArgumentUsage("x")) == "A un argumento le falta un valor."


def test_a_group_alone_shows_its_help(capsys: pytest.CaptureFixture[str]) -> None:
    """Exit code 2 as for any mistake, and the help as if it had been asked for."""
    assert run(Voice("es"), ["keys"]) == 2
    assert "Las claves públicas" in capsys.readouterr().out
