"""``tapete serve``: the whole service by one command, with a Redis of its own if none is set."""

import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated

import httpx
import msgspec
import typer

from events.errors import TapeteError
from services.audit.audits import Audits
from services.cli.commands import demonstration
from services.cli.commands.worker import restarted, workers
from services.cli.terminal.arguments import program
from services.cli.terminal.console import Voice
from services.cli.terminal.logfile import LogFile
from services.cli.terminal.session import Session, session
from services.cli.terminal.supervisor import Child, running, stoppable, watch
from services.settings import Settings, environment

HOPELESS = 4
"""Who has died so often before the service was ever ready is not started any more."""

SHOWN_LINES = 12
"""Of the log, when a process dies before the service was ever ready."""


class PortTaken(TapeteError):
    code = "port_taken"


class NeverReady(TapeteError):
    code = "never_ready"


def serve(
    ctx: typer.Context,
    demo: Annotated[bool, typer.Option("--demo")] = False,
    host: Annotated[str | None, typer.Option("--host")] = None,
    port: Annotated[int | None, typer.Option("--port", min=0, max=65535)] = None,
    no_workers: Annotated[bool, typer.Option("--no-workers")] = False,
    log: Annotated[bool, typer.Option("--log")] = False,
) -> None:
    voice: Voice = ctx.obj
    settings = listening(Settings.from_env(), host, port)
    with stoppable() as stop, session(settings) as house, written(settings, log) as file:
        service = Service(voice, children(settings, file, not no_workers), stop, file)
        with running(service.children):
            service.open(house, address(settings))
            if demo:
                demonstration.play(voice, house, address(settings), service.watch_until, bool(file))
            voice.tell("cli-serve-next", url=address(settings), tapete=program())
            service.watch_until(lambda: False)
            voice.tell("cli-serve-stopping", "faint")
    voice.tell("cli-serve-stopped", "faint")


class Service:
    """The processes of a service, and what happens to them."""

    def __init__(
        self,
        voice: Voice,
        children: list[Child],
        stop: threading.Event,
        log: LogFile | None = None,
    ) -> None:
        self.voice, self.children, self._stop, self._log = voice, children, stop, log
        self._ready = False

    def open(self, house: Session, url: str) -> None:
        """Wait until the API answers, and say what may be done now."""
        self._ready = self.watch_until(lambda: answers(url))
        if self._ready:
            matches = house.do(Audits(house.services.redis, house.services.log).matches())
            self.voice.tell("cli-serve-ready", "good", url=url)
            data = house.services.settings.data
            self.voice.tell("cli-serve-holds", count=len(matches), data=data)
            if self._log:
                self.voice.tell("cli-serve-log", log=self._log.path)

    def watch_until(self, true: Callable[[], bool]) -> bool:
        """Keep all alive until something has come true; False if we are to stop before."""

        def looked() -> bool:
            if self._log:
                self._log.bound()
            return true()

        return watch(self.children, self._stop, self._died, looked)

    def _died(self, child: Child, code: int, pause: float) -> None:
        if not self._ready and child.deaths >= HOPELESS:
            raise NeverReady(name=child.name, exit=code)
        restarted(self.voice, child, code, pause)
        if self._log and not self._ready and child.deaths == 1:
            self.voice.warn(self._log.last(SHOWN_LINES))


@contextmanager
def written(settings: Settings, shown: bool) -> Iterator[LogFile | None]:
    """Where the processes write if people look at the screen and didn't wish to see it there."""
    if shown or not (sys.stdout.isatty() and sys.stderr.isatty()):
        yield None
        return
    file = LogFile(settings.data / "log" / "tapete.log")
    try:
        yield file
    finally:
        file.close()


def children(settings: Settings, log: LogFile | None, with_workers: bool) -> list[Child]:
    """The processes of the service, in the order in which they end."""
    out = log.fd if log else None
    api = Child("api", ["services.api"], environment(settings), out)
    return [api, *(workers(settings, out) if with_workers else ())]


def listening(settings: Settings, host: str | None, port: int | None) -> Settings:
    """The settings with the address that is asked for, port 0 chosen; raise ``PortTaken``."""
    host = settings.host if host is None else host
    port = settings.port if port is None else port
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with socket.create_server((host, port), family=family) as door:
            port = door.getsockname()[1]
    except OSError as error:
        raise PortTaken(host=host, port=port, reason=error.strerror) from error
    return msgspec.structs.replace(settings, host=host, port=port)


def address(settings: Settings) -> str:
    """Where a browser on this machine finds the service."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.host, settings.host)  # noqa: S104
    return f"http://[{host}]:{settings.port}" if ":" in host else f"http://{host}:{settings.port}"


def answers(url: str) -> bool:
    """Whether the API takes requests."""
    try:
        return httpx.get(f"{url}/healthz", timeout=2, trust_env=False).is_success
    except httpx.HTTPError:
        return False
