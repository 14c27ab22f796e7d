"""The FIDE choice pairs exactly as the known tournaments were paired."""

import pytest

from projections.tournaments.errors import NoPairing, UnreadableFile
from projections.tournaments.exchange import trf
from projections.tournaments.pairing.dutch import pair_dutch
from tests.projections.tournaments.known import files

REPORTS = files("trf-2026/*.trf")


def raw(path):
    return path.read_bytes().decode("latin-1")


@pytest.mark.parametrize("path", REPORTS, ids=lambda path: path.stem)
def test_every_round_is_paired_again_identically(path):
    """Truncated after any round, the next comes out the same, colours and bye included."""
    report = trf.read(raw(path))
    for number in range(1, report.rounds + 1):
        before = trf.truncated(report, number - 1)
        pairs = pair_dutch(
            before.players,
            number,
            report.rounds,
            trf.initial_colour(report),
            trf.absent(report, number),
            trf.forbidden(report, number),
        )
        assert tuple(sorted(pairs)) == trf.pairs(report, number)


@pytest.mark.parametrize("path", REPORTS, ids=lambda path: path.stem)
def test_a_report_comes_out_as_it_went_in(path):
    """Reading and writing changes nothing but the ends of the lines."""
    text = raw(path)
    lines = [line for line in text.replace("\r", "\n").split("\n") if line.strip()]
    assert trf.write(trf.read(text)).splitlines() == lines
    counted = trf.truncated(trf.read(text), 99)
    assert [p.points for p in counted.players] == [p.points for p in trf.read(text).players]


def test_an_impossible_round_is_said():
    """Two who have met have nobody left to meet."""
    games = (trf.TrfGame(2, "w", "1"),), (trf.TrfGame(1, "b", "0"),)
    players = [trf.TrfPlayer(n, f"P{n}", games=games[n - 1]) for n in (1, 2)]
    with pytest.raises(NoPairing) as refused:
        pair_dutch(players, 2, 3)
    assert refused.value.code == "no_pairing"


def test_forbidden_opponents_never_meet():
    """A group of whom no two may meet is kept apart."""
    players = [trf.TrfPlayer(n, f"P{n}") for n in range(1, 9)]
    pairs = pair_dutch(players, 1, 5, forbidden=[(1, 5), (2, 6)])
    assert not {(1, 5), (5, 1), (2, 6), (6, 2)} & set(pairs)


def test_unreadable_reports_are_refused_by_line():
    """A broken player line is named by its number."""
    with pytest.raises(UnreadableFile) as refused:
        trf.read("012 Some event\n001  abc")
    assert refused.value.details["line"] == 2
    with pytest.raises(UnreadableFile):
        trf.read("012 Nobody came\n")
