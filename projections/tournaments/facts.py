"""What happened in a tournament: its log. Facts are never changed; later ones supersede."""

import msgspec

from projections.tournaments.notes import Note
from projections.tournaments.settings import Settings


class Table(msgspec.Struct, frozen=True):
    """Entrants by seat around the table; ``sides`` says who plays together (equal numbers).

    ``boards`` are the deals to be played where they are given, ``match`` the bracket's match.
    """

    number: int
    seats: tuple[str, ...]
    sides: tuple[int, ...]
    boards: tuple[int, ...] = ()
    match: int | None = None

    @property
    def teams(self) -> tuple[tuple[str, ...], ...]:
        """The entrants side by side."""
        return tuple(
            tuple(who for who, its in zip(self.seats, self.sides, strict=True) if its == side)
            for side in sorted(set(self.sides))
        )


class Bye(msgspec.Struct, frozen=True):
    """No table in this round: ``kind`` is pairing, requested, absent or sit_out."""

    entrant: str
    kind: str


class Pairing(msgspec.Struct, frozen=True):
    """A round as it was decided, with its explanation. It is stored, never computed again."""

    tables: tuple[Table, ...]
    byes: tuple[Bye, ...] = ()
    notes: tuple[Note, ...] = ()


class BoardScore(msgspec.Struct, frozen=True):
    """What each side scored on one board."""

    board: int
    scores: tuple[int, ...]


class Outcome(msgspec.Struct, frozen=True):
    """How a table ended, by side: places (1 is best, equal ones tie) and the game's own points.

    ``absent`` are entrants who did not play: they forfeit, whatever the places say.
    """

    ranks: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    boards: tuple[BoardScore, ...] = ()
    absent: tuple[str, ...] = ()


class Fact(msgspec.Struct, frozen=True, tag_field="type"):
    """The base of all facts."""


class Created(Fact, frozen=True, tag="tournament.Created"):
    """``seed`` feeds whatever is drawn by lot."""

    settings: Settings
    seed: int = 0


class Amended(Fact, frozen=True, tag="tournament.Amended"):
    """The announcement was changed before registration closed."""

    settings: Settings


class Registered(Fact, frozen=True, tag="tournament.Registered"):
    """Entered; ``members`` are the people, ``round`` the first round they can play."""

    entrant: str
    name: str
    members: tuple[str, ...]
    rating: int = 0
    round: int = 1


class CheckedIn(Fact, frozen=True, tag="tournament.CheckedIn"):
    entrant: str


class Locked(Fact, frozen=True, tag="tournament.Locked"):
    """Registration closed: the seeding, and how many rounds there will be."""

    order: tuple[str, ...]
    rounds: int


class Started(Fact, frozen=True, tag="tournament.Started"):
    """An arena opened its doors at ``at`` (ms, UTC)."""

    at: int


class Forbidden(Fact, frozen=True, tag="tournament.Forbidden"):
    """These two may not be paired."""

    entrants: tuple[str, str]
    reason: str = ""


class Permitted(Fact, frozen=True, tag="tournament.Permitted"):
    """These two may be paired again."""

    entrants: tuple[str, str]


class ByeRequested(Fact, frozen=True, tag="tournament.ByeRequested"):
    """Will not play this round; ``kind`` is requested (worth points) or absent (worth none)."""

    entrant: str
    round: int
    kind: str = "requested"


class Paired(Fact, frozen=True, tag="tournament.Paired"):
    """A round was paired, by rule or by hand; ``at`` (ms) matters to an arena."""

    round: int
    pairing: Pairing
    by_hand: bool = False
    reason: str = ""
    at: int = 0


class Unpaired(Fact, frozen=True, tag="tournament.Unpaired"):
    """The pairing of the last round was dropped before it counted."""

    round: int
    reason: str


class Published(Fact, frozen=True, tag="tournament.Published"):
    round: int


class RoundStarted(Fact, frozen=True, tag="tournament.RoundStarted"):
    round: int


class ResultRecorded(Fact, frozen=True, tag="tournament.ResultRecorded"):
    round: int
    table: int
    outcome: Outcome


class ResultCorrected(Fact, frozen=True, tag="tournament.ResultCorrected"):
    """Supersedes what was recorded; ``paired`` says that later rounds were paired before it."""

    round: int
    table: int
    outcome: Outcome
    reason: str
    paired: bool = False


class RoundClosed(Fact, frozen=True, tag="tournament.RoundClosed"):
    round: int


class RoundReopened(Fact, frozen=True, tag="tournament.RoundReopened"):
    round: int
    reason: str


class Penalised(Fact, frozen=True, tag="tournament.Penalised"):
    """Points taken away (positive) from this round on."""

    entrant: str
    round: int
    points: int
    reason: str


class Withdrawn(Fact, frozen=True, tag="tournament.Withdrawn"):
    """Out from this round on, until a return."""

    entrant: str
    round: int
    reason: str = ""


class Returned(Fact, frozen=True, tag="tournament.Returned"):
    """In again from this round on."""

    entrant: str
    round: int


class Replaced(Fact, frozen=True, tag="tournament.Replaced"):
    """Other people play on in this entrant's place."""

    entrant: str
    name: str
    members: tuple[str, ...]
    reason: str = ""


class Paused(Fact, frozen=True, tag="tournament.Paused"):
    reason: str = ""


class Resumed(Fact, frozen=True, tag="tournament.Resumed"):
    pass


class Scheduled(Fact, frozen=True, tag="tournament.Scheduled"):
    """When a round begins (ms, UTC)."""

    round: int
    at: int


class BoardsCommitted(Fact, frozen=True, tag="tournament.BoardsCommitted"):
    """The fixed decks: the commitment to each board's seed, before anybody could know one."""

    commitments: tuple[str, ...]


class Promised(Fact, frozen=True, tag="tournament.Promised"):
    """SHA-256 (hex) of what an entrant will contribute to the boards; the last one counts."""

    entrant: str
    commitment: str


class Contributed(Fact, frozen=True, tag="tournament.Contributed"):
    """What an entrant had promised (32 bytes in hex), shown once registration has closed."""

    entrant: str
    contribution: str


class BoardOpened(Fact, frozen=True, tag="tournament.BoardOpened"):
    """When the last table has ended, the board's seed is disclosed."""

    board: int
    seed: str


class Finished(Fact, frozen=True, tag="tournament.Finished"):
    """``reason``: completed, everyone_withdrew, decided, or the director's word."""

    reason: str


class Cancelled(Fact, frozen=True, tag="tournament.Cancelled"):
    reason: str


AnyFact = (
    Created
    | Amended
    | Registered
    | CheckedIn
    | Locked
    | Started
    | Forbidden
    | Permitted
    | ByeRequested
    | Paired
    | Unpaired
    | Published
    | RoundStarted
    | ResultRecorded
    | ResultCorrected
    | RoundClosed
    | RoundReopened
    | Penalised
    | Withdrawn
    | Returned
    | Replaced
    | Paused
    | Resumed
    | Scheduled
    | BoardsCommitted
    | Promised
    | Contributed
    | BoardOpened
    | Finished
    | Cancelled
)
