# What `tapete` says at the terminal: help, usage errors, results.

## what the commands are for

cli-help = Card games for services: fair deals, a log that cannot be forged, audits.
cli-panel-options = Options
cli-panel-arguments = Arguments
cli-panel-commands = Commands
cli-panel-errors = Error
cli-panel-default = [default: { $value }]
cli-panel-required = [required]
cli-option-help = Show this message and exit.
cli-option-lang = Language: { $languages }; otherwise that of the system.
cli-option-game = A game; see `tapete games`.
cli-option-options = Options of the game, such as edition=premium,target=31.
cli-option-seats = How many sit at the table.
cli-option-think = How many seconds the bots think about a move; 0: they play at once.
cli-option-match = The id of a match.
cli-help-serve = Run the whole service: Redis, API, workers. Ctrl-C stops all of it.
cli-help-serve-demo = Also play a match by bots, and audit it.
cli-help-serve-host = Address to listen on.
cli-help-serve-port = Port to listen on; 0 takes a free one.
cli-help-serve-no-workers = The API alone: workers run elsewhere.
cli-help-serve-log = Show the log on the screen instead of writing it to a file.
cli-help-worker = Run a worker: read models, bots, jobs. It stops at Ctrl-C.
cli-help-demo = Let bots play, trick by trick, and audit what they played.
cli-help-demo-matches = How many matches.
cli-help-demo-moves = Tell every move.
cli-help-demo-quiet = Tell the results alone.
cli-help-play = Play at this terminal against bots, alone or with others.
cli-help-play-people = How many people share this terminal.
cli-help-play-name = A person's name; once for each.
cli-help-show = Show a match, now or at any version.
cli-help-show-at = The version to look at.
cli-help-show-seat = As this seat sees it.
cli-help-show-log = Tell all entries, not the last alone.
cli-help-audit = Audit a match, or all: exit code 0 verified, 1 broken, 2 not all can be proven yet.
cli-help-audit-every = All matches.
cli-help-audit-after = Go on behind this match.
cli-help-export = Take a match away: a file that proves itself, JSON lines, or a text.
cli-help-export-output = The file to write.
cli-help-export-form = file (to verify), ndjson or text (to read).
cli-help-verify = Check match files offline: exit code 0 verified, 1 broken, 2 incomplete.
cli-help-verify-files = Match files; - is what is piped in.
cli-help-verify-keys = The keys to trust: one a line, or what /v1/keys answers.
cli-help-verify-as-json = The report as JSON.
cli-help-simulate = Play many matches of bots in memory, and measure the game.
cli-help-simulate-matches = How many matches.
cli-help-simulate-seed = Any word; the same one gives the same matches.
cli-help-simulate-most = Leave a match after so many moves.
cli-help-games = The games, their editions and options; one game in full.
cli-help-token = Make a token for an application or a player; it is shown once.
cli-help-token-scopes = What it is good for, such as match:create,match:read.
cli-help-token-actor = Who holds it.
cli-help-token-player = The player it speaks for.
cli-help-token-days = For how many days; else without end.
cli-help-keys = The keys that sign the records.
cli-help-keys-list = The public keys, the newest first.
cli-help-keys-rotate = Sign with a new key from now on.
cli-failed = Something failed here that should not: { $error }. TAPETE_LOG=debug shows where.

## what an option takes, as the help shows it

cli-metavar-game = GAME
cli-metavar-games-game = game
cli-metavar-options = NAME=VALUE,…
cli-metavar-think = SECONDS
cli-metavar-seats = N
cli-metavar-match = MATCH
cli-metavar-after = MATCH
cli-metavar-again = SECONDS
cli-metavar-output = FILE
cli-metavar-keys = FILE
cli-metavar-since = FILE
cli-metavar-files = FILE…
cli-metavar-people = N
cli-metavar-play-name = NAME
cli-metavar-at = N
cli-metavar-scopes = SCOPE,…
cli-metavar-tournament = TOURNAMENT
cli-metavar-entries = NAME=PLAYER,…
cli-type-bool = <bool>
cli-type-int = <int>
cli-type-int-range = <int range>
cli-type-list-path = <list[Path]>
cli-type-list-str = <list[str]>
cli-type-path = <path>
cli-type-str = <str>

## a command used wrongly

