"""Checkpoints over HTTP, and the signed heads that streams tell."""

from base64 import b64decode
from collections.abc import Iterator
from typing import Any

import httpx
import msgspec
import pytest

from events.checkpoints import read_checkpoint, verify_consistency, verify_inclusion
from events.seals import head_message, verify_head
from services.settings import Settings
from tests.services.api.door import Door, Visit
from tests.services.api.served import Served


async def finished(door: Door, game: str = "casino") -> dict[str, Any]:
    """A match that was resigned, and so is over."""
    name, tokens = await door.table(game, seats=["open", "open"])
    await door.post(f"/v1/matches/{name}/resign", token=tokens[0])
    answer: dict[str, Any] = (await door.get(f"/v1/matches/{name}")).json()
    assert answer["phase"] == "finished"
    return answer


def test_a_finished_match_is_proven_against_a_checkpoint(visit: Visit) -> None:
    """With the note, the proofs and our public keys alone, anybody can follow."""

    async def ask(door: Door) -> None:
        first, second = await finished(door), await finished(door)
        await door.services.heads.flush()
        answer = await door.get("/v1/checkpoint")
        assert answer.headers["content-type"].startswith("text/plain")
        old = read_checkpoint(answer.text, door.services.keys.trusted())
        proof = (await door.get(f"/v1/checkpoint/proof?match={first['match']}")).json()
        assert (proof["head"], proof["version"]) == (first["head"], first["version"])
        leaf = head_message(first["match"], proof["version"], bytes.fromhex(proof["head"]))
        path = [b64decode(node) for node in proof["path"]]
        assert verify_inclusion(leaf, proof["number"], old.size, path, old.root)

        third = await finished(door)
        await door.services.heads.flush()
        note = (await door.get("/v1/checkpoint")).text
        new = read_checkpoint(note, door.services.keys.trusted())
        grown = (await door.get(f"/v1/checkpoint/proof?since={old.size}&size={new.size}")).json()
        path = [b64decode(node) for node in grown["path"]]
        assert verify_consistency(old.size, old.root, new.size, new.root, path)
        late = await door.get(f"/v1/checkpoint/proof?match={third['match']}&size={old.size}")
        assert late.status_code == 404
        assert second["match"]

    visit(ask)


@pytest.mark.parametrize("query", ["", "?match=x-0&since=1", "?since=9", "?since=0&size=9"])
def test_a_proof_of_nothing_is_refused(visit: Visit, query: str) -> None:
    """One of the two is asked for, within the tree that there is."""

    async def ask(door: Door) -> None:
        assert (await door.get(f"/v1/checkpoint/proof{query}")).status_code == 400

    visit(ask)


@pytest.fixture
def served(flushed: str, settings: Settings) -> Iterator[Served]:
    with Served(settings, flushed) as server:
        yield server


def signed_by_us(served: Served, item: Any) -> bool:
    signature, seal = b64decode(item["signature"]), bytes.fromhex(item["head"])
    keys = served.services.keys.trusted()
    return any(verify_head(k, item["match"], item["version"], seal, signature) for k in keys)


def test_a_socket_is_told_signed_heads(served: Served) -> None:
    """Within a second of a move, and at once when the match ends, behind its last frame."""
    with httpx.Client(base_url=served.url) as http:
        made = http.post("/v1/matches", json={"game": "casino"}).json()["match"]
        with served.socket() as talk:
            talk.answer(do="watch", match=made)
            tokens = [http.post(f"/v1/matches/{made}/join").json()["token"] for _ in range(2)]
            heard = [talk.hear()]
            while heard[-1].get("type") != "head":
                heard.append(talk.hear())
            live = heard[-1]
            assert live["version"] == heard[-2]["version"]
            assert signed_by_us(served, live)
            resigned = {"Authorization": f"Bearer {tokens[0]}"}
            http.post(f"/v1/matches/{made}/resign", headers=resigned)
            heard = [talk.hear()]
            while heard[-1].get("type") != "head" or heard[-1]["phase"] != "finished":
                heard.append(talk.hear())
            assert (heard[-2]["phase"], heard[-2]["head"]) == ("finished", heard[-1]["head"])
            assert signed_by_us(served, heard[-1])


@pytest.mark.parametrize("kind", ["text/event-stream", "application/x-ndjson"])
def test_a_stream_ends_with_the_signed_head(served: Served, kind: str) -> None:
    """Whoever follows a match to its end, or comes later, leaves with its signed head."""
    with httpx.Client(base_url=served.url) as http:
        made = http.post("/v1/matches", json={"game": "casino"}).json()["match"]
        tokens = [http.post(f"/v1/matches/{made}/join").json()["token"] for _ in range(2)]
        http.post(f"/v1/matches/{made}/resign", headers={"Authorization": f"Bearer {tokens[0]}"})
        for since in ("", "?from=2"):
            url = f"/v1/matches/{made}/stream{since}"
            lines = http.get(url, headers={"Accept": kind}).text.splitlines()
            items = [line.removeprefix("data: ") for line in lines if "{" in line]
            *_, last, head = (msgspec.json.decode(item) for item in items)
            assert (last["phase"], head["type"]) == ("finished", "head")
            assert (head["version"], head["head"]) == (last["version"], last["head"])
            assert signed_by_us(served, head)


def test_an_end_that_is_heard_elsewhere_is_signed_here(served: Served) -> None:
    """A process signs for its watchers what other processes have appended."""
    with httpx.Client(base_url=served.url) as http, Served(served.settings, served.redis_url) as b:
        made = http.post("/v1/matches", json={"game": "casino"}).json()["match"]
        with b.socket() as talk:
            talk.answer(do="watch", match=made)
            for _ in range(2):
                http.post(f"/v1/matches/{made}/join")
            while (heard := talk.hear()).get("type") != "head":
                pass
            assert signed_by_us(b, heard)
