"""The record: entries, seals, heads, keys, and what the audit says of them."""

from typing import Any

from msgspec import Struct

from services.api.schemas.fields import Versioned
from services.audit.reports import Reported


class SignedHead(Versioned, frozen=True):
    """A head with the service's signature (base64) and the id of the key."""

    signature: str
    key: str


class OpeningShown(Struct, frozen=True):
    """What proves the commitment number ``index`` of an entry; both in base64."""

    index: int
    salt: str
    values: str


class SealedEntry(Struct, frozen=True):
    """An entry as it is stored: its public bytes (base64), its seal, the openings one may have."""

    version: int
    public: str
    seal: str
    openings: list[OpeningShown]


class EntryShown(Struct, frozen=True):
    """An entry as the reader may see it."""

    version: int
    head: str
    entry: Any


class EntriesShown(Versioned, frozen=True):
    """A page of the log; ``next`` is the version to go on from, null at the end."""

    entries: list[Any]
    next: int | None


class AuditShown(Reported, frozen=True):
    """The audit's report; without seats in ``contributed`` fairness is unproven."""

    contributed: list[int]


class ProofShown(Struct, frozen=True):
    """A proof by RFC 6962 (hashes in base64) about the tree of ``size`` finished matches.

    For a match, the leaf ``number`` is SHA-256(0x00 || head message of ``version`` and ``head``).
    """

    path: list[str]
    size: int
    match: str | None = None
    number: int | None = None
    version: int | None = None
    head: str | None = None


class KeyShown(Struct, frozen=True):
    """A public signing key (Ed25519, base64url)."""

    id: str
    key: str
    created: int
    retired: int | None
