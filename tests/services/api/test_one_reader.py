"""One reader sees the same, by whatever door and however often he comes; nobody sees more."""

import json
from base64 import b64decode
from collections.abc import Iterator
from typing import Any

import pytest

from events.facts import Shuffled
from events.matchfile import read
from projections.catalogue import catalogue
from services.identity.tokens import Grant
from services.settings import Settings
from tests.services.api.served import Served, Talk
from tests.services.api.test_secrets import Knowledge, strings
from tests.support.playing import dice

MOVES = 15
Frames = dict[int, Any]


@pytest.fixture
def served(flushed: str, settings: Settings) -> Iterator[Served]:
    with Served(settings, flushed) as server:
        yield server


class Table:
    """A match over plain HTTP."""

    def __init__(self, served: Served, game: str) -> None:
        self.served = served
        self.name, self.tokens = served.table(game)
        self.path = f"/v1/matches/{self.name}"
        self.throw = dice((game, "one reader"))

    def get(self, path: str, token: str) -> Any:
        return self.served.http.get(self.path + path, headers=bearing(token))

    def play(self, moves: int) -> int:
        """Random moves of whoever is to act; the version after them."""
        for _ in range(moves):
            now = self.get("", "").json()
            if not now["acting"]:
                break
            seat = now["acting"][self.throw(len(now["acting"]))]
            choices = self.get("/view", self.tokens[seat]).json()["moves"]
            body = {"move": choices[self.throw(len(choices))]}
            head = bearing(self.tokens[seat])
            done = self.served.http.post(f"{self.path}/moves", json=body, headers=head)
            assert done.status_code == 200, done.text
        return int(self.get("", "").json()["version"])

    def line(self) -> Any:
        return self.served.run(self.served.services.matches.cache.steps(self.name))


def bearing(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"} if token else {}


def watched(talk: Talk, name: str, since: int) -> Frames:
    talk.answer(**{"do": "watch", "match": name, "from": since})
    return {frame["version"]: frame for frame in talk.frames if "type" not in frame}


def streamed(table: Table, token: str, last: int) -> Frames:
    frames: Frames = {}
    path = f"{table.path}/stream?from=0"
    with table.served.http.stream("GET", path, headers=bearing(token)) as stream:
        for line in stream.iter_lines():
            item = json.loads(line.removeprefix("data: ")) if line.startswith("data: ") else {}
            if item and "type" not in item:
                frames[item["version"]] = item
            if last in frames:
                break
    return frames


@pytest.mark.parametrize("game", sorted(catalogue()))
def test_the_same_reader_sees_the_same(served: Served, game: str) -> None:
    """Live, come back, in two tabs, by events or sockets: each version is the same for a reader.

    A socket that first was a guest's and then shows a seat's token sees what that seat sees.
    """
    table = Table(served, game)
    with served.socket(table.tokens[0]) as early, served.socket() as guest:
        live = watched(early, table.name, 0)
        last = table.play(MOVES)
        while last not in live:
            if "type" not in (heard := early.hear()):
                live[heard["version"]] = heard
        beside = watched(guest, table.name, 0)
        guest.answer(do="auth", token=table.tokens[0])
        assert watched(guest, table.name, 0) == live
        with served.socket(table.tokens[0]) as back, served.socket() as other:
            assert watched(back, table.name, 0) == live
            assert watched(other, table.name, 0) == beside
    assert streamed(table, table.tokens[0], last) == live
    assert streamed(table, "", last) == beside
    assert all("moves" not in frame for frame in beside.values())


def test_a_seat_that_is_none_any_more_sees_what_guests_see(served: Served) -> None:
    """Once its token is revoked nobody is let in with it; without it he is a guest like others."""
    table = Table(served, "kaiser")
    table.play(6)
    token = table.tokens[0]
    assert "moves" in table.get("/view", token).json()
    served.http.request("DELETE", "/v1/tokens", headers=bearing(token))
    assert table.get("/view", token).status_code == 401
    shown = table.get("/view", "").json()
    assert "moves" not in shown
    assert not any("values" in hand for hand in shown["view"]["hands"])


def test_a_match_that_was_taken_back_keeps_its_secrets(served: Served) -> None:
    """After a judge's rewind, in every form and to every reader: no card that he wasn't shown."""
    table = Table(served, "casino")
    judge = Grant("judge", ("match:judge", "match:read"))
    served.run(served.services.tokens.give("tpt_judge", judge))
    first = next(s.after.version for s in table.line() if isinstance(s.entry.cause, Shuffled))
    for back in (first + 1, first + 4):
        table.play(8)
        body = {"to": back, "reason": "a spilt drink"}
        undone = served.http.post(f"{table.path}/rewind", json=body, headers=bearing("tpt_judge"))
        assert undone.status_code == 200, undone.text
    last = table.play(3)
    knowledge = Knowledge(table.line())
    readers = {0: table.tokens[0], 1: table.tokens[1], None: ""}
    for reader, token in {**readers, "judge": "tpt_judge"}.items():
        hidden = knowledge.hidden(None if reader == "judge" else reader, last)
        assert len(hidden) > 10
        for told in everything(table, token):
            assert not hidden & set(strings(told)), (reader, told)


def everything(table: Table, token: str) -> Iterator[Any]:
    """All that can be had of a match: views, entries, every version, every form of the file."""
    last = table.get("", token).json()["version"]
    yield table.get("/view", token).json()
    yield table.get("/entries", token).json()
    for version in range(1, last + 1):
        yield table.get(f"/at/{version}", token).json()
    yield list(streamed(table, token, last).values())
    yield [json.loads(row) for row in table.get("/export?format=ndjson", token).text.splitlines()]
    file = read(table.get("/export", token).content)
    assert not any(entry.openings for entry in file.entries)
    sealed = table.get("/entries?sealed=1", token).json()["entries"]
    own = [b64decode(opening["values"]) for entry in sealed for opening in entry["openings"]]
    assert bool(own) == (token in table.tokens)
