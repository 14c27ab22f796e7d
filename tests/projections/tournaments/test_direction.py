"""What a director may do, and what is refused with its reason."""

import re
from hashlib import sha256
from pathlib import Path
from string import Formatter

import pytest

from events.errors import BadOptions, Corrupt
from projections.language.catalogue import template
from projections.language.errors import named, said
from projections.tournaments import commands as c
from projections.tournaments import facts as f
from projections.tournaments.decisions.boards import contributed
from projections.tournaments.decisions.decide import decide, dry_run
from projections.tournaments.errors import (
    BadPairing,
    BadResult,
    ByeRefused,
    NoPairing,
    NotAdmitted,
    NotNow,
    TooFew,
    TooManyRounds,
    UnknownEntrant,
    UnknownTable,
)
from projections.tournaments.facts import Bye, Outcome, Pairing, Table
from projections.tournaments.notes import CODES, say
from projections.tournaments.pairing.limits import limits
from projections.tournaments.reasons import REASONS
from projections.tournaments.settings import Byes, Points, Settings
from projections.tournaments.standings.history import history
from projections.tournaments.standings.standings import standings
from projections.tournaments.state import evolve, fold
from tests.projections.tournaments.directing import Event, announced


def refused(error, event, command):
    """The short reason with which a command is refused."""
    before = event.now
    with pytest.raises(error) as found:
        event.do(command)
    assert event.now is before
    return found.value.details.get("reason", "")


def entry(id):
    return c.Entry(id, id, (f"{id}.0",))


def test_the_rounds_a_field_allows_are_said_before_the_start():
    """Limits name the most, the safe and the usual number; more is refused with the number."""
    assert limits(announced("swiss"), 8).most == 7
    assert limits(announced("swiss"), 9).most == 9
    assert limits(announced("swiss"), 8).sure == 4
    assert limits(announced("round_robin"), 6).usual == 5
    assert limits(announced("whist"), 8).usual == 7
    assert limits(announced("single_elimination"), 9).usual == 4
    assert limits(announced("tables"), 16).sure == 5
    event = Event(announced("swiss", rounds=9), 8, lock=False)
    with pytest.raises(TooManyRounds) as found:
        event.do(c.Lock())
    assert found.value.details == {"rounds": 9, "entrants": 8, "most": 7}
    assert "7" in said(found.value, "es")


def test_too_few_is_said():
    """One entrant is no event."""
    event = Event(announced("swiss"), 1, lock=False)
    with pytest.raises(TooFew):
        event.do(c.Lock())


def test_impossible_announcements_are_refused_by_field():
    """Unknown tie-breaks, odd sizes and wrong currencies are named."""
    for wrong, field in (
        (announced("swiss", tiebreaks=("luck",)), "tiebreaks"),
        (announced("swiss", sizes=(3,)), "sizes"),
        (announced("tables", sizes=(9,)), "sizes"),
        (announced("dutch", points=Points(win=3)), "points"),
        (announced("single_elimination", points=Points(by="score")), "points.by"),
        (announced("arena", minutes=0), "minutes"),
        (announced("round_robin", late_until=2), "late_until"),
        (announced("duplicate", movement="given"), "plan"),
        (announced("swiss", movement="howell"), "movement"),
    ):
        with pytest.raises(BadOptions) as found:
            decide(None, c.Create(wrong))
        assert found.value.details["field"] == field


def test_nobody_enters_twice():
    """Neither an id nor a person registers again, nor more than there is room for."""
    event = Event(announced("swiss", capacity=3), 2, lock=False)
    assert refused(NotAdmitted, event, c.Register((entry("e1"),))) == "registered_already"
    again = c.Entry("e9", "Same person", ("e1.0",))
    assert refused(NotAdmitted, event, c.Register((again,))) == "member_registered"
    two = c.Register((entry("e3"), entry("e4")))
    assert refused(NotAdmitted, event, two) == "full"
    assert set(event.now.entrants) == {"e1", "e2"}


def test_partners_enter_as_a_pair():
    """Where an entrant is two people, one alone is refused."""
    event = Event(announced("swiss", members=2))
    assert refused(NotAdmitted, event, c.Register((entry("e1"),))) == "members_needed"
    event.enter(["e1", "e2"])
    assert event.now.entrants["e1"].members == ("e1.0", "e1.1")


