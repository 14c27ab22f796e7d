"""The tree over finished matches and its signed checkpoints, which anybody may keep.

A Merkle tree as in RFC 6962 (leaf = SHA-256(0x00 || head message), node = SHA-256(0x01 || left ||
right)), so that whoever kept one checkpoint can later demand two short proofs: that a match is in
the tree, and that the tree of today only adds to the tree of then. A checkpoint is a signed note:

    tapete-checkpoint/1 house.example
    1234
    <root, base64>

    — house.example <base64 of 4 bytes of key id, then the Ed25519 signature of the lines above>
"""

import re
from base64 import b64decode, b64encode
from collections.abc import Iterable, Sequence
from hashlib import sha256

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from events.errors import Corrupt

FORMAT = "tapete-checkpoint/1"
EMPTY_ROOT = sha256(b"").digest()
HASH_BYTES = 32

_BASE64 = r"(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?"
_NOTE = re.compile(
    rf"(?P<body>{FORMAT} (?P<origin>[^\s+]+)\n(?P<size>0|[1-9][0-9]{{0,18}})\n"
    rf"(?P<root>[A-Za-z0-9+/]{{43}}=)\n)\n(?P<signatures>(?:— [^\s+]+ {_BASE64}\n)+)"
)
_KEY_ID_BYTES = 4


class Checkpoint(msgspec.Struct, frozen=True):
    """How many finished matches a house has (size) and what they are (root, 32 bytes)."""

    origin: str
    size: int
    root: bytes


class Tree:
    """A growing RFC 6962 tree; a root or a proof, of any size it ever had, takes log n steps."""

    def __init__(self, leaves: Iterable[bytes] = ()) -> None:
        self._levels: list[list[bytes]] = [[]]
        for data in leaves:
            self.append(data)

    def __len__(self) -> int:
        return len(self._levels[0])

    def append(self, data: bytes) -> int:
        """Add a leaf; gives its index. Every subtree that becomes full is hashed once and kept."""
        index, height, full = len(self), 0, leaf_hash(data)
        self._levels[0].append(full)
        while index >> height & 1:
            full = node_hash(self._levels[height][-2], full)
            height += 1
            if height == len(self._levels):
                self._levels.append([])
            self._levels[height].append(full)
        return index

    def root(self, size: int | None = None) -> bytes:
        """The root (32 bytes) now, or when the tree had this size."""
        size = self._checked(size)
        return self._span(0, size) if size else EMPTY_ROOT

    def inclusion(self, index: int, size: int | None = None) -> list[bytes]:
        """The proof that leaf `index` is in the tree of this size; IndexError if it isn't."""
        size = self._checked(size)
        if not 0 <= index < size:
            raise IndexError(f"no leaf {index} among {size}")
        return self._path(index, 0, size)

    def consistency(self, old: int, size: int | None = None) -> list[bytes]:
        """The proof that the tree of this size begins with the tree of size `old`."""
        size = self._checked(size)
        if not 0 <= old <= size:
            raise IndexError(f"a tree of {size} never had {old} leaves")
        return self._subproof(old, 0, size, True) if old else []

    def _checked(self, size: int | None) -> int:
        if size is None:
            return len(self)
        if not 0 <= size <= len(self):
            raise IndexError(f"the tree has {len(self)} leaves, not {size}")
        return size

    def _span(self, low: int, high: int) -> bytes:
        """MTH(D[low:high]): the hash of the subtree over these leaves."""
        size = high - low
        if size & (size - 1) == 0:
            height = size.bit_length() - 1
            return self._levels[height][low >> height]
        middle = low + _left_size(size)
        return node_hash(self._span(low, middle), self._span(middle, high))

    def _path(self, index: int, low: int, high: int) -> list[bytes]:
        if high - low == 1:
            return []
        middle = low + _left_size(high - low)
        if index < middle:
            return [*self._path(index, low, middle), self._span(middle, high)]
        return [*self._path(index, middle, high), self._span(low, middle)]

    def _subproof(self, old: int, low: int, high: int, known: bool) -> list[bytes]:
        """SUBPROOF; `known`: the reader of the proof holds the hash of the old tree itself."""
        if old == high:
            return [] if known else [self._span(low, high)]
        middle = low + _left_size(high - low)
        if old <= middle:
            return [*self._subproof(old, low, middle, known), self._span(middle, high)]
        return [*self._subproof(old, middle, high, False), self._span(low, middle)]


