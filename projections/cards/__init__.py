"""Cards: decks, fair deals, and what games of one kind share (tricks, sums)."""
