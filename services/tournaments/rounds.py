"""From a round to its matches and back: tables are opened, results come in, boards are disclosed.

Everything here may be done twice, by anybody who finds it undone: a table's match has an id that
follows from the tournament's log, and a result is recorded under the ids of its matches.
"""

import asyncio
from collections.abc import Iterable
from typing import NamedTuple

import structlog

from events.errors import Refused, UnknownMatch
from events.facts import Board, Event
from projections.catalogue import game_of
from projections.game.options import read_options
from projections.match.fold import Match
from projections.tournaments import commands as c
from projections.tournaments.decisions.boards import board_seed, contributed
from projections.tournaments.errors import BadResult, NotNow, UnknownTournament
from projections.tournaments.facts import Outcome, Table
from projections.tournaments.record import Tournament
from projections.tournaments.settings import ELIMINATION
from projections.tournaments.standings.results import Ended, outcome_of
from projections.tournaments.standings.seating import people
from projections.tournaments.state import Round
from services.aggregates.commands import Ask
from services.matches.acts import Matches, Offer
from services.tournaments.acts import Done, Tournaments
from services.tournaments.announcements import clock_of, place

ACTOR = "rounds"
AT_ONCE = 32
"""How many matches are opened at a time."""
MOST_AGAIN = 5
"""So often a match without a winner is repeated; then the director decides."""
FUTILE = 2
"""So often one that was aborted is."""

log = structlog.get_logger()


class Seat(NamedTuple):
    """A match that belongs to a table: for one of its boards, 0 where there are none."""

    name: str
    board: int
    match: Match | None


