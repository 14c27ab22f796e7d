"""A play socket's session: the tokens it holds, the matches it follows, the moves it makes."""

import asyncio
from typing import Any

import structlog
from msgspec import Raw
from redis.exceptions import RedisError

from events.errors import Forbidden, Language, Limited, TapeteError, Unavailable
from events.names import is_tournament
from projections.match.fold import Match
from projections.tournaments.record import Tournament
from services.aggregates.commands import Ask
from services.aggregates.watching import Live, Watch
from services.api.http.auth import digest, seated
from services.api.http.limits import Bucket
from services.api.http.metrics import Figures
from services.api.http.problems import broken_here, encoded, problem
from services.api.schemas.play import Moves
from services.api.stream import messages
from services.api.stream.messages import (
    AnySaid,
    Authorized,
    Done,
    Heartbeat,
    MovesSaid,
    Refusal,
    Resync,
    Unwatched,
    Watched,
)
from services.api.stream.transports import Wire
from services.api.stream.watching import MatchWatch, Told, TournamentWatch, begin, follow
from services.api.views.matches import found
from services.api.views.moves import moves_of, seen_of
from services.identity.tokens import Grant, hashed, need
from services.matches.frames import Frames
from services.wiring import Services, now_ms

HEARTBEAT = 10.0
MOST_WATCHED = 256
MOST_TOKENS = 256
MOST_AT_ONCE = 256
TALK = (1000 / 60, 1000.0)  # messages that are no moves: a second, and at once
MOVES = (1000.0, 2000.0)

log = structlog.get_logger()


class House:
    """What all sessions of a process work with."""

    def __init__(
        self,
        services: Services,
        live: Live[Match, Frames],
        decided: Live[Tournament, Told],
        figures: Figures,
    ) -> None:
        self.services = services
        self.live = live
        self.decided = decided
        self.figures = figures


