"""A third kind of aggregate, as small as can be: a counter that is added to, and taken back."""

from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from events.codec import typed
from events.errors import Malformed, Refused, UnknownMatch
from events.record import Read, Stored
from events.seals import first_seal
from events.steps import Past, Step, earlier, follow
from services.aggregates.batch import Batch


class Added(Struct, frozen=True, tag="counter.Added"):
    amount: int


class TakenBack(Struct, frozen=True, tag="counter.TakenBack"):
    to: int


class Counted(Struct, frozen=True):
    v: int
    at: int
    by: str
    command: bytes
    cause: Added | TakenBack


class Counter(Struct, frozen=True):
    id: str
    version: int
    seal: bytes
    at: int = 0
    total: int = 0
    phase: str = "counting"
    over: bool = False


Count = Step[Counted, Counter]


def zero(name: str) -> Counter:
    return Counter(name, 0, first_seal(name))


def advance(known: Counter, entry: Counted, seal: bytes, past: Past[Counter]) -> Counter:
    cause = entry.cause
    total = known.total + cause.amount if isinstance(cause, Added) else past(cause.to).total
    return replace(known, version=known.version + 1, seal=seal, at=entry.at, total=total)


def taken(known: Counter, item: Read, stored: Stored, past: Past[Counter]) -> Count:
    entry: Counted = typed(item.tree, Counted)
    return Step(entry, stored, advance(known, entry, item.seal, past))


class CounterKind:
    def owns(self, name: str) -> bool:
        return name.startswith("counter")

    def unknown(self, name: str) -> Refused:
        return UnknownMatch(match=name)

    async def whole(self, name: str, stored: Sequence[Stored]) -> list[Count]:
        return follow(zero(name), stored, taken)

    def further(
        self, known: Counter, stored: Sequence[Stored], line: Sequence[Count] = ()
    ) -> list[Count]:
        return follow(known, stored, taken, line)


class Counting(Batch[Counter]):
    def add(self, cause: Added | TakenBack, past: Past[Counter]) -> None:
        if isinstance(cause, Added) and cause.amount <= 0:
            raise Malformed(reason="a counter counts up")
        entry = Counted(1, self.at, "somebody", self.command, cause)
        stored = self.sealed(entry)
        self.put(entry, stored, advance(self.after, entry, stored.seal, past))


class Recount:
    """Who audits a counter: every total is counted again."""

    def __init__(self, name: str) -> None:
        self.first: Callable[[], Counter] = lambda: zero(name)

    def typed(self, known: Counter, item: Read) -> Counted:
        return typed(item.tree, Counted)

    def wrong(self, line: Sequence[Count], known: Counter, entry: Counted) -> str | None:
        cause = entry.cause
        return "move" if isinstance(cause, Added) and cause.amount <= 0 else None

    def advance(
        self, line: Sequence[Count], known: Counter, entry: Counted, seal: bytes
    ) -> Counter:
        return advance(known, entry, seal, lambda version: earlier(line, version))
