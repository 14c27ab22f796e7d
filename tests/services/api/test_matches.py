"""A match over HTTP: offered, joined, played to its end, looked back upon."""

import hashlib
import re
from base64 import b64decode
from typing import Any

import msgspec
import pytest

from events.codec import Opening
from events.seals import first_seal, held_commitment, next_seal, verify_head
from tests.services.api.door import Door, Visit
from tests.support.playing import dice

FACE_DOWN = re.compile('"by":[^,]+,"count":')


async def played(door: Door, name: str, tokens: list[str], most: int = 600) -> Any:
    """Play at random until the match is over (or long enough); its summary."""
    throw = dice(name)
    for _ in range(most):
        shown = (await door.get(f"/v1/matches/{name}")).json()
        if not shown["acting"]:
            return shown
        seat = shown["acting"][throw(len(shown["acting"]))]
        moves = (await door.get(f"/v1/matches/{name}/view", tokens[seat])).json()["moves"]
        move = moves[throw(len(moves))]
        answer = await door.post(f"/v1/matches/{name}/moves", {"move": move}, tokens[seat])
        assert answer.status_code == 200, answer.text
    return (await door.get(f"/v1/matches/{name}")).json()


@pytest.mark.parametrize(
    ("game", "options"),
    [("kaiser", {"deals": 1}), ("caissa-escratch", {}), ("casino", {"target": 3})],
)
def test_a_whole_match(visit: Visit, game: str, options: dict[str, Any]) -> None:
    """People who know nothing but the API play a match to its end and get a result."""

    async def play(door: Door) -> None:
        name, tokens = await door.table(game, options=options)
        shown = await played(door, name, tokens)
        assert shown["phase"] == "finished"
        assert len(shown["result"]["ranks"]) == len(tokens)
        after = await door.get(f"/v1/matches/{name}/view")
        assert not FACE_DOWN.search(after.text), "everything lies open at the end"

    visit(play)


def test_the_forms_of_an_offer(visit: Visit) -> None:
    """Seats can be named one by one, by words, or as so many bots."""

    async def offer(door: Door) -> None:
        for seats in (
            {"seats": ["open", "bot", "bot", "bot"]},
            {"seats": ["open", {"kind": "bot"}, {"kind": "bot", "player": "Bo"}, "bot"]},
            {"bots": 3},
        ):
            answer = await door.post("/v1/matches", {"game": "kaiser", **seats})
            shown = answer.json()
            assert [seat["kind"] for seat in shown["seats"]] == ["open", "bot", "bot", "bot"]
            assert answer.headers["location"] == f"/v1/matches/{shown['match']}"
            assert (await door.get(answer.headers["location"])).json() == shown

    visit(offer)


def test_contributions_are_shown_after_the_table_is_locked(visit: Visit) -> None:
    """Who has committed himself says ready with what fits, and nothing else."""

    async def join(door: Door) -> None:
        name = await door.match("casino", seats=["open", "open"])
        secret = bytes(range(32))
        body = {"seat": 1, "commitment": hashlib.sha256(secret).hexdigest()}
        one = (await door.post(f"/v1/matches/{name}/join", body)).json()
        assert one["seat"] == 1
        await door.post(f"/v1/matches/{name}/join")
        assert (await door.get(f"/v1/matches/{name}")).json()["phase"] == "locked"
        ready = f"/v1/matches/{name}/ready"
        wrong = await door.post(ready, {"contribution": "00" * 32}, one["token"])
        assert (wrong.status_code, wrong.json()["code"]) == (422, "wrong_contribution")
        right = await door.post(ready, {"contribution": secret.hex()}, one["token"])
        assert right.json()["phase"] == "playing"

    visit(join)


