"""Everything that the command line says, in English and in Spanish."""

from collections.abc import Mapping

from events.errors import Language
from services.cli.terminal.tournament_messages import TOURNAMENT_WORDS, Text

WORDS: Mapping[str, Text] = {
    # ---- what the commands are for
    "help": Text(
        "Card games for services: fair deals, a log that cannot be forged, audits.",
        "Juegos de cartas como servicio: reparto justo, registro infalsificable, auditorías.",
    ),
    "panel.options": Text("Options", "Opciones"),
    "panel.arguments": Text("Arguments", "Argumentos"),
    "panel.commands": Text("Commands", "Órdenes"),
    "panel.default": Text("[default: {}]", "[por omisión: {}]"),
    "panel.required": Text("[required]", "[obligatorio]"),
    "option.help": Text("Show this message and exit.", "Mostrar esta ayuda y terminar."),
    "option.lang": Text(
        "Language: en or es; otherwise that of the system.",
        "Idioma: en o es; si no, el del sistema.",
    ),
    "option.game": Text("A game; see `tapete games`.", "Un juego; véase `tapete games`."),
    "option.options": Text(
        "Options of the game, such as edition=premium,target=31.",
        "Opciones del juego, como edition=premium,target=31.",
    ),
    "option.seats": Text("How many sit at the table.", "Cuántos se sientan a la mesa."),
    "option.think": Text(
        "How many seconds the bots think about a move; 0: they play at once.",
        "Cuántos segundos piensan los bots cada jugada; 0: juegan al instante.",
    ),
    "option.match": Text("The id of a match.", "El identificador de una partida."),
    "help.serve": Text(
        "Run the whole service: Redis, API, workers. Ctrl-C stops all of it.",
        "Poner en marcha el servicio entero: Redis, API y procesos. Ctrl-C lo detiene todo.",
    ),
    "help.serve.demo": Text(
        "Also play a match by bots, and audit it.", "Jugar además una partida de bots y auditarla."
    ),
    "help.serve.host": Text("Address to listen on.", "Dirección en la que escuchar."),
    "help.serve.port": Text(
        "Port to listen on; 0 takes a free one.", "Puerto en el que escuchar; 0 elige uno libre."
    ),
    "help.serve.no_workers": Text(
        "The API alone: workers run elsewhere.", "Solo la API: los procesos corren en otra parte."
    ),
    "help.worker": Text(
        "Run a worker: read models, bots, jobs. It stops at Ctrl-C.",
        "Poner en marcha un proceso: modelos, bots y tareas. Se detiene con Ctrl-C.",
    ),
    "help.demo": Text(
        "Let bots play, trick by trick, and audit what they played.",
        "Hacer jugar a los bots, baza a baza, y auditar lo jugado.",
    ),
    "help.demo.matches": Text("How many matches.", "Cuántas partidas."),
    "help.demo.moves": Text("Tell every move.", "Contar cada jugada."),
    "help.demo.quiet": Text("Tell the results alone.", "Contar solo los resultados."),
    "help.play": Text(
        "Play at this terminal against bots, alone or with others.",
        "Jugar en este terminal contra bots, a solas o con otros.",
    ),
    "help.play.people": Text(
        "How many people share this terminal.", "Cuántas personas comparten este terminal."
    ),
    "help.play.name": Text(
        "A person's name; once for each.", "El nombre de una persona; uno cada vez."
    ),
    "help.show": Text(
        "Show a match, now or at any version.", "Mostrar una partida, ahora o en cualquier versión."
    ),
    "help.show.at": Text("The version to look at.", "La versión que se quiere ver."),
    "help.show.seat": Text("As this seat sees it.", "Como la ve este asiento."),
    "help.show.log": Text(
        "Tell all entries, not the last alone.", "Contar todo, no solo lo último."
    ),
    "help.audit": Text(
        "Audit a match, or all: exit code 0 verified, 1 broken, 2 not all can be proven yet.",
        "Auditar una partida, o todas: código 0 verificada, 1 rota, 2 aún no se puede probar todo.",
    ),
    "help.audit.every": Text("All matches.", "Todas las partidas."),
    "help.audit.after": Text("Go on behind this match.", "Continuar detrás de esta partida."),
    "help.export": Text(
        "Take a match away: a file that proves itself, JSON lines, or a text.",
        "Llevarse una partida: un archivo que se prueba a sí mismo, líneas JSON o un texto.",
    ),
    "help.export.output": Text("The file to write.", "El archivo que se escribe."),
    "help.export.form": Text(
        "file (to verify), ndjson or text (to read).",
        "file (verificable), ndjson o text (legible).",
    ),
    "help.verify": Text(
        "Check match files offline: exit code 0 verified, 1 broken, 2 incomplete.",
        "Verificar archivos de partida sin servidor: código 0 verificada, 1 rota, 2 incompleta.",
    ),
    "help.verify.files": Text("Match files; - is what is piped in.", "Archivos; - es la entrada."),
    "help.verify.keys": Text(
        "The keys to trust: one a line, or what /v1/keys answers.",
        "Las claves de confianza: una por línea, o lo que responde /v1/keys.",
    ),
    "help.verify.as_json": Text("The report as JSON.", "El informe como JSON."),
    "help.simulate": Text(
        "Play many matches of bots in memory, and measure the game.",
        "Jugar muchas partidas de bots en memoria y medir el juego.",
    ),
    "help.simulate.matches": Text("How many matches.", "Cuántas partidas."),
    "help.simulate.seed": Text(
        "Any word; the same one gives the same matches.",
        "Una palabra cualquiera; la misma da las mismas partidas.",
    ),
    "help.simulate.most": Text(
        "Leave a match after so many moves.", "Dejar una partida tras tantas jugadas."
    ),
    "help.games": Text(
        "The games, their editions and options; one game in full.",
        "Los juegos, sus ediciones y opciones; un juego por entero.",
    ),
    "help.token": Text(
        "Make a token for an application or a player; it is shown once.",
        "Crear un token para una aplicación o un jugador; se muestra una sola vez.",
    ),
    "help.token.scopes": Text(
        "What it is good for, such as match:create,match:read.",
        "Para qué sirve, como match:create,match:read.",
    ),
    "help.token.actor": Text("Who holds it.", "Quién lo tiene."),
    "help.token.player": Text("The player it speaks for.", "El jugador en cuyo nombre habla."),
    "help.token.days": Text(
        "For how many days; else without end.", "Por cuántos días; si no, sin fin."
    ),
    "help.keys": Text("The keys that sign the records.", "Las claves que firman los registros."),
    "help.keys.list": Text(
        "The public keys, the newest first.", "Las claves públicas, primero la última."
    ),
    "help.keys.rotate": Text(
        "Sign with a new key from now on.", "Firmar desde ahora con una clave nueva."
    ),
    "failed": Text(
        "Something failed here that should not: {error}. TAPETE_LOG=debug shows where.",
        "Aquí ha fallado algo que no debía: {error}. TAPETE_LOG=debug muestra dónde.",
    ),
    # ---- games
    "games.game": Text("game", "juego"),
    "games.name": Text("name", "nombre"),
    "games.seats": Text("seats", "asientos"),
    "games.editions": Text("editions", "ediciones"),
    "games.options": Text("options", "opciones"),
    "games.more": Text(
        "tapete games GAME tells its rules and options.",
        "tapete games JUEGO cuenta sus reglas y opciones.",
    ),
    "games.option": Text("option", "opción"),
    "games.default": Text("default", "por omisión"),
    "games.allowed": Text("allowed", "se admite"),
    "games.meaning": Text("meaning", "significado"),
    "games.whole": Text("a whole number", "un número entero"),
    "games.list": Text("a list", "una lista"),
    "games.text": Text("a name", "un nombre"),
    # ---- simulate
    "simulate.done": Text(
        "{game}: {matches} matches in {seconds:.1f} s",
        "{game}: {matches} partidas en {seconds:.1f} s",
    ),
    "simulate.left": Text("{left} of them did not end.", "{left} de ellas no terminaron."),
    "simulate.length": Text(
        "moves a match: {shortest} to {longest}, median {median:g}, mean {mean:.1f}",
        "jugadas por partida: de {shortest} a {longest}, mediana {median:g}, media {mean:.1f}",
    ),
    "simulate.rate": Text(
        "{moves} moves, {rate:,.0f} a second", "{moves} jugadas, {rate:,.0f} por segundo"
    ),
    "simulate.label": Text("{label}: {count}", "{label}: {count}"),
    "simulate.seat": Text("seat", "asiento"),
    "simulate.points": Text("points", "puntos"),
    "simulate.wins": Text("wins", "ganadas"),
    "simulate.no_first": Text("Nobody moves first here.", "Aquí nadie juega primero."),
    "simulate.first.even": Text(
        "Who moves first wins {rate:.1%} ({low:.1%} to {high:.1%}); chance would give {even:.1%}: "
        "no advantage can be seen.",
        "Quien juega primero gana el {rate:.1%} (de {low:.1%} a {high:.1%}); el azar daría "
        "{even:.1%}: no se ve ventaja.",
    ),
    "simulate.first.uneven": Text(
        "Who moves first wins {rate:.1%} ({low:.1%} to {high:.1%}); chance would give {even:.1%}: "
        "it matters who begins.",
        "Quien juega primero gana el {rate:.1%} (de {low:.1%} a {high:.1%}); el azar daría "
        "{even:.1%}: importa quién empieza.",
    ),
    "simulate.seed": Text("The same again: --seed {seed}", "Lo mismo otra vez: --seed {seed}"),
    # ---- matches
    "match.rank": Text("place", "puesto"),
    "match.seat": Text("seat", "asiento"),
    "match.player": Text("player", "jugador"),
    "match.points": Text("points", "puntos"),
    "match.no_result": Text("No result ({reason}).", "Sin resultado ({reason})."),
    "phase.open": Text("open", "abierta"),
    "phase.locked": Text("locked", "completa"),
    "phase.playing": Text("being played", "en juego"),
    "phase.paused": Text("paused", "en pausa"),
    "phase.finished": Text("finished", "terminada"),
    "phase.aborted": Text("aborted", "suspendida"),
    "show.state": Text(
        "{phase} · version {version} · {time}\nhead {head}",
        "{phase} · versión {version} · {time}\ncabeza {head}",
    ),
    "show.note": Text("note", "nota"),
    "show.contributes": Text("contributes to the shuffles", "contribuye a barajar"),
    "show.out": Text("has left", "se ha ido"),
    "show.acts": Text("to move", "le toca"),
    "show.free": Text("(free)", "(libre)"),
    # ---- audits
    "verdict.verified": Text("verified", "verificada"),
    "verdict.incomplete": Text("incomplete", "incompleta"),
    "verdict.broken": Text("broken", "rota"),
    "audit.report": Text(
        "{match}  {game}  {verdict}: {entries} entries; {fair}",
        "{match}  {game}  {verdict}: {entries} entradas; {fair}",
    ),
    "audit.finding": Text(
        "    version {version}: {text} [{code}]", "    versión {version}: {text} [{code}]"
    ),
    "audit.contributed": Text(
        "seats {seats} had a part in the shuffles",
        "los asientos {seats} contribuyeron a barajar",
    ),
    "audit.unproven": Text(
        "no seat had a part in the shuffles", "ningún asiento contribuyó a barajar"
    ),
    "audit.one_or_all": Text(
        "name a match, or give --all", "indique una partida, o --all para todas"
    ),
    "audit.all": Text("audit", "auditoría"),
    "audit.sum": Text(
        "Matches audited: {matches}, entries: {entries}; "
        "{verified} verified, {incomplete} incomplete, {broken} broken.",
        "Partidas auditadas: {matches}, entradas: {entries}; "
        "{verified} verificadas, {incomplete} incompletas, {broken} rotas.",
    ),
    # ---- exports
    "export.done": Text("{match}: {output}, {bytes} bytes", "{match}: {output}, {bytes} bytes"),
    "verify.match": Text(
        "{match} ({game}), {entries} entries", "{match} ({game}), {entries} entradas"
    ),
    "verify.entry": Text("entry {version}", "entrada {version}"),
    "verify.file": Text("the file", "el archivo"),
    "verify.signed": Text("signed by the key {signer}", "firmada con la clave {signer}"),
    "verify.trusted": Text(
        "signed by the trusted key {signer}", "firmada con la clave reconocida {signer}"
    ),
    "verify.compare": Text(
        "compare this fingerprint with the house's, or give its keys by --keys",
        "compare esta huella con la de la casa, o indique sus claves con --keys",
    ),
    "verify.result": Text("places {ranks}; points {points}", "puestos {ranks}; puntos {points}"),
    "verify.origin": Text(
        "goes on from {match} at version {entries}",
        "continúa la partida {match} desde la versión {entries}",
    ),
    # ---- serve
    "serve.ready": Text("Tapete is ready: {url}", "Tapete está listo: {url}"),
    "serve.holds": Text(
        "Matches in the log: {count} ({data})", "Partidas en el registro: {count} ({data})"
    ),
    "serve.next": Text(
        "  the API        {url}/docs\n"
        "  a match with three bots:\n"
        "    curl -s {url}/v1/matches -H 'Content-Type: application/json' "
        """-d '{{"game": "kaiser", "bots": 3}}'\n"""
        "  take a seat in it:\n"
        "    curl -s -X POST {url}/v1/matches/MATCH/join\n"
        "  watch it:\n"
        "    curl -sN {url}/v1/matches/MATCH/stream\n"
        "Ctrl-C stops everything; the matches stay.",
        "  la API         {url}/docs\n"
        "  una partida con tres bots:\n"
        "    curl -s {url}/v1/matches -H 'Content-Type: application/json' "
        """-d '{{"game": "kaiser", "bots": 3}}'\n"""
        "  tomar asiento en ella:\n"
        "    curl -s -X POST {url}/v1/matches/PARTIDA/join\n"
        "  seguirla:\n"
        "    curl -sN {url}/v1/matches/PARTIDA/stream\n"
        "Ctrl-C lo detiene todo; las partidas se conservan.",
    ),
    "serve.demo": Text(
        "Bots play a match of {game}:\n{match}", "Los bots juegan una partida de {game}:\n{match}"
    ),
    "serve.look": Text(
        "To look at it from a second terminal: tapete show {match}",
        "Para verla desde otro terminal: tapete show {match}",
    ),
    "serve.died": Text(
        "{name} has ended (exit code {code}); it is started again in {pause:.1f} s.",
        "{name} ha terminado (código {code}); se reinicia en {pause:.1f} s.",
    ),
    "serve.stopping": Text("Stopping …", "Deteniendo…"),
    "serve.stopped": Text("Everything is stopped.", "Todo está detenido."),
    # ---- play
    "play.person": Text("player {number}", "jugador {number}"),
    "play.begun": Text(
        "{match}\nA number or cards choose a move; ? tells the rules, q leaves.",
        "{match}\nUn número o unas cartas eligen jugada; ? cuenta las reglas, q termina.",
    ),
    "play.prompt": Text("Seat {seat}, your move: ", "Asiento {seat}, su jugada: "),
    "play.hand_over": Text(
        "Seat {seat} ({player}) to the screen, alone, then Enter: ",
        "Asiento {seat} ({player}) ante la pantalla, a solas, y luego Intro: ",
    ),
    "play.many": Text(
        "      … and {more} more of {all}: type cards to narrow the list, Enter for all.",
        "      … y {more} más de {all}: escriba cartas para acortar la lista, Intro para todas.",
    ),
    "play.no_such": Text("No move has “{typed}”.", "Ninguna jugada tiene «{typed}»."),
    "play.help": Text(
        "Type the number of a move, or words of it: cards, values. Enter shows all moves. "
        "A move may also be given as JSON. q leaves the table.",
        "Escriba el número de una jugada o palabras de ella: cartas, valores. Intro muestra todas. "
        "También se admite una jugada en JSON. q abandona la mesa.",
    ),
    "play.left": Text(
        "You have left; the match is aborted: {match}",
        "Ha dejado la mesa; la partida queda suspendida: {match}",
    ),
    "play.again": Text(
        "To read it again: tapete show {match} --log", "Para releerla: tapete show {match} --log"
    ),
    # ---- what is kept outside Redis
    "help.archive": Text(
        "Move finished matches to the archive; every door still finds them there.",
        "Mover al archivo partidas terminadas; todo el mundo las sigue encontrando.",
    ),
    "help.archive.every": Text("All that are over.", "Todas las que han terminado."),
    "help.archive.again": Text(
        "Again and again, after so many seconds.", "Una y otra vez, cada tantos segundos."
    ),
    "archive.done": Text("{match} is in the archive.", "{match} está en el archivo."),
    "archive.before": Text("{match} was there before.", "{match} ya estaba allí."),
    "help.checkpoint": Text(
        "The signed note over all finished matches; keep it where the house can't change it.",
        "La nota firmada sobre todas las partidas terminadas; guárdela fuera de la casa.",
    ),
    "help.checkpoint.since": Text(
        "An older note: prove that it still holds; exit code 1 if it doesn't.",
        "Una nota anterior: probar que sigue valiendo; código 1 si no.",
    ),
    "checkpoint.continues": Text(
        "The older note holds: matches were only added.",
        "La nota anterior sigue valiendo: solo se han añadido partidas.",
    ),
    "checkpoint.broken": Text(
        "The older note does NOT hold: matches were changed or dropped since.",
        "La nota anterior NO vale: desde entonces se cambiaron o quitaron partidas.",
    ),
    "help.frozen": Text(
        "Matches whose log contradicts what was signed.",
        "Partidas cuyo registro contradice lo firmado.",
    ),
    "help.frozen.list": Text(
        "Which they are, and why.",
        "Cuáles son y por qué.",
    ),
    "help.frozen.release": Text(
        "Let a match go on, once its log holds again what was signed.",
        "Dejar seguir una partida cuando su registro vuelva a contener lo firmado.",
    ),
    "help.frozen.release.as_it_is": Text(
        "Accept what the log holds now: what is missing is lost.",
        "Aceptar lo que el registro contiene ahora: lo que falta está perdido.",
    ),
    "frozen.count": Text("Frozen matches: {count}.", "Partidas congeladas: {count}."),
    "frozen.still": Text(
        "{match} stays frozen: {reason}.\nTo accept the loss: --as-it-is.",
        "{match} sigue congelada: {reason}.\nPara aceptar la pérdida: --as-it-is.",
    ),
    "frozen.recovered": Text(
        "The archive has {match} as it was signed.",
        "El archivo tiene {match} tal como se firmó.",
    ),
    "frozen.released": Text("{match} goes on.", "{match} puede seguir."),
    "frozen.unknown": Text("{match} was not frozen.", "{match} no estaba congelada."),
    # ---- tokens and keys
    "token.once": Text("This is shown only now: keep it.", "Solo se muestra ahora: guárdelo."),
    "keys.rotated": Text(
        "New heads are signed with a new key; the old one stays known.",
        "Las cabezas nuevas se firman con una clave nueva; la anterior sigue siendo conocida.",
    ),
    "keys.id": Text("id", "id"),
    "keys.key": Text("public key", "clave pública"),
    "keys.state": Text("state", "estado"),
    "keys.signs": Text("signs", "firma"),
    "keys.retired": Text("retired", "retirada"),
} | TOURNAMENT_WORDS


def word(key: str, language: Language) -> str:
    """The text with this key; every key that is used exists."""
    return WORDS[key].get(language)


def known(key: str, language: Language) -> str | None:
    """The text with this key, if there is one."""
    text = WORDS.get(key)
    return text.get(language) if text else None
