"""What clients send and what they get, as types: validation and OpenAPI both come from here.

Times are integer milliseconds UTC. Unknown fields are refused by name.
"""

from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import Meta, Struct, defstruct

from events.facts import Clock, Result
from projections.audit.entries import Verdict
from projections.language.catalogue import languages
from services.audit.apart import FindingShown

Milliseconds = Annotated[int, Meta(ge=100, le=30 * 24 * 3600 * 1000)]
Count = Annotated[int, Meta(ge=1, le=100_000)]
Hex32 = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", description="32 bytes in hexadecimal")]
UNSEEN = r"\x00-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff"
"""What moves a terminal's cursor, or turns the text about it round: nobody is called so."""
Reason = Annotated[str, Meta(min_length=1, max_length=500, pattern=f"^[^{UNSEEN}]*$")]
Name = Annotated[str, Meta(min_length=1, max_length=64, pattern=f"^[^{UNSEEN}]*$")]
SeatNumber = Annotated[int, Meta(ge=0, le=63)]
SeatKind = Literal["open", "reserved", "bot"]


class Body(Struct, frozen=True, forbid_unknown_fields=True):
    """What a client sends."""


# -- requests -------------------------------------------------------------------------------------


class SeatAsked(Body, frozen=True):
    """A seat as a host offers it; ``player`` is whom it is kept for, or the bot's name."""

    kind: SeatKind = "open"
    player: Name | None = None


class ClockAsked(Body, frozen=True):
    """Time to think: for each move (ms, or whole days), or a bank for all and an increment a move.

    Who runs out of it loses (``forfeit``), or the house makes a harmless move for him.
    """

    per_move: Milliseconds | None = None
    bank: Milliseconds | None = None
    increment: Annotated[int, Meta(ge=0, le=24 * 3600 * 1000)] = 0
    flag: Literal["forfeit", "harmless"] = "harmless"
    days: Annotated[int, Meta(ge=1, le=30)] | None = None


class NewMatch(Body, frozen=True):
    """A match to be offered. Without ``seats`` it has the fewest; ``bots`` plays the last ones."""

    game: Name
    options: dict[str, Any] = {}
    seats: Annotated[tuple[SeatKind | SeatAsked, ...], Meta(max_length=64)] | None = None
    bots: Annotated[int, Meta(ge=0, le=64)] = 0
    clock: ClockAsked | None = None
    limit: Count | None = None
    unlisted: bool = False
    rated: bool = False
    ready_within: Annotated[int, Meta(ge=1000, le=24 * 3600 * 1000)] = 60_000


class Joining(Body, frozen=True):
    """``commitment`` is SHA-256 of the 32 bytes that the seat will contribute to the shuffles."""

    seat: SeatNumber | None = None
    commitment: Hex32 | None = None


class Contribution(Body, frozen=True):
    contribution: Hex32


class After(Body, frozen=True):
    """What the client has seen: a head, with our signature where it has it (base64)."""

    version: Annotated[int, Meta(ge=1)]
    head: Hex32
    signature: Annotated[str, Meta(max_length=100)] | None = None


class Moves(Body, frozen=True):
    """One ``move``, or several ``moves`` of which none is played if one is refused."""

    move: Any = None
    moves: Annotated[list[Any], Meta(min_length=1, max_length=500)] | None = None
    after: After | None = None


class Judgement(Body, frozen=True):
    reason: Reason


class Rewinding(Body, frozen=True):
    """The version to go back to; ``keep_deck`` is a judge's to decide."""

    to: Annotated[int, Meta(ge=1)]
    reason: Reason = "agreed"
    keep_deck: bool = False


class NewFork(Body, frozen=True):
    """The version to go on from; without ``seats`` they are offered as they were."""

    version: Annotated[int, Meta(ge=1)]
    seats: Annotated[tuple[SeatKind | SeatAsked, ...], Meta(max_length=64)] | None = None


class Adjudication(Body, frozen=True):
    """The result that a judge gives: ranks by seat (1 = best), and scores where there are any."""

    ranks: Annotated[tuple[Annotated[int, Meta(ge=1, le=64)], ...], Meta(max_length=64)]
    reason: Reason
    scores: Annotated[
        tuple[Annotated[int, Meta(ge=-1_000_000, le=1_000_000)], ...], Meta(max_length=64)
    ] = ()


ScopeName = Literal[
    "match:create",
    "match:play",
    "match:read",
    "match:judge",
    "tournament:write",
    "tournament:direct",
    "audit:read",
    "webhook:write",
    "admin",
]


class NewToken(Body, frozen=True):
    """A token to be made: for an application (``actor``), or for one ``player`` of the house."""

    actor: Name
    scopes: Annotated[tuple[ScopeName, ...], Meta(max_length=16)]
    player: Name | None = None
    expires: Annotated[int, Meta(ge=0)] | None = None


class OldToken(Body, frozen=True):
    token: Annotated[str, Meta(min_length=1, max_length=200)]


# -- answers --------------------------------------------------------------------------------------


class SeatShown(Struct, frozen=True):
    """A seat as everybody may see it; ``committed`` if it contributes to the shuffles."""

    seat: int
    kind: SeatKind
    player: str | None
    kept_for: str | None
    committed: bool
    ready: bool
    out: bool


class ClocksShown(Struct, frozen=True):
    """The clocks by seat: what each had when its time began to run, and until when (ms UTC).

    ``deadlines`` has null where a seat's time stands.
    """

    left: list[int]
    deadlines: list[int | None]


