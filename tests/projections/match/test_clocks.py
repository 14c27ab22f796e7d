"""Clocks: time runs for who is to act, the record says who was late, and the house plays on."""

from typing import Any

import pytest

from events.codec import encode
from events.errors import BadOptions, TimeUp
from events.facts import (
    Aborted,
    Clock,
    Entry,
    Flagged,
    Joined,
    Moved,
    Opened,
    Paused,
    Place,
    Ready,
    Resigned,
    Result,
    Resumed,
    Rewound,
)
from projections.cards.fair_deal import commitment
from projections.catalogue import catalogue
from projections.language.errors import said
from projections.match.automatic import harmless
from projections.match.clocks import NOT_READY, deadline, due, face, is_up, refuse_clock, struck
from projections.match.times import DAY_MS
from services.aggregates.outages import Outage
from services.matches.clock import excuse
from tests.support.timing import (
    CHESS,
    FAST,
    NAME,
    SUDDEN,
    Table,
    causes,
    choosing,
    ended,
    placing,
    seat_of,
    times,
)

# ---- Time runs ---------------------------------------------------------------------------------


def test_time_runs_for_who_is_to_act() -> None:
    """A seat has its time from the entry that made it to act, and for every move anew."""
    table = Table("casino", 2, FAST)
    for _ in range(6):
        (seat,) = table.acting
        assert deadline(table.match, seat) == table.now + 1000 == due(table.match)
        assert deadline(table.match, 1 - seat) is None
        table.move(after=700)
    assert table.report() == []


def test_without_a_clock_nothing_is_kept() -> None:
    """A match without a clock has no deadlines, and its record carries no times."""
    table = Table("casino", 2, None)
    table.move(after=10 * DAY_MS)
    match = table.match
    assert match.times is None
    assert face(match) is None
    assert [due(match), deadline(match, 0), struck(match, table.now)] == [None] * 3


def test_a_bank_is_what_is_left_of_it() -> None:
    """What a move took is gone from the seat's bank; its increment comes after the move."""
    table = Table("casino", 2, CHESS)
    (seat,) = table.acting
    table.move(after=3000)
    assert table.left(seat) == 10_000 - 3000 + 500
    assert table.left(1 - seat) == 10_000
    table.move(after=100)
    assert deadline(table.match, seat) == table.now + 7500
    shown = face(table.match)
    assert shown is not None
    assert shown.left[seat] == 7500
    assert shown.deadlines[1 - seat] is None


def test_days() -> None:
    """By correspondence a seat has whole days for each move."""
    table = Table("casino", 2, Clock(days=3))
    assert due(table.match) == table.now + 3 * DAY_MS
    table.move(after=2 * DAY_MS)
    assert due(table.match) == table.now + 3 * DAY_MS


@pytest.mark.parametrize(
    ("clock", "field"),
    [
        (Clock(), "clock"),
        (Clock(per_move=1000, bank=1000), "clock"),
        (Clock(days=0), "clock.days"),
        (Clock(per_move=1000, increment=5), "clock.increment"),
        (Clock(bank=1000, increment=-5), "clock.increment"),
    ],
)
def test_impossible_clocks(clock: Clock, field: str) -> None:
    """A clock that gives no time, or time in two ways, is refused by the field's name."""
    with pytest.raises(BadOptions) as refusal:
        refuse_clock(clock)
    assert refusal.value.details["field"] == field


def test_old_clocks_are_written_as_ever() -> None:
    """A clock without days has the bytes that it always had."""
    entry: Entry[Any, Any] = Entry(
        1, 1, "house", b"", Opened(NAME, "toy", 1, {}, (), b"", clock=FAST)
    )
    public, _ = encode(entry, bytes)
    assert b"days" not in public
    assert b"per_move" in public


def test_a_pause_stops_the_clocks() -> None:
    """While play is paused no time runs; afterwards each seat has what it had."""
    table = placing(CHESS)
    table.move(0, after=100)
    table.later(2000)
    table.add("judge", Paused("tea"))
    assert due(table.match) is None
    assert times(table).left == (10_000 - 2100,) * 2
    table.later(DAY_MS)
    table.add("judge", Resumed("tea is over"))
    assert deadline(table.match, 0) == table.now + 7900 == deadline(table.match, 1)
    assert table.report() == []


