"""What can go wrong, and how it is said.

::

    TapeteError
    ├── Refused                 a request that is not granted; nothing has changed
    │   ├── Malformed           it can't be read: not JSON, wrong type, unknown field
    │   ├── BadOptions          impossible options; names the field and lists what is allowed
    │   ├── UnknownGame
    │   ├── UnknownMatch
    │   ├── UnknownVersion
    │   ├── UnknownDeck
    │   ├── IllegalMove         carries the legal moves
    │   ├── NotYourTurn
    │   ├── TimeUp              the move comes after the seat's time has run out
    │   ├── SeatTaken
    │   ├── WrongPhase          the match is not in the phase that this needs
    │   ├── WrongContribution   it does not fit the commitment made when joining
    │   ├── Unauthorized
    │   ├── Forbidden
    │   ├── KeyReused           an idempotency key came again with another request
    │   ├── InProgress          the request with this key is still running
    │   ├── Limited             too many requests
    │   ├── Conflict            somebody else was faster; try again
    │   │   └── Stale           what the command has seen is no longer so
    │   └── Frozen              the match is stopped until a human has looked at it
    ├── Unavailable             the log can't be written now; try again later
    └── Corrupt                 the log contradicts itself or the rules: stop, log, page a human

Every class has a stable ``code`` and a text in English and Spanish, filled from the details.
"""

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

Language = Literal["en", "es"]


class TapeteError(Exception):
    """The root. ``details`` fill the texts and are public."""

    code: ClassVar[str] = "error"
    texts: ClassVar[Mapping[Language, str]] = {"en": "Something failed.", "es": "Algo falló."}

    def __init__(self, **details: Any) -> None:
        super().__init__(details)
        self.details = details

    def text(self, language: Language = "en") -> str:
        """The sentence a reader sees, in his language."""
        return self.texts[language].format_map(_Spoken(self.details))

    def __str__(self) -> str:
        return self.text()


class _Spoken(dict[str, Any]):
    """Details as a sentence shows them: lists joined by commas, missing ones as a dash."""

    def __getitem__(self, key: str) -> str:
        value = self.get(key, "—")
        return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


class Refused(TapeteError):
    """Not granted; nothing has changed."""

    code = "refused"
    texts: ClassVar[Mapping[Language, str]] = {"en": "Refused.", "es": "Rechazado."}


class Malformed(Refused):
    code = "malformed"
    texts: ClassVar[Mapping[Language, str]] = {
        "en": "This cannot be read: {reason}",
        "es": "Esto no se puede leer: {reason}",
    }


class BadOptions(Refused):
    """``field`` is the option, ``value`` what was asked for, ``allowed`` what is possible."""

    code = "bad_options"
    texts: ClassVar[Mapping[Language, str]] = {
        "en": "Option {field}: {value} is not possible. Allowed: {allowed}.",
        "es": "Opción {field}: {value} no es posible. Se admite: {allowed}.",
    }


class UnknownGame(Refused):
    code = "unknown_game"
    texts: ClassVar[Mapping[Language, str]] = {
        "en": "There is no game {game}. Games: {games}.",
        "es": "No hay ningún juego {game}. Juegos: {games}.",
    }


class UnknownMatch(Refused):
    code = "unknown_match"
    texts: ClassVar[Mapping[Language, str]] = {
        "en": "There is no match {match}.",
        "es": "No existe la partida {match}.",
    }


class UnknownVersion(Refused):
    code = "unknown_version"
    texts: ClassVar[Mapping[Language, str]] = {
        "en": "The match has no version {version}; it has 1 to {last}.",
        "es": "La partida no tiene la versión {version}; tiene de la 1 a la {last}.",
    }


class UnknownDeck(Refused):
    code = "unknown_deck"
    texts: ClassVar[Mapping[Language, str]] = {
        "en": "No deck {deck} is installed.",
        "es": "No está instalada la baraja {deck}.",
    }


class IllegalMove(Refused):
    """``move`` was asked for, ``legal`` lists the moves there are."""

    code = "illegal_move"
    texts: ClassVar[Mapping[Language, str]] = {
        "en": "This move is not legal now.",
        "es": "Esta jugada no es válida ahora.",
    }


