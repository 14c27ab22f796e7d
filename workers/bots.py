"""Quick bots: wherever the feed says that a bot is to move, it looks at its view and moves.

Bots know what their seat may see and nothing more. The key of a bot's command is made of the
match, the version and the seat, so that whoever tries again, here or in another process, asks for
the same command.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, ParamSpec, TypeVar

import structlog

from events.errors import Corrupt, Frozen, Refused, Unavailable
from events.facts import Seat
from projections.match import Match
from projections.views import view, write_move
from services.commands import Ask
from services.wiring import Services

Parameters = ParamSpec("Parameters")
T = TypeVar("T")

ACTOR = "bot"
LOOKS = 5
"""How often a bot looks again after it was refused, before it waits to be woken."""
PAUSE = 0.1, 2.0
"""Seconds before another try while the log can't be written: at first, at most."""

log = structlog.get_logger()


class Bots:
    """Plays the bot seats of the matches that it is woken for, each match in a task of its own."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._tables = services.tables
        self._wanted: dict[str, int] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def wake(self, name: str, version: int) -> None:
        """At this version, or later, a bot is to move."""
        self._wanted[name] = version
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
            del self._tasks[name]

    async def _answer(self, name: str, version: int) -> None:
        """Move until no bot is to move."""
        match = await self._known(name, version)
        refused = 0
        while (seat := next_bot(match)) is not None:
            try:
                match = await self._move(match, seat)
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
        table = self._tables.table(name)
        match = await patiently(self._tables.current, table)
        if match.version < version:
            match = await patiently(self._tables.refresh, table)
        return match

    async def _move(self, match: Match, seat: Seat) -> Match:
        move = write_move(self._choose(match, seat))
        ask = Ask(ACTOR, "moves", f"{match.version}:{seat}")
        done = await patiently(self._services.matches.move, match.id, ask, seat, [move])
        if done.repeated:
            return await self._known(match.id, done.match.version + 1)
        return done.match

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


def next_bot(match: Match) -> Seat | None:
    """The first bot that is to move now."""
    return next((seat for seat in match.acting() if plays_by_itself(match, seat)), None)


def plays_by_itself(match: Match, seat: Seat) -> bool:
    sitter = match.sitters[seat]
    return sitter.kind == "bot" and not sitter.out
