# Why a tournament refuses something, by its code; a part of an error's sentence.

## The moment

reason-registration = registration is open
reason-locked = registration has closed
reason-running = the event is running
reason-finished = the event is over
reason-cancelled = the event was cancelled
reason-paused = the event is paused
reason-not-paused = it is not paused
reason-created-already = it exists already
reason-not-created = it does not exist
reason-registration-closed = no entries are taken any more
reason-registered-count = { $count } have registered already

## The field

reason-registered-already = registered already
reason-members-needed = an entrant is { $members } people
reason-member-registered = one of the people is registered already
reason-full = there is no place left
reason-order-incomplete = the order must name everybody who plays once
reason-withdrawn = has withdrawn
reason-withdrawn-already = has withdrawn already
reason-not-withdrawn = has not withdrawn
reason-out-of-the-bracket = who has left a bracket cannot come back
reason-one-entrant-twice = two entrants are needed
reason-plan = the plan of this format leaves no choice
reason-not-forbidden = they are not forbidden

## Byes

reason-no-such-bye = there is no such bye
reason-no-byes = this format has none
reason-too-late = it is too late
reason-last-round = not in the last round
reason-no-more-byes = no more of them are allowed

## Rounds

reason-not-an-arena = this is not an arena
reason-reason-needed = a reason is needed
reason-bracket-pairs-itself = a bracket pairs itself
reason-paired-already = the round was paired already
reason-too-early = earlier rounds come first
reason-round-open = the last round is still open
reason-no-more-rounds = all rounds were paired
reason-time-over = the time is over
reason-games-were-played = games were played
reason-not-the-last-round = it is not the last round
reason-no-such-round = there is no such round
reason-published-already = it was published already
reason-not-published = it is not published yet
reason-started-already = it has started already
reason-recorded-already = another result was recorded; correct it
reason-no-result-yet = there is no result yet
reason-already-advanced = the winner has been paired again; drop that round first
reason-results-missing = results are missing
reason-penalty-positive = a penalty takes points away
reason-boards-late = boards are fixed before registration
reason-no-such-board = there is no such board to open
reason-no-boards = there are no boards here
reason-boards-short = { $needed } boards are needed, { $count } were committed
reason-not-a-commitment = a commitment is SHA-256 in hexadecimal
reason-not-as-promised = it does not fit what was promised
reason-board-in-play = the board is still in play
reason-not-two-sided = a TRF holds two-sided games only

## Results

reason-stranger = { $entrant } does not sit at table { $table }
reason-scores-needed = { $count } scores are needed
reason-places-needed = { $count } places are needed
reason-places-wrong = places begin at 1 and skip behind ties
reason-winner-needed = a match of a bracket needs a winner
reason-boards-needed = boards { $boards } are needed, each with { $count } scores

## Pairings

reason-not-playing = { $entrant } does not play in this round
reason-placed-twice = { $entrant } is placed twice
reason-forgotten = { $entrant } has neither a table nor a bye
reason-table-numbers = tables are numbered from 1
reason-table-seats = table { $table } has a wrong number of seats or sides
reason-forbidden-pair = { $entrants } may not meet
reason-bye-kind = no bye is called { $kind }
reason-too-few = only { $count } can play
reason-sizes = { $count } cannot fill a table of { $sizes }
reason-everyone-had-bye = everybody has had the bye
reason-forbidden = too much is forbidden; without an opponent: { $entrants }
reason-everybody-met = everybody has met; without an opponent: { $entrants }
reason-dutch = the FIDE rules leave no complete pairing
reason-decided = the bracket is played out
