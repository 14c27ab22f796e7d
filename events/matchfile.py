"""The match file, `tapete-file/1`: a whole match in one file that anybody can check offline.

    "tapete-file/1" LF, then records: type (1 byte), length (u32be), payload

    H  the match id, UTF-8                                   once, first
    K  a public key, 32 raw bytes                            each that signed a head
    D  the data file of the match's deck, as it is           at most once
    F  the origin's prefix of a fork: a nested match file    at most once
    B  the seed of a board, 32 bytes, once it was disclosed  at most once
    E  an entry: flag, LP(public), LP(openings), seal        one or more, version 1, 2, …
    S  a signed head: version u64be, key id 16, signature 64 any number, versions ascending
    Z  SHA-256 of all bytes before this record               once, last

There is one way to write a match down, and nothing may follow it. The flag of an entry is 0, or 1
when its openings are withheld (the match still runs). What an entry means, and whether seals,
signatures and cards are right, is `projections.audit.verifier`'s question.
"""

from collections.abc import Iterator
from hashlib import sha256
from struct import Struct, unpack_from
from typing import NamedTuple, NoReturn

from events.errors import Corrupt
from events.seals import SEAL_BYTES, lp

MAGIC = b"tapete-file/1\n"
ORDER = b"HKDFBESZ"
ONCE = b"HDFBZ"
KEY_BYTES = 32
KEY_ID_BYTES = 16
SEED_BYTES = 32
SIGNATURE_BYTES = 64
DIGEST_BYTES = 32
DEEPEST = 8
"""A fork of a fork of a fork …: no more files than this lie inside each other."""

_u64 = Struct(">Q").pack
_frame = Struct(">cI")
_head = Struct(f">Q{KEY_ID_BYTES}s{SIGNATURE_BYTES}s")


class Sealed(NamedTuple):
    """An entry as a file carries it; ``openings`` None when they are withheld."""

    public: bytes
    openings: bytes | None
    seal: bytes


class SignedHead(NamedTuple):
    """``key`` is the first 16 bytes of SHA-256 of the public key: its fingerprint in raw."""

    version: int
    key: bytes
    signature: bytes


class MatchFile(NamedTuple):
    """What a file says; ``whole`` is False where its closing digest says that bytes changed."""

    match: str
    entries: tuple[Sealed, ...]
    heads: tuple[SignedHead, ...] = ()
    keys: tuple[bytes, ...] = ()
    deck: bytes | None = None
    origin: bytes | None = None
    seed: bytes | None = None
    whole: bool = True


class BadFile(Corrupt):
    """The bytes are no match file; ``version`` is the entry at which reading stopped."""

    code = "container"


def key_id(public: bytes) -> bytes:
    """The short name (16 bytes) of a public key of 32 raw bytes."""
    return sha256(public).digest()[:KEY_ID_BYTES]


# ---- writing -----------------------------------------------------------------------------------


def write(file: MatchFile) -> bytes:
    """The file as bytes; the same match is always the same bytes."""
    body = MAGIC + b"".join(map(b"".join, _records(file)))
    return body + _record(b"Z", sha256(body).digest())


def _records(file: MatchFile) -> Iterator[tuple[bytes, ...]]:
    yield (_record(b"H", file.match.encode()),)
    yield tuple(_record(b"K", key) for key in file.keys)
    single = ((b"D", file.deck), (b"F", file.origin), (b"B", file.seed))
    yield tuple(_record(kind, payload) for kind, payload in single if payload is not None)
    yield tuple(_record(b"E", _entry(item)) for item in file.entries)
    yield tuple(_record(b"S", _head.pack(*head)) for head in file.heads)


def _record(kind: bytes, payload: bytes) -> bytes:
    return _frame.pack(kind, len(payload)) + payload


def _entry(item: Sealed) -> bytes:
    withheld = item.openings is None
    return bytes([withheld]) + lp(item.public, item.openings or b"") + item.seal


# ---- reading -----------------------------------------------------------------------------------


