"""Whatever happens in an event, in whatever order, its promises hold."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from events.errors import Refused
from projections.language.errors import said
from projections.tournaments import commands as c
from projections.tournaments.errors import NoPairing
from projections.tournaments.facts import Finished, Outcome, Paired
from projections.tournaments.settings import ELIMINATION
from tests.projections.tournaments.directing import Event, announced
from tests.projections.tournaments.promises import keep

FORMATS = (
    "swiss",
    "dutch",
    "tables",
    "round_robin",
    "whist",
    "single_elimination",
    "double_elimination",
    "arena",
)


class Chaos(Event):
    """An event whose commands may be refused; a refusal changes nothing and says why."""

    def __init__(self, format, entrants, late=0, rounds=None):
        open_late = late if format in ("swiss", "dutch", "tables") else 0
        wanted = rounds if format in ("swiss", "tables") else None
        super().__init__(announced(format, late_until=open_late, rounds=wanted), entrants)
        self.forbidden_then = {}
        if format == "arena":
            self.do(c.Start(0))

    def attempt(self, command):
        before, length, apart = self.now, len(self.log), self.now.forbidden
        try:
            done = self.do(command)
        except Refused as refused:
            self.said(refused)
            assert self.now is before
            assert len(self.log) == length
            return ()
        self.forbidden_then |= {fact.round: apart for fact in done if isinstance(fact, Paired)}
        return done

    @staticmethod
    def said(refused):
        assert said(refused, "en").strip()
        assert said(refused, "es") != said(refused, "en")
        if isinstance(refused, NoPairing):
            assert refused.details["reason"]

    def open_tables(self):
        return [
            (round, table)
            for round in self.now.rounds
            for table in round.pairing.tables
            if table.number not in round.results
        ]

    def outcome(self, data, table):
        """Any result: a winner, a draw where one is possible, now and then somebody missing."""
        sides = len(table.teams)
        places = list(data.draw(st.permutations(range(1, sides + 1))))
        draws = sides == 2 and self.now.settings.format not in ELIMINATION
        if draws and data.draw(st.booleans()):
            places = [1, 1]
        missing = data.draw(st.integers(0, 9)) == 0
        absent = (data.draw(st.sampled_from(table.seats)),) if missing else ()
        return Outcome(tuple(places), tuple(100 - place for place in places), absent=absent)

    def somebody(self, data):
        return data.draw(st.sampled_from(sorted(self.now.entrants)))

    def disturb(self, data, what):
        """One of the things that happen between and during rounds."""
        state = self.now
        id = self.somebody(data)
        if what == "withdraw":
            self.attempt(c.Withdraw(id))
        elif what == "return":
            self.attempt(c.Return(id))
        elif what == "bye":
            kind = data.draw(st.sampled_from(["requested", "absent"]))
            self.attempt(c.RequestBye(id, state.next, kind))
        elif what == "forbid":
            self.attempt(c.Forbid((id, self.somebody(data)), "family"))
        elif what == "late":
            new = f"e{len(state.entrants) + 1}"
            self.attempt(c.Register((c.Entry(new, new, (f"{new}.0",)),)))
        elif what == "replace":
            self.attempt(c.Replace(id, "Substitute", (f"{id}.{len(self.log)}",), "ill"))
        elif what == "penalty":
            self.attempt(c.Penalise(id, 1, "came late"))
        elif what == "correct":
            self.correct(data)

    def correct(self, data):
        rounds = [round for round in self.now.rounds if round.results]
        if rounds:
            round = data.draw(st.sampled_from(rounds))
            number = data.draw(st.sampled_from(sorted(round.results)))
            outcome = self.outcome(data, round.table(number))
            self.attempt(c.Correct(round.number, number, outcome, "misread"))


DISTURBANCES = ("withdraw", "return", "bye", "forbid", "late", "replace", "penalty", "correct")


class AnyEvent(RuleBasedStateMachine):
    """Random commands at random moments."""

    @initialize(
        format=st.sampled_from(FORMATS), entrants=st.integers(4, 11), late=st.integers(0, 3)
    )
    def announce(self, format, entrants, late):
        self.event = Chaos(format, entrants, late)

    @rule()
    def pair(self):
        self.event.attempt(c.Pair(self.event.now.next, at=1))

    @precondition(lambda self: self.event.open_tables())
    @rule(data=st.data(), all_of_them=st.booleans())
    def record(self, data, all_of_them):
        tables = self.event.open_tables()
        for round, table in tables if all_of_them else tables[:1]:
            outcome = self.event.outcome(data, table)
            self.event.attempt(c.Record(round.number, table.number, outcome))

    @rule(data=st.data(), what=st.sampled_from(DISTURBANCES))
    def disturb(self, data, what):
        self.event.disturb(data, what)

    @rule(data=st.data())
    def reopen_or_drop(self, data):
        number = len(self.event.now.rounds)
        kinds = (c.Reopen(number, "check"), c.Close(number), c.Unpair(number, "wrong"))
        self.event.attempt(data.draw(st.sampled_from(kinds)))

    @invariant()
    def promises(self):
        keep(self.event)


TestAnyEvent = AnyEvent.TestCase
TestAnyEvent.settings = settings(
    max_examples=40,
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


@settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    data=st.data(),
    format=st.sampled_from(FORMATS),
    entrants=st.integers(4, 14),
    late=st.integers(0, 5),
    rounds=st.integers(1, 4),
)
def test_whole_events_keep_their_promises(data, format, entrants, late, rounds):
    """Events played to the end with disturbances before and during every round."""
    event = Chaos(format, entrants, late, min(rounds, entrants - 1))
    for _ in range(12):
        for what in data.draw(st.lists(st.sampled_from(DISTURBANCES), max_size=2)):
            event.disturb(data, what)
        if not event.attempt(c.Pair(event.now.next, at=1)):
            break
        for what in data.draw(st.lists(st.sampled_from(DISTURBANCES), max_size=1)):
            event.disturb(data, what)
        for round, table in event.open_tables():
            outcome = event.outcome(data, table)
            event.attempt(c.Record(round.number, table.number, outcome))
        keep(event)
    keep(event)


@settings(max_examples=40, deadline=None)
@given(format=st.sampled_from(FORMATS), entrants=st.integers(4, 14), played=st.integers(0, 2))
def test_an_event_that_everybody_leaves_ends(format, entrants, played):
    """The last withdrawal finishes the event, also in the middle of a round."""
    event = Chaos(format, entrants, rounds=3)
    for _ in range(played):
        event.play()
    event.attempt(c.Pair(event.now.next, at=1))
    for id in list(event.now.entrants):
        assert event.now.phase != "finished"
        event.attempt(c.Withdraw(id, "storm"))
    assert event.now.phase == "finished"
    assert event.log[-1] == Finished("everyone_withdrew")
    keep(event)
