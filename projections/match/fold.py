"""A match at any version: the fold of its log.

``advance`` takes one entry more. It believes the record and raises ``Corrupt`` for what can't have
happened in this order; whether the recorded effects are what the rules say is the audit's question.
"""

from collections.abc import Callable
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from events import facts as f
from events.errors import Corrupt
from events.facts import Clock, Entry, Result, Seat
from events.seals import first_seal
from projections.catalogue import game_of
from projections.game.contract import AnyGame
from projections.game.decide import to_act
from projections.game.options import read_options
from projections.match.times import Times, chosen, full, running, stopped

Phase = Literal["open", "locked", "playing", "paused", "finished", "aborted"]
AnyEntry = Entry[Any, Any]


class Sitter(Struct, frozen=True):
    """Who has a seat: ``player`` None while it is free; ``out`` once it has resigned."""

    kind: Literal["open", "reserved", "bot"]
    player: str | None = None
    commitment: bytes | None = None
    contribution: bytes | None = None
    ready: bool = False
    out: bool = False
    kept_for: str | None = None


class Match(Struct, frozen=True):
    """Everything that the log says about a match, up to ``version`` and its ``seal``.

    ``name`` is the id of its game.
    ``state`` is the game's, from the moment that everybody is ready. ``shuffles`` counts every
    Shuffled, abandoned lines included; ``dealt`` is the version of the first. ``verdict`` is the
    result that a judge, a resignation or a limit has given before the game found its own.
    ``inherited`` is the state that a fork goes on from, which its origin's log gives. ``locked``
    is the time (ms) at which all seats were taken; ``times`` are the clocks, if there are any.
    """

    id: str
    name: str
    version: int
    seal: bytes
    at: int = 0
    opened: f.Opened | None = None
    sitters: tuple[Sitter, ...] = ()
    phase: Phase = "open"
    state: Any = None
    shuffles: int = 0
    dealt: int | None = None
    moves: int = 0
    verdict: Result | None = None
    aborted: str | None = None
    closed: f.Closed | None = None
    inherited: Any = None
    locked: int | None = None
    times: Times | None = None

    @property
    def game(self) -> AnyGame:
        return game_of(self.name)

    @property
    def offer(self) -> f.Opened:
        """What was opened; there is no match without it."""
        if self.opened is None:
            raise Corrupt(reason="a log begins with Opened", version=1)
        return self.opened

    @property
    def seats(self) -> int:
        return len(self.sitters)

    @property
    def over(self) -> bool:
        return self.closed is not None

    @property
    def result(self) -> Result | None:
        return self.closed.result if self.closed else None

    def acting(self) -> tuple[Seat, ...]:
        """The seats that are to move now."""
        if self.phase != "playing" or self.closing:
            return ()
        return to_act(self.game, self.state, self.seats)

    @property
    def closing(self) -> bool:
        """A verdict was given: only the last entry is still to come."""
        return self.verdict is not None or self.aborted is not None


def unopened(match: str, game: str, origin: "Match | None" = None) -> Match:
    """The match before its first entry; ``game`` is the game's id, ``origin`` what a fork left."""
    return Match(match, game, 0, first_seal(match), inherited=origin and origin.state)


Past = Callable[[int], Match]
"""The match as it was at a version; asked for when it is rewound."""


def no_past(version: int) -> Match:
    raise Corrupt(reason=f"a rewind to version {version} needs the log")


def advance(
    match: Match, entry: AnyEntry, seal: bytes, past: Past = no_past, settled: Any = None
) -> Match:
    """The match after one entry more, whose seal is given.

    ``settled`` is the game's state after it, where who decided it has it already.
    """
    if match.over:
        raise Corrupt(reason="an entry after the last", version=match.version + 1)
    if entry.at < match.at:
        raise Corrupt(reason="time runs backwards", version=match.version + 1)
    after = happened(match, entry, past, settled)
    clock = None if after.opened is None else after.opened.clock
    if clock is None:
        return replace(after, version=match.version + 1, seal=seal, at=entry.at)
    times = timed(match, after, entry, clock, past)
    return replace(after, version=match.version + 1, seal=seal, at=entry.at, times=times)


def happened(match: Match, entry: AnyEntry, past: Past, settled: Any) -> Match:
    """What a cause and its effects make of a match."""
    match entry.cause:
        case f.Moved():
            state = played(match, entry) if settled is None else settled
            return replace(match, state=state, moves=match.moves + 1)
        case f.Shuffled():
            first = match.version + 1 if match.dealt is None else match.dealt
            state = played(match, entry) if settled is None else settled
            return replace(match, state=state, shuffles=match.shuffles + 1, dealt=first)
    if entry.effects:
        raise Corrupt(reason="effects of nothing", version=match.version + 1)
    return administered(match, entry, past)


def played(match: Match, entry: AnyEntry) -> Any:
    """The game's state after an entry, as recorded."""
    if match.phase != "playing":
        raise Corrupt(reason=f"play in a match that is {match.phase}", version=match.version + 1)
    state = match.game.evolve(match.state, entry.cause)
    for effect in entry.effects:
        state = match.game.evolve(state, effect)
    return state


