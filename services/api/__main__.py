"""``python -m services.api``: the API alone, on the Redis and the address that are set."""

import sys

import structlog
import uvloop

from events.errors import TapeteError
from projections.language.errors import said
from services import logs
from services.api.server import serve
from services.process import collector
from services.redis import connection
from services.settings import Settings
from services.wiring import wire

log = structlog.get_logger()


async def work(settings: Settings, redis_url: str) -> None:
    """Serve until SIGTERM or SIGINT comes."""
    services = wire(settings, redis_url)
    collector.settle()
    try:
        await serve(
            services, settings.host, settings.port, lambda url: log.info("api_ready", url=url)
        )
    finally:
        await services.close()
    log.info("api_stopped")


def main() -> int:
    """The exit code; what fails is said in a sentence."""
    settings = Settings.from_env()
    logs.configure(settings.log)
    try:
        with connection.opened(settings) as redis_url:
            uvloop.run(work(settings, redis_url))
    except TapeteError as error:
        print(said(error, settings.lang), file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
