# What `tapete tournament` says.

cli-help-tournament = Announce, direct and rehearse tournaments.
cli-help-tournament-create = Announce a tournament; its id.
cli-help-tournament-entrants = Enter people: NAME=PLAYER,PLAYER each; a bot is called bot/….
cli-help-tournament-pair = Pair the next round and start it; the first time this closes registration.
cli-help-tournament-standings = Who leads.
cli-help-tournament-export = Standings (csv, html), FIDE report (trf) or all decisions (ndjson).
cli-help-tournament-simulate = A whole event of bots through the real service, audited at the end.
cli-help-tournament-create-name = What it is called.
cli-help-tournament-create-form = round_robin, swiss, dutch, tables, whist, single_elimination, double_elimination, duplicate, arena.
cli-help-tournament-create-members = How many people one entrant is.
cli-help-tournament-create-sizes = How many entrants sit at a table, such as 4,3.
cli-help-tournament-create-by = What counts: result, rank, score, matchpoints, imp.
cli-help-tournament-create-boards = Boards a round (duplicate).
cli-help-tournament-create-minutes = How long an arena lasts.
cli-help-tournament-create-auto = Let rounds follow each other by themselves.
cli-help-tournament-create-rated = Let it count for the ratings.
cli-help-tournament-entrants-entries = Who enters, as NAME=PLAYER,PLAYER.
cli-help-tournament-pair-dry-run = Only say how, and why.
cli-help-tournament-pair-wait = Publish it, but don't start it yet.
cli-help-tournament-export-form = csv, trf, ndjson, html.
cli-help-tournament-export-output = Where to write it.
cli-help-tournament-simulate-form = How they play.
cli-help-tournament-simulate-entrants = How many enter.
cli-help-tournament-simulate-seed = The same seed gives the same event.
cli-help-tournament-simulate-movement = howell or mitchell (duplicate).
cli-help-tournament-simulate-output = Write all decisions to this file (NDJSON).
cli-option-tournament = The id of a tournament.
cli-option-rounds = How many rounds.
cli-option-round = After which round.
cli-tournament-entered = { $count ->
        [one] { $count } entrant.
       *[other] { $count } entrants.
    }
cli-tournament-round = Round { $round }
cli-tournament-table = { $number }. { $players }
cli-tournament-free = No table: { $names }
cli-tournament-rank = rank
cli-tournament-name = name
cli-tournament-points = points
cli-tournament-played = played
cli-tournament-written = Written: { $output }.
cli-tournament-seed = Seed: { $seed }
cli-tournament-done = { $rounds ->
        [one] { $rounds } round
       *[other] { $rounds } rounds
    }, { $tables ->
        [one] { $tables } table
       *[other] { $tables } tables
    } in { $seconds } s; records verified: { $verified } of { $all }.
