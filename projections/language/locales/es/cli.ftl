# What `tapete` says at the terminal: help, usage errors, results.

## what the commands are for

cli-help = Juegos de cartas como servicio: reparto justo, registro infalsificable, auditorías.
cli-panel-options = Opciones
cli-panel-arguments = Argumentos
cli-panel-commands = Órdenes
cli-panel-errors = Error
cli-panel-default = [por omisión: { $value }]
cli-panel-required = [obligatorio]
cli-option-help = Mostrar esta ayuda y terminar.
cli-option-lang = Idioma: { $languages }; si no, el del sistema.
cli-option-game = Un juego; véase `tapete games`.
cli-option-options = Opciones del juego, como edition=premium,target=31.
cli-option-seats = Cuántos se sientan a la mesa.
cli-option-think = Cuántos segundos piensan los bots cada jugada; 0: juegan al instante.
cli-option-match = El identificador de una partida.
cli-help-serve = Poner en marcha el servicio entero: Redis, API y procesos. Ctrl-C lo detiene todo.
cli-help-serve-demo = Jugar además una partida de bots y auditarla.
cli-help-serve-host = Dirección en la que escuchar.
cli-help-serve-port = Puerto en el que escuchar; 0 elige uno libre.
cli-help-serve-no-workers = Solo la API: los procesos corren en otra parte.
cli-help-serve-log = Mostrar el registro en pantalla en vez de escribirlo en un archivo.
cli-help-worker = Poner en marcha un proceso: modelos, bots y tareas. Se detiene con Ctrl-C.
cli-help-demo = Hacer jugar a los bots, baza a baza, y auditar lo jugado.
cli-help-demo-matches = Cuántas partidas.
cli-help-demo-moves = Contar cada jugada.
cli-help-demo-quiet = Contar solo los resultados.
cli-help-play = Jugar en este terminal contra bots, a solas o con otros.
cli-help-play-people = Cuántas personas comparten este terminal.
cli-help-play-name = El nombre de una persona; uno cada vez.
cli-help-show = Mostrar una partida, ahora o en cualquier versión.
cli-help-show-at = La versión que se quiere ver.
cli-help-show-seat = Como la ve este asiento.
cli-help-show-log = Contar todo, no solo lo último.
cli-help-audit = Auditar una partida, o todas: código 0 verificada, 1 rota, 2 aún no se puede probar todo.
cli-help-audit-every = Todas las partidas.
cli-help-audit-after = Continuar detrás de esta partida.
cli-help-export = Llevarse una partida: un archivo que se prueba a sí mismo, líneas JSON o un texto.
cli-help-export-output = El archivo que se escribe.
cli-help-export-form = file (verificable), ndjson o text (legible).
cli-help-verify = Verificar archivos de partida sin servidor: código 0 verificada, 1 rota, 2 incompleta.
cli-help-verify-files = Archivos; - es la entrada.
cli-help-verify-keys = Las claves de confianza: una por línea, o lo que responde /v1/keys.
cli-help-verify-as-json = El informe como JSON.
cli-help-simulate = Jugar muchas partidas de bots en memoria y medir el juego.
cli-help-simulate-matches = Cuántas partidas.
cli-help-simulate-seed = Una palabra cualquiera; la misma da las mismas partidas.
cli-help-simulate-most = Dejar una partida tras tantas jugadas.
cli-help-games = Los juegos, sus ediciones y opciones; un juego por entero.
cli-help-token = Crear un token para una aplicación o un jugador; se muestra una sola vez.
cli-help-token-scopes = Para qué sirve, como match:create,match:read.
cli-help-token-actor = Quién lo tiene.
cli-help-token-player = El jugador en cuyo nombre habla.
cli-help-token-days = Por cuántos días; si no, sin fin.
cli-help-keys = Las claves que firman los registros.
cli-help-keys-list = Las claves públicas, primero la última.
cli-help-keys-rotate = Firmar desde ahora con una clave nueva.
cli-failed = Aquí ha fallado algo que no debía: { $error }. TAPETE_LOG=debug muestra dónde.

## what an option takes, as the help shows it

cli-metavar-game = JUEGO
cli-metavar-games-game = juego
cli-metavar-options = NOMBRE=VALOR,…
cli-metavar-think = SEGUNDOS
cli-metavar-seats = N
cli-metavar-match = PARTIDA
cli-metavar-after = PARTIDA
cli-metavar-again = SEGUNDOS
cli-metavar-output = ARCHIVO
cli-metavar-keys = ARCHIVO
cli-metavar-since = ARCHIVO
cli-metavar-files = ARCHIVO…
cli-metavar-people = N
cli-metavar-play-name = NOMBRE
cli-metavar-at = N
cli-metavar-scopes = PERMISO,…
cli-metavar-tournament = TORNEO
cli-metavar-entries = NOMBRE=JUGADOR,…
cli-type-bool = <lógico>
cli-type-int = <entero>
cli-type-int-range = <entero>
cli-type-list-path = <rutas>
cli-type-list-str = <textos>
cli-type-path = <ruta>
cli-type-str = <texto>

