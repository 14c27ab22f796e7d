"""Before every request the type of its body is looked at; after it the answer is counted."""

from time import perf_counter
from typing import Any

from litestar.connection import ASGIConnection, Request
from litestar.exceptions import HTTPException, NotFoundException
from litestar.handlers import BaseRouteHandler
from litestar.types import Message, Scope

JSON = "application/json"


def check_body(request: Request[Any, Any, Any]) -> None:
    """Refuse (415) a body that doesn't say that it is JSON: no foreign form can post one."""
    request.scope["state"]["began"] = perf_counter()
    if not has_body(request):
        return
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != JSON:
        raise HTTPException(status_code=415)


def hidden(
    connection: ASGIConnection[BaseRouteHandler, Any, Any, Any], handler: BaseRouteHandler
) -> None:
    """The framework's own pages load scripts from elsewhere: there are none here."""
    raise NotFoundException()


def has_body(request: Request[Any, Any, Any]) -> bool:
    length = request.headers.get("content-length", "0")
    return length != "0" or "transfer-encoding" in request.headers


async def count(message: Message, scope: Scope) -> None:
    """Count an answer and its time."""
    if message["type"] != "http.response.start":
        return
    began = scope["state"].get("began")
    method = str(scope.get("method", ""))
    figures = scope["litestar_app"].state.figures
    figures.requests.labels(method, f"{message['status'] // 100}xx").inc()
    if began is not None:
        figures.seconds.observe(perf_counter() - began)
