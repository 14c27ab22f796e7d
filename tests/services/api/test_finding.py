"""Finding matches and players, and going back: rewinds and forks."""

from typing import Any

import pytest

from services.settings import Settings
from tests.services.api.door import Door, Visit
from tests.support.scene import House, Models


async def projected(door: Door) -> None:
    """Let the projectors take in all there is."""
    url = door.services.settings.redis_url
    assert url is not None
    models = Models(url)
    house = House(door.services, models, url)
    try:
        for partition in range(door.services.settings.partitions):
            await house.project(partition)
    finally:
        await models.close()


@pytest.fixture
def settings(settings: Settings, flushed: str) -> Settings:
    return Settings(
        data=settings.data,
        redis_url=flushed,
        reads_per_second=0,
        plays_per_second=0,
        origins=("https://play.example",),
    )


def test_the_lobby_page_by_page(visit: Visit) -> None:
    """Listed matches are found by game, state and player, the newest first, each once."""

    async def find(door: Door) -> None:
        names = [await door.match("casino", seats=["open", "open"]) for _ in range(5)]
        other = await door.match("kaiser")
        hidden = await door.match("casino", unlisted=True)
        token = (await door.post(f"/v1/matches/{names[0]}/join")).json()["token"]
        await projected(door)
        pages: list[list[str]] = []
        path = "/v1/matches?game=casino&limit=2"
        while path:
            answer = await door.get(path)
            pages.append([match["match"] for match in answer.json()["matches"]])
            link = answer.headers.get("link", "")
            path = link.partition(">")[0].lstrip("<")
        assert [name for page in pages for name in page] == names[::-1]
        assert [len(page) for page in pages] == [2, 2, 1]
        everything = (await door.get("/v1/matches?state=open")).json()["matches"]
        found = {match["match"] for match in everything}
        assert found == {*names, other}
        assert hidden not in found
        player = (await door.get(f"/v1/matches/{names[0]}", token)).json()["seats"][0]["player"]
        his = (await door.get(f"/v1/matches?player={player}")).json()["matches"]
        assert [match["match"] for match in his] == [names[0]]
        assert (await door.get("/v1/matches?state=lost")).status_code == 400
        assert (await door.get("/v1/matches?limit=0")).status_code == 400

    visit(find)


def test_a_player_s_record(visit: Visit) -> None:
    """An application's user has a tally of the matches that he has ended, and a list of them."""

    async def look(door: Door) -> None:
        club = await door.admin("match:create", "match:play", "match:read", actor="club")
        made = await door.post("/v1/matches", {"game": "casino", "seats": ["open", "open"]}, club)
        name = made.json()["match"]
        for user in ("ana", "bo"):
            await door.post(f"/v1/matches/{name}/join", token=club, **{"Tapete-Player": user})
        await door.post(f"/v1/matches/{name}/resign", token=club, **{"Tapete-Player": "bo"})
        await projected(door)
        ana = (await door.get("/v1/players/club:ana")).json()
        assert ana["games"] == {"casino": {"played": 1, "first": 1}}
        bo = (await door.get("/v1/players/club:bo/matches")).json()
        assert [match["match"] for match in bo["matches"]] == [name]
        assert (await door.get("/v1/players/nobody")).json()["games"] == {}

    visit(look)


async def moved(door: Door, name: str, tokens: list[str]) -> int:
    """Let somebody play; the version after it."""
    seat = (await door.get(f"/v1/matches/{name}")).json()["acting"][0]
    move = (await door.get(f"/v1/matches/{name}/view", tokens[seat])).json()["moves"][0]
    answer = await door.post(f"/v1/matches/{name}/moves", {"move": move}, tokens[seat])
    return int(answer.json()["version"])


