# Matches in words.

## What happens in any match, by the fact's name

fact-Opened = Se ofrece una partida de { $game }.
fact-Joined = Asiento { $seat }: { $player }.
fact-Left = El asiento { $seat } se va.
fact-Locked = Todos los asientos están ocupados.
fact-Ready = El asiento { $seat } está listo.
fact-Shuffled = La casa baraja.
fact-Resigned = El asiento { $seat } abandona.
fact-Flagged = Al asiento { $seat } se le acabó el tiempo.
fact-Paused = La partida se detiene: { $reason }
fact-Resumed = La partida sigue: { $reason }
fact-Rewound = Se vuelve a la versión { $to }: { $reason }
fact-Adjudicated = El juez decide: { $reason }
fact-Aborted = La partida se suspende: { $reason }
fact-Closed = La partida ha terminado.

## Reasons and labels that are the match's own

label-limit = se alcanzó el límite de jugadas
label-left = un asiento se ha ido
label-resigned = por abandono
label-time = por tiempo
label-adjudicated = por decisión del juez

## Values

value-true = sí
value-hidden =
    { $count ->
        [one] una carta
       *[other] { $count } cartas
    }

## The score of a match, as a file

score-place = Asiento { $seat }: puesto { $place }
score-points = Asiento { $seat }: puesto { $place }, puntos { $points }
