"""What a name says of itself: tournaments have logs like matches, and another first letter.

The ids of matches begin with the time, which is a digit for the next eight thousand years.
"""

from hashlib import sha256
from struct import Struct

from events.keys import partition_of
from events.seals import lp

TOURNAMENT = "t"
TIME_CHARS = 10
CHANCE_CHARS = 16

_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
_u64 = Struct(">Q").pack


def is_tournament(name: str) -> bool:
    """Whether a log with this name is a tournament's."""
    return name.startswith(TOURNAMENT)


def base32(number: int, chars: int) -> str:
    """The lowest 5 * chars bits of a number in Crockford's alphabet, which sorts as numbers do."""
    return "".join(_ALPHABET[number >> (5 * i) & 31] for i in reversed(range(chars)))


def table_match(tournament: str, pairing: int, at: int, table: int, board: int, again: int) -> str:
    """The id of the match that a table plays: the same for everybody who works it out.

    ``pairing`` is the version of the tournament that paired the round, ``at`` its time (ms);
    ``board`` is 0 where there is none, ``again`` counts the repetitions of a match.
    """
    words = (_u64(number) for number in (pairing, table, board, again))
    chance = sha256(b"tapete-table/1" + lp(tournament.encode(), *words)).digest()
    number = int.from_bytes(chance[: CHANCE_CHARS * 5 // 8])
    moment = base32(at, TIME_CHARS)
    return f"{moment}{base32(number, CHANCE_CHARS)}-{partition_of(tournament)}"
