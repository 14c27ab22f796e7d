"""The seals: what is hashed, in which order, and that nothing slides between two fields."""

import hmac
from hashlib import sha256

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from events.seals import (
    command_id,
    fingerprint,
    first_seal,
    head_message,
    held_commitment,
    lp,
    next_seal,
    sign_head,
    verify_head,
)

SEAL = bytes(range(32))
SALT = bytes(range(16))
PRIVATE = Ed25519PrivateKey.from_private_bytes(b"k" * 32)
PARTS = st.lists(st.binary(max_size=6), max_size=4)


def split(joined: bytes) -> list[bytes]:
    """The parts that `lp` joined."""
    parts = []
    while joined:
        end = 4 + int.from_bytes(joined[:4])
        parts.append(joined[4:end])
        joined = joined[end:]
    return parts


@given(PARTS)
@settings(max_examples=50, deadline=None)
def test_parts_can_be_told_apart_again(parts: list[bytes]) -> None:
    """No two lists of parts give the same bytes, since each list can be read back."""
    assert split(lp(*parts)) == parts


def test_seals_hash_what_the_format_says() -> None:
    """The bytes under the first seal, a later one and a commitment are spelled out here once."""
    assert first_seal("m-ñ") == sha256(b"tapete-match/1\0\0\0\x04m-\xc3\xb1").digest()
    spelled = b"tapete-entry/1" + SEAL + b"\0\0\0\0\0\0\x01\x02" + b"\0\0\0\x03" + b"abc"
    assert next_seal(SEAL, 258, b"abc") == sha256(spelled).digest()
    assert held_commitment(SALT, b"xy") == sha256(b"tapete-held/1" + SALT + b"xy").digest()


def test_seals_stay_what_they_are() -> None:
    """A chain of two entries has this seal in every release and in every language."""
    seal = next_seal(next_seal(first_seal("m-0001"), 1, b"\x80"), 2, b"\x81\xa1a\x01")
    assert seal.hex() == "475ee2d4658a5d801391963900c07001da63a8ad8c1055d7b5ba2b81c63c01ae"


@given(st.integers(1, 2**63), st.binary(max_size=40), st.data())
@settings(max_examples=50, deadline=None)
def test_a_seal_covers_every_byte_and_its_place(n: int, public: bytes, data: st.DataObject) -> None:
    """Another byte, another version or another predecessor gives another seal."""
    seal = next_seal(SEAL, n, public)
    other = data.draw(st.binary(max_size=40))
    assume(other != public)
    assert seal != next_seal(SEAL, n, other)
    assert seal != next_seal(SEAL, n + 1, public)
    assert seal != next_seal(SEAL[::-1], n, public)


def test_wrong_lengths_are_refused() -> None:
    """A seal or salt of another length never gets into a hash, where it could hide a shift."""
    with pytest.raises(ValueError, match="32 bytes"):
        next_seal(SEAL + b"\0", 1, b"")
    with pytest.raises(ValueError, match="32 bytes"):
        head_message("m", 1, SEAL[:-1])
    with pytest.raises(ValueError, match="16 bytes"):
        held_commitment(SALT[:-1], b"")


def test_a_command_has_an_id_of_16_bytes() -> None:
    """The id is the beginning of an HMAC over match, actor, route and the client's key."""
    message = lp(b"m", b"seat:1", b"moves", b"abc")
    expected = hmac.new(b"s" * 32, message, "sha256").digest()[:16]
    assert command_id(b"s" * 32, "m", "seat:1", "moves", "abc") == expected


def test_neighbouring_fields_of_a_command_do_not_mix() -> None:
    """Moving a letter from one field to the next gives another id."""
    service = b"s" * 32
    assert command_id(service, "m", "ab", "c", "d") != command_id(service, "m", "a", "bc", "d")
    assert command_id(service, "m", "a", "b", "c") != command_id(b"t" * 32, "m", "a", "b", "c")


def test_a_head_verifies_under_its_own_key_only() -> None:
    """The signature holds for this match, version, seal and key, and for nothing else."""
    signature = sign_head(PRIVATE, "m", 7, SEAL)
    public = PRIVATE.public_key()
    assert verify_head(public, "m", 7, SEAL, signature)
    assert not verify_head(public, "n", 7, SEAL, signature)
    assert not verify_head(public, "m", 8, SEAL, signature)
    assert not verify_head(public, "m", 7, SEAL[::-1], signature)
    assert not verify_head(public, "m", 7, SEAL, signature[:-1])
    assert not verify_head(public, "m", 7, SEAL[:-1], signature)
    other = Ed25519PrivateKey.from_private_bytes(b"o" * 32).public_key()
    assert not verify_head(other, "m", 7, SEAL, signature)


def test_a_head_is_an_ordinary_ed25519_signature() -> None:
    """Any Ed25519 library can check a head from these bytes."""
    message = b"tapete-head/1" + b"\0\0\0\x01m" + b"\0\0\0\0\0\0\0\x07" + SEAL
    PRIVATE.public_key().verify(sign_head(PRIVATE, "m", 7, SEAL), message)


def test_a_fingerprint_names_a_key() -> None:
    """32 hex digits of the hash of the raw key."""
    raw = PRIVATE.public_key().public_bytes_raw()
    assert fingerprint(PRIVATE.public_key()) == sha256(raw).hexdigest()[:32]
