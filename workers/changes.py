"""What a batch of a feed changes in the read models, as commands for Redis."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

import msgspec

from events.commits import Word
from events.facts import Result
from events.keys import log_key, partition_of
from projections.match.summaries import Summary
from services.readmodels.keys import (
    checkpoint_key,
    due_key,
    ended,
    ended_key,
    heads_key,
    history_key,
    index_key,
    reasons_key,
    stopped_key,
    summary_key,
    tally_key,
    unrated_key,
    waiting_key,
    write_head,
)


class Command(NamedTuple):
    """A command on one key."""

    name: str
    key: str
    words: tuple[Word, ...]


class Change(NamedTuple):
    """What became of a match whose entries had to be read: ``before`` None if it is new."""

    before: Summary | None
    after: Summary


def of_summary(change: Change) -> Iterator[Command]:
    """The summary itself, where it is found, and what its end adds to the players' records."""
    after = change.after
    yield Command("SET", summary_key(after.match), (msgspec.json.encode(after),))
    yield from of_indexes(change)
    if after.over:
        yield Command("HDEL", heads_key(partition_of(after.match)), (after.match,))
        yield Command("ZADD", ended_key(partition_of(after.match)), (after.at, after.match))
        yield from of_history(after)
        if after.rated and after.aborted is None:
            yield Command("SADD", unrated_key(partition_of(after.match)), (after.match,))


def of_indexes(change: Change) -> Iterator[Command]:
    before = set() if change.before is None else set(indexes(change.before))
    after = set(indexes(change.after))
    match = change.after.match
    for key in sorted(before - after):
        yield Command("ZREM", key, (match,))
    for key in sorted(after - before):
        yield Command("ZADD", key, (0, match))


def indexes(summary: Summary) -> Iterator[str]:
    """The keys under which a match is listed."""
    if summary.unlisted:
        return
    partition, game, phase = partition_of(summary.match), summary.game, summary.phase
    yield index_key(partition, "all")
    yield index_key(partition, "game", game)
    yield index_key(partition, "phase", phase)
    yield index_key(partition, "game", game, phase)
    for player in summary.players:
        yield index_key(partition, "player", player)


def of_history(summary: Summary) -> Iterator[Command]:
    """A finished match in the records of its players."""
    partition = partition_of(summary.match)
    for player in summary.players:
        member = ended(summary.at, summary.match)
        yield Command("ZADD", history_key(partition, player), (0, member))
        if summary.result is not None:
            yield from of_tally(partition, player, summary, summary.result)


def of_tally(partition: int, player: str, summary: Summary, result: Result) -> Iterator[Command]:
    key = tally_key(partition, player)
    yield Command("HINCRBY", key, (f"{summary.game}:played", 1))
    ranks = (
        rank
        for rank, chair in zip(result.ranks, summary.seats, strict=True)
        if chair.player == player
    )
    if 1 in ranks:
        yield Command("HINCRBY", key, (f"{summary.game}:first", 1))


def of_stop(match: str, reason: str) -> Iterator[Command]:
    """A match is left alone from here on."""
    partition = partition_of(match)
    yield Command("SADD", stopped_key(partition), (match,))
    yield Command("HSET", reasons_key(partition), (match, reason))


def of_waiting(partition: int, began: Iterable[str], ended: Iterable[str]) -> Iterator[Command]:
    for name, matches in (("SADD", sorted(began)), ("SREM", sorted(ended))):
        for match in matches:
            yield Command(name, waiting_key(partition), (match,))


def of_due(partition: int, dues: Mapping[str, int]) -> Iterator[Command]:
    """When a clock has something to do, by match; 0 where not any more."""
    for match, due in sorted(dues.items()):
        if due:
            yield Command("ZADD", due_key(partition), (due, match))
        else:
            yield Command("ZREM", due_key(partition), (match,))


class Head(NamedTuple):
    """A live match's last entry: its version and when it came (ms)."""

    match: str
    version: int
    at: int


def words(
    partition: int, before: str, after: str, fence: int, heads: list[Head], commands: list[Command]
) -> list[Word]:
    """The keys and arguments of ``apply.lua``."""
    keys = [checkpoint_key(partition), heads_key(partition)]
    keys += (log_key(head.match) for head in heads)
    first = len(keys) + 1
    others: dict[str, int] = {}
    arguments: list[Word] = [before, after, fence, len(heads)]
    for head in heads:
        arguments += (head.match, head.version, write_head(head.version, head.at))
    for command in commands:
        place = others.setdefault(command.key, first + len(others))
        arguments += (command.name, place, len(command.words), *command.words)
    return [len(keys) + len(others), *keys, *others, *arguments]
