"""Duplicate movements: pairs and boards travel so that the same deals are played everywhere.

A Mitchell movement has two fields (north-south stays, east-west moves up, boards move down); in a
Howell movement everybody meets everybody. A program deals a board as often as it is needed, so
tables may share one in the same round where no classical movement exists.
"""

from collections import Counter
from typing import Literal

import msgspec

from projections.tournaments.errors import NoMovement
from projections.tournaments.movement import Hand, Movement
from projections.tournaments.pairing.berger import berger
from projections.tournaments.pairing.starters import starter

LARGEST = 100
"""No Howell movement for more pairs: so many rounds are no event."""
SEARCHED = 36


Fault = Literal["board_twice", "two_tables", "itself", "unknown_team", "table_twice"]


class Finding(msgspec.Struct, frozen=True):
    """Something that a movement must not have."""

    fault: Fault
    round: int
    team: int


def findings(movement: Movement) -> tuple[Finding, ...]:
    """All that is wrong with a movement; nothing if nobody plays a board or sits twice."""
    found: list[Finding] = []
    played: set[tuple[int, int]] = set()
    for number in range(1, movement.rounds + 1):
        hands = movement.round(number)
        found.extend(_seating(movement, number, hands))
        for hand in hands:
            for team in (hand.ns, hand.ew):
                again = any((team, board) in played for board in hand.boards)
                found.extend([Finding("board_twice", number, team)] if again else [])
                played.update((team, board) for board in hand.boards)
    return tuple(found)


def _seating(movement: Movement, number: int, hands: tuple[Hand, ...]) -> list[Finding]:
    found: list[Finding] = []
    seats = Counter(team for hand in hands for team in (hand.ns, hand.ew))
    found.extend(Finding("two_tables", number, team) for team, times in seats.items() if times > 1)
    found.extend(Finding("itself", number, hand.ns) for hand in hands if hand.ns == hand.ew)
    known = range(1, movement.teams + 1)
    found.extend(Finding("unknown_team", number, team) for team in seats if team not in known)
    tables = Counter(hand.table for hand in hands)
    found.extend(Finding("table_twice", number, t) for t, times in tables.items() if times > 1)
    return found


def meetings(movement: Movement) -> Counter[tuple[int, int]]:
    """How many boards each two teams (smaller number first) play against each other."""
    met: Counter[tuple[int, int]] = Counter()
    for hand in movement.hands:
        met[min(hand.ns, hand.ew), max(hand.ns, hand.ew)] += len(hand.boards)
    return met


def shared(movement: Movement) -> tuple[tuple[int, int], ...]:
    """(round, board) that several tables need at the same time."""
    uses = Counter((hand.round, board) for hand in movement.hands for board in hand.boards)
    return tuple(sorted(use for use, times in uses.items() if times > 1))


def mitchell(tables: int, boards: int) -> Movement:
    """2 x tables pairs, ``boards`` a round; the east-west pairs have the upper numbers.

    With an even number of tables the moving pairs skip one table half-way, so that nobody plays
    a board again, and the last round is left out.
    """
    if tables < 2:
        raise NoMovement(kind="mitchell", entrants=2 * tables, near=(4, 6))
    even = tables % 2 == 0
    rounds = tables - 1 if even else tables
    hands = []
    for r in range(rounds):
        skip = 1 if even and r >= tables // 2 else 0
        for t in range(tables):
            east = (t - r - skip) % tables
            cards = _boards((t + r) % tables, boards)
            hands.append(Hand(t + 1, r + 1, t + 1, tables + east + 1, cards))
    return Movement(f"Mitchell{tables}T", 2 * tables, tuple(hands))


def howell(pairs: int, boards: int) -> Movement:
    """Everybody meets everybody once, ``boards`` a round; with odd pairs one sits out.

    Where no movement is known that lets each board lie at one table only (4, 6 and more than 34
    pairs), all tables of a round play the same boards.
    """
    if not 3 <= pairs <= LARGEST:
        raise NoMovement(kind="howell", entrants=pairs, near=(3, LARGEST))
    field = pairs + pairs % 2
    base = starter(field - 1) if field <= SEARCHED else None
    if base is None:
        return _barometer(pairs, boards)
    hands = []
    for r in range(field - 1):
        for table, (ns, ew, deck) in enumerate(base, start=1):
            first = field if ns is None else (ns + r) % (field - 1) + 1
            second = (ew + r) % (field - 1) + 1
            if max(first, second) <= pairs:
                cards = _boards((deck + r) % (field - 1), boards)
                hands.append(Hand(table, r + 1, first, second, cards))
    return Movement(f"Howell{pairs}P", pairs, tuple(hands))


def _barometer(pairs: int, boards: int) -> Movement:
    hands = [
        Hand(table, r + 1, ns, ew, _boards(r, boards))
        for r, meeting in enumerate(berger(pairs))
        for table, (ns, ew) in enumerate(meeting, start=1)
        if max(ns, ew) <= pairs
    ]
    return Movement(f"Barometer{pairs}P", pairs, tuple(hands))


def _boards(deck: int, size: int) -> tuple[int, ...]:
    return tuple(range(deck * size + 1, (deck + 1) * size + 1))