class Session:
    """One connection. It never waits for its reader: who doesn't keep up is let go."""

    def __init__(self, house: House, wire: Wire, grant: Grant, token: str, language: Language):
        self.house = house
        self.wire = wire
        self.language = language
        self.grant = grant
        self.seats: dict[str, Grant] = {}
        self.tokens: set[str] = {token} if token else set()
        self.watches: dict[str, Watch[Any]] = {}
        self.ended = False
        self._tasks: set[asyncio.Task[None]] = set()
        now = asyncio.get_running_loop().time()
        self._talk, self._moves = Bucket(*TALK, now), Bucket(*MOVES, now)
        self._hold(grant)

    def _hold(self, grant: Grant) -> None:
        if grant.match is None:
            self.grant = grant
        else:
            self.seats[grant.match] = grant

    def grant_for(self, match: str) -> Grant:
        return self.seats.get(match, self.grant)

    # -- what comes

    def received(self, raw: bytes) -> None:
        """Begin to do what a message asks for."""
        if self.ended:
            return
        try:
            said = messages.read(raw)
            self._admit(said)
        except TapeteError as error:
            self._talk_or_end()
            self.refuse(messages.id_of(raw), None, error)
            return
        if self.ended:
            return
        task = asyncio.get_running_loop().create_task(self._do(said))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _admit(self, said: AnySaid) -> None:
        """Raise ``Limited`` for too many moves; too much of anything else ends the session."""
        if len(self._tasks) >= MOST_AT_ONCE:
            raise Limited(retry_after=1)
        if not isinstance(said, MovesSaid):
            self._talk_or_end()
        elif not self._moves.take(asyncio.get_running_loop().time()):
            raise Limited(retry_after=1)

    def _talk_or_end(self) -> None:
        if not self._talk.take(asyncio.get_running_loop().time()):
            self.end(1008, "too many messages")

    async def _do(self, said: AnySaid) -> None:
        match = getattr(said, "match", None)
        try:
            match said:
                case MovesSaid():
                    done = await self._play(said)
                case Watched():
                    done = await self._watch(said)
                case Unwatched():
                    done = self._unwatch(said)
                case Authorized():
                    done = await self._authorize(said)
            self.send(messages.write(done))
        except TapeteError as error:
            self.refuse(said.id, match, error)
        except RedisError as error:
            self.refuse(said.id, match, Unavailable(reason=type(error).__name__))
        except Exception as error:
            log.error("session_broken", exc_info=error)
            self._refusal(said.id, match, encoded(broken_here(self.language)))

    async def _play(self, said: MovesSaid) -> Done:
        services, name = self.house.services, said.match
        grant = self.grant_for(name)
        known = services.matches.cache.peek(name)
        match = known.state if known is not None else None
        if match is None or match.phase != "playing":
            match = await found(services, name)
        seat = seated(grant, match)
        key = said.key or services.house.token()
        wish = Moves(said.move, said.moves, said.after)
        ask = Ask(grant.actor, "moves", key, digest((wish,)))
        done = await services.matches.move(name, ask, seat, moves_of(wish), seen_of(said.after))
        self.house.figures.moves.inc()
        return Done(said.id, name, done.after.version, done.after.seal.hex())

    async def _watch(self, said: Watched) -> Done:
        if len(self.watches) >= MOST_WATCHED and said.match not in self.watches:
            raise Forbidden(match=said.match)
        self._unwatch(Unwatched(said.match))
        if is_tournament(said.match):
            return await self._follow(said)
        light = said.only == "entry"
        watch = MatchWatch(self._tell, light=light, sealed=said.sealed)
        self.watches[said.match] = watch
        house, grant = self.house, self.grant_for(said.match)
        try:
            match, frames = await begin(
                house.services, house.live, said.match, grant, watch, said.since
            )
        except BaseException:
            if self.watches.get(said.match) is watch:
                del self.watches[said.match]
            raise
        if self.ended or self.watches.get(said.match) is not watch:
            watch.stop()
            return Done(said.id, said.match)
        for frame in frames:
            self.wire.write(frame)
        watch.caught_up(match.version)
        return Done(said.id, said.match, match.version, match.seal.hex(), watch.view.seat)

    async def _follow(self, said: Watched) -> Done:
        """Follow a tournament: what is decided from now on, or after the version that he has."""
        services = self.house.services
        need(self.grant, "match:read")
        await services.tournaments.newest(said.match)
        self.watches[said.match] = watch = TournamentWatch(self._tell)
        try:
            version = await follow(services, self.house.decided, said.match, watch, said.since)
        except BaseException:
            if self.watches.get(said.match) is watch:
                del self.watches[said.match]
            raise
        if self.ended or self.watches.get(said.match) is not watch:
            watch.stop()
        return Done(said.id, said.match, version)

    def _unwatch(self, said: Unwatched) -> Done:
        watch = self.watches.pop(said.match, None)
        if watch is not None:
            watch.stop()
        return Done(said.id, said.match)

    async def _authorize(self, said: Authorized) -> Done:
        if len(self.tokens) >= MOST_TOKENS:
            raise Forbidden()
        grant = await self.house.services.tokens.find(said.token, now_ms())
        self.tokens.add(hashed(said.token))
        self._hold(grant)
        return Done(said.id, grant.match, seat=grant.seat)

    # -- what goes

    def _tell(self, version: int, payload: bytes) -> None:
        self.send(payload)

    def send(self, payload: bytes) -> None:
        if not self.ended and not self.wire.write(payload):
            self.house.figures.resyncs.inc()
            self.wire.write(messages.write(Resync()))
            self.end(1013, "resync")

    def refuse(self, id: Any, match: str | None, error: TapeteError) -> None:
        if problem(error, self.language).status >= 500:
            log.error("command_failed", code=error.code, **error.details)
        self._refusal(id, match, encoded(problem(error, self.language)))

    def _refusal(self, id: Any, match: str | None, body: bytes) -> None:
        self.send(messages.write(Refusal(Raw(body), id, match)))

    async def beat(self) -> None:
        """Say that we are here, and look whether the tokens still hold, every ten seconds."""
        while not self.ended:
            await asyncio.sleep(HEARTBEAT)
            self.send(messages.write(Heartbeat(now_ms())))
            try:
                if not await self.house.services.tokens.hold(self.tokens, now_ms()):
                    self.end(1008, "a token is no longer valid")
            except RedisError:
                log.warning("tokens_not_checked")

    def end(self, code: int = 1000, reason: str = "") -> None:
        """Stop following, and close."""
        if self.ended:
            return
        self.ended = True
        for watch in self.watches.values():
            watch.stop()
        self.watches.clear()
        self.wire.end(code, reason)
