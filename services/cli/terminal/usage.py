"""A command used wrongly: what typer says of it in English alone, in the language of who asks.

Typer knows most mistakes by a class of their own; two of them it knows by their sentence only,
so that our commands find them themselves.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from typing import Any

from typer import rich_utils
from typer._click.exceptions import (
    BadArgumentUsage,
    BadOptionUsage,
    BadParameter,
    MissingParameter,
    NoSuchOption,
    UsageError,
)
from typer.core import TyperCommand, TyperGroup

from services.cli.terminal.console import HARMLESS, Voice

__all__ = ["Command", "Group", "NoSuchCommand", "TooMany", "UsageError", "complain", "said"]

BOUNDS = ("greater_than_equal", "less_than_equal")
"""How the reader of numbers names one that is too small or too large."""


class NoSuchCommand(UsageError):
    """Nothing is called so; some are called nearly so."""

    def __init__(self, name: str, nearly: Sequence[str], ctx: Any) -> None:
        super().__init__(name, ctx)
        self.name, self.nearly = name, nearly


class TooMany(UsageError):
    """More arguments than the command takes."""

    def __init__(self, left: Sequence[str], ctx: Any) -> None:
        super().__init__(" ".join(left), ctx)
        self.left = left


class Command(TyperCommand):
    """A command whose usage is told in the language of the voice that runs it."""

    allow_extra_args = True  # they are refused here

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        with placed(ctx):
            left = super().parse_args(ctx, args)
        if left:
            raise TooMany(left, ctx)
        return left

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        write_usage(self, ctx, formatter)


class Group(TyperGroup):
    """Commands under one name."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        with placed(ctx):
            return super().parse_args(ctx, args)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        name = args[0]
        if self.get_command(ctx, name) is None:
            raise NoSuchCommand(name, get_close_matches(name, list(self.commands)), ctx)
        return super().resolve_command(ctx, args)

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        write_usage(self, ctx, formatter)


@contextmanager
def placed(ctx: Any) -> Iterator[None]:
    """Whatever is refused in here knows the command that it was typed for."""
    try:
        yield
    except UsageError as error:
        error.ctx = error.ctx or ctx
        raise


def write_usage(command: Any, ctx: Any, formatter: Any) -> None:
    pieces = " ".join(command.collect_usage_pieces(ctx))
    prefix = f"{ctx.find_object(Voice).say('cli-usage')} "
    formatter.write_usage(ctx.command_path, pieces, prefix)


def complain(voice: Voice, error: Any) -> int:
    """Say what was wrong, below the usage of the command; the exit code."""
    text = said(voice, error).translate(HARMLESS)
    error.format_message = lambda: text
    rich_utils.rich_format_error(error)
    return int(error.exit_code)


def said(voice: Voice, error: UsageError) -> str:
    """The sentence for a mistake of any kind."""
    match error:
        case NoSuchCommand(name=name, nearly=nearly):
            perhaps = voice.say("cli-usage-did-you-mean", names=quoted(nearly)) if nearly else ""
            return f"{voice.say('cli-usage-no-such-command', name=name)} {perhaps}".rstrip()
        case TooMany(left=left):
            return voice.say("cli-usage-too-many", count=len(left), arguments=" ".join(left))
        case NoSuchOption(option_name=name, possibilities=nearly):
            names = ", ".join(sorted(nearly or ()))
            perhaps = voice.say("cli-usage-possible", names=names) if nearly else ""
            return f"{voice.say('cli-usage-no-such-option', name=name)} {perhaps}".rstrip()
        case BadOptionUsage(option_name=name):
            flag = voice.say("cli-usage-takes-no-value", name=name)
            return flag if is_flag(error.ctx, name) else voice.say("cli-usage-no-value", name=name)
        case MissingParameter(param=param):
            kind = getattr(param, "param_type_name", "argument")
            return voice.say(f"cli-usage-missing-{kind}", name=hint(param))
        case BadParameter(param=param):
            return voice.say("cli-usage-bad", name=hint(param), reason=reason(voice, error))
        case BadArgumentUsage():
            return voice.say("cli-usage-too-few")
    return voice.say("cli-usage-missing-command")


def reason(voice: Voice, error: BadParameter) -> str:
    """Why a value is refused: it is no number, is out of range, or is none of a few words."""
    fault = first_fault(error)
    value, kind = str(fault.get("input", "")), getattr(error.param, "type_descriptor", None)
    choices = getattr(kind, "choices", None)
    if choices is not None:
        return voice.say("cli-usage-no-choice", value=value, choices=quoted(map(str, choices)))
    if fault.get("type") in BOUNDS:
        return voice.say("cli-usage-out-of-range", value=value, range=bounds(error.param))
    whole = getattr(kind, "annotation", None) is int
    return voice.say("cli-usage-no-integer" if whole else "cli-usage-no-number", value=value)


def first_fault(error: BadParameter) -> dict[str, Any]:
    """What the reader of values has found: the kind of fault, and what was typed."""
    faults: list[dict[str, Any]] = getattr(error.__cause__, "errors", list)()
    return faults[0] if faults else {}


def bounds(param: Any) -> str:
    """The range of a number, as the help shows it."""
    low = "" if param.min is None else f"{param.min}<="
    high = "" if param.max is None else f"<={param.max}"
    return f"{low}x{high}" if high else f"x>={param.min}"


def is_flag(ctx: Any, name: str) -> bool:
    """Whether an option of the command is on or off, and nothing else."""
    named = [param for param in ctx.command.get_params(ctx) if name in param.opts]
    return any(getattr(param, "is_flag", False) for param in named)


def hint(param: Any) -> str:
    return str(param.get_error_hint())


def quoted(words: Iterable[str]) -> str:
    return ", ".join(f"'{word}'" for word in words)