class Summary(Struct, frozen=True):
    """What everybody may know of a match; ``commitment`` is SHA-256 of the seed of its shuffles."""

    match: str
    game: str
    rules: int
    options: dict[str, Any]
    seats: list[SeatShown]
    phase: str
    version: int
    head: str
    at: int
    acting: list[int]
    commitment: str
    ready_within: int
    clock: Clock | None
    limit: int | None
    unlisted: bool
    rated: bool
    result: Result | None
    clocks: ClocksShown | None


class ChairShown(Struct, frozen=True):
    """A seat as the lobby shows it."""

    seat: int
    kind: SeatKind
    player: str | None
    kept_for: str | None
    ready: bool
    out: bool


class MatchFound(Struct, frozen=True):
    """A match in the lobby; ``version`` is that of its last change but for moves."""

    match: str
    game: str
    phase: str
    seats: list[ChairShown]
    version: int
    created: int
    at: int
    options: dict[str, Any]
    clock: Clock | None
    rated: bool
    result: Result | None


class MatchesFound(Struct, frozen=True):
    """A page of matches; ``next`` is what to ask for ``after``, null at the end."""

    matches: list[MatchFound]
    next: str | None


class FrameShown(Struct, frozen=True):
    """One item of a stream: what happened, what the reader sees now, what he may do.

    ``head`` is the seal of this version in hexadecimal; ``entry`` is missing in a snapshot,
    ``moves`` for who has no seat.
    """

    match: str
    version: int
    head: str
    at: int
    phase: str
    entry: Any = None
    view: Any = None
    moves: list[Any] | None = None
    result: Result | None = None
    clocks: ClocksShown | None = None


class PositionsShown(Struct, frozen=True):
    """A match version by version; ``next`` is the version to go on from, null at the end."""

    match: str
    positions: list[FrameShown]
    next: int | None


class JoinedShown(Struct, frozen=True):
    """The seat, its token (shown once; the same again for the same idempotency key), the view."""

    seat: int
    token: str
    match: str
    version: int
    head: str
    at: int
    phase: str
    view: Any = None
    moves: list[Any] | None = None
    clocks: ClocksShown | None = None


class RewoundShown(Struct, frozen=True):
    """The match after it; ``agreed`` are the seats that wish to go back and wait for the others."""

    match: str
    version: int
    head: str
    agreed: list[int]


class TallyShown(Struct, frozen=True):
    """Matches ended, and in how many of them the player came first, alone or not."""

    played: int
    first: int


class PlayerShown(Struct, frozen=True):
    """A player by his opaque id, and his tally of each game."""

    player: str
    games: dict[str, TallyShown]


class SignedHead(Struct, frozen=True):
    """A head with the service's signature (base64) and the id of the key."""

    match: str
    version: int
    head: str
    signature: str
    key: str


class OpeningShown(Struct, frozen=True):
    """What proves the commitment number ``index`` of an entry; both in base64."""

    index: int
    salt: str
    values: str


class SealedEntry(Struct, frozen=True):
    """An entry as it is stored: its public bytes (base64), its seal, the openings one may have."""

    version: int
    public: str
    seal: str
    openings: list[OpeningShown]


class EntryShown(Struct, frozen=True):
    """An entry as the reader may see it."""

    version: int
    head: str
    entry: Any


class EntriesShown(Struct, frozen=True):
    """A page of the log; ``next`` is the version to go on from, null at the end."""

    match: str
    version: int
    head: str
    entries: list[Any]
    next: int | None


class TokenShown(Struct, frozen=True):
    """A token, shown only now."""

    token: str
    actor: str
    scopes: list[str]
    expires: int | None = None


class TicketShown(Struct, frozen=True):
    """Good for opening one stream, until ``expires``."""

    ticket: str
    expires: int


class AuditShown(Struct, frozen=True):
    """The audit's report; without seats in ``contributed`` fairness is unproven."""

    match: str
    game: str
    verdict: Verdict
    entries: int
    findings: list[FindingShown]
    contributed: list[int]


class ProofShown(Struct, frozen=True):
    """A proof by RFC 6962 (hashes in base64) about the tree of ``size`` finished matches.

    For a match, the leaf ``number`` is SHA-256(0x00 || head message of ``version`` and ``head``).
    """

    path: list[str]
    size: int
    match: str | None = None
    number: int | None = None
    version: int | None = None
    head: str | None = None


class KeyShown(Struct, frozen=True):
    """A public signing key (Ed25519, base64url)."""

    id: str
    key: str
    created: int
    retired: int | None


if TYPE_CHECKING:

    class Texts(Struct, frozen=True):
        """A text in every language that there is."""

        en: str
        es: str
else:
    Texts = defstruct("Texts", [(each, str) for each in languages()], frozen=True)


class GameShown(Struct, frozen=True):
    """A game of the catalogue."""

    game: str
    rules: int
    name: Texts
    summary: Texts
    seats: list[int]


class GameInFull(Struct, frozen=True):
    """A game with its rules as text, and JSON schemas of what is sent and seen."""

    game: str
    rules: int
    name: Texts
    summary: Texts
    text: Texts
    seats: list[int]
    phrases: dict[str, Texts]
    options: dict[str, Any]
    moves: dict[str, Any]
    effects: dict[str, Any]
    view: dict[str, Any]
