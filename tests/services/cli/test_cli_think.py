"""Bots that think, at a terminal."""

from pathlib import Path

from terminal import tapete


def test_bots_of_a_demo_may_think(tmp_path: Path) -> None:
    """They play a match to its end, and its record is verified like any other."""
    words = ("demo", "--game", "caissa-escratch", "--think", "0.01", "--quiet")
    done = tapete(tmp_path, *words)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 verified" in done.stdout
