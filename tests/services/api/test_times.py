"""Clocks over HTTP: offered, shown to everybody, and final."""

from typing import Any

from services.process.clock import HouseClock
from tests.services.api.door import Door, Visit

FAST = {"per_move": 1000}


class Later:
    """A clock that the test sets forward."""

    def __init__(self) -> None:
        self.milliseconds = 0
        self.clock = HouseClock()

    def __call__(self) -> int:
        return self.clock() + self.milliseconds


async def first_move(door: Door, name: str, tokens: list[str]) -> tuple[str, Any]:
    """The token of who is to act, and his first move."""
    seat = (await door.get(f"/v1/matches/{name}")).json()["acting"][0]
    moves = (await door.get(f"/v1/matches/{name}/view", tokens[seat])).json()["moves"]
    return tokens[seat], moves[0]


def test_the_clocks_are_shown(visit: Visit) -> None:
    """Everybody sees until when a seat has to move; where there is no clock nobody sees one."""

    async def look(door: Door) -> None:
        name, tokens = await door.table("casino", clock=FAST)
        shown = (await door.get(f"/v1/matches/{name}")).json()
        seat = shown["acting"][0]
        assert shown["clock"] == FAST
        assert shown["clocks"]["left"] == [1000, 1000]
        assert shown["clocks"]["deadlines"][seat] == shown["at"] + 1000
        assert shown["clocks"]["deadlines"][1 - seat] is None
        for token in ("", *tokens):
            frame = (await door.get(f"/v1/matches/{name}/view", token)).json()
            assert frame["clocks"] == shown["clocks"]
        other = await door.match("casino")
        assert (await door.get(f"/v1/matches/{other}")).json()["clocks"] is None
        assert "clocks" not in (await door.get(f"/v1/matches/{other}/view")).json()

    visit(look)


def test_a_late_move_is_refused(visit: Visit) -> None:
    """A move after the deadline is refused, in the reader's language, whatever time it claims."""

    async def play(door: Door) -> None:
        now = Later()
        door.services.commands.now = now
        name, tokens = await door.table("casino", clock=FAST)
        token, move = await first_move(door, name, tokens)
        now.milliseconds = 5000
        moves = f"/v1/matches/{name}/moves"
        answer = await door.post(moves, {"move": move}, token, **{"Accept-Language": "es"})
        assert answer.status_code == 409
        assert answer.json()["code"] == "time_up"
        assert "se le acabó el tiempo" in answer.json()["detail"]
        claimed = await door.post(moves, {"move": move, "at": 0}, token)
        assert claimed.status_code == 400

    visit(play)


def test_a_repeated_move_is_not_late(visit: Visit) -> None:
    """Who sends the same command again after the deadline gets the answer that it had in time."""

    async def play(door: Door) -> None:
        now = Later()
        door.services.commands.now = now
        name, tokens = await door.table("casino", clock=FAST)
        token, move = await first_move(door, name, tokens)
        moves = f"/v1/matches/{name}/moves"
        first = await door.post(moves, {"move": move}, token, "once")
        now.milliseconds = 60_000
        again = await door.post(moves, {"move": move}, token, "once")
        assert (first.status_code, again.status_code) == (200, 200)
        assert first.json()["version"] == again.json()["version"]

    visit(play)


def test_offers_with_clocks(visit: Visit) -> None:
    """A clock gives time in one way: for each move, in days, or as a bank; all else is refused."""

    async def offer(door: Door) -> None:
        for clock in ({"days": 2}, {"bank": 5000, "increment": 100, "flag": "forfeit"}):
            name = await door.match("casino", clock=clock)
            assert (await door.get(f"/v1/matches/{name}")).json()["clock"] == clock
        for clock in ({}, {"days": 2, "bank": 5000}, {"per_move": 1000, "increment": 100}):
            answer = await door.post("/v1/matches", {"game": "casino", "clock": clock})
            assert answer.status_code == 422
            assert answer.json()["field"].startswith("clock")

    visit(offer)
