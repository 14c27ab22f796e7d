# Cat'astrophes
catastrophes-name = Cat'astrophes
catastrophes-summary = 2-6 naughty cats push a token up the scale of mischief; the least punished wins.
catastrophes-Draw = Seat { $seat } draws { $cards }.
catastrophes-Place = Seat { $seat } lays a card before seat { $before }.
catastrophes-FirstDrawn = Seat { $seat } is the first player.
catastrophes-Dealt = Five cards are dealt to each.
catastrophes-Drew = Seat { $seat } gets { $cards }.
catastrophes-Passed = Seat { $seat } has nothing left to do.
catastrophes-Turned = The cards are turned: { $cards }.
catastrophes-TokenMoved = Seat { $seat }, { $card }: the token goes from { $start } to { $end }, points { $points }.
catastrophes-RoundEnded = The round is over; seat { $first } begins the next.
catastrophes-HandsCounted = The hands are counted: { $hands } add { $points }.
catastrophes-option-wild = wild cats
catastrophes-option-hug_rule = a hug that leaves a threshold forgives (literal) or not (strict)
catastrophes-option-tie = a tie
catastrophes-option-first = first player: by lot, or a seat
catastrophes-option-deck = the deck of cards

## The table as text

board-catastrophes-pile = pile
board-catastrophes-points = points
board-catastrophes-by = by
board-catastrophes-card-M = mischief
board-catastrophes-card-T = trick
board-catastrophes-card-H = hug
