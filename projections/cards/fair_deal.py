"""The fair deal, `tapete-deck/1`: how a shuffle follows from a seed and the seats' contributions.

The house's seed and every seat's contribution are committed to before anybody knows any of the
others, so nobody chose the deck; and anybody can deal it again afterwards with these few lines.

    key    = HMAC-SHA256(server_seed, LP("tapete-deck/1") LP(match) LP(u32be k) LP(purpose)
             LP(SHA-256(LP(card) of each card)) LP(u16be n) LP(contribution) * n LP(""))
    stream = HMAC-SHA256(key, "stream" || u64be counter), counter 0, 1, ..., as big-endian u64 words
    below(m) = the next word below 2^64 - (2^64 mod m), modulo m
    for i = len-1 ... 1: swap cards i and below(i + 1)
"""

import hmac
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from struct import Struct

from events.seals import lp

SCHEME = "tapete-deck/1"
SECRET_BYTES = 32

_u16 = Struct(">H").pack
_u32 = Struct(">I").pack
_u64 = Struct(">Q").pack
_four_words = Struct(">4Q").unpack
_WORDS = 1 << 64


def commitment(secret: bytes) -> bytes:
    """What is shown of a seed or a contribution before it may be known: SHA-256, 32 bytes."""
    return sha256(secret).digest()


def words(key: bytes) -> Iterator[int]:
    """The endless stream of 64-bit numbers that a key (32 bytes) stands for."""
    keyed = hmac.new(key, b"stream", "sha256")
    counter = 0
    while True:
        block = keyed.copy()
        block.update(_u64(counter))
        yield from _four_words(block.digest())
        counter += 1


def below(stream: Iterator[int], m: int) -> int:
    """A number from 0 to m-1, all equally likely: words of the uneven top are thrown away."""
    limit = _WORDS - _WORDS % m
    for word in stream:
        if word < limit:
            return word % m
    raise ValueError("the stream of words ended")


def dice(key: bytes) -> Callable[[int], int]:
    """`below` over one key's stream: the same key always throws the same numbers."""
    stream = words(key)
    return lambda m: below(stream, m)


def shuffle_key(
    server_seed: bytes,
    match: str,
    k: int,
    purpose: str,
    cards: Sequence[str],
    contributions: Sequence[bytes | None],
) -> bytes:
    """The key (32 bytes) of shuffle number k; a seat that contributed nothing (None) is skipped.

    `cards` are in canonical order. ValueError for a seed or contribution that isn't 32 bytes.
    """
    given = [part for part in contributions if part is not None]
    if any(len(secret) != SECRET_BYTES for secret in (server_seed, *given)):
        raise ValueError(f"seeds and contributions have {SECRET_BYTES} bytes")
    pack = sha256(lp(*[card.encode() for card in cards])).digest()
    head = lp(SCHEME.encode(), match.encode(), _u32(k), purpose.encode(), pack, _u16(len(given)))
    return hmac.digest(server_seed, head + lp(*given, b""), "sha256")


def shuffle(key: bytes, cards: Sequence[str]) -> tuple[str, ...]:
    """The cards in the order that the key decides: Fisher-Yates from the top."""
    deck = list(cards)
    stream = words(key)
    for i in range(len(deck) - 1, 0, -1):
        j = below(stream, i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    return tuple(deck)


def deal(
    server_seed: bytes,
    match: str,
    k: int,
    purpose: str,
    cards: Sequence[str],
    contributions: Sequence[bytes | None],
) -> tuple[str, ...]:
    """Shuffle number k of a match: `cards` in canonical order in, the shuffled deck out."""
    return shuffle(shuffle_key(server_seed, match, k, purpose, cards, contributions), cards)
