"""Movements written as the small YAML files that bridge programs exchange.

Only that form is read: ``name: value`` lines, and under ``hands:`` one item a table and round with
``table``, ``round``, ``ns``, ``ew`` and its ``boards`` (a list below it or in brackets).
"""

from projections.tournaments.errors import UnreadableFile
from projections.tournaments.movement import Hand, Movement

_NEEDED = ("table", "round", "ns", "ew")


class _Draft:
    """One item of ``hands`` while it is being read."""

    def __init__(self, line: int) -> None:
        self.line = line
        self.numbers: dict[str, int] = {}
        self.boards: list[int] = []

    def hand(self) -> Hand:
        missing = [name for name in _NEEDED if name not in self.numbers]
        if missing:
            raise UnreadableFile(line=self.line, reason=f"no {missing[0]}")
        table, number, ns, ew = (self.numbers[name] for name in _NEEDED)
        return Hand(table, number, ns, ew, tuple(self.boards))


def read_movement(text: str) -> Movement:
    """Read one file; refuses a line of any other form by its number."""
    said: dict[str, str] = {}
    drafts: list[_Draft] = []
    for number, line in enumerate(text.splitlines(), start=1):
        bare = line.split(" #")[0].strip()
        if not bare or bare in ("---", "...") or bare.startswith("#"):
            continue
        _take(bare, number, line[0] in " -", said, drafts)
    if not said.get("numberTeams", "").isdigit():
        raise UnreadableFile(line=0, reason="no numberTeams")
    hands = tuple(draft.hand() for draft in drafts)
    return Movement(
        said.get("name", ""), int(said["numberTeams"]), hands, said.get("description", "")
    )


def _take(bare: str, number: int, inner: bool, said: dict[str, str], drafts: list[_Draft]) -> None:
    if not inner:
        key, colon, value = bare.partition(":")
        if not colon:
            raise UnreadableFile(line=number, reason=bare)
        said[key.strip()] = value.strip().strip("\"'")
        return
    if bare.startswith("- ") and ":" in bare:
        drafts.append(_Draft(number))
        bare = bare[2:]
    if not drafts:
        raise UnreadableFile(line=number, reason=bare)
    try:
        _fill(drafts[-1], bare)
    except ValueError as fault:
        raise UnreadableFile(line=number, reason=str(fault)) from fault


def _fill(draft: _Draft, bare: str) -> None:
    if bare.startswith("-"):
        draft.boards.append(int(bare[1:]))
        return
    key, _, value = bare.partition(":")
    if key.strip() == "boards":
        draft.boards.extend(int(part) for part in value.strip(" []").split(",") if part.strip())
    else:
        draft.numbers[key.strip()] = int(value)
