"""What is refused, and how that is said."""

from base64 import b64encode
from typing import Any

import pytest
from redis.exceptions import ConnectionError

from events.errors import Corrupt, Unavailable
from services.identity.tokens import Grant
from tests.services.api.door import Door, Visit


def test_every_refusal_is_a_problem(visit: Visit) -> None:
    """Whatever is wrong with a request, the answer is problem+json with the right code."""

    async def knock(door: Door) -> None:
        name = await door.match("casino", seats=["open", "open"])
        base = f"/v1/matches/{name}"
        cases: list[tuple[str, str, Any, int, str]] = [
            ("GET", "/v1/nowhere", None, 404, "not_found"),
            ("PUT", "/v1/games", None, 405, "method_not_allowed"),
            ("GET", "/v1/games/poker", None, 404, "unknown_game"),
            ("GET", "/v1/matches/nothing", None, 404, "unknown_match"),
            ("GET", "/v1/matches/nothing-0/view", None, 404, "unknown_match"),
            ("GET", "/v1/decks/abc", None, 404, "unknown_deck"),
            ("GET", f"{base}/at/0", None, 404, "unknown_version"),
            ("GET", f"{base}/at/x", None, 404, "not_found"),
            ("GET", f"{base}/entries?from=x", None, 400, "malformed"),
            ("POST", "/v1/matches", {"game": "poker"}, 404, "unknown_game"),
            ("POST", "/v1/matches", {"game": "kaiser", "colour": 1}, 400, "malformed"),
            ("POST", "/v1/matches", {"game": 1}, 400, "malformed"),
            ("POST", "/v1/matches", None, 400, "malformed"),
            ("POST", "/v1/matches", {"game": "casino", "bots": 9}, 422, "bad_options"),
            ("POST", f"{base}/moves", {"move": {}}, 403, "forbidden"),
            ("POST", f"{base}/pause", {"reason": "x"}, 403, "forbidden"),
            ("POST", "/v1/tokens", {"actor": "a", "scopes": []}, 403, "forbidden"),
            ("POST", f"{base}/join", {"seat": 7}, 409, "seat_taken"),
            ("POST", f"{base}/join", {"commitment": "xy"}, 400, "malformed"),
        ]
        for method, path, body, status, code in cases:
            answer = (
                await door.http.request(method, path, json=body)
                if body
                else (await door.http.request(method, path))
            )
            said = answer.json()
            assert (answer.status_code, said["code"]) == (status, code), (path, said)
            assert answer.headers["content-type"] == "application/problem+json"
            assert {"type", "title", "status", "detail", "code"} <= set(said)
            assert said["status"] == status

    visit(knock)


def test_an_unknown_field_is_named(visit: Visit) -> None:
    """Who misspells a field is told which."""

    async def knock(door: Door) -> None:
        said = (await door.post("/v1/matches", {"game": "kaiser", "seets": []})).json()
        assert "seets" in said["detail"]
        said = (await door.post("/v1/matches", {"game": "kaiser", "options": {"tarjet": 1}})).json()
        assert said["code"] == "bad_options"
        assert said["field"] == "tarjet"
        assert "target" in said["allowed"]

    visit(knock)


def test_bodies_that_nobody_can_mean(visit: Visit) -> None:
    """Broken, foreign, deep or huge bodies are refused; none of them breaks anything."""

    async def knock(door: Door) -> None:
        js = {"Content-Type": "application/json"}
        bodies: list[tuple[bytes, dict[str, str], int]] = [
            (b"{", js, 400),
            (b"[]", js, 400),
            (b"\xff\xfe", js, 400),
            (b'{"game":"kaiser","game":"casino"}', {"Content-Type": "text/plain"}, 415),
            (b"game=kaiser", {"Content-Type": "application/x-www-form-urlencoded"}, 415),
            (b'{"game":"kaiser","options":' + b"[" * 30_000 + b"]" * 30_000 + b"}", js, 400),
            (b'{"game":"kaiser","options":{"target":' + b"9" * 5000 + b"}}", js, 400),
            (b'{"game":"kaiser","limit":1e400}', js, 400),
            (b'{"game":"' + b"x" * 70_000 + b'"}', js, 413),
        ]
        for body, headers, status in bodies:
            answer = await door.http.post("/v1/matches", content=body, headers=headers)
            assert answer.status_code == status, (body[:60], answer.text)
            assert answer.headers["content-type"] == "application/problem+json"

    visit(knock)