def test_leaving_and_resigning(visit: Visit) -> None:
    """A seat that was left is free again and its token good for nothing; resigning ends a duel."""

    async def leave(door: Door) -> None:
        name = await door.match("casino", seats=["open", "open"])
        gone = (await door.post(f"/v1/matches/{name}/join")).json()["token"]
        for _ in range(2):
            left = await door.post(f"/v1/matches/{name}/leave", token=gone)
            assert left.json()["seats"][0]["player"] is None
        tokens = [(await door.post(f"/v1/matches/{name}/join")).json()["token"] for _ in "ab"]
        view = await door.get(f"/v1/matches/{name}/view", gone)
        assert "moves" not in view.json(), "no more than a spectator"
        assert (await door.post(f"/v1/matches/{name}/leave", token=gone)).status_code == 403
        end = await door.post(f"/v1/matches/{name}/resign", token=tokens[0])
        assert end.json()["result"] == {"scores": [], "ranks": [2, 1], "label": "resigned"}

    visit(leave)


def test_what_a_judge_may_do(visit: Visit) -> None:
    """Pause, resume, adjudicate, abort: only with the scope, and with a reason on record."""

    async def judge(door: Door) -> None:
        name, tokens = await door.table("casino", seats=["open", "open"])
        base, why = f"/v1/matches/{name}", {"reason": "a spilled drink"}
        assert (await door.post(f"{base}/pause", why, tokens[0])).status_code == 403
        token = await door.admin("match:judge", actor="judge")
        assert (await door.post(f"{base}/pause", why, token)).json()["phase"] == "paused"
        move = await door.post(f"{base}/moves", {"move": {}}, tokens[0])
        assert move.json()["code"] == "wrong_phase"
        assert (await door.post(f"{base}/resume", why, token)).json()["phase"] == "playing"
        wrong = await door.post(f"{base}/adjudicate", why | {"ranks": [1]}, token)
        assert wrong.status_code == 400
        ended = await door.post(f"{base}/adjudicate", why | {"ranks": [2, 1]}, token)
        assert ended.json()["result"]["ranks"] == [2, 1]
        other = await door.match("casino", seats=["open", "open"])
        aborted = await door.post(f"/v1/matches/{other}/abort", why, token)
        assert aborted.json()["phase"] == "aborted"

    visit(judge)


def test_several_moves_or_none(visit: Visit) -> None:
    """A list of moves is played whole; if one is refused it is named and nothing is played."""

    async def play(door: Door) -> None:
        name, tokens = await door.table("caissa-solitario")
        view = (await door.get(f"/v1/matches/{name}/view", tokens[0])).json()
        moves = [view["moves"][0], {"type": "nonsense"}]
        refused = await door.post(f"/v1/matches/{name}/moves", {"moves": moves}, tokens[0])
        assert refused.status_code == 400
        assert refused.json()["index"] == 1
        now = (await door.get(f"/v1/matches/{name}/view", tokens[0])).json()
        assert now["version"] == view["version"]

    visit(play)


def test_every_version_can_be_seen_again(visit: Visit) -> None:
    """A seat sees a version later as it saw it then; the end opens everything to everybody."""

    async def look(door: Door) -> None:
        name, tokens = await door.table("casino", options={"target": 3}, seats=["open", "open"])
        base = f"/v1/matches/{name}"
        then = (await door.get(f"{base}/view", tokens[0])).json()
        forbidden = await door.get(f"{base}/at/{then['version']}?seat=1", tokens[0])
        assert forbidden.status_code == 403
        shown = await played(door, name, tokens)
        again = (await door.get(f"{base}/at/{then['version']}", tokens[0])).json()
        assert again == then
        as_seat = (await door.get(f"{base}/at/{then['version']}?seat=0")).json()
        assert as_seat == then
        unknown = await door.get(f"{base}/at/{shown['version'] + 1}")
        assert (unknown.status_code, unknown.json()["code"]) == (404, "unknown_version")

    visit(look)


