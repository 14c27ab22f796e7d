"""Going back: a rewind in the match itself, or a fork that goes on from there as a new one."""

from typing import Any

from litestar import post
from litestar.connection import Request
from litestar.params import FromPath, JSONBody

from events.errors import Forbidden
from events.facts import Seat
from projections.match.fold import Match
from services.api.http.auth import Who, may_watch, seated
from services.api.http.idempotency import Idempotency
from services.api.http.responses import Answer
from services.api.http.uncancelled import shielded
from services.api.routes.matches import place
from services.api.views.matches import found, summary
from services.api.views.schemas import NewFork, Rewinding, RewoundShown, SeatAsked, Summary
from services.identity.tokens import need
from services.matches.forks import Branch, fork
from services.matches.rewinds import Rewinds
from services.wiring import Services, now_ms

AnyRequest = Request[Any, Any, Any]


@post("/v1/matches/{match:str}/rewind", tags=["judge"], summary="Take back", status_code=200)
async def rewind_match(
    request: AnyRequest, caller: Who, match: FromPath[str], data: JSONBody[Rewinding]
) -> Answer[RewoundShown]:
    """Go back to a version: at once for a judge, for players when all of them have wished it.

    What was abandoned stays in the record. Where a seat has been shown cards since, it goes back
    to before they were dealt, unless a judge keeps the deck.
    """
    services: Services = request.app.state.services
    current = await found(services, match)
    rewinds = Rewinds(services.commands, services.redis)
    ask = caller.ask("rewind", data)
    if caller.grant.allows("match:judge"):
        going = rewinds.judge(match, ask, data.to, data.reason, keep_deck=data.keep_deck)
        return Answer(rewound((await shielded(going)).match, []))
    seat = seated(caller.grant, current)
    if data.keep_deck:
        raise Forbidden(match=match)
    done, agreed = await shielded(rewinds.propose(match, ask, seat, data.to))
    return Answer(rewound(done.match, agreed))


@post("/v1/matches/{match:str}/forks", tags=["matches"], summary="What if?")
async def fork_match(
    request: AnyRequest, caller: Who, match: FromPath[str], data: JSONBody[NewFork]
) -> Answer[Summary]:
    """A new match that goes on from a version of a finished one, with new players or bots.

    Of a live match only for a judge and with bots alone; nobody sees it until that one has ended.
    """
    need(caller.grant, "match:create")
    services: Services = request.app.state.services
    origin = await found(services, match)
    may_watch(caller.grant, origin)
    ask = caller.ask("fork", match, data)
    partition = services.house.dice()(services.settings.partitions)
    fresh = services.house.match_id(partition, now_ms())
    name, _ = await Idempotency(services.redis).name(ask, fresh)
    seats = [SeatAsked(seat) if isinstance(seat, str) else seat for seat in data.seats or ()]
    branch = Branch(match, data.version, tuple(place(caller.grant, seat) for seat in seats))
    judge = caller.grant.allows("match:judge")
    done = await shielded(fork(services.matches, name, ask, branch, judge=judge))
    return Answer(summary(done.match), status_code=201, headers={"Location": f"/v1/matches/{name}"})


def rewound(match: Match, agreed: list[Seat]) -> RewoundShown:
    return RewoundShown(match.id, match.version, match.seal.hex(), agreed)
