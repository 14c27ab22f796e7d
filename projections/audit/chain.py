"""The outer proof of a match file: its entries are those that were sealed, its heads on the chain.

No rule and no meaning of an entry is needed for it, only hashes and signatures.
"""

from collections.abc import Collection, Iterator
from typing import Any

import msgpack
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from events.codec import decode, read_openings
from events.errors import Corrupt
from events.facts import Held, Origin
from events.matchfile import MatchFile, Sealed, SignedHead, key_id
from events.record import Stored
from events.seals import first_seal, next_seal, verify_head
from projections.audit.report import Finding

# ---- The record ----------------------------------------------------------------------------------


def sealed(file: MatchFile) -> Iterator[Finding]:
    """Every entry is the one that was sealed, and shows what it hid."""
    seal = first_seal(file.match)
    for n, item in enumerate(file.entries, 1):
        if next_seal(seal, n, item.public) != item.seal:
            yield misfit(file, n, seal)
            return
        seal = item.seal
    for n, item in enumerate(file.entries, 1):
        yield from unfolded(n, item)


def misfit(file: MatchFile, n: int, seal: bytes) -> Finding:
    """Why entry n does not follow: it was changed, stands elsewhere, or is missing."""
    item, further = file.entries[n - 1], file.entries[n:]
    if further and next_seal(item.seal, n + 1, further[0].public) == further[0].seal:
        return Finding(n, "changed")
    for other, later in enumerate(further, n + 1):
        if next_seal(seal, n, later.public) == later.seal:
            return Finding(n, "misplaced", str(other))
    if any(head.version == n and vouched(file, head, item.seal) for head in file.heads):
        return Finding(n, "changed")
    beyond = any(head.version > len(file.entries) for head in file.heads)
    return Finding(n, "missing" if beyond else "seal")


def unfolded(n: int, item: Sealed) -> Iterator[Finding]:
    """An entry can be read, and its openings fit what it has committed to."""
    try:
        if not usual(decode(item.public, None)):
            yield Finding(n, "record", "a type that is not used")
            return
    except Corrupt as error:
        yield Finding(n, "record", error.details["reason"])
        return
    try:
        if item.openings is None:
            yield from needless(n, item)
        elif decode(item.public, item.openings) and not canonical(item.openings):
            yield Finding(n, "opening", "written otherwise")
    except Corrupt as error:
        yield Finding(n, "opening", error.details["reason"])


def needless(n: int, item: Sealed) -> Iterator[Finding]:
    """Openings can only be withheld where something is hidden."""
    try:
        decode(item.public, b"")
    except Corrupt:
        return
    yield Finding(n, "opening", "nothing is hidden")


def usual(tree: Any) -> bool:
    """Whether there are only the types that entries are written in: no float, no timestamp."""
    if isinstance(tree, dict):
        return all(isinstance(key, str) and usual(value) for key, value in tree.items())
    if isinstance(tree, list):
        return all(map(usual, tree))
    return tree is None or isinstance(tree, str | int | bytes | Held)


def canonical(openings: bytes) -> bool:
    """Whether no byte of the openings could be another."""
    pairs = read_openings(openings)
    return (msgpack.packb(pairs) if pairs else b"") == openings


def stored(file: MatchFile) -> list[Stored]:
    return [Stored(n, e.public, e.openings or b"", e.seal) for n, e in enumerate(file.entries, 1)]


def withheld(file: MatchFile) -> list[int]:
    """The entries that do not show what they hide."""
    return [n for n, item in enumerate(file.entries, 1) if item.openings is None]


def reached(file: MatchFile) -> Origin:
    """Where the entries of a file end, as a fork names it."""
    return Origin(file.match, len(file.entries), file.entries[-1].seal)


# ---- The heads -----------------------------------------------------------------------------------


def signed(file: MatchFile, trusted: Collection[bytes] | None) -> Iterator[Finding]:
    """Every head is on the chain, in order, under a key that the file brings and we trust."""
    used = list(dict.fromkeys(head.key for head in file.heads))
    if [key_id(key) for key in file.keys] != used:
        yield Finding(0, "signature", "keys")
    last = 0
    for head in file.heads:
        if head.version <= last:
            yield Finding(head.version, "signature", "order")
        last = head.version
        yield from head_faults(file, head, trusted)


def signers_of(file: MatchFile) -> tuple[str, ...]:
    """The fingerprints of the keys that signed the last entry."""
    last, seal = len(file.entries), file.entries[-1].seal
    heads = [head for head in file.heads if head.version == last]
    return tuple(head.key.hex() for head in heads if vouched(file, head, seal))


def head_faults(
    file: MatchFile, head: SignedHead, trusted: Collection[bytes] | None
) -> Iterator[Finding]:
    if head.version > len(file.entries):
        yield Finding(len(file.entries) + 1, "cut", str(head.version))
    elif not head.version or not vouched(file, head, file.entries[head.version - 1].seal):
        yield Finding(head.version, "signature")
    if trusted is not None and head.key not in map(key_id, trusted):
        yield Finding(head.version, "untrusted", head.key.hex())


def vouched(file: MatchFile, head: SignedHead, seal: bytes) -> bool:
    """Whether one of the file's keys signed this head with this seal."""
    return any(
        verify_head(
            Ed25519PublicKey.from_public_bytes(key), file.match, head.version, seal, head.signature
        )
        for key in file.keys
        if key_id(key) == head.key
    )