def test_a_rewind_gives_the_time_back() -> None:
    """After a rewind all banks are what they were at that version, and time starts anew."""
    table = Table("casino", 2, CHESS)
    (first,) = table.acting
    table.move(after=1000)
    to, banks = table.match.version, times(table).left
    table.move(after=4000)
    table.move(after=5000)
    table.later(300)
    table.add("judge", Rewound(to, "a slip", keep_deck=True))
    assert times(table).left == banks
    assert deadline(table.match, 1 - first) == table.now + 10_000
    assert table.report() == []


def test_a_rewind_while_paused_waits_for_play() -> None:
    """Rewound during a pause, the clocks stand until play is resumed."""
    table = Table("casino", 2, CHESS)
    table.move(after=1000)
    to = table.match.version
    table.move(after=4000)
    table.add("judge", Paused("?"))
    table.add("judge", Rewound(to, "a slip", keep_deck=True))
    assert due(table.match) is None
    table.later(5000)
    table.add("judge", Resumed("!"))
    assert due(table.match) == table.now + 10_000


# ---- Time runs out -----------------------------------------------------------------------------


def test_up_to_the_deadline_a_move_stands() -> None:
    """A move in the last ms is taken, the clock has nothing to do; one ms later it is too late."""
    table = Table("casino", 2, FAST)
    (seat,) = table.acting
    table.later(1000)
    assert not is_up(table.match, seat, table.now)
    assert table.strike() == []
    table.later(1)
    with pytest.raises(TimeUp) as refusal:
        table.move()
    assert refusal.value.details == {"seat": seat, "deadline": table.now - 1}
    assert said(refusal.value, "es") == f"Al asiento {seat} se le acabó el tiempo."


def test_the_harmless_move() -> None:
    """Who is late has the game's harmless move made for him, by the clock, in the same append."""
    table = Table("casino", 2, FAST)
    (seat,) = table.acting
    expected = harmless(table.match, seat)
    table.later(1001)
    steps = table.strike()
    assert causes(steps)[:2] == [("clock", "Flagged"), ("clock", "Moved")]
    assert [step.entry.cause for step in steps[:2]] == [Flagged(seat), expected]
    assert due(table.match) == table.now + 1000
    assert table.strike() == []
    assert table.report() == []


def test_an_empty_bank_lives_on_its_increment() -> None:
    """Who has run out of his bank has his increment for the next move, and no less than nothing."""
    table = Table("casino", 2, CHESS)
    (seat,) = table.acting
    table.later(60_000)
    table.strike()
    assert table.left(seat) == 500
    table.move(1 - seat, after=10)
    assert deadline(table.match, seat) == table.now + 500


def test_of_two_sides_the_other_wins() -> None:
    """Where a time-out forfeits, the match ends there and then."""
    table = Table("kaiser", 4, SUDDEN)
    (seat,) = table.acting
    table.later(1001)
    assert causes(table.strike()) == [("clock", "Flagged"), ("house", "Closed")]
    result = ended(table)
    assert result.label == "time"
    assert [rank > 1 for rank in result.ranks] == [s % 2 == seat % 2 for s in range(4)]
    assert table.report() == []


def test_with_more_sides_the_others_play_on() -> None:
    """Where more than two play, the house plays for who forfeits, and he ranks last."""
    table = Table("casino", 3, SUDDEN)
    (seat,) = table.acting
    table.later(1001)
    table.strike()
    assert table.match.sitters[seat].out
    table.moves(lambda match: match.over)
    assert ended(table).ranks[seat] == 3
    written = {step.entry.by for step in table.line if seat_of(step) == seat}
    assert written == {"clock", "house"}
    assert table.report() == []


# ---- Simultaneous choices ----------------------------------------------------------------------


def test_one_period_for_all_placings() -> None:
    """In Battle a seat has its time once for all sixteen cards; the clock places the rest."""
    table = placing()
    first = deadline(table.match, 0)
    for _ in range(5):
        table.move(0, after=100)
        assert deadline(table.match, 0) == first
    while 1 in table.acting:
        table.move(1)
    table.later(1000)
    steps = table.strike()
    assert causes(steps)[:12] == [("clock", "Flagged"), *[("clock", "Moved")] * 11]
    assert deadline(table.match, table.acting[0]) == table.now + 1000
    assert table.report() == []


