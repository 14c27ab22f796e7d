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