## a command used wrongly

cli-usage = Uso:
cli-usage-options = [OPCIONES]
cli-usage-commands = ORDEN [ARGUMENTOS]...
cli-usage-try = Para ver la ayuda: { $command }
cli-usage-no-such-command = No existe la orden «{ $name }».
cli-usage-did-you-mean = ¿Quería decir { $names }?
cli-usage-missing-command = Falta una orden.
cli-usage-no-such-option = No existe la opción { $name }
cli-usage-possible = (Opciones parecidas: { $names })
cli-usage-no-value = La opción «{ $name }» necesita un valor.
cli-usage-takes-no-value = La opción «{ $name }» no admite ningún valor.
cli-usage-missing-option = Falta la opción { $name }.
cli-usage-missing-argument = Falta el argumento { $name }.
cli-usage-too-few = A un argumento le falta un valor.
cli-usage-too-many = { $count ->
        [one] Sobra un argumento ({ $arguments })
       *[other] Sobran argumentos ({ $arguments })
    }
cli-usage-bad = Valor no válido para { $name }: { $reason }
cli-usage-no-integer = «{ $value }» no es un número entero.
cli-usage-no-number = «{ $value }» no es un número.
cli-usage-out-of-range = { $value } no está en el intervalo { $range }.
cli-usage-no-choice = «{ $value }» no es ninguno de estos: { $choices }.
cli-usage-aborted = Interrumpido.
cli-usage-name-value = --options { $written } (nombre=valor)

## numbers

cli-rounded = { NUMBER($number, maximumFractionDigits: 1) }
cli-tenths = { NUMBER($number, minimumFractionDigits: 1, maximumFractionDigits: 1) }
cli-percent =
    { NUMBER($number, style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1) }

## games

cli-games-game = juego
cli-games-name = nombre
cli-games-seats = asientos
cli-games-editions = ediciones
cli-games-options = opciones
cli-games-more = tapete games JUEGO cuenta sus reglas y opciones.
cli-games-option = opción
cli-games-default = por omisión
cli-games-allowed = se admite
cli-games-meaning = significado
cli-games-whole = un número entero
cli-games-list = una lista
cli-games-text = un nombre

## simulate

cli-simulate-done = { $game }: { $matches ->
        [one] { $matches } partida
       *[other] { $matches } partidas
    } en { $seconds } s
cli-simulate-left = { $left ->
        [one] { $left } de ellas no terminó.
       *[other] { $left } de ellas no terminaron.
    }
cli-simulate-length = jugadas por partida: de { $shortest } a { $longest }, mediana { $median }, media { $mean }
cli-simulate-rate = { $moves ->
        [one] { $moves } jugada
       *[other] { $moves } jugadas
    }, { $rate } por segundo
cli-simulate-label = { $label }: { $count }
cli-simulate-seat = asiento
cli-simulate-points = puntos
cli-simulate-wins = ganadas
cli-simulate-no-first = Aquí nadie juega primero.
cli-simulate-first-even = Quien juega primero gana el { $rate } (de { $low } a { $high }); el azar daría { $even }: no se ve ventaja.
cli-simulate-first-uneven = Quien juega primero gana el { $rate } (de { $low } a { $high }); el azar daría { $even }: importa quién empieza.
cli-simulate-seed = Lo mismo otra vez: --seed { $seed }

## matches

cli-match-rank = puesto
cli-match-seat = asiento
cli-match-player = jugador
cli-match-points = puntos
cli-match-place = { $rank }.º asiento { $seats } ({ $points })
cli-match-no-result = Sin resultado ({ $reason }).
cli-phase-open = abierta
cli-phase-locked = completa
cli-phase-playing = en juego
cli-phase-paused = en pausa
cli-phase-finished = terminada
cli-phase-aborted = suspendida
cli-show-state =
    { $phase } · versión { $version } · { $time }
    cabeza { $head }
cli-show-note = nota
cli-show-contributes = contribuye a barajar
cli-show-out = se ha ido
cli-show-acts = le toca
cli-show-free = (libre)

## audits

cli-verdict-verified = verificada
cli-verdict-incomplete = incompleta
cli-verdict-broken = rota
cli-audit-report = { $match }  { $game }  { $verdict }: { $entries ->
        [one] { $entries } entrada
       *[other] { $entries } entradas
    }; { $fair }
cli-audit-finding = {"    "}versión { $version }: { $text } [{ $code }]
cli-audit-contributed = { $count ->
        [one] el asiento { $seats } contribuyó a barajar
       *[other] los asientos { $seats } contribuyeron a barajar
    }
cli-audit-unproven = ningún asiento contribuyó a barajar
cli-audit-one-or-all = indique una partida, o --all para todas
cli-audit-all = auditoría
cli-audit-sum = Partidas auditadas: { $matches }, entradas: { $entries }; { $verified ->
        [one] { $verified } verificada
       *[other] { $verified } verificadas
    }, { $incomplete ->
        [one] { $incomplete } incompleta
       *[other] { $incomplete } incompletas
    }, { $broken ->
        [one] { $broken } rota
       *[other] { $broken } rotas
    }.

