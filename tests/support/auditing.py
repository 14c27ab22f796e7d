"""What tests of the audit share: logs of whole matches, and how they are forged."""

from collections.abc import Callable, Sequence
from typing import Any

import msgpack

from events.codec import read_openings
from events.facts import (
    Moved,
    Shuffled,
)
from events.record import Stored
from events.seals import first_seal, held_commitment, next_seal
from projections.audit.entries import audit
from projections.audit.report import Finding, Report
from projections.match.history import Step

NAME = "m-0"
Log = list[Stored]


def log_of(line: Sequence[Step]) -> Log:
    return [step.stored for step in line]


def audited(log: Sequence[Stored], seed: bytes | None = None) -> Report:
    return audit(NAME, log, seed)


def first(report: Report) -> tuple[str, int, str]:
    """The verdict and the first finding."""
    found = report.findings[0] if report.findings else Finding(0, "")
    return report.verdict, found.version, found.code


def flipped(raw: bytes, at: int, bit: int) -> bytes:
    return raw[:at] + bytes([raw[at] ^ 1 << bit]) + raw[at + 1 :]


def sealed(items: Sequence[tuple[bytes, bytes]]) -> Log:
    """Entries numbered and sealed anew, as only the house can."""
    seal, log = first_seal(NAME), []
    for version, (public, openings) in enumerate(items, 1):
        seal = next_seal(seal, version, public)
        log.append(Stored(version, public, openings, seal))
    return log


def raws(log: Sequence[Stored]) -> list[tuple[bytes, bytes]]:
    return [(item.public, item.openings) for item in log]


def edited(log: Log, version: int, edit: Callable[[dict[str, Any]], None]) -> Log:
    """One entry with something else in it, and all sealed anew."""
    items = raws(log)
    tree = msgpack.unpackb(items[version - 1][0])
    edit(tree)
    items[version - 1] = (msgpack.packb(tree), items[version - 1][1])
    return sealed(items)


def redealt(log: Log, version: int, change: Callable[[list[str]], list[str]]) -> Log:
    """The cards of a shuffle changed, their commitment and all seals made to fit."""
    items = raws(log)
    public, openings = items[version - 1]
    tree, (opening, *others) = msgpack.unpackb(public), read_openings(openings)
    values = msgpack.packb(change(msgpack.unpackb(opening.values)))
    tree["cause"]["cards"]["c"] = held_commitment(opening.salt, values)
    packed = msgpack.packb([(opening.salt, values), *others])
    items[version - 1] = (msgpack.packb(tree), packed)
    return sealed(items)


def two_exchanged(cards: list[str]) -> list[str]:
    other = next(i for i, card in enumerate(cards) if card != cards[0])
    return [cards[other], *cards[1:other], cards[0], *cards[other + 1 :]]


def shuffles(line: Sequence[Step]) -> list[int]:
    return [step.after.version for step in line if isinstance(step.entry.cause, Shuffled)]


def moves(line: Sequence[Step]) -> list[int]:
    return [step.after.version for step in line if isinstance(step.entry.cause, Moved)]