cli-usage = Usage:
cli-usage-options = [OPTIONS]
cli-usage-commands = COMMAND [ARGS]...
cli-usage-try = Try { $command } for help.
cli-usage-no-such-command = No such command '{ $name }'.
cli-usage-did-you-mean = Did you mean { $names }?
cli-usage-missing-command = Missing command.
cli-usage-no-such-option = No such option: { $name }
cli-usage-possible = (Possible options: { $names })
cli-usage-no-value = Option '{ $name }' requires an argument.
cli-usage-takes-no-value = Option '{ $name }' does not take a value.
cli-usage-missing-option = Missing option { $name }.
cli-usage-missing-argument = Missing argument { $name }.
cli-usage-too-few = An argument lacks a value.
cli-usage-too-many = { $count ->
        [one] Got unexpected extra argument ({ $arguments })
       *[other] Got unexpected extra arguments ({ $arguments })
    }
cli-usage-bad = Invalid value for { $name }: { $reason }
cli-usage-no-integer = '{ $value }' is not a valid integer.
cli-usage-no-number = '{ $value }' is not a valid number.
cli-usage-out-of-range = { $value } is not in the range { $range }.
cli-usage-no-choice = '{ $value }' is not one of { $choices }.
cli-usage-aborted = Aborted.
cli-usage-name-value = --options { $written } (name=value)

## numbers

cli-rounded = { NUMBER($number, maximumFractionDigits: 1) }
cli-tenths = { NUMBER($number, minimumFractionDigits: 1, maximumFractionDigits: 1) }
cli-percent =
    { NUMBER($number, style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1) }

## games

cli-games-game = game
cli-games-name = name
cli-games-seats = seats
cli-games-editions = editions
cli-games-options = options
cli-games-more = tapete games GAME tells its rules and options.
cli-games-option = option
cli-games-default = default
cli-games-allowed = allowed
cli-games-meaning = meaning
cli-games-whole = a whole number
cli-games-list = a list
cli-games-text = a name

## simulate

cli-simulate-done = { $game }: { $matches ->
        [one] { $matches } match
       *[other] { $matches } matches
    } in { $seconds } s
cli-simulate-left = { $left } of them did not end.
cli-simulate-length = moves a match: { $shortest } to { $longest }, median { $median }, mean { $mean }
cli-simulate-rate = { $moves ->
        [one] { $moves } move
       *[other] { $moves } moves
    }, { $rate } a second
cli-simulate-label = { $label }: { $count }
cli-simulate-seat = seat
cli-simulate-points = points
cli-simulate-wins = wins
cli-simulate-no-first = Nobody moves first here.
cli-simulate-first-even = Who moves first wins { $rate } ({ $low } to { $high }); chance would give { $even }: no advantage can be seen.
cli-simulate-first-uneven = Who moves first wins { $rate } ({ $low } to { $high }); chance would give { $even }: it matters who begins.
cli-simulate-seed = The same again: --seed { $seed }

## matches

cli-match-rank = place
cli-match-seat = seat
cli-match-player = player
cli-match-points = points
cli-match-place = { $rank }. seat { $seats } ({ $points })
cli-match-no-result = No result ({ $reason }).
cli-phase-open = open
cli-phase-locked = locked
cli-phase-playing = being played
cli-phase-paused = paused
cli-phase-finished = finished
cli-phase-aborted = aborted
cli-show-state =
    { $phase } · version { $version } · { $time }
    head { $head }
cli-show-note = note
cli-show-contributes = contributes to the shuffles
cli-show-out = has left
cli-show-acts = to move
cli-show-free = (free)

## audits

cli-verdict-verified = verified
cli-verdict-incomplete = incomplete
cli-verdict-broken = broken
cli-audit-report = { $match }  { $game }  { $verdict }: { $entries ->
        [one] { $entries } entry
       *[other] { $entries } entries
    }; { $fair }
cli-audit-finding = {"    "}version { $version }: { $text } [{ $code }]
cli-audit-contributed = { $count ->
        [one] seat { $seats }
       *[other] seats { $seats }
    } had a part in the shuffles
cli-audit-unproven = no seat had a part in the shuffles
cli-audit-one-or-all = name a match, or give --all
cli-audit-all = audit
cli-audit-sum = Matches audited: { $matches }, entries: { $entries }; { $verified } verified, { $incomplete } incomplete, { $broken } broken.

