"""How the record is sealed: the chain of hashes over a match's entries, and signed heads.

Pure hashing over stored bytes, no I/O. `LP(x)` is a 4-byte big-endian length and then x, so that
no two lists of parts run into the same bytes.

    public_n  the entry's bytes with each Held replaced by {by, count, c}
    c         SHA-256("tapete-held/1" || salt || bytes of its values)
    seal_0    SHA-256("tapete-match/1" || LP(match))
    seal_n    SHA-256("tapete-entry/1" || seal_{n-1} || u64be(n) || LP(public_n))
    head_n    Ed25519 over "tapete-head/1" || LP(match) || u64be(n) || seal_n
"""

import hmac
from hashlib import sha256
from struct import Struct

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

SEAL_BYTES = 32
SALT_BYTES = 16
COMMAND_BYTES = 16

_u32 = Struct(">I").pack
_u64 = Struct(">Q").pack
_number_and_length = Struct(">QI").pack


def lp(*parts: bytes) -> bytes:
    """Each part preceded by its length (4 bytes, big-endian), all joined."""
    return b"".join([_u32(len(part)) + part for part in parts])


def first_seal(match: str) -> bytes:
    """The seal (32 bytes) of a match without entries: only its id."""
    return sha256(b"tapete-match/1" + lp(match.encode())).digest()


def next_seal(seal: bytes, n: int, public: bytes) -> bytes:
    """The seal (32 bytes) of entry n, from the seal of entry n-1 and the entry's public bytes.

    ValueError if `seal` is no seal: another length would let bytes slide between the fields.
    """
    if len(seal) != SEAL_BYTES:
        raise ValueError(f"a seal has {SEAL_BYTES} bytes, not {len(seal)}")
    return sha256(b"tapete-entry/1" + seal + _number_and_length(n, len(public)) + public).digest()


def held_commitment(salt: bytes, values: bytes) -> bytes:
    """What stands for hidden values (32 bytes): their encoded bytes hashed under a fresh salt.

    ValueError unless the salt has 16 bytes.
    """
    if len(salt) != SALT_BYTES:
        raise ValueError(f"a salt has {SALT_BYTES} bytes, not {len(salt)}")
    return sha256(b"tapete-held/1" + salt + values).digest()


def command_id(
    service_key: bytes, match: str, actor: str, route: str, idempotency_key: str
) -> bytes:
    """The id (16 bytes) under which a command is recorded; the client's own key stays unknown."""
    message = lp(match.encode(), actor.encode(), route.encode(), idempotency_key.encode())
    return hmac.digest(service_key, message, "sha256")[:COMMAND_BYTES]


def head_message(match: str, n: int, seal: bytes) -> bytes:
    """The bytes that are signed to say: entry n of this match has this seal."""
    if len(seal) != SEAL_BYTES:
        raise ValueError(f"a seal has {SEAL_BYTES} bytes, not {len(seal)}")
    return b"tapete-head/1" + lp(match.encode()) + _u64(n) + seal


def sign_head(private: Ed25519PrivateKey, match: str, n: int, seal: bytes) -> bytes:
    """The house's signature (64 bytes) on a head; costs far more than a seal."""
    return private.sign(head_message(match, n, seal))


def verify_head(
    public: Ed25519PublicKey, match: str, n: int, seal: bytes, signature: bytes
) -> bool:
    """Whether the holder of this key signed exactly this head."""
    try:
        public.verify(signature, head_message(match, n, seal))
    except (InvalidSignature, ValueError):
        return False
    return True


def fingerprint(public: Ed25519PublicKey) -> str:
    """The short name of a key: the first 16 bytes of SHA-256 of its 32 raw bytes, in hex."""
    return sha256(public.public_bytes_raw()).hexdigest()[:32]
