"""Whether the log still holds what is known of it outside."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence

from events.errors import Corrupt
from events.log import Log
from events.record import Stored
from services.heads.journal import Head, Outside

AT_ONCE = 250  # matches that are asked for together


async def compare(
    outside: Outside, store: Log, *, live: bool = False
) -> AsyncIterator[tuple[str, str | None]]:
    """Every match that is known outside, and what is wrong with its log (None: nothing).

    Only the ``live`` ones, if there is no time for those that have ended.
    """
    lost = outside.lost()
    for page in [outside.living()] if live else known(outside):
        heads = [head for head in page if head.match not in lost]
        for first in range(0, len(heads), AT_ONCE):
            some = heads[first : first + AT_ONCE]
            reasons = await asyncio.gather(*(contradiction(head, store) for head in some))
            for head, reason in zip(some, reasons, strict=True):
                yield head.match, reason


def known(outside: Outside) -> Iterator[list[Head]]:
    """All heads: of live matches, then of finished ones, a page at a time."""
    yield outside.living()
    first = 0
    while leaves := outside.ended(first):
        yield leaves
        first += len(leaves)


async def contradiction(head: Head, store: Log) -> str | None:
    """What the log says against a head that was signed, if anything."""
    try:
        if await store.archived(head.match) == (head.version, head.seal):
            return None
        found = await store.read(head.match, head.version, head.version)
        if found and found[0].seal == head.seal:
            return None
        last = None if found else await store.head(head.match)
    except Corrupt as error:
        return str(error.details["reason"])
    return told(head, found, last)


def told(head: Head, found: Sequence[Stored], last: Stored | None) -> str:
    """The contradiction in words."""
    signed = f"version {head.version} with the head {head.seal.hex()[:16]}… was signed"
    if found:
        wrong = f"the log has {found[0].seal.hex()[:16]}… there"
    elif last is None:
        wrong = "the log is gone"
    else:
        wrong = f"the log ends at version {last.version}"
    return f"{signed}, but {wrong}"
