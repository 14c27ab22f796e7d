"""A tournament live: what is decided, as it happens."""

from collections.abc import AsyncIterator
from typing import Annotated, Any

from litestar import get
from litestar.connection import Request
from litestar.params import FromPath, QueryParameter
from litestar.response import Response, Stream

from services.aggregates.watching import Watch
from services.api.http.auth import Who
from services.api.http.directing import looked_at
from services.api.http.metrics import Figures
from services.api.schemas.tournaments import StepShown
from services.api.stream.lines import HEADERS, HEARTBEAT, RESYNC, Queue, event, last_seen, line
from services.api.stream.watching import Told, TournamentWatch, follow

AnyRequest = Request[Any, Any, Any]


@get(
    "/v1/tournaments/{tournament:str}/stream",
    tags=["streams"],
    summary="A tournament live",
    media_type="text/event-stream",
)
async def stream_tournament(
    request: AnyRequest,
    caller: Who,
    tournament: FromPath[str],
    since: Annotated[int | None, QueryParameter(name="from", ge=0, le=1 << 31)] = None,
) -> Response[StepShown]:
    """Server-sent events (``id`` = version), or NDJSON by ``Accept: application/x-ndjson``.

    What is decided from now on, or after ``from`` (or ``Last-Event-ID``) with what was missed.
    """
    await looked_at(request.app.state.services, caller, tournament)
    state, queue = request.app.state, Queue()
    state.queues.add(queue)
    version = last_seen(request, since)
    watch = TournamentWatch(queue.put)
    await follow(state.services, state.decided, tournament, watch, version)
    queue.full = False  # what was missed may be much
    lines = "ndjson" in request.headers.get("accept", "")
    body = items(state.figures, queue, watch, lines)
    kind = "application/x-ndjson" if lines else "text/event-stream"
    return Stream(body, media_type=kind, headers=HEADERS)  # type: ignore[return-value]


async def items(
    figures: Figures, queue: Queue, watch: Watch[Told], lines: bool
) -> AsyncIterator[bytes]:
    """The stream's items until the reader can't follow."""
    write = line if lines else event
    figures.streams.labels("ndjson" if lines else "sse").inc()
    try:
        while not queue.full:
            for version, item in queue.taken():
                yield write(version, item)
            if not queue.frames and not await queue.wait(HEARTBEAT):
                yield b"\n" if lines else b":\n\n"
        figures.resyncs.inc()
        yield RESYNC + b"\n" if lines else b"event: resync\ndata: " + RESYNC + b"\n\n"
    finally:
        watch.stop()
        figures.streams.labels("ndjson" if lines else "sse").dec()
