"""What people try who mean no good, and what happens to who is only clumsy."""

import json
import socket
import time
from collections.abc import Iterator
from typing import Any

import pytest
import structlog
from websockets.exceptions import InvalidStatus

from services.api.http import timeouts
from services.api.stream import transports
from services.identity.tokens import Grant
from services.settings import Settings
from tests.services.api.served import Served

UPGRADE = (
    b"GET /v1/stream HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
)
TEXT, MORE, PING = 1, 0, 9


@pytest.fixture
def served(flushed: str, settings: Settings) -> Iterator[Served]:
    with Served(settings, flushed) as server:
        yield server


class Raw:
    """A connection that obeys no protocol."""

    def __init__(self, served: Served, first: bytes = b"") -> None:
        host, port = served.url.removeprefix("http://").split(":")
        self.socket = socket.create_connection((host, int(port)), timeout=5)
        self.socket.sendall(first)

    def __enter__(self) -> "Raw":
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def send(self, data: bytes, times: int = 1) -> bool:
        """Whether it was taken; a connection that is closed takes nothing."""
        try:
            for _ in range(times):
                self.socket.sendall(data)
        except OSError:
            return False
        return True

    def rest(self) -> bytes:
        """All that comes until the other side closes."""
        got = b""
        try:
            while more := self.socket.recv(65536):
                got += more
        except ConnectionResetError:
            pass
        return got

    def problem(self) -> Any:
        head, _, body = self.rest().partition(b"\r\n\r\n")
        assert b"application/problem+json" in head
        return json.loads(body)


def upgraded(served: Served, more: bytes = b"") -> Raw:
    """A play socket without any library; what is sent over it is up to us."""
    raw = Raw(served, UPGRADE + more + b"\r\n")
    while b"\r\n\r\n" not in raw.socket.recv(1024):
        pass
    return raw


def frame(kind: int, data: bytes = b"", *, last: bool = True, reserved: int = 0) -> bytes:
    """A short WebSocket frame of a client, masked with zeros."""
    return bytes((last << 7 | reserved << 4 | kind, 0x80 | len(data), 0, 0, 0, 0)) + data


# -- addresses, headers, bodies


NAMES = ["9" * 5000, f"x-{'9' * 5000}", "x-" + "9" * 62, "a" * 3000 + "-0", "*-0", "x%00-0", "-0"]
NAMES += ["x%0d%0aSet-Cookie:%20a-0", "x}{p1}-0", "%F0%9F%82%A1-0", "%ff-0", "x-%D9%A3", "x--1"]


@pytest.mark.parametrize("name", NAMES)
def test_no_name_breaks_the_service(served: Served, name: str) -> None:
    """A match that can't be is unknown, over every door; its name gets into no header."""
    for method, rest in (("GET", ""), ("GET", "/stream"), ("GET", "/export"), ("POST", "/join")):
        answer = served.http.request(method, f"/v1/matches/{name}{rest}")
        assert (answer.status_code, answer.json()["code"]) == (404, "unknown_match")
        assert "set-cookie" not in answer.headers
    with served.socket() as talk:
        said = talk.answer(do="watch", match=name[:64])
        assert said["problem"]["code"] == "unknown_match"


def test_names_that_nobody_knows_take_no_memory(served: Served) -> None:
    """What is looked up in vain is forgotten again, however often and whatever it is."""
    for name in ("x-0", "x" * 3000 + "-0", "x" * 3000):
        served.http.get(f"/v1/matches/{name}")
        served.http.post(f"/v1/matches/{name}/join")
    with served.socket() as talk:
        talk.answer(do="watch", match="y-0")
    assert served.services.matches.cache.all() == ()


UNSEEN = ["\x1b[2J", "a\r\nb", "\x00", "\u202egnp", "a\u200bb", "\x9b31m", "\ufeffa"]


@pytest.mark.parametrize("name", UNSEEN)
def test_nobody_is_called_what_turns_a_screen_round(served: Served, name: str) -> None:
    """Control characters and turned text are refused in names; letters of all kinds are not."""

    def offered(name: str) -> int:
        seats = ["open", {"kind": "bot", "player": name}]
        answer = served.http.post("/v1/matches", json={"game": "casino", "seats": seats})
        return answer.status_code

    assert offered(name) == 400
    assert offered("Zoë · 李 · नमस्ते 👩‍🚀") == 201


