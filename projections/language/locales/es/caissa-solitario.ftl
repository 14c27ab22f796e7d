# Caissa Solitaire
caissa-solitario-name = Caissa Solitario
caissa-solitario-summary = Un jugador: ordenar a los ajedrecistas de cada clase, del 1 al número más alto.
caissa-solitario-Draw = Se destapa una carta del mazo.
caissa-solitario-Redeal = El descarte vuelve a ser el mazo.
caissa-solitario-PlayUp = La última carta de la columna { $column } sube.
caissa-solitario-PlayUpWaste = La carta del descarte sube.
caissa-solitario-PlaceWaste = La carta del descarte va a la columna { $column }.
caissa-solitario-MoveRun = { $count } de la columna { $source } a la columna { $target }.
caissa-solitario-Return = La última carta de { $letter } vuelve a la columna { $column }.
caissa-solitario-Dealt = Se reparten las cartas.
caissa-solitario-Drawn = Sale { $card }.
caissa-solitario-Turned = Se descubre { $card } en la columna { $column }.
caissa-solitario-OneUp = { $card } sube solo.
caissa-solitario-Won = Todas las cartas están ordenadas: ¡ganada!
caissa-solitario-Lost = Ya no hay avance posible: perdida.
caissa-solitario-won = ganada
caissa-solitario-lost = perdida
caissa-solitario-option-edition = classic: 32 cartas, 4 columnas; premium: 64 cartas, 7 columnas
caissa-solitario-option-draw = destapar es libre, o solo si ninguna carta de una columna avanza
caissa-solitario-option-redeals = cuántas veces se vuelve a usar el descarte; null: sin límite
caissa-solitario-option-foundation_return = la última carta de una base puede volver a una columna
caissa-solitario-option-deck = una baraja instalada, por nombre o resumen; vacío: la incluida

## The table as text

board-caissa-solitario-up = Bases
board-caissa-solitario-stock = Mazo
board-caissa-solitario-waste = Descarte
board-caissa-solitario-redeals = vueltas
