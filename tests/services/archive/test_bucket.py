"""The bucket: signed as the service's own documentation shows, paged, and honest about failures."""

import asyncio
from collections.abc import Mapping
from datetime import UTC, datetime
from urllib.parse import parse_qs, unquote

import httpx
import pytest

from events.errors import Unavailable
from services.archive.bucket import Bucket, Service, canonical, signed
from services.archive.stores import Remote

# The worked examples of "Signature Calculations for the Authorization Header" in the S3 manual.
EXAMPLE = Service(
    "https://examplebucket.s3.amazonaws.com",
    "us-east-1",
    "AKIAIOSFODNN7EXAMPLE",
    "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
)
MAY_24 = datetime(2013, 5, 24, tzinfo=UTC)


@pytest.mark.parametrize(
    ("method", "path", "data", "more", "signature"),
    [
        (
            "GET", "/test.txt", b"", {"range": "bytes=0-9"},
            "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
        ),
        (
            "PUT", "/test%24file.text", b"Welcome to Amazon S3.",
            {
                "date": "Fri, 24 May 2013 00:00:00 GMT",
                "x-amz-storage-class": "REDUCED_REDUNDANCY",
            },
            "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd",
        ),
        (
            "GET", f"/?{canonical({'prefix': 'J', 'max-keys': '2'})}", b"", {},
            "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7",
        ),
    ],
)  # fmt: skip
def test_signs_as_the_manual_does(
    method: str, path: str, data: bytes, more: Mapping[str, str], signature: str
) -> None:
    """The published examples come out to the last digit."""
    headers = signed(EXAMPLE, method, EXAMPLE.endpoint + path, data, MAY_24, more)
    assert headers["authorization"].endswith(f"Signature={signature}")


class Pretended:
    """A service with one bucket, which gives keys two at a time and fails when it is told to."""

    def __init__(self) -> None:
        self.objects: dict[str, bytes] = {}
        self.failures: list[int] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        if self.failures:
            return httpx.Response(self.failures.pop(0))
        key = unquote(request.url.raw_path.decode().partition("?")[0].removeprefix("/cards"))[1:]
        if request.method == "PUT":
            self.objects[key] = request.content
            return httpx.Response(200)
        if key:
            found = self.objects.get(key)
            return httpx.Response(404) if found is None else httpx.Response(200, content=found)
        return httpx.Response(200, text=self.listed(parse_qs(request.url.query.decode())))

    def listed(self, asked: dict[str, list[str]]) -> str:
        keys = sorted(key for key in self.objects if key.startswith(asked["prefix"][0]))
        first = int(asked.get("continuation-token", ["0"])[0])
        rows = "".join(f"<Contents><Key>{key}</Key></Contents>" for key in keys[first : first + 2])
        more = f"<NextContinuationToken>{first + 2}</NextContinuationToken>"
        return f'<R xmlns="http://s3">{rows}{more if first + 2 < len(keys) else ""}</R>'


def remote(service: Pretended) -> Remote:
    house = Service("http://127.0.0.1:1", "here", "key", "secret")
    return Remote(Bucket(house, "cards", httpx.MockTransport(service)), "matches")


def test_what_was_put_is_found_again() -> None:
    """By its id, and in the list over several pages; what was never put is None."""

    async def act() -> None:
        service = Pretended()
        service.objects["matches/notes.txt"] = b"not ours"
        store = remote(service)
        for number in range(5):
            await store.put(f"01abcd{number}-0", b"%d" % number)
        assert await store.get("01abcd3-0") == b"3"
        assert await store.get("01abcd9-0") is None
        assert [name async for name in store.names()] == [f"01abcd{n}-0" for n in range(5)]
        await store.close()

    asyncio.run(act())


def test_a_service_that_stumbles_is_asked_again() -> None:
    """Twice it may fail; a third time, or a refusal, is said to be unavailable."""

    async def act() -> None:
        service = Pretended()
        store = remote(service)
        service.failures = [503, 500]
        await store.put("01abcd-0", b"x")
        assert await store.get("01abcd-0") == b"x"
        for failures in ([500, 500, 500], [403]):
            service.failures = failures
            with pytest.raises(Unavailable):
                await store.get("01abcd-0")
        assert service.failures == []
        await store.close()

    asyncio.run(act())
