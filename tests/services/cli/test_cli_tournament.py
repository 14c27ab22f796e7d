"""``tapete tournament``: an event announced, directed and rehearsed at the terminal."""

from pathlib import Path

import pytest

from services.cli.main import run
from services.cli.terminal.console import Voice


def tapete(*words: str) -> int:
    return run(Voice("en"), ["tournament", *words])


def test_an_event_is_directed_at_the_terminal(
    redis_url: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Announce, enter, propose, pair; standings and files."""
    monkeypatch.setenv("TAPETE_DATA", str(tmp_path))
    monkeypatch.setenv("TAPETE_REDIS_URL", redis_url)
    assert tapete("create", "--name", "Club", "--game", "casino", "--rounds", "1") == 0
    name = capsys.readouterr().out.strip()
    assert name.startswith("t")
    assert tapete("entrants", name, "Ana=ana", "Luis=luis", "Eva", "Bot=bot/1") == 0
    assert "4 entrants" in capsys.readouterr().out
    assert tapete("pair", name, "--dry-run") == 0
    assert tapete("pair", name) == 0
    proposed, paired = capsys.readouterr().out.split("Round 1")[1:]
    assert proposed.split() == paired.split()
    assert "1. Ana – Eva" in paired
    assert tapete("standings", name) == 0
    assert "Luis" in capsys.readouterr().out
    for form, says in (("csv", "rank,entrant"), ("trf", "012 Club"), ("html", "<h1>Club</h1>")):
        file = tmp_path / form
        assert tapete("export", name, "--format", form, "-o", str(file)) == 0
        assert says in file.read_text()
    assert tapete("pair", name) == 1


def test_a_rehearsal_of_the_same_seed_is_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The whole event with its audits, twice the same; nothing stays behind."""
    told = []
    for file in ("a", "b"):
        words = ("simulate", "--game", "caissa-escratch", "--entrants", "4", "--rounds", "1")
        assert tapete(*words, "--seed", "s", "-o", str(tmp_path / file)) == 0
        told.append(capsys.readouterr().out)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    assert "records verified: 3 of 3" in told[0]


def test_a_game_that_does_not_fit_the_format_is_refused(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Solitario has no opponent: what is possible is said."""
    assert tapete("simulate", "--game", "caissa-solitario", "--format", "swiss") == 1
    assert "caissa-solitario" in capsys.readouterr().err
