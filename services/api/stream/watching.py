"""How a reader begins to watch a match or a tournament, and what he gets of it."""

import msgspec
from msgspec.structs import astuple

from events.errors import UnknownVersion
from events.facts import Seat
from projections.match.fold import Match
from projections.match.history import Step
from projections.tournaments.publication.sealed import publicly
from projections.tournaments.record import Step as Decision
from projections.tournaments.record import Tournament
from services.aggregates.watching import Live, Send, Watch
from services.api.http.auth import may_watch
from services.api.schemas.record import SealedEntry
from services.api.schemas.tournaments import StepShown
from services.api.views.matches import found
from services.api.views.record import sealed_entry
from services.identity.tokens import Grant
from services.matches.frames import Frames, frame, reader_of
from services.wiring import Services

MOST_MISSED = 500
"""Who has missed more gets a snapshot instead."""


class SealedFrame(SealedEntry, frozen=True, kw_only=True):
    """A sealed entry on its way: what a client needs to follow the seals by himself."""

    match: str
    head: str
    phase: str


def sealed_frame(step: Step, seat: Seat | None) -> bytes:
    """An entry as it is stored, with the openings of this reader."""
    match, entry = step.after, sealed_entry(step.stored, reader_of(step.after, seat))
    head = match.seal.hex()
    return msgspec.json.encode(
        SealedFrame(*astuple(entry), match=match.id, head=head, phase=match.phase)
    )


class MatchView:
    """What one reader gets of a match; of the sealed frames everybody has his own."""

    __slots__ = ("light", "sealed", "seat")

    def __init__(self, *, light: bool = False, sealed: bool = False) -> None:
        self.light = light or sealed
        self.sealed = sealed
        self.seat: Seat | None = None

    def __call__(self, frames: Frames) -> list[bytes]:
        if self.sealed:
            return [sealed_frame(step, self.seat) for step in frames.steps]
        return frames.of(self.seat, light=self.light)


class MatchWatch(Watch[Frames]):
    """A reader of a match, and how he sees it."""

    __slots__ = ("view",)

    def __init__(self, send: Send, *, light: bool = False, sealed: bool = False) -> None:
        self.view = MatchView(light=light, sealed=sealed)
        super().__init__(self.view, send)


async def begin(
    services: Services,
    live: Live[Match, Frames],
    name: str,
    grant: Grant,
    watch: MatchWatch,
    since: int | None,
) -> tuple[Match, list[bytes]]:
    """Start to watch: the match, and the frames to begin with. End with ``watch.stop``.

    ``since`` is the last version that the reader has; None begins with a snapshot. Call
    ``watch.caught_up`` when the frames are on their way.
    """
    may_watch(grant, await found(services, name))
    live.watch(name, watch)
    try:
        match = await found(services, name)
        watch.view.seat = may_watch(grant, match)
        frames = await beginning(services, match, watch.view, since)
        if match.over and frames:
            watch.tell(match.version, services.heads.written(match))
        return match, frames
    except BaseException:
        watch.stop()
        raise


async def beginning(
    services: Services, match: Match, view: MatchView, since: int | None
) -> list[bytes]:
    """A snapshot, or all that was missed."""
    if since is not None and not 0 <= since <= match.version:
        raise UnknownVersion(match=match.id, version=since, last=match.version)
    if since is None or match.version - since > MOST_MISSED:
        return [frame(match, view.seat, None, light=view.light)]
    if since == match.version:
        return []
    line = (await services.matches.cache.replays.line(match.id))[since : match.version]
    return view(Frames(list(line)))


# -- tournaments


class Told:
    """What was decided, written once for everybody; with all that may be known ``now``."""

    def __init__(self, steps: list[Decision], now: Tournament | None = None) -> None:
        self.steps = steps
        self._now = now
        self._written: list[bytes] | None = None

    @property
    def after(self) -> Tournament:
        return self.steps[-1].after

    def all(self) -> list[bytes]:
        """An item for each entry, in order."""
        if self._written is None:
            self._written = [told(step, self._now or step.after) for step in self.steps]
        return self._written


def told(step: Decision, now: Tournament) -> bytes:
    """An entry as everybody may see it now, as JSON."""
    then = step.after
    facts = [publicly(now.state, fact) for fact in step.entry.effects]
    shown = StepShown(then.id, then.version, then.seal.hex(), then.at, then.phase, facts)
    return msgspec.json.encode(shown)


class TournamentWatch(Watch[Told]):
    """A reader of a tournament."""

    __slots__ = ()

    def __init__(self, send: Send) -> None:
        super().__init__(Told.all, send)


async def follow(
    services: Services,
    live: Live[Tournament, Told],
    name: str,
    watch: TournamentWatch,
    since: int | None,
) -> int:
    """Send what was missed, then what is decided from now on; the version at which that was.

    ``since`` is the last version that the reader has; None: from now on.
    """
    live.watch(name, watch)
    try:
        steps = await services.tournaments.steps(name)
        now = steps[-1].after
        first = now.version if since is None else since
        if first > now.version:
            raise UnknownVersion(match=name, version=first, last=now.version)
        for step in steps[first:]:
            watch.send(step.after.version, told(step, now))
        watch.caught_up(now.version)
        await services.tournaments.newest(name)
    except BaseException:
        watch.stop()
        raise
    return now.version
