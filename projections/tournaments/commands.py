"""What may be asked of a tournament. The decision is in ``decide``."""

import msgspec

from projections.tournaments.facts import Outcome, Pairing
from projections.tournaments.settings import Settings


class Command(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """The base of all commands."""


class Create(Command, frozen=True, tag="Create"):
    settings: Settings
    seed: int = 0


class Amend(Command, frozen=True, tag="Amend"):
    settings: Settings


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One entrant: an id of the caller's, a name, the people, a rating for the seeding."""

    entrant: str
    name: str
    members: tuple[str, ...]
    rating: int = 0


class Register(Command, frozen=True, tag="Register"):
    """All are registered or none."""

    entries: tuple[Entry, ...]


class CheckIn(Command, frozen=True, tag="CheckIn"):
    entrant: str


class Lock(Command, frozen=True, tag="Lock"):
    """Close registration; ``order`` overrides the seeding by rating."""

    order: tuple[str, ...] = ()


class Start(Command, frozen=True, tag="Start"):
    """Open an arena at ``at`` (ms, UTC)."""

    at: int


class Forbid(Command, frozen=True, tag="Forbid"):
    entrants: tuple[str, str]
    reason: str = ""


class Permit(Command, frozen=True, tag="Permit"):
    entrants: tuple[str, str]


class RequestBye(Command, frozen=True, tag="RequestBye"):
    """Sit out a coming round; ``kind`` requested (worth points) or absent (worth none)."""

    entrant: str
    round: int
    kind: str = "requested"


class Pair(Command, frozen=True, tag="Pair"):
    """Pair the next round by rule, or as given (then with a reason).

    ``round`` makes a repeat harmless. A round that is not published yet may be given anew.
    """

    round: int
    pairing: Pairing | None = None
    reason: str = ""
    at: int = 0


class Unpair(Command, frozen=True, tag="Unpair"):
    """Drop the last round's pairing; refused when it has results of real games."""

    round: int
    reason: str


class Publish(Command, frozen=True, tag="Publish"):
    round: int


class StartRound(Command, frozen=True, tag="StartRound"):
    round: int


class Record(Command, frozen=True, tag="Record"):
    round: int
    table: int
    outcome: Outcome


class Correct(Command, frozen=True, tag="Correct"):
    """Supersede a result, whatever was paired since."""

    round: int
    table: int
    outcome: Outcome
    reason: str


class Reopen(Command, frozen=True, tag="Reopen"):
    """Open the last round again."""

    round: int
    reason: str


class Close(Command, frozen=True, tag="Close"):
    """Close a reopened round whose tables all have results."""

    round: int


class Penalise(Command, frozen=True, tag="Penalise"):
    entrant: str
    points: int
    reason: str


class Withdraw(Command, frozen=True, tag="Withdraw"):
    entrant: str
    reason: str = ""


class Return(Command, frozen=True, tag="Return"):
    entrant: str


class Replace(Command, frozen=True, tag="Replace"):
    entrant: str
    name: str
    members: tuple[str, ...]
    reason: str = ""


class Pause(Command, frozen=True, tag="Pause"):
    reason: str = ""


class Resume(Command, frozen=True, tag="Resume"):
    pass


class Schedule(Command, frozen=True, tag="Schedule"):
    round: int
    at: int


class CommitBoards(Command, frozen=True, tag="CommitBoards"):
    commitments: tuple[str, ...]


class Promise(Command, frozen=True, tag="Promise"):
    """Commit an entrant to a part in the boards, as long as registration is open."""

    entrant: str
    commitment: str


class Contribute(Command, frozen=True, tag="Contribute"):
    """Show what was promised, between the close of registration and the first round."""

    entrant: str
    contribution: str


class OpenBoard(Command, frozen=True, tag="OpenBoard"):
    board: int
    seed: str


class Finish(Command, frozen=True, tag="Finish"):
    reason: str = "completed"


class Cancel(Command, frozen=True, tag="Cancel"):
    reason: str


AnyCommand = (
    Create
    | Amend
    | Register
    | CheckIn
    | Lock
    | Start
    | Forbid
    | Permit
    | RequestBye
    | Pair
    | Unpair
    | Publish
    | StartRound
    | Record
    | Correct
    | Reopen
    | Close
    | Penalise
    | Withdraw
    | Return
    | Replace
    | Pause
    | Resume
    | Schedule
    | CommitBoards
    | Promise
    | Contribute
    | OpenBoard
    | Finish
    | Cancel
)
