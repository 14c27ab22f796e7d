"""Clients for the load: players and spectators on the real sockets, as cheap as can be.

They share the machine with what they measure, so a WebSocket here is a few lines over the bare
transport: no deflate, a mask of zeros (which the protocol allows and which changes no byte), and
a spectator's frames are counted but not read.
"""

import asyncio
import base64
import json
import os
from collections.abc import Callable
from typing import Any, cast

import httptools
import msgspec
from msgspec import Raw, Struct

Took = Callable[[bytes], None]
CONNECTIONS = 16  # over which matches are opened


class Seen(Struct):
    """What a player needs to know of a frame."""

    version: int
    match: str
    phase: str
    moves: list[Raw] = []


read_frame = msgspec.json.Decoder(Seen).decode


class Socket(asyncio.Protocol):
    """One WebSocket: `took` gets every text message."""

    def __init__(self, took: Took) -> None:
        self.took = took
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.transport: asyncio.Transport | None = None
        self._rest = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        key = base64.b64encode(os.urandom(16)).decode()
        self.transport.write(
            "GET /v1/stream HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        if self._rest:
            data = self._rest + data
        if not self.open.done():
            head, found, data = data.partition(b"\r\n\r\n")
            if not found:
                self._rest = head
                return
            if b" 101 " not in head.partition(b"\r\n")[0]:
                self.open.set_exception(ConnectionError(head.decode()))
                return
            self.open.set_result(None)
        self._rest = self._frames(data)

    def _frames(self, data: bytes) -> bytes:
        """Hand on all whole messages; what is left."""
        at, end = 0, len(data)
        while end - at >= 2:
            size, start = data[at + 1], at + 2
            if size == 126:
                size, start = int.from_bytes(data[at + 2 : at + 4]), at + 4
            elif size == 127:
                size, start = int.from_bytes(data[at + 2 : at + 10]), at + 10
            if start + size > end:
                break
            if data[at] == 0x81:
                self.took(data[start : start + size])
            at = start + size
        return data[at:]

    def send(self, payload: bytes) -> None:
        """Send a text message."""
        size = len(payload)
        length = bytes((0x80 | size,)) if size < 126 else b"\xfe" + size.to_bytes(2)
        if self.transport is not None:
            self.transport.write(b"\x81" + length + bytes(4) + payload)

    def say(self, **message: object) -> None:
        self.send(json.dumps(message).encode())

    def close(self) -> None:
        if self.transport is not None:
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self.transport = None


async def dial(port: int, took: Took) -> Socket:
    """A socket that is open."""
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(lambda: Socket(took), "127.0.0.1", port)
    await socket.open
    return socket


class Reply(asyncio.Protocol):
    """A kept connection for POSTs, one at a time."""

    def __init__(self) -> None:
        self._answer: asyncio.Future[bytes] | None = None
        self._transport: asyncio.Transport | None = None
        self._parser = httptools.HttpResponseParser(self)
        self._body = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def close(self) -> None:
        if self._transport is not None:
            self._transport.abort()

    @property
    def closed(self) -> bool:
        return self._transport is None or self._transport.is_closing()

    async def post(self, path: str, body: object) -> Any:
        """What the service answers; `ConnectionError` with its words where it refuses."""
        assert self._transport is not None
        self._answer, self._body = asyncio.get_running_loop().create_future(), b""
        text = json.dumps(body).encode()
        head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        self._transport.write(f"{head}Content-Length: {len(text)}\r\n\r\n".encode() + text)
        return json.loads(await self._answer)

    def data_received(self, data: bytes) -> None:
        self._parser.feed_data(data)

    def on_body(self, body: bytes) -> None:
        self._body += body

    def on_message_complete(self) -> None:
        if self._answer is None:
            return
        if self._parser.get_status_code() < 300:
            self._answer.set_result(self._body)
        else:
            self._answer.set_exception(ConnectionError(self._body.decode()))

    def connection_lost(self, exc: Exception | None) -> None:
        self._transport = None
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(exc or ConnectionError("the connection was closed"))


class Door:
    """Opens matches, over a few connections that are kept."""

    def __init__(self) -> None:
        self._free: asyncio.Queue[Reply] = asyncio.Queue()
        self._port = 0

    async def open(self, port: int) -> None:
        self._port = port
        for _ in range(CONNECTIONS):
            self._free.put_nowait(await self._dial())

    async def _dial(self) -> Reply:
        loop = asyncio.get_running_loop()
        _, reply = await loop.create_connection(Reply, "127.0.0.1", self._port)
        return reply

    def close(self) -> None:
        while not self._free.empty():
            self._free.get_nowait().close()

    async def post(self, path: str, body: object) -> Any:
        reply = await self._free.get()
        if reply.closed:  # the service keeps no connection for ever
            reply = await self._dial()
        try:
            return await reply.post(path, body)
        finally:
            self._free.put_nowait(reply)

    async def match(self, game: str, options: object, seats: int) -> tuple[str, list[str]]:
        """A match in play: its id, and the token of each seat."""
        offer = {"game": game, "options": options, "seats": ["open"] * seats}
        name = (await self.post("/v1/matches", offer))["match"]
        tokens = [(await self.post(f"/v1/matches/{name}/join", {}))["token"] for _ in range(seats)]
        return name, tokens
