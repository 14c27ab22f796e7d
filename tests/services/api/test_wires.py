"""How bytes get to a connection: framed by ourselves, or through any ASGI server."""

import asyncio
import json
from typing import Any

from websockets.frames import Frame, Opcode

from services.api.app import create_app
from services.api.stream.transports import text_frame
from tests.services.api.door import Door, Visit


def test_our_frames_are_websocket_frames() -> None:
    """A frame of any size is what the standard's own library writes."""
    for size in (0, 1, 125, 126, 127, 65_535, 65_536, 200_000):
        payload = b"x" * size
        assert text_frame(payload) == Frame(Opcode.TEXT, payload).serialize(mask=False)


class Server:
    """An ASGI server's side of one WebSocket."""

    def __init__(self, app: Any, query: bytes = b"", **headers: str) -> None:
        named = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
        self.scope = {
            "type": "websocket",
            "path": "/v1/stream",
            "raw_path": b"/v1/stream",
            "root_path": "",
            "query_string": query,
            "headers": named,
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 2),
            "scheme": "ws",
            "subprotocols": [],
            "extensions": {},
        }
        self.comes: asyncio.Queue[Any] = asyncio.Queue()
        self.goes: asyncio.Queue[Any] = asyncio.Queue()
        self.comes.put_nowait({"type": "websocket.connect"})
        self.task = asyncio.ensure_future(app(self.scope, self.comes.get, self.goes.put))

    def say(self, **message: Any) -> None:
        self.comes.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})

    async def heard(self) -> Any:
        async with asyncio.timeout(5):
            return await self.goes.get()


def test_the_socket_works_under_any_server(visit: Visit) -> None:
    """Without our own protocol the same messages go through ASGI."""

    async def talk(door: Door) -> None:
        name, tokens = await door.table("casino", seats=["open", "open"])
        server = Server(create_app(door.services), Authorization=f"Bearer {tokens[0]}")
        assert (await server.heard())["type"] == "websocket.accept"
        server.say(do="watch", match=name, id=1)
        frame = json.loads((await server.heard())["text"])
        assert frame["match"] == name
        assert json.loads((await server.heard())["text"])["seat"] == 0
        server.comes.put_nowait({"type": "websocket.receive", "bytes": b"x", "text": None})
        assert (await server.heard()) == {
            "type": "websocket.close",
            "code": 1003,
            "reason": "text only",
        }
        server.comes.put_nowait({"type": "websocket.disconnect"})
        await server.task

    visit(talk)


def test_a_refused_upgrade_without_extensions(visit: Visit) -> None:
    """A server that can't send a body at least closes."""

    async def knock(door: Door) -> None:
        server = Server(create_app(door.services), Origin="https://evil.example", Host="tapete")
        assert (await server.heard())["type"] == "websocket.close"
        await server.task

    visit(knock)