def test_taking_back(visit: Visit) -> None:
    """A judge rewinds at once; players when all have wished it; the record only grows."""

    async def back(door: Door) -> None:
        name, tokens = await door.table("casino", seats=["open", "open"])
        base = f"/v1/matches/{name}"
        start = (await door.get(f"{base}/view", tokens[0])).json()
        last = await moved(door, name, tokens)
        wish: dict[str, Any] = {"to": start["version"]}
        first = (await door.post(f"{base}/rewind", wish, tokens[0])).json()
        assert (first["version"], first["agreed"]) == (last, [0])
        assert (await door.post(f"{base}/rewind", wish)).status_code == 403
        second = (await door.post(f"{base}/rewind", wish, tokens[1])).json()
        assert second["agreed"] == [0, 1]
        assert second["version"] > last
        judge = await door.admin("match:judge", actor="judge")
        wish["to"] = (await door.get(base)).json()["version"]
        then = (await door.get(f"{base}/view", tokens[0])).json()["view"]
        last = await moved(door, name, tokens)
        wish |= {"reason": "a card fell", "keep_deck": True}
        done = await door.post(f"{base}/rewind", wish, judge)
        assert done.json()["version"] == last + 1
        assert (await door.get(f"{base}/view", tokens[0])).json()["view"] == then
        ahead = await door.post(f"{base}/rewind", {"to": 99}, judge)
        assert ahead.status_code == 409

    visit(back)


def test_what_if(visit: Visit) -> None:
    """A finished match can be gone on from by anybody; a live one's fork is closed to all."""

    async def fork(door: Door) -> None:
        name, tokens = await door.table("casino", seats=["open", "open"])
        base = f"/v1/matches/{name}"
        version = await moved(door, name, tokens)
        early = await door.post(f"{base}/forks", {"version": version})
        assert early.status_code == 403
        judge = await door.admin("match:judge", "match:create", "match:read", actor="judge")
        body = {"version": version, "seats": ["bot", "bot"]}
        made = await door.post(f"{base}/forks", body, judge)
        assert made.status_code == 201, made.text
        closed = await door.get(made.headers["location"] + "/view", judge)
        assert closed.status_code == 403
        await door.post(f"{base}/resign", token=tokens[0])
        assert (await door.get(made.headers["location"] + "/view", judge)).status_code == 200
        after = await door.post(f"{base}/forks", {"version": version}, key="a key of mine, long")
        assert after.status_code == 201
        assert after.json()["match"] != name
        again = await door.post(f"{base}/forks", {"version": version}, key="a key of mine, long")
        assert again.json()["match"] == after.json()["match"]

    visit(fork)


def test_pages_of_allowed_origins_may_call(visit: Visit) -> None:
    """CORS lets the pages that are named call with a token; others get no leave."""

    async def call(door: Door) -> None:
        for origin, allowed in (("https://play.example", True), ("https://evil.example", False)):
            asked = {
                "Origin": origin,
                "Access-Control-Request-Method": "POST",
                "Access-Control-Request-Headers": "authorization,idempotency-key",
            }
            leave = await door.http.options("/v1/matches", headers=asked)
            assert (leave.headers.get("access-control-allow-origin") == origin) is allowed
            answer = await door.get("/v1/games", Origin=origin)
            assert (answer.headers.get("access-control-allow-origin") == origin) is allowed

    visit(call)


def test_figures_tell_nothing_of_anybody(visit: Visit) -> None:
    """Metrics count requests and moves; no match, player, token or card is in them."""

    async def measure(door: Door) -> None:
        name, tokens = await door.table("casino", seats=["open", "open"])
        await moved(door, name, tokens)
        await door.get("/v1/nowhere")
        text = (await door.get("/metrics")).text
        assert 'tapete_requests_total{method="POST",status="2xx"}' in text
        assert 'status="4xx"' in text
        for secret in (name, name[:10], *tokens, "guest-"):
            assert secret not in text
        assert (await door.get("/healthz")).json() == {"status": "ok"}
        assert (await door.get("/readyz")).json() == {"status": "ready"}

    visit(measure)