def test_an_illegal_move_is_told_the_legal_ones(visit: Visit) -> None:
    """Who asks for what he may not do is told what he may; nobody else's moves are."""

    async def play(door: Door) -> None:
        name, tokens = await door.table("casino", seats=["open", "open"])
        base = f"/v1/matches/{name}"
        acting = (await door.get(base)).json()["acting"][0]
        own = (await door.get(f"{base}/view", tokens[acting])).json()["moves"]
        other = (await door.get(f"{base}/view", tokens[1 - acting])).json()["view"]
        card = next(h for h in other["hands"] if h["by"] == 1 - acting)["values"][0]
        body = {"move": own[0] | {"card": card}}
        refused = await door.post(f"{base}/moves", body, tokens[acting])
        assert (refused.status_code, refused.json()["code"]) == (422, "illegal_move")
        assert refused.json()["legal"] == own
        waiting = await door.post(f"{base}/moves", {"move": own[0]}, tokens[1 - acting])
        assert (waiting.status_code, waiting.json()["code"]) == (409, "not_your_turn")
        assert "legal" not in waiting.json()

    visit(play)


def test_what_was_seen_may_be_stale(visit: Visit) -> None:
    """A command that rests on a past version is refused once the choice is gone."""

    async def play(door: Door) -> None:
        name, tokens = await door.table("casino", seats=["open", "open"])
        base = f"/v1/matches/{name}"
        acting = (await door.get(base)).json()["acting"][0]
        view = (await door.get(f"{base}/view", tokens[acting])).json()
        after = {"version": view["version"], "head": view["head"]}
        body = {"move": view["moves"][0], "after": after}
        assert (await door.post(f"{base}/moves", body, tokens[acting])).status_code == 200
        stale = await door.post(f"{base}/moves", body, tokens[acting])
        assert (stale.status_code, stale.json()["code"]) == (409, "stale")
        assert stale.json()["version"] == view["version"] + 1
        wrong = body | {"after": after | {"head": "ab" * 32}}
        refused = await door.post(f"{base}/moves", wrong, tokens[acting])
        assert (refused.status_code, refused.json()["code"]) == (409, "wrong_head")

    visit(play)


def test_a_signed_head_that_is_not_ours_freezes_the_match(visit: Visit) -> None:
    """A head under our own signature that the log doesn't have stops the match (423)."""

    async def play(door: Door) -> None:
        name, tokens = await door.table("casino", seats=["open", "open"])
        base = f"/v1/matches/{name}"
        signature = b64encode(door.services.keys.sign(name, 99, b"\7" * 32)).decode()
        after = {"version": 99, "head": "07" * 32, "signature": signature}
        frozen = await door.post(f"{base}/moves", {"move": {}, "after": after}, tokens[0])
        assert (frozen.status_code, frozen.json()["code"]) == (423, "frozen")
        assert (await door.get("/readyz")).status_code == 503

    visit(play)


def test_problems_in_spanish(visit: Visit) -> None:
    """Accept-Language chooses the language, by weight; the house's own is the default."""

    async def knock(door: Door) -> None:
        for accept, start in (
            ("es", "No existe"),
            ("en;q=0.3, es-CU;q=0.9", "No existe"),
            ("fr", "There is no"),
            ("es;q=x", "There is no"),
        ):
            said = (await door.get("/v1/matches/no-1", **{"Accept-Language": accept})).json()
            assert said["detail"].startswith(start)
        nowhere = await door.get("/v1/nada", **{"Accept-Language": "es"})
        assert nowhere.json()["detail"] == "Aquí no hay nada."

    visit(knock)