def administered(match: Match, entry: AnyEntry, past: Past) -> Match:
    """What the match's own facts do to it."""
    match cause := entry.cause:
        case f.Opened():
            return opened(match, cause)
        case f.Joined(seat, player, commitment):
            seated = replace(
                sitter_at(match, seat),
                player=player,
                commitment=commitment,
                ready=commitment is None,
            )
            return resettled(match, seat, seated)
        case f.Left(seat):
            free = replace(sitter_at(match, seat), player=None, commitment=None, ready=False)
            return resettled(match, seat, free)
        case f.Locked():
            return begun(replace(match, phase="locked", locked=entry.at))
        case f.Ready(seat, contribution):
            shown = replace(sitter_at(match, seat), contribution=contribution, ready=True)
            return begun(resettled(match, seat, shown))
        case f.Resigned(seat) | f.Flagged(seat):
            return gone(match, seat, cause)
        case f.Paused():
            return replace(match, phase="paused")
        case f.Resumed():
            return replace(match, phase="playing")
        case f.Rewound(to=to):
            return replace(match, state=past(to).state, verdict=None)
        case f.Adjudicated(result=result):
            return replace(match, verdict=result)
        case f.Aborted(reason=reason):
            return replace(match, aborted=reason)
        case f.Closed():
            phase: Phase = "aborted" if match.aborted is not None else "finished"
            return replace(match, closed=cause, phase=phase)
    raise Corrupt(reason=f"{type(cause).__name__} is no fact of a match")


def opened(match: Match, offer: f.Opened) -> Match:
    if match.version or offer.match != match.id:
        raise Corrupt(reason="opened twice, or under another name", version=match.version + 1)
    sitters = tuple(
        Sitter("bot", player=place.player or "bot", ready=True)
        if place.kind == "bot"
        else Sitter(place.kind, kept_for=place.player)
        for place in offer.places
    )
    return replace(match, opened=offer, sitters=sitters)


def sitter_at(match: Match, seat: Seat) -> Sitter:
    if not 0 <= seat < match.seats:
        raise Corrupt(reason=f"there is no seat {seat}", version=match.version + 1)
    return match.sitters[seat]


def resettled(match: Match, seat: Seat, sitter: Sitter) -> Match:
    sitters = (*match.sitters[:seat], sitter, *match.sitters[seat + 1 :])
    return replace(match, sitters=sitters)


def begun(match: Match) -> Match:
    """Play begins when the table is locked and everybody is ready."""
    if match.phase != "locked" or not all(sitter.ready for sitter in match.sitters):
        return match
    if match.offer.origin is not None:
        return carried_on(match)
    options = read_options(match.game, match.offer.options)
    return replace(match, phase="playing", state=match.game.start(options, match.seats))


def carried_on(match: Match) -> Match:
    """A fork goes on from its origin's cards: that is its deal."""
    if match.inherited is None:
        raise Corrupt(reason="a fork can't be read without its origin", version=match.version + 1)
    return replace(match, phase="playing", state=match.inherited, dealt=match.version + 1)


def timed(before: Match, after: Match, entry: AnyEntry, clock: Clock, past: Past) -> Times:
    """The clocks after an entry: who is to act has his time run, unless he is out or play rests."""
    times = before.times or full(clock, after.seats)
    match entry.cause:
        case f.Moved() | f.Shuffled() as cause:
            mover = cause.seat if isinstance(cause, f.Moved) else None
            acting = to_act(after.game, after.state, after.seats)
            times = chosen(times, clock, mover, acting, entry.at, more=not entry.effects)
        case f.Rewound(to=to):
            origin = past(to)
            times = stopped(origin.times or times, origin.at)
        case f.Locked() | f.Ready() if after.phase == "playing":
            acting = to_act(after.game, after.state, after.seats)
            times = replace(times, acting=acting, together=len(acting) > 1)
        case f.Flagged(seat):
            times = replace(times, flagged=(*times.flagged, seat))
    runs = after.phase == "playing"
    seats = [seat for seat in times.acting if runs and not after.sitters[seat].out]
    return running(times, seats, entry.at)


def gone(match: Match, seat: Seat, cause: f.Resigned | f.Flagged) -> Match:
    """A seat that resigns is out; one whose time is up only where that forfeits the match."""
    clock = match.offer.clock
    if isinstance(cause, f.Flagged) and (clock is None or clock.flag == "harmless"):
        return match
    match = resettled(match, seat, replace(sitter_at(match, seat), out=True))
    return replace(match, verdict=forfeited(match, cause))


def forfeited(match: Match, cause: f.Resigned | f.Flagged) -> Result | None:
    """Of two sides the other wins; with more, play goes on without the one who is out."""
    sides = match.game.sides(read_options(match.game, match.offer.options), match.seats)
    left = [side for side in sides if not any(match.sitters[seat].out for seat in side)]
    if len(left) > 1:
        return None
    winners = {seat for side in left for seat in side}
    ranks = tuple(1 if seat in winners else 1 + len(winners) for seat in range(match.seats))
    return Result((), ranks, "resigned" if isinstance(cause, f.Resigned) else "time")


def outcome(match: Match) -> Result | None:
    """How the match has ended, if it has: the verdict, or the game's result, who is out last."""
    if match.verdict is not None or match.state is None:
        return match.verdict
    result = match.game.result(match.state)
    out = {seat for seat, sitter in enumerate(match.sitters) if sitter.out}
    if result is None or not out:
        return result
    return replace(result, ranks=demoted(result.ranks, out))


def demoted(ranks: tuple[int, ...], out: set[Seat]) -> tuple[int, ...]:
    """Who is out ranks behind everybody who stayed; among themselves the order holds."""
    keys = [(seat in out, rank) for seat, rank in enumerate(ranks)]
    return tuple(1 + sum(other < own for other in keys) for own in keys)
