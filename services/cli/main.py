"""The commands, put together in the language of who asks."""

import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import redis
import structlog
import typer

from events.errors import Language, TapeteError, Unavailable
from projections.language.catalogue import languages
from services import logs
from services.cli.commands import (
    archive,
    audit,
    checkpoint,
    demo,
    export,
    frozen,
    games,
    keys,
    play,
    rehearse,
    serve,
    show,
    simulate,
    token,
    tournament,
    verify,
    worker,
)
from services.cli.terminal import usage
from services.cli.terminal.console import Voice
from services.cli.terminal.help import translated
from services.settings import BadSetting, LogLevel, Settings, spoken

Command = Callable[..., None]

COMMANDS: Mapping[str, Command | Mapping[str, Command]] = {
    "serve": serve.serve,
    "worker": worker.worker,
    "demo": demo.demo,
    "play": play.play,
    "show": show.show,
    "audit": audit.audit,
    "export": export.export,
    "verify": verify.verify,
    "simulate": simulate.simulate,
    "games": games.games,
    "token": token.token,
    "archive": archive.archive,
    "checkpoint": checkpoint.checkpoint,
    "keys": {"list": keys.show, "rotate": keys.rotate},
    "frozen": {"list": frozen.show, "release": frozen.let_go},
    "tournament": {
        "create": tournament.create,
        "entrants": tournament.entrants,
        "pair": tournament.pair,
        "standings": tournament.standings,
        "export": tournament.export,
        "simulate": rehearse.simulate,
    },
}
"""What each word runs; what it says of itself stands in the catalogue, under ``cli-help-…``."""
SETTINGS = {"tournament": {"token_normalize_func": tournament.renamed}}
"""How the words of some commands are read."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run ``tapete`` and leave with its exit code; what fails is said in a sentence."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    try:
        language, words = language_of(given, spoken())
    except BadSetting as error:
        Voice(spoken()).complain(error)
        sys.exit(2)
    logs.configure(level(), sys.stderr)
    sys.exit(run(Voice(language), words))


def level() -> LogLevel:
    """What is logged beside what is said: faults, or all if TAPETE_LOG asks for it."""
    try:
        return "debug" if Settings.from_env().log == "debug" else "error"
    except BadSetting:  # told by the command that needs the settings
        return "error"


def run(voice: Voice, words: list[str]) -> int:
    """The exit code of a command: 0 done, 1 refused or failed, 2 used wrongly, 130 interrupted."""
    command = translated(typer.main.get_command(made()), voice.language)
    try:
        code = command.main(words, prog_name="tapete", standalone_mode=False, obj=voice)
        return int(code or 0)
    except usage.UsageError as error:
        return usage.complain(voice, error)
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    except typer.Abort:
        voice.warn(voice.say("cli-usage-aborted"))
    except TapeteError as error:
        voice.complain(error)
    except redis.RedisError as error:
        voice.complain(Unavailable(reason=str(error)))
        voice.warn(f"{type(error).__name__}: {error}")
    except OSError as error:
        voice.warn(str(error))
    except KeyboardInterrupt:
        return 130
    except Exception as error:
        voice.warn(voice.say("cli-failed", error=f"{type(error).__name__}: {error}"))
        structlog.get_logger().debug("command_failed", exc_info=error)
    return 1


def made() -> typer.Typer:
    """All commands, without words."""
    app = group()

    @app.callback()
    def tapete(lang: str = typer.Option("", "--lang", metavar="|".join(languages()))) -> None: ...

    for name, command in COMMANDS.items():
        if isinstance(command, Mapping):
            inner = group()
            for each, what in command.items():
                inner.command(each, cls=usage.Command, context_settings=SETTINGS.get(name))(what)
            app.add_typer(inner, name=name)
        else:
            app.command(name, cls=usage.Command)(command)
    return app


def group() -> typer.Typer:
    return typer.Typer(
        cls=usage.Group, no_args_is_help=True, pretty_exceptions_enable=False, add_completion=False
    )


def language_of(arguments: Sequence[str], usual: Language) -> tuple[Language, list[str]]:
    """The language that ``--lang`` names, wherever it stands, and the other arguments."""
    rest: list[str] = []
    wanted: str = usual
    words = iter(arguments)
    for each in words:
        if each == "--lang":
            wanted = next(words, "")
        elif each.startswith("--lang="):
            wanted = each.removeprefix("--lang=")
        else:
            rest.append(each)
    known: dict[str, Any] = {language: language for language in languages()}
    if wanted in known:
        return known[wanted], rest
    raise BadSetting(variable="--lang", value=wanted, allowed=list(known))
