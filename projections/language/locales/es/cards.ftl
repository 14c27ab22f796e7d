# Cards in words.

## Standard cards, by their letters

card-standard = { $rank } de { $suit }
card-rank-A = as
card-rank-K = rey
card-rank-Q = dama
card-rank-J = jota
card-suit-C = tréboles
card-suit-D = diamantes
card-suit-H = corazones
card-suit-S = picas

## Caissa's cards, by their classes

card-special = especial { $number }
card-class-C = Campeones
card-class-P = Pioneros
card-class-A = Actuales
card-class-R = Románticos
card-class-H = Históricos
