"""The same request twice is one request; the same key for another is refused."""

import asyncio

from tests.services.api.door import Door, Visit

KEY = "7c2f5a3e-8f0e-4b9c"
OTHER = "1b2c3d4e-5f60-7182"


def test_a_match_is_made_once(visit: Visit) -> None:
    """A POST that is sent again gives the very same answer, even while the first one runs."""

    async def twice(door: Door) -> None:
        body = {"game": "casino", "seats": ["open", "open"]}
        answers = await asyncio.gather(*[door.post("/v1/matches", body, key=KEY) for _ in "abcd"])
        assert {answer.status_code for answer in answers} == {201}
        assert len({answer.content for answer in answers}) == 1
        reused = await door.post("/v1/matches", {"game": "kaiser"}, key=KEY)
        assert (reused.status_code, reused.json()["code"]) == (422, "key_reused")
        assert (await door.post("/v1/matches", body, key=OTHER)).content != answers[0].content

    visit(twice)


def test_a_seat_is_taken_once(visit: Visit) -> None:
    """Who joins again with his key gets his seat and his token again, not a second seat."""

    async def twice(door: Door) -> None:
        name = await door.match("casino", seats=["open", "open"])
        join = f"/v1/matches/{name}/join"
        first = await door.post(join, key=KEY)
        await door.post(join, key=OTHER)
        assert (await door.post(join, key=KEY)).content == first.content
        other = await door.post(join, {"seat": 1}, key=KEY)
        assert (other.status_code, other.json()["code"]) == (422, "key_reused")
        short = await door.post(join, key="1")
        assert short.status_code == 400, "nobody may guess another's key"

    visit(twice)


def test_a_double_click_is_one_move(visit: Visit) -> None:
    """The same move under the same key, at once or later, is one entry and one answer."""

    async def twice(door: Door) -> None:
        name, tokens = await door.table("casino", seats=["open", "open"])
        base = f"/v1/matches/{name}"
        seat = (await door.get(base)).json()["acting"][0]
        view = (await door.get(f"{base}/view", tokens[seat])).json()
        body = {"move": view["moves"][0]}
        clicks = [door.post(f"{base}/moves", body, tokens[seat], key="1") for _ in "abc"]
        answers = await asyncio.gather(*clicks)
        assert {answer.status_code for answer in answers} == {200}
        assert len({answer.content for answer in answers}) == 1
        assert (await door.get(base)).json()["version"] == view["version"] + 1
        later = await door.post(f"{base}/moves", body, tokens[seat], key="1")
        assert later.content == answers[0].content
        other = await door.post(f"{base}/moves", {"move": view["moves"][-1]}, tokens[seat], key="1")
        assert (other.status_code, other.json()["code"]) == (422, "key_reused")

    visit(twice)


def test_a_captured_command_is_good_nowhere_else(visit: Visit) -> None:
    """A seat's token and key play in no other match and for no other seat."""

    async def replay(door: Door) -> None:
        name, tokens = await door.table("casino", seats=["open", "open"])
        elsewhere, _ = await door.table("casino", seats=["open", "open"])
        base = f"/v1/matches/{name}"
        seat = (await door.get(base)).json()["acting"][0]
        body = {"move": (await door.get(f"{base}/view", tokens[seat])).json()["moves"][0]}
        away = await door.post(f"/v1/matches/{elsewhere}/moves", body, tokens[seat], key="1")
        assert away.status_code == 403
        other = await door.post(f"{base}/moves", body, tokens[1 - seat], key="1")
        assert other.status_code == 409

    visit(replay)


def test_a_client_that_goes_away_leaves_a_whole_move(visit: Visit) -> None:
    """A request that is cancelled mid-way is carried out or not, never in part."""

    async def cancel(door: Door) -> None:
        name, tokens = await door.table("casino", seats=["open", "open"])
        base = f"/v1/matches/{name}"
        for pause in (0, 0, 1, 2, 3, 5, 8, 13):
            now = (await door.get(base)).json()
            seat = now["acting"][0]
            move = (await door.get(f"{base}/view", tokens[seat])).json()["moves"][0]
            key = f"{now['version']}"
            going = asyncio.ensure_future(
                door.post(f"{base}/moves", {"move": move}, tokens[seat], key=key)
            )
            for _ in range(pause * 4):
                await asyncio.sleep(0)
            going.cancel()
            await asyncio.gather(going, return_exceptions=True)
            again = await door.post(f"{base}/moves", {"move": move}, tokens[seat], key=key)
            assert again.status_code == 200, again.text
            assert again.json()["version"] == now["version"] + 1
            stored = await door.services.matches.cache.read(name)
            assert stored.version == now["version"] + 1

    visit(cancel)
