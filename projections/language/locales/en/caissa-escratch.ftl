# Escratch
caissa-escratch-name = Escratch
caissa-escratch-summary = Choose a number in secret: the highest that nobody else chose takes the card.
caissa-escratch-Choose = Seat { $seat } chooses a card.
caissa-escratch-Dealt = Each takes the cards of a class.
caissa-escratch-PrizeTurned = { $card } is turned; { $points } points are at stake.
caissa-escratch-CardsShown = All are shown: { $cards }.
caissa-escratch-PrizeWon = Seat { $seat } takes { $cards }: { $points } points.
caissa-escratch-PrizeCarried = All are scratched: { $points } points stay on the table.
caissa-escratch-PrizeLost = All are scratched: nobody gets the last { $points } points.
caissa-escratch-option-edition = classic: 40 cards, 8 rounds; premium: 80 cards, 16 rounds
caissa-escratch-option-classes = the class letter of each seat
caissa-escratch-option-tie = equal scores share the place
caissa-escratch-option-deck = an installed deck by name or digest; empty: the shipped one

## The table as text

board-caissa-escratch-pot = At stake
board-caissa-escratch-stock = to come
board-caissa-escratch-hand = Your numbers
