"""``tapete tournament``: an event announced, directed and rehearsed at the terminal."""

import re
from pathlib import Path
from typing import get_args

import pytest

from projections.tournaments.settings import FIXED, Format
from services.cli.commands.tournament import RENAMED
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


def test_a_refusal_says_which_games_the_format_is_for(capsys: pytest.CaptureFixture[str]) -> None:
    """In both languages: what was asked for, and what is possible."""
    words = ["tournament", "simulate", "--game", "caissa-battle", "--format", "whist"]
    for language, says in (("en", "is not possible"), ("es", "no es posible")):
        assert run(Voice(language), words) == 1
        told = capsys.readouterr().err
        assert f"--format whist --game: caissa-battle {says}" in told
        assert "kaiser" in told
        assert "caissa-solitario" not in told


@pytest.mark.parametrize("form", get_args(Format))
def test_every_format_that_is_offered_can_be_tried(
    form: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A small field plays it to the end, and every record is sound."""
    words = ("--game", "caissa-escratch", "--format", form, "--entrants", "4", "--seed", "s")
    few = () if form in FIXED else ("--rounds", "1")
    assert tapete("simulate", *words, *few) == 0
    told = capsys.readouterr().out
    audited = re.search(r"records verified: (\d+) of (\d+)", told)
    assert audited is not None
    assert audited[1] == audited[2]


@pytest.mark.parametrize("old", RENAMED)
def test_the_old_word_for_a_format_is_understood(
    old: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """It asks for the same as the new one, which is what the answer says."""
    assert tapete("simulate", "--game", "caissa-solitario", "-f", old) == 1
    assert f"--format {RENAMED[old]} --game" in capsys.readouterr().err
    assert RENAMED[old] in get_args(Format)


@pytest.mark.parametrize("command", ["create", "simulate"])
def test_only_the_words_of_today_are_offered(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Help and the answer to a wrong word name what the API names, and nothing else."""
    monkeypatch.setenv("COLUMNS", "300")
    name = ("--name", "Club") if command == "create" else ()
    assert tapete(command, "--help") == 0
    helped = capsys.readouterr().out
    assert tapete(command, *name, "--format", "knockout") == 2
    refused = capsys.readouterr().err
    for told in (helped, refused):
        assert all(re.search(rf"\b{word}\b", told) for word in get_args(Format))
        assert not any(re.search(rf"(?<![\w-]){old}(?![\w-])", told) for old in RENAMED)
