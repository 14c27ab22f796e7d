"""``tapete serve``: the whole service by one command, with a Redis of its own if none is set."""

import socket
import threading
from collections.abc import Callable
from typing import Annotated

import httpx
import msgspec
import typer

from events.errors import TapeteError
from services.audit.audits import Audits
from services.cli.commands import demonstration
from services.cli.commands.worker import workers
from services.cli.terminal.console import Voice
from services.cli.terminal.session import Session, session
from services.cli.terminal.supervisor import Child, running, stoppable, watch
from services.settings import Settings, environment

HOPELESS = 4
"""Who has died so often before the service was ever ready is not started any more."""


class PortTaken(TapeteError):
    code = "port_taken"


class NeverReady(TapeteError):
    code = "never_ready"


def add(app: typer.Typer) -> None:
    app.command("serve")(serve)


def serve(
    ctx: typer.Context,
    demo: Annotated[bool, typer.Option("--demo")] = False,
    host: Annotated[str | None, typer.Option("--host")] = None,
    port: Annotated[int | None, typer.Option("--port", min=0, max=65535)] = None,
    no_workers: Annotated[bool, typer.Option("--no-workers")] = False,
) -> None:
    voice: Voice = ctx.obj
    settings = listening(Settings.from_env(), host, port)
    with stoppable() as stop, session(settings) as house:
        api = Child("api", ["services.api"], environment(settings))
        service = Service(voice, [api, *([] if no_workers else workers(settings))], stop)
        with running(service.children):
            service.open(house, address(settings))
            if demo:
                demonstration.play(voice, house, address(settings), service.watch_until)
            service.watch_until(lambda: False)
            voice.tell("serve.stopping", "faint")
    voice.tell("serve.stopped", "faint")


class Service:
    """The processes of a service, and what happens to them."""

    def __init__(self, voice: Voice, children: list[Child], stop: threading.Event) -> None:
        self.voice, self.children, self._stop = voice, children, stop
        self._ready = False

    def open(self, house: Session, url: str) -> None:
        """Wait until the API answers, and say what may be done now."""
        self._ready = self.watch_until(lambda: answers(url))
        if self._ready:
            matches = house.do(Audits(house.services.redis, house.services.log).matches())
            self.voice.tell("serve.ready", "good", url=url)
            self.voice.tell("serve.holds", count=len(matches), data=house.services.settings.data)
            self.voice.tell("serve.next", url=url)

    def watch_until(self, true: Callable[[], bool]) -> bool:
        """Keep all alive until something has come true; False if we are to stop before."""
        return watch(self.children, self._stop, self._died, true)

    def _died(self, child: Child, code: int, pause: float) -> None:
        if not self._ready and child.deaths >= HOPELESS:
            raise NeverReady(name=child.name, exit=code)
        said = self.voice.say("serve.died", name=child.name, code=code, pause=pause)
        self.voice.warn(said)


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
