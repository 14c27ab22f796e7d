"""What is shown on a terminal, whoever wrote it."""

import io

import pytest

from services.cli.voice import Voice, console, table

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
