"""Whether tokens still hold is asked for many at once."""

import asyncio

import fakeredis
import pytest

from events.errors import Unauthorized
from services.identity.tokens import Grant, Tokens, hashed

GOOD = Grant("somebody")


def test_many_questions_are_one() -> None:
    """All who ask at the same time hear of their own tokens, by one question to Redis."""

    async def ask() -> tuple[list[bool], int]:
        client = Counting()
        tokens = Tokens(client)
        await tokens.give("a", GOOD)
        await tokens.give("b", Grant("brief", expires=100))
        asked = [["a"], ["b"], ["c"], ["a", "b"], ["a", "c"], []]
        answers = (tokens.hold([hashed(each) for each in names], 99) for names in asked)
        held = await asyncio.gather(*answers)
        return list(held), client.asked

    assert asyncio.run(ask()) == ([True, True, False, True, False, True], 1)


def test_time_and_revocation_are_heard_of() -> None:
    """A token that has run out or was revoked is good no longer, whoever asks."""

    async def ask() -> list[bool]:
        tokens = Tokens(fakeredis.FakeAsyncRedis())
        await tokens.give("brief", Grant("brief", expires=100))
        await tokens.give("gone", GOOD)
        await tokens.revoke("gone")
        with pytest.raises(Unauthorized):
            await tokens.find("brief", 100)
        return [await tokens.hold([hashed(name)], 100) for name in ("brief", "gone")]

    assert asyncio.run(ask()) == [False, False]


def test_who_gives_up_asking_disturbs_nobody() -> None:
    """A question that is cancelled leaves the others theirs, and the next one its own."""

    async def ask() -> list[bool]:
        tokens = Tokens(fakeredis.FakeAsyncRedis())
        await tokens.give("a", GOOD)
        first, second = (asyncio.create_task(tokens.hold([hashed("a")], 0)) for _ in range(2))
        await asyncio.sleep(0)
        first.cancel()
        await asyncio.wait((first,))
        return [await second, await tokens.hold([hashed("a")], 0), first.cancelled()]

    assert asyncio.run(ask()) == [True, True, True]


class Counting(fakeredis.FakeAsyncRedis):
    """Counts how often it is asked for many fields."""

    asked = 0

    async def hmget(self, *words: object) -> list[bytes | None]:  # type: ignore[override]
        self.asked += 1
        return await super().hmget(*words)  # type: ignore[arg-type]
