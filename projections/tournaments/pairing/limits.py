"""How many rounds a field allows; said before the start."""

import msgspec

from events.errors import BadOptions
from projections.tournaments.bracket.board import board, playable
from projections.tournaments.bracket.draw import bracket
from projections.tournaments.errors import NoMovement, TooFew, TooManyRounds
from projections.tournaments.movement import Movement
from projections.tournaments.pairing.movements import howell, mitchell
from projections.tournaments.pairing.planes import plane
from projections.tournaments.pairing.whist import whist
from projections.tournaments.settings import Settings


class Limits(msgspec.Struct, frozen=True):
    """``most`` rounds are possible (None: any number); up to ``sure`` nothing can go wrong.

    ``usual`` is taken when the announcement names none. ``sure`` for Swiss: up to it a pairing
    without rematches always exists; at tables: up to it nobody need meet anybody twice.
    """

    most: int | None
    sure: int
    usual: int


def limits(settings: Settings, entrants: int) -> Limits:
    """What so many entrants allow; refuses a number for which the format has no plan."""
    if entrants < smallest(settings):
        raise TooFew(entrants=entrants, needed=smallest(settings))
    if settings.format in ("swiss", "dutch"):
        field = entrants + entrants % 2
        return Limits(field - 1, field // 2, min(field // 2, field.bit_length() + 2))
    if settings.format == "arena":
        return Limits(None, 0, 0)
    planned = _planned(settings, entrants)
    if planned is not None:
        return Limits(planned, planned, planned)
    size = settings.sizes[0]
    fresh = (entrants - 1) // (size - 1) if size > 1 else entrants
    return Limits(None, fresh, max(1, min(fresh, 3 + entrants.bit_length() // 2)))


def smallest(settings: Settings) -> int:
    """The fewest entrants with whom this format is an event at all."""
    if settings.format == "whist":
        return 4
    if settings.format == "tables":
        return min(settings.sizes)
    if settings.format == "duplicate":
        return {"howell": 3, "mitchell": 4}.get(settings.movement, 2)
    return 2


def rounds_for(settings: Settings, entrants: int) -> int:
    """The number of rounds that will be played; refuses more than the field allows."""
    allowed = limits(settings, entrants)
    if settings.rounds is None:
        return allowed.usual
    if allowed.most is not None and settings.rounds > allowed.most:
        raise TooManyRounds(rounds=settings.rounds, entrants=entrants, most=allowed.most)
    elimination = settings.format in ("single_elimination", "double_elimination")
    return allowed.usual if elimination else settings.rounds


def _planned(settings: Settings, entrants: int) -> int | None:
    """How long a fixed plan is, None for formats without one."""
    if settings.format == "round_robin":
        return settings.cycles * _round_robin(settings, entrants)
    if settings.format == "whist":
        return len(whist(entrants))
    if settings.format == "single_elimination":
        return 1 + bracket("single_elimination", entrants).matches[-1].round
    if settings.format == "double_elimination":
        return _waves(entrants)
    if settings.format == "duplicate" and settings.movement:
        return movement_for(settings, entrants).rounds
    return None


def _round_robin(settings: Settings, entrants: int) -> int:
    size = settings.sizes[0]
    return entrants - 1 + entrants % 2 if size == 2 else len(plane(entrants, size))


def _waves(entrants: int) -> int:
    """Rounds of a double elimination in which the favourites win, second final included."""
    drawn = bracket("double_elimination", entrants)
    results: dict[int, int] = {}
    waves = 0
    while ready := playable(drawn, results):
        seats = board(drawn, results).seats
        last = len(drawn.matches) - 2
        for index in ready:
            first, second = seats[index]
            upset = index == last and drawn.matches[index].group == 2
            results[index] = 1 if upset else int((first or 0) > (second or 0))
        waves += 1
    return waves


def movement_for(settings: Settings, entrants: int) -> Movement:
    """The duplicate movement of a field, with its boards."""
    boards = max(1, settings.boards)
    if settings.plan is not None and settings.movement == "given":
        if settings.plan.teams != entrants:
            raise NoMovement(kind="given", entrants=entrants, near=(settings.plan.teams,))
        return settings.plan
    if settings.movement == "howell":
        return howell(entrants, boards)
    if entrants % 2:
        raise BadOptions(field="movement", value="mitchell", allowed="an even number of entrants")
    return mitchell(entrants // 2, boards)
