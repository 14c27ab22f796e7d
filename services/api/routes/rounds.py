"""Rounds: proposed with their reasons, paired, set by hand, published, played, corrected."""

import asyncio
from contextlib import suppress
from typing import Annotated, Any

from litestar import get, post, put
from litestar.connection import Request
from litestar.params import FromPath, JSONBody, QueryParameter

from events.errors import Refused
from projections.tournaments import commands as c
from projections.tournaments.decisions.decide import check_pair, dry_run
from projections.tournaments.errors import NotNow
from projections.tournaments.facts import BoardScore, Bye, Outcome, Pairing, Table
from projections.tournaments.record import Tournament
from services.aggregates.commands import Ask
from services.api.http.auth import Caller, Who
from services.api.http.kinds import family
from services.api.http.problems import language_of
from services.api.http.responses import Answer
from services.api.routes.tournaments import directed, done, looked_at
from services.api.views.tournament_schemas import (
    LONGEST_BODY,
    Because,
    Moment,
    PairingAsked,
    PenaltyAsked,
    ResultAsked,
    RoundAsked,
    RoundShown,
    TableAsked,
    TournamentShown,
)
from services.api.views.tournaments import director, proposed, round_shown
from services.wiring import Services, now_ms

AnyRequest = Request[Any, Any, Any]
ROOT = "/v1/tournaments/{tournament:str}"
ROUND = ROOT + "/rounds/{number:int}"
TABLE = ROUND + "/tables/{table:int}"
PATIENCE = 10.0
"""Seconds for which a request waits for the job that pairs."""
PAUSE = 0.05
Dry = Annotated[int, QueryParameter(ge=0, le=1, description="1: propose only")]


@post(ROOT + "/rounds", tags=["rounds"], summary="Pair the next round", status_code=201)
async def pair_round(
    request: AnyRequest,
    caller: Who,
    tournament: FromPath[str],
    data: JSONBody[RoundAsked | None] = None,
    dry_run: Dry = 0,
) -> Answer[RoundShown]:
    """Pair the next round by the rules, or say with ``dry_run=1`` how that would be, and why.

    A job pairs. If it takes longer than some seconds the answer is 202: look again later.
    """
    services: Services = request.app.state.services
    now = await looked_at(request, caller, tournament)
    by = director(caller, now)
    number = data.round if data and data.round else now.state.next
    if dry_run:
        pairing = await asyncio.to_thread(proposal, now, number)
        return Answer(proposed(number, pairing, "proposed", language_of(request)), status_code=200)
    ask = caller.ask("pair", data)
    known = await services.tournaments.written(tournament, ask)
    if known is not None:
        number = len(known.state.rounds)
    else:
        check_pair(now.state, number, now_ms())
        who = by, ask.actor, ask.key, ask.request.hex()
        await services.jobs.ask("pair", tournament, str(number), *who)
    paired = known or await awaited(services, tournament, number, ask)
    if paired is None:
        waiting = proposed(number, Pairing(()), "pairing", language_of(request))
        return Answer(waiting, status_code=202)
    return Answer(await round_shown(services, paired, number, language_of(request)))


@get(ROUND, tags=["rounds"], summary="A round")
async def show_round(
    request: AnyRequest, caller: Who, tournament: FromPath[str], number: FromPath[int]
) -> Answer[RoundShown]:
    """Who sits where, why, the matches and the results that may be known."""
    return await shown(request, await looked_at(request, caller, tournament), number)


@put(
    ROUND + "/pairings",
    tags=["rounds"],
    summary="Pair by hand",
    request_max_body_size=LONGEST_BODY,
)
async def set_pairings(
    request: AnyRequest,
    caller: Who,
    tournament: FromPath[str],
    number: FromPath[int],
    data: JSONBody[PairingAsked],
) -> Answer[RoundShown]:
    """Set the pairing of the next round, or of the last one until it is published."""
    command = c.Pair(number, pairing_of(data), data.reason, now_ms())
    found = await done(request, caller, tournament, f"pairings {number}", data, command)
    return await shown(request, found, number)


@post(
    ROOT + "/tables",
    tags=["rounds"],
    summary="Tables paired elsewhere",
    status_code=201,
    request_max_body_size=LONGEST_BODY,
)
async def create_tables(
    request: AnyRequest,
    caller: Who,
    tournament: FromPath[str],
    data: JSONBody[PairingAsked],
) -> Answer[RoundShown]:
    """The next round as it was paired elsewhere, published and started: all tables or none."""
    ask = caller.ask("tables", data)
    services: Services = request.app.state.services
    now = await looked_at(request, caller, tournament)
    by, number = director(caller, now), now.state.next
    known = await services.tournaments.written(tournament, ask)
    if known is None:
        pair = c.Pair(number, pairing_of(data), data.reason, now_ms())
        commands = (pair, c.Publish(number), c.StartRound(number))
        found = (await services.tournaments.do(tournament, ask, *commands, by=by)).tournament
    else:
        found = known
        number = len(known.state.rounds)
    return await shown(request, found, number, status=201)


@post(ROUND + "/unpair", tags=["rounds"], summary="Drop a pairing", status_code=200)
async def unpair_round(
    request: AnyRequest,
    caller: Who,
    tournament: FromPath[str],
    number: FromPath[int],
    data: JSONBody[Because],
) -> Answer[TournamentShown]:
    """Drop the last round's pairing, as long as nobody has played; its matches are called off."""
    command = c.Unpair(number, data.reason)
    return await directed(request, caller, tournament, f"unpair {number}", data, command)


