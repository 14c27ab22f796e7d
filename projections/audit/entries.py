"""The audit: whether a record is what the rules, the seals and the seed say.

It asks the rules again at every entry. Nothing is taken on trust but the secrecy of the seed while
a match runs: a finished match discloses it, and every shuffle is dealt again.
"""

from collections.abc import Sequence
from typing import Any, Literal

from msgspec import Struct

from events.codec import decode
from events.errors import Corrupt, Language, TapeteError
from events.facts import (
    Aborted,
    Adjudicated,
    Closed,
    Flagged,
    Joined,
    Left,
    Locked,
    Moved,
    Opened,
    Paused,
    Ready,
    Resigned,
    Resumed,
    Rewound,
    Shuffled,
)
from events.record import Read, Stored, read
from projections.cards.fair_deal import commitment
from projections.game.decide import happen, offered
from projections.language.catalogue import DEFAULT, message
from projections.language.errors import named, said, worded
from projections.match.automatic import harmless, owed
from projections.match.clocks import check_clock
from projections.match.fold import AnyEntry, Match, advance, sitter_at, unopened
from projections.match.history import Step, opening, rightful, typed_entry
from projections.match.rewinds import all_agreed, landing

Verdict = Literal["verified", "incomplete", "broken"]

CODES = frozenset(
    {
        "record",
        "command",
        "writer",
        "move",
        "effects",
        "deck",
        "cards",
        "house",
        "phase",
        "time",
        "commitment",
        "cut",
        "rules",
    }
)

NO_SEED = bytes(32)
"""Stands for the seed where only what the house owes matters, not what comes of it."""


class Finding(Struct, frozen=True):
    """What is wrong, and at which version (0: in the file as a whole); ``code`` is stable."""

    version: int
    code: str
    detail: str = ""

    def text(self, language: Language = DEFAULT) -> str:
        words = message(language, named("finding", self.code))
        detail = worded("detail", self.detail, language)
        return f"{words} ({detail})" if detail else words


class Report(Struct, frozen=True):
    """``contributed`` are the seats that had a part in the shuffles; none: fairness is unproven."""

    match: str
    verdict: Verdict
    entries: int
    findings: tuple[Finding, ...] = ()
    contributed: tuple[int, ...] = ()
    game: str = ""


def audit(
    match: str, stored: Sequence[Stored], seed: bytes | None = None, origin: Match | None = None
) -> Report:
    """Audit a log from its first entry.

    ``seed`` is the house's word on a match that still runs; ``origin`` is what a fork goes on from,
    whose own log is audited by itself.
    """
    auditor = Auditor(match, origin)
    try:
        auditor.walk(stored, seed)
    except TapeteError as error:
        version = error.details.get("version") or len(auditor.line) + 1
        auditor.find(version, "record", str(error.details.get("reason") or said(error)))
    except Exception as error:  # whatever a forger makes the rules stumble over is his doing
        auditor.find(len(auditor.line) + 1, "record", f"the rules fail: {error!r}")
    return auditor.report(len(stored))


