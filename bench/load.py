"""A load of matches: who is to move plays a legal move, at once or at a given pace.

A wait is from the sending of a move until another player, who is to move now, has its frame.
"""

import asyncio
import random
from collections.abc import Iterable
from functools import partial
from time import perf_counter

from bench.clients import Door, Socket, dial, read_frame


class Tally:
    """What a load counts: moves, the seconds until the others had them, what was refused."""

    def __init__(self) -> None:
        self.moves = 0
        self.waits: list[float] = []
        self.refused: list[bytes] = []

    def clear(self) -> None:
        self.moves, self.waits = 0, []


class Table:
    """One match after the other on the same sockets: the players', and a spectator's."""

    def __init__(self, load: "Load", number: int) -> None:
        self.load = load
        self.name = ""
        self.version = 0
        self.last = 0  # that the spectator has been shown
        self.sockets: list[Socket] = []
        self._dice = random.Random(number)
        self._due = 0.0
        self._sent = 0.0
        self._sender: int | None = None
        self._next: tuple[int, bytes] | None = None
        self._task: asyncio.Task[None] | None = None
        self.spectator = Spectator()

    async def sit(self) -> None:
        """Open the sockets and a match."""
        load = self.load
        for seat in range(load.seats):
            self.sockets.append(await dial(load.port, partial(self.took, seat)))
        self.sockets.append(await dial(load.port, self.spectator.took))
        await self.begin()

    async def begin(self) -> None:
        """Another match; the first frame of who is to move begins it."""
        self.version, self._sender = 0, None
        load = self.load
        self.name, tokens = await load.door.match(load.game, load.options, load.seats)
        for socket, token in zip(self.sockets, tokens, strict=False):
            socket.say(do="auth", token=token, id="auth")
        self.sockets[-1].say(do="watch", match=self.name)

    def took(self, seat: int, raw: bytes) -> None:
        """What a player's socket brings."""
        if not raw.startswith(b'{"match"'):
            self.answered(seat, raw)
            return
        frame = read_frame(raw)
        if frame.match != self.name:
            return
        if frame.phase == "finished":
            self.over(frame.version)
        elif frame.moves:
            if self._sender is not None and seat != self._sender:
                self.load.tally.waits.append(perf_counter() - self._sent)
            self.to_move(seat, frame.version, self._dice.choice(frame.moves))

    def answered(self, seat: int, raw: bytes) -> None:
        """A seat watches once its token is known."""
        if raw.startswith(b'{"type":"done","id":"auth"'):
            self.sockets[seat].say(do="watch", match=self.name)
        elif raw.startswith(b'{"type":"problem"'):
            self.load.tally.refused.append(raw)

    def to_move(self, seat: int, version: int, move: bytes) -> None:
        """Play, when the time has come; a load that stops leaves the move for later."""
        load = self.load
        text = b'{"do":"move","match":"%s","move":%s}' % (self.name.encode(), bytes(move))
        self._next = seat, text
        self.version = version
        if load.stopped or (load.last is not None and version >= load.last):
            load.rest(self)
        elif not load.pace:
            self.play()
        else:
            self._due += load.pace
            asyncio.get_running_loop().call_at(self._due, self.play)

    def go_on(self, after: float) -> None:
        """Play what waits, in so many seconds."""
        loop = asyncio.get_running_loop()
        self._due = loop.time() + after
        loop.call_at(self._due, self.play)

    def play(self) -> None:
        """Send the move that waits."""
        if self._next is None or self.load.stopped:
            return
        (self._sender, message), self._next = self._next, None
        self.load.tally.moves += 1
        self._sent = perf_counter()
        self.sockets[self._sender].send(message)

    def over(self, version: int) -> None:
        """Begin anew once, whoever hears it first."""
        if version > self.version:
            self.version = version
            self.load.matches += 1
            self._task = asyncio.get_running_loop().create_task(self.begin())

    def leave(self) -> None:
        for socket in self.sockets:
            socket.close()


class Spectator:
    """Counts frames, and keeps the last one."""

    def __init__(self) -> None:
        self.frames = 0
        self.last = b""

    def took(self, raw: bytes) -> None:
        if raw.startswith(b'{"match"'):
            self.frames += 1
            self.last = raw


class Load:
    """Many tables at once; ``pace`` seconds from move to move of a table, 0 for at once."""

    def __init__(self, port: int, game: str, options: object, seats: int) -> None:
        self.port, self.game, self.options, self.seats = port, game, options, seats
        self.pace = 0.0
        self.last: int | None = 0
        self.stopped = False
        self.matches = 0
        self.tally = Tally()
        self.tables: list[Table] = []
        self.door = Door()
        self._resting: set[Table] = set()
        self._all_rest = asyncio.Event()

    async def begin(self, count: int, pace: float = 0.0) -> None:
        """Sit down at so many tables, which wait until all are there."""
        self.pace = pace
        await self.door.open(self.port)
        self.tables = [Table(self, number) for number in range(count)]
        self.matches += count
        for some in batches(self.tables, 32):
            await asyncio.gather(*(table.sit() for table in some))
        await self.all_rest()

    def rest(self, table: Table) -> None:
        """A table has come to where it rests."""
        self._resting.add(table)
        if len(self._resting) == len(self.tables):
            self._all_rest.set()

    async def all_rest(self) -> None:
        """Until all tables have come to where they rest."""
        await self._all_rest.wait()

    def go_on(self, last: int | None = None) -> None:
        """Let all play on, to a version where they rest again or until the end."""
        self.last = last
        self._resting.clear()
        self._all_rest.clear()
        for table in self.tables:
            table.go_on(random.random() * self.pace)

    async def end(self) -> None:
        """Stop, let what is under way arrive, and leave."""
        self.stopped = True
        await asyncio.sleep(0.3)
        for table in self.tables:
            table.leave()
        self.door.close()
        await asyncio.sleep(0.1)


def batches(tables: list[Table], size: int) -> Iterable[list[Table]]:
    return (tables[first : first + size] for first in range(0, len(tables), size))
