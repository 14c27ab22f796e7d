"""What ``tapete tournament`` says, in English and in Spanish."""

from typing import NamedTuple

from events.errors import Language


class Text(NamedTuple):
    """A text that players read."""

    en: str
    es: str

    def get(self, language: Language) -> str:
        return self.en if language == "en" else self.es


TOURNAMENT_WORDS: dict[str, Text] = {
    "help.tournament": Text(
        "Announce, direct and rehearse tournaments.",
        "Anunciar, dirigir y ensayar torneos.",
    ),
    "help.tournament.create": Text("Announce a tournament; its id.", "Anunciar un torneo; su id."),
    "help.tournament.entrants": Text(
        "Enter people: NAME=PLAYER,PLAYER each; a bot is called bot/….",
        "Inscribir: NOMBRE=JUGADOR,JUGADOR cada uno; un bot se llama bot/….",
    ),
    "help.tournament.pair": Text(
        "Pair the next round and start it; the first time this closes registration.",
        "Emparejar la ronda siguiente y empezarla; la primera vez cierra la inscripción.",
    ),
    "help.tournament.standings": Text("Who leads.", "Quién va ganando."),
    "help.tournament.export": Text(
        "Standings (csv, html), FIDE report (trf) or all decisions (ndjson).",
        "Clasificación (csv, html), informe FIDE (trf) o todas las decisiones (ndjson).",
    ),
    "help.tournament.simulate": Text(
        "A whole event of bots through the real service, audited at the end.",
        "Un torneo entero de bots por el servicio real, auditado al final.",
    ),
    "help.tournament.create.name": Text("What it is called.", "Cómo se llama."),
    "help.tournament.create.form": Text(
        "round_robin, swiss, dutch, tables, whist, single_elimination, double_elimination, "
        "duplicate, arena.",
        "round_robin, swiss, dutch, tables, whist, single_elimination, double_elimination, "
        "duplicate, arena.",
    ),
    "help.tournament.create.members": Text(
        "How many people one entrant is.", "De cuántas personas es cada inscripción."
    ),
    "help.tournament.create.sizes": Text(
        "How many entrants sit at a table, such as 4,3.",
        "Cuántas inscripciones por mesa, como 4,3.",
    ),
    "help.tournament.create.by": Text(
        "What counts: result, rank, score, matchpoints, imp.",
        "Qué cuenta: result, rank, score, matchpoints, imp.",
    ),
    "help.tournament.create.boards": Text(
        "Boards a round (duplicate).", "Mazos por ronda (duplicado)."
    ),
    "help.tournament.create.minutes": Text("How long an arena lasts.", "Cuánto dura una arena."),
    "help.tournament.create.auto": Text(
        "Let rounds follow each other by themselves.", "Que las rondas se sucedan solas."
    ),
    "help.tournament.create.rated": Text(
        "Let it count for the ratings.", "Que cuente para las puntuaciones."
    ),
    "help.tournament.entrants.entries": Text(
        "Who enters, as NAME=PLAYER,PLAYER.", "Quién se inscribe, como NOMBRE=JUGADOR,JUGADOR."
    ),
    "help.tournament.pair.dry_run": Text(
        "Only say how, and why.", "Decir solamente cómo, y por qué."
    ),
    "help.tournament.pair.wait": Text(
        "Publish it, but don't start it yet.", "Publicarla sin empezarla todavía."
    ),
    "help.tournament.export.form": Text("csv, trf, ndjson, html.", "csv, trf, ndjson, html."),
    "help.tournament.export.output": Text("Where to write it.", "Dónde escribirlo."),
    "help.tournament.simulate.form": Text("How they play.", "Cómo se juega."),
    "help.tournament.simulate.entrants": Text("How many enter.", "Cuántos se inscriben."),
    "help.tournament.simulate.seed": Text(
        "The same seed gives the same event.", "La misma semilla da el mismo torneo."
    ),
    "help.tournament.simulate.movement": Text(
        "howell or mitchell (duplicate).", "howell o mitchell (duplicado)."
    ),
    "help.tournament.simulate.output": Text(
        "Write all decisions to this file (NDJSON).",
        "Escribir todas las decisiones en este archivo (NDJSON).",
    ),
    "option.tournament": Text("The id of a tournament.", "El identificador de un torneo."),
    "option.rounds": Text("How many rounds.", "Cuántas rondas."),
    "option.round": Text("After which round.", "Tras qué ronda."),
    "tournament.entered": Text("{count} entrants.", "{count} inscripciones."),
    "tournament.round": Text("Round {round}", "Ronda {round}"),
    "tournament.table": Text("{number}. {players}", "{number}. {players}"),
    "tournament.free": Text("No table: {names}", "Sin mesa: {names}"),
    "tournament.rank": Text("rank", "puesto"),
    "tournament.name": Text("name", "nombre"),
    "tournament.points": Text("points", "puntos"),
    "tournament.played": Text("played", "jugadas"),
    "tournament.written": Text("Written: {output}.", "Escrito: {output}."),
    "tournament.seed": Text("Seed: {seed}", "Semilla: {seed}"),
    "tournament.done": Text(
        "{rounds} rounds, {tables} tables in {seconds:.1f} s; records verified: {verified} of "
        "{all}.",
        "{rounds} rondas, {tables} mesas en {seconds:.1f} s; registros verificados: {verified} de "
        "{all}.",
    ),
}
