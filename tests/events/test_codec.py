"""The codec: what is written is read back, and nothing else is read at all."""

import contextlib
import os
from typing import Any

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.codec import decode, encode, read_openings, typed
from events.errors import Corrupt
from events.facts import Entry, Held, Moved, Shuffled
from projections.games.escratch import Choose

KIND = Entry[Choose, Choose]
CARDS = st.lists(st.text(max_size=4), max_size=40).map(tuple)


def salt() -> bytes:
    return os.urandom(16)


def shuffled(cards: tuple[str, ...]) -> Entry[Any, Any]:
    return Entry(1, 2, "house", b"x" * 16, Shuffled("deck", Held("house", cards)))


@given(CARDS)
def test_an_entry_is_read_back_as_it_was_written(cards: tuple[str, ...]) -> None:
    """Public bytes and openings together give the very entry."""
    entry = shuffled(cards)
    assert typed(decode(*encode(entry, salt)), KIND) == entry


@given(CARDS.filter(lambda cards: any(len(card) > 2 for card in cards)))
def test_the_public_bytes_do_not_hold_what_is_held(cards: tuple[str, ...]) -> None:
    """Of a Held only its holder, its count and a commitment are public."""
    public = encode(shuffled(tuple(f"<{card}>" for card in cards)), salt).public
    assert not any(f"<{card}>".encode() in public for card in cards)


def test_equal_cards_do_not_look_equal() -> None:
    """A fresh salt for every Held: nobody follows a face-down card from hand to hand."""
    entry: Entry[Any, Any] = Entry(
        1, 2, 0, b"x" * 16, Moved(0, Choose(Held(0, ("C01",)))), (Choose(Held(0, ("C01",))),)
    )
    tree = msgpack.unpackb(encode(entry, salt).public)
    assert tree["cause"]["move"]["card"]["c"] != tree["effects"][0]["card"]["c"]


def test_without_openings_all_that_is_held_lies_face_down() -> None:
    """Who has only the public bytes sees holder and count."""
    public = encode(shuffled(("AS", "KS")), salt).public
    assert typed(decode(public, None), KIND).cause.cards == Held("house", ("??", "??"))


@given(st.data())
def test_one_changed_byte_is_never_read_as_the_same(data: st.DataObject) -> None:
    """A changed byte, in the entry or its openings, is refused or gives another entry."""
    entry = shuffled(("AS", "KS", "QS"))
    parts = list(encode(entry, salt))
    which = data.draw(st.integers(0, 1))
    place = data.draw(st.integers(0, len(parts[which]) - 1))
    changed = bytearray(parts[which])
    changed[place] ^= data.draw(st.integers(1, 255))
    parts[which] = bytes(changed)
    with contextlib.suppress(Corrupt):
        assert typed(decode(*parts), KIND) != entry


@pytest.mark.parametrize(
    "raw",
    [
        b"\x82\xa1v\x01\xa1v\x02",  # a key twice
        b"\x81\xa1v\xc7\x03\x05abc",  # an extension type
        b"\x81\xa1v\xd6\xff\x00\x00\x00\x01",  # a timestamp
        msgpack.packb({"v": 0.5}),
        b"\x91" * 5000 + b"\x01",  # too deep
        b"\x81\xc4\x01v\x01",  # a key that is no text
        b"\x81\xa1v\x01\x00",  # bytes behind the end
        b"\xc1",
        b"",
        msgpack.packb([1, 2]),
        msgpack.packb({"by": 0, "count": 1, "c": b"short"}),
        msgpack.packb({"by": -1, "count": 1, "c": b"c" * 32}),
        msgpack.packb({"by": True, "count": 1, "c": b"c" * 32}),
        msgpack.packb({"count": 1, "by": 0, "c": b"c" * 32}),
        msgpack.packb({"v": "x" * (1 << 20)}),
    ],
)
def test_what_is_never_written_is_never_read(raw: bytes) -> None:
    """The decoder is strict: anything odd is Corrupt, never a crash."""
    with pytest.raises(Corrupt):
        decode(raw, b"")


@given(st.binary(max_size=200), st.binary(max_size=80))
def test_nonsense_is_corrupt_and_nothing_worse(raw: bytes, openings: bytes) -> None:
    """Whatever the bytes, reading ends with plain data or with Corrupt."""
    for read in (lambda: decode(raw, openings), lambda: read_openings(openings)):
        with contextlib.suppress(Corrupt):
            read()


def test_openings_must_fit_one_by_one() -> None:
    """Too few, too many, swapped or of another count: each is refused."""
    entry: Entry[Any, Any] = Entry(
        1, 2, 0, b"x" * 16, Moved(0, Choose(Held(0, ("C01",)))), (Choose(Held(0, ("C02",))),)
    )
    public, openings = encode(entry, salt)
    pairs = msgpack.unpackb(openings)
    for wrong in (pairs[:1], [*pairs, pairs[0]], pairs[::-1], [pairs[0], [pairs[1][0], b"\x90"]]):
        with pytest.raises(Corrupt):
            decode(public, msgpack.packb(wrong))
