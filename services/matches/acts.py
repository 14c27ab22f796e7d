"""The matches: open, join, play, and what a judge may do. Every act is one append to the log."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from events.errors import (
    BadOptions,
    Conflict,
    KeyReused,
    Refused,
    SeatTaken,
    TimeUp,
    WrongContribution,
    WrongPhase,
)
from events.facts import (
    Aborted,
    Adjudicated,
    Board,
    Clock,
    Event,
    Fairness,
    Joined,
    Left,
    Moved,
    Opened,
    Origin,
    Paused,
    Place,
    Ready,
    Resigned,
    Result,
    Resumed,
    Seat,
)
from projections.cards.fair_deal import commitment as committed
from projections.catalogue import game_of
from projections.game.decide import offered
from projections.game.options import pinned, written
from projections.game.views import read_move
from projections.match.automatic import at_limit
from projections.match.clocks import deadline, is_up, refuse_clock
from projections.match.fold import Match, unopened
from services.aggregates.commands import Ask
from services.aggregates.precondition import Seen
from services.matches.batch import Run
from services.matches.clock import excuse
from services.matches.commands import Commands, Done


class Offer(NamedTuple):
    """A match as a host wants it; a tournament's names its table and, for a board, the seed."""

    game: str
    options: dict[str, Any]
    places: tuple[Place, ...]
    clock: Clock | None = None
    limit: int | None = None
    unlisted: bool = False
    rated: bool = False
    ready_within: int = 60_000
    origin: Origin | None = None
    event: Event | None = None
    board: Board | None = None
    fairness: Fairness = "committed"
    seed: bytes | None = None


class Matches:
    """Everything that may be asked of a match. Reads come from the cache, truth from the log."""

    def __init__(self, commands: Commands) -> None:
        self.commands = commands
        self.cache = commands.cache

    # -- a match comes into being

    async def open(self, name: str, ask: Ask, offer: Offer) -> Done:
        """Offer a match under a fresh id; the house commits to its seed before anybody sits."""
        seed = await self.commands.seeds.keep(name, offer.seed or self.commands.house.seed())
        game = game_of(offer.game)
        options = pinned(game, offer.options)
        refuse_seats(game.seats, len(offer.places))
        game.start(options, len(offer.places))
        if offer.clock is not None:
            refuse_clock(offer.clock)
        fact = Opened(
            name,
            offer.game,
            game.rules,
            written(options),
            offer.places,
            committed(seed),
            ready_within=offer.ready_within,
            clock=offer.clock,
            limit=offer.limit,
            unlisted=offer.unlisted,
            rated=offer.rated,
            fairness=offer.fairness,
            origin=offer.origin,
            board=offer.board,
            event=offer.event,
        )
        self.commands.begin(unopened(name, offer.game, await self._origin(offer)))
        return await self.commands.do(name, ask, lambda run: opens(run, fact))

    async def _origin(self, offer: Offer) -> Match | None:
        origin = offer.origin
        return None if origin is None else await self.cache.read(origin.match, origin.version)

    async def join(
        self, name: str, ask: Ask, player: str, seat: Seat | None, commitment: bytes | None
    ) -> tuple[Seat, Done]:
        """Take a seat, the first free one unless it is named."""
        taken: list[Seat] = []

        def plan(run: Run) -> None:
            chosen = free_seat(run.match, player, seat)
            run.add(chosen, Joined(chosen, player, own_part(run.match, commitment)))
            taken[:] = [chosen]

        done = await self.commands.do(name, ask, plan)
        if done.repeated:
            taken = [await self._joined_as(name, ask)]
        return taken[0], done

    async def _joined_as(self, name: str, ask: Ask) -> Seat:
        command = self.commands.id(name, ask)
        for step in await self.cache.steps(name):
            if step.entry.command == command and isinstance(step.entry.cause, Joined):
                return step.entry.cause.seat
        raise KeyReused()

    async def ready(self, name: str, ask: Ask, seat: Seat, contribution: bytes) -> Done:
        """Show what a seat contributes to the shuffles."""

        def plan(run: Run) -> None:
            need_phase(run.match, "locked")
            sitter = run.match.sitters[seat]
            if sitter.ready or committed(contribution) != sitter.commitment:
                raise WrongContribution(seat=seat)
            run.add(seat, Ready(seat, contribution))

        return await self.commands.do(name, ask, plan)

    async def leave(self, name: str, ask: Ask, seat: Seat) -> Done:
        """Leave before play; once the table is locked that aborts the match."""

        def plan(run: Run) -> None:
            need_phase(run.match, "open", "locked")
            if run.match.phase == "open":
                run.add(seat, Left(seat))
            else:
                run.add(seat, Aborted("left"))

        return await self.commands.do(name, ask, plan)

    # -- play

    async def move(
        self, name: str, ask: Ask, seat: Seat, raw: Sequence[Any], seen: Seen | None = None
    ) -> Done:
        """Play moves one after the other, or none of them; a refusal names its ``index``."""

        def plan(run: Run) -> None:
            need_phase(run.match, "playing")
            outage = self.commands.outages.last(run.at)
            if outage is not None:
                excuse(run, outage)
            for index, each in enumerate(raw):
                play(run, seat, each, index if len(raw) > 1 else None)

        return await self.commands.do(name, ask, plan, seat, seen)

    async def resign(self, name: str, ask: Ask, seat: Seat) -> Done:
        def plan(run: Run) -> None:
            need_phase(run.match, "playing", "paused")
            if run.match.sitters[seat].out:
                raise WrongPhase(phase="resigned")
            run.add(seat, Resigned(seat))

        return await self.commands.do(name, ask, plan)

    # -- what a judge may do

    async def pause(self, name: str, ask: Ask, reason: str) -> Done:
        return await self._judged(name, ask, ("playing",), Paused(reason))

    async def resume(self, name: str, ask: Ask, reason: str) -> Done:
        return await self._judged(name, ask, ("paused",), Resumed(reason))

    async def abort(self, name: str, ask: Ask, reason: str) -> Done:
        phases = ("open", "locked", "playing", "paused")
        return await self._judged(name, ask, phases, Aborted(reason))

    async def adjudicate(self, name: str, ask: Ask, result: Result, reason: str) -> Done:
        return await self._judged(name, ask, ("playing", "paused"), Adjudicated(result, reason))

    async def _judged(self, name: str, ask: Ask, phases: tuple[str, ...], fact: Any) -> Done:
        def plan(run: Run) -> None:
            need_phase(run.match, *phases)
            run.add("judge", fact)

        return await self.commands.do(name, ask, plan)


