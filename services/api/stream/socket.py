"""The play socket, `WS /v1/stream`: who may open one, and its life from then on."""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from typing import Any
from urllib.parse import parse_qs, urlsplit

from litestar import asgi
from redis.exceptions import RedisError

from events.errors import Forbidden, TapeteError, Unavailable
from services.api.http.auth import granted
from services.api.http.languages import wanted
from services.api.http.problems import MEDIA_TYPE, encoded, plain, problem
from services.api.stream.sessions import House, Session
from services.api.stream.transports import EXTENSION, AsgiWire, Wire

Scope = Any
Receive = Any
Send = Any


@asgi("/v1/stream", copy_scope=False)
async def stream(scope: Scope, receive: Receive, send: Send) -> None:
    """Moves, answers and live frames of any number of matches over one connection."""
    if scope["type"] != "websocket":
        await answer(send, "http", plain(426, "upgrade_required", "WebSocket only."))
        return
    state = scope["litestar_app"].state
    house = House(state.services, state.live, state.decided, state.figures)
    headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
    language = wanted(headers.get("accept-language", ""), state.services.settings.lang)
    await receive()
    try:
        check_origin(headers, state.services.settings.origins)
        address = scope["client"][0] if scope.get("client") else ""
        grant, token = await granted(state.services, state.limits, address, headers, query(scope))
        state.limits.take(address, "play")
    except TapeteError as error:
        await refuse(scope, send, problem(error, language))
        return
    except RedisError as error:
        await refuse(scope, send, problem(Unavailable(reason=str(error)), language))
        return
    await send({"type": "websocket.accept"})
    house.figures.streams.labels("websocket").inc()
    fast: Wire | None = scope.get("extensions", {}).get(EXTENSION)
    slow = AsgiWire(send)
    session = Session(house, fast or slow, grant, token, language)
    try:
        await live(session, slow, receive, fast is None)
    finally:
        session.end()
        house.figures.streams.labels("websocket").dec()


async def live(session: Session, slow: AsgiWire, receive: Receive, through_asgi: bool) -> None:
    """Until the connection is gone."""
    session.wire.listen(session.received)
    tasks = [asyncio.create_task(session.beat())]
    if through_asgi:
        tasks.append(asyncio.create_task(slow.empty()))
    try:
        while (event := await receive())["type"] != "websocket.disconnect":
            if through_asgi:
                slow.came(event)
            else:
                session.end(1003, "text only")
    finally:
        for task in tasks:
            task.cancel()
        for task in tasks:
            with suppress(asyncio.CancelledError, OSError):
                await task


def check_origin(headers: Mapping[str, str], allowed: tuple[str, ...]) -> None:
    """Refuse a browser's page from elsewhere; programs send no Origin."""
    origin = headers.get("origin")
    if origin is None or origin in allowed:
        return
    host = host_of(origin)
    if not host or host != headers.get("host"):
        raise Forbidden(origin=origin)


def host_of(origin: str) -> str:
    """The host and port of an origin, "" if it is none."""
    try:
        parts = urlsplit(origin)
    except ValueError:
        return ""
    return parts.netloc if parts.scheme in ("http", "https") else ""


def query(scope: Scope) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(scope["query_string"].decode()).items()}


async def refuse(scope: Scope, send: Send, said: Any) -> None:
    """Refuse the upgrade, with a reason where the server can tell it."""
    if "websocket.http.response" in scope.get("extensions", {}):
        await answer(send, "websocket.http", said)
    else:
        await send({"type": "websocket.close", "code": 1008})


async def answer(send: Send, kind: str, said: Any) -> None:
    head = [(b"content-type", MEDIA_TYPE.encode())]
    await send({"type": f"{kind}.response.start", "status": said.status, "headers": head})
    await send({"type": f"{kind}.response.body", "body": encoded(said), "more_body": False})
