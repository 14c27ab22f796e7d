"""A whole service on a Redis, and matches in it that are quickly played."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from events.facts import Place
from projections.game.views import write_move
from projections.match.fold import Match
from services.aggregates.commands import Ask
from services.matches.acts import Offer
from services.settings import Settings
from services.wiring import Services, now_ms, wire

BOTS = (Place("bot"),) * 4
Act = Callable[[Services], Awaitable[None]]


def serving(url: str, folder: Path, act: Act) -> None:
    """Do something in a service whose data folder this is."""

    async def run() -> None:
        services = wire(Settings(data=folder), url)
        try:
            await act(services)
        finally:
            await services.close()

    asyncio.run(run())


async def opened(services: Services) -> str:
    """A match of four bots, which is under way at once."""
    name = services.house.match_id(0, now_ms())
    await services.matches.open(name, Ask("a", "open", name), Offer("kaiser", {"deals": 1}, BOTS))
    return name


async def played(services: Services, name: str, most: int = 1000) -> Match:
    """Play a match to its end, or so many moves."""
    match = await services.matches.cache.current(services.matches.cache.known(name))
    for _ in range(most):
        if match.over:
            break
        match = await moved(services, match)
    return match


async def moved(services: Services, match: Match) -> Match:
    """One move; at the same version it is the same command."""
    seat = match.acting()[0]
    move = write_move(match.game.moves(match.state, seat)[-1])
    ask = Ask("a", "move", str(match.version))
    return (await services.matches.move(match.id, ask, seat, [move])).after
