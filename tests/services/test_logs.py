"""What may stand in the log, and what never."""

import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
import structlog

from services import logs
from services.settings import Settings


@pytest.fixture
def stream() -> Iterator[io.StringIO]:
    """Where the lines go; afterwards everything is as it was."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    for name in ("uvicorn.access", "uvicorn.error"):  # a server in another test may have hushed it
        library = logging.getLogger(name)
        library.propagate, library.disabled = True, False
        library.setLevel(logging.NOTSET)
    written = io.StringIO()
    logs.configure("info", written)
    yield written
    structlog.reset_defaults()
    root.handlers[:] = handlers
    root.setLevel(level)


def _lines(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


SECRETS = ["cards", "moves", "serverSeed", "own_hand", "api_token", "X-Authorization", "openings"]


@pytest.mark.parametrize("key", SECRETS)
def test_hides_what_stands_under_a_secret_key(stream: io.StringIO, key: str) -> None:
    """Cards, moves, seeds and tokens are hidden, however deep they lie."""
    structlog.get_logger().info("happened", **{key: "QH"}, nested=[{key: ["QH"]}])
    assert "QH" not in stream.getvalue()
    assert _lines(stream)[0][key] == logs.HIDDEN


def test_hides_tokens_wherever_they_stand(stream: io.StringIO) -> None:
    """A token is hidden in a text, in an error's message, and in what a library logs."""
    try:
        raise ValueError("no such token: tpt_abc.DEF-123")
    except ValueError as error:
        structlog.get_logger().exception("failed", reason=error, url="redis://me:pw@host/0")
    logging.getLogger("rq.worker").warning("job(%s)", "tpt_abc.DEF-123")
    assert "DEF" not in stream.getvalue()
    assert "pw" not in stream.getvalue()
    assert [line["level"] for line in _lines(stream)] == ["error", "warning"]


def test_shows_no_object_it_does_not_know(stream: io.StringIO) -> None:
    """Of states, bytes and other objects only the type is shown, for they may hold cards."""
    structlog.get_logger().info("happened", what=Settings, seen=b"QH", seat=2, ok=None)
    line = _lines(stream)[0]
    assert (line["what"], line["seen"]) == ("<StructMeta>", "<bytes>")
    assert (line["seat"], line["ok"]) == (2, None)


def test_access_lines_show_no_query(stream: io.StringIO) -> None:
    """A request is logged by its path; a WebSocket's line is cut at the question mark too."""
    access, error = logging.getLogger("uvicorn.access"), logging.getLogger("uvicorn.error")
    access.info('%s - "%s %s HTTP/%s" %d', "127.0.0.1:9", "GET", "/games?key=hush", "1.1", 200)
    error.info('%s - "WebSocket %s" [accepted]', "127.0.0.1:9", "/play?key=hush")
    assert "hush" not in stream.getvalue()
    served, accepted = _lines(stream)
    assert (served["event"], served["path"], served["status"]) == ("request_served", "/games", 200)
    assert accepted["event"] == '127.0.0.1:9 - "WebSocket /play" [accepted]'


def test_says_what_a_line_is_about(stream: io.StringIO) -> None:
    """What is bound (match, version, seat, request id) stands in every line, also a library's."""
    with structlog.contextvars.bound_contextvars(match="m1", version=7):
        structlog.get_logger().info("happened")
        logging.getLogger("rq.worker").info("happened")
        structlog.get_logger().debug("left out")
    assert [(line["match"], line["version"]) for line in _lines(stream)] == [("m1", 7)] * 2


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.usefixtures("stream")
def test_speaks_plainly_on_a_terminal() -> None:
    """On a terminal the lines are for people, and a traceback shows no local variables."""
    terminal = Terminal()
    logs.configure("info", terminal)
    hand = ["QH"]
    try:
        hand.index("AS")
    except ValueError:
        structlog.get_logger().exception("failed")
    assert "failed" in terminal.getvalue()
    assert "ValueError" in terminal.getvalue()
    assert "QH" not in terminal.getvalue()
