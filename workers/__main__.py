"""``python -m workers``: leases, projectors and bots. ``python -m workers jobs``: the rq worker."""

import asyncio
import signal
import sys

import structlog
import uvloop

from events.errors import TapeteError
from projections.language.errors import said
from services import logs
from services.process import collector
from services.redis import connection
from services.settings import Settings
from services.wiring import wire
from workers import jobs
from workers.leases import LEASE_MS
from workers.run import Worker

USAGE = "python -m workers [jobs]"

log = structlog.get_logger()


async def work(settings: Settings, redis_url: str, lease_ms: int = LEASE_MS) -> None:
    """Work until SIGTERM or SIGINT comes."""
    services = wire(settings, redis_url)
    collector.settle()
    worker = asyncio.create_task(Worker(services, redis_url, lease_ms).run())
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, worker.cancel)
    log.info("worker_started", partitions=settings.partitions)
    try:
        await asyncio.wait((worker,))
        if not worker.cancelled():
            worker.result()
    finally:
        await services.close()
    log.info("worker_stopped")


def main(words: list[str]) -> int:
    """Run one of the two; the exit code."""
    if words not in ([], ["jobs"]):
        print(USAGE, file=sys.stderr)
        return 2
    settings = Settings.from_env()
    logs.configure(settings.log)
    try:
        with connection.opened(settings) as redis_url:
            run(settings, redis_url, bool(words))
    except TapeteError as error:
        print(said(error, settings.lang), file=sys.stderr)
        return 1
    return 0


def run(settings: Settings, redis_url: str, only_jobs: bool) -> None:
    if only_jobs:
        jobs.worker(settings, redis_url, settings.jobs_redis_url or redis_url).work()
    else:
        uvloop.run(work(settings, redis_url))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
