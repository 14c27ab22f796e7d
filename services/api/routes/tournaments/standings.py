"""What hangs on the wall: standings, crosstable, bracket, movement, boards."""

import asyncio
from typing import Annotated

from litestar import get
from litestar.params import QueryParameter
from msgspec.structs import asdict

from projections.tournaments.publication import sheets
from projections.tournaments.publication.sealed import public
from projections.tournaments.standings.standings import standings
from services.api.http.responses import Answer
from services.api.routes.tournaments.asked import TOURNAMENT, OfTournament
from services.api.schemas.standings import (
    BoardLine,
    BoardsShown,
    BracketShown,
    CrossRow,
    Crosstable,
    MovementShown,
    StandingsShown,
)
from services.api.views.rounds import proposed
from services.api.views.standings import sealed_tables, standing_shown
from services.api.views.tournaments import boards_shown

AfterRound = Annotated[int | None, QueryParameter(name="round", ge=0, le=1000)]


@get(TOURNAMENT + "/standings", tags=["standings"], summary="Standings")
async def show_standings(asked: OfTournament, after: AfterRound = None) -> Answer[StandingsShown]:
    """Who leads after any round, with each tie-break's value and where it comes from."""
    now = await asked.tournament()
    state, language = public(now.state), asked.language
    lines = await asyncio.to_thread(standings, state, after)
    shown = [standing_shown(state, line, language) for line in lines]
    round = len(state.rounds) if after is None else min(after, len(state.rounds))
    return Answer(StandingsShown(now.id, now.version, round, sealed_tables(now.state), shown))


@get(TOURNAMENT + "/crosstable", tags=["standings"], summary="Crosstable")
async def show_crosstable(asked: OfTournament, after: AfterRound = None) -> Answer[Crosstable]:
    """Everybody's rounds in the order of the standings."""
    state = public((await asked.tournament()).state)
    rows = await asyncio.to_thread(sheets.crosstable, state, after)
    names = state.entrants
    shown = [
        CrossRow(row.rank, row.entrant, names[row.entrant].name, row.points, row.rounds)
        for row in rows
    ]
    return Answer(Crosstable(asked.name, shown))


@get(TOURNAMENT + "/bracket", tags=["standings"], summary="Bracket")
async def show_bracket(asked: OfTournament) -> Answer[BracketShown]:
    """All matches of an elimination event; none of any other."""
    now = await asked.tournament()
    return Answer(BracketShown(asked.name, sheets.bracket_sheet(now.state)))


@get(TOURNAMENT + "/movement", tags=["standings"], summary="Movement")
async def show_movement(asked: OfTournament) -> Answer[MovementShown]:
    """Who sits where, round by round; of a fixed plan also what is still to come."""
    now = await asked.tournament()
    pairings = await asyncio.to_thread(sheets.movement_sheet, now.state)
    rounds = now.state.rounds
    shown = [
        proposed(
            number,
            pairing,
            rounds[number - 1].stage if number <= len(rounds) else "planned",
            asked.language,
        )
        for number, pairing in enumerate(pairings, 1)
    ]
    return Answer(MovementShown(asked.name, shown))


@get(TOURNAMENT + "/boards", tags=["standings"], summary="Boards")
async def show_boards(asked: OfTournament) -> Answer[BoardsShown]:
    """The boards' commitments, and the results on those that lie open."""
    state = public((await asked.tournament()).state)
    lines = [BoardLine(**asdict(line)) for line in sheets.board_sheet(state)]
    return Answer(BoardsShown(asked.name, boards_shown(state), lines))