def opens(run: Run, fact: Opened) -> None:
    if run.match.version:
        raise Conflict(match=run.match.id, head=run.match.version)
    run.add("house", fact)


def refuse_seats(seats: range, asked: int) -> None:
    if asked not in seats:
        raise BadOptions(field="seats", value=asked, allowed=list(seats))


def need_phase(match: Match, *phases: str) -> None:
    if match.phase not in phases or match.closing:
        raise WrongPhase(phase=match.phase, needed=list(phases))


def free_seat(match: Match, player: str, wanted: Seat | None) -> Seat:
    """The seat that a player gets: the one he names, one kept for him, or the first free one."""
    need_phase(match, "open")
    free = [
        seat
        for seat, sitter in enumerate(match.sitters)
        if sitter.player is None and sitter.kept_for in (None, player)
    ]
    free.sort(key=lambda seat: match.sitters[seat].kept_for is None)
    if not free or (wanted is not None and wanted not in free):
        raise SeatTaken(seat="any" if wanted is None else wanted, free=free)
    return free[0] if wanted is None else wanted


def own_part(match: Match, commitment: bytes | None) -> bytes | None:
    """A seat's part in the shuffles; none in a board, whose cards are the same at every table."""
    return commitment if match.offer.board is None else None


def play(run: Run, seat: Seat, raw: Any, index: int | None) -> None:
    """Play one move that a client sent, as the game offers it."""
    match = run.match
    try:
        need_phase(match, "playing")
        if match.sitters[seat].out:
            raise WrongPhase(phase="resigned", needed=["playing"])
        if at_limit(match):
            raise WrongPhase(phase="limit", needed=["playing"])
        if is_up(match, seat, run.at):
            raise TimeUp(seat=seat, deadline=deadline(match, seat))
        move = read_move(raw, seat, match.game.move)
        run.add(seat, Moved(seat, offered(match.game, match.state, seat, move)))
    except Refused as error:
        if index is not None:
            error.details["index"] = index
        raise
