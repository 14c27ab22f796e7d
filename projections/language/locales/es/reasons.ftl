# Why a tournament refuses something, by its code; a part of an error's sentence.

## The moment

reason-registration = la inscripción está abierta
reason-locked = la inscripción se ha cerrado
reason-running = el torneo está en curso
reason-finished = el torneo ha terminado
reason-cancelled = el torneo se canceló
reason-paused = el torneo está en pausa
reason-not-paused = no está en pausa
reason-created-already = ya existe
reason-not-created = no existe
reason-registration-closed = ya no se admiten inscripciones
reason-registered-count = ya se han inscrito { $count }

## The field

reason-registered-already = ya está inscrito
reason-members-needed = cada inscripción es de { $members } personas
reason-member-registered = una de las personas ya está inscrita
reason-full = no quedan plazas
reason-order-incomplete = el orden debe nombrar una vez a cada participante
reason-withdrawn = se ha retirado
reason-withdrawn-already = ya se había retirado
reason-not-withdrawn = no se ha retirado
reason-out-of-the-bracket = quien deja el cuadro no puede volver
reason-one-entrant-twice = hacen falta dos inscritos
reason-plan = el plan de este formato no deja elección
reason-not-forbidden = no estaban prohibidos

## Byes

reason-no-such-bye = no existe ese descanso
reason-no-byes = este formato no los tiene
reason-too-late = es demasiado tarde
reason-last-round = no en la última ronda
reason-no-more-byes = no se permiten más

## Rounds

reason-not-an-arena = esto no es una arena
reason-reason-needed = hace falta un motivo
reason-bracket-pairs-itself = el cuadro se empareja solo
reason-paired-already = la ronda ya está emparejada
reason-too-early = antes van otras rondas
reason-round-open = la última ronda sigue abierta
reason-no-more-rounds = ya no quedan rondas
reason-time-over = se acabó el tiempo
reason-games-were-played = ya se jugaron partidas
reason-not-the-last-round = no es la última ronda
reason-no-such-round = no existe esa ronda
reason-published-already = ya estaba publicada
reason-not-published = aún no está publicada
reason-started-already = ya había comenzado
reason-recorded-already = consta otro resultado; corríjalo
reason-no-result-yet = aún no hay resultado
reason-already-advanced = el ganador ya fue emparejado; anule antes esa ronda
reason-results-missing = faltan resultados
reason-penalty-positive = una sanción resta puntos
reason-boards-late = los mazos se fijan antes de la inscripción
reason-no-such-board = no hay tal mazo que abrir
reason-no-boards = aquí no hay mazos fijados
reason-boards-short = hacen falta { $needed } mazos y se fijaron { $count }
reason-not-a-commitment = un compromiso es SHA-256 en hexadecimal
reason-not-as-promised = no concuerda con lo prometido
reason-board-in-play = el mazo sigue en juego
reason-not-two-sided = un TRF solo admite partidas de dos bandos

## Results

reason-stranger = { $entrant } no está en la mesa { $table }
reason-scores-needed = hacen falta { $count } puntuaciones
reason-places-needed = hacen falta { $count } puestos
reason-places-wrong = los puestos empiezan en 1 y saltan tras los empates
reason-winner-needed = un cruce del cuadro necesita un ganador
reason-boards-needed = hacen falta los mazos { $boards }, cada uno con { $count } puntuaciones

## Pairings

reason-not-playing = { $entrant } no juega en esta ronda
reason-placed-twice = { $entrant } aparece dos veces
reason-forgotten = { $entrant } no tiene mesa ni descanso
reason-table-numbers = las mesas se numeran desde el 1
reason-table-seats = la mesa { $table } tiene mal los puestos o los bandos
reason-forbidden-pair = { $entrants } no pueden enfrentarse
reason-bye-kind = ningún descanso se llama { $kind }
reason-too-few = solo pueden jugar { $count }
reason-sizes = { $count } no llenan una mesa de { $sizes }
reason-everyone-had-bye = todos han descansado ya
reason-forbidden = hay demasiado prohibido; sin rival: { $entrants }
reason-everybody-met = todos se han enfrentado; sin rival: { $entrants }
reason-dutch = las reglas de la FIDE no dejan ningún emparejamiento completo
reason-decided = el cuadro está terminado
