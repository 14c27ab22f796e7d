"""The bucket: paged, asked again where it stumbles, honest about failures, and told to nobody."""

import asyncio
import socket
import threading
import time
import traceback
from collections.abc import Iterator
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, unquote

import pytest

from events.errors import Unavailable
from services.archive.bucket import Bucket, Service
from services.archive.stores import Remote

KEY, SECRET = "OURKEY0123", "our/secret+key"


class Pretended(ThreadingHTTPServer):
    """A service with one bucket, which gives keys two at a time and fails when it is told to."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Asked)
        self.objects: dict[str, bytes] = {}
        self.failures: list[int] = []
        self.heard: list[dict[str, str]] = []

    def answer(self, method: str, path: str, data: bytes) -> tuple[int, bytes]:
        if self.failures:
            return self.failures.pop(0), f"<Error><AccessKeyId>{KEY}</AccessKeyId></Error>".encode()
        place, _, query = path.partition("?")
        key = unquote(place.removeprefix("/cards"))[1:]
        if method == "PUT":
            self.objects[key] = data
            return 200, b""
        if key:
            return (200, self.objects[key]) if key in self.objects else (404, b"")
        return 200, self.listed(parse_qs(query)).encode()

    def listed(self, asked: dict[str, list[str]]) -> str:
        keys = sorted(key for key in self.objects if key.startswith(asked["prefix"][0]))
        first = int(asked.get("continuation-token", ["0"])[0])
        rows = "".join(
            f"<Contents><Key>{key}</Key><Size>1</Size>"
            "<LastModified>2026-01-01T00:00:00.000Z</LastModified></Contents>"
            for key in keys[first : first + 2]
        )
        more = f"<NextContinuationToken>{first + 2}</NextContinuationToken>"
        return f'<R xmlns="http://s3">{rows}{more if first + 2 < len(keys) else ""}</R>'


class Asked(BaseHTTPRequestHandler):
    """One request to it."""

    protocol_version = "HTTP/1.1"
    server: Pretended

    def do(self) -> None:
        data = self.rfile.read(int(self.headers.get("content-length") or 0))
        heard = {name.lower(): value for name, value in self.headers.items()}
        self.server.heard.append(heard | {"path": self.path})
        status, body = self.server.answer(self.command, self.path, data)
        self.send_response(status)
        for name, value in (("Content-Length", str(len(body))), ("ETag", '"1"')):
            self.send_header(name, value)
        self.send_header("Last-Modified", "Thu, 01 Jan 2026 00:00:00 GMT")
        self.end_headers()
        self.wfile.write(body)

    do_GET = do_PUT = do

    def log_message(self, *_: object) -> None: ...


@pytest.fixture
def service() -> Iterator[Pretended]:
    with Pretended() as service:
        threading.Thread(target=service.serve_forever, args=(0.01,), daemon=True).start()
        yield service
        service.shutdown()


def remote(port: int, patience: float = 30) -> Remote:
    house = Service(f"http://127.0.0.1:{port}", "here", KEY, SECRET)
    return Remote(Bucket(house, "cards", timedelta(seconds=patience)), "matches")


def test_what_was_put_is_found_again(service: Pretended) -> None:
    """By its id, and in the list over several pages; what was never put is None."""

    async def act() -> None:
        service.objects |= {"matches/": b"", "matches/notes.txt": b"not ours"}
        store = remote(service.server_port)
        for number in range(5):
            await store.put(f"01abcd{number}-0", b"%d" % number)
        assert await store.get("01abcd3-0") == b"3"
        assert await store.get("01abcd9-0") is None
        assert [name async for name in store.names()] == [f"01abcd{n}-0" for n in range(5)]
        assert "matches/01ab/cd/01abcd3-0.tapete.zst" in service.objects
        await store.close()

    asyncio.run(act())


def test_a_service_that_stumbles_is_asked_again(service: Pretended) -> None:
    """Twice it may fail; a third time, or a refusal, is said to be unavailable."""

    async def act() -> None:
        store = remote(service.server_port)
        service.failures = [503, 500]
        await store.put("01abcd-0", b"x")
        assert await store.get("01abcd-0") == b"x"
        for failures in ([500, 500, 500], [403]):
            status, service.failures = failures[0], failures
            with pytest.raises(Unavailable) as caught:
                await store.get("01abcd-0")
            assert caught.value.details["reason"] == f"the archive answers {status}"
        assert service.failures == []
        await store.close()

    asyncio.run(act())


@pytest.mark.parametrize("status", [401, 403, 404, 500])
def test_nothing_counts_as_put_or_listed_that_was_refused(service: Pretended, status: int) -> None:
    """A bucket that isn't there, or not for us, is unavailable: it neither keeps nor is empty."""

    async def act() -> None:
        store = remote(service.server_port)
        service.failures = [status] * 3
        with pytest.raises(Unavailable):
            await store.put("01abcd-0", b"x")
        service.failures = [status] * 3
        with pytest.raises(Unavailable):
            [name async for name in store.names()]
        service.failures.clear()
        assert service.objects == {}

    asyncio.run(act())


def test_who_does_not_answer_is_not_waited_for() -> None:
    """A service that is silent, or gone, is unavailable after a bounded time, and why is said."""

    async def act(port: int) -> str:
        with pytest.raises(Unavailable) as caught:
            await remote(port, patience=0.1).put("01abcd-0", b"x")
        return str(caught.value.details["reason"])

    begun = time.monotonic()
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        assert asyncio.run(act(port)) == "HTTP error: error sending request"
    assert asyncio.run(act(port)) == "HTTP error: error sending request"
    assert time.monotonic() - begun < 10


def test_an_error_shows_no_key(service: Pretended) -> None:
    """Whatever the service answers, neither key nor secret comes into a traceback."""
    service.failures = [403]
    with pytest.raises(Unavailable) as caught:
        asyncio.run(remote(service.server_port).get("01abcd-0"))
    told = "".join(traceback.format_exception(caught.value))
    assert caught.value.details["reason"] == "the archive answers 403"
    assert KEY not in told
    assert SECRET not in told


def test_the_environment_says_nothing_about_the_archive(
    service: Pretended, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the archive lies and who we are there is in our own settings, and in no others."""
    for name in ("AWS_ENDPOINT", "AWS_ENDPOINT_URL", "AWS_ENDPOINT_URL_S3", "HTTP_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", "AWS_REGION"):
        monkeypatch.setenv(name, "another")
    for name in ("AWS_SKIP_SIGNATURE", "AWS_VIRTUAL_HOSTED_STYLE_REQUEST", "AWS_S3_EXPRESS"):
        monkeypatch.setenv(name, "true")
    asyncio.run(remote(service.server_port).put("01abcd-0", b"x"))
    [heard] = service.heard
    assert f"Credential={KEY}/" in heard["authorization"]
    assert "/here/s3/aws4_request" in heard["authorization"]
    assert "another" not in repr(heard)
    assert heard["path"] == "/cards/matches/01ab/cd/01abcd-0.tapete.zst"
    assert heard["host"] == f"127.0.0.1:{service.server_port}"
