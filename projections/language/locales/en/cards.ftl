# Cards in words.

## Standard cards, by their letters

card-standard = { $rank } of { $suit }
card-rank-A = ace
card-rank-K = king
card-rank-Q = queen
card-rank-J = jack
card-suit-C = clubs
card-suit-D = diamonds
card-suit-H = hearts
card-suit-S = spades

## Caissa's cards, by their classes

card-special = special { $number }
card-class-C = Champions
card-class-P = Pioneers
card-class-A = Contemporaries
card-class-R = Romantics
card-class-H = Historic
