"""What can go wrong, and how it is said.

::

    TapeteError
    ├── Refused                 a request that is not granted; nothing has changed
    │   ├── Malformed           it can't be read: not JSON, wrong type, unknown field
    │   ├── BadOptions          impossible options; names the field and lists what is allowed
    │   ├── UnknownGame
    │   ├── UnknownMatch
    │   ├── UnknownVersion
    │   ├── UnknownDeck
    │   ├── IllegalMove         carries the legal moves
    │   ├── NotYourTurn
    │   ├── TimeUp              the move comes after the seat's time has run out
    │   ├── SeatTaken
    │   ├── WrongPhase          the match is not in the phase that this needs
    │   ├── WrongContribution   it does not fit the commitment made when joining
    │   ├── Unauthorized
    │   ├── Forbidden
    │   ├── KeyReused           an idempotency key came again with another request
    │   ├── InProgress          the request with this key is still running
    │   ├── Limited             too many requests
    │   ├── Conflict            somebody else was faster; try again
    │   │   └── Stale           what the command has seen is no longer so
    │   └── Frozen              the match is stopped until a human has looked at it
    ├── Unavailable             the log can't be written now; try again later
    └── Corrupt                 the log contradicts itself or the rules: stop, log, page a human

Every class has a stable ``code``; the sentence for it, filled from the details, lies in the
catalogues of ``projections/language`` as ``error-CODE``, in every language.
"""

from typing import Any, ClassVar

Language = str
"""A language by its tag, as its folder in ``projections/language/locales`` is called."""


class TapeteError(Exception):
    """The root. ``details`` fill the sentence and are public."""

    code: ClassVar[str] = "error"

    def __init__(self, **details: Any) -> None:
        super().__init__(details)
        self.details = details

    def __str__(self) -> str:
        """For whoever works on it: what people read is said by ``projections.language.errors``.

        Moves are left out: there may be cards in them.
        """
        shown = (f"{k}={v!r}" for k, v in self.details.items() if k not in ("move", "legal"))
        return " ".join([self.code, *shown])


class Refused(TapeteError):
    """Not granted; nothing has changed."""

    code = "refused"


class Malformed(Refused):
    code = "malformed"


class BadOptions(Refused):
    """``field`` is the option, ``value`` what was asked for, ``allowed`` what is possible."""

    code = "bad_options"


class UnknownGame(Refused):
    code = "unknown_game"


class UnknownMatch(Refused):
    code = "unknown_match"


class UnknownVersion(Refused):
    code = "unknown_version"


class UnknownDeck(Refused):
    code = "unknown_deck"


class IllegalMove(Refused):
    """``move`` was asked for, ``legal`` lists the moves there are."""

    code = "illegal_move"


class NotYourTurn(Refused):
    code = "not_your_turn"


class TimeUp(Refused):
    """``deadline`` is the last ms UTC at which the seat could have moved."""

    code = "time_up"


class SeatTaken(Refused):
    code = "seat_taken"


class WrongPhase(Refused):
    code = "wrong_phase"


class WrongContribution(Refused):
    code = "wrong_contribution"


class Unauthorized(Refused):
    code = "unauthorized"


class Forbidden(Refused):
    code = "forbidden"


class KeyReused(Refused):
    code = "key_reused"


class InProgress(Refused):
    code = "in_progress"


class Limited(Refused):
    """``retry_after`` is in seconds."""

    code = "limited"


class Conflict(Refused):
    """``head`` is the version that the log has now."""

    code = "conflict"


class Stale(Conflict):
    code = "stale"


class Frozen(Refused):
    """``reason`` says what contradicts what."""

    code = "frozen"


class Unavailable(TapeteError):
    """``known`` is true when certainly nothing was written; ``reason`` is for operators."""

    code = "unavailable"


class Corrupt(TapeteError):
    """``reason`` says what contradicts what; ``version`` names the entry where known."""

    code = "corrupt"
