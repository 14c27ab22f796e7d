"""A bucket of an S3-compatible service: put, get and list, signed by AWS Signature Version 4.

Three requests need no client library of their own: httpx is here anyway, and the signature is the
forty lines below, held to the published worked examples.
"""

import hmac
from collections.abc import AsyncIterator, Mapping
from datetime import UTC, datetime
from hashlib import sha256
from typing import NamedTuple
from urllib.parse import quote, urlsplit
from xml.etree import ElementTree

import httpx

from events.errors import Unavailable

PATIENCE = 30.0  # seconds for a request
TRIES = 3


class Service(NamedTuple):
    """Where the service is, and who we are there."""

    endpoint: str
    region: str
    key: str
    secret: str


class Bucket:
    """One bucket; it is addressed by path, which every service understands."""

    def __init__(
        self, service: Service, name: str, transport: httpx.AsyncBaseTransport | None = None
    ) -> None:
        self._service = service
        self._base = f"{service.endpoint.rstrip('/')}/{name}"
        self._transport = transport
        self._http: httpx.AsyncClient | None = None

    async def put(self, key: str, data: bytes) -> None:
        """Store an object, whole or not at all."""
        await self._ask("PUT", f"/{quote(key)}", {}, data)

    async def get(self, key: str) -> bytes | None:
        """An object, or None if there is none."""
        return await self._ask("GET", f"/{quote(key)}", {})

    async def keys(self, prefix: str) -> AsyncIterator[str]:
        """All keys under a prefix, in order."""
        asked = {"list-type": "2", "prefix": prefix}
        while True:
            page = _page(await self._ask("GET", "", asked) or b"")
            for key in page.keys:
                yield key
            if page.following is None:
                return
            asked["continuation-token"] = page.following

    async def close(self) -> None:
        if self._http is not None:
            await self._http.aclose()
            self._http = None

    async def _ask(
        self, method: str, path: str, query: Mapping[str, str], data: bytes = b""
    ) -> bytes | None:
        """The body of the answer, None for 404; ``Unavailable`` if there is no good one."""
        if self._http is None:
            self._http = httpx.AsyncClient(
                timeout=PATIENCE, trust_env=False, transport=self._transport
            )
        reason = ""
        for _ in range(TRIES):
            url = f"{self._base}{path}" + (f"?{canonical(query)}" if query else "")
            headers = signed(self._service, method, url, data, datetime.now(UTC))
            try:
                answer = await self._http.request(method, url, content=data, headers=headers)
            except httpx.TransportError as error:
                reason = type(error).__name__
                continue
            if answer.status_code == 404 and path:
                return None
            if answer.is_success:
                return answer.content
            reason = f"the archive answers {answer.status_code}"
            if answer.status_code < 500:
                break
        raise Unavailable(known=False, reason=reason)


class _Page(NamedTuple):
    keys: list[str]
    following: str | None


def _page(body: bytes) -> _Page:
    """A page of a listing; names spaces differ from service to service."""
    try:
        root = ElementTree.fromstring(body)  # noqa: S314  from the service that holds our archive
    except ElementTree.ParseError as error:
        raise Unavailable(known=False, reason="the archive's list can't be read") from error
    found = [(each.tag.rpartition("}")[2], each.text or "") for each in root.iter()]
    following = [text for tag, text in found if tag == "NextContinuationToken"]
    return _Page([text for tag, text in found if tag == "Key"], next(iter(following), None))


# --- AWS Signature Version 4 --------------------------------------------------------------------


def signed(
    service: Service,
    method: str,
    url: str,
    data: bytes,
    now: datetime,
    more: Mapping[str, str] | None = None,
) -> dict[str, str]:
    """The headers of a request, ``Authorization`` among them; the query is canonical already."""
    parts, at = urlsplit(url), now.strftime("%Y%m%dT%H%M%SZ")
    headers = {
        "host": parts.netloc,
        "x-amz-content-sha256": sha256(data).hexdigest(),
        "x-amz-date": at,
        **(more or {}),
    }
    names = ";".join(sorted(headers))
    asked = "\n".join(
        (
            *(method, parts.path, parts.query),
            *(f"{name}:{headers[name]}" for name in sorted(headers)),
            *("", names, headers["x-amz-content-sha256"]),
        )
    )
    scope = f"{at[:8]}/{service.region}/s3/aws4_request"
    said = f"AWS4-HMAC-SHA256\n{at}\n{scope}\n{sha256(asked.encode()).hexdigest()}"
    signature = hmac.digest(_key(service, at[:8]), said.encode(), "sha256").hex()
    credential = f"Credential={service.key}/{scope}"
    told = f"AWS4-HMAC-SHA256 {credential},SignedHeaders={names},Signature={signature}"
    return headers | {"authorization": told}


def _key(service: Service, day: str) -> bytes:
    key = f"AWS4{service.secret}".encode()
    for part in (day, service.region, "s3", "aws4_request"):
        key = hmac.digest(key, part.encode(), "sha256")
    return key


def canonical(query: Mapping[str, str]) -> str:
    """A query as it is signed: in order, everything quoted."""
    pairs = sorted((quote(name, safe=""), quote(value, safe="")) for name, value in query.items())
    return "&".join(f"{name}={value}" for name, value in pairs)
