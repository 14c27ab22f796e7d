"""The commands, put together in the language of who asks."""

import sys
from collections.abc import Sequence
from typing import Any

import redis
import structlog
import typer
from typer import rich_utils

from events.errors import Language, TapeteError, Unavailable
from projections.language.catalogue import languages
from projections.language.errors import said
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
    serve,
    show,
    simulate,
    token,
    tournament,
    verify,
    worker,
)
from services.cli.terminal.console import Voice
from services.cli.terminal.messages import known, word
from services.settings import BadSetting, LogLevel, Settings, spoken

COMMANDS = (
    serve, worker, demo, play, show, audit, export, verify, simulate, games, token, keys,
    archive, checkpoint, frozen, tournament,
)  # fmt: skip
"""Each module registers its commands by ``add(app)``."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run ``tapete`` and leave with its exit code; what fails is said in a sentence."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    try:
        language, words = language_of(given, spoken())
    except BadSetting as error:
        print(said(error, spoken()), file=sys.stderr)
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
        command.main(words, prog_name="tapete", obj=voice)
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
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
        voice.warn(voice.say("failed", error=f"{type(error).__name__}: {error}"))
        structlog.get_logger().debug("command_failed", exc_info=error)
    return 1


def made() -> typer.Typer:
    """All commands, without words."""
    app = typer.Typer(no_args_is_help=True, pretty_exceptions_enable=False, add_completion=False)

    @app.callback()
    def tapete(lang: str = typer.Option("", "--lang", metavar="en|es")) -> None: ...

    for module in COMMANDS:
        module.add(app)
    return app


def translated(group: Any, language: Language) -> Any:
    """The commands with their help in a language: all texts stand in ``words``."""
    for place in ("options", "arguments", "commands"):
        setattr(rich_utils, f"{place.upper()}_PANEL_TITLE", word(f"panel.{place}", language))
    rich_utils.DEFAULT_STRING = word("panel.default", language)
    rich_utils.REQUIRED_LONG_STRING = word("panel.required", language)
    group.help = known("help", language)
    describe(group, "help", language)
    for name, command in group.commands.items():
        command.help = known(f"help.{name}", language)
        describe(command, f"help.{name}", language)
        for inner, each in getattr(command, "commands", {}).items():
            each.help = known(f"help.{name}.{inner}", language)
            describe(each, f"help.{name}.{inner}", language)
    return group


def describe(command: Any, key: str, language: Language) -> None:
    """Give each option and argument its own words, or those that it shares with others."""
    for one in (*command.params, command.get_help_option(command.context_class(command))):
        text = known(f"{key}.{one.name}", language) or known(f"option.{one.name}", language)
        one.help = text or getattr(one, "help", None)


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
    known = {language: language for language in languages()}
    if wanted in known:
        return known[wanted], rest
    raise BadSetting(variable="--lang", value=wanted, allowed=list(known))
