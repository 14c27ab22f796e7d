"""The clock's hand: what it writes when time has run out, for a seat or for a table to be ready."""

from events.facts import Paused, Resumed
from projections.match.clocks import due, struck
from projections.match.fold import Match
from services.aggregates.outages import Outage
from services.matches.batch import Run
from services.matches.commands import Commands, Plan

OUTAGE = "outage"
"""Why the clocks stood still; the pause is dated back to when that began."""

SHORTEST_MS = 1000
"""A shorter pause isn't worth an entry."""


class Clocks:
    """Acts for the clock. Whoever asks twice, or in vain, does no harm."""

    def __init__(self, commands: Commands) -> None:
        self._commands = commands

    async def strike(self, name: str) -> Match:
        """Let the clock do what is due now, flags and harmless moves together."""
        return await self._act(name, strike)

    async def excuse(self, name: str, since: int) -> Match:
        """Let the clocks stand still from a time (ms UTC) until now, as far as nothing was played.

        Who was out of time by then already, stays so.
        """
        return await self._act(name, lambda run: excuse(run, Outage(since, run.at)))

    async def _act(self, name: str, plan: Plan) -> Match:
        cache = self._commands.cache
        match = await cache.refresh(cache.known(name))
        command = f"clock:{match.version}:{seat_of(match)}".encode()
        return await self._commands.unasked(name, command, plan)


def strike(run: Run) -> None:
    while (fact := struck(run.match, run.at)) is not None:
        run.add("clock", fact)


def excuse(run: Run, outage: Outage) -> None:
    """Set the clocks to have stood still during an outage, as far as nothing was played since."""
    match = run.match
    last = due(match)
    if match.phase != "playing" or match.closing or last is None:
        return
    since, until = outage
    if last >= since and until - max(since, match.at) >= SHORTEST_MS:
        run.add("clock", Paused(OUTAGE), at=since)
        run.add("clock", Resumed(OUTAGE), at=until)


def seat_of(match: Match) -> int:
    """The first seat for which the clock would act: whose time runs, or who isn't ready."""
    times = match.times
    if match.phase == "locked" or times is None:
        waiting = [seat for seat, sitter in enumerate(match.sitters) if not sitter.ready]
    else:
        waiting = [seat for seat, since in enumerate(times.since) if since is not None]
    return waiting[0] if waiting else 0
