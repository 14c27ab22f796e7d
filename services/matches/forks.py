"""Forks: a new match that goes on from any version of another one. What if?"""

from typing import NamedTuple

from events.errors import BadOptions, Forbidden, UnknownVersion, WrongPhase
from events.facts import Origin, Place
from projections.match.fold import Match
from services.aggregates.commands import Ask
from services.matches.acts import Matches, Offer
from services.matches.commands import Done
from services.matches.kind import MatchCache


class Branch(NamedTuple):
    """Where a fork leaves its origin, and who sits in it."""

    match: str
    version: int
    places: tuple[Place, ...]


async def fork(matches: Matches, name: str, ask: Ask, branch: Branch, *, judge: bool) -> Done:
    """Open a fork under a fresh id; of a live match only for a judge, and played by bots."""
    cache = matches.cache
    head = await cache.read(branch.match)
    if not 0 < branch.version <= head.version:
        raise UnknownVersion(match=branch.match, version=branch.version, last=head.version)
    origin = await cache.read(branch.match, branch.version)
    refuse_fork(head, origin, branch, judge=judge)
    offer = Offer(
        origin.name,
        origin.offer.options,
        branch.places or origin.offer.places,
        unlisted=not head.over,
        origin=Origin(origin.id, origin.version, origin.seal),
    )
    return await matches.open(name, ask, offer)


def refuse_fork(head: Match, origin: Match, branch: Branch, *, judge: bool) -> None:
    if origin.phase not in ("playing", "paused") or origin.offer.board is not None:
        raise WrongPhase(phase=origin.phase, needed=["playing"])
    if branch.places and len(branch.places) != origin.seats:
        raise BadOptions(field="seats", value=len(branch.places), allowed=[origin.seats])
    bots_only = branch.places and all(place.kind == "bot" for place in branch.places)
    if not head.over and not (judge and bots_only):
        raise Forbidden(match=head.id)


async def sealed(cache: MatchCache, match: Match) -> bool:
    """Whether a fork must stay closed to everybody but the house: its origin is still played."""
    origin = match.offer.origin
    while origin is not None:
        head = await cache.current(cache.known(origin.match))
        if not head.over:
            return True
        origin = head.offer.origin
    return False
