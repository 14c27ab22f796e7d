"""Checkpoints: what a house says of all its finished matches, and the proofs that it may be asked.

Who keeps one checkpoint can later demand that a match is in the tree of then, and that the tree of
today only adds to it: a house that rewrites a record, or drops it, can't give these proofs.
"""

from typing import NamedTuple

from events.checkpoints import Checkpoint, Tree, read_checkpoint, sign_checkpoint
from events.checkpoints import verify_consistency as consistent
from events.errors import Malformed, UnknownMatch
from services.heads.journal import Head, Outside
from services.keys.signing import Keys


class Inclusion(NamedTuple):
    """Where a match stands in the tree of a size, and the path that proves it."""

    head: Head
    number: int
    size: int
    path: list[bytes]


def origin(keys: Keys) -> str:
    """The name of the house: by its first key, whatever it signs with now."""
    return f"tapete/{keys.public_keys()[-1].id}"


def checkpoint(outside: Outside, keys: Keys) -> str:
    """The signed note over all finished matches."""
    tree = outside.tree()
    size = len(tree)
    return sign_checkpoint(keys.signer(), Checkpoint(origin(keys), size, tree.root(size)))


def inclusion(outside: Outside, match: str, size: int | None = None) -> Inclusion:
    """The proof that a match is in the tree; raise ``UnknownMatch`` while it isn't."""
    tree = outside.tree()
    size = sized(tree, size)
    number, head = outside.number(match), outside.head(match)
    if number is None or head is None or number >= size:
        raise UnknownMatch(match=match)
    return Inclusion(head, number, size, tree.inclusion(number, size))


def consistency(outside: Outside, old: int, size: int | None = None) -> list[bytes]:
    """The proof that the tree of a size begins with the tree of an older size."""
    tree = outside.tree()
    size = sized(tree, size)
    if not 0 <= old <= size:
        raise Malformed(reason=f"the tree has {len(tree)} leaves")
    return tree.consistency(old, size)


def continues(outside: Outside, keys: Keys, note: str) -> bool:
    """Whether the tree of today begins with that of a checkpoint of ours; ``Corrupt`` if no note.

    The proof is made and verified as anybody could.
    """
    old, tree = read_checkpoint(note, keys.trusted()), outside.tree()
    size = len(tree)
    if old.size > size:
        return False
    path = tree.consistency(old.size, size)
    return consistent(old.size, old.root, size, tree.root(size), path)


def sized(tree: Tree, size: int | None) -> int:
    if size is None:
        return len(tree)
    if not 0 <= size <= len(tree):
        raise Malformed(reason=f"the tree has {len(tree)} leaves")
    return size
