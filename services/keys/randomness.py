"""The house: the only place where randomness is made.

Whatever chance decides in a match follows from a seed drawn here, committed to before anybody sits
down (`projections.cards.fair_deal`). A house on a seed of its own repeats itself exactly: for
simulations, never for play.
"""

import os
from base64 import urlsafe_b64encode
from collections.abc import Callable
from itertools import islice

from events.names import CHANCE_CHARS, TIME_CHARS, TOURNAMENT, base32
from events.seals import SALT_BYTES
from projections.cards.fair_deal import SECRET_BYTES, commitment, dice, words

Entropy = Callable[[int], bytes]
Dice = Callable[[int], int]


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
        if not 0 <= now_ms < 1 << (5 * TIME_CHARS) or partition < 0:
            raise ValueError(f"no match id for time {now_ms}, partition {partition}")
        chance = int.from_bytes(self._entropy(CHANCE_CHARS * 5 // 8))
        return f"{base32(now_ms, TIME_CHARS)}{base32(chance, CHANCE_CHARS)}-{partition}"

    def tournament_id(self, partition: int, now_ms: int) -> str:
        """Likewise for a tournament, which is told from a match by its first letter."""
        return TOURNAMENT + self.match_id(partition, now_ms)

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
