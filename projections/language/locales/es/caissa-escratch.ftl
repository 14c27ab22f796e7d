# Escratch
caissa-escratch-name = Escratch
caissa-escratch-summary = Elige un número en secreto: el más alto que nadie repita se lleva la carta.
caissa-escratch-Choose = El asiento { $seat } elige una carta.
caissa-escratch-Dealt = Cada uno toma las cartas de una clase.
caissa-escratch-PrizeTurned = Se descubre { $card }; hay { $points } puntos en juego.
caissa-escratch-CardsShown = Se muestran todas: { $cards }.
caissa-escratch-PrizeWon = El asiento { $seat } se lleva { $cards }: { $points } puntos.
caissa-escratch-PrizeCarried = Todas se anulan: { $points } puntos siguen en la mesa.
caissa-escratch-PrizeLost = Todas se anulan: nadie se lleva los últimos { $points } puntos.
caissa-escratch-option-edition = classic: 40 cartas, 8 rondas; premium: 80 cartas, 16 rondas
caissa-escratch-option-classes = la letra de clase de cada asiento
caissa-escratch-option-tie = a igual puntuación, puesto compartido
caissa-escratch-option-deck = una baraja instalada, por nombre o resumen; vacío: la incluida

## The table as text

board-caissa-escratch-pot = En juego
board-caissa-escratch-stock = por salir
board-caissa-escratch-hand = Sus números