def test_who_does_not_check_in_is_out_but_may_come_late():
    """Locking leaves out those who did not check in; they join like late entrants."""
    event = Event(announced("swiss", check_in=True, late_until=3, rounds=3), 5, lock=False)
    for id in ("e1", "e2", "e3", "e4"):
        event.do(c.CheckIn(id))
    event.do(c.Lock())
    assert event.now.order == ("e1", "e2", "e3", "e4")
    event.play()
    event.do(c.Return("e5"))
    assert event.now.order[-1] == "e5"
    event.play()
    told = history(event.now)["e5"]
    assert told[0].kind == "late"


def test_a_manual_seeding_names_everybody_once():
    """The director's order is taken, an incomplete one refused."""
    event = Event(announced("round_robin"), 3, lock=False)
    refused(NotNow, event, c.Lock(("e1", "e2")))
    event.do(c.Lock(("e3", "e1", "e2")))
    assert event.now.order == ("e3", "e1", "e2")


def test_a_dry_run_decides_nothing_and_says_why():
    """The proposal equals what pairing then gives, with reasons in both languages."""
    event = Event(announced("swiss"), 9)
    length = len(event.log)
    proposed = dry_run(event.now)
    assert len(event.log) == length
    event.pair()
    assert event.now.rounds[0].pairing == proposed
    for note in proposed.notes:
        assert say(note, "en") != say(note, "es")
    assert any(note.code == "bye" for note in proposed.notes)


@pytest.mark.parametrize(("kind", "codes"), [("note", CODES), ("reason", REASONS)])
def test_every_explanation_exists_in_both_languages(kind, codes):
    """The sentences have the same details in English and Spanish."""
    for code in codes:
        english, spanish = (template(each, named(kind, code)) for each in ("en", "es"))
        assert english != spanish, code
        assert placeholders(english) == placeholders(spanish), code


def placeholders(text):
    return sorted(field for _, field, _, _ in Formatter().parse(text) if field)


def test_every_reason_given_has_its_phrase():
    """No code that the rules give as a reason is without a sentence."""
    folder = Path(decide.__code__.co_filename).parent
    given = set()
    for path in folder.glob("*.py"):
        given |= set(re.findall(r'reason="(\w+)"', path.read_text(encoding="utf-8")))
    assert given - set(REASONS) - {"Finished"} == set()


def test_a_round_is_paired_once():
    """Pairing again, or too early, is refused; a worker that runs twice does no harm."""
    event = Event(announced("swiss", rounds=3), 4)
    event.pair()
    assert refused(NotNow, event, c.Pair(1)) == "paired_already"
    assert refused(NotNow, event, c.Pair(2)) == "round_open"
    assert refused(NotNow, event, c.Pair(5)) == "too_early"


def test_rounds_end_with_the_announced_number():
    """After the last round there is none to pair."""
    event = Event(announced("swiss", rounds=2), 4)
    event.play()
    event.play()
    assert refused(NotNow, event, c.Pair(3)) == "no_more_rounds"
    event.do(c.Finish())
    assert event.now.phase == "finished"


def manual(*pairs, byes=()):
    tables = tuple(Table(n, pair, (0, 1)) for n, pair in enumerate(pairs, start=1))
    return Pairing(tables, tuple(Bye(id, "pairing") for id in byes))


def test_a_pairing_by_hand_is_checked_and_signed():
    """It needs a reason, everybody once, nobody forbidden; it replaces an unpublished proposal."""
    event = Event(announced("swiss"), 5)
    event.do(c.Forbid(("e1", "e2"), "family"))
    event.pair()
    good = manual(("e5", "e1"), ("e3", "e4"), byes=["e2"])
    assert refused(NotNow, event, c.Pair(1, good)) == "reason_needed"
    for bad, why in (
        (manual(("e5", "e1"), ("e3", "e4")), "forgotten"),
        (manual(("e5", "e1"), ("e3", "e5"), byes=["e2", "e4"]), "placed_twice"),
        (manual(("e2", "e1"), ("e3", "e4"), byes=["e5"]), "forbidden_pair"),
        (manual(("e9", "e1"), ("e3", "e4"), byes=["e2", "e5"]), "not_playing"),
    ):
        assert refused(BadPairing, event, c.Pair(1, bad, "by hand")) == why
    event.do(c.Pair(1, good, "a promise"))
    assert event.now.rounds[0].pairing.tables == good.tables
    assert "a promise" in say(event.now.rounds[0].pairing.notes[0], "es")
    event.do(c.Publish(1))
    assert refused(NotNow, event, c.Pair(1, good, "again")) == "paired_already"


