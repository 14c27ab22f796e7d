"""What a command says it has seen, and whether that still holds (over HTTP: ``after``)."""

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol, TypeVar

from events.errors import Refused, Stale
from events.steps import Sealed, Step
from services.aggregates.cache import Cache, Known

A = TypeVar("A", bound=Sealed)


class Seen(NamedTuple):
    """A head: version and seal, and the service's signature where the client has it."""

    version: int
    seal: bytes
    signature: bytes | None = None


class Signatures(Protocol):
    """Who knows the house's own signatures."""

    def signed_by(self, match: str, n: int, seal: bytes, signature: bytes) -> str | None: ...


Still = Callable[[A, Step[Any, A]], bool]
"""Whether a wish still holds: (what was seen, a step that came after it)."""


async def check_seen(
    cache: Cache[A], keys: Signatures, known: Known[A], seen: Seen, still: Still[A]
) -> None:
    """Refuse what rests on another past; freeze the log if our own signature vouches for it."""
    state = await cache.current(known)
    if seen.version == state.version and seen.seal == state.seal:
        return
    if seen.version >= state.version:
        state = await cache.refresh(known)
    if not 0 < seen.version <= state.version:
        contradicted(cache, keys, seen, state)
    line = await cache.replays.line(state.id)
    then = line[seen.version - 1].after
    if then.seal != seen.seal:
        contradicted(cache, keys, seen, state)
    if not all(still(then, step) for step in line[seen.version :]):
        raise Stale(match=state.id, head=state.version)


def contradicted(cache: Cache[A], keys: Signatures, seen: Seen, state: A) -> None:
    """A head that is not on our chain: with our signature on it, history has forked."""
    signature = seen.signature
    if signature and keys.signed_by(state.id, seen.version, seen.seal, signature):
        reason = f"a signed head at version {seen.version} is not in the log"
        raise cache.freezer.freeze(state.id, reason)
    raise WrongHead(match=state.id, head=state.version)


class WrongHead(Refused):
    """The head that a command names never was the head of this match."""

    code = "wrong_head"