def test_the_log_page_by_page(visit: Visit) -> None:
    """Entries come in order, with the head of each, and a next page until there is none."""

    async def read(door: Door) -> None:
        name, tokens = await door.table("casino", options={"target": 3}, seats=["open", "open"])
        shown = await played(door, name, tokens)
        pages, first = [], 1
        while first is not None:
            page = (await door.get(f"/v1/matches/{name}/entries?from={first}&to=1000")).json()
            pages += page["entries"]
            first = page["next"]
        assert [entry["version"] for entry in pages] == list(range(1, shown["version"] + 1))
        assert pages[-1]["head"] == shown["head"]
        assert pages[0]["entry"]["cause"]["type"] == "match.Opened"

    visit(read)


def test_a_player_checks_the_seals_himself(visit: Visit) -> None:
    """The sealed entries give the head from nothing, and a seat the openings of its own cards."""

    async def check(door: Door) -> None:
        name, tokens = await door.table("casino", seats=["open", "open"])
        base = f"/v1/matches/{name}"
        page = (await door.get(f"{base}/entries?sealed=1", tokens[0])).json()
        seal = first_seal(name)
        opened: list[str] = []
        for entry in page["entries"]:
            public = b64decode(entry["public"])
            seal = next_seal(seal, entry["version"], public)
            assert seal.hex() == entry["seal"]
            for shown in entry["openings"]:
                opening = Opening(b64decode(shown["salt"]), b64decode(shown["values"]))
                assert held_commitment(*opening) in public
                opened += msgspec.msgpack.decode(opening.values)
        view = (await door.get(f"{base}/view", tokens[0])).json()["view"]
        hand = next(held["values"] for held in found(view) if held["by"] == 0)
        assert sorted(opened) == sorted(hand)
        signed = (await door.get(f"{base}/head")).json()
        assert signed["head"] == seal.hex()
        signer = door.services.keys.signer().public_key()
        assert verify_head(signer, name, signed["version"], seal, b64decode(signed["signature"]))
        assert (await door.get("/v1/keys")).json()[0]["id"] == signed["key"]

    visit(check)


def found(tree: Any) -> list[Any]:
    """All open Held of a view."""
    if isinstance(tree, dict):
        own = [tree] if {"by", "values"} == set(tree) else []
        return own + [held for value in tree.values() for held in found(value)]
    return [held for each in tree for held in found(each)] if isinstance(tree, list) else []


def test_messagepack_for_who_asks(visit: Visit) -> None:
    """The same answer, packed, by Accept; problems stay JSON."""

    async def ask(door: Door) -> None:
        name, tokens = await door.table("casino", seats=["open", "open"])
        for path in (f"/v1/matches/{name}", f"/v1/matches/{name}/view", "/v1/games"):
            plain = await door.get(path, tokens[0])
            packed = await door.get(path, tokens[0], Accept="application/x-msgpack")
            assert packed.headers["content-type"] == "application/x-msgpack"
            assert msgspec.msgpack.decode(packed.content) == plain.json()
            either = "application/json, application/x-msgpack"
            preferred = await door.get(path, tokens[0], Accept=either)
            assert preferred.headers["content-type"] == plain.headers["content-type"]
            assert preferred.json() == plain.json()
        lost = await door.get("/v1/matches/no-0", Accept="application/x-msgpack")
        assert lost.headers["content-type"] == "application/problem+json"

    visit(ask)


def test_the_catalogue(visit: Visit) -> None:
    """Every game tells its name in two languages, its rules, and schemas of moves and view."""

    async def browse(door: Door) -> None:
        games = (await door.get("/v1/games")).json()
        assert {"kaiser", "casino", "caissa-escratch"} <= {game["game"] for game in games}
        for game in games:
            full = (await door.get(f"/v1/games/{game['game']}")).json()
            assert full["text"]["en"]
            assert full["text"]["es"]
            assert {"options", "moves", "effects", "view"} <= set(full)
        name = await door.match("caissa-escratch")
        deck = (await door.get(f"/v1/matches/{name}")).json()["options"]["deck"]
        raw = (await door.get(f"/v1/decks/{deck}")).content
        assert hashlib.sha256(raw).hexdigest() == deck

    visit(browse)
