"""What a tournament refuses, each with a stable code and a reason in English and Spanish."""

from collections.abc import Mapping
from typing import ClassVar

from events.errors import Language, Refused


class NoMovement(Refused):
    """``kind`` of movement, ``entrants`` asked for, ``near``: numbers that are possible."""

    code = "no_movement"
    texts: ClassVar[Mapping[Language, str]] = {
        "en": "No {kind} movement is known for {entrants} entrants. Possible nearby: {near}.",
        "es": "No se conoce un movimiento {kind} para {entrants} inscritos. Cerca sí: {near}.",
    }


class NoPairing(Refused):
    """``round`` can't be paired; ``reason`` is a short code, ``detail`` the explanation."""

    code = "no_pairing"
    texts: ClassVar[Mapping[Language, str]] = {
        "en": "Round {round} cannot be paired ({reason}): {detail}",
        "es": "La ronda {round} no se puede emparejar ({reason}): {detail}",
    }


class UnreadableFile(Refused):
    """``line`` of the file (from 1) and what is wrong with it."""

    code = "unreadable_file"
    texts: ClassVar[Mapping[Language, str]] = {
        "en": "Line {line} of the file cannot be read: {reason}",
        "es": "No se puede leer la línea {line} del archivo: {reason}",
    }
