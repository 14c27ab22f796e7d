"""Round robin: everybody meets everybody once, by the Berger tables of FIDE C.05, Annex 1."""

Pair = tuple[int, int]


def berger(n: int) -> tuple[tuple[Pair, ...], ...]:
    """The rounds of n entrants as pairs (first, second), numbered from 1.

    With n odd the number n + 1 stands for the bye. The last entrant of an even field keeps his
    place while all others turn by half the field each round.
    """
    if n < 2:
        return ()
    return tuple(berger_round(n, turn) for turn in range(n + n % 2 - 1))


def berger_round(n: int, turn: int) -> tuple[Pair, ...]:
    """One round of n entrants, ``turn`` from 0."""
    field = n + n % 2
    ring = field - 1
    start = turn * (field // 2) % ring

    def at(place: int) -> int:
        return (start + place) % ring + 1

    top = (at(0), field) if turn % 2 == 0 else (field, at(0))
    return top, *((at(place), at(ring - place)) for place in range(1, field // 2))
