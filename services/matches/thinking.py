"""Bots that search: which seats they have, and how long they may think about a move."""

import time
from collections.abc import Callable
from typing import Any

from events.facts import Seat
from projections.game.contract import Dice
from projections.game.options import read_options
from projections.game.views import view
from projections.match import search
from projections.match.clocks import deadline
from projections.match.fold import Match, Sitter

SEARCH = "search"
"""The name of a bot that thinks: ``search``, in a tournament ``bot/search`` or ``bot/search-2``."""

PART = 10
"""Of the time that its clock leaves it, a bot thinks for this part at most."""


def thinks(sitter: Sitter) -> bool:
    """Whether a seat is played by a searching bot."""
    if sitter.kind != "bot" or sitter.player is None:
        return False
    return sitter.player.removeprefix("bot/").partition("-")[0] == SEARCH


def seconds_for(match: Match, seat: Seat, now: int, most: int) -> float:
    """How long a seat may think now (ms since 1970): ``most`` ms, less where its clock is short."""
    last = deadline(match, seat)
    return most / 1000 if last is None else min(most, max(0, last - now) / PART) / 1000


def thought(match: Match, seat: Seat, dice: Dice, seconds: float) -> Any:
    """The move that a searching bot finds in so many seconds, from what its seat sees."""
    game = match.game
    sides = game.sides(read_options(game, match.offer.options), match.seats)
    return search.think(game, view(match.state, seat), seat, sides, dice, for_seconds(seconds))


def for_seconds(seconds: float) -> Callable[[int], bool]:
    """Enough once so much time has passed."""
    end = time.monotonic() + seconds
    return lambda tried: time.monotonic() >= end
