"""Commands of a match: for seats, judges and the house alike."""

from collections.abc import Callable
from typing import Any

from events.facts import Rewound, Seat
from events.steps import Step
from projections.match.fold import Match
from services.aggregates import commands
from services.aggregates.cache import Known
from services.aggregates.commands import Ask, Check, Decide
from services.aggregates.precondition import Seen, check_seen
from services.keys.randomness import House
from services.keys.seeds import Seeds
from services.keys.signing import Keys
from services.matches.batch import Run
from services.matches.kind import MatchCache

Plan = Callable[[Run], None]
"""What a command adds on top of a match; raises ``Refused``."""
Done = commands.Done[Match]


class Commands(commands.Commands[Match]):
    """What decides is a plan; the house adds what it owes after it."""

    def __init__(
        self,
        cache: MatchCache,
        house: House,
        keys: Keys,
        seeds: Seeds,
        now: Callable[[], int],
        acknowledged: Callable[[Match], None] = lambda match: None,
    ) -> None:
        super().__init__(cache, keys, now, acknowledged)
        self.house = house
        self.keys = keys
        self.seeds = seeds

    async def do(
        self,
        name: str,
        ask: Ask,
        plan: Plan,
        seat: Seat | None = None,
        seen: Seen | None = None,
    ) -> Done:
        """Carry out a plan on the match as it is now, with all that the house owes after it."""
        command = self.id(name, ask)
        check = None if seen is None else self._check(seat, seen)
        return await self.act(name, command, self._decide(command, plan), ask.request, check)

    async def unasked(self, name: str, command: bytes, plan: Plan) -> Match:
        """Carry out what house or clock do by themselves, under an id of their own."""
        return (await self.act(name, command, self._decide(command, plan))).after

    async def complete(self, name: str) -> Match:
        """Do what the house owes, if anything: whoever finds a match waiting for it may ask."""
        match = await self.cache.refresh(self.cache.known(name))
        return await self.unasked(name, f"house:{match.version}".encode(), lambda run: None)

    def _decide(self, command: bytes, plan: Plan) -> Decide[Match]:
        async def decide(match: Match) -> Run:
            run = Run(match, command, self.now(), self.house.salt)
            plan(run)
            run.add_owed(await self.seeds.of(match.id))
            return run

        return decide

    def _check(self, seat: Seat | None, seen: Seen) -> Check[Match]:
        async def check(known: Known[Match], match: Match) -> None:
            await check_seen(self.cache, self.keys, known, seen, still(seat))

        return check


def still(seat: Seat | None) -> Callable[[Match, Step[Any, Match]], bool]:
    """Nothing was taken back since, and the seat is still to act with the same moves."""

    def holds(then: Match, step: Step[Any, Match]) -> bool:
        return not isinstance(step.entry.cause, Rewound) and same_choice(then, step.after, seat)

    return holds


def same_choice(then: Match, now: Match, seat: Seat | None) -> bool:
    """Whether a seat is still to act, with the same moves."""
    if seat is None:
        return True
    if then.state is None or now.state is None or now.phase != then.phase:
        return False
    moves = now.game.moves(now.state, seat)
    return bool(moves) and moves == then.game.moves(then.state, seat)
