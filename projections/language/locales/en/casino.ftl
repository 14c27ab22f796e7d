# Casino
casino-name = Casino
casino-summary = Fish from the table what adds up to your card; builds, trails, and 11 points a round.
casino-Trail = Seat { $seat } trails { $card }.
casino-Capture = Seat { $seat } captures { $loose } { $builds } with { $card }.
casino-Build = Seat { $seat } builds { $value } with { $card } and { $loose }.
casino-Raise = Seat { $seat } raises { $build } to { $value } with { $card } { $loose }.
casino-Add = Seat { $seat } adds { $card } { $loose } to { $build }, a build of { $value }.
casino-DealerDrawn = Seat { $seat } deals first.
casino-Dealt = The cards are dealt.
casino-Swept = Seat { $seat } sweeps the table.
casino-TableCleared = The round is over; what is left ({ $cards }) goes to seat { $seat }.
casino-CardsCounted = Side { $side } has most cards ({ $cards }): { $points }.
casino-SpadesCounted = Side { $side } has most spades ({ $spades }): { $points }.
casino-GrandCasinoCounted = Side { $side } has the 10♦, Grand Casino: { $points }.
casino-LittleCasinoCounted = Side { $side } has the 2♠, Little Casino: { $points }.
casino-AceCounted = Side { $side } has { $card }: { $points }.
casino-SweepCounted = Side { $side } made a sweep: { $points }.
casino-RoundScored = The round: { $points }; totals { $totals }.
casino-option-target = winning mark
casino-option-win_at = exceed the mark, or reach it
casino-option-face_capture = loose cards that a face takes
casino-option-owner_may_trail = the owner of a build may trail
casino-option-teams = pairs 0+2 and 1+3 (four seats)
casino-option-deals = rounds to play, without a mark
casino-option-sweeps = sweeps count 1 each
casino-option-count_out = points are counted in order; the first past the mark wins at once

## The table as text

board-casino-round = round
board-casino-last = última: the last deal
board-casino-seat = seat
board-casino-you = you
board-casino-cards = cards
board-casino-sweeps = sweeps
board-casino-points = points
board-casino-dealer = dealer
board-casino-table = table
board-casino-stock = stock
