"""The audit of what is not a move: who may write which fact, and when."""

from collections.abc import Sequence
from typing import Any

import filing
import msgpack
import msgspec
import pytest
from auditing import NAME, Log, audited, edited, first, log_of, raws, sealed, shuffles
from filing import Table, secret

from events.facts import (
    Aborted,
    Adjudicated,
    Closed,
    Flagged,
    Held,
    Joined,
    Left,
    Locked,
    Moved,
    Paused,
    Ready,
    Resigned,
    Result,
    Resumed,
    Rewound,
    Shuffled,
)
from events.seals import held_commitment
from projections.audit.report import CODES, Finding, Report
from projections.cards.fair_deal import commitment
from projections.match.fold import Match
from projections.match.history import Step
from services.keys.randomness import simulated
from services.matches.batch import Run

# ---- Facts that could not happen ----------------------------------------------------------------


def begun(game: str = "casino", **how: Any) -> list[Step]:
    """A match in full play; the last entry is a move."""
    return filing.played(Table(game, {}, 2, "facts", stop=30, **how))


def gathering(seats: Sequence[int] = (0, 1), **offer: Any) -> list[Step]:
    """A match for two in which these seats, which contribute, were taken."""
    fact = filing._Player(Table("casino", {}, 2, "facts"), NAME).offer()
    line = added([], "house", msgspec.structs.replace(fact, **offer))
    for seat in seats:
        line = added(line, seat, Joined(seat, f"p{seat}", commitment(secret(seat))))
    return line


def added(line: list[Step], by: Any, cause: Any, command: bytes | None = None) -> list[Step]:
    """A log with one entry more, written by the book, whether or not it may be."""
    match = line[-1].after if line else filing.unopened(NAME, "casino")
    name = command or secret("command", match.version, by)[:16]
    run = Run(match, name, match.at + 1, simulated(secret("salt", match.version)).salt)
    run.add(by, cause, lambda version: line[version - 1].after)
    return line + run.steps


def judged(line: list[Step], by: Any, cause: Any) -> str:
    """What the audit says of one entry more: the code, or nothing."""
    report = audited(log_of(added(line, by, cause)))
    version = line[-1].after.version + 1
    assert {finding.version for finding in report.findings} <= {version}
    return report.findings[0].code if report.findings else ""


def someone(match: Match) -> tuple[int, Any, Any]:
    """Who is to move, the first of his moves, and another one."""
    seat = match.acting()[0]
    offered = match.game.moves(match.state, seat)
    return seat, offered[0], offered[-1]


def test_moves_of_others() -> None:
    """A judge may move for a seat; the house only for who is out, the clock where there is one."""
    line = begun()
    seat, harmless, other = someone(line[-1].after)
    assert harmless != other
    assert judged(line, seat, Moved(seat, other)) == ""
    assert judged(line, "judge", Moved(seat, other)) == ""
    assert judged(line, "house", Moved(seat, harmless)) == "house"
    assert judged(line, "clock", Moved(seat, harmless)) != ""


RESULT = Result((1, 0), (1, 2))
DURING_PLAY: list[tuple[str, Any, Any]] = [
    ("", 1, Resigned(1)),
    ("writer", 0, Resigned(1)),
    ("writer", "judge", Resigned(1)),
    ("writer", 1, Flagged(1)),
    ("", "judge", Paused("tea")),
    ("writer", 0, Paused("tea")),
    ("phase", "judge", Resumed("tea is over")),
    ("writer", 0, Adjudicated(RESULT, "?")),
    ("", "judge", Adjudicated(RESULT, "?")),
    ("", "judge", Aborted("storm")),
    ("phase", 0, Aborted("left")),
    ("phase", 0, Left(0)),
    ("phase", 0, Joined(0, "p9")),
    ("phase", "house", Locked((None, None))),
    ("writer", "judge", Locked((None, None))),
    ("house", "house", Closed(31, RESULT, None)),
    ("writer", 0, Closed(31, RESULT, None)),
    ("phase", "judge", Rewound(1, "before the deal")),
    ("house", "house", Shuffled("deck", Held("house", ("AS",)))),
    ("writer", 0, Shuffled("deck", Held("house", ("AS",)))),
]


