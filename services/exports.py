"""Matches to take away: the match file that proves itself, and two forms that are read."""

import math
from collections.abc import Iterator, Sequence

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import Struct

from events.codec import read_openings
from events.errors import Forbidden, Language, UnknownMatch
from events.facts import Moved
from events.matchfile import MatchFile, Sealed, SignedHead, key_id, write
from events.record import Stored
from events.seals import sign_head
from projections import packs
from projections.history import Step, steps
from projections.match import AnyEntry, Match
from projections.phrases import phrase
from projections.verify import deck_of
from projections.views import EVERYTHING, Reader, encoder
from services.wiring import Services


class Line(Struct, frozen=True):
    """An entry in the JSON form; ``head`` is its seal in hexadecimal."""

    match: str
    version: int
    head: str
    entry: AnyEntry


async def export(services: Services, name: str, seed: bytes | None = None) -> bytes:
    """The match file, its last entry signed now.

    A match that runs gives what a spectator may know. ``seed`` is a board's, once its tournament
    has disclosed it; until then nobody gets the file of its tables.
    """
    line = await recorded(services, name, seed)
    return write(as_file(line, services.keys.signer(), seed))


async def readable(services: Services, name: str, language: Language | None) -> bytes:
    """The match as a text in this language, or as JSON lines (None)."""
    line = await recorded(services, name, None)
    text = json_lines(line) if language is None else score(line, language)
    return text.encode()


async def recorded(services: Services, name: str, seed: bytes | None) -> list[Step]:
    """The whole log of a match that may be taken away."""
    stored = await services.log.read(name)
    if not stored:
        raise UnknownMatch(match=name)
    line = steps(name, stored)
    if line[-1].match.offer.board is not None and seed is None:
        raise Forbidden(match=name)
    return line


def as_file(line: Sequence[Step], signer: Ed25519PrivateKey, seed: bytes | None) -> MatchFile:
    """A match as a file, its last entry signed; secrets only once it is over."""
    match = line[-1].match
    public = signer.public_key().public_bytes_raw()
    signature = sign_head(signer, match.id, match.version, match.seal)
    disclosed = seed if match.closed is None or match.closed.seed is None else None
    return MatchFile(
        match.id,
        tuple(sealed(step.stored, match.over) for step in line),
        (SignedHead(match.version, key_id(public), signature),),
        (public,),
        deck=deck(match),
        seed=disclosed,
    )


def sealed(stored: Stored, over: bool) -> Sealed:
    """An entry as everybody may have it: what is hidden stays so while the match runs."""
    withheld = not over and bool(read_openings(stored.openings))
    return Sealed(stored.public, None if withheld else stored.openings, stored.seal)


def deck(match: Match) -> bytes | None:
    """The data file of the deck that a match is pinned to."""
    digest = deck_of(match.offer)
    return packs.raw(digest) if digest else None


# ---- Forms that are read -------------------------------------------------------------------------


def reader(match: Match) -> Reader:
    return EVERYTHING if match.over else None


def json_lines(line: Sequence[Step]) -> str:
    """One JSON object an entry: ``{match, version, head, entry}``."""
    written = encoder(reader(line[-1].match))
    rows = (
        written.encode(Line(step.match.id, step.match.version, step.match.seal.hex(), step.entry))
        for step in line
    )
    return "".join(f"{row.decode()}\n" for row in rows)


def score(line: Sequence[Step], language: Language) -> str:
    """The match as a person reads it: one sentence after the other, numbered by version."""
    match = line[-1].match
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
    """Every cause and, indented below it, what it led to."""
    match = line[-1].match
    width = int(math.log10(match.version)) + 1
    for step in line:
        cause, seat = step.entry.cause, None
        if isinstance(cause, Moved):
            cause, seat = cause.move, cause.seat
        says = phrase(match.game, cause, seat, reader(match), language)
        yield f"{step.match.version:{width}}. {says}"
        for effect in step.entry.effects:
            yield f"{'':{width}}  {phrase(match.game, effect, None, reader(match), language)}"


def ending(match: Match, language: Language) -> Iterator[str]:
    """The result: each seat's place and points."""
    result = match.result
    if result is None:
        return
    yield ""
    place, points = ("place", "points") if language == "en" else ("puesto", "puntos")
    seat_word = "Seat" if language == "en" else "Asiento"
    for seat, rank in enumerate(result.ranks):
        scored = f", {points} {result.scores[seat]}" if result.scores else ""
        yield f"{seat_word} {seat}: {place} {rank}{scored}"
    if result.label:
        text = match.game.texts.get(result.label)
        yield text.get(language) if text else result.label