## exports

cli-export-done = { $match }: { $output }, { $bytes ->
        [one] { $bytes } byte
       *[other] { $bytes } bytes
    }
cli-verify-match = { $match } ({ $game }), { $entries ->
        [one] { $entries } entry
       *[other] { $entries } entries
    }
cli-verify-entry = entry { $version }
cli-verify-file = the file
cli-verify-signed = signed by the key { $signer }
cli-verify-trusted = signed by the trusted key { $signer }
cli-verify-compare = compare this fingerprint with the house's, or give its keys by --keys
cli-verify-result = places { $ranks }; points { $points }
cli-verify-origin = goes on from { $match } at version { $entries }

## serve

cli-serve-ready = Tapete is ready: { $url }
cli-serve-holds = Matches in the log: { $count } ({ $data })
cli-serve-log = Its log: { $log } (on the screen: --log)
cli-serve-next =
    In a browser:
    {"  "}the API, to try it     { $url }/docs
    {"  "}its live streams       { $url }/docs/streams
    In a second terminal:
    {"  "}play against bots      { $tapete } play --game kaiser
    {"  "}a match over HTTP      curl -s { $url }/v1/matches -H 'Content-Type: application/json' -d '{"{"}"game": "kaiser", "bots": 3{"}"}'
    Ctrl-C stops everything; the matches stay.
cli-serve-begun = Bots play a match of { $game } …
cli-serve-audited = {"  "}audited: { $verdict }, { $entries } entries; to look at it: { $tapete } show { $match }
cli-serve-demo =
    Bots play a match of { $game }:
    { $match }
cli-serve-look = To look at it from a second terminal: tapete show { $match }
cli-serve-died = { $name } has ended (exit code { $code }); it is started again in { $pause } s.
cli-serve-stopping = Stopping …
cli-serve-stopped = Everything is stopped.

## play

cli-play-person = player { $number }
cli-play-begun =
    { $match }
    A number or cards choose a move; ? tells the rules, q leaves.
cli-play-prompt = Seat { $seat }, your move:{" "}
cli-play-hand-over = Seat { $seat } ({ $player }) to the screen, alone, then Enter:{" "}
cli-play-many = {"      "}… and { $more } more of { $all }: type cards to narrow the list, Enter for all.
cli-play-no-such = No move has “{ $typed }”.
cli-play-help = Type the number of a move, or words of it: cards, values. Enter shows all moves. A move may also be given as JSON. q leaves the table.
cli-play-quit = quit salir
cli-play-own = Seat { $seat }{" "}
cli-play-left = You have left; the match is aborted: { $match }
cli-play-again = To read it again: tapete show { $match } --log

## what is kept outside Redis

cli-help-archive = Move finished matches to the archive; every door still finds them there.
cli-help-archive-every = All that are over.
cli-help-archive-again = Again and again, after so many seconds.
cli-archive-done = { $match } is in the archive.
cli-archive-before = { $match } was there before.
cli-help-checkpoint = The signed note over all finished matches; keep it where the house can't change it.
cli-help-checkpoint-since = An older note: prove that it still holds; exit code 1 if it doesn't.
cli-checkpoint-continues = The older note holds: matches were only added.
cli-checkpoint-broken = The older note does NOT hold: matches were changed or dropped since.
cli-help-frozen = Matches whose log contradicts what was signed.
cli-help-frozen-list = Which they are, and why.
cli-help-frozen-release = Let a match go on, once its log holds again what was signed.
cli-help-frozen-release-as-it-is = Accept what the log holds now: what is missing is lost.
cli-frozen-count = Frozen matches: { $count }.
cli-frozen-still =
    { $match } stays frozen: { $reason }.
    To accept the loss: --as-it-is.
cli-frozen-recovered = The archive has { $match } as it was signed.
cli-frozen-released = { $match } goes on.
cli-frozen-unknown = { $match } was not frozen.

## tokens and keys

cli-token-once = This is shown only now: keep it.
cli-token-actor = a name of one's own, without /
cli-keys-rotated = New heads are signed with a new key; the old one stays known.
cli-keys-id = id
cli-keys-key = public key
cli-keys-state = state
cli-keys-signs = signs
cli-keys-retired = retired
