"""What may be asked of a tournament. The decision is in ``decide``.

A command that says what its fact will say is made of the same contents (``facts``).
"""

import msgspec

from projections.tournaments import facts as f


class Command(msgspec.Struct, frozen=True, tag_field="type", tag=True, forbid_unknown_fields=True):
    """The base of all commands."""


class Create(Command, f.Founding, frozen=True): ...


class Amend(Command, f.Announcement, frozen=True): ...


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One entrant: an id of the caller's, a name, the people, a rating for the seeding."""

    entrant: str
    name: str
    members: tuple[str, ...]
    rating: int = 0


class Register(Command, frozen=True):
    """All are registered or none."""

    entries: tuple[Entry, ...]


class CheckIn(Command, f.OfEntrant, frozen=True): ...


class Lock(Command, frozen=True):
    """Close registration; ``order`` overrides the seeding by rating."""

    order: tuple[str, ...] = ()


class Start(Command, f.Moment, frozen=True):
    """Open an arena."""


class Forbid(Command, f.Separation, frozen=True): ...


class Permit(Command, f.OfTwo, frozen=True): ...


class RequestBye(Command, f.Absence, frozen=True):
    """Sit out a coming round."""


class Pair(Command, frozen=True):
    """Pair the next round by rule, or as given (then with a reason).

    ``round`` makes a repeat harmless. A round that is not published yet may be given anew.
    """

    round: int
    pairing: f.Pairing | None = None
    reason: str = ""
    at: int = 0


class Unpair(Command, f.Retraction, frozen=True):
    """Drop the last round's pairing; refused when it has results of real games."""


class Publish(Command, f.OfRound, frozen=True): ...


class StartRound(Command, f.OfRound, frozen=True): ...


class Record(Command, f.TableResult, frozen=True): ...


class Correct(Command, f.Correction, frozen=True):
    """Supersede a result, whatever was paired since."""


class Reopen(Command, f.Retraction, frozen=True):
    """Open the last round again."""


class Close(Command, f.OfRound, frozen=True):
    """Close a reopened round whose tables all have results."""


class Penalise(Command, f.OfEntrant, frozen=True):
    points: int
    reason: str


class Withdraw(Command, f.OfEntrant, frozen=True):
    reason: str = ""


class Return(Command, f.OfEntrant, frozen=True): ...


class Replace(Command, f.Substitution, frozen=True): ...


class Pause(Command, f.Interruption, frozen=True): ...


class Resume(Command, frozen=True): ...


class Schedule(Command, f.Appointment, frozen=True): ...


class CommitBoards(Command, f.BoardCommitments, frozen=True): ...


class Promise(Command, f.Pledge, frozen=True):
    """Commit an entrant to a part in the boards, as long as registration is open."""


class Contribute(Command, f.Part, frozen=True):
    """Show what was promised, between the close of registration and the first round."""


class OpenBoard(Command, f.BoardSeed, frozen=True): ...


class Finish(Command, frozen=True):
    reason: str = "completed"


class Cancel(Command, f.Ending, frozen=True): ...


AnyCommand = (
    Create | Amend | Register | CheckIn | Lock | Start
    | Forbid | Permit | RequestBye
    | Pair | Unpair | Publish | StartRound
    | Record | Correct | Reopen | Close
    | Penalise | Withdraw | Return | Replace
    | Pause | Resume | Schedule
    | CommitBoards | Promise | Contribute | OpenBoard
    | Finish | Cancel
)  # fmt: skip
