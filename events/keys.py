"""The names of keys in Redis.

A match's log, its command ids and the feed that announces it share the hash tag of the match's
partition, so that one script may write all three on a cluster too. The partition is part of the
match id from its creation on: the number of partitions may grow, a match never moves.
"""

from events.errors import UnknownMatch

LONGEST_ID = 64
"""Longer names are nobody's, and not kept in any memory."""


def partition_of(match: str) -> int:
    """The number after the last dash of a match id; `UnknownMatch` if there is none."""
    _, dash, number = match.rpartition("-")
    if not dash or not number.isascii() or not number.isdigit() or len(match) > LONGEST_ID:
        raise UnknownMatch(match=match[:LONGEST_ID])
    return int(number)


def log_key(match: str) -> str:
    """The stream that holds a match's entries, entry n under the id `n-0`."""
    return f"{{p{partition_of(match)}}}:log:{match}"


def commands_key(match: str) -> str:
    """The hash from a match's command ids to the last version that each wrote."""
    return f"{{p{partition_of(match)}}}:cmd:{match}"


def seed_key(match: str) -> str:
    """The seed of a match's shuffles, until its last entry discloses it."""
    return f"{{p{partition_of(match)}}}:seed:{match}"


def feed_key(partition: int) -> str:
    """The stream of pointers to what was appended in a partition."""
    return f"{{p{partition}}}:feed"
