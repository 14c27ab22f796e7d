"""How fast anybody may ask."""

import pytest

from services.api.http.limits import Limits
from services.settings import Settings
from tests.services.api.door import Door, Visit


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return Settings(data=settings.data, reads_per_second=1, plays_per_second=1)


def test_reads_never_starve_a_move(visit: Visit) -> None:
    """Who reads too much is told when to come again, and may still play."""

    async def hurry(door: Door) -> None:
        made = await door.post("/v1/matches", {"game": "caissa-solitario"})
        name = made.json()["match"]
        token = (await door.post(f"/v1/matches/{name}/join")).json()["token"]
        view = await door.get(f"/v1/matches/{name}/view", token)
        assert view.headers["ratelimit"] == '"read";r=9;t=10'
        assert view.headers["ratelimit-policy"] == '"read";q=10;w=10'
        while (last := await door.get(f"/v1/matches/{name}", token)).status_code == 200:
            pass
        assert (last.status_code, last.json()["code"]) == (429, "limited")
        assert int(last.headers["retry-after"]) >= 1
        body = {"move": view.json()["moves"][0]}
        assert (await door.post(f"/v1/matches/{name}/moves", body, token)).status_code == 200
        assert (await door.get(f"/v1/matches/{name}")).status_code == 200, "another's bucket"

    visit(hurry)


def test_guessing_tokens_is_dear(visit: Visit) -> None:
    """A few wrong tokens and their sender has to wait."""

    async def guess(door: Door) -> None:
        codes = [(await door.get("/v1/matches/x-0", f"tpt_{n}")).status_code for n in range(4)]
        assert codes[0] == 401
        assert codes[-1] == 429

    visit(guess)


def test_buckets_fill_again_and_are_bounded() -> None:
    """A bucket fills with time, and the least used ones make room."""
    now = [0.0]
    limits = Limits(1, 0, clock=lambda: now[0], most=2)
    for _ in range(10):
        limits.take("a", "read")
    assert limits.take("a", "play") == {}, "0 is no limit"
    now[0] = 2.0
    limits.take("a", "read")
    limits.take("b", "read")
    limits.take("c", "read")
    assert len(limits._buckets) == 2
