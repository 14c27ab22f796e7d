# Cat'astrophes
catastrophes-name = Cat'astrophes
catastrophes-summary = 2-6 gatos traviesos empujan la ficha por la escala; gana el menos castigado.
catastrophes-Draw = El asiento { $seat } roba { $cards }.
catastrophes-Place = El asiento { $seat } pone una carta ante el asiento { $before }.
catastrophes-FirstDrawn = El asiento { $seat } es el primero.
catastrophes-Dealt = Se reparten cinco cartas a cada uno.
catastrophes-Drew = El asiento { $seat } recibe { $cards }.
catastrophes-Passed = El asiento { $seat } no puede hacer nada.
catastrophes-Turned = Se voltean las cartas: { $cards }.
catastrophes-TokenMoved = Asiento { $seat }, { $card }: la ficha va de { $start } a { $end }, puntos { $points }.
catastrophes-RoundEnded = Acaba la ronda; el asiento { $first } empieza la siguiente.
catastrophes-HandsCounted = Se cuentan las manos: { $hands } suman { $points }.
catastrophes-option-wild = gatos salvajes
catastrophes-option-hug_rule = un abrazo que sale de un umbral perdona (literal) o no (strict)
catastrophes-option-tie = el empate
catastrophes-option-first = primer jugador: a suerte, o un asiento
catastrophes-option-deck = la baraja

## The table as text

board-catastrophes-pile = mazo
board-catastrophes-points = puntos
board-catastrophes-by = de
board-catastrophes-card-M = travesura
board-catastrophes-card-T = truco
board-catastrophes-card-H = abrazo
