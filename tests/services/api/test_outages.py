"""What watchers get to see when the log's answers get lost, or when a log is broken."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import redis

from events.errors import Unavailable
from events.keys import feed_key, log_key
from services.settings import Settings
from tests.services.api.served import Served, Talk


@pytest.fixture
def served(flushed: str, settings: Settings) -> Iterator[Served]:
    with Served(settings, flushed) as server:
        yield server


@contextmanager
def answers_lost(served: Served) -> Iterator[None]:
    """Appends are written, but nobody hears of it."""
    log: Any = served.services.log
    append = log.append

    async def lost(batch: Any) -> Any:
        await append(batch)
        raise Unavailable(known=False, reason="the connection was lost")

    log.append = lost
    yield
    log.append = append


class Watched:
    """A match that both seats and a guest watch."""

    def __init__(self, served: Served, talks: list[Talk], name: str) -> None:
        self.served, self.talks, self.name = served, talks, name
        for talk in talks:
            talk.answer(do="watch", match=name)
        self.version = talks[0].frames[0]["version"]
        self.moves = [talk.frames[0].get("moves") for talk in talks]

    def move(self) -> tuple[Talk, dict[str, Any]]:
        """Who is to act, and the move that he asks for."""
        seat = next(seat for seat, moves in enumerate(self.moves) if moves)
        key = f"{self.version}"
        return self.talks[seat], {"match": self.name, "move": self.moves[seat][0], "key": key}

    def frame(self, talk: Talk) -> Any:
        """The next frame that is heard, whatever is said between."""
        while (heard := talk.hear()).get("type") is not None:
            pass
        return heard

    def seen_by_all(self, but: Talk) -> None:
        """Everybody sees the next version, and no other before it."""
        self.version += 1
        for seat, talk in enumerate(self.talks):
            if talk is but:
                frame = next(f for f in talk.frames if "type" not in f)
            else:
                frame = self.frame(talk)
            assert frame["version"] == self.version
            self.moves[seat] = frame.get("moves")


@contextmanager
def watched(served: Served) -> Iterator[Watched]:
    name, tokens = served.table("casino", options={"target": 100})
    with (
        served.socket(tokens[0]) as one,
        served.socket(tokens[1]) as other,
        served.socket() as guest,
    ):
        yield Watched(served, [one, other, guest], name)


def test_an_entry_whose_acknowledgement_was_lost_reaches_all(served: Served) -> None:
    """Who watches hears of it without asking, in its place; asked for again, it is answered."""
    with watched(served) as table:
        for _ in range(3):
            talk, wish = table.move()
            with answers_lost(served):
                refused = talk.answer(do="move", **wish)
            assert refused["problem"]["code"] == "unavailable"
            heard = [f for f in talk.frames if "type" not in f] or [table.frame(talk)]
            done = talk.answer(do="move", **wish)
            assert done["version"] == table.version + 1
            talk.frames += heard
            table.seen_by_all(but=talk)
            talk, wish = table.move()
            assert talk.answer(do="move", **wish)["version"] == table.version + 1
            table.seen_by_all(but=talk)


def test_a_broken_log_ends_nobody_elses_match(served: Served, redis_db: redis.Redis) -> None:
    """A record that is none of ours, announced in the feed: its match is frozen, others go on."""
    broken, _ = served.table()
    with watched(served) as table:
        last = served.http.get(f"/v1/matches/{broken}").json()["version"]
        redis_db.xadd(log_key(broken), {"x": "y"}, id=f"{last + 1}-0")
        redis_db.xadd(feed_key(int(broken[-1])), {"m": broken, "v": last + 1})
        talk, wish = table.move()
        assert talk.answer(do="move", **wish)["type"] == "done"
        table.seen_by_all(but=talk)
        for _ in range(50):
            answer = served.http.get(f"/v1/matches/{broken}")
            if answer.status_code == 423:
                break
        assert answer.json()["code"] == "frozen"
        talk, wish = table.move()
        assert talk.answer(do="move", **wish)["type"] == "done"
        table.seen_by_all(but=talk)