def test_alone_at_last_it_is_still_the_same_period() -> None:
    """A seat that goes on placing after the other has finished gets no new time."""
    table = placing()
    first = deadline(table.match, 0)
    while 1 in table.acting:
        table.move(1)
    table.move(0, after=200)
    assert deadline(table.match, 0) == first
    table.add("judge", Paused("?"))
    table.later(5000)
    table.add("judge", Resumed("!"))
    table.move(0, after=100)
    assert deadline(table.match, 0) == (first or 0) + 5000


def test_no_move_is_made_beyond_the_limit() -> None:
    """The clock makes no more moves than the host lets there be."""
    table = Table("caissa-battle", 2, FAST, limit=5)
    table.later(1001)
    steps = table.strike()
    assert causes(steps)[:2] == [("clock", "Flagged")] * 2
    assert table.match.moves == 5
    assert table.match.aborted == "limit"
    assert table.report() == []


def test_a_late_choice_is_closed_at_once_and_written_later() -> None:
    """Who is late may not choose any more, but nothing is written before the others have chosen."""
    bank = choosing(3, Clock(bank=1000, increment=200))
    bank.move(0)
    bank.move(2)
    bank.move(1, after=900)
    assert bank.acting == (0, 1, 2)
    bank.later(350)  # seat 1 had 300 ms left
    assert is_up(bank.match, 1, bank.now)
    assert not is_up(bank.match, 0, bank.now)
    assert bank.strike() == []
    with pytest.raises(TimeUp):
        bank.move(1)
    bank.move(0)
    assert bank.strike() == []
    bank.move(2)
    assert causes(bank.strike())[:2] == [("clock", "Flagged"), ("clock", "Moved")]
    assert bank.report() == []


def test_all_who_are_late_are_flagged_together() -> None:
    """When nobody has chosen in time the flags come first, then each one's harmless move."""
    table = choosing(3, FAST)
    table.later(1001)
    steps = table.strike()
    assert causes(steps)[:6] == [("clock", "Flagged")] * 3 + [("clock", "Moved")] * 3
    assert [seat_of(step) for step in steps[:6]] == [0, 1, 2, 0, 1, 2]
    assert len({step.entry.command for step in steps}) == 1
    assert table.report() == []


def test_both_out_of_time_nobody_wins() -> None:
    """Of two sides that both forfeit neither wins."""
    table = placing(SUDDEN)
    table.later(1001)
    assert causes(table.strike()) == [*[("clock", "Flagged")] * 2, ("house", "Closed")]
    assert ended(table) == Result((), (1, 1), "time")
    assert table.report() == []


def test_who_has_chosen_in_time_wins() -> None:
    """Who still has time while the other is out of his wins by using it."""
    table = placing(Clock(bank=5000, flag="forfeit"))
    while 1 in table.acting:
        table.move(1)
    table.later(5001)
    table.strike()
    assert ended(table).ranks == (2, 1)
    assert table.report() == []


def test_who_has_resigned_is_not_waited_for() -> None:
    """The clock doesn't wait for a seat that is out; the house moves for it at the end."""
    table = choosing(3, FAST)
    table.add(0, Resigned(0))
    assert deadline(table.match, 0) is None
    table.move(1)
    table.later(1001)
    steps = table.strike()
    assert causes(steps)[:3] == [("clock", "Flagged"), ("clock", "Moved"), ("house", "Moved")]
    assert [seat_of(step) for step in steps[:3]] == [2, 2, 0]
    assert table.report() == []


def test_a_new_choice_is_a_new_period() -> None:
    """Whoever chooses last has full time again for the next choice, like everybody else."""
    table = choosing(3, FAST)
    for seat in (0, 1, 2):
        table.move(seat, after=300)
    assert table.acting == (0, 1, 2)
    assert [deadline(table.match, seat) for seat in range(3)] == [table.now + 1000] * 3


# ---- Before play, and when nobody could play ---------------------------------------------------


def test_who_is_not_ready_ends_the_match() -> None:
    """A seat that has committed itself and isn't ready within its time aborts the match."""
    table = Table("casino", 2, None, places=(Place(), Place()), ready_within=5000)
    table.add(0, Joined(0, "ana", commitment(bytes(32))))
    table.later(60_000)
    table.add(1, Joined(1, "bob", commitment(bytes(32))))
    locked = table.now
    table.later(3000)
    table.add(0, Ready(0, bytes(32)))
    assert due(table.match) == locked + 5000
    table.later(2000)
    assert table.strike() == []
    table.later(1)
    steps = table.strike()
    assert causes(steps) == [("clock", "Aborted"), ("house", "Closed")]
    assert steps[0].entry.cause == Aborted(NOT_READY)
    assert table.match.phase == "aborted"
    assert table.report() == []


