"""Going back: a rewind in the match itself, or a fork that goes on from there as a new one."""

from litestar import post
from litestar.params import JSONBody

from events.errors import Forbidden
from events.facts import Seat
from projections.match.fold import Match
from services.api.http.auth import seated
from services.api.http.idempotency import name_of_new
from services.api.http.responses import Answer
from services.api.http.uncancelled import shielded
from services.api.routes.matches.asked import MATCH, OfMatch
from services.api.routes.matches.offers import named, opened, place
from services.api.schemas.judge import Rewinding, RewoundShown
from services.api.schemas.matches import NewFork, Summary
from services.identity.tokens import need
from services.matches.forks import Branch, fork
from services.matches.rewinds import Rewinds


@post(MATCH + "/rewind", tags=["judge"], summary="Take back", status_code=200)
async def rewind_match(asked: OfMatch, data: JSONBody[Rewinding]) -> Answer[RewoundShown]:
    """Go back to a version: at once for a judge, for players when all of them have wished it.

    What was abandoned stays in the record. Where a seat has been shown cards since, it goes back
    to before they were dealt, unless a judge keeps the deck.
    """
    services, grant, name = asked.services, asked.caller.grant, asked.name
    current = await asked.match()
    rewinds = Rewinds(services.commands, services.redis)
    ask = asked.ask("rewind", data)
    if grant.allows("match:judge"):
        going = rewinds.judge(name, ask, data.to, data.reason, keep_deck=data.keep_deck)
        return Answer(rewound((await shielded(going)).after, []))
    seat = seated(grant, current)
    if data.keep_deck:
        raise Forbidden(match=name)
    done, agreed = await shielded(rewinds.propose(name, ask, seat, data.to))
    return Answer(rewound(done.after, agreed))


@post(MATCH + "/forks", tags=["matches"], summary="What if?")
async def fork_match(asked: OfMatch, data: JSONBody[NewFork]) -> Answer[Summary]:
    """A new match that goes on from a version of a finished one, with new players or bots.

    Of a live match only for a judge and with bots alone; nobody sees it until that one has ended.
    """
    services, grant = asked.services, asked.caller.grant
    need(grant, "match:create")
    await asked.watched()
    ask = asked.ask("fork", asked.name, data)
    name = await name_of_new(services, ask, services.house.match_id)
    places = tuple(place(grant, seat) for seat in named(data.seats or ()))
    branch = Branch(asked.name, data.version, places)
    judge = grant.allows("match:judge")
    return opened((await shielded(fork(services.matches, name, ask, branch, judge=judge))).after)


def rewound(match: Match, agreed: list[Seat]) -> RewoundShown:
    return RewoundShown(match.id, match.version, match.seal.hex(), agreed)
