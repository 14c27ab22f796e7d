"""Explanations: a stable code with its details, and the sentence in English and Spanish."""

from collections.abc import Mapping
from typing import Literal

import msgspec

Language = Literal["en", "es"]
Detail = str | int | tuple[str | int, ...]


class Note(msgspec.Struct, frozen=True):
    """Why something was decided. ``code`` is stable, ``details`` fill the sentence."""

    code: str
    details: dict[str, Detail] = {}


def note(code: str, **details: Detail) -> Note:
    """A note, with its details by name."""
    return Note(code, details)


def say(what: Note, language: Language = "en") -> str:
    """The sentence; a code without one is said as it stands."""
    texts = TEXTS.get(what.code)
    if texts is None:
        return what.code
    return texts[language].format_map({k: _spoken(v) for k, v in what.details.items()})


def _spoken(value: Detail) -> str:
    return (", ".join(map(str, value)) or "—") if isinstance(value, tuple) else str(value)


TEXTS: Mapping[str, Mapping[Language, str]] = {
    "berger": {
        "en": "Berger table of {entrants} entrants, round {round}.",
        "es": "Tabla de Berger para {entrants} inscritos, ronda {round}.",
    },
    "whist": {
        "en": "Whist movement of {entrants} players, round {round}: partners change every round.",
        "es": "Movimiento whist de {entrants} jugadores, ronda {round}: cambian las parejas.",
    },
    "plane": {
        "en": "{entrants} players at tables of {size}: everybody meets everybody once.",
        "es": "{entrants} jugadores en mesas de {size}: todos se encuentran una vez.",
    },
    "dutch": {
        "en": "FIDE Dutch system, rules of 2026.",
        "es": "Sistema suizo holandés de la FIDE, reglas de 2026.",
    },
    "swiss": {
        "en": "Equal scores meet; upper half against lower half; nobody meets again.",
        "es": "Se enfrentan puntuaciones iguales, mitad alta contra mitad baja, sin repetir.",
    },
    "tables": {
        "en": "Tables of {sizes} in order of points, with as few repeated meetings as possible.",
        "es": "Mesas de {sizes} por puntos, con los menos encuentros repetidos posibles.",
    },
    "bracket": {
        "en": "Every match of the bracket whose two are known.",
        "es": "Todos los cruces del cuadro cuyos dos participantes se conocen.",
    },
    "movement": {
        "en": "Movement {name}, round {round}.",
        "es": "Movimiento {name}, ronda {round}.",
    },
    "same_deck": {
        "en": "Every table plays boards {boards}; seats are compared with the same seat elsewhere.",
        "es": "Todas las mesas juegan los mazos {boards}; se compara cada puesto con los iguales.",
    },
    "arena": {
        "en": "Those who are free are paired by points; nobody meets his last opponent at once.",
        "es": "Se empareja por puntos a quienes están libres, sin repetir el último rival.",
    },
    "manual": {
        "en": "Set by the director: {reason}",
        "es": "Fijado por la dirección: {reason}",
    },
    "bye": {
        "en": "{entrant} has the bye: lowest ({points} points) of those who have had none.",
        "es": "{entrant} descansa: la puntuación más baja ({points}) entre quienes no descansaron.",
    },
    "bye_higher": {
        "en": "{entrant} has the bye: with a lower one the others could not be paired.",
        "es": "{entrant} descansa: con uno más bajo no se podría emparejar al resto.",
    },
    "floats": {
        "en": "{first} ({higher} points) meets {second} ({lower}): no equal opponent was left.",
        "es": "{first} ({higher} puntos) juega con {second} ({lower}): no quedaba otro igual.",
    },
    "rematch": {
        "en": "{first} and {second} meet again: no pairing without a rematch exists.",
        "es": "{first} y {second} se repiten: no hay emparejamiento sin repeticiones.",
    },
    "repeats": {
        "en": "{count} pairs of players meet again.",
        "es": "{count} parejas de jugadores se encuentran otra vez.",
    },
    "sits_out": {
        "en": "The movement lets {entrants} sit out.",
        "es": "Según el movimiento descansan {entrants}.",
    },
    "waits": {
        "en": "{entrants} wait for the next free opponent.",
        "es": "{entrants} esperan al próximo rival libre.",
    },
    "buchholz": {
        "en": "Totals of the opponents (a table's average), a missed round as one's own: {totals}.",
        "es": "Totales de los rivales (media de la mesa); sin jugar, el propio: {totals}.",
    },
    "buchholz_cut1": {
        "en": "Totals of the opponents without the lowest: {totals}.",
        "es": "Totales de los rivales sin el más bajo: {totals}.",
    },
    "sonneborn_berger": {
        "en": "Own points of each game times the opponents' points: {parts}.",
        "es": "Puntos propios de cada partida por los puntos de los rivales: {parts}.",
    },
    "wins": {
        "en": "Won the tables of rounds {rounds}.",
        "es": "Ganó las mesas de las rondas {rounds}.",
    },
    "head_to_head": {
        "en": "Points in the games among those who tie: {parts}.",
        "es": "Puntos en las partidas entre los empatados: {parts}.",
    },
    "head_to_head_alone": {
        "en": "Tied with nobody.",
        "es": "No está empatado con nadie.",
    },
    "head_to_head_unmet": {
        "en": "Those who tie have not all met.",
        "es": "No todos los empatados se han enfrentado.",
    },
    "deal_differential": {
        "en": "Own points less those of the others at the table, round by round: {parts}.",
        "es": "Puntos propios menos los de los demás en la mesa, ronda a ronda: {parts}.",
    },
    "score": {
        "en": "The game's own points, round by round: {parts}.",
        "es": "Puntos del juego, ronda a ronda: {parts}.",
    },
    "progress": {
        "en": "Sum of the totals after each round: {parts}.",
        "es": "Suma de los totales tras cada ronda: {parts}.",
    },
    "percentage": {
        "en": "{won} of {top} possible matchpoints.",
        "es": "{won} de {top} puntos posibles.",
    },
    "imps": {
        "en": "International match points, round by round: {parts}.",
        "es": "Puntos internacionales, ronda a ronda: {parts}.",
    },
    "games": {
        "en": "Played in rounds {rounds}.",
        "es": "Jugó en las rondas {rounds}.",
    },
}