class NotYourTurn(Refused):
    code = "not_your_turn"
    texts: ClassVar[Mapping[Language, str]] = {
        "en": "Seat {seat} is not to act.",
        "es": "No le toca al asiento {seat}.",
    }


class TimeUp(Refused):
    """``deadline`` is the last ms UTC at which the seat could have moved."""

    code = "time_up"
    texts: ClassVar[Mapping[Language, str]] = {
        "en": "The time of seat {seat} is up.",
        "es": "Al asiento {seat} se le acabó el tiempo.",
    }


class SeatTaken(Refused):
    code = "seat_taken"
    texts: ClassVar[Mapping[Language, str]] = {
        "en": "Seat {seat} is not free.",
        "es": "El asiento {seat} no está libre.",
    }


class WrongPhase(Refused):
    code = "wrong_phase"
    texts: ClassVar[Mapping[Language, str]] = {
        "en": "The match is {phase}; this is not possible now.",
        "es": "La partida está en fase {phase}; esto no es posible ahora.",
    }


class WrongContribution(Refused):
    code = "wrong_contribution"
    texts: ClassVar[Mapping[Language, str]] = {
        "en": "The contribution does not fit the commitment of seat {seat}.",
        "es": "La contribución no concuerda con el compromiso del asiento {seat}.",
    }


class Unauthorized(Refused):
    code = "unauthorized"
    texts: ClassVar[Mapping[Language, str]] = {
        "en": "A valid token is needed.",
        "es": "Hace falta un token válido.",
    }


class Forbidden(Refused):
    code = "forbidden"
    texts: ClassVar[Mapping[Language, str]] = {
        "en": "This token may not do that.",
        "es": "Este token no permite hacer eso.",
    }


class KeyReused(Refused):
    code = "key_reused"
    texts: ClassVar[Mapping[Language, str]] = {
        "en": "This idempotency key was used for another request.",
        "es": "Esta clave de idempotencia se usó para otra petición.",
    }


class InProgress(Refused):
    code = "in_progress"
    texts: ClassVar[Mapping[Language, str]] = {
        "en": "The request with this idempotency key is still running.",
        "es": "La petición con esta clave de idempotencia sigue en curso.",
    }


class Limited(Refused):
    """``retry_after`` is in seconds."""

    code = "limited"
    texts: ClassVar[Mapping[Language, str]] = {
        "en": "Too many requests; try again in {retry_after} s.",
        "es": "Demasiadas peticiones; inténtelo de nuevo en {retry_after} s.",
    }


class Conflict(Refused):
    """``head`` is the version that the log has now."""

    code = "conflict"
    texts: ClassVar[Mapping[Language, str]] = {
        "en": "The match has moved on to version {head}.",
        "es": "La partida ha avanzado a la versión {head}.",
    }


class Stale(Conflict):
    code = "stale"
    texts: ClassVar[Mapping[Language, str]] = {
        "en": "What this command had seen no longer holds; the match is at version {head}.",
        "es": "Lo que esta orden había visto ya no es así; la partida va por la versión {head}.",
    }


class Frozen(Refused):
    """``reason`` says what contradicts what."""

    code = "frozen"
    texts: ClassVar[Mapping[Language, str]] = {
        "en": "The match is frozen until its record has been examined: {reason}",
        "es": "La partida está congelada hasta que se examine su registro: {reason}",
    }


class Unavailable(TapeteError):
    """``known`` is true when certainly nothing was written; ``reason`` is for operators."""

    code = "unavailable"
    texts: ClassVar[Mapping[Language, str]] = {
        "en": "The record cannot be written now; try again in a moment.",
        "es": "Ahora no se puede escribir en el registro; inténtelo dentro de un momento.",
    }


class Corrupt(TapeteError):
    """``reason`` says what contradicts what; ``version`` names the entry where known."""

    code = "corrupt"
    texts: ClassVar[Mapping[Language, str]] = {
        "en": "The record contradicts itself: {reason}",
        "es": "El registro se contradice: {reason}",
    }
