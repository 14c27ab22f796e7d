"""What the routes of a match have in common: they find it, and look at or change it."""

from collections.abc import Coroutine, Sequence
from typing import Annotated, Any

from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, QueryParameter, SkipValidation

from events.facts import Seat
from projections.match.fold import Match
from projections.match.history import Step
from services.api.http.asked import AnyRequest, Asked
from services.api.http.auth import Who, may_watch, seated
from services.api.http.responses import Answer
from services.api.http.uncancelled import shielded
from services.api.schemas.matches import Summary
from services.api.schemas.play import FrameShown
from services.api.views.matches import found, own_view, summary
from services.matches.commands import Done

MATCH = "/v1/matches/{match:str}"
FirstAsked = Annotated[int, QueryParameter(name="from", ge=1, le=1 << 31)]
LastAsked = Annotated[int | None, QueryParameter(ge=1, le=1 << 31)]


class MatchAsked(Asked):
    """A request about a match."""

    async def match(self) -> Match:
        """The match as it is now; raise ``UnknownMatch``."""
        return await found(self.services, self.name)

    async def watched(self) -> tuple[Match, Seat | None]:
        """The match, and as which seat (None: as a spectator) the caller may see it."""
        match = await self.match()
        return match, may_watch(self.caller.grant, match)

    async def seat(self) -> Seat:
        """The seat that the caller plays for; raise ``Forbidden`` if he has none."""
        return seated(self.caller.grant, await self.match())

    async def versions(
        self, now: Match, first: int, to: int | None, most: int
    ) -> tuple[Sequence[Step], int | None]:
        """The log from ``first`` to ``to``, no more than ``most`` entries, and where to go on."""
        end = now.version if to is None else min(to, now.version)
        last = min(first + most - 1, end)
        line = (await self.services.matches.cache.replays.line(now.id))[first - 1 : last]
        return line, last + 1 if last < end else None

    async def summed(self, work: Coroutine[Any, Any, Done]) -> Answer[Summary]:
        """Carry a command out: what everybody may know after it."""
        return Answer(summary((await shielded(work)).after))

    async def seen(self, work: Coroutine[Any, Any, Done]) -> Answer[FrameShown]:
        """Carry a command out: what the caller sees after it."""
        return own_view(self.caller.grant, (await shielded(work)).after)


def asked(request: AnyRequest, caller: Who, match: FromPath[str]) -> MatchAsked:
    return MatchAsked(request, caller, match)


OfMatch = NamedDependency[SkipValidation[MatchAsked]]
PROVIDED = {"asked": Provide(asked, sync_to_thread=False)}
