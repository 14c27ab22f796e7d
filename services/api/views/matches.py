"""What is shown of a match: to everybody, and to one reader."""

from events.errors import Forbidden, UnknownMatch
from events.facts import Seat
from projections.match.automatic import owed
from projections.match.clocks import face
from projections.match.fold import Match, Sitter
from services.api.http.auth import may_watch, seat_of
from services.api.http.responses import Answer
from services.api.schemas.matches import SeatShown, Summary
from services.api.schemas.play import ClocksShown, FrameShown
from services.identity.tokens import Grant
from services.keys.boards import unsealed
from services.matches.forks import sealed
from services.matches.frames import frame
from services.wiring import Services

NOBODY_S_SEED = bytes(32)  # whether something is owed doesn't depend on the seed


async def found(services: Services, name: str) -> Match:
    """The match as it is now, with what the house owed; raise ``UnknownMatch``.

    A fork would tell the cards of its origin: while that one is played, nobody is let in.
    """
    table = services.matches.cache.known(name)
    try:
        match = await services.matches.cache.current(table)
    except UnknownMatch:
        services.matches.cache.forget(table)
        raise
    if match.offer.origin is not None and await sealed(services.matches.cache, match):
        raise Forbidden(match=name)
    if match.phase in ("open", "locked"):
        match = await services.matches.cache.refresh(table)
    if owed(match, NOBODY_S_SEED) is not None:
        match = await services.commands.complete(name)
    if match.offer.board is not None and await services.rounds.disclosed(match) is not None:
        match = unsealed(match)
    return match


def sight(match: Match, seat: Seat | None) -> Answer[FrameShown]:
    """A match as a reader sees it now."""
    return Answer(frame(match, seat, None), media_type="application/json")  # type: ignore[arg-type]


def view(grant: Grant, match: Match) -> Answer[FrameShown]:
    return sight(match, may_watch(grant, match))


def own_view(grant: Grant, match: Match) -> Answer[FrameShown]:
    """The answer to a command: what its sender sees after it."""
    return sight(match, seat_of(grant, match))


def summary(match: Match) -> Summary:
    """What everybody may know."""
    offer = match.offer
    return Summary(
        match.id,
        match.name,
        offer.rules,
        offer.options,
        [shown(seat, sitter) for seat, sitter in enumerate(match.sitters)],
        match.phase,
        match.version,
        match.seal.hex(),
        match.at,
        list(match.acting()),
        offer.commitment.hex(),
        offer.ready_within,
        offer.clock,
        offer.limit,
        offer.unlisted,
        offer.rated,
        match.result,
        clocks(match),
    )


def clocks(match: Match) -> ClocksShown | None:
    times = face(match)
    return None if times is None else ClocksShown(list(times.left), list(times.deadlines))


def shown(seat: Seat, sitter: Sitter) -> SeatShown:
    committed = sitter.commitment is not None
    return SeatShown(
        seat,
        sitter.kind,
        sitter.player,
        sitter.kept_for,
        committed,
        sitter.ready,
        sitter.out,
    )
