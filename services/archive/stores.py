"""Where archived matches lie: a folder, or a bucket of any S3-compatible service.

A thing is put whole or not at all, and never changed: to put it twice does no harm.
"""

import asyncio
import os
import re
from collections.abc import AsyncIterator
from pathlib import Path
from threading import get_ident
from typing import Protocol

from events.errors import UnknownMatch
from services.archive.bucket import Bucket, Service
from services.process.files import sync_folder, write_whole
from services.settings import Settings

ENDING = ".tapete.zst"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")


class Store(Protocol):
    """Bytes by the id of a match."""

    async def put(self, match: str, data: bytes) -> None:
        """Keep it; when this returns it is safe."""

    async def get(self, match: str) -> bytes | None:
        """What was put, or None."""

    def names(self) -> AsyncIterator[str]:
        """The matches that are there, in any order."""

    async def close(self) -> None: ...


def place(match: str) -> str:
    """Where a match lies: ids begin with their time, so some minutes share a folder.

    ``UnknownMatch`` for what can't be an id.
    """
    if not _NAME.fullmatch(match):
        raise UnknownMatch(match=match)
    return f"{match[:4]}/{match[4:6] or '_'}/{match}{ENDING}"


def named(path: str) -> str | None:
    """The match that lies under a path, if any."""
    name = path.rpartition("/")[2]
    return name.removesuffix(ENDING) if name.endswith(ENDING) else None


class Folder:
    """A store on this machine's disk, or on one that all processes share."""

    def __init__(self, root: Path) -> None:
        self._root = root

    async def put(self, match: str, data: bytes) -> None:
        await asyncio.to_thread(_write, self._root / place(match), data)

    async def get(self, match: str) -> bytes | None:
        return await asyncio.to_thread(_read, self._root / place(match))

    async def names(self) -> AsyncIterator[str]:
        for path in await asyncio.to_thread(lambda: sorted(self._root.glob(f"*/*/*{ENDING}"))):
            yield path.name.removesuffix(ENDING)

    async def close(self) -> None:
        """Nothing is held open."""


def _write(path: Path, data: bytes) -> None:
    """On the disk under its name at once, with all folders above it."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_whole(path, data, f".{os.getpid()}.{get_ident()}")
    for folder in list(path.parent.parents)[:2]:
        sync_folder(folder)


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None


class Remote:
    """A store in a bucket, under a prefix."""

    def __init__(self, bucket: Bucket, prefix: str) -> None:
        self._bucket = bucket
        self._prefix = f"{prefix}/" if prefix else ""

    async def put(self, match: str, data: bytes) -> None:
        await self._bucket.put(self._prefix + place(match), data)

    async def get(self, match: str) -> bytes | None:
        return await self._bucket.get(self._prefix + place(match))

    async def names(self) -> AsyncIterator[str]:
        async for key in self._bucket.keys(self._prefix):
            if (name := named(key)) is not None:
                yield name

    async def close(self) -> None:
        """Nothing is held open."""


def open_store(settings: Settings) -> Store:
    """The store that is set; nothing is connected or made before it is used."""
    where = settings.archive or str(settings.data / "archive")
    if not where.startswith("s3://"):
        return Folder(Path(where))
    name, _, prefix = where.removeprefix("s3://").partition("/")
    return Remote(Bucket(service(settings), name), prefix.strip("/"))


def service(settings: Settings) -> Service:
    return Service(settings.s3_endpoint, settings.s3_region, settings.s3_key, settings.s3_secret)
