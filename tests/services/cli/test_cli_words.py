"""What the command line says exists, in both languages, for every command and option."""

import ast
import string
from pathlib import Path

import pytest
import typer

from services.cli.main import COMMANDS, language_of, made, run
from services.cli.terminal.console import Voice
from services.cli.terminal.messages import WORDS
from services.settings import BadSetting

SOURCES = sorted((Path(__file__).parents[3] / "services" / "cli").rglob("*.py"))


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("key", WORDS)
def test_a_text_says_the_same_in_both_languages(key: str) -> None:
    """Both texts are there, and are filled from the same fields."""
    text = WORDS[key]
    assert text.en.strip()
    assert text.es.strip()
    assert fields(text.en) == fields(text.es)


def spoken(source: Path) -> set[str]:
    """The keys that a module says, where they are written out."""
    calls = [n for n in ast.walk(ast.parse(source.read_text("utf-8"))) if isinstance(n, ast.Call)]
    said = [
        c for c in calls if isinstance(c.func, ast.Attribute) and c.func.attr in ("say", "tell")
    ]
    first = [call.args[0] for call in said if call.args]
    return {str(a.value) for a in first if isinstance(a, ast.Constant) and isinstance(a.value, str)}


def test_whatever_is_said_has_its_words() -> None:
    """No command looks for a text that isn't there."""
    keys = set().union(*map(spoken, SOURCES))
    assert len(keys) > 30
    assert keys <= set(WORDS)


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_command_and_option_is_explained(
    language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The help of each command has a text for the command and for all that it takes."""
    group = typer.main.get_command(made())
    assert len(COMMANDS) == len(group.commands)  # type: ignore[attr-defined]
    for name, command in group.commands.items():  # type: ignore[attr-defined]
        assert f"help.{name}" in WORDS
        for inner in getattr(command, "commands", {}):
            assert f"help.{name}.{inner}" in WORDS
        for option in command.params:
            own, shared = f"help.{name}.{option.name}", f"option.{option.name}"
            assert own in WORDS or shared in WORDS, own
    assert run(Voice(language), ["--help"]) == 0  # type: ignore[arg-type]
    shown = capsys.readouterr().out
    for key in ("help", "option.help", "panel.options", "panel.commands"):
        assert WORDS[key].get(language)[:40] in shown  # type: ignore[arg-type]


def test_the_language_may_be_named_anywhere() -> None:
    """``--lang`` is taken out of the words wherever it stands; the system's is the usual one."""
    assert language_of(["demo", "--lang", "es", "-n", "2"], "en") == ("es", ["demo", "-n", "2"])
    assert language_of(["--lang=es", "games"], "en") == ("es", ["games"])
    assert language_of(["games"], "es") == ("es", ["games"])
    with pytest.raises(BadSetting):
        language_of(["games", "--lang", "fr"], "en")
