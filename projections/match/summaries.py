"""What the lobby shows of a match: the fold of its administrative facts, without any cards.

Moves and shuffles change nothing here but the version, so whoever keeps summaries may skip them.
"""

from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from events import facts as f
from events.codec import decode, typed
from events.errors import Corrupt
from events.facts import Clock, Entry, Origin, Result, Seat
from events.record import Stored
from projections.match.fold import AnyEntry, Phase


class Chair(Struct, frozen=True, omit_defaults=True):
    """A seat as the lobby shows it; ``player`` None while it is free."""

    kind: Literal["open", "reserved", "bot"]
    player: str | None = None
    kept_for: str | None = None
    ready: bool = False
    out: bool = False


class Summary(Struct, frozen=True, omit_defaults=True):
    """A match in the lobby; times in milliseconds UTC, ``result`` None for a board's table.

    ``version`` and ``at`` are those of the last entry that changed the rest; a store keeps the
    head's beside it. ``aborted`` is the reason why it ended without a result.
    """

    match: str
    game: str
    phase: Phase
    seats: tuple[Chair, ...]
    version: int
    at: int
    created: int
    options: dict[str, Any]
    clock: Clock | None = None
    unlisted: bool = False
    rated: bool = False
    origin: Origin | None = None
    board: bool = False
    result: Result | None = None
    aborted: str | None = None

    @property
    def over(self) -> bool:
        return self.phase in ("finished", "aborted")

    @property
    def players(self) -> tuple[str, ...]:
        """Who sits at the table, bots left out, each once."""
        seated = (chair.player for chair in self.seats if chair.kind != "bot")
        return tuple(dict.fromkeys(player for player in seated if player is not None))


def administrative(stored: Stored) -> AnyEntry:
    """An entry as far as a summary cares: whatever the game, all that is held face down."""
    entry: AnyEntry = typed(decode(stored.public, None), Entry[Any, Any])
    return entry


def summarised(summary: Summary | None, stored: Stored) -> Summary:
    """The summary after one entry more; raise ``Corrupt`` where it can't follow."""
    entry = administrative(stored)
    if summary is None:
        return begun(stored.version, entry)
    if summary.over:
        raise Corrupt(reason="an entry after the last", version=stored.version)
    if stored.version <= summary.version:
        raise Corrupt(reason="an entry comes twice", version=stored.version)
    return replace(changed(summary, entry.cause), version=stored.version, at=entry.at)


def begun(version: int, entry: AnyEntry) -> Summary:
    offer = entry.cause
    if version != 1 or not isinstance(offer, f.Opened):
        raise Corrupt(reason="a log begins with Opened", version=version)
    return Summary(
        match=offer.match,
        game=offer.game,
        phase="open",
        seats=tuple(
            Chair("bot", place.player or "bot", ready=True)
            if place.kind == "bot"
            else Chair(place.kind, kept_for=place.player)
            for place in offer.places
        ),
        version=version,
        at=entry.at,
        created=entry.at,
        options=offer.options,
        clock=offer.clock,
        unlisted=offer.unlisted,
        rated=offer.rated,
        origin=offer.origin,
        board=offer.board is not None,
    )


def changed(summary: Summary, cause: Any) -> Summary:
    """What a fact changes in a summary."""
    match cause:
        case f.Moved() | f.Shuffled() | f.Rewound() | f.Adjudicated():
            return summary
        case f.Joined(seat, player, commitment):
            return seated(summary, seat, player=player, ready=commitment is None)
        case f.Left(seat):
            return seated(summary, seat, player=None, ready=False)
        case f.Locked():
            return started(replace(summary, phase="locked"))
        case f.Ready(seat):
            return started(seated(summary, seat, ready=True))
        case f.Resigned(seat):
            return seated(summary, seat, out=True)
        case f.Flagged(seat):
            forfeits = summary.clock is not None and summary.clock.flag == "forfeit"
            return seated(summary, seat, out=True) if forfeits else summary
        case f.Paused():
            return replace(summary, phase="paused")
        case f.Resumed():
            return replace(summary, phase="playing")
        case f.Aborted(reason=reason):
            return replace(summary, aborted=reason)
        case f.Closed(result=result):
            return closed(summary, result)
    raise Corrupt(reason=f"{type(cause).__name__} is no fact of a match")


def seated(summary: Summary, seat: Seat, **fields: Any) -> Summary:
    if not 0 <= seat < len(summary.seats):
        raise Corrupt(reason=f"there is no seat {seat}", version=summary.version + 1)
    seats = list(summary.seats)
    seats[seat] = replace(seats[seat], **fields)
    return replace(summary, seats=tuple(seats))


def started(summary: Summary) -> Summary:
    ready = summary.phase == "locked" and all(chair.ready for chair in summary.seats)
    return replace(summary, phase="playing") if ready else summary


def closed(summary: Summary, result: Result | None) -> Summary:
    """The end; how a board's table ended stays secret while others play its cards."""
    phase: Phase = "finished" if summary.aborted is None else "aborted"
    return replace(summary, phase=phase, result=None if summary.board else result)
