# What an audit or the verifier may find, by its code.
finding-record = el registro no concuerda
finding-command = un identificador de orden reaparece
finding-writer = este autor no puede escribir eso
finding-move = las reglas no ofrecen esta jugada
finding-effects = las reglas dan otros efectos
finding-deck = la baraja no sale de la semilla
finding-cards = no son las cartas de esta baraja
finding-house = la casa debía otra cosa
finding-phase = esto no podía ocurrir entonces
finding-time = el reloj dice otra cosa
finding-commitment = no concuerda con el compromiso
finding-cut = faltan entradas al final
finding-rules = la partida nombra otras reglas
finding-container = no está escrito como archivo de partida
finding-digest = se cambiaron bytes del archivo
finding-changed = la entrada no es la que se selló
finding-misplaced = aquí corresponde otra entrada
finding-missing = aquí falta una entrada
finding-seal = la entrada no continúa la anterior
finding-opening = las cartas ocultas no se muestran como eran
finding-signature = la firma no concuerda
finding-untrusted = firmada con una clave no reconocida
finding-deck-file = el archivo de la baraja no concuerda
finding-origin = la partida de la que esta procede no concuerda
finding-unfinished = la partida no había terminado
finding-withheld = no se muestran las cartas ocultas
finding-undisclosed = la semilla con la que se barajó aún no se conoce
finding-unsigned = la última entrada no está firmada

## What more is said of a finding, in brackets

detail-a-type-that-is-not-used = un tipo que no se usa
detail-written-otherwise = escrito de otra forma
detail-nothing-is-hidden = no hay nada oculto
detail-keys = claves
detail-order = orden
detail-seed = semilla
detail-missing = falta
detail-not-named = no se nombra
detail-too-deep = demasiado profunda
detail-broken = rota
detail-another-match = otra partida
detail-schema = esquema
detail-an-entry-after-the-last = una entrada tras la última
detail-time-runs-backwards = el tiempo va hacia atrás
detail-count = número
detail-seat-n = asiento { $first }
