"""Group commit: one connection to Redis on which many tasks write at once.

All commands of one turn of the event loop leave in one write, so that a server that syncs its
file before it answers syncs once for all of them. At most two batches are under way: while one
is synced the next one is read, and what comes meanwhile gathers into the one after that.

A connection belongs to the event loop that first sends on it. It opens when something is sent,
and again after a loss, with a pause that grows while that fails; nothing is ever sent twice.
"""

import asyncio
import contextlib
from collections import deque
from collections.abc import Sequence
from typing import TypeAlias, cast

import hiredis

from events.address import Address
from events.errors import Unavailable

Word: TypeAlias = bytes | str | int
Reply: TypeAlias = "bytes | int | list[Reply] | hiredis.ReplyError | None"
Answer: TypeAlias = "asyncio.Future[Reply]"

BATCH = 256  # commands in one write
BATCHES = 2  # writes under way
PAUSE = 0.05, 1.0  # seconds before another attempt to connect: after the first, at most


def _pack(words: tuple[Word, ...]) -> bytes:
    return cast(bytes, hiredis.pack_command(words))  # type: ignore[arg-type]  # stub: one word


class Connection(asyncio.Protocol):
    """A multiplexed connection; `send` answers with the future of Redis's reply.

    `limit` commands may wait for their turn, a reply may take `patience` seconds; `greeting` is
    sent first on every new connection.
    """

    def __init__(
        self,
        address: Address,
        greeting: Sequence[tuple[Word, ...]] = (),
        *,
        limit: int = 20_000,
        patience: float = 5.0,
    ) -> None:
        self._address = address
        self._greeting = [*address.greeting(), *greeting]
        self._limit, self._patience = limit, patience
        self._queue: deque[tuple[bytes, Answer]] = deque()
        self._flights: deque[deque[Answer]] = deque()
        self._transport: asyncio.Transport | None = None
        self._reader = hiredis.Reader()
        self._ready = self._scheduled = self._closed = False
        self._opening: asyncio.Task[None] | None = None
        self._failures, self._not_before = 0, 0.0
        self._watch: asyncio.TimerHandle | None = None
        self._gone: asyncio.Future[None] | None = None

    def send(self, *words: Word) -> Answer:
        """Queue a command. The future fails with `Unavailable`; a full queue raises it here."""
        if len(self._queue) >= self._limit:
            raise Unavailable(known=True, reason="too many commands are waiting")
        loop = asyncio.get_running_loop()
        if self._transport is None and self._opening is None:
            self._open(loop)
        answer: Answer = loop.create_future()
        self._queue.append((_pack(words), answer))
        if not self._scheduled:
            self._scheduled = True
            loop.call_soon(self._flush)
        return answer

    async def close(self) -> None:
        """Close for good; what has no answer yet is `Unavailable`."""
        self._closed = True
        if self._opening is not None:
            self._opening.cancel()
            await asyncio.wait((self._opening,))
            self._opening = None
        if self._transport is not None and self._gone is not None:
            self._transport.close()
            await asyncio.wait((self._gone,))
        self._refuse("the connection was closed")

    # Opening

    def _open(self, loop: asyncio.AbstractEventLoop) -> None:
        if self._closed:
            raise Unavailable(known=True, reason="the connection was closed")
        if loop.time() < self._not_before:
            raise Unavailable(known=True, reason="Redis cannot be reached")
        self._opening = loop.create_task(self._connect(loop))

    async def _connect(self, loop: asyncio.AbstractEventLoop) -> None:
        """Connect and greet, or refuse all that waits."""
        try:
            async with asyncio.timeout(self._patience):
                await self._dial(loop)
                await self._greet(loop)
        except (OSError, Unavailable, hiredis.ReplyError) as error:
            self._failed(loop, error)
        else:
            self._ready, self._failures = True, 0
            self._flush()
        finally:
            self._opening = None

    async def _dial(self, loop: asyncio.AbstractEventLoop) -> None:
        to = self._address
        if to.path:
            await loop.create_unix_connection(lambda: self, to.path)
        else:
            await loop.create_connection(lambda: self, to.host, to.port, ssl=to.tls)

    async def _greet(self, loop: asyncio.AbstractEventLoop) -> None:
        """AUTH and SELECT must have succeeded before anything else may be sent."""
        if self._greeting:
            answers: list[Answer] = [loop.create_future() for _ in self._greeting]
            self._depart([_pack(words) for words in self._greeting], answers)
            for reply in await asyncio.gather(*answers):
                if isinstance(reply, hiredis.ReplyError):
                    raise reply

    def _failed(self, loop: asyncio.AbstractEventLoop, error: Exception) -> None:
        first, most = PAUSE
        self._not_before = loop.time() + min(most, first * 2**self._failures)
        self._failures += 1
        if self._transport is not None:
            self._transport.abort()
        self._refuse(str(error) or "Redis does not answer")

    # Sending

    def _flush(self) -> None:
        """Send what has gathered, as far as batches are free."""
        self._scheduled = False
        while self._queue and self._ready and len(self._flights) < BATCHES:
            batch = [self._queue.popleft() for _ in range(min(BATCH, len(self._queue)))]
            wanted = [(packed, answer) for packed, answer in batch if not answer.done()]
            if wanted:
                packed, answers = zip(*wanted, strict=True)
                self._depart(packed, answers)

    def _depart(self, packed: Sequence[bytes], answers: Sequence[Answer]) -> None:
        if self._transport is None:
            raise Unavailable(known=True, reason="the connection was lost")
        self._transport.write(b"".join(packed))
        self._flights.append(deque(answers))
        if self._watch is None:
            self._look_again(self._flights[0])

    def _look_again(self, oldest: deque[Answer]) -> None:
        loop = asyncio.get_running_loop()
        self._watch = loop.call_later(self._patience, self._check, oldest)

    def _check(self, oldest: deque[Answer]) -> None:
        """Give up a connection on which the same batch was the oldest the last time too."""
        self._watch = None
        if self._flights and self._transport is not None:
            if self._flights[0] is oldest:
                self._transport.abort()
            else:
                self._look_again(self._flights[0])

    # What the transport reports

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._gone = asyncio.get_running_loop().create_future()
        self._reader = hiredis.Reader()

    def data_received(self, data: bytes) -> None:
        try:
            self._reader.feed(data)
            while (reply := self._reader.gets()) is not False:
                self._settle(reply)
        except (hiredis.ProtocolError, IndexError):  # no RESP, or an answer to nothing
            if self._transport is not None:
                self._transport.abort()

    def _settle(self, reply: Reply) -> None:
        flight = self._flights[0]
        answer = flight.popleft()
        if not answer.done():  # its task may have been cancelled
            answer.set_result(reply)
        if not flight:
            self._flights.popleft()
            self._flush()

    def connection_lost(self, exc: Exception | None) -> None:
        """What was sent may or may not have happened; what still waits has not."""
        self._transport, self._ready = None, False
        if self._watch is not None:
            self._watch.cancel()
            self._watch = None
        for answer in (answer for flight in self._flights for answer in flight):
            if not answer.done():
                answer.set_exception(Unavailable(known=False, reason="the connection was lost"))
        self._flights.clear()
        if self._opening is None:
            self._refuse("the connection was lost")
        if self._gone is not None:
            self._gone.set_result(None)

    def _refuse(self, reason: str) -> None:
        with contextlib.suppress(IndexError):
            while True:
                _, answer = self._queue.popleft()
                if not answer.done():
                    answer.set_exception(Unavailable(known=True, reason=reason))
