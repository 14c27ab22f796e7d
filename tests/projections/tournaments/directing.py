"""A tournament with its log, as a director runs one: what the tests of events share."""

from collections.abc import Iterable

from projections.tournaments import commands as c
from projections.tournaments.decisions.decide import carry_out
from projections.tournaments.facts import AnyFact, BoardScore, Outcome, Table
from projections.tournaments.settings import Byes, Format, Points, Settings
from projections.tournaments.state import State

RANKED = Points(by="rank")


def announced(format: Format, **more) -> Settings:
    """A plain announcement of a format, with what makes it complete."""
    extra = {
        "tables": {"sizes": (4, 3, 5), "points": RANKED, "byes": Byes(pairing=60)},
        "arena": {"minutes": 60},
    }
    return Settings("Club evening", "casino", format, **{**extra.get(format, {}), **more})


class Event:
    """Carries out commands and keeps the log."""

    def __init__(self, settings: Settings, entrants: int = 0, lock: bool = True) -> None:
        self.log: list[AnyFact] = []
        self.state: State | None = None
        self.do(c.Create(settings, seed=7))
        if entrants:
            self.enter(f"e{i}" for i in range(1, entrants + 1))
            if lock:
                self.do(c.Lock())

    def do(self, command: c.AnyCommand) -> tuple[AnyFact, ...]:
        self.state, facts = carry_out(self.state, command)
        self.log.extend(facts)
        return facts

    @property
    def now(self) -> State:
        assert self.state is not None
        return self.state

    def enter(self, ids: Iterable[str]) -> None:
        """Register these, the first one strongest."""
        members = range(self.now.settings.members)
        entries = tuple(
            c.Entry(id, f"Name {id}", tuple(f"{id}.{m}" for m in members), 2000 - place)
            for place, id in enumerate(ids)
        )
        self.do(c.Register(entries))

    def pair(self) -> tuple[Table, ...]:
        """Pair the next round; its tables."""
        self.do(c.Pair(self.now.next, at=self.now.began))
        return self.now.rounds[-1].pairing.tables

    def result(self, table: Table, *ranks: int, round: int = 0, **more) -> None:
        """Record a table's places (first side first) in the last round."""
        number = round or len(self.now.rounds)
        self.do(c.Record(number, table.number, Outcome(ranks, **more)))

    def play(self, better=min) -> None:
        """Pair a round and let at every table the smaller number win (or what ``better`` says)."""
        for table in self.pair():
            if table.number not in self.now.rounds[-1].results:
                self.do(c.Record(len(self.now.rounds), table.number, by_number(table, better)))


def by_number(table: Table, better=min) -> Outcome:
    """The side with the smallest number wins, the others follow in order."""
    strength = [min(int(id[1:]) for id in team) for team in table.teams]
    order = sorted(strength, reverse=better is max)
    ranks = tuple(order.index(one) + 1 for one in strength)
    boards = tuple(BoardScore(board, tuple(100 * rank for rank in ranks)) for board in table.boards)
    return Outcome(ranks, tuple(100 - rank for rank in ranks), boards)
