"""A bucket of an S3-compatible service: put, get and list, by obstore.

``Service`` alone says where it is and who we are there: what obstore would take from AWS_* and
from the proxies of the environment, some of it before what it is told, is settled here.
"""

import re
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

import obstore
from obstore.exceptions import BaseError
from obstore.store import S3Store

from events.errors import Unavailable

if TYPE_CHECKING:  # it is there for types alone
    from obstore.store import S3Credential

PATIENCE = timedelta(seconds=30)  # for a request
TRIES = 3

_STATUS = re.compile(r"status code: (\d{3})")


class Service(NamedTuple):
    """Where the service is, and who we are there."""

    endpoint: str
    region: str
    key: str
    secret: str


class Bucket:
    """One bucket; it is addressed by path, which every service understands."""

    def __init__(self, service: Service, name: str, patience: timedelta = PATIENCE) -> None:
        self._service = service
        self._name = name
        self._patience = patience

    async def put(self, key: str, data: bytes) -> None:
        """Store an object, whole or not at all."""
        with _answering():
            # In one request: parts of an upload that was broken off would lie there for ever.
            await obstore.put_async(self._store, key, data, use_multipart=False)

    async def get(self, key: str) -> bytes | None:
        """An object, or None if there is none."""
        with _answering():
            try:
                found = await obstore.get_async(self._store, key)
            except FileNotFoundError:
                return None
            return bytes(await found.bytes_async())

    async def keys(self, prefix: str) -> AsyncIterator[str]:
        """All keys under a prefix, which is empty or ends in a slash."""
        pages = aiter(obstore.list(self._store, prefix or None))
        while True:
            with _answering():
                page = await anext(pages, None)
            if page is None:
                return
            for each in page:
                yield each["path"]

    @cached_property
    def _store(self) -> S3Store:
        place, service = self._service.endpoint.rstrip("/"), self._service
        return S3Store(
            self._name,
            endpoint=place,
            aws_endpoint_url_s3=place,
            region=service.region,
            virtual_hosted_style_request=False,
            s3_express=False,
            skip_signature=False,
            unsigned_payload=False,
            request_payer=False,
            credential_provider=self._credential,
            client_options={
                "allow_http": place.startswith("http://"),
                "timeout": self._patience,
                # A proxy that is set takes the place of all others; this one is for nobody.
                "proxy_url": place,
                "proxy_excludes": urlsplit(place).hostname or "",
            },
            retry_config={"max_retries": TRIES - 1, "retry_timeout": TRIES * self._patience},
        )

    def _credential(self) -> "S3Credential":
        who = self._service
        return {"access_key_id": who.key, "secret_access_key": who.secret, "expires_at": None}


@contextmanager
def _answering() -> Iterator[None]:
    """``Unavailable`` if there is no good answer."""
    try:
        yield
    except (BaseError, OSError) as error:
        # Not from it: what the service answers may show our key.
        raise Unavailable(known=False, reason=_reason(str(error))) from None


def _reason(said: str) -> str:
    status = _STATUS.search(said)
    if status is not None:
        return f"the archive answers {status[1]}"
    return said.partition("\n")[0].rpartition(" - ")[2]
