"""Exports: what others read is what the log says."""

import csv
import io

import msgspec
import pytest

from events.errors import Corrupt
from projections.tournaments import commands as c
from projections.tournaments.errors import NotNow
from projections.tournaments.exchange import trf
from projections.tournaments.exchange.exports import from_ndjson, to_csv, to_ndjson, to_trf
from projections.tournaments.pairing.dutch import pair_dutch
from projections.tournaments.settings import Points, Settings
from projections.tournaments.standings.standings import standings
from projections.tournaments.state import fold
from tests.projections.tournaments.directing import Event, announced


def dutch_event():
    """Nine players, five rounds, one bye asked for, one withdrawal, one forfeit."""
    event = Event(announced("dutch", rounds=5), 9)
    event.do(c.RequestBye("e2", 2))
    for number in range(5):
        event.play(max if number % 2 else min)
        if number == 2:
            event.do(c.Withdraw("e9"))
    return event


def test_a_dutch_event_exports_a_report_that_pairs_identically():
    """From the TRF alone every round comes out as it was paired."""
    event = dutch_event()
    report = trf.read(to_trf(event.now))
    assert report.rounds == 5
    for number in range(1, 6):
        before = trf.truncated(report, number - 1)
        pairs = pair_dutch(
            before.players,
            number,
            report.rounds,
            trf.initial_colour(report),
            trf.absent(report, number),
        )
        assert tuple(sorted(pairs)) == trf.pairs(report, number)


def test_the_reports_points_and_ranks_are_the_standings():
    """Points in tenths and ranks agree with the standings."""
    event = dutch_event()
    report = trf.read(to_trf(event.now))
    by = {event.now.order[player.number - 1]: player for player in report.players}
    for line in standings(event.now):
        assert by[line.entrant].points == 5 * line.points
        assert by[line.entrant].rank == line.rank


def test_other_points_are_declared_and_no_name_begins_a_record():
    """Three points for a win stand in record 162; line breaks in names become spaces."""
    event = Event(announced("swiss", rounds=1, points=Points(win=3)), lock=False)
    names = ("Ana\n260   1   9    1    2", "Bea")
    event.do(c.Register(tuple(c.Entry(f"e{n}", name, (name,)) for n, name in enumerate(names))))
    event.do(c.Lock())
    event.play()
    report = trf.read(to_trf(event.now))
    assert report.record("162") == "W 3.0    D 1.0    L 0.0"
    assert report.record("260") is None
    assert sorted(player.points for player in report.players) == [0, 30]


def test_tables_of_four_have_no_trf():
    """The report is for two-sided games."""
    event = Event(announced("tables"), 8)
    event.pair()
    with pytest.raises(NotNow):
        to_trf(event.now)


def test_csv_has_a_column_for_each_tiebreak_and_runs_no_formula():
    """Values stand in their columns; a name that begins like a formula is defused."""
    event = Event(announced("swiss", tiebreaks=("wins", "buchholz")), lock=False)
    event.do(c.Register((c.Entry("e1", "=cmd()", ("a",)), c.Entry("e2", "Bea", ("b",)))))
    event.do(c.Lock())
    event.play()
    rows = list(csv.DictReader(io.StringIO(to_csv(event.now))))
    assert [row["rank"] for row in rows] == ["1", "2"]
    assert rows[0]["name"] == "'=cmd()"
    assert rows[0]["wins"] == "1"
    assert rows[1]["buchholz"] == "2"


def test_the_log_comes_back_from_ndjson():
    """Every fact survives, and a broken line is named."""
    event = dutch_event()
    data = to_ndjson(event.log)
    assert data.count(b"\n") == len(event.log)
    assert fold(from_ndjson(data)) == event.now
    with pytest.raises(Corrupt, match="line 2"):
        from_ndjson(data.splitlines()[0] + b"\n{}\n")


def test_commands_are_read_strictly():
    """A command with an unknown field, or none at all, is refused by the decoder."""
    decoder = msgspec.json.Decoder(c.AnyCommand)
    assert decoder.decode(b'{"type":"Withdraw","entrant":"e1"}') == c.Withdraw("e1")
    for wrong in (b'{"type":"Withdraw","entrant":"e1","x":1}', b'{"type":"Explode"}'):
        with pytest.raises(msgspec.ValidationError):
            decoder.decode(wrong)


def test_settings_survive_the_wire():
    """An announcement is the same after JSON."""
    settings = announced("tables", options={"deals": 4})
    assert msgspec.json.decode(msgspec.json.encode(settings), type=Settings) == settings
