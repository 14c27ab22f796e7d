"""What a tournament announces about its game: options, seats, clock; checked before it stands."""

import msgspec
from msgspec.structs import replace

from events.errors import BadOptions
from events.facts import Clock, Place
from projections.catalogue import game_of
from projections.game.options import pinned, written
from projections.match.clocks import refuse_clock
from projections.tournaments.settings import Settings

BOT = "bot/"
"""A member whose name begins so is played by a bot."""


def pinned_settings(settings: Settings) -> Settings:
    """The announcement with the game's options in full, the deck pinned to its bytes."""
    check_table(settings)
    options = written(pinned(game_of(settings.game), settings.options))
    return replace(settings, options=options)


def check_table(settings: Settings) -> None:
    """Refuse a game that can't be played at such tables, or with such a clock."""
    game = game_of(settings.game)
    if settings.format == "whist":
        sizes: tuple[int, ...] = (4,)
    else:
        sizes = (2,) if settings.movement else settings.sizes
    for size in sizes:
        if size * settings.members not in game.seats:
            people = [seats / settings.members for seats in game.seats]
            allowed = [int(size) for size in people if size.is_integer()]
            raise BadOptions(field="sizes", value=size, allowed=allowed)
    if (clock := clock_of(settings)) is not None:
        refuse_clock(clock)


def clock_of(settings: Settings) -> Clock | None:
    """The clock of all tables."""
    if not settings.clock:
        return None
    try:
        return msgspec.convert(settings.clock, Clock)
    except msgspec.ValidationError as error:
        raise BadOptions(field="clock", value=settings.clock, allowed=str(error)) from error


def place(member: str) -> Place:
    """The seat of a person, or of a bot."""
    return Place("bot" if member.startswith(BOT) else "reserved", member)
