"""The record of a match: its entries, its sealed bytes, its signed head, the keys."""

from base64 import b64encode
from collections.abc import Iterator
from typing import Annotated, Any

from litestar import get
from litestar.connection import Request
from litestar.params import FromPath, QueryParameter

from events.codec import decode, read_openings
from events.facts import Held, Holder
from projections.game.views import EVERYTHING, Reader, plain
from projections.match.fold import Match
from projections.match.history import Step
from services.api.http.auth import Who, may_watch
from services.api.http.responses import Answer
from services.api.views.matches import found
from services.api.views.schemas import (
    EntriesShown,
    EntryShown,
    KeyShown,
    OpeningShown,
    SealedEntry,
    SignedHead,
)
from services.matches.frames import reader_of
from services.wiring import Services

AnyRequest = Request[Any, Any, Any]
PAGE = 200  # entries in one answer


@get("/v1/matches/{match:str}/entries", tags=["record"], summary="The log")
async def show_entries(
    request: AnyRequest,
    caller: Who,
    match: FromPath[str],
    first: Annotated[int, QueryParameter(name="from", ge=1, le=1 << 31)] = 1,
    to: Annotated[int | None, QueryParameter(ge=1, le=1 << 31)] = None,
    sealed: Annotated[int, QueryParameter(ge=0, le=1, description="1: the bytes as stored")] = 0,
) -> Answer[EntriesShown]:
    """The entries as the caller may see them; with ``sealed=1`` the bytes that the seals cover."""
    services: Services = request.app.state.services
    now = await found(services, match)
    seat = may_watch(caller.grant, now)
    last = min(first + PAGE - 1, now.version if to is None else min(to, now.version))
    line = (await services.matches.cache.replays.line(match))[first - 1 : last]
    reader = reader_of(now, seat)
    if sealed:
        shown: list[Any] = [sealed_entry(step.stored, reader) for step in line]
    else:
        shown = [entry_shown(step, reader) for step in line]
    following = last + 1 if shown and last < min(to or now.version, now.version) else None
    return Answer(EntriesShown(match, now.version, now.seal.hex(), shown, following))


@get("/v1/matches/{match:str}/head", tags=["record"], summary="The signed head")
async def show_head(request: AnyRequest, caller: Who, match: FromPath[str]) -> Answer[SignedHead]:
    """The head of the log under the house's signature: keep it, and nobody can deny it."""
    services: Services = request.app.state.services
    now = await found(services, match)
    may_watch(caller.grant, now)
    return Answer(signed_head(services, now))


@get("/v1/keys", tags=["record"], summary="The house's public keys")
async def show_keys(request: AnyRequest) -> Answer[list[KeyShown]]:
    """The keys that heads are signed with, the newest first, retired ones too."""
    services: Services = request.app.state.services
    keys = services.keys.public_keys()
    return Answer([KeyShown(key.id, key.key, key.created, key.retired) for key in keys])


def signed_head(services: Services, match: Match) -> SignedHead:
    signature = services.keys.sign(match.id, match.version, match.seal)
    key = services.keys.public_keys()[0].id
    return SignedHead(match.id, match.version, match.seal.hex(), b64encode(signature).decode(), key)


def entry_shown(step: Step, reader: Reader) -> EntryShown:
    return EntryShown(step.match.version, step.match.seal.hex(), plain(step.entry, reader))


def sealed_entry(stored: Any, reader: Reader) -> SealedEntry:
    """The stored bytes, with the openings that this reader may have."""
    return SealedEntry(
        stored.version,
        b64encode(stored.public).decode(),
        stored.seal.hex(),
        list(openings_for(stored.public, stored.openings, reader)),
    )


def openings_for(public: bytes, openings: bytes, reader: Reader) -> Iterator[OpeningShown]:
    holders = list(holders_in(decode(public, None)))
    for index, (by, opening) in enumerate(zip(holders, read_openings(openings), strict=True)):
        if may_open(by, reader):
            salt, values = (b64encode(part).decode() for part in opening)
            yield OpeningShown(index, salt, values)


def may_open(by: Holder, reader: Reader) -> bool:
    return reader == EVERYTHING or (isinstance(reader, int) and by == reader)


def holders_in(tree: Any) -> Iterator[Holder]:
    """Who holds each Held of an entry, in the order of its bytes."""
    if isinstance(tree, Held):
        yield tree.by
    elif isinstance(tree, dict):
        for value in tree.values():
            yield from holders_in(value)
    elif isinstance(tree, list):
        for value in tree:
            yield from holders_in(value)
