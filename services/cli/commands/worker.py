"""``tapete worker``: projectors, bots and jobs, as processes of their own."""

from functools import partial

import typer

from services.cli.terminal.console import Voice
from services.cli.terminal.supervisor import Child, running, stoppable, watch
from services.redis import connection
from services.settings import Settings, environment


def worker(ctx: typer.Context) -> None:
    voice: Voice = ctx.obj
    settings = Settings.from_env()

    with stoppable() as stop, connection.opened(settings):
        children = workers(settings)
        with running(children):
            watch(children, stop, partial(restarted, voice), lambda: False)


def workers(settings: Settings, out: int | None = None) -> list[Child]:
    """The processes that work while nobody asks."""
    env = environment(settings)
    words = {"worker": ["workers"], "jobs": ["workers", "jobs"]}
    return [Child(name, each, env, out) for name, each in words.items()]


def restarted(voice: Voice, child: Child, code: int, pause: float) -> None:
    """Say that a process has died, and when it is started again."""
    voice.warn(voice.say("cli-serve-died", name=child.name, code=code, pause=voice.tenths(pause)))
