"""What the verifier may find in a match file, and how it is said."""

from msgspec import Struct

from events.errors import Language
from projections.audit import report
from projections.language.text import Text

WORDS = {
    **report.WORDS,
    "container": Text(
        "this is not written as a match file", "no está escrito como archivo de partida"
    ),
    "digest": Text("bytes of the file were changed", "se cambiaron bytes del archivo"),
    "changed": Text("the entry is not what was sealed", "la entrada no es la que se selló"),
    "misplaced": Text("another entry belongs here", "aquí corresponde otra entrada"),
    "missing": Text("an entry is missing here", "aquí falta una entrada"),
    "seal": Text(
        "the entry does not follow from the one before it",
        "la entrada no continúa la anterior",
    ),
    "cut": Text("entries are missing at the end", "faltan entradas al final"),
    "opening": Text(
        "the hidden cards are not shown as they were",
        "las cartas ocultas no se muestran como eran",
    ),
    "signature": Text("the signature does not fit", "la firma no concuerda"),
    "untrusted": Text("signed by a key that is not trusted", "firmada con una clave no reconocida"),
    "deck_file": Text("the file of the deck does not fit", "el archivo de la baraja no concuerda"),
    "origin": Text(
        "the match that this one goes on from does not fit",
        "la partida de la que esta procede no concuerda",
    ),
    "unfinished": Text("the match was not over", "la partida no había terminado"),
    "withheld": Text("the hidden cards are withheld", "no se muestran las cartas ocultas"),
    "undisclosed": Text(
        "the seed of the shuffles is not disclosed yet",
        "la semilla con la que se barajó aún no se conoce",
    ),
    "unsigned": Text("the last entry is not signed", "la última entrada no está firmada"),
}
NOT_WRONG = frozenset({"unfinished", "withheld", "undisclosed", "unsigned"})
"""What only makes a file incomplete."""

EXIT = {"verified": 0, "broken": 1, "incomplete": 2}


class Finding(Struct, frozen=True):
    """What was found, and at which version (0: in the file as a whole); ``code`` is in WORDS."""

    version: int
    code: str
    detail: str = ""

    def text(self, language: Language = "en") -> str:
        words = WORDS[self.code].get(language)
        return f"{words} ({self.detail})" if self.detail else words