## exports

cli-export-done = { $match }: { $output }, { $bytes ->
        [one] { $bytes } byte
       *[other] { $bytes } bytes
    }
cli-verify-match = { $match } ({ $game }), { $entries ->
        [one] { $entries } entrada
       *[other] { $entries } entradas
    }
cli-verify-entry = entrada { $version }
cli-verify-file = el archivo
cli-verify-signed = firmada con la clave { $signer }
cli-verify-trusted = firmada con la clave reconocida { $signer }
cli-verify-compare = compare esta huella con la de la casa, o indique sus claves con --keys
cli-verify-result = puestos { $ranks }; puntos { $points }
cli-verify-origin = continúa la partida { $match } desde la versión { $entries }

## serve

cli-serve-ready = Tapete está listo: { $url }
cli-serve-holds = Partidas en el registro: { $count } ({ $data })
cli-serve-log = Su registro: { $log } (en pantalla: --log)
cli-serve-next =
    En un navegador:
    {"  "}la API, para probarla  { $url }/docs
    {"  "}lo que emite en vivo   { $url }/docs/streams
    En otro terminal:
    {"  "}jugar contra bots      { $tapete } play --game kaiser
    {"  "}una partida por HTTP   curl -s { $url }/v1/matches -H 'Content-Type: application/json' -d '{"{"}"game": "kaiser", "bots": 3{"}"}'
    Ctrl-C lo detiene todo; las partidas se conservan.
cli-serve-begun = Los bots juegan una partida de { $game } …
cli-serve-audited = {"  "}auditada: { $verdict }, { $entries } entradas; para verla: { $tapete } show { $match }
cli-serve-demo =
    Los bots juegan una partida de { $game }:
    { $match }
cli-serve-look = Para verla desde otro terminal: tapete show { $match }
cli-serve-died = { $name } ha terminado (código { $code }); se reinicia en { $pause } s.
cli-serve-stopping = Deteniendo…
cli-serve-stopped = Todo está detenido.

## play

cli-play-person = jugador { $number }
cli-play-begun =
    { $match }
    Un número o unas cartas eligen jugada; ? cuenta las reglas, q termina.
cli-play-prompt = Asiento { $seat }, su jugada:{" "}
cli-play-hand-over = Asiento { $seat } ({ $player }) ante la pantalla, a solas, y luego Intro:{" "}
cli-play-many = {"      "}… y { $more } más de { $all }: escriba cartas para acortar la lista, Intro para todas.
cli-play-no-such = Ninguna jugada tiene «{ $typed }».
cli-play-help = Escriba el número de una jugada o palabras de ella: cartas, valores. Intro muestra todas. También se admite una jugada en JSON. q abandona la mesa.
cli-play-quit = quit salir
cli-play-own = El asiento { $seat }{" "}
cli-play-left = Ha dejado la mesa; la partida queda suspendida: { $match }
cli-play-again = Para releerla: tapete show { $match } --log

## what is kept outside Redis

cli-help-archive = Mover al archivo partidas terminadas; todo el mundo las sigue encontrando.
cli-help-archive-every = Todas las que han terminado.
cli-help-archive-again = Una y otra vez, cada tantos segundos.
cli-archive-done = { $match } está en el archivo.
cli-archive-before = { $match } ya estaba allí.
cli-help-checkpoint = La nota firmada sobre todas las partidas terminadas; guárdela fuera de la casa.
cli-help-checkpoint-since = Una nota anterior: probar que sigue valiendo; código 1 si no.
cli-checkpoint-continues = La nota anterior sigue valiendo: solo se han añadido partidas.
cli-checkpoint-broken = La nota anterior NO vale: desde entonces se cambiaron o quitaron partidas.
cli-help-frozen = Partidas cuyo registro contradice lo firmado.
cli-help-frozen-list = Cuáles son y por qué.
cli-help-frozen-release = Dejar seguir una partida cuando su registro vuelva a contener lo firmado.
cli-help-frozen-release-as-it-is = Aceptar lo que el registro contiene ahora: lo que falta está perdido.
cli-frozen-count = Partidas congeladas: { $count }.
cli-frozen-still =
    { $match } sigue congelada: { $reason }.
    Para aceptar la pérdida: --as-it-is.
cli-frozen-recovered = El archivo tiene { $match } tal como se firmó.
cli-frozen-released = { $match } puede seguir.
cli-frozen-unknown = { $match } no estaba congelada.

## tokens and keys

cli-token-once = Solo se muestra ahora: guárdelo.
cli-token-actor = un nombre propio, sin /
cli-keys-rotated = Las cabezas nuevas se firman con una clave nueva; la anterior sigue siendo conocida.
cli-keys-id = id
cli-keys-key = clave pública
cli-keys-state = estado
cli-keys-signs = firma
cli-keys-retired = retirada
