"""The offline verifier: what a match file proves, with no server and nothing to trust but a key.

It goes from the outside in: the container, the chain of seals, the openings, the signed heads;
then what the entries say of themselves; then the data file of the deck, the origin of a fork, and
last the audit, which asks the rules again at every entry and deals every shuffle anew. What fails
outside makes what lies further in meaningless, so each stage needs the one before it.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import Any, NamedTuple

from msgspec import Struct

from events.codec import decode, typed
from events.errors import BadOptions, Corrupt
from events.facts import (
    SCHEMA,
    Closed,
    Entry,
    Joined,
    Left,
    Locked,
    Opened,
    Ready,
    Result,
    Seat,
)
from events.matchfile import DEEPEST, BadFile, MatchFile, read
from projections.audit import entries as audit
from projections.audit.chain import reached, sealed, signed, signers_of, stored, withheld
from projections.audit.findings import NOT_WRONG
from projections.audit.report import Finding, Verdict
from projections.cards import packs
from projections.cards.fair_deal import commitment
from projections.language.errors import said
from projections.match.fold import Match
from projections.match.history import load

AnyFact = Any


class Verification(Struct, frozen=True, kw_only=True):
    """What a file proves. ``keys`` are the fingerprints of those who signed its last entry.

    ``trusted`` says whether these were among the trusted keys, None if none were given.
    ``contributed`` are the seats that had a part in the shuffles; without any, that the house
    did not choose them is unproven. ``origin`` is the match that a fork goes on from.
    """

    match: str = ""
    game: str = ""
    verdict: Verdict
    entries: int = 0
    findings: tuple[Finding, ...] = ()
    keys: tuple[str, ...] = ()
    trusted: bool | None = None
    seats: int = 0
    contributed: tuple[Seat, ...] = ()
    result: Result | None = None
    origin: "Verification | None" = None


class Story(NamedTuple):
    """What the entries say, as far as it needs no rules; ``facts`` are the causes in order."""

    offer: Opened
    facts: tuple[AnyFact, ...]

    @property
    def closed(self) -> Closed | None:
        last = self.facts[-1]
        return last if isinstance(last, Closed) else None

    @property
    def contributed(self) -> tuple[Seat, ...]:
        return tuple(sorted({fact.seat for fact in self.facts if isinstance(fact, Ready)}))


def verify(raw: bytes, trusted: Collection[bytes] | None = None) -> Verification:
    """Check a match file; ``trusted`` are public keys of 32 raw bytes, None to trust any key."""
    return checked(raw, trusted, 0)[1]


def checked(
    raw: bytes, trusted: Collection[bytes] | None, depth: int
) -> tuple["Verifier | None", Verification]:
    """The verification of a file, and who made it, if the file could be read at all."""
    try:
        verifier = Verifier(read(raw), trusted, depth)
    except BadFile as error:
        wrong = Finding(error.details["version"], "container", error.details["reason"])
        known = None if trusted is None else False
        return None, Verification(verdict="broken", findings=(wrong,), trusted=known)
    return verifier, verifier.verification()


class Verifier:
    """Checks one file, stage by stage."""

    def __init__(self, file: MatchFile, trusted: Collection[bytes] | None, depth: int) -> None:
        self.file = file
        self.trusted = trusted
        self.depth = depth
        self.origin: Verification | None = None
        self.base: Match | None = None

    def verification(self) -> Verification:
        file = self.file
        findings = [*sealed(file), *signed(file, self.trusted)]
        story = None if findings else told(file, findings)
        if story is not None:
            findings += self.judged(story)
        if not file.whole:
            findings.append(Finding(0, "digest"))
        return self.report(story, findings)

    def report(self, story: Story | None, findings: list[Finding]) -> Verification:
        wrong = any(finding.code not in NOT_WRONG for finding in findings)
        closed = story and story.closed
        signers = signers_of(self.file)
        return Verification(
            match=self.file.match,
            game=story.offer.game if story else "",
            verdict="broken" if wrong else "incomplete" if findings else "verified",
            entries=len(self.file.entries),
            findings=tuple(sorted(findings, key=lambda one: one.version or len(findings) << 40)),
            keys=signers,
            trusted=None if self.trusted is None else bool(signers) and not wrong,
            seats=len(story.offer.places) if story else 0,
            contributed=story.contributed if story else (),
            result=closed.result if closed else None,
            origin=self.origin,
        )

    def judged(self, story: Story) -> list[Finding]:
        """The cards, the origin, the rules; where all is right, what is still open."""
        wrong = [*decked(self.file, story), *self.forked(story)]
        if not wrong and not withheld(self.file) and (self.base or not story.offer.origin):
            wrong += self.audited()
        return wrong or list(unproven(self.file, story))

    def audited(self) -> list[Finding]:
        """What the audit finds, with the deck that the file itself brings along."""
        file = self.file
        report = audit.audit(file.match, stored(file), file.seed, self.base)
        return [Finding(one.version, one.code, one.detail) for one in report.findings]

    def forked(self, story: Story) -> Iterator[Finding]:
        """A fork brings its origin's entries, up to the one that it goes on from."""
        named, raw = story.offer.origin, self.file.origin
        if (named is None) != (raw is None):
            yield Finding(1, "origin", "missing" if raw is None else "not named")
        if named is None or raw is None:
            return
        if self.depth >= DEEPEST:
            yield Finding(1, "origin", "too deep")
            return
        before, self.origin = checked(raw, self.trusted, self.depth + 1)
        if before is None or self.origin.verdict == "broken":
            yield Finding(1, "origin", "broken")
        elif reached(before.file) != named:
            yield Finding(1, "origin", "another match")
        elif not withheld(before.file):
            self.base = load(before.file.match, stored(before.file), before.base)


