"""No byte that leaves the house holds a card that its reader may not know."""

import asyncio
import json
from base64 import b64decode, b64encode
from collections.abc import Iterator
from typing import Any

import httpx
import msgspec
import pytest

from events.codec import decode
from events.facts import Held, Seat, Shuffled
from projections.catalogue import catalogue
from projections.match.history import Step
from services.identity.tokens import Grant
from services.settings import Settings
from tests.services.api.served import Served, Talk
from tests.support.playing import dice

MOST_MOVES = 60
JUDGE = -1  # has no seat, and sees what a spectator sees


class Knowledge:
    """What each reader may have learnt, told from the true entries and nothing else."""

    def __init__(self, line: list[Step]) -> None:
        self.line = line
        self.cards = {card for step in line for card in dealt(step)}

    def hidden(self, reader: Seat | None, version: int) -> set[str]:
        """The cards that have been shuffled by a version and that nothing has shown him."""
        until = self.line[:version]
        if until[-1].after.over:
            return set()
        known = {text for step in until for text in told(msgspec.to_builtins, step, reader)}
        return {card for step in until for card in dealt(step)} - known


def dealt(step: Step) -> tuple[str, ...]:
    cause = step.entry.cause
    if not isinstance(cause, Shuffled) or cause.purpose == "first":  # seats, for all to see
        return ()
    return cause.cards.values


def told(write: Any, step: Step, reader: Seat | None) -> Iterator[str]:
    """Every string of an entry but those that somebody else holds."""

    def own(held: object) -> list[str]:
        assert isinstance(held, Held)
        return list(held.values) if reader is not None and held.by == reader else []

    yield from strings(write(step.entry, enc_hook=own))


def strings(tree: Any) -> Iterator[str]:
    if isinstance(tree, str):
        yield tree
    elif isinstance(tree, dict):
        for key, value in tree.items():
            yield from (key, *strings(value))
    elif isinstance(tree, list | tuple):
        for value in tree:
            yield from strings(value)


class Table:
    """A match on a running service, with somebody listening at every seat and beside it."""

    def __init__(self, served: Served, http: httpx.Client, game: str) -> None:
        self.served, self.http = served, http
        made = http.post("/v1/matches", json={"game": game}).json()
        self.name = made["match"]
        self.tokens: dict[Seat | None, str] = {None: ""}
        for seat in range(len(made["seats"])):
            self.tokens[seat] = http.post(f"{self.path}/join").json()["token"]
        self.said: list[tuple[Seat | None, int, Any]] = []

    @property
    def path(self) -> str:
        return f"/v1/matches/{self.name}"

    def get(self, path: str, reader: Seat | None) -> Any:
        token = self.tokens[reader]
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return self.http.get(self.path + path, headers=headers).json()

    def ask(self, reader: Seat | None, now: int) -> None:
        """Everything that can be asked for over HTTP."""
        for path in ("", "/view", "/entries", f"/at/{max(1, now // 2)}", "/positions", "/head"):
            self.said.append((reader, now, self.get(path, reader)))

    def line(self) -> list[Step]:
        going = self.served.services.matches.cache.steps(self.name)
        return asyncio.run_coroutine_threadsafe(going, self.served.loop).result(10)


def listened(talk: Talk, version: int) -> Iterator[Any]:
    """What is heard until the frame of a version."""
    while True:
        heard = talk.hear()
        yield heard
        if heard.get("version") == version and "type" not in heard:
            return


@pytest.mark.parametrize("game", sorted(catalogue()))
def test_no_card_is_told_to_who_may_not_know_it(
    game: str, flushed: str, settings: Settings
) -> None:
    """In a match of every game, whatever way a reader asks, he learns only what he was told."""
    with Served(settings, flushed) as served, httpx.Client(base_url=served.url) as http:
        table = Table(served, http, game)
        play(table)
        line = table.line()
        seed = served.run(served.services.commands.seeds.of(table.name))
    told = json.dumps([heard for _, at, heard in table.said if not line[at - 1].after.over])
    assert not any(form in told for form in (seed.hex(), b64encode(seed).decode()))
    knowledge = Knowledge(line)
    assert len(knowledge.cards) >= 8
    tested = 0
    for reader, version, heard in table.said:
        hidden = knowledge.hidden(reader, version)
        leaked = hidden & set(strings(heard))
        assert not leaked, (reader, version, heard)
        tested += len(hidden)
    assert tested > 100, "hardly anything was hidden"


def play(table: Table) -> None:
    """Play at random over sockets, with every answer and every frame kept."""
    throw = dice(table.name)
    with open_talks(table) as talks:
        for _ in range(MOST_MOVES):
            now = table.get("", None)
            if not now["acting"]:
                break
            seat = now["acting"][throw(len(now["acting"]))]
            moves = table.get("/view", seat)["moves"]
            nonsense = talks[seat].answer(do="move", match=table.name, move={"type": "x"})
            strange = talks[seat].answer(do="move", match=table.name, move=moves[0] | {"card": "?"})
            table.said += [(seat, now["version"], nonsense), (seat, now["version"], strange)]
            done = talks[seat].answer(do="move", match=table.name, move=moves[throw(len(moves))])
            assert done["type"] == "done", done
            table.said += [(seat, f["version"], f) for f in talks[seat].frames]
            for other, talk in talks.items():
                if other != seat:
                    table.said += [
                        (other, heard["version"], heard)
                        for heard in listened(talk, done["version"])
                    ]
        last = table.get("", None)["version"]
    table.tokens[JUDGE] = "tpt_judge"
    judge = Grant("judge", ("match:judge", "match:read", "admin"))
    table.served.run(table.served.services.tokens.give("tpt_judge", judge))
    for reader in table.tokens:
        table.ask(reader, last)
        table.said += [(reader, last, item) for item in streamed(table, reader, last)]
        table.said += [(reader, last, item) for item in unsealed(table, reader)]


class open_talks:
    """A socket for every reader, watching."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.open = [table.served.socket(token) for token in table.tokens.values()]

    def __enter__(self) -> dict[Seat | None, Talk]:
        talks = {
            reader: door.__enter__()
            for reader, door in zip(self.table.tokens, self.open, strict=True)
        }
        for reader, talk in talks.items():
            talk.answer(do="watch", match=self.table.name)
            self.table.said += [(reader, f["version"], f) for f in talk.frames]
        return talks

    def __exit__(self, *error: object) -> None:
        for door in self.open:
            door.__exit__(None, None, None)


def streamed(table: Table, reader: Seat | None, last: int) -> Iterator[Any]:
    """The whole match again, as server-sent events."""
    token = table.tokens[reader]
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    with table.http.stream("GET", f"{table.path}/stream?from=0", headers=headers) as stream:
        for line in stream.iter_lines():
            if line.startswith("data: "):
                item = json.loads(line.removeprefix("data: "))
                yield item
                if item["version"] == last:
                    return


def unsealed(table: Table, reader: Seat | None) -> Iterator[Any]:
    """What the sealed entries give away: the public bytes, and the openings that come along."""
    for entry in table.get("/entries?sealed=1", reader)["entries"]:
        tree = decode(b64decode(entry["public"]), None)
        yield msgspec.to_builtins(tree, enc_hook=lambda held: held.values)
        for opening in entry["openings"]:
            yield msgspec.msgpack.decode(b64decode(opening["values"]))
