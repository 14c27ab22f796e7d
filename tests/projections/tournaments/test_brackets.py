"""Brackets are those that the field prints, and the better seed can always win."""

import pytest

from projections.tournaments.bracket.board import board, champion, placings, playable
from projections.tournaments.bracket.draw import BYE, Bracket, Source, bracket
from projections.tournaments.errors import NoMovement
from tests.projections.tournaments.known import known

KINDS = ("single_elimination", "double_elimination")
BRACKETS = known("brackets.json")


def printed(drawn: Bracket) -> list[dict[str, int | None]]:
    """The bracket before the first match, in the form of the known ones."""
    seats = board(drawn, {}).seats
    lines = []
    for match, pair in zip(drawn.matches, seats, strict=True):
        line: dict[str, int | None] = {"g": match.group, "r": match.round, "n": match.number}
        for side, occupant in enumerate(pair, start=1):
            line[f"o{side}"] = occupant - 1 if occupant else None
        for side, (source, occupant) in enumerate(
            zip((match.first, match.second), pair, strict=True), start=1
        ):
            line.update(position(drawn, match.group, side, source, occupant))
        line["st"] = 0 if BYE in pair or pair == (None, None) else 2 if None not in pair else 1
        lines.append(line)
    return lines


def position(
    drawn: Bracket, group: int, side: int, source: Source, occupant: int | None
) -> dict[str, int | None]:
    """What the known brackets note beside a seat: a seed, or the match one drops out of."""
    if occupant == BYE:
        return {f"p{side}": None}
    if source.origin == "seed":
        return {f"p{side}": source.of}
    if source.origin == "loser" and group == 1:
        return {f"p{side}": drawn.matches[source.of].number}
    if source.origin == "winner" and group == 2 and side == 2:
        return {f"p{side}": 1}
    return {}


def played(drawn: Bracket, choose=min) -> dict[int, int]:
    """The results when of two seeds always the chosen one wins."""
    results: dict[int, int] = {}
    while ready := playable(drawn, results):
        seats = board(drawn, results).seats
        results |= {index: seats[index].index(choose(seats[index])) for index in ready}
    return results


@pytest.mark.parametrize("name", BRACKETS)
def test_brackets_are_the_known_ones(name):
    """Matches, byes, drop positions and final places are the known ones."""
    kind, entrants = name.rsplit("_", 1)
    drawn = bracket(kind, int(entrants))
    assert printed(drawn) == BRACKETS[name]["match"]
    places = [[place, f"S{seed}"] for place, seed in placings(drawn, played(drawn))]
    assert places == BRACKETS[name]["standings"]


@pytest.mark.parametrize("kind", KINDS)
def test_every_size_from_2_to_128_plays_to_its_end(kind):
    """Whoever wins, one champion remains, all are placed once, the rest lost as often as said."""
    for entrants in range(2, 129):
        drawn = bracket(kind, entrants)
        for choose in (min, max):
            results = played(drawn, choose)
            best = choose(1, entrants)
            assert champion(drawn, results) == best
            places = placings(drawn, results)
            assert sorted(seed for _, seed in places) == list(range(1, entrants + 1))
            assert places[0] == (1, best)


def test_the_second_grand_final_is_played_only_when_needed():
    """It waits until the unbeaten one loses the first."""
    drawn = bracket("double_elimination", 4)
    results = played(drawn)
    assert len(drawn.matches) - 1 not in results
    first = len(drawn.matches) - 2
    results[first] = 1
    assert playable(drawn, results) == (first + 1,)
    assert champion(drawn, results) is None


def test_a_large_single_elimination():
    """A thousand entrants make ten rounds, and the first two seeds meet in the last."""
    drawn = bracket("single_elimination", 1000)
    assert drawn.matches[-1].round == 9
    results = played(drawn)
    assert board(drawn, results).seats[-1] == (1, 2)


@pytest.mark.parametrize(
    ("kind", "entrants"),
    [*((kind, n) for kind in KINDS for n in (0, 1)), (KINDS[0], 1025), (KINDS[1], 129)],
)
def test_other_sizes_are_refused(kind, entrants):
    """One entrant is no event, and there is a largest one."""
    with pytest.raises(NoMovement):
        bracket(kind, entrants)
