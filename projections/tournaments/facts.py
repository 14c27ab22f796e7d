"""What happened in a tournament: its log. Facts are never changed; later ones supersede.

What a fact says is often what a command has asked for, in the same words: such contents stand here
once, and both are made of them. Every name and every order of fields is stored, and so for ever.
"""

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


# ---- Contents, of facts and of the commands that lead to them ----------------------------------


class Announcement(msgspec.Struct, frozen=True):
    settings: Settings


class Founding(Announcement, frozen=True):
    """``seed`` feeds whatever is drawn by lot."""

    seed: int = 0


class OfEntrant(msgspec.Struct, frozen=True):
    entrant: str


class OfTwo(msgspec.Struct, frozen=True):
    entrants: tuple[str, str]


class Separation(OfTwo, frozen=True):
    reason: str = ""


class Absence(OfEntrant, frozen=True):
    """``kind`` is requested (worth points) or absent (worth none)."""

    round: int
    kind: str = "requested"


class Substitution(OfEntrant, frozen=True):
    name: str
    members: tuple[str, ...]
    reason: str = ""


class OfRound(msgspec.Struct, frozen=True):
    round: int


class Retraction(OfRound, frozen=True):
    reason: str


class Appointment(OfRound, frozen=True):
    """``at`` is in ms, UTC."""

    at: int


class TableResult(OfRound, frozen=True):
    table: int
    outcome: Outcome


class Correction(TableResult, frozen=True):
    reason: str


class Moment(msgspec.Struct, frozen=True):
    """``at`` is in ms, UTC."""

    at: int


class Interruption(msgspec.Struct, frozen=True):
    reason: str = ""


class Ending(msgspec.Struct, frozen=True):
    reason: str


class BoardCommitments(msgspec.Struct, frozen=True):
    commitments: tuple[str, ...]


class Pledge(OfEntrant, frozen=True):
    """SHA-256 (hex) of what an entrant will contribute to the boards."""

    commitment: str


class Part(OfEntrant, frozen=True):
    """What an entrant contributes: 32 bytes in hex."""

    contribution: str


class BoardSeed(msgspec.Struct, frozen=True):
    board: int
    seed: str


# ---- Facts -------------------------------------------------------------------------------------


class Fact(msgspec.Struct, frozen=True, tag_field="type", tag=lambda name: "tournament." + name):
    """The base of all facts."""


class Created(Fact, Founding, frozen=True): ...


class Amended(Fact, Announcement, frozen=True):
    """The announcement was changed before registration closed."""


class Registered(Fact, frozen=True):
    """Entered; ``members`` are the people, ``round`` the first round they can play."""

    entrant: str
    name: str
    members: tuple[str, ...]
    rating: int = 0
    round: int = 1


class CheckedIn(Fact, OfEntrant, frozen=True): ...


class Locked(Fact, frozen=True):
    """Registration closed: the seeding, and how many rounds there will be."""

    order: tuple[str, ...]
    rounds: int


class Started(Fact, Moment, frozen=True):
    """An arena opened its doors."""


class Forbidden(Fact, Separation, frozen=True):
    """These two may not be paired."""


class Permitted(Fact, OfTwo, frozen=True):
    """These two may be paired again."""


class ByeRequested(Fact, Absence, frozen=True):
    """Will not play this round."""


class Paired(Fact, frozen=True):
    """A round was paired, by rule or by hand; ``at`` (ms) matters to an arena."""

    round: int
    pairing: Pairing
    by_hand: bool = False
    reason: str = ""
    at: int = 0


class Unpaired(Fact, Retraction, frozen=True):
    """The pairing of the last round was dropped before it counted."""


class Published(Fact, OfRound, frozen=True): ...


class RoundStarted(Fact, OfRound, frozen=True): ...


class ResultRecorded(Fact, TableResult, frozen=True): ...


class ResultCorrected(Fact, Correction, frozen=True):
    """Supersedes what was recorded; ``paired`` says that later rounds were paired before it."""

    paired: bool = False


class RoundClosed(Fact, OfRound, frozen=True): ...


class RoundReopened(Fact, Retraction, frozen=True): ...


class Penalised(Fact, frozen=True):
    """Points taken away (positive) from this round on."""

    entrant: str
    round: int
    points: int
    reason: str


class Withdrawn(Fact, frozen=True):
    """Out from this round on, until a return."""

    entrant: str
    round: int
    reason: str = ""


class Returned(Fact, OfEntrant, frozen=True):
    """In again from this round on."""

    round: int


class Replaced(Fact, Substitution, frozen=True):
    """Other people play on in this entrant's place."""


class Paused(Fact, Interruption, frozen=True): ...


class Resumed(Fact, frozen=True): ...


class Scheduled(Fact, Appointment, frozen=True):
    """When a round begins."""


class BoardsCommitted(Fact, BoardCommitments, frozen=True):
    """The fixed decks: the commitment to each board's seed, before anybody could know one."""


class Promised(Fact, Pledge, frozen=True):
    """An entrant is committed to a part in the boards; the last promise counts."""


class Contributed(Fact, Part, frozen=True):
    """What an entrant had promised, shown once registration has closed."""


class BoardOpened(Fact, BoardSeed, frozen=True):
    """When the last table has ended, the board's seed is disclosed."""


class Finished(Fact, Ending, frozen=True):
    """``reason``: completed, everyone_withdrew, decided, or the director's word."""


class Cancelled(Fact, Ending, frozen=True): ...


AnyFact = (
    Created | Amended | Registered | CheckedIn | Locked | Started
    | Forbidden | Permitted | ByeRequested
    | Paired | Unpaired | Published | RoundStarted
    | ResultRecorded | ResultCorrected | RoundClosed | RoundReopened
    | Penalised | Withdrawn | Returned | Replaced
    | Paused | Resumed | Scheduled
    | BoardsCommitted | Promised | Contributed | BoardOpened
    | Finished | Cancelled
)  # fmt: skip
