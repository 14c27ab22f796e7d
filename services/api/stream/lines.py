"""A match live over plain HTTP: server-sent events, or lines of JSON for who asks for them."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from typing import Annotated, Any, Literal

import msgspec
from litestar import get
from litestar.connection import Request
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery, QueryParameter
from litestar.response import Response, Stream

from events.errors import Malformed
from services.api.http.auth import Who
from services.api.http.metrics import Figures
from services.api.schemas.play import FrameShown
from services.api.stream.watching import MatchWatch, begin
from services.heads.signed import SignedHead
from services.wiring import now_ms

AnyRequest = Request[Any, Any, Any]
HEARTBEAT = 10.0
MOST_FRAMES = 256
MOST_BYTES = 4 << 20
HEAD = b'{"type":"head",'
OVER = ("finished", "aborted")
RESYNC = b'{"type":"resync"}'
HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


class Queue:
    """What waits for one reader; once it is full he is let go."""

    def __init__(self) -> None:
        self.frames: deque[tuple[int, bytes]] = deque()
        self.bytes = 0
        self.full = False
        self._something = asyncio.Event()

    def put(self, version: int, frame: bytes) -> None:
        self.bytes += len(frame)
        self.frames.append((version, frame))
        if len(self.frames) > MOST_FRAMES or self.bytes > MOST_BYTES:
            self.full = True
        self._something.set()

    async def wait(self, seconds: float) -> bool:
        """Whether something came within this time."""
        try:
            async with asyncio.timeout(seconds):
                await self._something.wait()
        except TimeoutError:
            return False
        return True

    def let_go(self) -> None:
        """The reader has to come again."""
        self.full = True
        self._something.set()

    def taken(self) -> list[tuple[int, bytes]]:
        frames = list(self.frames)
        self.frames.clear()
        self.bytes = 0
        self._something.clear()
        return frames


@get(
    "/v1/matches/{match:str}/stream",
    tags=["streams"],
    summary="A match live",
    media_type="text/event-stream",
)
async def stream_match(
    request: AnyRequest,
    caller: Who,
    match: FromPath[str],
    since: Annotated[int | None, QueryParameter(name="from", ge=0, le=1 << 31)] = None,
    only: FromQuery[Literal["entry"] | None] = None,
    sealed: Annotated[int, QueryParameter(ge=0, le=1)] = 0,
) -> Response[FrameShown]:
    """Server-sent events (``id`` = version), or NDJSON by ``Accept: application/x-ndjson``.

    Begins with a snapshot, or after ``from`` (or ``Last-Event-ID``) with what was missed. While
    the match moves a signed head (``event: head``) comes at least once a second. Ends with the
    match and its signed head. ``only=entry`` leaves the view out; ``sealed=1`` gives
    the entries as they are stored, so that anybody can follow the seals.
    """
    state = request.app.state
    queue = Queue()
    state.queues.add(queue)
    watch = MatchWatch(queue.put, light=only == "entry", sealed=bool(sealed))
    resumed = last_seen(request, since)
    current, frames = await begin(state.services, state.live, match, caller.grant, watch, resumed)
    if current.over and not frames:
        watch.stop()
        return Response(None, status_code=204)  # type: ignore[arg-type]
    first = current.version - len(frames) + 1
    for version, frame in enumerate(frames, first):
        queue.put(version, frame)
    watch.caught_up(current.version)
    queue.full = False  # what was missed may be much
    lines = "ndjson" in request.headers.get("accept", "")
    body = items(state, queue, watch, caller.token, lines)
    kind = "application/x-ndjson" if lines else "text/event-stream"
    return Stream(body, headers=HEADERS | {"Content-Type": kind})  # type: ignore[return-value]


async def items(
    state: State, queue: Queue, watch: MatchWatch, token: str, lines: bool
) -> AsyncIterator[bytes]:
    """The stream's items until the match ends, the reader can't follow or his token is revoked."""
    figures: Figures = state.figures
    write = line if lines else event
    clock = asyncio.get_running_loop().time
    asked = clock()
    figures.streams.labels("ndjson" if lines else "sse").inc()
    try:
        while not queue.full:
            for version, frame in queue.taken():
                yield write(version, frame)
                if ends(frame):
                    return
            if not queue.frames and not await queue.wait(HEARTBEAT):
                yield b"\n" if lines else b":\n\n"
            if clock() - asked >= HEARTBEAT:
                asked = clock()
                if token and not await state.services.tokens.hold([token], now_ms()):
                    return
        figures.resyncs.inc()
        yield RESYNC + b"\n" if lines else b"event: resync\ndata: " + RESYNC + b"\n\n"
    finally:
        watch.stop()
        figures.streams.labels("ndjson" if lines else "sse").dec()


def is_head(item: bytes) -> bool:
    return item.startswith(HEAD)


def ends(item: bytes) -> bool:
    """Whether nothing can come after this item: the signed head of a match that is over."""
    return is_head(item) and msgspec.json.decode(item, type=SignedHead).phase in OVER


def event(version: int, item: bytes) -> bytes:
    kind = b"event: head\n" if is_head(item) else b""
    return b"%bid: %d\ndata: %b\n\n" % (kind, version, item)


def line(version: int, frame: bytes) -> bytes:
    return frame + b"\n"


def last_seen(request: AnyRequest, since: int | None) -> int | None:
    """The version to go on from: a browser that reconnects says it in ``Last-Event-ID``."""
    known = request.headers.get("last-event-id")
    if known is None:
        return since
    if not (known.isascii() and known.isdigit() and len(known) < 10):
        raise Malformed(reason="Last-Event-ID is a version")
    return int(known)
