"""How a command gets into the log: judged, written in one append, known again when it is repeated.

Whoever loses the race for a version looks again and tries anew. On an unknown outcome nothing is
assumed: what this process knew is dropped and read again.
"""

from collections.abc import Awaitable, Callable
from typing import Generic, NamedTuple, Protocol, TypeVar

from events.errors import Conflict, Corrupt, Refused, Unavailable
from events.seals import command_id
from events.steps import Sealed
from services.aggregates.batch import Batch
from services.aggregates.cache import Cache, Known
from services.aggregates.outages import Outages

A = TypeVar("A", bound=Sealed)
TRIES = 8
"""How often a command is tried again after losing a race."""


class Ask(NamedTuple):
    """Who asks for what, and the key that makes it the same command when it is sent again.

    ``request`` is a digest of the whole request: the same key with another one is refused.
    """

    actor: str
    route: str
    key: str
    request: bytes = b""


class Done(NamedTuple, Generic[A]):
    """The state after a command; ``repeated`` if the command was carried out before."""

    after: A
    repeated: bool = False


Decide = Callable[[A], Awaitable[Batch[A]]]
"""The entries that a command leads to on top of a state, none if it changes nothing.

It is asked again whenever others were faster. Raises ``Refused``.
"""
Check = Callable[[Known[A], A], Awaitable[None]]
"""Refuses what rests on another past than this one."""


class Secret(Protocol):
    """Where the key lies that command ids are made with."""

    @property
    def service(self) -> bytes: ...


class Commands(Generic[A]):
    """The one way into the logs of a kind."""

    def __init__(
        self,
        cache: Cache[A],
        secret: Secret,
        now: Callable[[], int],
        acknowledged: Callable[[A], None] = lambda state: None,
        outages: Outages | None = None,
    ) -> None:
        self.cache = cache
        self.now = now
        self.outages = outages or Outages()
        self._secret = secret
        self._acknowledged = acknowledged

    def id(self, name: str, ask: Ask) -> bytes:
        """A command's id: the raw key never gets out."""
        return command_id(self._secret.service, name, ask.actor, ask.route, ask.key)

    async def known(self, name: str, ask: Ask) -> A | None:
        """The state after a command that was carried out before; None if it never was."""
        version = await self.cache.log.command(name, self.id(name, ask), ask.request)
        return None if version is None else await self.cache.read(name, version)

    def begin(self, first: A) -> None:
        """What a log is before its first entry, for a command that begins it."""
        known = self.cache.known(first.id)
        if known.state is None:
            known.state = first

    async def act(
        self,
        name: str,
        command: bytes,
        decide: Decide[A],
        request: bytes = b"",
        check: Check[A] | None = None,
    ) -> Done[A]:
        """Carry a command out on the state as it is now, whole or not at all, and only once."""
        cache = self.cache
        known = cache.known(name)
        async with known.lock:
            for _ in range(TRIES):
                state = await cache.current(known)
                try:
                    if check is not None:
                        await check(known, state)
                    batch = await decide(state)
                except Refused:
                    before = await cache.log.command(name, command, request)
                    if before is not None:
                        return Done(await cache.read(name, before), repeated=True)
                    if (await cache.refresh(known)).version > state.version:
                        continue
                    raise
                if not batch.steps:
                    return Done(state)
                try:
                    return await self._append(known, batch, request)
                except Conflict:
                    await cache.refresh(known)
        raise Conflict(match=name, head=known.state.version if known.state else 0)

    async def _append(self, known: Known[A], batch: Batch[A], request: bytes) -> Done[A]:
        try:
            appended = await self.cache.log.append(batch.append(request))
            self.outages.worked(self.now())
        except Unavailable:
            self.outages.failed(self.now())
            known.drop()
            raise
        except Corrupt as error:
            reason = str(error.details["reason"])
            raise self.cache.freezer.freeze(known.name, reason) from error
        if appended.repeated:
            return Done(await self.cache.read(known.name, appended.version), repeated=True)
        known.appended(batch.steps)
        self._acknowledged(batch.after)
        return Done(batch.after)
