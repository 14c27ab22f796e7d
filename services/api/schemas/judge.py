"""What a judge decides, and a match that goes back."""

from typing import Annotated

from msgspec import Meta

from services.api.schemas.fields import Body, Reason, Score, Versioned


class Judgement(Body, frozen=True):
    reason: Reason


class Adjudication(Body, frozen=True):
    """The result that a judge gives: ranks by seat (1 = best), and scores where there are any."""

    ranks: Annotated[tuple[Annotated[int, Meta(ge=1, le=64)], ...], Meta(max_length=64)]
    reason: Reason
    scores: Annotated[tuple[Score, ...], Meta(max_length=64)] = ()


class Rewinding(Body, frozen=True):
    """The version to go back to; ``keep_deck`` is a judge's to decide."""

    to: Annotated[int, Meta(ge=1)]
    reason: Reason = "agreed"
    keep_deck: bool = False


class RewoundShown(Versioned, frozen=True):
    """The match after it; ``agreed`` are the seats that wish to go back and wait for the others."""

    agreed: list[int]
