"""How bytes get to a connection: through ASGI, or straight to its transport.

ASGI costs an event, a queue and a task's turn for every message each way. Under our own server a
connection is upgraded through ASGI as ever and then speaks through `FastProtocol`: what comes is
handed to a callback, what goes is framed and written to the transport, all of one turn of the
event loop together: handing bytes to the system is what costs most in a move.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

MOST_BYTES = 1 << 20  # that wait for one reader
MOST_MESSAGES = 1024
PATIENCE = 5.0  # seconds that a reader who is let go has to take the last bytes
LONGEST = 64 * 1024
MOST_FRAGMENTS = 1024  # of one message
EXTENSION = "tapete.wire"

Received = Callable[[bytes], None]
Send = Callable[[Any], Awaitable[None]]


class Wire(Protocol):
    """A connection as its session sees it."""

    def listen(self, received: Received) -> None:
        """Hand every message that comes to this function."""

    def write(self, payload: bytes) -> bool:
        """Send a text message without waiting; False once the reader doesn't keep up."""

    def end(self, code: int, reason: str = "") -> None:
        """Close; what was written before still goes out, if the reader takes it."""


def text_frame(payload: bytes) -> bytes:
    """A WebSocket text message as a server sends it (RFC 6455): a header, and no mask."""
    size = len(payload)
    if size < 126:
        return bytes((0x81, size)) + payload
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2) + payload
    return b"\x81\x7f" + size.to_bytes(8) + payload


class FastProtocol(WebSocketsSansIOProtocol):
    """uvicorn's protocol, whose application may take the connection into its own hands."""

    received: Received | None = None
    size = 0  # of what is unsent

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.unsent: list[bytes] = []

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if not self.handshake_complete:  # else it was refused, and there is no scope
            self.scope["extensions"][EXTENSION] = self  # type: ignore[assignment]

    async def send(self, message: Any) -> None:
        """A refusal that was told in full completes the handshake: there is no error to note."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body"):
            self.handshake_complete = True

    def listen(self, received: Received) -> None:
        self.received = received
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

    def send_receive_event_to_app(self) -> None:
        if self.received is None or self.curr_msg_data_type != "text":
            super().send_receive_event_to_app()
            return
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        if not self.close_sent:
            self.received(data)

    def handle_cont(self, event: Any) -> None:
        """Empty fragments have no length that could be too long."""
        if len(self.frames) < MOST_FRAGMENTS:
            super().handle_cont(event)
        else:
            self.end(1009, "too many fragments")

    def handle_ping(self) -> None:
        """Who asks whether we are there and doesn't read the answers gets no more of them."""
        super().handle_ping()
        if self.transport.get_write_buffer_size() > MOST_BYTES:
            self.transport.abort()

    def write(self, payload: bytes) -> bool:
        if self.close_sent or self.transport.is_closing():
            return True
        if not self.unsent:
            self.loop.call_soon(self.flush)
        self.unsent.append(text_frame(payload))
        self.size += len(payload)
        return self.transport.get_write_buffer_size() + self.size <= MOST_BYTES

    def flush(self) -> None:
        """Send what was written in this turn."""
        if self.unsent and not self.close_sent and not self.transport.is_closing():
            self.transport.write(b"".join(self.unsent))
        self.unsent.clear()
        self.size = 0

    def end(self, code: int, reason: str = "") -> None:
        if self.close_sent or self.transport.is_closing():
            return
        self.flush()
        self.conn.send_close(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.close_timer = self.loop.call_later(PATIENCE, self.transport.abort)


class AsgiWire:
    """The same through ASGI, whatever the server: a bounded queue, and a task that empties it."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._waiting: deque[Any] = deque()
        self._bytes = 0
        self._something = asyncio.Event()
        self._ended = False
        self.received: Received | None = None

    def listen(self, received: Received) -> None:
        self.received = received

    def write(self, payload: bytes) -> bool:
        if self._ended:
            return True
        self._bytes += len(payload)
        self._put({"type": "websocket.send", "text": payload.decode()})
        return len(self._waiting) <= MOST_MESSAGES and self._bytes <= MOST_BYTES

    def end(self, code: int, reason: str = "") -> None:
        if not self._ended:
            self._put({"type": "websocket.close", "code": code, "reason": reason})
            self._ended = True

    def _put(self, event: Any) -> None:
        self._waiting.append(event)
        self._something.set()

    def came(self, event: Any) -> None:
        """Take an event of the server's: text is handed on, anything else ends the talk."""
        text = event.get("text")
        if text is None:
            self.end(1003, "text only")
        elif len(text) > LONGEST:
            self.end(1009, "too long")
        elif self.received is not None and not self._ended:
            self.received(text.encode())

    async def empty(self) -> None:
        """Send what waits until the connection is closed."""
        while True:
            await self._something.wait()
            self._something.clear()
            while self._waiting:
                event = self._waiting.popleft()
                self._bytes -= len(event.get("text", ""))
                await self._send(event)
                if event["type"] == "websocket.close":
                    return
