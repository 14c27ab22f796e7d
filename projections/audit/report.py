"""What an audit says of a log: its verdict, and each finding with its place."""

from typing import Literal

from msgspec import Struct

from events.errors import Language
from projections.language.catalogue import DEFAULT, message
from projections.language.errors import named, worded

Verdict = Literal["verified", "incomplete", "broken"]

CODES = frozenset(
    {
        *("record", "command", "writer", "move", "effects", "deck", "cards", "house"),
        *("phase", "time", "commitment", "cut", "rules"),
    }
)
"""What an audit may find in a log."""


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