# ---- What the entries say ------------------------------------------------------------------------


def told(file: MatchFile, findings: list[Finding]) -> Story | None:
    """The entries' own story, or None where it already contradicts itself."""
    entries: list[Entry[Any, Any]] = []
    for n, item in enumerate(file.entries, 1):
        try:
            entries.append(typed(decode(item.public, item.openings), Entry[Any, Any]))
        except Corrupt as error:
            findings.append(Finding(n, "record", error.details["reason"]))
            return None
    facts = tuple(entry.cause for entry in entries)
    findings += [*ordered(file, entries), *committed(facts), *disclosed(file, facts)]
    if findings or not isinstance(facts[0], Opened):
        return None
    return Story(facts[0], facts)


def ordered(file: MatchFile, entries: Sequence[Entry[Any, Any]]) -> Iterator[Finding]:
    """A match opens and closes once, time runs forwards, a command's entries stand together."""
    commands: set[bytes] = set()
    before = None
    for n, entry in enumerate(entries, 1):
        if entry.v != SCHEMA:
            yield Finding(n, "record", "schema")
        if isinstance(entry.cause, Opened) != (n == 1):
            yield Finding(n, "record", "Opened")
        if isinstance(entry.cause, Closed) and n < len(entries):
            yield Finding(n + 1, "record", "an entry after the last")
        if before is not None and entry.at < before.at:
            yield Finding(n, "record", "time runs backwards")
        if before is None or entry.command != before.command:
            if entry.command in commands:
                yield Finding(n, "command")
            commands.add(entry.command)
        before = entry
        yield from counted(file, n, entry.cause)


def counted(file: MatchFile, n: int, cause: AnyFact) -> Iterator[Finding]:
    if isinstance(cause, Opened) and cause.match != file.match:
        yield Finding(n, "record", "another match")
    if isinstance(cause, Closed) and cause.count != n:
        yield Finding(n, "house", "count")


def committed(facts: Sequence[AnyFact]) -> Iterator[Finding]:
    """What is shown fits what was promised: contributions, and the seed at the end."""
    promised: dict[Seat, bytes | None] = {}
    for n, fact in enumerate(facts, 1):
        match fact:
            case Joined(seat, _, commitment=given):
                promised[seat] = given
            case Left(seat):
                promised.pop(seat, None)
            case Ready(seat, contribution):
                if commitment(contribution) != promised.get(seat):
                    yield Finding(n, "commitment", f"seat {seat}")
            case Locked(commitments):
                if commitments != tuple(map(promised.get, range(len(commitments)))):
                    yield Finding(n, "commitment", "Locked")


def disclosed(file: MatchFile, facts: Sequence[AnyFact]) -> Iterator[Finding]:
    """The seed is disclosed once, by the last entry or beside the entries, and is the one meant."""
    offer, last = facts[0], facts[-1]
    seeds = [seed for seed in (file.seed, getattr(last, "seed", None)) if seed is not None]
    if len(seeds) > 1:
        yield Finding(0, "container", "seed")
    if isinstance(offer, Opened) and any(commitment(seed) != offer.commitment for seed in seeds):
        yield Finding(len(facts), "commitment", "seed")


# ---- The deck, and what is still open ------------------------------------------------------------


def decked(file: MatchFile, story: Story) -> Iterator[Finding]:
    """The file brings the deck that its options name, and no other."""
    named, raw = deck_of(story.offer), file.deck
    if (packs.digest(raw) if raw is not None else "") != named:
        yield Finding(1, "deck_file")
    elif raw is not None:
        try:
            packs.install(named, raw)
        except BadOptions as error:
            yield Finding(1, "deck_file", said(error))


def deck_of(offer: Opened) -> str:
    """The digest (64 hexadecimal digits) of the deck that a match is pinned to, or nothing."""
    named = offer.options.get("deck")
    if isinstance(named, str) and named:
        return named
    return offer.deck.hex() if offer.deck else ""


def unproven(file: MatchFile, story: Story) -> Iterator[Finding]:
    """What keeps a file that is right in all it says from being complete."""
    last, closed, hidden = len(file.entries), story.closed, withheld(file)
    if hidden and closed is not None and (story.offer.board is None or file.seed is not None):
        yield Finding(hidden[0], "opening", "missing")
    elif hidden:
        yield Finding(hidden[0], "withheld")
    if file.origin is not None:
        yield from unproven_origin(read(file.origin))
    if closed is None:
        yield Finding(last, "unfinished")
    elif closed.seed is None and file.seed is None:
        yield Finding(last, "undisclosed")
    if not any(head.version == last for head in file.heads):
        yield Finding(last, "unsigned")


def unproven_origin(origin: MatchFile) -> Iterator[Finding]:
    """A fork is complete once its origin's cards and seed are known too."""
    if withheld(origin):
        yield Finding(1, "withheld", origin.match)
    if origin.seed is None:
        yield Finding(1, "undisclosed", origin.match)
