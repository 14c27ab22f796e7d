"""The play socket, on a real server."""

import json
import socket
import time
from base64 import b64decode
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from events.seals import first_seal, next_seal
from services.api.stream import sessions, transports
from services.settings import Settings
from tests.services.api.served import Served, Talk


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return Settings(
        data=settings.data,
        reads_per_second=0,
        plays_per_second=0,
        origins=("https://play.example",),
    )


@pytest.fixture
def served(flushed: str, settings: Settings) -> Iterator[Served]:
    with Served(settings, flushed) as server:
        yield server


def acting(served: Served, name: str, tokens: list[str]) -> tuple[int, list[Any]]:
    """A seat that is to move, and its moves."""
    seat = served.http.get(f"/v1/matches/{name}").json()["acting"][0]
    head = {"Authorization": f"Bearer {tokens[seat]}"}
    return seat, served.http.get(f"/v1/matches/{name}/view", headers=head).json()["moves"]


@contextmanager
def players(served: Served, name: str, tokens: list[str]) -> Iterator[Callable[[], int]]:
    """Everybody connected; each call plays one move, and gives the version after it."""
    with ExitStack() as doors:
        talks = [doors.enter_context(served.socket(token)) for token in tokens]

        def play() -> int:
            seat, moves = acting(served, name, tokens)
            done = talks[seat].answer(do="move", match=name, move=moves[0])
            assert done["type"] == "done", done
            return int(done["version"])

        yield play


def test_play_over_one_socket(served: Served) -> None:
    """A seat watches, is told what it may do, does it, and sees what came of it, once."""
    name, tokens = served.table("kaiser")
    seat, moves = acting(served, name, tokens)
    with served.socket(tokens[seat]) as talk, served.socket() as beside:
        beside.answer(do="watch", match=name, only="entry")
        watched = talk.answer(do="watch", match=name)
        assert talk.frames[0]["moves"] == moves
        assert watched["seat"] == seat
        done = talk.answer(do="move", match=name, move=moves[0])
        (frame,) = talk.frames
        assert frame["entry"]["cause"]["seat"] == seat
        assert done == {
            "type": "done",
            "id": "q",
            "match": name,
            "version": watched["version"] + 1,
            "head": frame["head"],
        }
        light = beside.hear()
        assert light["entry"] == frame["entry"]
        assert "view" not in light
        talk.answer(do="unwatch", match=name)
        assert talk.answer(do="unwatch", match=name)["type"] == "done"


def test_one_connection_many_seats(served: Served) -> None:
    """Tokens are added to a connection; each counts for its own match."""
    tables = [served.table() for _ in range(3)]
    with served.socket() as talk:
        for _, tokens in tables:
            assert talk.answer(do="auth", token=tokens[0])["seat"] == 0
        for name, _ in tables:
            assert talk.answer(do="watch", match=name)["seat"] == 0
        stranger = talk.answer(do="auth", token="tpt_unknown")
        assert stranger["problem"]["code"] == "unauthorized"


def test_the_same_key_is_the_same_move(served: Served) -> None:
    """A move that is sent again over another connection, or over HTTP, is answered, not played."""
    name, tokens = served.table()
    seat, moves = acting(served, name, tokens)
    with served.socket(tokens[seat]) as talk:
        first = talk.answer(do="move", match=name, move=moves[0], key="k")
    with served.socket(tokens[seat]) as talk:
        assert talk.answer(do="move", match=name, move=moves[0], key="k") == first
        other = talk.answer(do="move", match=name, move=moves[1], key="k")
        assert other["problem"]["code"] == "key_reused"
    head = {"Authorization": f"Bearer {tokens[seat]}", "Idempotency-Key": "k"}
    path = f"/v1/matches/{name}/moves"
    again = served.http.post(path, json={"move": moves[0]}, headers=head)
    assert again.json()["version"] == first["version"]


def test_what_is_refused_comes_back_with_its_id(served: Served) -> None:
    """Every refusal is the problem that HTTP would give, and the connection stays."""
    name, tokens = served.table()
    seat, moves = acting(served, name, tokens)
    cases: list[tuple[dict[str, Any], str]] = [
        ({"do": "dance"}, "malformed"),
        ({"do": "move", "match": name, "moov": 1}, "malformed"),
        ({"do": "move", "match": name}, "malformed"),
        ({"do": "move", "match": "x-0", "move": {}}, "unknown_match"),
        ({"do": "move", "match": name, "move": moves[0], "moves": []}, "malformed"),
        ({"do": "watch", "match": name, "from": 9999}, "unknown_version"),
        ({"do": "watch", "match": "nothing"}, "unknown_match"),
    ]
    with served.socket(tokens[seat], **{"Accept-Language": "es"}) as talk:
        for message, code in cases:
            answer = talk.answer(**message)
            assert answer["type"] == "problem"
            assert answer["problem"]["code"] == code, answer
        talk.ws.send("{broken")
        assert talk.hear()["problem"]["detail"].startswith("Esto no se puede leer")
        talk.ws.send("[" * 20_000)
        assert talk.hear()["problem"]["status"] == 400
    with served.socket(tokens[1 - seat]) as talk:
        answer = talk.answer(do="move", match=name, move=moves[0])
        assert answer["problem"]["code"] == "not_your_turn"
    with served.socket() as talk:
        assert talk.answer(do="move", match=name, move=moves[0])["problem"]["status"] == 403


