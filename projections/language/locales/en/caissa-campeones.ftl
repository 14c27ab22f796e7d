# Campeones
caissa-campeones-name = Campeones
caissa-campeones-summary = Avoid the Champions and Pillsbury (Premium: Blackburne), or take them all.
caissa-campeones-Pass = Seat { $seat } passes cards.
caissa-campeones-Play = Seat { $seat } plays { $card }.
caissa-campeones-Dealt = Deal { $deal }.
caissa-campeones-Exchanged = The passed cards are taken up.
caissa-campeones-StarterFound = Seat { $seat } holds { $card } and leads.
caissa-campeones-TrickTaken = Seat { $seat } takes the trick { $cards }: { $points } points.
caissa-campeones-DealScored = The deal counts { $points }; the totals are { $totals }.
caissa-campeones-option-edition = classic: 40 cards, 8 tricks; premium: 80 cards, 16 tricks
caissa-campeones-option-target = points that end the match (51, Premium 100)
caissa-campeones-option-must_lead_starter = the first lead must be the starter itself
caissa-campeones-option-blackburne_points = points of Blackburne (Premium only)
caissa-campeones-option-tie = play_on: another deal while the lowest total is shared
caissa-campeones-option-deals = the match ends after so many deals
caissa-campeones-option-deck = an installed deck by name or digest; empty: the shipped one

## The table as text

board-caissa-campeones-deal = Deal
board-caissa-campeones-to = up to
board-caissa-campeones-hand = Your hand
board-caissa-campeones-points = points
board-caissa-campeones-left = pass to the left
board-caissa-campeones-right = pass to the right
board-caissa-campeones-across = pass across
board-caissa-campeones-none = no passing
board-caissa-campeones-broken = Champions may be led
board-caissa-campeones-closed = Champions not yet
