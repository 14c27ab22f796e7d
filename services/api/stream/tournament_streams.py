"""A tournament live: what is decided, as it happens."""

from collections.abc import AsyncIterator, Callable
from typing import Annotated, Any

import msgspec
from litestar import get
from litestar.connection import Request
from litestar.params import FromPath, QueryParameter
from litestar.response import Response, Stream

from events.errors import UnknownVersion
from projections.tournaments.publication.sealed import publicly
from projections.tournaments.record import Step, Tournament
from services.api.http.auth import Who
from services.api.http.directing import looked_at
from services.api.http.metrics import Figures
from services.api.schemas.tournaments import StepShown
from services.api.stream.lines import HEADERS, HEARTBEAT, RESYNC, Queue, event, last_seen, line
from services.tournaments.acts import Tournaments

AnyRequest = Request[Any, Any, Any]


class Follower:
    """Passes on what is appended to a tournament, each version once.

    What comes while it catches up waits until it has.
    """

    def __init__(self, tournaments: Tournaments, name: str, take: Callable[[int, bytes], None]):
        self._tournaments = tournaments
        self._hall = tournaments.halls.hall(name)
        self._take = take
        self.version = 0
        self._early: list[Step] = []
        self._hall.watchers.append(self._appended)

    def _appended(self, line: list[Step]) -> None:
        if not self.version:
            self._early += line
            return
        for step in line:
            if step.tournament.version > self.version:
                self.version = step.tournament.version
                self._take(self.version, written(step))

    async def begin(self, since: int | None) -> int:
        """Take what was missed, then go on; the version at which that was. None: from now on."""
        name = self._hall.name
        steps = await self._tournaments.steps(name)
        now = steps[-1].tournament
        first = now.version if since is None else since
        if first > now.version:
            raise UnknownVersion(match=name, version=first, last=now.version)
        for step in steps[first:]:
            self._take(step.tournament.version, written(step, now))
        self.version = now.version
        self._appended(self._early)
        await self._tournaments.newest(name)
        return now.version

    def stop(self) -> None:
        if self._appended in self._hall.watchers:
            self._hall.watchers.remove(self._appended)


def written(step: Step, now: Tournament | None = None) -> bytes:
    """An entry as everybody may see it ``now``, as JSON."""
    then, state = step.tournament, (now or step.tournament).state
    facts = [publicly(state, fact) for fact in step.entry.effects]
    shown = StepShown(then.id, then.version, then.seal.hex(), then.at, then.phase, facts)
    return msgspec.json.encode(shown)


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
    tournaments: Tournaments = state.services.tournaments
    state.queues.add(queue)
    follower = Follower(tournaments, tournament, queue.put)
    try:
        await follower.begin(last_seen(request, since))
    except BaseException:
        follower.stop()
        raise
    queue.full = False  # what was missed may be much
    lines = "ndjson" in request.headers.get("accept", "")
    body = items(state.figures, queue, follower, lines)
    kind = "application/x-ndjson" if lines else "text/event-stream"
    return Stream(body, media_type=kind, headers=HEADERS)  # type: ignore[return-value]


async def items(
    figures: Figures, queue: Queue, follower: Follower, lines: bool
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
        follower.stop()
        figures.streams.labels("ndjson" if lines else "sse").dec()
