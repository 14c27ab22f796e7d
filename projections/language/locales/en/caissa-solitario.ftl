# Caissa Solitaire
caissa-solitario-name = Caissa Solitaire
caissa-solitario-summary = One player: put every class of chess players in order, from 1 to its highest number.
caissa-solitario-Draw = A card is drawn.
caissa-solitario-Redeal = The waste becomes the stock again.
caissa-solitario-PlayUp = The end of column { $column } goes up.
caissa-solitario-PlayUpWaste = The top of the waste goes up.
caissa-solitario-PlaceWaste = The top of the waste goes on column { $column }.
caissa-solitario-MoveRun = { $count } from column { $source } to column { $target }.
caissa-solitario-Return = The top card of { $letter } comes back to column { $column }.
caissa-solitario-Dealt = The cards are dealt.
caissa-solitario-Drawn = { $card } is drawn.
caissa-solitario-Turned = { $card } is turned in column { $column }.
caissa-solitario-OneUp = { $card } goes up by itself.
caissa-solitario-Won = All cards are up: won!
caissa-solitario-Lost = No way leads on: lost.
caissa-solitario-won = won
caissa-solitario-lost = lost
caissa-solitario-option-edition = classic: 32 cards, 4 columns; premium: 64 cards, 7 columns
caissa-solitario-option-draw = drawing is free, or allowed only when no card of a column makes progress
caissa-solitario-option-redeals = how often the waste is turned over; null: without limit
caissa-solitario-option-foundation_return = the top of a foundation may go back to a column
caissa-solitario-option-deck = an installed deck by name or digest; empty: the shipped one

## The table as text

board-caissa-solitario-up = Foundations
board-caissa-solitario-stock = Stock
board-caissa-solitario-waste = Waste
board-caissa-solitario-redeals = redeals
