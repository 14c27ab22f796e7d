"""What the service says about itself: one line an event on stdout, and no secret in it.

Bind what the lines are about with ``structlog.contextvars.bound_contextvars(match=..., seat=...)``.
"""

import json
import logging
import re
import sys
from collections.abc import Mapping, MutableMapping
from pathlib import PurePath
from typing import Any, TextIO

import structlog
from structlog.typing import Processor

from services.settings import LogLevel

# A key is secret if one of its words is: server_seed, moves, hand_of_seat, X-Api-Token.
SECRET_WORD = re.compile(
    "(authorization|body|card|cause|contribution|cookie|deck|effect|entry|entrie|hand|idempotency"
    "|move|opening|password|salt|secret|seed|state|stock|token|value|view)s?",
    re.IGNORECASE,
)
HIDDEN = "***"

_WORD = re.compile(r"[a-z]+|[A-Z][a-z]*")
_TOKENS = re.compile(r"tpt_[\w.~+/=-]+|(?<=[Bb]earer )\S+|(?<=://)[^/\s]*(?=@)")
_QUERY = re.compile(r"(?<=\S)\?[^\s\"']*")

Line = MutableMapping[str, Any]


def configure(level: LogLevel = "info", stream: TextIO = sys.stdout) -> None:
    """Send all that is logged to ``stream``: for people if it is a terminal, else as JSON.

    The lines of libraries (uvicorn, rq) go the same way; give uvicorn ``log_config=None``.
    """
    number = logging.getLevelNamesMapping()[level.upper()]
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    last: list[Processor] = [
        structlog.processors.format_exc_info,
        without_secrets,
        _renderer(stream),
    ]
    structlog.configure(
        processors=[*shared, *last],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.WriteLoggerFactory(stream),
    )
    handler = logging.StreamHandler(stream)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[*shared, structlog.stdlib.add_logger_name, _without_query],
            pass_foreign_args=True,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                *last,
            ],
        )
    )
    logging.basicConfig(handlers=[handler], level=number, force=True)
    for chatty in ("httpx", "httpcore"):  # they tell every address they call
        logging.getLogger(chatty).setLevel(logging.WARNING)


def _renderer(stream: TextIO) -> Processor:
    if stream.isatty():
        # The plain formatter: the others print local variables, and those hold cards.
        return structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
    return structlog.processors.JSONRenderer(json.dumps, ensure_ascii=False)


def without_secrets(_logger: object, _method: str, line: Line) -> Line:
    """The line with secret keys and tokens hidden, and of unknown objects only their type."""
    return {key: _harmless(key, value) for key, value in line.items()}


def _harmless(key: str, value: object) -> object:
    if _is_secret(key):
        return HIDDEN
    match value:
        case str() | PurePath() | BaseException():
            return _TOKENS.sub(_hide, str(value))
        case None | bool() | int() | float():
            return value
        case Mapping():
            return {str(k): _harmless(str(k), v) for k, v in value.items()}
        case list() | tuple() | set() | frozenset():
            return [_harmless("", item) for item in value]
        case _:
            return f"<{type(value).__name__}>"


def _is_secret(key: str) -> bool:
    return any(SECRET_WORD.fullmatch(word) for word in _WORD.findall(key))


def _hide(found: re.Match[str]) -> str:
    return f"tpt_{HIDDEN}" if found[0].startswith("tpt_") else HIDDEN


def _without_query(_logger: object, _method: str, line: Line) -> Line:
    """A library's line without what stood behind the question mark of an address."""
    args = line.pop("positional_args", ())
    if line["logger"] == "uvicorn.access":
        line["event"] = "request_served"
        line["client"], line["method"], line["path"], _, line["status"] = args
        line["path"] = line["path"].partition("?")[0]
    else:
        line["event"] = _QUERY.sub("", str(line["event"]))
    return line
