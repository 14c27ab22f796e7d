"""A match live over plain HTTP: server-sent events and lines of JSON."""

import json
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from services.api.stream import lines as streams
from services.settings import Settings
from tests.services.api.served import Served


@pytest.fixture
def served(flushed: str, settings: Settings) -> Iterator[Served]:
    with Served(settings, flushed) as server:
        yield server


def move(served: Served, name: str, tokens: list[str]) -> int:
    """Let somebody play; the version after it."""
    seat = served.http.get(f"/v1/matches/{name}").json()["acting"][0]
    head = {"Authorization": f"Bearer {tokens[seat]}"}
    moves = served.http.get(f"/v1/matches/{name}/view", headers=head).json()["moves"]
    body = {"move": moves[0]}
    return int(
        served.http.post(f"/v1/matches/{name}/moves", json=body, headers=head).json()["version"]
    )


def opened(served: Served, name: str, query: str = "", **headers: str) -> Any:
    path = f"{served.url}/v1/matches/{name}/stream{query}"
    return httpx.stream("GET", path, headers=headers, timeout=5)


def events(lines: Iterator[str]) -> Iterator[tuple[int, Any]]:
    """The events of a stream: id and data."""
    id = -1
    for line in lines:
        if line.startswith("id: "):
            id = int(line.removeprefix("id: "))
        elif line.startswith("data: "):
            yield id, json.loads(line.removeprefix("data: "))


def test_events_carry_the_version_as_their_id(served: Served) -> None:
    """A snapshot first, then every move as it happens, as a seat sees it."""
    name, tokens = served.table()
    head = {"Authorization": f"Bearer {tokens[0]}"}
    with opened(served, name, **head) as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        heard = events(stream.iter_lines())
        id, snapshot = next(heard)
        assert id == snapshot["version"]
        assert "entry" not in snapshot
        assert "moves" in snapshot
        version = move(served, name, tokens)
        id, frame = next(heard)
        assert id == frame["version"] == version
        assert frame["entry"]["cause"]["type"] == "match.Moved"


def test_a_browser_goes_on_where_it_was(served: Served) -> None:
    """Last-Event-ID or ?from= gives what was missed, once and in order."""
    name, tokens = served.table()
    known = served.http.get(f"/v1/matches/{name}").json()["version"]
    last = [move(served, name, tokens) for _ in range(3)][-1]
    for query, head in (("", {"Last-Event-ID": str(known)}), (f"?from={known}", {})):
        with opened(served, name, query, **head) as stream:
            heard = events(stream.iter_lines())
            assert [next(heard)[0] for _ in range(3)] == list(range(known + 1, last + 1))
    bad = served.http.get(f"/v1/matches/{name}/stream", headers={"Last-Event-ID": "x"})
    assert bad.status_code == 400


def test_lines_of_json(served: Served) -> None:
    """NDJSON by Accept; light frames by ?only=entry; the stream ends with the match."""
    name, tokens = served.table()
    with opened(served, name, "?only=entry", Accept="application/x-ndjson") as stream:
        assert stream.headers["content-type"] == "application/x-ndjson"
        lines = stream.iter_lines()
        assert "view" not in json.loads(next(lines))
        head = {"Authorization": f"Bearer {tokens[0]}"}
        served.http.post(f"/v1/matches/{name}/resign", headers=head)
        rest = [json.loads(line) for line in lines if line]
        assert rest[-1]["phase"] == "finished"
    over = served.http.get(f"/v1/matches/{name}/stream?from={rest[-1]['version']}")
    assert over.status_code == 204, "a browser stops asking"


def test_a_heartbeat_when_nothing_happens(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """A silent match still sends a comment, so that who is gone is noticed."""
    monkeypatch.setattr(streams, "HEARTBEAT", 0.05)
    name, _ = served.table()
    with opened(served, name) as stream:
        lines = stream.iter_lines()
        assert ":" in [next(lines) for _ in range(6)]


def test_a_reader_that_is_too_slow_is_told_to_resync(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full queue ends the stream with `resync`."""
    name, tokens = served.table()
    with opened(served, name, Accept="application/x-ndjson") as stream:
        lines = stream.iter_lines()
        next(lines)
        monkeypatch.setattr(streams, "MOST_FRAMES", 0)
        move(served, name, tokens)
        rest = [json.loads(line) for line in lines if line]
        assert rest[-1] == {"type": "resync"}


def test_a_reader_who_leaves_is_forgotten(served: Served) -> None:
    """Streams that are closed leave no reader behind."""
    name, tokens = served.table()
    for _ in range(3):
        with opened(served, name) as stream:
            next(stream.iter_lines())
    until = time.monotonic() + 5
    while served.services.matches.cache.known(name).watchers and time.monotonic() < until:
        move(served, name, tokens)
        time.sleep(0.05)
    assert not served.services.matches.cache.known(name).watchers


def test_the_end_of_the_service_ends_its_streams(flushed: str, settings: Settings) -> None:
    """On shutdown readers are told to come again, and nobody keeps the service from ending."""
    with Served(settings, flushed) as served:
        name, _ = served.table()
        with opened(served, name, Accept="application/x-ndjson") as stream:
            lines = stream.iter_lines()
            next(lines)
            began = time.monotonic()
            served.loop.call_soon_threadsafe(served.task.cancel)
            assert json.loads(next(lines)) == {"type": "resync"}
    assert time.monotonic() - began < 3
