"""What the command line says exists, in every language, for every command and option."""

import ast as python
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer
from fluent.syntax import ast, parse
from fluent.syntax.visitor import Visitor

from projections.language.catalogue import has, languages, message
from services.cli.main import COMMANDS, language_of, made, run
from services.cli.terminal.console import Voice
from services.cli.terminal.help import every
from services.settings import BadSetting
from tests.support.languages import LOCALES

SOURCES = sorted((Path(__file__).parents[3] / "services" / "cli").rglob("*.py"))
ELSEWHERE = ("cli-help", "cli-option-", "cli-metavar", "cli-metavar-", "cli-type-")
"""These are said of commands and options, by their names."""


class Names(Visitor):
    """The variables that a message is filled from, and the messages that it is made of."""

    def __init__(self) -> None:
        self.variables: set[str] = set()
        self.messages: set[str] = set()

    def visit_VariableReference(self, node: ast.VariableReference) -> None:
        self.variables.add(node.id.name)

    def visit_MessageReference(self, node: ast.MessageReference) -> None:
        self.messages.add(node.id.name)


def words(language: str) -> dict[str, Names]:
    """The messages of the command line, each with the names in it."""
    found: dict[str, Names] = {}
    for file in sorted((LOCALES / language).glob("cli*.ftl")):
        for entry in parse(file.read_text("utf-8")).body:
            assert not isinstance(entry, ast.Junk), f"{file}: {entry.content}"
            if isinstance(entry, ast.Message):
                assert entry.id.name not in found, entry.id.name
                assert entry.value is not None
                found[entry.id.name] = names = Names()
                names.visit(entry)
    return found


ENGLISH = words("en")


@pytest.mark.parametrize("language", languages())
def test_a_text_says_the_same_in_every_language(language: str) -> None:
    """The same messages are there, and are filled from the same variables."""
    other = words(language)
    assert other.keys() == ENGLISH.keys()
    for id, names in other.items():
        assert names.variables == ENGLISH[id].variables, id
        assert names.messages == ENGLISH[id].messages, id


def spoken() -> tuple[set[str], set[str]]:
    """The ids that are said where they are written out, and how the others begin."""
    nodes = [n for s in SOURCES for n in python.walk(python.parse(s.read_text("utf-8")))]
    formatted = [node.values[0] for node in nodes if isinstance(node, python.JoinedStr)]
    begun = {id for id in map(constant, formatted) if id.startswith("cli-")}
    calls = [n for n in nodes if isinstance(n, python.Call) and n.args]
    asked = {constant(n.args[0]) for n in calls if getattr(n.func, "attr", "") in ("say", "tell")}
    written = {id for id in map(constant, nodes) if id.startswith("cli-")}
    return (written - begun) | (asked - {""}), begun


def constant(node: python.AST) -> str:
    """A text where it is written out, or else nothing."""
    value = node.value if isinstance(node, python.Constant) else ""
    return value if isinstance(value, str) else ""


def of_commands() -> Iterator[tuple[str, list[str]]]:
    """What each command, option and argument is explained by: the ids that it may have."""
    for path, command in every(typer.main.get_command(made())):
        key = "-".join(path)
        yield f"help{key}", [f"cli-help{key}"]
        for one in (*command.params, command.get_help_option(command.context_class(command))):
            name = one.name.replace("_", "-")
            yield f"help{key}-{name}", [f"cli-help{key}-{name}", f"cli-option-{name}"]


def test_whatever_is_said_has_its_words() -> None:
    """No command looks for a text that isn't there."""
    said, begun = spoken()
    assert len(said) > 100
    assert said <= ENGLISH.keys()
    for beginning in begun - set(ELSEWHERE):
        assert any(id.startswith(beginning) for id in ENGLISH), beginning


def test_no_words_are_left_over() -> None:
    """Every message is said somewhere: in the sources, of a command, or by another message."""
    said, begun = spoken()
    used = said | {id for names in ENGLISH.values() for id in names.messages}
    used |= {id for _, ids in of_commands() for id in ids}
    used |= {id.replace("cli-help", "cli-metavar") for id in used}
    used |= {id.replace("cli-option", "cli-metavar") for id in used}
    shown = ("cli-type-", *(begun - set(ELSEWHERE)))
    assert [id for id in ENGLISH if id not in used and not id.startswith(shown)] == []


@pytest.mark.parametrize("language", languages())
def test_every_command_and_option_is_explained(
    language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The help of each command has a text for the command and for all that it takes."""
    group = typer.main.get_command(made())
    assert COMMANDS.keys() == group.commands.keys()  # type: ignore[attr-defined]
    for what, ids in of_commands():
        assert any(has(language, id) for id in ids), what
    assert run(Voice(language), ["--help"]) == 0
    shown = capsys.readouterr().out
    for id in ("cli-help", "cli-option-help", "cli-panel-options", "cli-panel-commands"):
        assert message(language, id)[:40] in shown


def test_the_language_may_be_named_anywhere() -> None:
    """``--lang`` is taken out of the words wherever it stands; the system's is the usual one."""
    assert language_of(["demo", "--lang", "es", "-n", "2"], "en") == ("es", ["demo", "-n", "2"])
    assert language_of(["--lang=es", "games"], "en") == ("es", ["games"])
    assert language_of(["games"], "es") == ("es", ["games"])
    with pytest.raises(BadSetting):
        language_of(["games", "--lang", "fr"], "en")
