"""What a tournament refuses, each with a stable code and a reason."""

from events.errors import Refused


class Reasoned(Refused):
    """A refusal whose ``reason`` is a stable code, said as ``reason-CODE`` of the catalogues."""


class NoMovement(Refused):
    """``kind`` of movement, ``entrants`` asked for, ``near``: numbers that are possible."""

    code = "no_movement"


class NoPairing(Reasoned):
    """``round`` can't be paired, for this ``reason``."""

    code = "no_pairing"


class UnreadableFile(Refused):
    """``line`` of the file (from 1) and what is wrong with it."""

    code = "unreadable_file"


class TooFew(Refused):
    """``entrants`` came, ``needed`` are needed."""

    code = "too_few"


class TooManyRounds(Refused):
    """``rounds`` were asked for; ``entrants`` allow ``most``."""

    code = "too_many_rounds"


class NotNow(Reasoned):
    """``reason`` is a short code for what stands in the way."""

    code = "not_now"


class UnknownEntrant(Refused):
    """``entrant`` is not in this tournament."""

    code = "unknown_entrant"


class UnknownTable(Refused):
    """``round`` has no ``table``."""

    code = "unknown_table"


class NotAdmitted(Reasoned):
    """``entrant`` cannot register; ``reason`` is a short code."""

    code = "not_admitted"


class BadResult(Reasoned):
    """``reason`` says what is wrong with the outcome."""

    code = "bad_result"


class BadPairing(Reasoned):
    """``reason`` says which entrant or table is wrong in a pairing made by hand."""

    code = "bad_pairing"


class ByeRefused(Reasoned):
    """``entrant`` gets no bye; ``reason`` is a short code."""

    code = "bye_refused"


class UnknownTournament(Refused):
    code = "unknown_tournament"
