"""The bots: wherever the feed says that a bot is to move, it looks at its view and moves.

Quick bots move here; a searching bot thinks in a job (`workers.jobs`), is asked again if nothing
comes of it, and at last a quick one moves in its place: no match hangs because a process died.

Bots know what their seat may see and nothing more. The key of a bot's command is made of the
match, the version and the seat, so that whoever tries again, here or in another process, asks for
the same command.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, ParamSpec, TypeVar

import structlog
from redis.exceptions import RedisError

from events.errors import Corrupt, Frozen, Refused, Unavailable
from events.facts import Seat
from projections.game.views import view, write_move
from projections.match.clocks import deadline
from projections.match.fold import Match
from services.aggregates.commands import Ask
from services.matches.thinking import seconds_for, thinks
from services.process.jobs import THINK, Jobs
from services.wiring import Services

Parameters = ParamSpec("Parameters")
T = TypeVar("T")

ACTOR = "bot"
LOOKS = 5
"""How often a bot looks again after it was refused, before it waits to be woken."""
PAUSE = 0.1, 2.0
"""Seconds before another try while the log can't be written: at first, at most."""

ASKED = 2
"""So many times a searching bot is asked for a move."""
PATIENCE = 4.0, 1.0
"""A thought is waited for so many times as long as it may take, and so many seconds more."""

log = structlog.get_logger()


class Bots:
    """Plays the bot seats of the matches that it is woken for, each match in a task of its own.

    Without a queue of ``jobs`` all bots are quick.
    """

    def __init__(self, services: Services, jobs: Jobs | None = None) -> None:
        self._services = services
        self._cache = services.matches.cache
        self._jobs = jobs
        self._news: dict[str, asyncio.Event] = {}
        self._wanted: dict[str, int] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def wake(self, name: str, version: int) -> None:
        """At this version, or later, a bot is to move."""
        self._wanted[name] = version
        self._news.setdefault(name, asyncio.Event()).set()
        if name not in self._tasks:
            self._tasks[name] = asyncio.create_task(self._serve(name))

    @property
    def busy(self) -> int:
        """How many matches are being played now."""
        return len(self._tasks)

    async def stop(self) -> None:
        """Let go of all matches; a move that is under way may still come to stand."""
        tasks = tuple(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _serve(self, name: str) -> None:
        try:
            while name in self._wanted:
                await self._answer(name, self._wanted.pop(name))
        except (Refused, Corrupt) as error:
            log.error("bots_gave_up", match=name, code=error.code, reason=str(error))
        except Exception:
            log.exception("bots_failed", match=name)
        finally:
            self._wanted.pop(name, None)
            del self._tasks[name], self._news[name]

    async def _answer(self, name: str, version: int) -> None:
        """Move until no bot is to move."""
        match = await self._known(name, version)
        refused = 0
        while (seat := next_bot(match)) is not None:
            try:
                match = await self._let_move(match, seat)
                refused = 0
            except Frozen:
                raise
            except Refused:
                refused += 1
                if refused == LOOKS:
                    raise
                match = await self._known(name, match.version + 1)

    async def _known(self, name: str, version: int) -> Match:
        """The match at a version or later, as far as the log goes."""
        known = self._cache.known(name)
        match = await patiently(self._cache.current, known)
        if match.version < version:
            match = await patiently(self._cache.refresh, known)
        return match

    async def _let_move(self, match: Match, seat: Seat) -> Match:
        if self._jobs is not None and thinks(match.sitters[seat]):
            for _ in range(ASKED):
                after = await self._let_think(self._jobs, match, seat)
                if after.version > match.version:
                    return after
            log.warning("bot_thought_too_long", match=match.id, version=match.version, seat=seat)
        return await self._move(match, seat)

    async def _let_think(self, jobs: Jobs, match: Match, seat: Seat) -> Match:
        """Ask for a move; the match once it has gone on, or as it is after a while."""
        try:
            await jobs.ask(THINK, match.id, str(match.version), str(seat))
        except RedisError as error:
            log.warning("bot_not_asked", match=match.id, reason=str(error))
        with suppress(TimeoutError):
            async with asyncio.timeout(self._patience(match, seat)):
                return await self._news_of(match)
        return await self._known(match.id, match.version + 1)

    def _patience(self, match: Match, seat: Seat) -> float:
        """How many seconds a thought is waited for; its clock has to last for all that follows."""
        now, (times, more) = self._services.commands.now(), PATIENCE
        usual = times * seconds_for(match, seat, now, self._services.settings.think_ms) + more
        last = deadline(match, seat)
        return usual if last is None else min(usual, max(0, last - now) / 1000 / (ASKED + 1))

    async def _news_of(self, match: Match) -> Match:
        """The match at a later version, as soon as the feed tells of one."""
        news, now = self._news[match.id], match
        while now.version == match.version:
            await news.wait()
            news.clear()
            now = await self._known(match.id, match.version + 1)
        return now

    async def _move(self, match: Match, seat: Seat) -> Match:
        move = write_move(self._choose(match, seat))
        ask = asking(match, seat)
        done = await patiently(self._services.matches.move, match.id, ask, seat, [move])
        if done.repeated:
            return await self._known(match.id, done.after.version + 1)
        return done.after

    def _choose(self, match: Match, seat: Seat) -> Any:
        game, dice = match.game, self._services.house.dice()
        moves = game.moves(match.state, seat)
        if game.bot is not None:
            try:
                return game.bot(view(match.state, seat), seat, moves, dice)
            except Exception:
                log.exception("bot_stumbled", match=match.id, version=match.version, seat=seat)
        return moves[dice(len(moves))]


async def patiently(
    act: Callable[Parameters, Awaitable[T]], *args: Parameters.args, **words: Parameters.kwargs
) -> T:
    """Do it as soon as the log is there; safe, because a bot's commands may be repeated."""
    pause, most = PAUSE
    while True:
        try:
            return await act(*args, **words)
        except Unavailable:
            await asyncio.sleep(pause)
            pause = min(most, 2 * pause)


def asking(match: Match, seat: Seat) -> Ask:
    """The one command by which a bot moves at this version, whoever tries."""
    return Ask(ACTOR, "moves", f"{match.version}:{seat}")


def next_bot(match: Match) -> Seat | None:
    """The first bot that is to move now; of several the quick ones before those that think."""
    waiting = [seat for seat in match.acting() if plays_by_itself(match, seat)]
    return min(waiting, key=lambda seat: thinks(match.sitters[seat]), default=None)


def plays_by_itself(match: Match, seat: Seat) -> bool:
    sitter = match.sitters[seat]
    return sitter.kind == "bot" and not sitter.out
