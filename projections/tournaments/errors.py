"""What a tournament refuses, each with a stable code and a reason in English and Spanish."""

from collections.abc import Mapping
from typing import Any, ClassVar

from events.errors import Language, Refused
from projections.tournaments.reasons import REASONS


class Reasoned(Refused):
    """A refusal whose ``reason`` is a stable code; the text says it as a phrase."""

    def text(self, language: Language = "en") -> str:
        """The sentence a reader sees, in his language."""
        shown = _Shown(self.details)
        reason = str(self.details.get("reason", ""))
        phrases = REASONS.get(reason)
        shown["reason"] = phrases[language].format_map(shown) if phrases else reason
        return self.texts[language].format_map(shown)


class _Shown(dict[str, Any]):
    """Details as a sentence shows them."""

    def __getitem__(self, key: str) -> str:
        value = self.get(key, "—")
        many = isinstance(value, list | tuple | set | frozenset)
        return ", ".join(map(str, value)) or "—" if many else str(value)


class NoMovement(Refused):
    """``kind`` of movement, ``entrants`` asked for, ``near``: numbers that are possible."""

    code = "no_movement"
    texts: ClassVar[Mapping[Language, str]] = {
        "en": "No {kind} movement is known for {entrants} entrants. Possible nearby: {near}.",
        "es": "No se conoce un movimiento {kind} para {entrants} inscritos. Cerca sí: {near}.",
    }


class NoPairing(Reasoned):
    """``round`` can't be paired, for this ``reason``."""

    code = "no_pairing"
    texts: ClassVar[Mapping[Language, str]] = {
        "en": "Round {round} cannot be paired: {reason}.",
        "es": "La ronda {round} no se puede emparejar: {reason}.",
    }


class UnreadableFile(Refused):
    """``line`` of the file (from 1) and what is wrong with it."""

    code = "unreadable_file"
    texts: ClassVar[Mapping[Language, str]] = {
        "en": "Line {line} of the file cannot be read: {reason}",
        "es": "No se puede leer la línea {line} del archivo: {reason}",
    }


class TooFew(Refused):
    """``entrants`` came, ``needed`` are needed."""

    code = "too_few"
    texts: ClassVar[Mapping[Language, str]] = {
        "en": "{entrants} entrants are too few; at least {needed} are needed.",
        "es": "{entrants} inscritos son pocos; hacen falta al menos {needed}.",
    }


class TooManyRounds(Refused):
    """``rounds`` were asked for; ``entrants`` allow ``most``."""

    code = "too_many_rounds"
    texts: ClassVar[Mapping[Language, str]] = {
        "en": "{rounds} rounds are impossible with {entrants} entrants; at most {most}.",
        "es": "{rounds} rondas son imposibles con {entrants} inscritos; como mucho {most}.",
    }


class NotNow(Reasoned):
    """``reason`` is a short code for what stands in the way."""

    code = "not_now"
    texts: ClassVar[Mapping[Language, str]] = {
        "en": "The tournament does not allow this now: {reason}.",
        "es": "El torneo no lo permite ahora: {reason}.",
    }


class UnknownEntrant(Refused):
    """``entrant`` is not in this tournament."""

    code = "unknown_entrant"
    texts: ClassVar[Mapping[Language, str]] = {
        "en": "There is no entrant {entrant}.",
        "es": "No hay ningún inscrito {entrant}.",
    }


class UnknownTable(Refused):
    """``round`` has no ``table``."""

    code = "unknown_table"
    texts: ClassVar[Mapping[Language, str]] = {
        "en": "Round {round} has no table {table}.",
        "es": "La ronda {round} no tiene la mesa {table}.",
    }


class NotAdmitted(Reasoned):
    """``entrant`` cannot register; ``reason`` is a short code."""

    code = "not_admitted"
    texts: ClassVar[Mapping[Language, str]] = {
        "en": "{entrant} cannot be admitted: {reason}.",
        "es": "No se puede admitir a {entrant}: {reason}.",
    }


class BadResult(Reasoned):
    """``reason`` says what is wrong with the outcome."""

    code = "bad_result"
    texts: ClassVar[Mapping[Language, str]] = {
        "en": "This result is not possible: {reason}.",
        "es": "Este resultado no es posible: {reason}.",
    }


class BadPairing(Reasoned):
    """``reason`` says which entrant or table is wrong in a pairing made by hand."""

    code = "bad_pairing"
    texts: ClassVar[Mapping[Language, str]] = {
        "en": "This pairing is not possible: {reason}.",
        "es": "Este emparejamiento no es posible: {reason}.",
    }


class ByeRefused(Reasoned):
    """``entrant`` gets no bye; ``reason`` is a short code."""

    code = "bye_refused"
    texts: ClassVar[Mapping[Language, str]] = {
        "en": "{entrant} cannot have this bye: {reason}.",
        "es": "{entrant} no puede tener este descanso: {reason}.",
    }


class UnknownTournament(Refused):
    code = "unknown_tournament"
    texts: ClassVar[Mapping[Language, str]] = {
        "en": "There is no tournament {tournament}.",
        "es": "No existe el torneo {tournament}.",
    }
