"""A tournament's log: read, fold, and what it was at any version.

It is sealed like a match's. An entry is a command and the facts that it led to, whole or not at
all; ``Tournament`` is the fold of all of them, with the head of the log.
"""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from events import steps as log
from events.codec import typed
from events.errors import Corrupt
from events.names import table_match
from events.record import Read, Stored
from events.seals import first_seal
from events.steps import follow
from projections.tournaments.commands import AnyCommand
from projections.tournaments.facts import AnyFact, Paired, RoundStarted, Table
from projections.tournaments.state import State, evolve

HOUSE = "house"


class Decided(Struct, frozen=True):
    """One entry: who asked for what and when (ms UTC), and what came of it.

    ``by`` is the name of who may direct the event, of an entrant's player, or ``house``;
    ``command`` is the id (16 bytes) that all entries of one request share.
    """

    v: int
    at: int
    by: str
    command: bytes
    cause: AnyCommand
    effects: tuple[AnyFact, ...] = ()


class Draw(NamedTuple):
    """When a round was paired: the version and the time (ms)."""

    version: int
    at: int


class Tournament(Struct, frozen=True):
    """All that the log says up to ``version`` and its ``seal``; ``owner`` has created it.

    ``draws`` and ``starts`` say when each round was paired and when it began (ms).
    """

    id: str
    version: int
    seal: bytes
    at: int = 0
    owner: str = ""
    created: int = 0
    told: State | None = None
    draws: dict[int, Draw] = {}
    starts: dict[int, int] = {}

    @property
    def state(self) -> State:
        if self.told is None:
            raise Corrupt(reason="a tournament's log begins with its creation", version=1)
        return self.told

    @property
    def phase(self) -> str:
        return self.state.phase

    @property
    def over(self) -> bool:
        """Never for good: a result may be corrected after the end."""
        return False

    def match(self, round: int, table: Table, board: int = 0, again: int = 0) -> str:
        """The id of the match of a table, or of one of its boards."""
        draw = self.draws[round]
        return table_match(self.id, draw.version, draw.at, table.number, board, again)


Step: TypeAlias = log.Step[Decided, Tournament]
"""An entry, as it is stored, and the tournament after it."""


def unannounced(name: str) -> Tournament:
    """A tournament before its first entry."""
    return Tournament(name, 0, first_seal(name))


def advance(tournament: Tournament, entry: Decided, seal: bytes) -> Tournament:
    """The tournament after one entry more, whose seal is given."""
    version = tournament.version + 1
    if entry.at < tournament.at:
        raise Corrupt(reason="time runs backwards", version=version)
    told, draws, starts = tournament.told, tournament.draws, tournament.starts
    for fact in entry.effects:
        told = evolve(told, fact)
        if isinstance(fact, Paired):
            draws = {**draws, fact.round: Draw(version, entry.at)}
        elif isinstance(fact, RoundStarted):
            starts = {**starts, fact.round: entry.at}
    first = tournament.version == 0
    return replace(
        tournament,
        version=version,
        seal=seal,
        at=entry.at,
        owner=entry.by if first else tournament.owner,
        created=entry.at if first else tournament.created,
        told=told,
        draws=draws,
        starts=starts,
    )


def decided(item: Read) -> Decided:
    """A read entry as a tournament's; raise ``Corrupt`` with the version if it isn't one."""
    try:
        entry: Decided = typed(item.tree, Decided)
    except Corrupt as error:
        raise Corrupt(reason=error.details["reason"], version=item.version) from error
    return entry


def steps(name: str, stored: Sequence[Stored]) -> list[Step]:
    """A whole log, step n - 1 at version n."""
    return further(unannounced(name), stored)


def further(tournament: Tournament, stored: Sequence[Stored]) -> list[Step]:
    """The entries that follow a tournament."""
    return follow(tournament, stored, taken)


def taken(tournament: Tournament, item: Read, stored: Stored, past: object = None) -> Step:
    """One entry more; no entry of a tournament goes back to an earlier one."""
    entry = decided(item)
    return log.Step(entry, stored, advance(tournament, entry, item.seal))


def facts_of(line: Sequence[Step]) -> tuple[AnyFact, ...]:
    """All facts of a log, in order."""
    return tuple(fact for step in line for fact in step.entry.effects)
