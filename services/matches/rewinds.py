"""Taking a live match back: by a judge, or by all players together."""

import asyncio

import redis.asyncio

from events.errors import Conflict, Forbidden, Refused, Stale
from events.facts import Rewound, Seat, Writer
from events.keys import partition_of
from projections.match.fold import Match
from projections.match.history import Step
from projections.match.rewinds import landing, people
from services.aggregates.commands import Ask
from services.matches.acts import need_phase
from services.matches.batch import Run
from services.matches.commands import Commands, Done

TRIES = 4
WISH_SECONDS = 3600
DAY_SECONDS = 24 * 3600


class Rewinds:
    """Rewinds are entries; what was abandoned stays in the log."""

    def __init__(self, commands: Commands, client: redis.asyncio.Redis) -> None:
        self._commands = commands
        self._client = client

    async def judge(
        self, name: str, ask: Ask, to: int, reason: str, *, keep_deck: bool = False
    ) -> Done:
        """A judge's rewind; with ``keep_deck`` the cards lie as they lay."""
        for _ in range(TRIES):
            line = await self._commands.cache.steps(name)
            fact = await landed(line, Rewound(to, reason, keep_deck))
            try:
                return await self._rewind(name, ask, line, "judge", fact)
            except Conflict:
                continue
        raise Conflict(match=name, head=line[-1].after.version)

    async def propose(self, name: str, ask: Ask, seat: Seat, to: int) -> tuple[Done, list[Seat]]:
        """A player's wish to go back; done when all have wished the same at the same version.

        Answers the match and the seats that agree so far; only in unrated matches outside
        tournaments. A repeated wish counts for the version at which it came first.
        """
        line = await self._commands.cache.steps(name)
        match = line[-1].after
        refuse_agreement(match)
        version = await self._wished_at(match, ask)
        agreement = Ask("players", "rewind", f"{version}:{to}")
        if match.version != version:
            return await self._done_before(match, agreement)
        need_phase(match, "playing")
        agreed = await self._agree(match, seat, to)
        if not set(people(match)) <= set(agreed):
            return Done(match), agreed
        fact = await landed(line, Rewound(to, "agreed", agreed=tuple(agreed)))
        return await self._rewind(name, agreement, line, "house", fact), agreed

    async def _wished_at(self, match: Match, ask: Ask) -> int:
        """The version at which this very request came first."""
        command = self._commands.id(match.id, ask).hex() + ask.request.hex()
        key = f"{{p{partition_of(match.id)}}}:wished:{match.id}:{command}"
        before = await self._client.set(key, match.version, nx=True, get=True, ex=DAY_SECONDS)
        return match.version if before is None else int(before)

    async def _done_before(self, match: Match, ask: Ask) -> tuple[Done, list[Seat]]:
        before = await self._commands.known(match.id, ask)
        if before is None:
            raise Stale(match=match.id, head=match.version)
        return Done(before, repeated=True), people(match)

    async def _agree(self, match: Match, seat: Seat, to: int) -> list[Seat]:
        key = f"{{p{partition_of(match.id)}}}:wish:{match.id}:{match.version}:{to}"
        await self._client.sadd(key, str(seat))
        await self._client.expire(key, WISH_SECONDS)
        return sorted(int(member) for member in await self._client.smembers(key))

    async def _rewind(
        self, name: str, ask: Ask, line: list[Step], by: Writer, fact: Rewound | Refused
    ) -> Done:
        """Append it on top of the very log that it was thought out for."""

        def plan(run: Run) -> None:
            need_phase(run.match, "playing", "paused")
            if isinstance(fact, Refused):
                raise fact
            if line[-1].after.version != run.after.version:
                raise Conflict(match=name, head=run.after.version)
            run.add(by, fact, lambda version: line[version - 1].after)

        return await self._commands.do(name, ask, plan)


async def landed(line: list[Step], wish: Rewound) -> Rewound | Refused:
    """Where a rewind really goes, or why it can't; looking through a long match takes its time."""
    try:
        to = await asyncio.to_thread(landing, line, wish.to, keep_deck=wish.keep_deck)
    except Refused as error:
        return error
    return Rewound(to, wish.reason, wish.keep_deck, wish.agreed)


def refuse_agreement(match: Match) -> None:
    """What others have a stake in is not taken back among the players."""
    offer = match.offer
    if offer.rated or offer.board is not None or offer.event is not None:
        raise Forbidden(match=match.id)