def test_publish_start_and_close():
    """A round goes from paired to published to running to closed."""
    event = Event(announced("round_robin"), 4)
    tables = event.pair()
    assert refused(NotNow, event, c.StartRound(1)) == "not_published"
    event.do(c.Publish(1))
    event.do(c.StartRound(1))
    assert event.now.rounds[0].stage == "running"
    for table in tables:
        event.result(table, 1, 2)
    assert event.now.rounds[0].stage == "closed"


def test_results_are_checked():
    """Places, scores, strangers and draws in a bracket are refused with the reason."""
    event = Event(announced("single_elimination"), 4)
    first = event.pair()[0]

    def record(outcome):
        return c.Record(1, first.number, outcome)

    assert refused(BadResult, event, record(Outcome((1, 1)))) == "winner_needed"
    assert refused(BadResult, event, record(Outcome((1,)))) == "places_needed"
    assert refused(BadResult, event, record(Outcome((2, 3)))) == "places_wrong"
    assert refused(BadResult, event, record(Outcome((1, 2), (9,)))) == "scores_needed"
    assert refused(BadResult, event, record(Outcome((1, 2), absent=("e9",)))) == "stranger"
    with pytest.raises(UnknownTable):
        event.do(c.Record(1, 99, Outcome((1, 2))))
    event.result(first, 1, 2)
    assert event.do(record(Outcome((1, 2)))) == ()
    assert refused(NotNow, event, record(Outcome((2, 1)))) == "recorded_already"


def test_a_correction_after_the_next_pairing_supersedes_and_says_so():
    """Standings follow the correction; the pairing that was made stays, and the log tells."""
    event = Event(announced("swiss", rounds=3), 4)
    event.play()
    first = event.now.rounds[0].pairing.tables[0]
    winner, loser = (f"e{min(int(id[1:]) for id in first.seats)}", None)
    event.pair()
    paired = event.now.rounds[1].pairing
    loser = next(id for id in first.seats if id != winner)
    places = (2, 1) if first.seats[0] == winner else (1, 2)
    facts = event.do(c.Correct(1, first.number, Outcome(places), "scores were swapped"))
    assert facts[0].paired is True
    assert event.now.rounds[1].pairing == paired
    points = {line.entrant: line.points for line in standings(event.now, 1)}
    assert (points[winner], points[loser]) == (0, 2)
    assert sum(isinstance(fact, f.ResultRecorded) for fact in event.log) == 2


def test_a_bracket_is_taken_back_before_its_winner_changes():
    """A correction that changes who advanced is refused until the next round is dropped."""
    event = Event(announced("single_elimination"), 4)
    event.play()
    event.pair()
    table = event.now.rounds[0].pairing.tables[0]
    turned = c.Correct(1, table.number, Outcome((2, 1)), "mistyped")
    assert refused(NotNow, event, turned) == "already_advanced"
    event.do(c.Unpair(2, "a result was wrong"))
    event.do(turned)
    assert event.pair()[0].seats[0] == table.seats[1]


def test_a_round_with_games_is_not_dropped():
    """Unpair is refused once a game was played."""
    event = Event(announced("swiss"), 4)
    first = event.pair()[0]
    event.result(first, 1, 2)
    assert refused(NotNow, event, c.Unpair(1, "oops")) == "games_were_played"


def test_a_reopened_round_holds_up_the_next():
    """Reopened, corrected, closed: then the next round can be paired."""
    event = Event(announced("swiss", rounds=3), 4)
    event.play()
    event.do(c.Reopen(1, "a protest"))
    assert refused(NotNow, event, c.Pair(2)) == "round_open"
    event.do(c.Correct(1, 1, Outcome((1, 1)), "agreed"))
    event.do(c.Close(1))
    event.pair()


def test_leaving_and_returning_is_never_worth_points():
    """Rounds missed by leaving are worth nothing, and the bye is not had again."""
    event = Event(announced("swiss", rounds=5), 7)
    had = set()
    for _ in range(5):
        event.pair()
        (bye,) = event.now.rounds[-1].pairing.byes
        assert bye.entrant not in had
        had.add(bye.entrant)
        for table in event.now.rounds[-1].pairing.tables:
            event.result(table, 1, 2)
        event.do(c.Withdraw(bye.entrant))
        event.do(c.Return(bye.entrant))
    event = Event(announced("swiss", rounds=4), 8)
    event.do(c.Withdraw("e8"))
    event.play()
    event.do(c.Return("e8"))
    event.play()
    told = history(event.now)["e8"]
    assert (told[0].kind, told[0].points) == ("out", 0)