def leaf_hash(data: bytes) -> bytes:
    """The hash of a leaf; its prefix keeps it from ever being taken for a node."""
    return sha256(b"\x00" + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash over two subtrees."""
    return sha256(b"\x01" + left + right).digest()


def verify_inclusion(
    data: bytes, index: int, size: int, path: Sequence[bytes], root: bytes
) -> bool:
    """Whether the path proves that this leaf stands at `index` in the tree of this root."""
    if not 0 <= index < size or not _hashes(path):
        return False
    return _climb(leaf_hash(data), index, size, path) == root


def verify_consistency(
    old: int, old_root: bytes, size: int, root: bytes, path: Sequence[bytes]
) -> bool:
    """Whether the path proves that the tree of `size` begins with the tree of size `old`."""
    if not 0 <= old <= size or not _hashes((old_root, root, *path)):
        return False
    if old == 0:
        return old_root == EMPTY_ROOT and not path
    return _regrow(old, size, old_root, path) == (old_root, root)


def _climb(found: bytes, index: int, size: int, path: Sequence[bytes]) -> bytes | None:
    """The root that follows from a leaf and its path; None if the path has the wrong length."""
    if size == 1 or not path:
        return found if size == 1 and not path else None
    left, sibling, rest = _left_size(size), path[-1], path[:-1]
    if index < left:
        below = _climb(found, index, left, rest)
        return None if below is None else node_hash(below, sibling)
    below = _climb(found, index - left, size - left, rest)
    return None if below is None else node_hash(sibling, below)


def _regrow(
    old: int, size: int, known: bytes | None, path: Sequence[bytes]
) -> tuple[bytes, bytes] | None:
    """The old and the new root that follow from a consistency path; None for a wrong length."""
    if old == size:
        return _common(known, path)
    if not path:
        return None
    left, sibling, rest = _left_size(size), path[-1], path[:-1]
    if old <= left:
        roots = _regrow(old, left, known, rest)
        return roots and (roots[0], node_hash(roots[1], sibling))
    roots = _regrow(old - left, size - left, None, rest)
    return roots and (node_hash(sibling, roots[0]), node_hash(sibling, roots[1]))


def _common(known: bytes | None, path: Sequence[bytes]) -> tuple[bytes, bytes] | None:
    """The subtree that both trees share: the reader knows it, or it begins the path."""
    if known is not None:
        return None if path else (known, known)
    return (path[0], path[0]) if len(path) == 1 else None


def _left_size(size: int) -> int:
    """The largest power of two below size (2 or more): the leaves of the left subtree."""
    return 1 << (size - 1).bit_length() - 1


def _hashes(parts: Sequence[bytes]) -> bool:
    return all(len(part) == HASH_BYTES for part in parts)


def sign_checkpoint(private: Ed25519PrivateKey, checkpoint: Checkpoint) -> str:
    """The note that an organiser may publish. ValueError for an origin that can't stand in it."""
    body, name = _body(checkpoint), checkpoint.origin
    signature = _key_id(name, private.public_key()) + private.sign(body.encode())
    note = f"{body}\n— {name} {b64encode(signature).decode()}\n"
    if _NOTE.fullmatch(note) is None:
        raise ValueError(f"no checkpoint can be written for {checkpoint}")
    return note


def read_checkpoint(note: str, trusted: Sequence[Ed25519PublicKey]) -> Checkpoint:
    """The checkpoint in a note, if a trusted key signed it; else Corrupt.

    Other signatures (of witnesses, of keys not known here) may stand beside it.
    """
    found = _NOTE.fullmatch(note)
    if found is None:
        raise Corrupt(reason="this is no checkpoint note")
    signatures = [line.split(" ")[2] for line in found["signatures"].splitlines()]
    if not any(_signed(key, found["body"], found["origin"], signatures) for key in trusted):
        raise Corrupt(reason="no trusted key signed this checkpoint")
    return Checkpoint(found["origin"], int(found["size"]), b64decode(found["root"]))


def _body(checkpoint: Checkpoint) -> str:
    root = b64encode(checkpoint.root).decode()
    return f"{FORMAT} {checkpoint.origin}\n{checkpoint.size}\n{root}\n"


def _key_id(name: str, public: Ed25519PublicKey) -> bytes:
    """The key id (4 bytes) that signed notes use for Ed25519."""
    return sha256(name.encode() + b"\n\x01" + public.public_bytes_raw()).digest()[:_KEY_ID_BYTES]


def _signed(public: Ed25519PublicKey, body: str, name: str, signatures: Sequence[str]) -> bool:
    key_id = _key_id(name, public)
    raws = [b64decode(signature) for signature in signatures]
    ours = [raw[_KEY_ID_BYTES:] for raw in raws if raw[:_KEY_ID_BYTES] == key_id]
    return any(_verifies(public, body, signature) for signature in ours)


def _verifies(public: Ed25519PublicKey, body: str, signature: bytes) -> bool:
    try:
        public.verify(signature, body.encode())
    except InvalidSignature:
        return False
    return True
