"""The house: the only place where randomness is made.

Whatever chance decides in a match follows from a seed drawn here, committed to before anybody sits
down (`projections.fairness`). A house on a seed of its own repeats itself exactly: for simulations,
never for play.
"""

import os
from base64 import urlsafe_b64encode
from collections.abc import Callable
from itertools import islice

from events.seals import SALT_BYTES
from projections.fairness import SECRET_BYTES, commitment, dice, words

Entropy = Callable[[int], bytes]
Dice = Callable[[int], int]

_CROCKFORD = "0123456789abcdefghjkmnpqrstvwxyz"
_TIME_CHARS = 10
_RANDOM_CHARS = 16


class House:
    """Draws seeds, salts, ids, tokens and dice from `entropy(n)`, which gives n fresh bytes."""

    def __init__(self, entropy: Entropy = os.urandom) -> None:
        self._entropy = entropy

    def seed(self) -> bytes:
        """32 bytes that nobody knows."""
        return self._entropy(SECRET_BYTES)

    def salt(self) -> bytes:
        """16 bytes, fresh for every Held."""
        return self._entropy(SALT_BYTES)

    def commitment(self, seed: bytes) -> bytes:
        """What is published of a seed (32 bytes) before it may be known."""
        return commitment(seed)

    def match_id(self, partition: int, now_ms: int) -> str:
        """An id that nobody guesses, sorts by time and names its partition: 26 chars, "-", number.

        ValueError for a time outside 50 bits or a negative partition.
        """
        if not 0 <= now_ms < 1 << (5 * _TIME_CHARS) or partition < 0:
            raise ValueError(f"no match id for time {now_ms}, partition {partition}")
        chance = int.from_bytes(self._entropy(_RANDOM_CHARS * 5 // 8))
        return f"{_base32(now_ms, _TIME_CHARS)}{_base32(chance, _RANDOM_CHARS)}-{partition}"

    def token(self) -> str:
        """A secret (256 bits) that opens a door; it can stand in a header or a URL."""
        return f"tpt_{urlsafe_b64encode(self._entropy(32)).rstrip(b'=').decode()}"

    def dice(self, seed: bytes | None = None) -> Dice:
        """Dice for a bot: `dice(n)` is 0 to n-1, all equally likely; the same again for a seed."""
        return dice(self.seed() if seed is None else seed)


def simulated(seed: bytes) -> House:
    """A house that does the same again for the same seed (32 bytes): for simulations only."""
    stream = words(seed)

    def entropy(size: int) -> bytes:
        """The next words of the stream, cut to `size` bytes."""
        taken = islice(stream, -(-size // 8))
        return b"".join(word.to_bytes(8) for word in taken)[:size]

    return House(entropy)


def _base32(number: int, chars: int) -> str:
    """The lowest 5 * chars bits of a number in Crockford's alphabet, which sorts as numbers do."""
    return "".join(_CROCKFORD[number >> (5 * i) & 31] for i in reversed(range(chars)))