def test_asked_byes_have_their_value_and_their_limits():
    """Worth what was announced, once, before the pairing and not in the last round."""
    event = Event(announced("swiss", rounds=3, byes=Byes(requested=1)), 6)
    event.do(c.RequestBye("e1", 2))
    assert refused(ByeRefused, event, c.RequestBye("e1", 1)) == "no_more_byes"
    assert refused(ByeRefused, event, c.RequestBye("e2", 3)) == "last_round"
    event.do(c.RequestBye("e2", 3, "absent"))
    event.play()
    assert refused(ByeRefused, event, c.RequestBye("e3", 1)) == "too_late"
    event.play()
    told = history(event.now)
    assert (told["e1"][1].kind, told["e1"][1].points) == ("requested", 1)
    event.play()
    assert (history(event.now)["e2"][2].kind, history(event.now)["e2"][2].points) == ("absent", 0)


def test_a_withdrawal_forfeits_the_open_table_and_plans_go_on():
    """The opponent gets the win at once; later tables of a plan are forfeited when paired."""
    event = Event(announced("round_robin"), 4)
    event.pair()
    event.do(c.Withdraw("e4", "ill"))
    for table in event.now.rounds[0].pairing.tables:
        if table.number not in event.now.rounds[0].results:
            event.result(table, 1, 2)
    event.play()
    event.play()
    told = history(event.now)
    assert [one.kind for one in told["e4"]] == ["forfeit_loss"] * 3
    assert sorted(one.kind for one in told["e1"]) == ["forfeit_win", "played", "played"]


def test_a_bracket_goes_on_without_those_who_left():
    """Who withdrew forfeits his next match; two absent ones don't stop the bracket."""
    event = Event(announced("single_elimination"), 8)
    event.do(c.Withdraw("e1"))
    event.do(c.Withdraw("e8"))
    for _ in range(event.now.total):
        event.play()
    assert refused(NoPairing, event, c.Pair(4)) == "decided"
    assert standings(event.now)[0].entrant == "e2"
    assert refused(NotNow, event, c.Return("e1")) == "out_of_the_bracket"


def test_a_substitute_takes_over_the_points():
    """Other people play on under the entrant's number; nobody plays in two places."""
    event = Event(announced("whist"), 4)
    event.play()
    before = standings(event.now)
    taken = c.Replace("e4", "Eva", ("e1.0",), "ill")
    assert refused(NotAdmitted, event, taken) == "member_registered"
    event.do(c.Replace("e4", "Eva", ("eva",), "ill"))
    assert event.now.entrants["e4"].members == ("eva",)
    assert [line.points for line in standings(event.now)] == [line.points for line in before]


def test_penalties_count_from_their_round():
    """Points are taken away from the standings of that round on, with a reason in the log."""
    event = Event(announced("swiss", rounds=3), 4)
    event.play()
    event.play()
    leader = standings(event.now)[0]
    event.do(c.Penalise(leader.entrant, 3, "conduct"))
    later = {line.entrant: line for line in standings(event.now)}
    assert later[leader.entrant].points == leader.points - 3
    assert later[leader.entrant].penalties == 3
    earlier = {line.entrant: line.points for line in standings(event.now, 1)}
    assert min(earlier.values()) >= 0


def test_forbidden_pairs_can_make_a_round_impossible_and_it_is_said():
    """When nobody is left for somebody, the refusal names him."""
    event = Event(announced("swiss", rounds=1), 4)
    for other in ("e2", "e3", "e4"):
        event.do(c.Forbid(("e1", other), "family"))
    with pytest.raises(NoPairing) as found:
        event.pair()
    assert found.value.details["reason"] == "forbidden"
    assert found.value.details["entrants"] == ["e1"]
    assert "e1" in said(found.value, "es")
    event.do(c.Permit(("e1", "e3")))
    assert any(set(table.seats) == {"e1", "e3"} for table in event.pair())


def test_a_pause_stops_everything_but_its_end():
    """While paused nothing is paired or recorded."""
    event = Event(announced("swiss"), 4)
    event.do(c.Pause("fire alarm"))
    assert refused(NotNow, event, c.Pair(1)) == "paused"
    event.do(c.Resume())
    event.pair()


def test_the_schedule_names_coming_rounds():
    """A time is kept for a round to come; a paired one is not moved."""
    event = Event(announced("swiss"), 4)
    event.do(c.Schedule(1, 1_800_000))
    assert event.now.schedule == {1: 1_800_000}
    event.pair()
    assert refused(NotNow, event, c.Schedule(1, 0)) == "paired_already"