@pytest.mark.parametrize(("code", "by", "fact"), DURING_PLAY, ids=lambda value: str(value)[:40])
def test_facts_during_play(code: str, by: Any, fact: Any) -> None:
    """Who may write what while play goes on."""
    line = begun()
    assert line[-1].after.version == 30
    if isinstance(fact, Shuffled):
        forged = edited(log_of(line), 30, lambda tree: tree.update(by=by, cause=told(fact)))
        found = first(audit_with_opening(forged, fact))
        assert found[0] == "broken"
        return
    assert judged(line, by, fact) == code


def told(fact: Any) -> Any:
    """A fact as plain data, what it holds sealed under a salt of zeros."""
    values = msgpack.packb(fact.cards.values)
    held = {"by": "house", "count": 1, "c": held_commitment(bytes(16), values)}
    return {"type": "match.Shuffled", "purpose": fact.purpose, "cards": held}


def audit_with_opening(log: Log, fact: Shuffled) -> Report:
    opening = msgpack.packb([(bytes(16), msgpack.packb(fact.cards.values))])
    return audited([*log[:-1], log[-1]._replace(openings=opening)])


def test_facts_before_play() -> None:
    """Seats are taken once, by whom they are kept for; a table locks when it is full."""
    one = gathering((0,))
    both = gathering()
    given = (commitment(secret(0)), commitment(secret(1)))
    kept = gathering((), places=(filing.Place("reserved", "ada"), filing.Place()))
    assert judged(one, 1, Joined(1, "p1")) == ""
    assert judged(one, 0, Joined(0, "p9")) == "phase"
    assert judged(one, 1, Joined(0, "p9")) == "writer"
    assert judged(kept, 0, Joined(0, "bob")) == "phase"
    assert judged(kept, 0, Joined(0, "ada")) == ""
    assert judged(one, 0, Left(0)) == ""
    assert judged(one, "house", Locked((given[0], None))) == "commitment"
    assert judged(both, "house", Locked((given[1], given[0]))) == "commitment"
    assert judged(both, "house", Locked(given)) == ""
    assert judged(both, 0, Left(0)) == "house"
    locked = added(both, "house", Locked(given))
    assert judged(locked, 0, Ready(0, secret(0))) == ""
    assert judged(locked, 0, Ready(0, secret(9))) == "commitment"
    assert judged(locked, 1, Ready(0, secret(0))) == "writer"
    assert judged(locked, 0, Aborted("left")) == ""


def test_other_rules() -> None:
    """A match that names another number of the rules is not judged by these."""
    assert [f.code for f in audited(log_of(gathering((), rules=99))).findings] == ["rules"]


def test_what_the_house_owes_comes_first() -> None:
    """Nobody writes anything before the house has done what it owed."""
    line = filing.played(Table("casino", {}, 2, "owed", moves=40))
    log = log_of(line)
    dealt = shuffles(line)[-1]
    report = audited(sealed(raws(log[: dealt - 1]) + raws(log[dealt:])))
    assert report.findings[0].version == dealt
    assert judged(added(begun(), 1, Resigned(1)), "judge", Aborted("storm")) == "house"


def test_what_was_wrong_before_a_break_is_still_said() -> None:
    """A break in the line doesn't hide what the rules have found before it."""
    log = log_of(begun())
    forged = edited(log, 20, lambda tree: tree.update(by="house"))
    forged[25] = forged[25]._replace(seal=bytes(32))
    assert [(f.version, f.code) for f in audited(forged).findings] == [
        (20, "house"),
        (26, "record"),
    ]


def test_a_board_keeps_its_seed() -> None:
    """A board's table that discloses the seed which others still play with is found."""
    table = Table("casino", {}, 2, "board", moves=20, board=filing.Board("t", "1"))
    log = log_of(filing.played(table))
    seed = filing.board_seed(table)
    assert first(audited(log, seed)) == ("incomplete", 0, "")
    told = edited(log, len(log), lambda tree: tree["cause"].update(seed=seed))
    assert first(audited(told)) == ("broken", len(log), "house")


@pytest.mark.parametrize("code", sorted(CODES))
def test_findings_are_told_in_both_languages(code: str) -> None:
    """Each finding has a stable code and says in English and Spanish what is wrong."""
    finding = Finding(3, code, "detail")
    english, spanish = finding.text(), finding.text("es")
    assert english != spanish
    assert all("(detail)" in text for text in (english, spanish))
