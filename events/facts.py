"""The facts of a match: what may stand in its log, whatever the game.

A game adds its own moves and effects; everything here is the match's own. Wire names are
``match.Name`` and are for ever: a new field has a default, a changed meaning is a new name.
"""

from collections.abc import Sequence
from typing import Any, Generic, Literal, TypeVar

from msgspec import Struct

Seat = int
Holder = int | Literal["house"]
Writer = int | Literal["house", "clock", "judge"]

FACE_DOWN = "??"
SCHEMA = 1


class Held:
    """Cards or other tokens that only their holder may see; the one place for a secret.

    ``by`` is a seat or ``"house"``. A view turns what others hold face down: the holder and
    the count stay, every value becomes ``"??"``.
    """

    __slots__ = ("by", "values")
    by: Holder
    values: tuple[str, ...]

    def __init__(self, by: Holder, values: Sequence[str]) -> None:
        object.__setattr__(self, "by", by)
        object.__setattr__(self, "values", tuple(values))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"Held is immutable: {name}")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Held) and self.by == other.by and self.values == other.values

    def __hash__(self) -> int:
        return hash((self.by, self.values))

    def __repr__(self) -> str:
        return f"Held({self.by!r}, {len(self.values)} cards)"  # never the values: it may be logged

    def __len__(self) -> int:
        return len(self.values)

    def down(self) -> "Held":
        """The same, as everybody else sees it."""
        return Held(self.by, (FACE_DOWN,) * len(self.values))


class Fact(
    Struct,
    frozen=True,
    tag_field="type",
    tag=lambda name: "match." + name,
    forbid_unknown_fields=True,
):
    """Something that happened to a match."""


M = TypeVar("M")
E = TypeVar("E")


class Result(Struct, frozen=True, omit_defaults=True):
    """How it ended: ``scores`` and ``ranks`` by seat (1 = best, ties share a rank).

    ``label`` is a word of the game (``skunk``) or of the match (``resigned``, ``limit``).
    """

    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    label: str | None = None


class Place(Struct, frozen=True, omit_defaults=True):
    """A seat as it is offered: free for anybody, kept for a player, or played by a bot."""

    kind: Literal["open", "reserved", "bot"] = "open"
    player: str | None = None


class Clock(Struct, frozen=True, omit_defaults=True):
    """Time to think: ``per_move`` ms or whole ``days`` for each move, or a ``bank`` of ms.

    A bank lasts for the whole match and grows by ``increment`` ms after each move.
    """

    per_move: int | None = None
    bank: int | None = None
    increment: int = 0
    flag: Literal["forfeit", "harmless"] = "harmless"
    days: int | None = None


class Origin(Struct, frozen=True):
    """Where a fork branched off."""

    match: str
    version: int
    seal: bytes


class Board(Struct, frozen=True):
    """A tournament's board: the same cards at every table that plays it."""

    tournament: str
    board: str


class Event(Struct, frozen=True):
    """The table of a tournament's round at which a match is played."""

    tournament: str
    round: int
    table: int


Fairness = Literal["committed", "seeded"]


class Opened(Fact, frozen=True, omit_defaults=True):
    """A match is offered. ``commitment`` is SHA-256 of the seed that all its shuffles come from."""

    match: str
    game: str
    rules: int
    options: dict[str, Any]
    places: tuple[Place, ...]
    commitment: bytes
    ready_within: int = 60_000
    clock: Clock | None = None
    limit: int | None = None
    unlisted: bool = False
    rated: bool = False
    fairness: Fairness = "committed"
    origin: Origin | None = None
    board: Board | None = None
    deck: bytes | None = None
    event: Event | None = None


class Joined(Fact, frozen=True, omit_defaults=True):
    """A seat is taken; ``commitment`` is SHA-256 of its contribution, or null."""

    seat: Seat
    player: str
    commitment: bytes | None = None


class Left(Fact, frozen=True):
    """A seat is free again, before the match was locked."""

    seat: Seat


class Locked(Fact, frozen=True):
    """All seats are taken: from here on every deck of the match is fixed."""

    commitments: tuple[bytes | None, ...]


class Ready(Fact, frozen=True):
    """A seat has shown what it contributes to the shuffles."""

    seat: Seat
    contribution: bytes


class Moved(Fact, Generic[M], frozen=True):
    """A seat's move, as it was offered."""

    seat: Seat
    move: M


class Shuffled(Fact, frozen=True):
    """The house has shuffled; it holds the cards, top card first."""

    purpose: str
    cards: Held


class Resigned(Fact, frozen=True):
    seat: Seat


class Flagged(Fact, frozen=True):
    """The time of a seat has run out."""

    seat: Seat


class Paused(Fact, frozen=True):
    reason: str


class Resumed(Fact, frozen=True):
    reason: str


class Rewound(Fact, frozen=True, omit_defaults=True):
    """The game goes on from what it was at version ``to``; the log goes on forwards."""

    to: int
    reason: str
    keep_deck: bool = False
    agreed: tuple[Seat, ...] = ()


class Adjudicated(Fact, frozen=True):
    """A judge has decided the result."""

    result: Result
    reason: str


class Aborted(Fact, frozen=True):
    """The match ends without a result."""

    reason: str


class Closed(Fact, frozen=True):
    """The last entry: how many entries there are, the result, and the seed of all shuffles."""

    count: int
    result: Result | None
    seed: bytes | None


MatchFact = (
    Opened
    | Joined
    | Left
    | Locked
    | Ready
    | Moved[M]
    | Shuffled
    | Resigned
    | Flagged
    | Paused
    | Resumed
    | Rewound
    | Adjudicated
    | Aborted
    | Closed
)


class Entry(Struct, Generic[M, E], frozen=True, forbid_unknown_fields=True):
    """One entry of a log: a cause and the effects that the rules gave it, whole or not at all.

    ``v`` schema number; ``at`` milliseconds UTC, never before the entry ahead of it; ``by`` who
    wrote it; ``command`` 16 bytes, the id of the command that it came of, or the ASCII words
    ``house:n`` and ``clock:n:seat`` where these acted by themselves.
    """

    v: int
    at: int
    by: Writer
    command: bytes
    cause: MatchFact[M]
    effects: tuple[E, ...] = ()
