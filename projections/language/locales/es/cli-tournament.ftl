# What `tapete tournament` says.

cli-help-tournament = Anunciar, dirigir y ensayar torneos.
cli-help-tournament-create = Anunciar un torneo; su id.
cli-help-tournament-entrants = Inscribir: NOMBRE=JUGADOR,JUGADOR cada uno; un bot se llama bot/….
cli-help-tournament-pair = Emparejar la ronda siguiente y empezarla; la primera vez cierra la inscripción.
cli-help-tournament-standings = Quién va ganando.
cli-help-tournament-export = Clasificación (csv, html), informe FIDE (trf) o todas las decisiones (ndjson).
cli-help-tournament-simulate = Un torneo entero de bots por el servicio real, auditado al final.
cli-help-tournament-create-name = Cómo se llama.
cli-help-tournament-create-form = round_robin, swiss, dutch, tables, whist, single_elimination, double_elimination, duplicate, arena.
cli-help-tournament-create-members = De cuántas personas es cada inscripción.
cli-help-tournament-create-sizes = Cuántas inscripciones por mesa, como 4,3.
cli-help-tournament-create-by = Qué cuenta: result, rank, score, matchpoints, imp.
cli-help-tournament-create-boards = Mazos por ronda (duplicado).
cli-help-tournament-create-minutes = Cuánto dura una arena.
cli-help-tournament-create-auto = Que las rondas se sucedan solas.
cli-help-tournament-create-rated = Que cuente para las puntuaciones.
cli-help-tournament-entrants-entries = Quién se inscribe, como NOMBRE=JUGADOR,JUGADOR.
cli-help-tournament-pair-dry-run = Decir solamente cómo, y por qué.
cli-help-tournament-pair-wait = Publicarla sin empezarla todavía.
cli-help-tournament-export-form = csv, trf, ndjson, html.
cli-help-tournament-export-output = Dónde escribirlo.
cli-help-tournament-simulate-form = Cómo se juega.
cli-help-tournament-simulate-entrants = Cuántos se inscriben.
cli-help-tournament-simulate-seed = La misma semilla da el mismo torneo.
cli-help-tournament-simulate-movement = howell o mitchell (duplicado).
cli-help-tournament-simulate-output = Escribir todas las decisiones en este archivo (NDJSON).
cli-option-tournament = El identificador de un torneo.
cli-option-rounds = Cuántas rondas.
cli-option-round = Tras qué ronda.
cli-tournament-entered = { $count ->
        [one] { $count } inscripción.
       *[other] { $count } inscripciones.
    }
cli-tournament-round = Ronda { $round }
cli-tournament-table = { $number }. { $players }
cli-tournament-free = Sin mesa: { $names }
cli-tournament-rank = puesto
cli-tournament-name = nombre
cli-tournament-points = puntos
cli-tournament-played = jugadas
cli-tournament-written = Escrito: { $output }.
cli-tournament-seed = Semilla: { $seed }
cli-tournament-done = { $rounds ->
        [one] { $rounds } ronda
       *[other] { $rounds } rondas
    }, { $tables ->
        [one] { $tables } mesa
       *[other] { $tables } mesas
    } en { $seconds } s; registros verificados: { $verified } de { $all }.