@post(ROUND + "/publish", tags=["rounds"], summary="Publish a pairing", status_code=200)
async def publish_round(
    request: AnyRequest, caller: Who, tournament: FromPath[str], number: FromPath[int]
) -> Answer[RoundShown]:
    """From now on the pairing stands."""
    command = c.Publish(number)
    return await acted(request, caller, tournament, number, "publish", None, command)


@post(ROUND + "/start", tags=["rounds"], summary="Start a round", status_code=200)
async def start_round(
    request: AnyRequest, caller: Who, tournament: FromPath[str], number: FromPath[int]
) -> Answer[RoundShown]:
    """Open the matches of all tables; results come in by themselves."""
    command = c.StartRound(number)
    return await acted(request, caller, tournament, number, "start", None, command)


@post(ROUND + "/reopen", tags=["rounds"], summary="Reopen a round", status_code=200)
async def reopen_round(
    request: AnyRequest,
    caller: Who,
    tournament: FromPath[str],
    number: FromPath[int],
    data: JSONBody[Because],
) -> Answer[RoundShown]:
    """Open the last round again."""
    command = c.Reopen(number, data.reason)
    return await acted(request, caller, tournament, number, "reopen", data, command)


@post(ROUND + "/close", tags=["rounds"], summary="Close a round", status_code=200)
async def close_round(
    request: AnyRequest, caller: Who, tournament: FromPath[str], number: FromPath[int]
) -> Answer[RoundShown]:
    """Close a reopened round whose tables all have results."""
    command = c.Close(number)
    return await acted(request, caller, tournament, number, "close", None, command)


@post(ROUND + "/schedule", tags=["rounds"], summary="Schedule a round", status_code=200)
async def schedule_round(
    request: AnyRequest,
    caller: Who,
    tournament: FromPath[str],
    number: FromPath[int],
    data: JSONBody[Moment],
) -> Answer[TournamentShown]:
    """Say when a coming round begins."""
    command = c.Schedule(number, data.at)
    return await directed(request, caller, tournament, f"schedule {number}", data, command)


@post(TABLE + "/result", tags=["rounds"], summary="Record a result", status_code=200)
async def record_result(
    request: AnyRequest,
    caller: Who,
    tournament: FromPath[str],
    number: FromPath[int],
    table: FromPath[int],
    data: JSONBody[ResultAsked],
) -> Answer[RoundShown]:
    """A table's first result, given by the director; its match is called off."""
    command = c.Record(number, table, outcome_of(data))
    route = f"result {number}.{table}"
    return await shown(
        request, await done(request, caller, tournament, route, data, command), number
    )


@post(TABLE + "/correct", tags=["rounds"], summary="Correct a result", status_code=200)
async def correct_result(
    request: AnyRequest,
    caller: Who,
    tournament: FromPath[str],
    number: FromPath[int],
    table: FromPath[int],
    data: JSONBody[ResultAsked],
) -> Answer[RoundShown]:
    """Supersede a result; what was paired since stays as it is."""
    command = c.Correct(number, table, outcome_of(data), data.reason)
    route = f"correct {number}.{table}"
    return await shown(
        request, await done(request, caller, tournament, route, data, command), number
    )


@post(ROOT + "/penalties", tags=["rounds"], summary="Penalise", status_code=200)
async def penalise(
    request: AnyRequest, caller: Who, tournament: FromPath[str], data: JSONBody[PenaltyAsked]
) -> Answer[TournamentShown]:
    """Take points away."""
    command = c.Penalise(data.entrant, data.points, data.reason)
    return await directed(request, caller, tournament, "penalty", data, command)


# -- what the routes are made of ------------------------------------------------------------------


async def acted(
    request: AnyRequest,
    caller: Caller,
    tournament: str,
    number: int,
    route: str,
    body: Any,
    command: c.AnyCommand,
) -> Answer[RoundShown]:
    found = await done(request, caller, tournament, f"{route} {number}", body, command)
    return await shown(request, found, number)


async def shown(
    request: AnyRequest, tournament: Tournament, number: int, status: int = 200
) -> Answer[RoundShown]:
    if not 1 <= number <= len(tournament.state.rounds):
        raise NotNow(reason="no_such_round")
    services: Services = request.app.state.services
    round = await round_shown(services, tournament, number, language_of(request))
    return Answer(round, status_code=status)


def proposal(tournament: Tournament, number: int) -> Pairing:
    """What pairing would give now."""
    at = max(now_ms(), tournament.at)
    return dry_run(tournament.state, number, at)


async def awaited(services: Services, name: str, number: int, ask: Ask) -> Tournament | None:
    """The tournament once the round is paired; None if that takes too long."""
    with suppress(TimeoutError):
        async with asyncio.timeout(PATIENCE):
            while True:
                found = await services.tournaments.newest(name)
                if len(found.state.rounds) >= number:
                    return found
                if (said := await services.tournaments.refusal(name, ask)) is not None:
                    raise refused(*said)
                await asyncio.sleep(PAUSE)
    return None


def refused(code: str, details: dict[str, Any]) -> Refused:
    """A refusal as it was said elsewhere."""
    for kind in family():
        if kind.code == code and issubclass(kind, Refused):
            return kind(**details)
    return Refused(**details)


def pairing_of(wish: PairingAsked) -> Pairing:
    tables = tuple(table_of(number, table) for number, table in enumerate(wish.tables, 1))
    return Pairing(tables, tuple(Bye(bye.entrant, bye.kind) for bye in wish.byes))


def table_of(number: int, wish: TableAsked) -> Table:
    return Table(number, wish.seats, wish.sides or tuple(range(len(wish.seats))), wish.boards)


def outcome_of(wish: ResultAsked) -> Outcome:
    boards = tuple(BoardScore(one.board, one.scores) for one in wish.boards)
    return Outcome(wish.ranks, wish.scores, boards, wish.absent)
