"""Matches to take away: the match file that proves itself, and two forms that are read."""

import math
from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import Struct

from events.codec import read_openings
from events.errors import Forbidden, Language
from events.facts import Moved, Seat
from events.matchfile import MatchFile, Sealed, SignedHead, key_id, write
from events.record import Stored
from events.seals import sign_head
from projections.audit.verifier import deck_of
from projections.cards import packs
from projections.game.phrases import labelled, phrase, unveiled
from projections.game.views import EVERYTHING, Reader, encoder
from projections.language.catalogue import Value, message
from projections.match.fold import AnyEntry, Match
from projections.match.history import Step
from services.keys.signing import Keys
from services.matches.acts import Matches
from services.matches.forks import sealed as closed_to_all
from services.matches.kind import MatchCache


class Line(Struct, frozen=True):
    """An entry in the JSON form; ``head`` is its seal in hexadecimal."""

    match: str
    version: int
    head: str
    entry: AnyEntry


class Source(Protocol):
    """What an export is made of: the records, and the keys that sign."""

    @property
    def matches(self) -> Matches: ...

    @property
    def keys(self) -> Keys: ...


async def export(source: Source, name: str, seed: bytes | None = None) -> bytes:
    """The match file, its last entry signed now.

    A match that runs gives what a spectator may know. ``seed`` is a board's, once its tournament
    has disclosed it; until then nobody gets the file of its tables.
    """
    line = await recorded(source.matches.cache, name, seed)
    origin = await prefix(source.matches.cache, line[-1].after)
    return write(signed(as_file(line, seed, origin), source.keys.signer()))


async def readable(
    source: Source, name: str, language: Language | None, seed: bytes | None = None
) -> bytes:
    """The match as a text in this language, or as JSON lines (None); ``seed`` as for ``export``."""
    line = await recorded(source.matches.cache, name, seed)
    text = json_lines(line) if language is None else score(line, language)
    return text.encode()


async def recorded(cache: MatchCache, name: str, seed: bytes | None) -> list[Step]:
    """The whole log of a match that may be taken away."""
    line = await cache.steps(name)
    match = line[-1].after
    if (match.offer.board is not None and seed is None) or await closed_to_all(cache, match):
        raise Forbidden(match=name)
    return line


async def prefix(cache: MatchCache, fork: Match) -> bytes | None:
    """The file of what a fork goes on from: its origin's entries, and the seed of its deals."""
    named = fork.offer.origin
    if named is None:
        return None
    line = await cache.steps(named.match)
    closed = line[-1].after.closed
    line = line[: named.version]
    seed = closed.seed if closed else None
    return write(as_file(line, seed, await prefix(cache, line[-1].after)))


def as_file(line: Sequence[Step], seed: bytes | None, origin: bytes | None = None) -> MatchFile:
    """A match as a file that is not signed yet.

    What is hidden is shown once the seed is disclosed: by the last entry, or else by ``seed``.
    """
    match = line[-1].after
    disclosed = match.closed is not None and match.closed.seed is not None
    shown = disclosed or seed is not None
    return MatchFile(
        match.id,
        tuple(sealed(step.stored, shown) for step in line),
        deck=deck(match),
        origin=origin,
        seed=None if disclosed else seed,
    )


def signed(file: MatchFile, signer: Ed25519PrivateKey) -> MatchFile:
    """The file with a signature on its last entry."""
    version, seal = len(file.entries), file.entries[-1].seal
    public = signer.public_key().public_bytes_raw()
    signature = sign_head(signer, file.match, version, seal)
    return file._replace(heads=(SignedHead(version, key_id(public), signature),), keys=(public,))


def sealed(stored: Stored, shown: bool) -> Sealed:
    """An entry as it is handed out; what is hidden stays so until it may be ``shown``."""
    withheld = not shown and bool(read_openings(stored.openings))
    return Sealed(stored.public, None if withheld else stored.openings, stored.seal)


def deck(match: Match) -> bytes | None:
    """The data file of the deck that a match is pinned to."""
    digest = deck_of(match.offer)
    return packs.raw(digest) if digest else None


# ---- Forms that are read -------------------------------------------------------------------------


def reader(match: Match) -> Reader:
    """A match that is over is told whole; of one that runs, what a spectator knows."""
    return EVERYTHING if match.over else None


def json_lines(line: Sequence[Step]) -> str:
    """One JSON object an entry: ``{match, version, head, entry}``."""
    written = encoder(reader(line[-1].after))
    rows = (
        written.encode(Line(step.after.id, step.after.version, step.after.seal.hex(), step.entry))
        for step in line
    )
    return "".join(f"{row.decode()}\n" for row in rows)


def score(line: Sequence[Step], language: Language) -> str:
    """The match as a person reads it: one sentence after the other, numbered by version."""
    match = line[-1].after
    rows = [*headline(match, language), *told(line, language), *ending(match, language)]
    return "".join(f"{row}\n" for row in rows)


def headline(match: Match, language: Language) -> Iterator[str]:
    offer = match.offer
    players = ", ".join(f"{seat}: {sitter.player}" for seat, sitter in enumerate(match.sitters))
    yield f"{match.game.texts['name'].get(language)} · {match.id}"
    yield ", ".join(f"{name}={value}" for name, value in offer.options.items() if name != "deck")
    yield players
    yield ""


def told(line: Sequence[Step], language: Language) -> Iterator[str]:
    """Every cause and, indented below it, what it led to; cards that were hidden in brackets."""
    match = line[-1].after
    width = int(math.log10(match.version)) + 1
    for step in line:
        cause, seat = step.entry.cause, None
        if isinstance(cause, Moved):
            cause, seat = cause.move, cause.seat
        yield f"{step.after.version:{width}}. {sentence(match, cause, seat, language)}"
        for effect in step.entry.effects:
            yield f"{'':{width}}  {sentence(match, effect, None, language)}"


def sentence(match: Match, event: Any, seat: Seat | None, language: Language) -> str:
    """An event in words and, once the match is over, the cards that it has hidden."""
    says = phrase(match.game, event, seat, reader(match), language)
    if reader(match) != EVERYTHING:
        return says
    unsaid = [each for each in unveiled(match.game, event, language) if each[1] not in says]
    hidden = "; ".join(f"{holder}: {cards}" for holder, cards in unsaid)
    return f"{says} [{hidden}]" if hidden else says


def ending(match: Match, language: Language) -> Iterator[str]:
    """The result: each seat's place and points."""
    result = match.result
    if result is None:
        return
    yield ""
    for seat, rank in enumerate(result.ranks):
        values: dict[str, Value] = {"seat": seat, "place": rank}
        if result.scores:
            yield message(language, "score-points", values | {"points": result.scores[seat]})
        else:
            yield message(language, "score-place", values)
    if result.label:
        yield labelled(match.game, result.label, language)