def test_tokens_and_scopes(visit: Visit) -> None:
    """Wrong, expired and revoked tokens are nobody's; a scope that is missing is named."""

    async def knock(door: Door) -> None:
        for header in ("Bearer tpt_wrong", "Basic abc", "Bearer"):
            answer = await door.http.get("/v1/matches/x-0", headers={"Authorization": header})
            assert answer.status_code == 401
            assert answer.headers["www-authenticate"] == "Bearer"
        admin = await door.admin()
        made = await door.post("/v1/tokens", {"actor": "club", "scopes": ["match:read"]}, admin)
        token = made.json()["token"]
        refused = await door.post("/v1/matches", {"game": "kaiser"}, token)
        assert (refused.status_code, refused.json()["scope"]) == (403, "match:create")
        await door.http.request(
            "DELETE", "/v1/tokens", headers={"Authorization": f"Bearer {token}"}
        )
        assert (await door.get("/v1/matches/x-0", token)).status_code == 401
        await door.services.tokens.give("tpt_old", Grant("club", ("match:read",), expires=1))
        assert (await door.get("/v1/matches/x-0", "tpt_old")).status_code == 401

    visit(knock)


def test_applications_act_for_their_own_users(visit: Visit) -> None:
    """An application's users are told apart from another's of the same name."""

    async def act(door: Door) -> None:
        club = await door.admin("match:create", "match:play", "match:read", actor="club")
        rival = await door.admin("match:create", "match:play", "match:read", actor="rival")
        seats = [{"kind": "reserved", "player": "ana"}, "open"]
        made = await door.post("/v1/matches", {"game": "casino", "seats": seats}, club)
        base = f"/v1/matches/{made.json()['match']}"
        body = {"seat": 0}
        stranger = await door.post(f"{base}/join", body, rival, **{"Tapete-Player": "ana"})
        assert stranger.status_code == 409
        ana = await door.post(f"{base}/join", body, club, **{"Tapete-Player": "ana"})
        assert ana.json()["seat"] == 0
        seen = await door.get(f"{base}/view", club, **{"Tapete-Player": "ana"})
        assert seen.json()["moves"] == []
        assert "moves" not in (await door.get(f"{base}/view", club)).json()

    visit(act)


def test_redis_away_is_said_and_survived(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    """While the log can't be written a move is refused with 503 and a time to come again."""

    async def play(door: Door) -> None:
        name, tokens = await door.table("casino", seats=["open", "open"])
        base = f"/v1/matches/{name}"
        acting = (await door.get(base)).json()["acting"][0]
        move = (await door.get(f"{base}/view", tokens[acting])).json()["moves"][0]

        async def away(*_: object) -> None:
            raise Unavailable(known=True, reason="secret host:6379")

        with monkeypatch.context() as patch:
            patch.setattr(door.services.log, "append", away)
            refused = await door.post(f"{base}/moves", {"move": move}, tokens[acting])
        assert (refused.status_code, refused.json()["code"]) == (503, "unavailable")
        assert refused.headers["retry-after"] == "1"
        assert "6379" not in refused.text
        again = await door.post(f"{base}/moves", {"move": move}, tokens[acting])
        assert again.status_code == 200

        async def gone(*_: object, **__: object) -> None:
            raise ConnectionError("secret host:6379")

        with monkeypatch.context() as patch:
            patch.setattr(door.services.redis, "execute_command", gone)
            refused = await door.get(base, tokens[0])
        assert (refused.status_code, refused.json()["code"]) == (503, "unavailable")
        assert "6379" not in refused.text

    visit(play)


def test_our_own_faults_are_not_told(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    """A record that contradicts itself, or a bug, gives 500 without a word of why."""

    async def knock(door: Door) -> None:
        name = await door.match("casino", seats=["open", "open"])
        for error in (Corrupt(reason="the secret reason"), RuntimeError("the secret reason")):

            async def broken(*_: object, error: Exception = error) -> None:
                raise error

            with monkeypatch.context() as patch:
                patch.setattr(door.services.matches.cache, "current", broken)
                answer = await door.get(f"/v1/matches/{name}")
            assert answer.status_code == 500
            assert answer.json()["code"] in ("corrupt", "internal")
            assert "secret" not in answer.text
            assert "Traceback" not in answer.text

    visit(knock)
