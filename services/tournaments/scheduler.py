"""What a tournament needs of itself, one step after the other: the steward of a running event.

A steward remembers what he has seen to; whoever begins anew looks at everything once more, which
does no harm.
"""

from collections.abc import Awaitable, Callable, Iterable

from events.errors import Refused
from projections.tournaments import commands as c
from projections.tournaments.bracket.board import playable
from projections.tournaments.bracket.results import bracket_results, drawn
from projections.tournaments.decisions.decide import check_pair
from projections.tournaments.facts import Outcome, Table
from projections.tournaments.pairing.proposals import free
from projections.tournaments.record import Tournament
from projections.tournaments.settings import ELIMINATION
from projections.tournaments.state import Round, State
from services.aggregates.commands import Ask
from services.tournaments.rounds import Rounds, Seat

ACTOR = "steward"
MINUTE = 60_000

AskPairing = Callable[[str, int], Awaitable[object]]
"""Have a round paired: the tournament's name, and the number of the round."""


class Steward:
    """Sees to one tournament."""

    def __init__(self, name: str, rounds: Rounds, pairing: AskPairing) -> None:
        self.name = name
        self._rounds = rounds
        self._tournaments = rounds.tournaments
        self._pairing = pairing
        self._opened: set[tuple[int, int]] = set()
        self._settled: set[tuple[int, int]] = set()

    async def see_to(self, ended: Iterable[tuple[int, int]] = ()) -> Tournament:
        """Do all that is to be done; ``ended`` are tables (round, table) whose match has ended."""
        tournament = await self._tournaments.newest(self.name)
        for number, table in sorted(set(ended)):
            await self._look(tournament, number, table)
        tournament = await self._tournaments.current(self.name)
        for round in tournament.state.rounds:
            await self._attend(tournament, round)
        tournament = await self._tournaments.current(self.name)
        tournament = await self._disclose(tournament)
        if tournament.state.settings.auto:
            tournament = await self._carry_on(tournament)
        if tournament.phase in ("finished", "cancelled"):
            await self._tournaments.rest(self.name)
        return tournament

    # -- tables

    async def _look(self, tournament: Tournament, number: int, table: int) -> None:
        """A match has ended: its table has a result now, or plays on."""
        rounds = tournament.state.rounds
        found = rounds[number - 1].table(table) if number <= len(rounds) else None
        if found is None:
            return
        if not await self._rounds.report(tournament, number, found):
            await self._rounds.open_table(tournament, number, found)

    async def _attend(self, tournament: Tournament, round: Round) -> None:
        """Open what is to be played, call off what is not played any more."""
        over = tournament.phase in ("finished", "cancelled")
        draw = tournament.draws[round.number].version
        for table in round.pairing.tables:
            key = draw, table.number
            if key in self._settled:
                continue
            if table.number in round.results or over:
                if round.number in tournament.starts:
                    await self._rounds.call_off(tournament, round.number, table)
                self._settled.add(key)
            elif round.stage == "running" and tournament.phase == "running":
                await self._play(tournament, round, table, key)

    async def _play(
        self, tournament: Tournament, round: Round, table: Table, key: tuple[int, int]
    ) -> None:
        if key not in self._opened:
            await self._rounds.open_table(tournament, round.number, table)
            self._opened.add(key)
            await self._look(tournament, round.number, table.number)
        await self._expect(tournament, round, table)

    async def _expect(self, tournament: Tournament, round: Round, table: Table) -> None:
        """Who hasn't taken his seat in time forfeits, where that leaves one side or none."""
        patience = tournament.state.settings.join_within
        now = self._tournaments.commands.now()
        if not patience or now < tournament.starts[round.number] + patience:
            return
        seats = await self._rounds.played(tournament, round.number, table)
        absent = missing(tournament.state, table, seats)
        sides = {side for id, side in zip(table.seats, table.sides, strict=True) if id in absent}
        if absent and len(sides) >= len(table.teams) - 1:
            ask = Ask(ACTOR, "absent", f"{seats[0].name}")
            outcome = Outcome(absent=absent)
            await self._rounds.record(tournament, round.number, table, outcome, ask)

    async def _disclose(self, tournament: Tournament) -> Tournament:
        state = tournament.state
        boards: set[int] = set()
        if state.phase in ("finished", "cancelled"):
            boards.update(range(1, len(state.commitments) + 1))
        for round in state.rounds:
            for table in round.pairing.tables:
                if table.number in round.results:
                    boards.update(table.boards)
        return await self._rounds.disclose(tournament, boards)

    # -- an event that runs by itself

    async def _carry_on(self, tournament: Tournament) -> Tournament:
        state = tournament.state
        if state.paused or state.phase not in ("locked", "running"):
            return tournament
        last = state.last
        if last is not None and last.stage in ("paired", "published"):
            start: list[c.AnyCommand] = [c.StartRound(last.number)]
            if last.stage == "paired":
                start.insert(0, c.Publish(last.number))
            key = f"start {tournament.draws[last.number].version}"
            tournament = await self._do(key, *start)
            await self._attend(tournament, tournament.state.rounds[-1])
            return tournament
        if over(state, self._tournaments.commands.now()):
            return await self._do("finish", c.Finish())
        if due(state, self._tournaments.commands.now()):
            await self._pairing(self.name, state.next)
        return tournament

    async def _do(self, key: str, *commands: c.AnyCommand) -> Tournament:
        ask = Ask(ACTOR, "auto", key)
        try:
            return (await self._tournaments.do(self.name, ask, *commands)).after
        except Refused:  # the director was faster
            return await self._tournaments.current(self.name)


def missing(state: State, table: Table, seats: Iterable[Seat]) -> tuple[str, ...]:
    """The entrants at a table of whom somebody has not taken his seat in some match."""
    absent = {
        id
        for seat in seats
        if seat.match is not None and seat.match.phase == "open"
        for place, sitter in enumerate(seat.match.sitters)
        if sitter.player is None
        for id in (table.seats[place % len(table.seats)],)
    }
    return tuple(id for id in table.seats if id in absent)


def due(state: State, now: int) -> bool:
    """Whether the next round can be paired now."""
    try:
        check_pair(state, state.next, now)
    except Refused:
        return False
    return state.settings.format != "arena" or len(free(state)) > 1


def over(state: State, now: int) -> bool:
    """Whether everything was played."""
    if not all(round.complete for round in state.rounds):
        return False
    if state.settings.format == "arena":
        return state.phase == "running" and now >= state.began + state.settings.minutes * MINUTE
    if state.settings.format in ELIMINATION:
        closed = state.last is not None and state.last.stage == "closed"
        return closed and not playable(drawn(state), bracket_results(state))
    return state.next > state.total and state.last is not None and state.last.stage == "closed"
