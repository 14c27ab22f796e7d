"""A match whose seats are all played from here, through the real core and its log."""

from collections.abc import Sequence
from typing import Any

from events.errors import UnknownMatch
from events.facts import Place, Seat
from projections.cards.fair_deal import commitment
from projections.game.views import write_move
from projections.match.fold import Match
from projections.match.history import Step
from services.aggregates.commands import Ask
from services.matches.acts import Offer
from services.matches.commands import Done
from services.matches.simulation import chosen
from services.matches.thinking import thought
from services.wiring import Services, now_ms

ACTOR = "terminal"


class Seating:
    """One match; ``news`` collects the entries until somebody has read them.

    Its bots think for so many seconds about a move; 0: they are quick.
    """

    def __init__(self, services: Services, name: str, thinking: float = 0.0) -> None:
        self.services = services
        self.name = name
        self.thinking = thinking
        self.news: list[Step] = []
        self._dice = services.house.dice()
        self._count = 0
        services.matches.cache.known(name).watchers.append(self.news.extend)

    @property
    def match(self) -> Match:
        match = self.services.matches.cache.known(self.name).state
        if match is None:
            raise UnknownMatch(match=self.name)
        return match

    async def move(self, seat: Seat, move: Any) -> Match:
        """A seat's move; raise ``Refused`` if it isn't one."""
        raw = [write_move(move)]
        return (await self.services.matches.move(self.name, self.ask("moves"), seat, raw)).after

    async def bot(self, seat: Seat) -> Match:
        """Let a bot move for a seat: it sees what the seat sees."""
        match = self.match
        if self.thinking:
            return await self.move(seat, thought(match, seat, self._dice, self.thinking))
        return await self.move(seat, chosen(match.game, match.state, seat, self._dice))

    async def abort(self, reason: str) -> Match:
        return (await self.services.matches.abort(self.name, self.ask("abort"), reason)).after

    def ask(self, route: str) -> Ask:
        self._count += 1
        return Ask(ACTOR, route, str(self._count))


async def opened(
    services: Services,
    game: str,
    options: dict[str, Any],
    players: Sequence[str],
    thinking: float = 0.0,
) -> Seating:
    """A match with all its players seated; each contributes to the shuffles."""
    partition = services.house.dice()(services.settings.partitions)
    table = Seating(services, services.house.match_id(partition, now_ms()), thinking)
    places = (Place(),) * len(players)
    offer = Offer(game, options, places, unlisted=True)
    await services.matches.open(table.name, table.ask("open"), offer)
    secrets = [services.house.seed() for _ in players]
    for player, secret in zip(players, secrets, strict=True):
        await joined(table, player, commitment(secret))
    for seat, secret in enumerate(secrets):
        await services.matches.ready(table.name, table.ask("ready"), seat, secret)
    return table


async def joined(table: Seating, player: str, committed: bytes) -> Done:
    matches = table.services.matches
    _, done = await matches.join(table.name, table.ask("join"), player, None, committed)
    return done


def players_of(seats: int, people: Sequence[str] = ()) -> list[str]:
    """The names of who sits where: people first, then bots."""
    return [*people, *(f"bot-{seat}" for seat in range(len(people), seats))]
