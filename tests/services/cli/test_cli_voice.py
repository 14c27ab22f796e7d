"""What is shown on a terminal, whoever wrote it."""

import io
import re
from collections.abc import Callable

import pytest

from services.cli.terminal.console import Voice, console, table

EVIL = ["\x1b[2J", "\x1b]0;title\x07", "\x9b31m", "a\rb", "\x08", "\u202egnp", "\u2066x"]


@pytest.mark.parametrize("evil", EVIL)
@pytest.mark.parametrize("terminal", [True, False])
def test_nobody_moves_the_cursor_by_his_name(
    evil: str, terminal: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A player's name, a forged file's text, an error: nothing in it is obeyed by a terminal."""
    if terminal:
        monkeypatch.setenv("FORCE_COLOR", "1")
        monkeypatch.setenv("TERM", "xterm-256color")
    shown = io.StringIO()
    voice = Voice("en")
    voice.out = voice.err = console(stderr=False)
    voice.out.file = shown
    names = table("player")
    names.add_row(f"name {evil}")
    voice.show(names)
    voice.write(f"wrote {evil}", "good")
    voice.warn(f"warned of {evil}")
    assert evil not in shown.getvalue()
    assert ("\x1b[" in shown.getvalue()) == terminal, "our own colours stay"


def printed(do: Callable[[Voice], None], *, terminal: bool, monkeypatch: pytest.MonkeyPatch) -> str:
    """What is shown on a terminal of 30 columns, or goes to a file."""
    if terminal:
        monkeypatch.setenv("FORCE_COLOR", "1")
        monkeypatch.setenv("TERM", "xterm-256color")
        monkeypatch.setenv("COLUMNS", "30")
    voice = Voice("en")
    voice.out.file = io.StringIO()
    do(voice)
    return re.sub(r"\x1b\[[0-9;]*m", "", voice.out.file.getvalue())


@pytest.mark.parametrize("terminal", [True, False])
def test_words_are_not_torn_apart(terminal: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A sentence is broken between words on a terminal, and nowhere in a file."""
    said = "Seat 2 takes the trick Pioneers 1, Pioneers 3, Historic 7."
    shown = printed(lambda voice: voice.prose(said), terminal=terminal, monkeypatch=monkeypatch)
    assert shown.split() == said.split()
    assert (len(shown.splitlines()) > 1) == terminal


@pytest.mark.parametrize("terminal", [True, False])
def test_rules_are_set_for_people_alone(terminal: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal shows no asterisks; a file has the text as it is written."""
    rules = "# Kaiser\n**Cards.** 32,\nfrom the 7 up."
    shown = printed(lambda voice: voice.page(rules), terminal=terminal, monkeypatch=monkeypatch)
    assert ("Cards. 32, from the 7 up." in shown) == terminal
    assert (rules in shown) == (not terminal)
