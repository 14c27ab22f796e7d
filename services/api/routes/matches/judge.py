"""What a judge may do, each act with a reason that stands in the record."""

from collections.abc import Callable, Coroutine
from typing import Any

from litestar import post
from litestar.params import JSONBody

from events.errors import Malformed
from events.facts import Result
from projections.match.fold import Match
from services.aggregates.commands import Ask
from services.api.http.responses import Answer
from services.api.routes.matches.asked import MATCH, MatchAsked, OfMatch
from services.api.schemas.judge import Adjudication, Judgement
from services.api.schemas.matches import Summary
from services.identity.tokens import need
from services.matches.commands import Done

Act = Callable[[str, Ask, str], Coroutine[Any, Any, Done]]
"""(the match, the command, the reason)"""


@post(MATCH + "/pause", tags=["judge"], summary="Pause", status_code=200)
async def pause_match(asked: OfMatch, data: JSONBody[Judgement]) -> Answer[Summary]:
    """Stop play and the clocks."""
    return await judged(asked, "pause", data, asked.services.matches.pause)


@post(MATCH + "/resume", tags=["judge"], summary="Resume", status_code=200)
async def resume_match(asked: OfMatch, data: JSONBody[Judgement]) -> Answer[Summary]:
    """Let play go on."""
    return await judged(asked, "resume", data, asked.services.matches.resume)


@post(MATCH + "/abort", tags=["judge"], summary="Abort", status_code=200)
async def abort_match(asked: OfMatch, data: JSONBody[Judgement]) -> Answer[Summary]:
    """End the match without a result."""
    return await judged(asked, "abort", data, asked.services.matches.abort)


@post(MATCH + "/adjudicate", tags=["judge"], summary="Adjudicate", status_code=200)
async def adjudicate_match(asked: OfMatch, data: JSONBody[Adjudication]) -> Answer[Summary]:
    """Decide the result."""
    seats = (await judging(asked)).seats
    if len(data.ranks) != seats or len(data.scores) not in (0, seats):
        raise Malformed(reason=f"ranks and scores are of {seats} seats")
    ask, result = asked.ask("adjudicate", data), Result(data.scores, data.ranks, "adjudicated")
    matches = asked.services.matches
    return await asked.summed(matches.adjudicate(asked.name, ask, result, data.reason))


async def judged(asked: MatchAsked, route: str, wish: Judgement, act: Act) -> Answer[Summary]:
    """Carry out what a judge has decided."""
    await judging(asked)
    return await asked.summed(act(asked.name, asked.ask(route, wish), wish.reason))


async def judging(asked: MatchAsked) -> Match:
    """The match, for who may judge it."""
    need(asked.caller.grant, "match:judge")
    return await asked.match()
