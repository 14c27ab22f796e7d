"""The record of a match: its entries, its sealed bytes, its signed head, the keys."""

from typing import Annotated, Any

from litestar import get
from litestar.params import QueryParameter

from services.api.http.asked import Wired
from services.api.http.responses import Answer
from services.api.routes.matches.asked import MATCH, FirstAsked, LastAsked, OfMatch
from services.api.schemas.record import EntriesShown, KeyShown, SignedHead
from services.api.views.record import entry_shown, sealed_entry, signed_head
from services.matches.frames import reader_of

PAGE = 200  # entries in one answer


@get(MATCH + "/entries", tags=["record"], summary="The log")
async def show_entries(
    asked: OfMatch,
    first: FirstAsked = 1,
    to: LastAsked = None,
    sealed: Annotated[int, QueryParameter(ge=0, le=1, description="1: the bytes as stored")] = 0,
) -> Answer[EntriesShown]:
    """The entries as the caller may see them; with ``sealed=1`` the bytes that the seals cover."""
    now, seat = await asked.watched()
    line, following = await asked.versions(now, first, to, PAGE)
    reader = reader_of(now, seat)
    if sealed:
        shown: list[Any] = [sealed_entry(step.stored, reader) for step in line]
    else:
        shown = [entry_shown(step, reader) for step in line]
    return Answer(EntriesShown(now.id, now.version, now.seal.hex(), shown, following))


@get(MATCH + "/head", tags=["record"], summary="The signed head")
async def show_head(asked: OfMatch) -> Answer[SignedHead]:
    """The head of the log under the house's signature: keep it, and nobody can deny it."""
    now, _ = await asked.watched()
    return Answer(signed_head(asked.services.keys, now))


@get("/v1/keys", tags=["record"], summary="The house's public keys")
async def show_keys(services: Wired) -> Answer[list[KeyShown]]:
    """The keys that heads are signed with, the newest first, retired ones too."""
    keys = services.keys.public_keys()
    return Answer([KeyShown(key.id, key.key, key.created, key.retired) for key in keys])
