"""What an audit says of a log: its verdict, and each finding with its place."""

from typing import Literal

from msgspec import Struct

from events.errors import Language
from projections.language.text import Text

Verdict = Literal["verified", "incomplete", "broken"]

WORDS: dict[str, Text] = {
    "record": Text("the record does not fit together", "el registro no concuerda"),
    "command": Text("a command id comes back later", "un identificador de orden reaparece"),
    "writer": Text("this writer may not write that", "este autor no puede escribir eso"),
    "move": Text("the rules do not offer this move", "las reglas no ofrecen esta jugada"),
    "effects": Text("the rules give other effects", "las reglas dan otros efectos"),
    "deck": Text("the deck does not come from the seed", "la baraja no sale de la semilla"),
    "cards": Text("these are not the cards of this deck", "no son las cartas de esta baraja"),
    "house": Text("the house owed something else", "la casa debía otra cosa"),
    "phase": Text("this could not happen then", "esto no podía ocurrir entonces"),
    "time": Text("the clock says otherwise", "el reloj dice otra cosa"),
    "commitment": Text("it does not fit the commitment", "no concuerda con el compromiso"),
    "cut": Text("entries are missing at the end", "faltan entradas al final"),
    "rules": Text("the match names other rules", "la partida nombra otras reglas"),
}


class Finding(Struct, frozen=True):
    """What is wrong, and where; ``code`` is one of ``WORDS``."""

    version: int
    code: str
    detail: str = ""

    def text(self, language: Language = "en") -> str:
        words = WORDS[self.code].get(language)
        return f"{words} ({self.detail})" if self.detail else words


class Report(Struct, frozen=True):
    """``contributed`` are the seats that had a part in the shuffles; none: fairness is unproven."""

    match: str
    verdict: Verdict
    entries: int
    findings: tuple[Finding, ...] = ()
    contributed: tuple[int, ...] = ()
    game: str = ""