def test_resuming_gives_every_version_once(served: Served) -> None:
    """Who comes back with his last version gets all that he missed, in order, and then the rest."""
    name, tokens = served.table()
    with players(served, name, tokens) as play, served.socket(tokens[0]) as away:
        away.answer(do="watch", match=name)
        known = away.frames[0]["version"]
        away.ws.close()
        for _ in range(3):
            play()
        with served.socket(tokens[0]) as back:
            back.answer(**{"do": "watch", "match": name, "from": known})
            seen = [frame["version"] for frame in back.frames]
            play()
            play()
            seen += [back.hear()["version"] for _ in range(2)]
            assert seen == list(range(known + 1, known + 6))
            up_to_date = back.answer(**{"do": "watch", "match": name, "from": seen[-1]})
            assert (up_to_date["type"], back.frames) == ("done", [])


def test_watching_while_others_play_has_no_gap(served: Served) -> None:
    """Whoever begins to watch in the midst of play sees each version after his snapshot once."""
    name, tokens = served.table("casino", options={"target": 100})
    with ExitStack() as doors, players(served, name, tokens) as play:
        late: list[Talk] = []
        for _ in range(12):
            talk = doors.enter_context(served.socket())
            talk.say(do="watch", match=name)
            late.append(talk)
            last = play()
        for talk in late:
            versions = []
            while not versions or versions[-1] < last:
                heard = talk.hear()
                versions += [heard["version"]] if "type" not in heard else []
            assert versions == list(range(versions[0], last + 1))


def test_foreign_pages_are_kept_out(served: Served) -> None:
    """A page of an allowed origin or of our own host may connect; another's may not."""
    own = served.url
    for origin in ("https://play.example", own):
        with served.socket(Origin=origin) as talk:
            talk.answer(do="unwatch", match="x")
    for origin in ("https://evil.example", "null", "https://play.example.evil", ""):
        with pytest.raises(InvalidStatus) as refused, served.socket(Origin=origin):
            pass
        assert refused.value.response.status_code == 403
        body = json.loads(refused.value.response.body)
        assert body["code"] == "forbidden"


def test_tickets_open_once(served: Served, caplog: pytest.LogCaptureFixture) -> None:
    """A ticket stands for its token in one upgrade; a second use, or a made-up one, is refused."""
    name, tokens = served.table()
    head = {"Authorization": f"Bearer {tokens[0]}"}
    caplog.set_level("INFO")
    made = served.http.post("/v1/tickets", headers=head)
    query = f"?ticket={made.json()['ticket']}"
    with served.socket(query=query) as talk:
        assert talk.answer(do="watch", match=name)["seat"] == 0
    assert query not in caplog.text
    for bad in (query, "?ticket=tpt_made_up"):
        with pytest.raises(InvalidStatus) as refused, served.socket(query=bad):
            pass
        assert refused.value.response.status_code == 401
    with pytest.raises(InvalidStatus), served.socket("tpt_wrong"):
        pass


def test_messages_that_are_too_long_or_no_text(served: Served) -> None:
    """64 kB is the most, and JSON is text: anything else closes with the right code."""
    with served.socket() as talk:
        talk.ws.send("x" * (transports.LONGEST + 1))
        assert closed(talk) == 1009
    with served.socket() as talk:
        talk.ws.send(b"{}")
        assert closed(talk) == 1003


def closed(talk: Talk) -> int:
    """The code that a connection is closed with, soon; -1 if it isn't."""
    until = time.monotonic() + 20
    while time.monotonic() < until:
        try:
            talk.hear()
        except ConnectionClosed as error:
            return error.rcvd.code if error.rcvd else 1006
    return -1


def test_chatter_is_ended(served: Served) -> None:
    """A thousand messages that are no moves, and the connection is closed with 1008."""
    with served.socket() as talk:
        with suppress(ConnectionClosed):
            for _ in range(1100):
                talk.say(do="unwatch", match="x")
        assert closed(talk) == 1008


