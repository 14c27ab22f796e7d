"""What is shown of the record: entries as a reader may see them, sealed bytes, heads, audits."""

from base64 import b64encode
from collections.abc import Iterator
from typing import Any

from events.codec import decode, read_openings
from events.errors import Language
from events.facts import Held, Holder
from events.record import Stored
from projections.audit.report import Report
from projections.game.views import EVERYTHING, Reader, plain
from projections.match.fold import Match
from projections.match.history import Step
from services.api.schemas.record import (
    AuditShown,
    EntryShown,
    OpeningShown,
    SealedEntry,
    SignedHead,
)
from services.audit.reports import reported
from services.keys.signing import Keys


def signed_head(keys: Keys, match: Match) -> SignedHead:
    signature = keys.sign(match.id, match.version, match.seal)
    key = keys.public_keys()[0].id
    return SignedHead(match.id, match.version, match.seal.hex(), b64encode(signature).decode(), key)


def entry_shown(step: Step, reader: Reader) -> EntryShown:
    return EntryShown(step.after.version, step.after.seal.hex(), plain(step.entry, reader))


def sealed_entry(stored: Stored, reader: Reader) -> SealedEntry:
    """The stored bytes, with the openings that this reader may have."""
    return SealedEntry(
        stored.version,
        b64encode(stored.public).decode(),
        stored.seal.hex(),
        list(openings_for(stored.public, stored.openings, reader)),
    )


def openings_for(public: bytes, openings: bytes, reader: Reader) -> Iterator[OpeningShown]:
    holders = list(holders_in(decode(public, None)))
    for index, (by, opening) in enumerate(zip(holders, read_openings(openings), strict=True)):
        if may_open(by, reader):
            salt, values = (b64encode(part).decode() for part in opening)
            yield OpeningShown(index, salt, values)


def may_open(by: Holder, reader: Reader) -> bool:
    return reader == EVERYTHING or (isinstance(reader, int) and by == reader)


def holders_in(tree: Any) -> Iterator[Holder]:
    """Who holds each Held of an entry, in the order of its bytes."""
    if isinstance(tree, Held):
        yield tree.by
    elif isinstance(tree, dict):
        for value in tree.values():
            yield from holders_in(value)
    elif isinstance(tree, list):
        for value in tree:
            yield from holders_in(value)


def audited(report: Report, language: Language) -> AuditShown:
    """An audit's report in words."""
    return AuditShown(*reported(report, language), list(report.contributed))
