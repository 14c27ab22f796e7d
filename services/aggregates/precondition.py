"""What a command says it has seen, and whether that still holds."""

from typing import NamedTuple

from events.errors import Frozen, Refused, Stale
from events.facts import Rewound, Seat
from projections.match.fold import Match
from services.aggregates.tables import Table, Tables
from services.keys.signing import Keys


class Seen(NamedTuple):
    """A head: version and seal, and the service's signature where the client has it."""

    version: int
    seal: bytes
    signature: bytes | None = None


async def check_seen(
    tables: Tables, keys: Keys, table: Table, match: Match, seat: Seat | None, seen: Seen
) -> None:
    """Refuse what rests on another past; freeze the match if our own signature vouches for it."""
    if seen.version == match.version and seen.seal == match.seal:
        return
    if seen.version >= match.version:
        match = await tables.refresh(table)
    if not 0 < seen.version <= match.version:
        contradicted(tables, keys, table, seen, match.version)
    line = await tables.replays.line(match.id)
    if line[seen.version - 1].match.seal != seen.seal:
        contradicted(tables, keys, table, seen, match.version)
    then = line[seen.version - 1].match
    for step in line[seen.version :]:
        if isinstance(step.entry.cause, Rewound) or not same_choice(then, step.match, seat):
            raise Stale(match=match.id, head=match.version)


def same_choice(then: Match, now: Match, seat: Seat | None) -> bool:
    """Whether a seat is still to act, with the same moves."""
    if seat is None:
        return True
    if then.state is None or now.state is None or now.phase != then.phase:
        return False
    moves = now.game.moves(now.state, seat)
    return bool(moves) and moves == then.game.moves(then.state, seat)


def contradicted(tables: Tables, keys: Keys, table: Table, seen: Seen, head: int) -> None:
    """A head that is not on our chain: with our signature on it, history has forked."""
    signature = seen.signature
    if signature and keys.signed_by(table.name, seen.version, seen.seal, signature):
        reason = f"a signed head at version {seen.version} is not in the log"
        raise Frozen(match=table.name, reason=tables.freeze(table.name, reason))
    raise WrongHead(match=table.name, head=head)


class WrongHead(Refused):
    """The head that a command names never was the head of this match."""

    code = "wrong_head"
