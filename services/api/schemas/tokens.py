"""Tokens and tickets."""

from typing import Annotated

from msgspec import Meta, Struct

from services.api.schemas.fields import Body, Name
from services.identity.tokens import Scope


class NewToken(Body, frozen=True):
    """A token to be made: for an application (``actor``), or for one ``player`` of the house."""

    actor: Name
    scopes: Annotated[tuple[Scope, ...], Meta(max_length=16)]
    player: Name | None = None
    expires: Annotated[int, Meta(ge=0)] | None = None


class OldToken(Body, frozen=True):
    token: Annotated[str, Meta(min_length=1, max_length=200)]


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
