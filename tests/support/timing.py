"""A match in memory whose time the test sets."""

import hashlib
from collections.abc import Callable, Sequence
from typing import Any

from events.facts import Clock, Opened, Place, Result
from projections.audit.entries import audit
from projections.cards.fair_deal import commitment
from projections.game.contract import Dice
from projections.game.views import write_move
from projections.match.fold import Match, unopened
from projections.match.history import Step, load
from projections.match.times import Times
from services.keys.randomness import House, simulated
from services.matches.acts import play
from services.matches.batch import Run
from services.matches.clock import strike
from tests.support.playing import dice

SEED = hashlib.sha256(b"the seed of these clocks").digest()
NAME = "0000000000000000000000000000-0"
FAST = Clock(per_move=1000)
CHESS = Clock(bank=10_000, increment=500)
SUDDEN = Clock(per_move=1000, flag="forfeit")


class Table:
    """A match in memory whose time the test sets; the seats contribute nothing."""

    def __init__(
        self,
        game: str,
        seats: int,
        clock: Clock | None,
        *,
        places: Sequence[Place] = (),
        **more: Any,
    ) -> None:
        self.now = 1_000_000
        self.line: list[Step] = []
        self.dice: Dice = dice((game, seats))
        self.house: House = simulated(SEED)
        bots = tuple(places) or (Place("bot"),) * seats
        offer = Opened(
            NAME, game, 1, more.pop("options", {}), bots, commitment(SEED), clock=clock, **more
        )
        self.do(lambda run: run.add("house", offer), unopened(NAME, game))

    @property
    def match(self) -> Match:
        return self.line[-1].after

    @property
    def acting(self) -> tuple[int, ...]:
        return self.match.acting()

    def do(self, plan: Callable[[Run], object], match: Match | None = None) -> list[Step]:
        """What a command writes at this time."""
        run = Run(match or self.match, len(self.line).to_bytes(16), self.now, self.house.salt)
        plan(run)
        run.add_owed(SEED)
        self.line += run.steps
        return run.steps

    def add(self, by: Any, cause: Any) -> None:
        self.do(lambda run: run.add(by, cause, lambda version: self.line[version - 1].after))

    def later(self, milliseconds: int) -> None:
        self.now += milliseconds

    def move(self, seat: int | None = None, after: int = 0) -> None:
        """A seat, or the first that is to act, makes a move of its choice."""
        self.later(after)
        seat = self.acting[0] if seat is None else seat
        moves = self.match.game.moves(self.match.state, seat)
        raw = write_move(moves[self.dice(len(moves))])
        self.do(lambda run: play(run, seat, raw, None))

    def moves(self, until: Callable[[Match], bool]) -> None:
        while not until(self.match):
            self.move()

    def strike(self) -> list[Step]:
        """What the clock writes at this time."""
        return self.do(strike)

    def left(self, seat: int) -> int:
        return times(self).left[seat]

    def report(self) -> list[tuple[int, str]]:
        """What the audit finds in this record."""
        stored = [step.stored for step in self.line]
        assert load(NAME, stored) == self.match
        report = audit(NAME, stored, SEED)
        return [(finding.version, finding.code) for finding in report.findings]


def causes(steps: Sequence[Step]) -> list[tuple[object, str]]:
    return [(step.entry.by, type(step.entry.cause).__name__) for step in steps]


def seat_of(step: Step) -> object:
    return getattr(step.entry.cause, "seat", None)


def times(table: Table) -> Times:
    kept = table.match.times
    assert kept is not None
    return kept


def ended(table: Table) -> Result:
    result = table.match.result
    assert result is not None
    return result


def placing(clock: Clock | None = FAST) -> Table:
    """Battle, where both place sixteen cards before either moves one."""
    table = Table("caissa-battle", 2, clock)
    assert table.acting == (0, 1)
    return table


def choosing(seats: int, clock: Clock) -> Table:
    """Escratch, where all choose a card at the same time."""
    table = Table("caissa-escratch", seats, clock)
    table.moves(lambda match: match.acting() == tuple(range(seats)))
    return table
