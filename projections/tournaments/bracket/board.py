"""A bracket with results: who sits where, what can be played, who is out, who came where."""

from collections.abc import Mapping

import msgspec

from projections.tournaments.bracket.draw import BYE, Bracket, Source

Results = Mapping[int, int]
"""Index of a match → which of its two (0 or 1) won."""
Occupant = int | None
"""A seed, ``BYE``, or None while nobody knows."""


class Board(msgspec.Struct, frozen=True):
    """Who sits at each match, and who won and lost it, as far as that is known."""

    seats: tuple[tuple[Occupant, Occupant], ...]
    winners: tuple[Occupant, ...]
    losers: tuple[Occupant, ...]


def board(bracket: Bracket, results: Results) -> Board:
    """Fill the bracket with what is known."""
    seats: list[tuple[Occupant, Occupant]] = []
    winners: list[Occupant] = []
    losers: list[Occupant] = []

    def who(source: Source) -> Occupant:
        if source.origin == "winner":
            return winners[source.of]
        if source.origin == "loser":
            return losers[source.of]
        return source.of

    for index, match in enumerate(bracket.matches):
        pair = who(match.first), who(match.second)
        if _superfluous(bracket, index, results):
            pair = (None, None)
        seats.append(pair)
        winner, loser = _outcome(pair, results.get(index))
        winners.append(winner)
        losers.append(loser)
    return Board(tuple(seats), tuple(winners), tuple(losers))


def _superfluous(bracket: Bracket, index: int, results: Results) -> bool:
    """The second grand final waits until the first was lost by the unbeaten one."""
    match = bracket.matches[index]
    return match.group == 2 and match.second.origin == "loser" and results.get(index - 1) != 1


def _outcome(pair: tuple[Occupant, Occupant], won: int | None) -> tuple[Occupant, Occupant]:
    first, second = pair
    if second == BYE:
        return first, BYE
    if first == BYE:
        return second, BYE
    if won is None or first is None or second is None:
        return None, None
    return pair[won], pair[1 - won]


def playable(bracket: Bracket, results: Results) -> tuple[int, ...]:
    """The matches whose two are known and that have no result yet."""
    seats = board(bracket, results).seats
    return tuple(
        index
        for index, (first, second) in enumerate(seats)
        if index not in results and _real(first) and _real(second)
    )


def _real(occupant: Occupant) -> bool:
    return occupant is not None and occupant != BYE


def champion(bracket: Bracket, results: Results) -> int | None:
    """The seed that has won it all, or None while that is open."""
    played = board(bracket, results)
    last = len(bracket.matches) - 1
    if bracket.matches[last].group == 2 and results.get(last - 1) == 0:
        last -= 1
    return played.winners[last]


def placings(bracket: Bracket, results: Results) -> tuple[tuple[int, int], ...]:
    """(place, seed) in final order; those still in it share the places they can all still reach.

    Losers of one round share a place; places are counted by groups, as brackets are printed.
    """
    played = board(bracket, results)
    out = _eliminated(bracket, played, results)
    gone = {seed for group in out for seed in group}
    alive = tuple(seed for seed in range(1, bracket.entrants + 1) if seed not in gone)
    groups = [group for group in (alive, *out) if group]
    return tuple((place, seed) for place, group in enumerate(groups, start=1) for seed in group)


def _eliminated(bracket: Bracket, played: Board, results: Results) -> list[tuple[int, ...]]:
    """Those who are out, by round, the latest first."""
    final: tuple[int, ...] = ()
    if bracket.matches[-1].group == 2:
        first = len(bracket.matches) - 2
        decisive = first if results.get(first) == 0 else first + 1
        final = _reals((played.losers[decisive],))
    group = 1 if bracket.matches[-1].group == 2 else 0
    rounds: dict[int, list[Occupant]] = {}
    for index, match in enumerate(bracket.matches):
        if match.group == group:
            rounds.setdefault(match.round, []).append(played.losers[index])
    return [final, *(_reals(tuple(rounds[number])) for number in sorted(rounds, reverse=True))]


def _reals(occupants: tuple[Occupant, ...]) -> tuple[int, ...]:
    return tuple(seed for seed in occupants if seed is not None and seed != BYE)