def read(raw: bytes) -> MatchFile:
    """Read a file strictly; raise ``BadFile`` that says at which byte and entry it is none."""
    return _Reader(raw).file()


class _Reader:
    """Goes through the records once, from the first byte to the last."""

    def __init__(self, raw: bytes) -> None:
        self.raw = raw
        self.at = 0
        self.found: dict[int, list[bytes]] = {kind: [] for kind in ORDER}
        self.entries: list[Sealed] = []

    def file(self) -> MatchFile:
        if not self.raw.startswith(MAGIC):
            self.fail("it does not begin as a match file")
        self.at, end = len(MAGIC), 0
        while not self.found[ord("Z")]:
            end = self.at
            self.record()
        if self.at != len(self.raw):
            self.fail("bytes follow the end")
        (digest,) = self.found[ord("Z")]
        return self.whole(sha256(self.raw[:end]).digest() == self.sized(digest, DIGEST_BYTES))

    def record(self) -> None:
        """Take in one record, which must not stand before what came already."""
        frame = self.take(_frame.size)
        kind, length = _frame.unpack(frame)
        place = ORDER.find(kind)
        if place < 0 or any(self.found[later] for later in ORDER[place + 1 :]):
            self.fail("a record of a kind that can't stand here")
        if kind in ONCE and self.found[kind[0]]:
            self.fail(f"a second record {kind.decode()}")
        payload = self.take(length)
        self.found[kind[0]].append(payload)
        if kind == b"E":
            self.entries.append(self.entry(payload))

    def take(self, size: int) -> bytes:
        if len(self.raw) - self.at < size:
            self.fail("the file ends too early")
        self.at += size
        return self.raw[self.at - size : self.at]

    def entry(self, payload: bytes) -> Sealed:
        public, after = self.part(payload, 1)
        openings, after = self.part(payload, after)
        flag, seal = payload[0], payload[after:]
        if len(seal) != SEAL_BYTES or flag > 1 or (flag and openings):
            self.fail("an entry that is not written so", inside=True)
        return Sealed(public, None if flag else openings, seal)

    def part(self, payload: bytes, at: int) -> tuple[bytes, int]:
        """A part behind its length, and where it ends."""
        if at + 4 > len(payload):
            self.fail("an entry that ends too early", inside=True)
        size: int = unpack_from(">I", payload, at)[0]
        end = at + 4 + size
        if end > len(payload):
            self.fail("an entry that ends too early", inside=True)
        return payload[at + 4 : end], end

    def whole(self, whole: bool) -> MatchFile:
        seed = self.one("B")
        return MatchFile(
            self.match(),
            tuple(self.entries),
            tuple(map(self.head, self.found[ord("S")])),
            tuple(self.sized(key, KEY_BYTES) for key in self.found[ord("K")]),
            self.one("D"),
            self.one("F"),
            None if seed is None else self.sized(seed, SEED_BYTES),
            whole,
        )

    def match(self) -> str:
        name = self.one("H")
        if not name or not self.entries:
            self.fail("no match id, or no entry")
        try:
            return name.decode()
        except UnicodeDecodeError:
            self.fail("a match id that is no UTF-8")

    def one(self, kind: str) -> bytes | None:
        records = self.found[ord(kind)]
        return records[0] if records else None

    def head(self, payload: bytes) -> SignedHead:
        return SignedHead(*_head.unpack(self.sized(payload, _head.size)))

    def sized(self, payload: bytes, size: int) -> bytes:
        if len(payload) != size:
            self.fail(f"{len(payload)} bytes where {size} belong")
        return payload

    def fail(self, reason: str, *, inside: bool = False) -> NoReturn:
        """Say where: the entry that is being read, or 0 outside of the entries."""
        among = self.entries and not self.found[ord("S")] and not self.found[ord("Z")]
        version = len(self.entries) + 1 if inside or among else 0
        raise BadFile(reason=f"{reason} (byte {self.at})", version=version)
