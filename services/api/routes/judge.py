"""What a judge may do, each act with a reason that stands in the record."""

from typing import Any

from litestar import post
from litestar.connection import Request
from litestar.params import FromPath, JSONBody

from events.errors import Malformed
from events.facts import Result
from services.api.http.auth import Caller, Who
from services.api.http.responses import Answer
from services.api.http.uncancelled import shielded
from services.api.views.matches import found, summary
from services.api.views.schemas import Adjudication, Judgement, Summary
from services.identity.tokens import need
from services.wiring import Services

AnyRequest = Request[Any, Any, Any]


@post("/v1/matches/{match:str}/pause", tags=["judge"], summary="Pause", status_code=200)
async def pause_match(
    request: AnyRequest, caller: Who, match: FromPath[str], data: JSONBody[Judgement]
) -> Answer[Summary]:
    """Stop play and the clocks."""
    services = await judging(request, caller, match)
    ask = caller.ask("pause", data)
    done = await shielded(services.matches.pause(match, ask, data.reason))
    return Answer(summary(done.match))


@post("/v1/matches/{match:str}/resume", tags=["judge"], summary="Resume", status_code=200)
async def resume_match(
    request: AnyRequest, caller: Who, match: FromPath[str], data: JSONBody[Judgement]
) -> Answer[Summary]:
    """Let play go on."""
    services = await judging(request, caller, match)
    ask = caller.ask("resume", data)
    done = await shielded(services.matches.resume(match, ask, data.reason))
    return Answer(summary(done.match))


@post("/v1/matches/{match:str}/abort", tags=["judge"], summary="Abort", status_code=200)
async def abort_match(
    request: AnyRequest, caller: Who, match: FromPath[str], data: JSONBody[Judgement]
) -> Answer[Summary]:
    """End the match without a result."""
    services = await judging(request, caller, match)
    ask = caller.ask("abort", data)
    done = await shielded(services.matches.abort(match, ask, data.reason))
    return Answer(summary(done.match))


@post("/v1/matches/{match:str}/adjudicate", tags=["judge"], summary="Adjudicate", status_code=200)
async def adjudicate_match(
    request: AnyRequest, caller: Who, match: FromPath[str], data: JSONBody[Adjudication]
) -> Answer[Summary]:
    """Decide the result."""
    services = await judging(request, caller, match)
    seats = (await found(services, match)).seats
    if len(data.ranks) != seats or len(data.scores) not in (0, seats):
        raise Malformed(reason=f"ranks and scores are of {seats} seats")
    ask = caller.ask("adjudicate", data)
    result = Result(data.scores, data.ranks, "adjudicated")
    done = await shielded(services.matches.adjudicate(match, ask, result, data.reason))
    return Answer(summary(done.match))


async def judging(request: AnyRequest, caller: Caller, match: str) -> Services:
    """The services, for who may judge a match that exists."""
    need(caller.grant, "match:judge")
    services: Services = request.app.state.services
    await found(services, match)
    return services
