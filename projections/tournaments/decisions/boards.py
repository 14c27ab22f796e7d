"""The fair deal of a tournament's boards: committed early, mixed by the entrants, opened late.

The house commits to a seed for each board before anybody registers. Entrants may promise a part in
them until registration closes, and show it before the first round; who doesn't is left out. What a
board's tables are dealt from is all of that together, so nobody could choose it:

    SHA-256("tapete-board/1" || LP(seed) LP(tournament) LP(u32be board) LP(contribution) …)
"""

from collections.abc import Sequence
from hashlib import sha256
from struct import Struct

from events.seals import lp
from projections.tournaments import commands as c
from projections.tournaments import facts as f
from projections.tournaments.decisions.checks import known, need
from projections.tournaments.errors import NotNow
from projections.tournaments.facts import AnyFact
from projections.tournaments.pairing.limits import movement_for
from projections.tournaments.state import State

Facts = tuple[AnyFact, ...]
SECRET_HEX = 64
OPEN_BOARDS = 256
"""So many boards are committed where nobody can say yet how many will be needed."""

_u32 = Struct(">I").pack


def board_seed(seed: bytes, tournament: str, board: int, contributions: Sequence[bytes]) -> bytes:
    """The seed (32 bytes) that all tables of a board are dealt from."""
    parts = (seed, tournament.encode(), _u32(board), *contributions)
    return sha256(b"tapete-board/1" + lp(*parts)).digest()


def contributed(state: State) -> tuple[bytes, ...]:
    """What the entrants contributed, in the order of the seeding."""
    given = state.contributions
    return tuple(bytes.fromhex(given[id]) for id in state.order if id in given)


def most_boards(state: State) -> int:
    """How many boards are committed at the creation: what the announcement can need."""
    settings = state.settings
    a_round = max(1, settings.boards)
    if settings.plan is not None and settings.movement == "given":
        return max((max(hand.boards) for hand in settings.plan.hands if hand.boards), default=0)
    sets = settings.capacity if settings.movement else settings.rounds
    return OPEN_BOARDS if sets is None else min(OPEN_BOARDS, sets * a_round)


def check_boards(state: State, entrants: int, rounds: int) -> None:
    """Refuse a field that would need more boards than were committed."""
    if not state.commitments:
        return
    if state.settings.movement:
        plan = movement_for(state.settings, entrants)
        needed = max((board for hand in plan.hands for board in hand.boards), default=0)
    else:
        needed = rounds * max(1, state.settings.boards)
    if needed > len(state.commitments):
        raise NotNow(reason="boards_short", needed=needed, count=len(state.commitments))


def promise(state: State, command: c.Promise) -> Facts:
    need(state, "registration")
    known(state, command.entrant)
    if not state.commitments:
        raise NotNow(reason="no_boards")
    if not _is_hex(command.commitment):
        raise NotNow(reason="not_a_commitment")
    return (f.Promised(command.entrant, command.commitment),)


def contribute(state: State, command: c.Contribute) -> Facts:
    need(state, "locked")
    known(state, command.entrant)
    promised = state.promises.get(command.entrant)
    shown = command.contribution
    if not _is_hex(shown) or sha256(bytes.fromhex(shown)).hexdigest() != promised:
        raise NotNow(reason="not_as_promised")
    if command.entrant in state.contributions:
        return ()
    return (f.Contributed(command.entrant, shown),)


def _is_hex(text: str) -> bool:
    return len(text) == SECRET_HEX and set(text) <= set("0123456789abcdef")


def commit_boards(state: State, command: c.CommitBoards) -> Facts:
    """The decks must be fixed before anybody has registered."""
    need(state, "registration")
    if state.entrants or state.commitments:
        raise NotNow(reason="boards_late")
    return (f.BoardsCommitted(command.commitments),)


def open_board(state: State, command: c.OpenBoard) -> Facts:
    """Disclose a board that nobody will play any more."""
    if state.phase not in ("running", "finished", "cancelled"):
        raise NotNow(reason=state.phase)
    if not 1 <= command.board <= len(state.commitments) or command.board in state.opened:
        raise NotNow(reason="no_such_board")
    if state.phase == "running" and not _spent(state, command.board):
        raise NotNow(reason="board_in_play")
    if sha256(bytes.fromhex(command.seed)).hexdigest() != state.commitments[command.board - 1]:
        raise NotNow(reason="not_as_promised")
    return (f.BoardOpened(command.board, command.seed),)


def _spent(state: State, board: int) -> bool:
    """In a movement a board can come back until the last round; else after its own round."""
    if state.settings.movement and (len(state.rounds) < state.total):
        return False
    return all(
        table.number in round.results
        for round in state.rounds
        for table in round.pairing.tables
        if board in table.boards
    ) and any(board in table.boards for round in state.rounds for table in round.pairing.tables)
