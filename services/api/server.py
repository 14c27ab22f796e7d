"""The server: the application under uvicorn, and what this process does beside it."""

import asyncio
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import structlog
import uvicorn
from redis.exceptions import RedisError

from events.errors import Unavailable
from services.aggregates.following import follow_feed
from services.api.app import create_app
from services.api.http.timeouts import PatientProtocol
from services.api.stream.transports import LONGEST, FastProtocol
from services.wiring import Services

GRACE = 5  # seconds for requests under way at the end

log = structlog.get_logger()

Ready = Callable[[str], None]
"""Called with the address, as soon as the server takes connections."""


class Server(uvicorn.Server):
    """uvicorn's, which leaves the signals to us: whoever started us has more to close."""

    def __init__(self, config: uvicorn.Config, ready: Ready) -> None:
        super().__init__(config)
        self.ready = ready

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        loop = asyncio.get_running_loop()
        ours = (signal.SIGTERM, signal.SIGINT)
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        for number in ours:
            loop.add_signal_handler(number, self.stop)
        try:
            yield
        finally:
            for number in ours:
                loop.remove_signal_handler(number)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for each in sockets or ():
            self.ready(address(each))

    def stop(self) -> None:
        """End in good order."""
        self.should_exit = True
        for queue in self.config.app.state.queues:  # type: ignore[union-attr]
            queue.let_go()


async def serve(services: Services, host: str, port: int, ready: Ready = lambda url: None) -> None:
    """Serve until SIGTERM, SIGINT or cancellation; port 0 takes a free one."""
    server = Server(config(services), ready)
    await looked(services)
    feed = follow_feed(
        services.log,
        (services.matches.cache, services.tournaments.cache),
        services.settings.partitions,
    )
    beside = [asyncio.create_task(feed), asyncio.create_task(services.heads.run())]
    for task in beside:
        task.add_done_callback(lambda ended: lost(server, ended))
    try:
        with listening(host, port) as door:
            await to_its_end(server, door)
    finally:
        for task in beside:
            task.cancel()
        await asyncio.gather(*beside, return_exceptions=True)


async def looked(services: Services) -> None:
    """Compare live matches with what is known of them before anybody comes, if Redis is there."""
    with suppress(RedisError, Unavailable):
        await services.heads.examine(live=True)


async def to_its_end(server: Server, door: socket.socket) -> None:
    """Serve; who is cancelled still says goodbye to his clients."""
    serving = asyncio.create_task(server.serve([door]))
    impatient = False
    while not serving.done():
        try:
            await asyncio.shield(serving)
        except asyncio.CancelledError:
            server.stop()
            impatient = True
    await serving
    if impatient:
        raise asyncio.CancelledError


def lost(server: Server, beside: asyncio.Task[Any]) -> None:
    """Without the feed this process would show stale matches, without heads forget: better end."""
    if not beside.cancelled() and (error := beside.exception()) is not None:
        log.error("task_lost", exc_info=error)
        server.stop()


def config(services: Services) -> uvicorn.Config:
    """uvicorn as it is fast, and says nothing that could hold a secret."""
    proxies = services.settings.proxies
    return uvicorn.Config(
        create_app(services),
        http=PatientProtocol,
        ws=FastProtocol,
        ws_max_size=LONGEST,
        ws_per_message_deflate=False,
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
        timeout_graceful_shutdown=GRACE,
        lifespan="off",
    )


@contextmanager
def listening(host: str, port: int) -> Iterator[socket.socket]:
    """A socket that takes connections."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.create_server((host, port), family=family, backlog=2048) as door:
        yield door


def address(door: socket.socket) -> str:
    host, port = door.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
