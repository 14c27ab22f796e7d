"""Rounds: published, played, closed, opened again, dropped; and the results at their tables."""

from typing import Any

from litestar import get, post
from litestar.params import FromPath, JSONBody

from projections.tournaments import commands as c
from projections.tournaments.facts import BoardScore, Outcome
from services.api.http.responses import Answer
from services.api.routes.tournaments.asked import TOURNAMENT, OfTournament, TournamentAsked
from services.api.schemas.rounds import Moment, ResultAsked, RoundShown
from services.api.schemas.tournaments import Because, TournamentShown
from services.api.views.rounds import round_shown

ROUND = TOURNAMENT + "/rounds/{number:int}"
TABLE = ROUND + "/tables/{table:int}"


@get(ROUND, tags=["rounds"], summary="A round")
async def show_round(asked: OfTournament, number: FromPath[int]) -> Answer[RoundShown]:
    """Who sits where, why, the matches and the results that may be known."""
    found = await asked.tournament()
    return Answer(await round_shown(asked.services, found, number, asked.language))


@post(ROUND + "/unpair", tags=["rounds"], summary="Drop a pairing", status_code=200)
async def unpair_round(
    asked: OfTournament, number: FromPath[int], data: JSONBody[Because]
) -> Answer[TournamentShown]:
    """Drop the last round's pairing, as long as nobody has played; its matches are called off."""
    return await asked.directed(f"unpair {number}", data, c.Unpair(number, data.reason))


@post(ROUND + "/publish", tags=["rounds"], summary="Publish a pairing", status_code=200)
async def publish_round(asked: OfTournament, number: FromPath[int]) -> Answer[RoundShown]:
    """From now on the pairing stands."""
    return await acted(asked, number, f"publish {number}", None, c.Publish(number))


@post(ROUND + "/start", tags=["rounds"], summary="Start a round", status_code=200)
async def start_round(asked: OfTournament, number: FromPath[int]) -> Answer[RoundShown]:
    """Open the matches of all tables; results come in by themselves."""
    return await acted(asked, number, f"start {number}", None, c.StartRound(number))


@post(ROUND + "/reopen", tags=["rounds"], summary="Reopen a round", status_code=200)
async def reopen_round(
    asked: OfTournament, number: FromPath[int], data: JSONBody[Because]
) -> Answer[RoundShown]:
    """Open the last round again."""
    return await acted(asked, number, f"reopen {number}", data, c.Reopen(number, data.reason))


@post(ROUND + "/close", tags=["rounds"], summary="Close a round", status_code=200)
async def close_round(asked: OfTournament, number: FromPath[int]) -> Answer[RoundShown]:
    """Close a reopened round whose tables all have results."""
    return await acted(asked, number, f"close {number}", None, c.Close(number))


@post(ROUND + "/schedule", tags=["rounds"], summary="Schedule a round", status_code=200)
async def schedule_round(
    asked: OfTournament, number: FromPath[int], data: JSONBody[Moment]
) -> Answer[TournamentShown]:
    """Say when a coming round begins."""
    return await asked.directed(f"schedule {number}", data, c.Schedule(number, data.at))


@post(TABLE + "/result", tags=["rounds"], summary="Record a result", status_code=200)
async def record_result(
    asked: OfTournament, number: FromPath[int], table: FromPath[int], data: JSONBody[ResultAsked]
) -> Answer[RoundShown]:
    """A table's first result, given by the director; its match is called off."""
    command = c.Record(number, table, outcome_of(data))
    return await acted(asked, number, f"result {number}.{table}", data, command)


@post(TABLE + "/correct", tags=["rounds"], summary="Correct a result", status_code=200)
async def correct_result(
    asked: OfTournament, number: FromPath[int], table: FromPath[int], data: JSONBody[ResultAsked]
) -> Answer[RoundShown]:
    """Supersede a result; what was paired since stays as it is."""
    command = c.Correct(number, table, outcome_of(data), data.reason)
    return await acted(asked, number, f"correct {number}.{table}", data, command)


async def acted(
    asked: TournamentAsked, number: int, route: str, body: Any, command: c.AnyCommand
) -> Answer[RoundShown]:
    """Carry out what a director asks for: the round after it."""
    found = await asked.decided(route, body, command)
    return Answer(await round_shown(asked.services, found, number, asked.language))


def outcome_of(wish: ResultAsked) -> Outcome:
    boards = tuple(BoardScore(one.board, one.scores) for one in wish.boards)
    return Outcome(wish.ranks, wish.scores, boards, wish.absent)