def test_a_token_in_an_address_is_refused(served: Served) -> None:
    """Whoever puts a token where everybody logs it is told so; only a ticket may stand there."""
    name, tokens = served.table()
    path = f"/v1/matches/{name}/view?token={tokens[0]}"
    refused = served.http.get(path)
    assert (refused.status_code, refused.json()["code"]) == (400, "malformed")
    assert tokens[0] not in refused.text
    with (
        pytest.raises(InvalidStatus) as upgrade,
        served.socket(query=f"?access_token={tokens[0]}"),
    ):
        pass
    assert upgrade.value.response.status_code == 400


def test_the_framework_shows_no_pages_of_its_own(served: Served) -> None:
    """No page is served that loads scripts from elsewhere."""
    for path in ("/framework", "/framework/", "/framework/openapi.json", "/framework/x", "/schema"):
        answer = served.http.get(path)
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_strangers_pages_get_no_leave(served: Served) -> None:
    """Where no origin is allowed, no answer invites another's page, and no form can post."""
    origin = {"Origin": "https://evil.example"}
    asked = origin | {"Access-Control-Request-Method": "POST"}
    for answer in (
        served.http.get("/v1/games", headers=origin),
        served.http.options("/v1/matches", headers=asked),
    ):
        assert not [name for name in answer.headers if name.startswith("access-control")]
    form = served.http.post("/v1/matches", data={"game": "casino"}, headers=origin)
    assert form.status_code == 415


# -- requests without an end


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timeouts, "HEAD_SECONDS", 0.3)
    monkeypatch.setattr(timeouts, "BODY_SECONDS", 0.3)


BODY = b"POST /v1/matches HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(
    "begun", [b"GET / HTTP/1.1\r\nHost: x\r\n", b"GE", BODY + b"Content-Length: 9\r\n\r\n{"]
)
def test_a_request_that_does_not_end_is_ended(served: Served, begun: bytes) -> None:
    """Who sends half a request is told that he is late, and let go."""
    with Raw(served, begun) as raw:
        assert raw.problem()["status"] == 408


@pytest.mark.usefixtures("impatient")
def test_a_request_that_trickles_in_is_ended(served: Served) -> None:
    """A byte now and then is no progress: the time is for the whole head."""
    with Raw(served, b"GET / HTTP/1.1\r\nHost: ") as raw:
        began = time.monotonic()
        while raw.send(b"x") and time.monotonic() < began + 5:
            time.sleep(0.05)
        assert time.monotonic() < began + 4


@pytest.mark.usefixtures("impatient")
def test_a_connection_on_which_nothing_comes_is_closed(served: Served) -> None:
    """Who connects and says nothing is let go without a word; an open stream is not."""
    with Raw(served) as raw, upgraded(served) as player:
        assert raw.rest() == b""
        time.sleep(0.4)
        player.send(frame(TEXT, b'{"do":"unwatch","match":"x"}'))
        assert b"done" in player.socket.recv(100)


@pytest.mark.parametrize("part", [b"X-More: " + b"a" * 1000 + b"\r\n", b"a" * 1000])
def test_headers_without_end_are_refused(served: Served, part: bytes) -> None:
    """A head of more than 32 kB is not read on, whether in lines or in one."""
    with Raw(served, b"GET /v1/games HTTP/1.1\r\nHost: x\r\nX-A: b\r\n") as raw:
        for _ in range(40):
            if not raw.send(part):
                break
            time.sleep(0.001)
        assert raw.problem()["status"] == 431


@pytest.mark.parametrize(
    "nonsense",
    [
        b"\x16\x03\x01\x02\x00\x01\r\n\r\n",
        b"GET /v1/games HTTP/1.1\r\nHost: x\r\nA: \x00\r\n\r\n",
        BODY + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"GET /v1/matches/\xff-0 HTTP/1.1\r\nHost: x\r\n\r\n",
    ],
)
def test_what_is_no_request_is_a_problem_too(served: Served, nonsense: bytes) -> None:
    """Even what isn't HTTP gets problem+json, and its connection is closed."""
    with Raw(served, nonsense) as raw:
        assert raw.problem()["code"] == "malformed"


