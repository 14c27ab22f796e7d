"""Taking a live match back: by a judge, or by all players together."""

import redis.asyncio

from events.errors import Conflict, Forbidden
from events.facts import Rewound, Seat, Writer
from events.keys import partition_of
from projections.history import Step
from projections.match import Match
from projections.rewinds import landing
from services.commands import Ask, Commands, Done
from services.matches import need_phase
from services.runs import Run


class Rewinds:
    """Rewinds are entries; what was abandoned stays in the log."""

    def __init__(self, commands: Commands, client: redis.asyncio.Redis) -> None:
        self._commands = commands
        self._client = client

    async def judge(
        self, name: str, ask: Ask, to: int, reason: str, *, keep_deck: bool = False
    ) -> Done:
        """A judge's rewind; with ``keep_deck`` the cards lie as they lay."""
        return await self._rewind(name, ask, to, reason, "judge", keep_deck=keep_deck)

    async def propose(self, name: str, ask: Ask, seat: Seat, to: int) -> tuple[Done, list[Seat]]:
        """A player's wish to go back; done when all have wished the same at the same version.

        Answers the match and the seats that agree so far; only outside rated play and boards.
        """
        match = await self._commands.tables.refresh(self._commands.tables.table(name))
        need_phase(match, "playing")
        if match.offer.rated or match.offer.board is not None:
            raise Forbidden(match=name)
        agreed = await self._agree(match, seat, to)
        people = [s for s, sitter in enumerate(match.sitters) if sitter.kind != "bot"]
        if not set(people) <= set(agreed):
            return Done(match), agreed
        done = await self._rewind(name, ask, to, "agreed", "house", agreed=tuple(agreed))
        return done, agreed

    async def _agree(self, match: Match, seat: Seat, to: int) -> list[Seat]:
        key = f"{{p{partition_of(match.id)}}}:wish:{match.id}:{match.version}:{to}"
        await self._client.sadd(key, str(seat))
        await self._client.expire(key, 3600)
        return sorted(int(member) for member in await self._client.smembers(key))

    async def _rewind(
        self,
        name: str,
        ask: Ask,
        to: int,
        reason: str,
        by: Writer,
        *,
        keep_deck: bool = False,
        agreed: tuple[Seat, ...] = (),
    ) -> Done:
        for _ in range(TRIES):
            line = await self._commands.tables.steps(name)

            def plan(run: Run, line: list[Step] = line) -> None:
                need_phase(run.match, "playing", "paused")
                if line[-1].match.version != run.match.version:
                    raise Conflict(match=name, head=run.match.version)
                land = landing(line, to, keep_deck=keep_deck)
                fact = Rewound(land, reason, keep_deck, agreed)
                run.add(by, fact, lambda version: line[version - 1].match)

            try:
                return await self._commands.do(name, ask, plan)
            except Conflict:
                continue
        raise Conflict(match=name, head=line[-1].match.version)


TRIES = 4