class Auditor:
    """Walks a log once; stops at the first entry that can't be followed."""

    def __init__(self, match: str, origin: Match | None = None) -> None:
        self.name = match
        self.origin = origin
        self.line: list[Step] = []
        self.findings: list[Finding] = []
        self._run = b""
        self._commands: set[bytes] = set()

    def find(self, version: int, code: str, detail: str = "") -> None:
        self.findings.append(Finding(version, code, detail))

    def report(self, entries: int) -> Report:
        match = self.line[-1].match if self.line else None
        closed = match is not None and match.closed is not None
        disclosed = match is not None and match.closed is not None and match.closed.seed is not None
        verdict: Verdict = "verified" if closed and disclosed else "incomplete"
        if self.findings:
            verdict = "broken"
        sitters = match.sitters if match else ()
        seats = tuple(seat for seat, sitter in enumerate(sitters) if sitter.contribution)
        name = match.name if match else ""
        return Report(self.name, verdict, entries, tuple(self.findings), seats, name)

    def walk(self, stored: Sequence[Stored], seed: bytes | None) -> None:
        offer = opening(self.name, stored)
        match = unopened(self.name, offer.game, rightful(offer, self.origin))
        seed = self._seed(match, stored, offer, seed)
        for item, raw in zip(read(self.name, stored), stored, strict=True):
            entry = typed_entry(match.name, item)
            self._check_command(item.version, entry.command)
            self._check(match, entry, seed)
            match = advance(match, entry, item.seal, self._past)
            self.line.append(Step(entry, raw, match))

    def _past(self, version: int) -> Match:
        if not 0 < version <= len(self.line):
            raise Corrupt(reason=f"a rewind to version {version}", version=len(self.line) + 1)
        return self.line[version - 1].match

    def _seed(
        self, match: Match, stored: Sequence[Stored], offer: Opened, seed: bytes | None
    ) -> bytes | None:
        """The seed that the last entry discloses, else the one given; None if it doesn't fit."""
        last = last_cause(match.name, stored[-1])
        if isinstance(last, Closed) and last.seed is not None:
            seed = last.seed
        if seed is not None and commitment(seed) != offer.commitment:
            self.find(len(stored), "commitment", "seed")
            return None
        return seed

    def _check_command(self, version: int, command: bytes) -> None:
        """All entries of one command stand together."""
        if command == self._run:
            return
        if command in self._commands:
            self.find(version, "command")
        self._commands.add(command)
        self._run = command

    def _check(self, match: Match, entry: AnyEntry, seed: bytes | None) -> None:
        code = check(match, entry, seed) or self._check_rewind(entry)
        if code is not None:
            self.find(match.version + 1, code)

    def _check_rewind(self, entry: AnyEntry) -> str | None:
        """A rewind goes as far back as what was seen since asks for."""
        cause = entry.cause
        if not isinstance(cause, Rewound):
            return None
        match = self.line[-1].match
        if not (all_agreed(match, cause) if entry.by == "house" else cause.agreed == ()):
            return "writer"
        to = max(cause.to, match.dealt or 0)
        try:
            land = landing(self.line, to, keep_deck=cause.keep_deck)
        except TapeteError:
            return "phase"
        return None if land == cause.to else "phase"


def last_cause(game: str, stored: Stored) -> Any:
    """What the last entry says, whatever comes before it; None if it can't be read."""
    try:
        tree = decode(stored.public, stored.openings)
        return typed_entry(game, Read(stored.version, tree, stored.seal)).cause
    except Corrupt:  # the walk gets there and says so
        return None


def check(match: Match, entry: AnyEntry, seed: bytes | None) -> str | None:
    """The code of what is wrong with an entry on top of a match, or None."""
    try:
        late = check_clock(match, entry)
        if late is not None:
            return late
        if not patient(entry) and owed(match, seed or NO_SEED) is not None:
            return "house"
        match entry.cause:
            case Moved() as moved:
                return check_writer(match, entry, moved) or check_move(match, entry, moved)
            case Shuffled() as shuffled:
                return check_shuffle(match, entry, shuffled, seed)
            case cause:
                return check_fact(match, entry, cause, seed)
    except TapeteError:
        return "move" if isinstance(entry.cause, Moved) else "phase"


def patient(entry: AnyEntry) -> bool:
    """Whether the house may still owe something: of several that are late, all are flagged."""
    return entry.by == "house" or isinstance(entry.cause, Flagged)


def check_writer(match: Match, entry: AnyEntry, cause: Moved[Any]) -> str | None:
    """A seat writes its own moves, a judge moves for it; house and clock make harmless moves."""
    if isinstance(entry.by, int):
        return None if entry.by == cause.seat else "writer"
    if entry.by == "judge":
        return None
    absent = sitter_at(match, cause.seat).out or entry.by == "clock"
    if match.phase != "playing" or cause.seat not in match.acting():
        return "phase"
    return None if absent and cause == harmless(match, cause.seat) else "house"


