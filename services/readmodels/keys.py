"""Where the read models lie: the keys that the projectors write and the queries read.

All of a partition's lies under its tag, so that one script writes the models and the checkpoint
together. Matches are indexed under score 0, which Redis sorts by id, and ids sort by time.
"""

from collections.abc import Iterable
from heapq import merge
from itertools import islice
from typing import cast

import msgspec
import redis.asyncio
from msgspec.structs import replace

from events.keys import partition_of
from events.log import BEGINNING, Log
from projections.match.summaries import Summary

CLEANING = "cleaning"
"""The position of a projection that is to be built anew and whose old models still lie about."""

_decoder = msgspec.json.Decoder(Summary)


def model_key(partition: int, *words: str) -> str:
    """A key under a partition's tag."""
    return f"{{p{partition}}}:{':'.join(words)}"


def checkpoint_key(partition: int) -> str:
    """A hash: ``id`` of the last pointer taken in, ``fence`` of the lease under which it was."""
    return model_key(partition, "checkpoint")


def heads_key(partition: int) -> str:
    """A hash from each live match to its version and the time (ms) of its last entry."""
    return model_key(partition, "heads")


def waiting_key(partition: int) -> str:
    """A set: the matches in which a bot is to move."""
    return model_key(partition, "waiting")


def due_key(partition: int) -> str:
    """A sorted set: the matches whose clock runs, by the ms after which it has something to do."""
    return model_key(partition, "due")


def stopped_key(partition: int) -> str:
    """A set: the matches whose log can't be followed; the reasons are in ``reasons_key``."""
    return model_key(partition, "stopped")


def reasons_key(partition: int) -> str:
    return model_key(partition, "parked")


def ended_key(partition: int) -> str:
    """A sorted set: what has ended and is to be archived, by the time (ms) of its end."""
    return model_key(partition, "ended")


def unrated_key(partition: int) -> str:
    """A set: rated matches that have ended and don't count for the ratings yet."""
    return model_key(partition, "unrated")


def summary_key(match: str) -> str:
    return model_key(partition_of(match), "summary", match)


def index_key(partition: int, *words: str) -> str:
    """``all``, ``game`` g, ``phase`` p, ``game`` g p, ``player`` p."""
    return model_key(partition, "index", *words)


def history_key(partition: int, player: str) -> str:
    """A sorted set under score 0: the matches that a player has ended, as ``ended`` writes them."""
    return model_key(partition, "history", player)


def ended(at: int, match: str) -> str:
    """A match and the time (ms) of its end, such that later ones sort behind."""
    return f"{at:015d}.{match}"


def tally_key(partition: int, player: str) -> str:
    """A hash: ``kaiser:played``, ``kaiser:first`` and so on for each game."""
    return model_key(partition, "tally", player)


PROJECTED = (
    *("heads", "waiting", "due", "stopped", "parked"),
    *("summary:*", "index:*", "history:*", "tally:*"),
)
"""What a projector writes, as patterns: all of it follows from the log."""


def read_summary(raw: bytes | str) -> Summary:
    return _decoder.decode(raw)


def text(raw: bytes | str) -> str:
    """A name as Redis gives it back."""
    return raw.decode() if isinstance(raw, bytes) else raw


def write_head(version: int, at: int) -> str:
    return f"{version} {at}"


def read_head(head: bytes | str) -> tuple[int, int]:
    """The version of a head, and its time (ms)."""
    version, _, at = text(head).partition(" ")
    return int(version), int(at)


def with_head(summary: Summary, head: bytes | str | None) -> Summary:
    """A summary at the head of its match."""
    if head is None:
        return summary
    version, at = read_head(head)
    return replace(summary, version=version, at=at)


async def summaries(client: redis.asyncio.Redis, matches: Iterable[str]) -> list[Summary]:
    """The summaries of these matches in their order; what has none is left out."""
    async with client.pipeline(transaction=False) as pipe:
        for match in matches:
            pipe.get(summary_key(match))
            pipe.hget(heads_key(partition_of(match)), match)
        replies = await pipe.execute()
    pairs = zip(replies[::2], replies[1::2], strict=True)
    return [with_head(read_summary(raw), head) for raw, head in pairs if raw is not None]


async def page(
    client: redis.asyncio.Redis, keys: Iterable[str], limit: int, after: str | None
) -> list[str]:
    """The last members of several indexes, merged, that come before ``after``, the last first."""
    last = "+" if after is None else f"({after}"
    async with client.pipeline(transaction=False) as pipe:
        for key in keys:
            pipe.zrevrangebylex(key, last, "-", 0, limit)
        pages = cast("list[list[bytes]]", await pipe.execute())
    return [text(name) for name in islice(merge(*pages, reverse=True), limit)]


async def lag(client: redis.asyncio.Redis, log: Log, partitions: int) -> dict[int, int]:
    """By how many milliseconds of the feed each partition's models are behind; 0 = up to date."""
    ends = await log.feed_ends(range(partitions))
    behind = {}
    for partition, end in ends.items():
        raw = await client.hget(checkpoint_key(partition), "id")
        taken = raw.decode() if isinstance(raw, bytes) and raw[:1].isdigit() else BEGINNING
        behind[partition] = 0 if taken == end else max(1, milliseconds(end) - milliseconds(taken))
    return behind


async def rebuild(client: redis.asyncio.Redis, partition: int) -> None:
    """Have a partition's models built anew from the start of its feed, by whoever holds it."""
    await client.hset(checkpoint_key(partition), "id", CLEANING)


def milliseconds(id: str) -> int:
    """The time in the id of a feed's record."""
    return int(id.partition("-")[0])
