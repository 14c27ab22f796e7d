"""How any game becomes a match: its fold, seats, clocks, rewinds, and what the house owes it."""