def check_move(match: Match, entry: AnyEntry, cause: Moved[Any]) -> str | None:
    if match.phase != "playing" or match.closing:
        return "phase"
    if match.offer.limit is not None and match.moves >= match.offer.limit:
        return "house"
    move = offered(match.game, match.state, cause.seat, cause.move)
    return "move" if move != cause.move else check_effects(match, entry, cause)


def check_effects(match: Match, entry: AnyEntry, cause: Moved[Any] | Shuffled) -> str | None:
    _, effects = happen(match.game, match.state, cause)
    return None if effects == entry.effects else "effects"


def check_shuffle(match: Match, entry: AnyEntry, cause: Shuffled, seed: bytes | None) -> str | None:
    """The deck that was owed, in the order that the seed gives it."""
    if match.phase != "playing" or match.closing:
        return "phase"
    if entry.by != "house":
        return "writer"
    deck = match.game.deck(match.state)
    if deck is None or deck.purpose != cause.purpose:
        return "house"
    if sorted(deck.cards) != sorted(cause.cards.values):
        return "cards"
    if seed is not None and owed(match, seed) != cause:
        return "deck"
    return check_effects(match, entry, cause)


def check_fact(match: Match, entry: AnyEntry, cause: Any, seed: bytes | None) -> str | None:
    """The match's own facts: who may write them, and when."""
    if entry.effects:
        return "effects"
    if isinstance(cause, Closed) and entry.by == "house":
        return check_closing(match, cause, seed)
    allowed, phases = MAY.get(type(cause), ((), ()))
    by = "seat" if isinstance(entry.by, int) else entry.by
    if by not in allowed or (by == "seat" and entry.by != getattr(cause, "seat", entry.by)):
        return "writer"
    if match.phase not in phases or (match.closing and not isinstance(cause, Flagged)):
        return "phase"
    return check_terms(match, entry, cause)


MAY: dict[type, tuple[tuple[str, ...], tuple[str, ...]]] = {
    Opened: (("house",), ("open",)),
    Joined: (("seat",), ("open",)),
    Left: (("seat",), ("open",)),
    Locked: (("house",), ("open",)),
    Ready: (("seat",), ("locked",)),
    Resigned: (("seat",), ("playing", "paused")),
    Flagged: (("clock",), ("playing",)),
    Paused: (("judge", "clock"), ("playing",)),
    Resumed: (("judge", "clock"), ("paused",)),
    Rewound: (("judge", "house"), ("playing", "paused")),
    Adjudicated: (("judge",), ("playing", "paused")),
    Aborted: (("seat", "house", "clock", "judge"), ("open", "locked", "playing", "paused")),
}


def check_terms(match: Match, entry: AnyEntry, cause: Any) -> str | None:
    """What each fact must agree with."""
    match cause:
        case Opened(rules=rules):
            return None if rules == match.game.rules else "rules"
        case Joined(seat=seat, player=player):
            sitter = sitter_at(match, seat)
            free = sitter.player is None and sitter.kept_for in (None, player)
            return None if free else "phase"
        case Locked(commitments):
            same = commitments == tuple(sitter.commitment for sitter in match.sitters)
            full = all(sitter.player is not None for sitter in match.sitters)
            return None if same and full else "commitment"
        case Ready(seat, contribution):
            fits = commitment(contribution) == sitter_at(match, seat).commitment
            return None if fits else "commitment"
        case Aborted() if isinstance(entry.by, int):
            return None if match.phase == "locked" else "phase"
    return None


def check_closing(match: Match, cause: Closed, seed: bytes | None) -> str | None:
    """The last entry counts the entries, and gives the result that play has come to."""
    if cause.count != match.version + 1:
        return "house"
    expected = owed(match, seed or cause.seed or NO_SEED)
    if not isinstance(expected, Closed) or expected.result != cause.result:
        return "house"
    return None if (cause.seed is None) == (match.offer.board is not None) else "house"
