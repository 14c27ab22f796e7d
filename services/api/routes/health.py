"""For who watches over the service: alive, ready, and in figures."""

from typing import Any

import structlog
from litestar import Response, get
from litestar.connection import Request
from msgspec import Struct
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from redis.exceptions import RedisError

from events.errors import Unavailable
from services.wiring import Services

AnyRequest = Request[Any, Any, Any]
PROBE = "probe:ready"

log = structlog.get_logger()


class Health(Struct, frozen=True):
    """One word: ``ok`` of a process, ``ready`` of a service."""

    status: str


@get("/healthz", tags=["health"], summary="Alive")
async def healthz() -> Health:
    """The process answers."""
    return Health("ok")


@get("/readyz", tags=["health"], summary="Ready")
async def readyz(request: AnyRequest) -> Health:
    """The log can be written, and says what we know of it."""
    services: Services = request.app.state.services
    try:
        await services.redis.set(PROBE, 1, ex=60)
    except RedisError as error:
        raise Unavailable(reason=type(error).__name__) from error
    if frozen := list(services.freezer.reasons):
        log.error("matches_frozen", matches=frozen)
        raise Unavailable(reason="matches are frozen")
    return Health("ready")


@get("/metrics", tags=["health"], summary="Figures for Prometheus", media_type="text/plain")
async def metrics(request: AnyRequest) -> Response[bytes]:
    """Counts and times; nothing about any single match or player."""
    registry: CollectorRegistry = request.app.state.figures.registry
    return Response(generate_latest(registry), media_type=CONTENT_TYPE_LATEST)