def test_a_revoked_token_ends_its_connections(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the next heartbeat a token that is good no longer closes what was opened with it."""
    monkeypatch.setattr(sessions, "HEARTBEAT", 0.1)
    _, tokens = served.table()
    head = {"Authorization": f"Bearer {tokens[0]}"}
    ticket = served.http.post("/v1/tickets", headers=head).json()["ticket"]
    with (
        served.socket(tokens[0]) as talk,
        served.socket() as other,
        served.socket(query=f"?ticket={ticket}") as ticketed,
    ):
        other.answer(do="auth", token=tokens[0])
        assert talk.hear()["type"] == "heartbeat"
        assert served.http.request("DELETE", "/v1/tokens", headers=head).is_success
        assert closed(talk) == 1008
        assert closed(other) == 1008
        assert closed(ticketed) == 1008


def test_who_does_not_read_is_let_go_and_comes_back(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A reader who stops reading is closed, holds up nobody, and goes on from his version."""
    monkeypatch.setattr(transports, "MOST_BYTES", 20_000)
    name, tokens = served.table("casino", options={"target": 100})
    with players(served, name, tokens) as play, Stalled(served, name) as stalled:
        last = 0
        while stalled.waiting(served):
            began = time.monotonic()
            last = play()
            assert time.monotonic() - began < 2, "nobody waits for him"
            stalled.ask_for_all(20)
        assert b'{"type":"resync"}' in stalled.rest()
    with served.socket() as back:
        back.answer(**{"do": "watch", "match": name, "from": last - 1})
        assert [frame["version"] for frame in back.frames] == [last]


class Stalled:
    """A client that asks for a match and never reads."""

    def __init__(self, served: Served, match: str) -> None:
        host, port = served.url.removeprefix("http://").split(":")
        self.raw = socket.socket()
        self.raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.raw.connect((host, int(port)))
        self.raw.sendall(
            b"GET /v1/stream HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        self.raw.settimeout(5)
        while b"\r\n\r\n" not in self.raw.recv(1024):
            pass
        message = json.dumps({"do": "watch", "match": match, "from": 0}).encode()
        self.framed = bytes((0x81, 0x80 | len(message))) + bytes(4) + message

    def ask_for_all(self, times: int) -> None:
        """Ask for the whole match over and over."""
        for _ in range(times):
            with suppress(OSError):
                self.raw.sendall(self.framed)
            time.sleep(0.005)

    def __enter__(self) -> "Stalled":
        return self

    def __exit__(self, *_: object) -> None:
        self.raw.close()

    def waiting(self, served: Served) -> bool:
        """Whether the house has not let him go yet."""
        metrics = served.http.get("/metrics").text
        return "tapete_resyncs_total 0.0" in metrics

    def rest(self) -> bytes:
        """All that was still sent to him."""
        got = b""
        while more := self.raw.recv(65536):
            got += more
        return got


def test_the_seals_can_be_followed_live(served: Served) -> None:
    """Sealed frames carry the stored bytes: each seal follows from the one before."""
    name, tokens = served.table()
    with players(served, name, tokens) as play, served.socket(tokens[0]) as talk:
        talk.answer(**{"do": "watch", "match": name, "from": 0, "sealed": True})
        play()
        seal, opened = first_seal(name), 0
        frames = [frame for frame in (*talk.frames, talk.hear()) if "type" not in frame]
        for heard in frames:
            public = b64decode(heard["public"])
            seal = next_seal(seal, heard["version"], public)
            assert seal.hex() == heard["seal"] == heard["head"]
            opened += len(heard["openings"])
            assert "view" not in heard
        assert opened >= 1, "a seat's own cards"


def test_two_processes_tell_the_same(served: Served, flushed: str, settings: Settings) -> None:
    """What is played through one process is seen through another, in order and once."""
    name, tokens = served.table()
    with Served(settings, flushed) as other, other.socket(tokens[0]) as beside:
        beside.answer(do="watch", match=name)
        with players(served, name, tokens) as play:
            played = [play() for _ in range(4)]
        heard: list[int] = []
        while len(heard) < len(played):
            frame = beside.hear()
            heard += [frame["version"]] if "type" not in frame else []
        assert heard == played
        with players(other, name, tokens) as play:
            assert play() == played[-1] + 1


def test_a_crowd_of_spectators_costs_nobody_a_move(served: Served) -> None:
    """A hundred spectators, none of whom reads, and the players play on."""
    name, tokens = served.table("casino", options={"target": 100})
    with ExitStack() as doors, players(served, name, tokens) as play:
        for _ in range(100):
            doors.enter_context(Stalled(served, name)).ask_for_all(1)
        times = []
        for _ in range(20):
            began = time.monotonic()
            play()
            times.append(time.monotonic() - began)
        assert sorted(times)[len(times) // 2] < 0.5