def test_who_goes_away_amid_his_body_is_no_fault_of_ours(served: Served) -> None:
    """A client that breaks off leaves no error in the log of the service."""
    with structlog.testing.capture_logs() as lines:
        for _ in range(3):
            Raw(served, BODY + b"Content-Length: 90\r\n\r\n{").socket.close()
        served.http.get("/healthz")
        time.sleep(0.1)
        with pytest.raises(InvalidStatus), served.socket("tpt_wrong"):
            pass
    assert not [line for line in lines if line["log_level"] == "error"]


# -- play sockets


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (frame(TEXT, b"{}", reserved=4), 1002),  # compressed, which we never agreed on
        (frame(TEXT, last=False) + frame(MORE, last=False) * 2000, 1009),
        (frame(PING, b"a", last=False), 1002),
        (frame(MORE, b"x"), 1002),
        (bytes((0x81, 0xFF)) + (1 << 62).to_bytes(8) + bytes(4), 1009),
        (bytes((0x81, 2)) + b"{}", 1002),  # without a mask
    ],
)
def test_frames_that_nobody_honest_sends(served: Served, sent: bytes, code: int) -> None:
    """Compressed, endless, torn or unmasked frames close the connection with the right code."""
    with upgraded(served, b"Sec-WebSocket-Extensions: permessage-deflate\r\n") as raw:
        raw.send(sent)
        got = raw.rest()
        assert got[:1] == b"\x88"
        assert int.from_bytes(got[2:4]) == code


