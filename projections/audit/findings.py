"""What the verifier may find in a match file."""

from projections.audit import report

CODES = report.CODES | {
    "container",
    "digest",
    "changed",
    "misplaced",
    "missing",
    "seal",
    "cut",
    "opening",
    "signature",
    "untrusted",
    "deck_file",
    "origin",
    "unfinished",
    "withheld",
    "undisclosed",
    "unsigned",
}
NOT_WRONG = frozenset({"unfinished", "withheld", "undisclosed", "unsigned"})
"""What only makes a file incomplete."""

EXIT = {"verified": 0, "broken": 1, "incomplete": 2}
