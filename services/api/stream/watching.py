"""Following a match without a gap: what was missed first, then what happens, each version once."""

from collections.abc import Callable

import msgspec
from msgspec.structs import astuple

from events.errors import UnknownVersion
from events.facts import Seat
from projections.match.fold import Match
from projections.match.history import Step
from services.aggregates.live import Live
from services.api.http.auth import may_watch
from services.api.schemas.record import SealedEntry
from services.api.views.matches import found
from services.api.views.record import sealed_entry
from services.identity.tokens import Grant
from services.matches.frames import Frames, frame, reader_of
from services.wiring import Services


class SealedFrame(SealedEntry, frozen=True, kw_only=True):
    """A sealed entry on its way: what a client needs to follow the seals by himself."""

    match: str
    head: str
    phase: str


def sealed_frame(step: Step, seat: Seat | None) -> bytes:
    """An entry as it is stored, with the openings of this reader."""
    match, entry = step.match, sealed_entry(step.stored, reader_of(step.match, seat))
    head = match.seal.hex()
    return msgspec.json.encode(
        SealedFrame(*astuple(entry), match=match.id, head=head, phase=match.phase)
    )


MOST_MISSED = 500
"""Who has missed more gets a snapshot instead."""

Deliver = Callable[["Watch", Frames, int], None]
"""(who watches, what was appended, the last version that he has got already)"""
Tell = Callable[[int, bytes], None]
"""(the version, its signed head)"""


class Watch:
    """One reader of one match. What is appended while he catches up waits until he has."""

    __slots__ = (
        "_deliver",
        "_early",
        "_head",
        "_tell",
        "light",
        "sealed",
        "seat",
        "stop",
        "version",
    )

    def __init__(
        self, deliver: Deliver, tell: Tell, *, light: bool = False, sealed: bool = False
    ) -> None:
        self.light = light or sealed
        self.sealed = sealed
        self.seat: Seat | None = None
        self.version: int | None = None
        self.stop: Callable[[], None] = lambda: None
        self._deliver = deliver
        self._tell = tell
        self._early: list[Frames] = []
        self._head: tuple[Match, bytes] | None = None

    def written(self, frames: Frames) -> list[bytes]:
        """The frames that this reader gets; of the sealed ones everybody has his own."""
        if self.sealed:
            return [sealed_frame(step, self.seat) for step in frames.steps]
        return frames.of(self.seat, light=self.light)

    def take(self, frames: Frames) -> None:
        if self.version is None:
            self._early.append(frames)
            return
        newest = frames.match.version
        if newest > self.version:
            version, self.version = self.version, newest
            self._deliver(self, frames, version)

    def tell(self, match: Match, payload: bytes) -> None:
        """Pass a signed head on, behind the frames that it signs."""
        if self.version is None:
            self._head = match, payload
        elif match.version <= self.version:
            self._tell(match.version, payload)

    def caught_up(self, version: int) -> None:
        """From here on everything is delivered as it comes."""
        self.version = version
        early, self._early = self._early, []
        for frames in early:
            self.take(frames)
        if self._head is not None:
            self.tell(*self._head)


async def begin(
    services: Services, live: Live, name: str, grant: Grant, watch: Watch, since: int | None
) -> tuple[Match, list[bytes]]:
    """Start to watch: the match, and the frames to begin with. End with ``watch.stop``.

    ``since`` is the last version that the reader has; None begins with a snapshot. Call
    ``watch.caught_up`` when the frames are on their way.
    """
    may_watch(grant, await found(services, name))
    watch.stop = live.watch(name, watch)
    try:
        match = await found(services, name)
        watch.seat = may_watch(grant, match)
        frames = await beginning(services, match, watch, since)
        if match.over and frames:
            watch.tell(match, services.heads.written(match))
        return match, frames
    except BaseException:
        watch.stop()
        raise


async def beginning(
    services: Services, match: Match, watch: Watch, since: int | None
) -> list[bytes]:
    """A snapshot, or all that was missed."""
    if since is not None and not 0 <= since <= match.version:
        raise UnknownVersion(match=match.id, version=since, last=match.version)
    if since is None or match.version - since > MOST_MISSED:
        return [frame(match, watch.seat, None, light=watch.light)]
    if since == match.version:
        return []
    line = (await services.tables.replays.line(match.id))[since : match.version]
    return watch.written(Frames(list(line)))