class Rounds:
    """The rounds of all tournaments."""

    def __init__(self, tournaments: Tournaments, matches: Matches) -> None:
        self.tournaments = tournaments
        self.matches = matches

    async def pair(self, name: str, round: int, ask: Ask, by: str) -> Done:
        """Pair the next round by the rules; who comes second is refused (``paired_already``)."""
        now = self.tournaments.commands.now()
        return await self.tournaments.do(name, ask, c.Pair(round, at=now), by=by)

    # -- matches

    async def open(self, tournament: Tournament, number: int) -> list[str]:
        """See that every table of a running round has its matches; the ids of those opened now."""
        round = tournament.state.rounds[number - 1]
        few = asyncio.Semaphore(AT_ONCE)

        async def opened(table: Table) -> list[str]:
            async with few:
                return await self.open_table(tournament, number, table)

        waiting = [table for table in round.pairing.tables if table.number not in round.results]
        return [name for names in await asyncio.gather(*map(opened, waiting)) for name in names]

    async def open_table(self, tournament: Tournament, round: int, table: Table) -> list[str]:
        """Open what a table has still to play."""
        found = []
        for seat in await self.played(tournament, round, table):
            if seat.match is None:
                await self._offer(tournament, round, table, seat)
                found.append(seat.name)
        return found

    async def _offer(self, tournament: Tournament, round: int, table: Table, seat: Seat) -> None:
        settings, state = tournament.state.settings, tournament.state
        board = Board(tournament.id, str(seat.board)) if seat.board else None
        offer = Offer(
            settings.game,
            settings.options,
            tuple(map(place, people(state, table))),
            clock_of(settings),
            rated=settings.rated and not settings.seeded,
            event=Event(tournament.id, round, table.number),
            board=board,
            fairness="seeded" if settings.seeded else "committed",
            seed=await self.seed(tournament, seat.board) if seat.board else None,
        )
        await self.matches.open(seat.name, Ask(ACTOR, "open", seat.name), offer)

    async def seed(self, tournament: Tournament, board: int) -> bytes:
        """The seed that all tables of a board are dealt from."""
        own = await self.tournaments.boards.of(tournament.id, board)
        return board_seed(own, tournament.id, board, contributed(tournament.state))

    async def played(self, tournament: Tournament, round: int, table: Table) -> list[Seat]:
        """The matches that count for a table: of each board the last one, opened or not."""
        boards = table.boards or (0,)
        return [await self._last(tournament, round, table, board) for board in boards]

    async def _last(self, tournament: Tournament, round: int, table: Table, board: int) -> Seat:
        """A match without a winner where one is needed, or without an end, is played again."""
        again = 0
        while True:
            name = tournament.match(round, table, board, again)
            match = await self.match(name)
            if match is None or not match.over or decisive(tournament, match):
                return Seat(name, board, match)
            again += 1
            if again > (FUTILE if match.result is None else MOST_AGAIN):
                return Seat(name, board, match)

    async def match(self, name: str) -> Match | None:
        """A match as the log has it now; None if it was never opened."""
        cache = self.matches.cache
        try:
            match = await cache.refresh(cache.known(name))
        except UnknownMatch:
            return None
        return match if match.version else None

    # -- results

    async def report(self, tournament: Tournament, number: int, table: Table) -> bool:
        """Record a table's result if all its matches have ended; whether it has one now."""
        round = tournament.state.rounds[number - 1]
        if table.number in round.results:
            return True
        seats = await self.played(tournament, number, table)
        ended = [
            Ended(seat.board, seat.match.result)
            for seat in seats
            if seat.match is not None and seat.match.result is not None
            if decisive(tournament, seat.match)
        ]
        if len(ended) < len(seats):
            return False
        state = tournament.state
        game = game_of(state.settings.game)
        sides = game.sides(read_options(game, state.settings.options), len(people(state, table)))
        outcome = outcome_of(table, sides, ended, state.settings.points.lower_is_better)
        names = " ".join(seat.name for seat in seats)
        return await self.record(tournament, number, table, outcome, Ask(ACTOR, "result", names))

    async def record(
        self, tournament: Tournament, round: int, table: Table, outcome: Outcome, ask: Ask
    ) -> bool:
        """Record an outcome once; what the director has recorded stands."""
        try:
            await self.tournaments.do(tournament.id, ask, c.Record(round, table.number, outcome))
        except BadResult as error:
            log.error("result_refused", tournament=tournament.id, round=round, reason=str(error))
            return False
        except NotNow as error:
            return bool(error.details["reason"] != "paused")
        return True

    async def call_off(self, tournament: Tournament, round: int, table: Table) -> None:
        """End the matches of a table that has its result without them."""
        for seat in await self.played(tournament, round, table):
            if seat.match is not None and not seat.match.over:
                await self._abort(seat.name)

    async def _abort(self, name: str) -> None:
        try:
            await self.matches.abort(name, Ask(ACTOR, "abort", name), "decided elsewhere")
        except Refused as error:  # it has ended meanwhile
            log.info("match_not_called_off", match=name, code=error.code)

    # -- boards

    async def disclosed(self, match: Match) -> bytes | None:
        """The seed that a board's match was dealt from; None while it is secret, or no board's."""
        board = match.offer.board
        if board is None or not match.over:
            return None
        try:
            tournament = await self.tournaments.current(board.tournament)
        except UnknownTournament:
            return None  # nobody can say that it is over: it stays sealed
        if int(board.board) not in tournament.state.opened:
            tournament = await self.tournaments.newest(board.tournament)
        if int(board.board) not in tournament.state.opened:
            return None
        return await self.seed(tournament, int(board.board))

    async def disclose(self, tournament: Tournament, boards: Iterable[int]) -> Tournament:
        """Open the boards that nobody will play any more."""
        for board in sorted(set(boards) - tournament.state.opened.keys()):
            for round, table in tables_with(tournament, board):
                if table.number in round.results:
                    await self.call_off(tournament, round.number, table)
            seed = await self.tournaments.boards.of(tournament.id, board)
            ask = Ask(ACTOR, "board", str(board))
            try:
                done = await self.tournaments.do(tournament.id, ask, c.OpenBoard(board, seed.hex()))
            except NotNow:  # somebody has still to play it
                continue
            tournament = done.after
        return tournament


def tables_with(tournament: Tournament, board: int) -> Iterable[tuple[Round, Table]]:
    """Where a board was, is or will be played, as far as rounds are paired."""
    for round in tournament.state.rounds:
        for table in round.pairing.tables:
            if board in table.boards:
                yield round, table


def decisive(tournament: Tournament, match: Match) -> bool:
    """Whether a match that is over has a result, and a winner where the format needs one."""
    if match.result is None:
        return False
    if tournament.state.settings.format not in ELIMINATION:
        return True
    first = [seat for seat, rank in enumerate(match.result.ranks) if rank == 1]
    event = match.offer.event
    round = None if event is None else tournament.state.rounds[event.round - 1]
    table = round.table(event.table) if event and round else None
    if table is None:
        return True
    return len({table.sides[seat % len(table.seats)] for seat in first}) == 1
