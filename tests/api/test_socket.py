"""The play socket, on a real server."""

from collections.abc import Iterator

import httpx
import pytest

from services.settings import Settings
from tests.api.served import Served


@pytest.fixture
def served(flushed: str, settings: Settings) -> Iterator[Served]:
    with Served(settings, flushed) as server:
        yield server


@pytest.fixture
def http(served: Served) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=served.url) as client:
        yield client


def table(http: httpx.Client, game: str = "kaiser") -> tuple[str, list[str]]:
    """A match with all seats taken: its id, and the seats' tokens."""
    made = http.post("/v1/matches", json={"game": game}).json()
    joins = [http.post(f"/v1/matches/{made['match']}/join").json() for _ in made["seats"]]
    return made["match"], [join["token"] for join in joins]


def test_play_over_one_socket(served: Served, http: httpx.Client) -> None:
    """A seat watches, is told what it may do, does it, and sees what came of it."""
    name, tokens = table(http)
    with served.socket() as talk:
        for token in tokens:
            talk.answer(do="auth", token=token)
        done = talk.answer(do="watch", match=name)
        assert done["type"] == "done"
        view = talk.frames[0]
        assert view["view"]
        assert view["version"] == done["version"]
        acting = http.get(f"/v1/matches/{name}").json()["acting"][0]
        own = http.get(
            f"/v1/matches/{name}/view", headers={"Authorization": f"Bearer {tokens[acting]}"}
        ).json()
        with served.socket(tokens[acting]) as player:
            player.answer(do="watch", match=name)
            assert player.frames[0]["moves"] == own["moves"]
            done = player.answer(do="move", match=name, move=own["moves"][0])
            assert done == {
                "type": "done",
                "id": "q",
                "match": name,
                "version": view["version"] + 1,
                "head": player.frames[0]["head"],
            }
        seen = talk.hear()
        assert seen["version"] == done["version"]
        assert seen["entry"]["cause"]["seat"] == acting
