# Matches in words.

## What happens in any match, by the fact's name

fact-Opened = A match of { $game } is offered.
fact-Joined = Seat { $seat }: { $player }.
fact-Left = Seat { $seat } leaves.
fact-Locked = All seats are taken.
fact-Ready = Seat { $seat } is ready.
fact-Shuffled = The house shuffles.
fact-Resigned = Seat { $seat } resigns.
fact-Flagged = The time of seat { $seat } is up.
fact-Paused = The match is paused: { $reason }
fact-Resumed = The match goes on: { $reason }
fact-Rewound = Back to version { $to }: { $reason }
fact-Adjudicated = The judge decides: { $reason }
fact-Aborted = The match is aborted: { $reason }
fact-Closed = The match is over.

## Reasons and labels that are the match's own

label-limit = the limit of moves is reached
label-left = a seat has left
label-resigned = by resignation
label-time = on time
label-adjudicated = by the judge's decision

## Values

value-true = yes
value-hidden =
    { $count ->
        [one] a card
       *[other] { $count } cards
    }

## The score of a match, as a file

score-place = Seat { $seat }: place { $place }
score-points = Seat { $seat }: place { $place }, points { $points }