def test_ready_in_time_the_clock_is_off() -> None:
    """Once all are ready nothing is due any more, except by the clock of play."""
    table = Table("casino", 2, None, places=(Place(), Place("bot")))
    table.add(0, Joined(0, "ana", commitment(bytes(32))))
    table.add(0, Ready(0, bytes(32)))
    assert table.match.phase == "playing"
    assert due(table.match) is None


def test_an_outage_is_a_pause() -> None:
    """When nothing could be recorded for a while, that while is given back to who was thinking."""
    table = Table("casino", 2, CHESS)
    (seat,) = table.acting
    table.later(1000)
    since = table.now
    table.later(30_000)
    steps = table.do(lambda run: excuse(run, Outage(since, table.now)))
    assert [step.entry.at for step in steps] == [since, table.now]
    assert causes(steps) == [("clock", "Paused"), ("clock", "Resumed")]
    assert deadline(table.match, seat) == table.now + 9000
    assert table.do(lambda run: excuse(run, Outage(since, table.now))) == []
    assert table.report() == []


def test_who_was_late_before_an_outage_stays_late() -> None:
    """An outage gives nobody time back that he had lost before."""
    table = Table("casino", 2, FAST)
    table.later(30_000)
    assert table.do(lambda run: excuse(run, Outage(table.now - 5000, table.now))) == []
    assert causes(table.strike())[0] == ("clock", "Flagged")


# ---- The audit ---------------------------------------------------------------------------------


@pytest.mark.parametrize("other", [0, 1])
def test_an_early_flag_is_found(other: int) -> None:
    """A flag before the deadline, or for a seat that isn't to act, is a finding."""
    table = Table("casino", 2, FAST)
    table.later(1000)
    table.add("clock", Flagged(table.acting[0] ^ other))
    assert (table.match.version, "time") in table.report()


def test_a_late_move_is_found() -> None:
    """A seat's own move after its deadline is a finding."""
    table = Table("casino", 2, FAST)
    seat = table.acting[0]
    table.later(1001)
    table.add(seat, harmless(table.match, seat))
    assert (table.match.version, "time") in table.report()


def test_the_clock_may_only_do_what_it_owes() -> None:
    """The clock makes no move without a flag, none but the harmless one, and aborts no match."""
    for flags, number in ((0, 0), (1, -1), (1, None)):
        table = Table("casino", 2, FAST)
        seat = table.acting[0]
        table.later(1001)
        moves = table.match.game.moves(table.match.state, seat)
        wrong = Aborted("?") if number is None else Moved(seat, moves[number])
        version = table.match.version + flags + 1
        for fact in (*[Flagged(seat)] * flags, wrong):
            table.add("clock", fact)
        assert (version, "time") in table.report()


def test_a_flag_that_gives_a_choice_away_is_found() -> None:
    """A flag that is written while another seat is still choosing is a finding."""
    table = choosing(3, Clock(bank=1000))
    for seat in (0, 2):
        table.move(seat)
    table.move(1, after=800)
    table.later(300)
    assert is_up(table.match, 1, table.now)
    table.do(lambda run: run.add("clock", Flagged(1)))
    assert table.report()[0][1] == "time"


@pytest.mark.parametrize("game", list(catalogue()))
@pytest.mark.parametrize("clock", [FAST, Clock(bank=8000, increment=300), SUDDEN])
def test_matches_with_slow_players(game: str, clock: Clock) -> None:
    """In every game, with slow players, the clock knows what to do, and it all audits clean."""
    seats = catalogue()[game].seats[-1]
    table = Table(game, seats, clock, limit=150)
    while not table.match.over:
        table.later(table.dice(400 if table.dice(5) else 3000))
        last = due(table.match)
        assert last is not None
        if table.now > last:
            assert table.strike()
            after = due(table.match)
            assert table.match.over or (after is not None and after >= table.now)
        else:
            on_time = [s for s in table.acting if not is_up(table.match, s, table.now)]
            table.move(on_time[table.dice(len(on_time))])
    assert table.report() == []
