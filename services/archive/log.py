"""The archive: finished matches leave Redis, and every door still finds them.

An archived match is its match file, compressed, so that whoever holds the archive can verify it
with nothing else (`zstd -d < FILE | tapete verify -`). What an idempotency key was used for, which
no match file tells, follows in a frame that decompressors skip: four bytes a command.
"""

from collections import OrderedDict
from itertools import groupby
from struct import Struct
from typing import NamedTuple

import zstandard

from events import matchfile
from events.codec import decode
from events.errors import Corrupt, KeyReused
from events.log import PAGE, Log
from events.matchfile import MatchFile
from events.record import Stored
from services.archive.stores import Store

LEVEL = 12
SKIPPED = 0x184D2A50
DIGEST_BYTES = 4
MOST = 32  # archived matches kept in memory

_frame = Struct("<II")


class Record(NamedTuple):
    """An archived match: its entries, and each command's last version and digest."""

    entries: list[Stored]
    commands: dict[bytes, tuple[int, bytes]]


def packed(file: MatchFile, requests: dict[bytes, bytes]) -> bytes:
    """A match as it is archived; ``requests`` are the digests by command id."""
    digests = b"".join(
        requests.get(command, b"")[:DIGEST_BYTES].ljust(DIGEST_BYTES, b"\0")
        for command in runs(stored(file))
    )
    body = zstandard.ZstdCompressor(level=LEVEL).compress(matchfile.write(file))
    return body + _frame.pack(SKIPPED, len(digests)) + digests


def unpacked(match: str, data: bytes) -> Record:
    """An archived match; ``Corrupt`` if it isn't one."""
    file, rest = opened(data)
    if file.match != match or not file.whole:
        raise Corrupt(match=match, reason=f"what lies in the archive is not {match}")
    entries = stored(file)
    return Record(entries, dict(commanded(entries, rest[_frame.size :])))


def unpacked_file(data: bytes) -> MatchFile:
    """The match file alone; ``Corrupt`` if there is none."""
    return opened(data)[0]


def opened(data: bytes) -> tuple[MatchFile, bytes]:
    """The match file, and the frame behind it."""
    reader = zstandard.ZstdDecompressor().decompressobj()
    try:
        raw = reader.decompress(data)
    except zstandard.ZstdError as error:
        raise Corrupt(reason=f"this is nothing archived: {error}") from error
    return matchfile.read(raw), reader.unused_data


def stored(file: MatchFile) -> list[Stored]:
    """The entries as they lay in the log."""
    return [Stored(n, e.public, e.openings or b"", e.seal) for n, e in enumerate(file.entries, 1)]


def runs(entries: list[Stored]) -> dict[bytes, int]:
    """Each command id and the last version that it wrote."""
    ids = ((bytes(decode(entry.public, None)["command"]), entry.version) for entry in entries)
    return {command: max(v for _, v in run) for command, run in groupby(ids, lambda pair: pair[0])}


def commanded(entries: list[Stored], digests: bytes) -> list[tuple[bytes, tuple[int, bytes]]]:
    found = runs(entries)
    if len(digests) != DIGEST_BYTES * len(found):
        raise Corrupt(reason="the archive knows other commands than the match")
    return [
        (command, (version, digests[DIGEST_BYTES * i : DIGEST_BYTES * (i + 1)]))
        for i, (command, version) in enumerate(found.items())
    ]


class ArchivedLog(Log):
    """The log, which looks into the archive for what is no longer in Redis."""

    def __init__(self, url: str, store: Store) -> None:
        super().__init__(url)
        self.store = store
        self._records: OrderedDict[str, Record] = OrderedDict()

    async def read(self, match: str, first: int = 1, last: int | None = None) -> list[Stored]:
        entries = await super().read(match, first, last)
        if len(entries) % PAGE:  # one answer of Redis, which never tells half of a match
            return entries
        record = await self._record(match)
        return entries if record is None else record.entries[max(first, 1) - 1 : last]

    async def head(self, match: str) -> Stored | None:
        head = await super().head(match)
        if head is not None:
            return head
        record = await self._record(match)
        return None if record is None else record.entries[-1]

    async def command(self, match: str, command: bytes, request: bytes = b"") -> int | None:
        known = await super().command(match, command, request)
        if known is not None:
            return known
        record = await self._record(match)
        if record is None or command not in record.commands:
            return None
        version, digest = record.commands[command]
        if request and digest != request[:DIGEST_BYTES]:
            raise KeyReused(match=match)
        return version

    async def close(self) -> None:
        await super().close()
        await self.store.close()

    async def _record(self, match: str) -> Record | None:
        """The match, if it has gone to the archive; ``Corrupt`` if it isn't there as it went."""
        marked = await self.archived(match)
        if marked is None:
            return None
        record = self._records.get(match)
        if record is None:
            record = await self._fetched(match)
            self._records[match] = record
            while len(self._records) > MOST:
                self._records.popitem(last=False)
        self._records.move_to_end(match)
        last = record.entries[-1]
        if (last.version, last.seal) != marked:
            reason = f"the archive holds another {match} than went there"
            raise Corrupt(match=match, version=last.version, reason=reason)
        return record

    async def _fetched(self, match: str) -> Record:
        data = await self.store.get(match)
        if data is None:
            raise Corrupt(match=match, reason=f"{match} is missing in the archive")
        return unpacked(match, data)