def test_boards_are_committed_before_anybody_enters_and_opened_after_play():
    """Decks are fixed first; a board is disclosed when no table needs it any more."""
    settings = Settings(
        "Duplicate", "kaiser", "duplicate", rounds=2, boards=1, points=Points(by="matchpoints")
    )
    event = Event(settings)
    seeds = [bytes([board]) * 32 for board in (1, 2)]
    event.do(c.CommitBoards(tuple(sha256(seed).hexdigest() for seed in seeds)))
    event.enter(["e1", "e2", "e3", "e4"])
    assert refused(NotNow, event, c.CommitBoards(("cc",))) == "boards_late"
    event.do(c.Lock())
    event.pair()
    assert refused(NotNow, event, c.OpenBoard(1, seeds[0].hex())) == "board_in_play"
    for table in event.now.rounds[0].pairing.tables:
        boards = (f.BoardScore(1, (100, 50)),)
        event.do(c.Record(1, table.number, Outcome((1, 2), (100, 50), boards)))
    assert refused(NotNow, event, c.OpenBoard(1, seeds[1].hex())) == "not_as_promised"
    event.do(c.OpenBoard(1, seeds[0].hex()))
    assert event.now.opened == {1: seeds[0].hex()}


def test_entrants_have_a_part_in_the_boards_that_they_promised_in_time():
    """Promises until registration closes, kept before the first round; nothing else counts."""
    settings = Settings("Duplicate", "kaiser", "duplicate", rounds=1, boards=1)
    event = Event(settings)
    event.do(c.CommitBoards((sha256(bytes(32)).hexdigest(),)))
    event.enter(["e1", "e2"])
    secret = bytes(31) + b"1"
    assert refused(NotNow, event, c.Promise("e1", "me")) == "not_a_commitment"
    event.do(c.Promise("e1", sha256(secret).hexdigest()))
    assert refused(NotNow, event, c.Contribute("e1", secret.hex())) == "registration"
    event.do(c.Lock())
    assert refused(NotNow, event, c.Promise("e2", sha256(secret).hexdigest())) == "locked"
    assert refused(NotNow, event, c.Contribute("e2", secret.hex())) == "not_as_promised"
    assert refused(NotNow, event, c.Contribute("e1", bytes(32).hex())) == "not_as_promised"
    event.do(c.Contribute("e1", secret.hex()))
    assert contributed(event.now) == (secret,)


def test_a_field_that_needs_more_boards_than_were_committed_is_refused():
    """Nobody may add a board once it is known who plays it."""
    event = Event(Settings("Duplicate", "kaiser", "duplicate", rounds=3, boards=2))
    event.do(c.CommitBoards(tuple(sha256(bytes([n])).hexdigest() for n in range(5))))
    event.enter(["e1", "e2", "e3", "e4"])
    assert refused(NotNow, event, c.Lock()) == "boards_short"


def test_an_arena_pairs_whoever_is_free_while_it_lasts():
    """Join and leave at will; games overlap; after the time nothing new is paired."""
    event = Event(announced("arena", minutes=1), 4)
    event.do(c.Start(1000))
    event.do(c.Pair(1, at=1000))
    first, second = event.now.rounds[0].pairing.tables
    event.result(first, 1, 2)
    event.do(c.Register((entry("e5"),)))
    event.do(c.Pair(2, at=20_000))
    paired = event.now.rounds[1].pairing
    assert set(second.seats).isdisjoint(id for table in paired.tables for id in table.seats)
    assert not any(set(table.seats) == set(first.seats) for table in paired.tables)
    event.do(c.Withdraw("e5"))
    assert refused(NotNow, event, c.Pair(3, at=61_000)) == "time_over"


def test_unknown_entrants_are_refused():
    """An id that nobody has is named."""
    event = Event(announced("swiss"), 4)
    with pytest.raises(UnknownEntrant):
        event.do(c.Withdraw("nobody"))


def test_a_log_that_contradicts_itself_is_corrupt():
    """Facts that can't have happened stop the fold."""
    event = Event(announced("swiss"), 4)
    for impossible in (
        f.Created(announced("swiss")),
        f.Paired(3, Pairing(())),
        f.ResultRecorded(1, 1, Outcome((1, 2))),
        f.Returned("e1", 1),
        f.Registered("e1", "again", ()),
        f.RoundClosed(1),
        f.Unpaired(1, ""),
    ):
        with pytest.raises(Corrupt):
            evolve(event.now, impossible)
    with pytest.raises(Corrupt):
        fold([])
    with pytest.raises(Corrupt):
        fold([f.CheckedIn("e1")])
