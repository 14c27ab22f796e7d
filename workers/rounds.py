"""Rounds: results come in from the matches by themselves, and events that may, run on.

A match's end stands in the feed with the table at which it was played. Nothing rests on hearing it:
who takes a partition over looks once at every tournament in it, and whatever is done twice is done
once.
"""

import asyncio
from collections.abc import Iterable

import structlog
from redis.exceptions import RedisError

from events.errors import Corrupt, Refused, Unavailable
from events.keys import partition_of
from events.log import Pointer
from events.names import is_tournament
from projections.tournaments.record import HOUSE
from services.process.cancellation import heed_cancellation
from services.process.jobs import Jobs
from services.readmodels.keys import text, unrated_key
from services.readmodels.ratings import Ratings
from services.tournaments.scheduler import Steward
from services.wiring import Services
from workers.bots import patiently

TICK = 1.0
"""Seconds between two looks at events in which time counts."""
ASK_AGAIN = 10.0
"""Seconds after which a job that has not been done is asked for once more."""

log = structlog.get_logger()

Place = tuple[int, int]


class RoundsWorker:
    """The tournaments of the partitions that this process holds, each in a task of its own."""

    def __init__(self, services: Services, jobs: Jobs) -> None:
        self._services = services
        self._jobs = jobs
        self._stewards: dict[str, Steward] = {}
        self._timed: set[str] = set()
        self._wanted: dict[str, set[Place]] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._held: set[int] = set()
        self._looks: set[asyncio.Task[None]] = set()
        self._asked: dict[tuple[str, int], float] = {}

    def hold(self, partition: int) -> None:
        """From now on see to the tournaments of a partition, first to all that are live."""
        self._held.add(partition)
        task = asyncio.create_task(patiently(self._look_around, partition))
        self._looks.add(task)
        task.add_done_callback(self._looks.discard)

    async def _look_around(self, partition: int) -> None:
        try:
            live = await self._services.tournaments.live(partition)
        except RedisError as error:
            raise Unavailable(reason=str(error)) from error
        for name in live:
            self._want(name)

    def leave(self, partition: int) -> None:
        """Leave a partition's tournaments to others."""
        self._held.discard(partition)
        for name in [name for name in self._stewards if partition_of(name) == partition]:
            del self._stewards[name]
            self._timed.discard(name)

    def heard(self, pointer: Pointer) -> None:
        """Something was appended."""
        if is_tournament(pointer.match):
            self._want(pointer.match)
        elif (where := pointer.hints.get("t")) is not None:
            name, round, table = where.decode().split(" ")
            self._want(name, ((int(round), int(table)),))

    async def run(self) -> None:
        """Look at the clock until cancelled."""
        try:
            while True:
                await asyncio.sleep(TICK)
                await self._rate()
                heed_cancellation()
                for name in tuple(self._timed):
                    self._want(name)
        finally:
            await self._stop()

    async def _rate(self) -> None:
        """Let the rated matches count that have ended."""
        try:
            for partition in tuple(self._held):
                await rate(self._services, partition)
        except (RedisError, Unavailable) as error:
            log.warning("ratings_not_kept", reason=str(error))
        except Exception:
            log.exception("rating_failed")

    async def _stop(self) -> None:
        tasks = (*self._tasks.values(), *self._looks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _want(self, name: str, places: Iterable[Place] = ()) -> None:
        self._wanted.setdefault(name, set()).update(places)
        if name not in self._tasks:
            self._tasks[name] = asyncio.create_task(self._serve(name))

    async def _serve(self, name: str) -> None:
        try:
            while name in self._wanted:
                await patiently(self._see_to, name, self._wanted.pop(name))
        except (Refused, Corrupt) as error:
            log.error("rounds_gave_up", tournament=name, code=error.code, reason=str(error))
        except Exception:
            log.exception("rounds_failed", tournament=name)
        finally:
            self._wanted.pop(name, None)
            del self._tasks[name]

    async def _see_to(self, name: str, places: set[Place]) -> None:
        steward = self._stewards.get(name)
        if steward is None:
            steward = self._stewards[name] = Steward(name, self._services.rounds, self._ask)
        try:
            tournament = await steward.see_to(places)
        except RedisError as error:
            raise Unavailable(reason=str(error)) from error
        settings = tournament.state.settings
        live = tournament.phase in ("locked", "running")
        if live and (settings.auto or settings.join_within):
            self._timed.add(name)
        else:
            self._timed.discard(name)

    async def _ask(self, name: str, round: int) -> None:
        """Ask for the job that pairs; it may have been lost with the worker that had it."""
        now = asyncio.get_running_loop().time()
        if now < self._asked.get((name, round), 0):
            return
        self._asked[name, round] = now + ASK_AGAIN
        await self._jobs.ask("pair", name, str(round), HOUSE, "steward", f"pair {round}", "")


async def rate(services: Services, partition: int) -> None:
    """Take in a partition's rated matches; those of a board once it is disclosed."""
    key, ratings = unrated_key(partition), Ratings(services.redis)
    for name in sorted(map(text, await services.redis.smembers(key))):
        match = await services.matches.cache.read(name)
        if match.offer.board is not None and await services.rounds.disclosed(match) is None:
            continue
        await ratings.take(match)
        await services.redis.srem(key, name)
