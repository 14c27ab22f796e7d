"""What each command says of itself, in the language of who asks."""

import re
from collections.abc import Callable, Iterator
from typing import Any

from typer import rich_utils

from projections.language.catalogue import has, languages, message


def translated(group: Any, language: str) -> Any:
    """The commands with their help in a language: all texts stand in the catalogue."""
    name_panels(language)
    for path, command in every(group):
        key = "-".join(path)
        command.help = message(language, f"cli-help{key}")
        command.options_metavar = message(language, "cli-usage-options")
        if hasattr(command, "commands"):
            command.subcommand_metavar = message(language, "cli-usage-commands")
        describe(command, key, language)
    return group


def every(command: Any, path: tuple[str, ...] = ("",)) -> Iterator[tuple[tuple[str, ...], Any]]:
    """A command and all below it, each with the words that lead there."""
    yield path, command
    for name, inner in getattr(command, "commands", {}).items():
        yield from every(inner, (*path, name))


def name_panels(language: str) -> None:
    """The frames around lists and errors, and the notes beside an option."""
    for place in ("options", "arguments", "commands", "errors"):
        title = message(language, f"cli-panel-{place}")
        setattr(rich_utils, f"{place.upper()}_PANEL_TITLE", title)
    rich_utils.DEFAULT_STRING = message(language, "cli-panel-default", {"value": "{}"})
    rich_utils.REQUIRED_LONG_STRING = message(language, "cli-panel-required")
    hint = {"command": "[blue]'{command_path} {help_option}'[/]"}
    rich_utils.RICH_HELP = message(language, "cli-usage-try", hint)


def describe(command: Any, key: str, language: str) -> None:
    """Give each option and argument its own words, or those that it shares with others."""
    context = command.context_class(command)
    for one in (*command.params, command.get_help_option(context)):
        name = one.name.replace("_", "-")
        metavar = own(language, f"cli-metavar{key}-{name}", f"cli-metavar-{name}")
        one.help = own(language, f"cli-help{key}-{name}", f"cli-option-{name}")
        one.metavar = metavar or one.metavar
        kind = "-".join(re.findall(r"\w+", one.display_type(context))).lower()
        if (said := own(language, f"cli-type-{kind}")) is not None:
            one.display_type = always(said)


def always(text: str) -> Callable[..., str]:
    return lambda *_, **__: text


def own(language: str, *ids: str) -> str | None:
    """The first of these messages that there is."""
    values = {"languages": ", ".join(languages())}
    return next((message(language, id, values) for id in ids if has(language, id)), None)
