# What an audit or the verifier may find, by its code.
finding-record = the record does not fit together
finding-command = a command id comes back later
finding-writer = this writer may not write that
finding-move = the rules do not offer this move
finding-effects = the rules give other effects
finding-deck = the deck does not come from the seed
finding-cards = these are not the cards of this deck
finding-house = the house owed something else
finding-phase = this could not happen then
finding-time = the clock says otherwise
finding-commitment = it does not fit the commitment
finding-cut = entries are missing at the end
finding-rules = the match names other rules
finding-container = this is not written as a match file
finding-digest = bytes of the file were changed
finding-changed = the entry is not what was sealed
finding-misplaced = another entry belongs here
finding-missing = an entry is missing here
finding-seal = the entry does not follow from the one before it
finding-opening = the hidden cards are not shown as they were
finding-signature = the signature does not fit
finding-untrusted = signed by a key that is not trusted
finding-deck-file = the file of the deck does not fit
finding-origin = the match that this one goes on from does not fit
finding-unfinished = the match was not over
finding-withheld = the hidden cards are withheld
finding-undisclosed = the seed of the shuffles is not disclosed yet
finding-unsigned = the last entry is not signed

## What more is said of a finding, in brackets

detail-a-type-that-is-not-used = a type that is not used
detail-written-otherwise = written otherwise
detail-nothing-is-hidden = nothing is hidden
detail-keys = keys
detail-order = order
detail-seed = seed
detail-missing = missing
detail-not-named = not named
detail-too-deep = too deep
detail-broken = broken
detail-another-match = another match
detail-schema = schema
detail-an-entry-after-the-last = an entry after the last
detail-time-runs-backwards = time runs backwards
detail-count = count
detail-seat-n = seat { $first }
