"""How long the server waits for a request, and how much of it: nobody holds a door open for ever.

A request line and headers that don't end, a body that trickles in, a connection on which nothing
comes: each costs a place and memory, and uvicorn would wait for it as long as the client likes.
"""

from asyncio import Transport
from asyncio.events import TimerHandle
from http import HTTPStatus
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from events.errors import Language
from services.api.http.problems import MEDIA_TYPE, by_status, encoded, plain

LONGEST_HEAD = 32 * 1024  # bytes of a request line and its headers
HEAD_SECONDS = 10.0
BODY_SECONDS = 60.0


class PatientProtocol(HttpToolsProtocol):
    """uvicorn's HTTP, with an end to its patience; what it can't read it answers as a problem."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.head_bytes = 0
        self._reading_head = True
        self._late: TimerHandle | None = None

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._expect(HEAD_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        self._expect(None)
        super().connection_lost(exc)

    def _expect(self, seconds: float | None) -> None:
        """Wait so long for what is to come next; None if nothing is."""
        if self._late is not None:
            self._late.cancel()
        self._late = None if seconds is None else self.loop.call_later(seconds, self._too_late)

    def _too_late(self) -> None:
        silent = self._reading_head and not self.head_bytes
        if silent or (self.cycle is not None and self.cycle.response_started):
            self.transport.abort()
        else:
            self.refuse(408)

    def data_received(self, data: bytes) -> None:
        self.head_bytes += len(data) if self._reading_head else 0
        super().data_received(data)
        if self._reading_head and self.head_bytes > LONGEST_HEAD:
            self.refuse(431)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._reading_head = True
        self._expect(HEAD_SECONDS)

    def on_headers_complete(self) -> None:
        self._reading_head, self.head_bytes = False, 0
        self._expect(BODY_SECONDS)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._expect(None)
        super().on_message_complete()

    def send_400_response(self, msg: str) -> None:
        self.refuse(400)

    def refuse(self, status: int) -> None:
        """Answer what never became a request, and close."""
        if self.transport.is_closing():
            return
        self._expect(None)
        app: Any = self.config.app
        self.transport.write(answer(status, app.state.services.settings.lang))
        self.transport.close()


def answer(status: int, language: Language) -> bytes:
    """A problem as a whole HTTP response."""
    phrase = HTTPStatus(status).phrase
    shown = by_status(status, language)
    body = encoded(plain(400, "malformed", shown.detail) if status == 400 else shown)
    head = f"HTTP/1.1 {status} {phrase}\r\nContent-Type: {MEDIA_TYPE}\r\n"
    head += f"Content-Length: {len(body)}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n"
    return head.encode() + body
