"""Files for others: standings as CSV, the report as TRF, the log as NDJSON."""

import csv
import io
from collections.abc import Iterable

import msgspec

from events.errors import Corrupt
from projections.tournaments.errors import NotNow
from projections.tournaments.exchange import trf
from projections.tournaments.exchange.reports import report
from projections.tournaments.facts import AnyFact
from projections.tournaments.standings.standings import standings
from projections.tournaments.standings.tiebreaks import tiebreaks_of
from projections.tournaments.state import State

_DANGEROUS = ("=", "+", "-", "@", "\t", "\r")
_facts: msgspec.json.Decoder[AnyFact] = msgspec.json.Decoder(AnyFact)


def to_csv(state: State, upto: int | None = None) -> str:
    """The standings, one entrant a line, each tie-break in its column."""
    out = io.StringIO()
    sheet = csv.writer(out)
    lines = standings(state, upto)
    codes = [value.code for value in lines[0].values] if lines else list(tiebreaks_of(state))
    sheet.writerow(["rank", "entrant", "name", "points", "played", *codes, "penalties"])
    for line in lines:
        name = _harmless(state.entrants[line.entrant].name)
        values = [value.value for value in line.values]
        sheet.writerow(
            [
                line.rank,
                _harmless(line.entrant),
                name,
                line.points,
                line.played,
                *values,
                line.penalties,
            ]
        )
    return out.getvalue()


def _harmless(text: str) -> str:
    """Spreadsheets run what begins like a formula."""
    return "'" + text if text.startswith(_DANGEROUS) else text


def to_trf(state: State, upto: int | None = None) -> str:
    """The FIDE report; only for events of two-sided games."""
    if state.settings.points.by != "result" or any(
        len(table.seats) != 2 for round in state.rounds for table in round.pairing.tables
    ):
        raise NotNow(reason="not_two_sided")
    ranks = {line.entrant: line.rank for line in standings(state, upto)}
    return trf.write(report(state, upto, ranks))


def to_ndjson(log: Iterable[AnyFact]) -> bytes:
    """The log, one fact a line."""
    return b"".join(msgspec.json.encode(fact) + b"\n" for fact in log)


def from_ndjson(data: bytes) -> tuple[AnyFact, ...]:
    """The log as it was written; raises ``Corrupt`` naming the line that can't be read."""
    found = []
    for number, line in enumerate(data.splitlines(), start=1):
        try:
            found.append(_facts.decode(line))
        except msgspec.DecodeError as fault:
            raise Corrupt(reason=f"line {number}: {fault}") from fault
    return tuple(found)
