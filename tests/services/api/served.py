"""The service as it runs: a real server on a free port, in a thread of its own."""

import asyncio
import json
import threading
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, Self, TypeVar

import httpx
import uvloop
from websockets.sync.client import ClientConnection, connect

from services.api.server import serve
from services.settings import Settings
from services.wiring import Services, wire

T = TypeVar("T")


class Served:
    """A running server: ``url`` to knock at, ``services`` to use from its loop only."""

    def __init__(self, settings: Settings, redis_url: str) -> None:
        self.settings, self.redis_url = settings, redis_url
        self.url = ""
        self.services: Services
        self._ready = threading.Event()
        self._thread = threading.Thread(target=lambda: uvloop.run(self._run()), daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._ready.wait(10), "the server does not start"
        self.http = httpx.Client(base_url=self.url)
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()
        self.loop.call_soon_threadsafe(self.task.cancel)
        self._thread.join(10)
        assert not self._thread.is_alive()

    async def _run(self) -> None:
        self.services = wire(self.settings, self.redis_url)
        self.loop = asyncio.get_running_loop()
        self.task: Any = asyncio.current_task()
        try:
            await serve(self.services, "127.0.0.1", 0, self._came_up)
        except asyncio.CancelledError:
            pass
        finally:
            await self.services.close()

    def _came_up(self, url: str) -> None:
        self.url = url
        self._ready.set()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Something done on the server's own loop."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(10)

    def table(self, game: str = "casino", **more: Any) -> tuple[str, list[str]]:
        """A match with all seats taken: its id, and the seats' tokens."""
        made = self.http.post("/v1/matches", json={"game": game} | more).json()
        join = f"/v1/matches/{made['match']}/join"
        return made["match"], [self.http.post(join).json()["token"] for _ in made["seats"]]

    @contextmanager
    def socket(self, token: str = "", query: str = "", **headers: str) -> Iterator["Talk"]:
        head = {"Authorization": f"Bearer {token}"} if token else {}
        url = self.url.replace("http", "ws", 1) + "/v1/stream" + query
        with connect(url, additional_headers=head | headers, compression=None, max_size=None) as ws:
            yield Talk(ws)


class Talk:
    """A play socket, message by message."""

    def __init__(self, ws: ClientConnection) -> None:
        self.ws = ws

    def say(self, **message: Any) -> None:
        self.ws.send(json.dumps(message))

    def hear(self) -> Any:
        return json.loads(self.ws.recv(timeout=5))

    def answer(self, **message: Any) -> Any:
        """Say something and hear until the answer to it; what came before it is in ``frames``."""
        self.say(**message, id="q")
        self.frames = []
        while (heard := self.hear()).get("id") != "q":
            self.frames.append(heard)
        return heard
