"""The jobs that there are, and the worker that does them and nothing else.

Whoever may write to Redis may write a job that names any function there is. So the names of jobs
are looked up here, and never imported; anything else is refused and reported.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import redis
import structlog
from rq import SimpleWorker
from rq.exceptions import StopRequested
from rq.job import Job
from rq.serializers import JSONSerializer

from events.errors import Corrupt, Refused, TapeteError
from events.keys import partition_of
from projections.game.views import write_move
from services.aggregates.commands import Ask
from services.archive.mover import NotYet
from services.archive.mover import archive as archived
from services.audit.audits import Audits
from services.matches.thinking import seconds_for, thought
from services.process.jobs import QUEUE, THINK, THINKING
from services.readmodels.keys import ended_key
from services.settings import Settings
from services.wiring import Services, wire
from workers.bots import asking

TURN = 1  # second: how long to wait for a job before looking whether to end

log = structlog.get_logger()


async def audit(services: Services, match: str) -> None:
    """Audit a match and keep the report."""
    audits = Audits(services.redis, services.log)
    await audits.keep(await audits.audit(match))


async def archive(services: Services, *matches: str) -> None:
    """Move finished matches to the archive; one that can't go doesn't hold the others up."""
    for match in matches:
        try:
            await archived(services, match)
        except NotYet as error:
            log.info("not_archived", match=match, reason=error.details["reason"])
            continue  # the sweep comes back to it
        except Corrupt as error:
            log.error("not_archived", match=match, reason=error.details["reason"])
            continue
        await services.redis.zrem(ended_key(partition_of(match)), match)


async def pair(
    services: Services, tournament: str, round: str, by: str, actor: str, key: str, request: str
) -> None:
    """Pair a round; who comes second finds it paired. A refusal is kept for who asked."""
    ask = Ask(actor, "pair", key, bytes.fromhex(request))
    try:
        await services.rounds.pair(tournament, int(round), ask, by)
    except Refused as error:
        log.info("not_paired", tournament=tournament, round=round, reason=str(error))
        await services.tournaments.refused(tournament, ask, error)


async def think(services: Services, match: str, version: str, seat: str) -> None:
    """Let a bot think and move, unless the match has gone on meanwhile."""
    found, mover = await services.matches.cache.read(match), int(seat)
    if found.version != int(version) or mover not in found.acting():
        return
    most = services.settings.think_ms
    seconds = seconds_for(found, mover, services.commands.now(), most)
    move = write_move(thought(found, mover, services.house.dice(), seconds))
    try:
        await services.matches.move(match, asking(found, mover), mover, [move])
    except Refused as error:
        log.info("thought_too_late", match=match, version=found.version, code=error.code)


JOBS: Mapping[str, Callable[..., Awaitable[None]]] = {
    "audit": audit,
    "archive": archive,
    "pair": pair,
    THINK: think,
}
"""What a job may be called, and what it does. All arguments are strings; twice does no harm."""


class ForgedJob(TapeteError):
    """A job that is none of ours."""

    code = "forged_job"


class AllowedJob(Job):
    """A job as rq reads it, without anything in it that rq would call by itself."""

    run: Callable[[str, list[str]], None]

    def restore(self, raw_data: Any) -> Any:
        """Whatever else was asked for, nobody is called back."""
        restored = super().restore(raw_data)
        self._success_callback_name = self._failure_callback_name = None
        self._stopped_callback_name = None
        self.webhooks = []
        return restored

    def perform(self) -> None:
        self.run(*self.checked())

    def checked(self) -> tuple[str, list[str]]:
        """The name and the arguments of one of our jobs; raise ``ForgedJob`` for any other."""
        name, args = self.func_name, list(self.args)
        strings = all(isinstance(arg, str) for arg in args)
        if not strings or name is None or name not in JOBS or self.instance or self.kwargs:
            log.error("job_refused", job=self.id, name=str(name)[:100])
            raise ForgedJob(name=str(name)[:100])
        return name, args


class OrderlyWorker(SimpleWorker):
    """Ends between two jobs only: rq's own would drop a job that it has taken and not begun."""

    def _shutdown(self) -> None:
        self._stop_requested = True

    def dequeue_job_and_maintain_ttl(
        self, timeout: int | None, max_idle_time: int | None = None
    ) -> Any:
        """Wait for a job in short turns, between which there is time to end."""
        turn = None if timeout is None else TURN
        while not self._stop_requested:
            found = super().dequeue_job_and_maintain_ttl(turn, turn)
            if found is not None or timeout is None:
                return found
        raise StopRequested


def worker(settings: Settings, redis_url: str, jobs_url: str) -> SimpleWorker:
    """An rq worker that knows these jobs; ``redis_url`` has the matches, ``jobs_url`` the queue."""

    class OurJob(AllowedJob):
        def run(self, name: str, args: list[str]) -> None:
            asyncio.run(perform(settings, redis_url, name, args))

    pool = redis.BlockingConnectionPool.from_url(jobs_url, max_connections=8, timeout=10)
    client = redis.Redis.from_pool(pool)
    return OrderlyWorker(
        [THINKING, QUEUE],
        connection=client,
        job_class=OurJob,
        serializer=JSONSerializer,
        log_job_description=False,
    )


async def perform(settings: Settings, redis_url: str, name: str, args: list[str]) -> None:
    """Do a job with services of its own."""
    services = wire(settings, redis_url)
    try:
        await JOBS[name](services, *args)
    finally:
        await services.close()
    log.info("job_done", name=name, args=args)
