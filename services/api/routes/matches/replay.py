"""Looking back: a match at any version, one by one or many at once, as a reader may see it."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, NamedTuple

from litestar import get
from litestar.params import FromPath, QueryParameter
from msgspec.structs import replace

from events.errors import Forbidden, UnknownVersion
from events.facts import Seat
from projections.game.views import EVERYTHING, encoder
from projections.match.fold import Match
from projections.match.history import Step
from services.api.http.responses import Answer
from services.api.routes.matches.asked import MATCH, FirstAsked, LastAsked, OfMatch
from services.api.schemas.play import FrameShown, PositionsShown
from services.matches.frames import Frame, frame, reader_of

PAGE = 500  # positions in one answer
SeatAsked = Annotated[int | None, QueryParameter(ge=0, le=63)]
OpenAsked = Annotated[
    int, QueryParameter(name="open", ge=0, le=1, description="1: all cards, once it is over")
]


class Glasses(NamedTuple):
    """As whom the past is looked at; ``all_open`` shows what nobody saw then."""

    seat: Seat | None
    all_open: bool


@get(MATCH + "/at/{version:int}", tags=["record"], summary="At a version")
async def show_version(
    asked: OfMatch, version: FromPath[int], seat: SeatAsked = None, all_open: OpenAsked = 0
) -> Answer[FrameShown]:
    """The match as it was; a finished one is open, and ``seat`` shows it as that seat saw it."""
    now, own = await asked.watched()
    glasses = looking_as(now, own, seat, bool(all_open))
    if not 1 <= version <= now.version:
        raise UnknownVersion(match=now.id, version=version, last=now.version)
    step = (await asked.services.matches.cache.replays.line(now.id))[version - 1]
    return json(position(step, glasses, told=False))


@get(MATCH + "/positions", tags=["record"], summary="Many versions")
async def show_positions(
    asked: OfMatch,
    first: FirstAsked = 1,
    to: LastAsked = None,
    seat: SeatAsked = None,
    all_open: OpenAsked = 0,
) -> Answer[PositionsShown]:
    """A match version by version, with what happened at each: for going forwards and backwards."""
    now, own = await asked.watched()
    glasses = looking_as(now, own, seat, bool(all_open))
    line, following = await asked.versions(now, first, to, PAGE)
    return json(page(now.id, list(positions(line, glasses)), following))


def looking_as(now: Match, own: Seat | None, asked: Seat | None, all_open: bool) -> Glasses:
    """As whom the past may be looked at: one's own seat, or any once all lies open."""
    over = reader_of(now, own) == EVERYTHING
    if all_open and not over:
        raise Forbidden(match=now.id)
    if asked is None or asked == own:
        return Glasses(own, all_open)
    if not over or asked >= now.seats:
        raise Forbidden(match=now.id)
    return Glasses(asked, all_open)


def positions(line: Sequence[Step], glasses: Glasses) -> Iterator[bytes]:
    for step in line:
        yield position(step, glasses, told=True)


def position(step: Step, glasses: Glasses, *, told: bool) -> bytes:
    """A version as JSON, with what happened at it if it is to be ``told``."""
    match, entry = step.after, step.entry if told else None
    if not glasses.all_open:
        return frame(match, glasses.seat, entry)
    head, result = match.seal.hex(), match.result
    shown = Frame(match.id, match.version, head, match.at, match.phase, entry, match.state)
    return encoder(EVERYTHING).encode(replace(shown, result=result))


def page(match: str, shown: list[bytes], following: int | None) -> bytes:
    end = b"null" if following is None else b"%d" % following
    name = match.encode()
    return b'{"match":"%b","positions":[%b],"next":%b}' % (name, b",".join(shown), end)


def json(body: bytes) -> Answer[Any]:
    return Answer(body, media_type="application/json")