def test_pings_whose_answers_nobody_reads(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who asks for ever whether we are there, and doesn't listen, is cut off."""
    monkeypatch.setattr(transports, "MOST_BYTES", 10_000)
    with upgraded(served) as raw:
        raw.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        assert not raw.send(frame(PING, b"a" * 100) * 1000, times=400)


@pytest.mark.parametrize(
    "origin", [b"http://[::1", b"http://x@evil", b"http://evil#x", b"null", b"\xff", b"//x"]
)
def test_origins_that_are_none(served: Served, origin: bytes) -> None:
    """Whatever stands in Origin, only our own pages and those allowed get in; others get 403."""
    with Raw(served, UPGRADE + b"Origin: " + origin + b"\r\n\r\n") as raw:
        assert raw.problem()["code"] == "forbidden"


# -- what was another's


def test_a_seat_can_do_no_more_than_play(served: Served) -> None:
    """A seat's token opens no match, takes no other seat, judges nothing, makes no token."""
    name, tokens = served.table()
    other = served.http.post("/v1/matches", json={"game": "casino"}).json()["match"]
    head = {"Authorization": f"Bearer {tokens[0]}"}
    reason = {"reason": "x"}
    for path, body in (
        ("/v1/matches", {"game": "casino"}),
        (f"/v1/matches/{other}/join", None),
        (f"/v1/matches/{other}/leave", None),
        (f"/v1/matches/{other}/resign", None),
        (f"/v1/matches/{name}/join", None),
        (f"/v1/matches/{name}/pause", reason),
        (f"/v1/matches/{name}/abort", reason),
        (f"/v1/matches/{name}/adjudicate", {"ranks": [1, 2]} | reason),
        ("/v1/tokens", {"actor": "me", "scopes": ["admin"]}),
    ):
        answer = served.http.post(path, json=body, headers=head)
        assert (answer.status_code, answer.json()["code"]) == (403, "forbidden"), path
    robbed = served.http.request("DELETE", "/v1/tokens", json={"token": tokens[1]}, headers=head)
    assert robbed.status_code == 403


def test_nobody_acts_for_another_but_an_application(served: Served) -> None:
    """Neither a seat nor a player may say who he is; an application's users have clean names."""
    name, tokens = served.table()
    scopes = ("match:create", "match:play", "match:read")
    for token, grant in (
        ("tpt_ana", Grant("ana", scopes, player="ana")),
        ("tpt_club", Grant("club", scopes)),
    ):
        served.run(served.services.tokens.give(token, grant))
    path = f"/v1/matches/{name}/view"
    for token, user, status in (
        (tokens[0], "p1", 403),
        ("tpt_ana", "bea", 403),
        ("tpt_club", "bea", 200),
        ("tpt_club", "", 400),
        ("tpt_club", "b" * 65, 400),
        ("tpt_club", "b\x85a", 400),
    ):
        head = {"Authorization": f"Bearer {token}", "Tapete-Player": user.encode("latin-1")}
        assert served.http.get(path, headers=head).status_code == status, (token, user)


def test_one_key_is_two_seats_in_two_matches(served: Served) -> None:
    """A key under which somebody joined is another command elsewhere, and gives another token."""
    key = {"Idempotency-Key": "the same key for both"}
    tokens = set()
    for _ in range(2):
        match = served.http.post("/v1/matches", json={"game": "casino"}).json()["match"]
        joined = served.http.post(f"/v1/matches/{match}/join", headers=key).json()
        again = served.http.post(f"/v1/matches/{match}/join", headers=key).json()
        assert joined["token"] == again["token"]
        tokens.add(joined["token"])
    assert len(tokens) == 2


def test_one_key_is_two_commands_of_two_seats(served: Served) -> None:
    """Whoever guesses another's key gets his own answer, never the other's view."""
    name, tokens = served.table()
    seat = served.http.get(f"/v1/matches/{name}").json()["acting"][0]
    for player in (seat, 1 - seat):
        head = {"Authorization": f"Bearer {tokens[player]}", "Idempotency-Key": "k"}
        view = served.http.get(f"/v1/matches/{name}/view", headers=head).json()
        body = {"move": view["moves"][0]}
        done = served.http.post(f"/v1/matches/{name}/moves", json=body, headers=head).json()
        held = [hand for hand in done["view"]["hands"] if "values" in hand]
        assert {hand["by"] for hand in held} == {player}
        again = served.http.post(f"/v1/matches/{name}/moves", json=body, headers=head).json()
        assert again["version"] == view["version"] + 1


def test_a_captured_message_plays_nowhere_else(served: Served) -> None:
    """A move that was overheard is good for its match, its seat and its moment, and no other."""
    name, tokens = served.table()
    other, others = served.table()
    seat = served.http.get(f"/v1/matches/{name}").json()["acting"][0]
    head = {"Authorization": f"Bearer {tokens[seat]}"}
    view = served.http.get(f"/v1/matches/{name}/view", headers=head).json()
    seen = {"version": view["version"], "head": view["head"]}
    captured = {"do": "move", "match": name, "move": view["moves"][0], "after": seen, "key": "k"}
    with served.socket(tokens[1 - seat]) as talk:
        assert talk.answer(**captured)["problem"]["code"] == "not_your_turn"
        assert talk.answer(**captured | {"match": other})["problem"]["code"] == "forbidden"
    with served.socket(others[0]) as talk:
        assert talk.answer(**captured)["problem"]["code"] == "forbidden"
        told = talk.answer(**captured | {"match": other})["problem"]["code"]
        assert told in ("wrong_head", "not_your_turn")
    with served.socket(tokens[seat]) as talk:
        assert talk.answer(**captured)["type"] == "done"
        assert talk.answer(**captured | {"key": "later"})["problem"]["code"] == "stale"


def test_a_client_sets_no_time(served: Served) -> None:
    """When a move came is for the server to say: a time in a request is refused by name."""
    name, tokens = served.table()
    seat = served.http.get(f"/v1/matches/{name}").json()["acting"][0]
    head = {"Authorization": f"Bearer {tokens[seat]}"}
    move = served.http.get(f"/v1/matches/{name}/view", headers=head).json()["moves"][0]
    for body in ({"move": move, "at": 0}, {"move": move | {"at": 0}}):
        refused = served.http.post(f"/v1/matches/{name}/moves", json=body, headers=head)
        assert refused.status_code == 400
        assert "`at`" in refused.json()["detail"]
    with served.socket(tokens[seat]) as talk:
        said = talk.answer(do="move", match=name, move=move, at=1 << 50)
        assert "`at`" in said["problem"]["detail"]
