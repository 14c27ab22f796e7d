"""A match over HTTP: offered, joined, played to its end."""

from tests.api.door import Door, Visit


def test_a_whole_match_of_kaiser(visit: Visit) -> None:
    """Four people who know nothing but the API play Kaiser to its end."""

    async def play(door: Door) -> None:
        name, tokens = await door.table("kaiser", options={"target": 1})
        for _ in range(2000):
            shown = (await door.get(f"/v1/matches/{name}")).json()
            if shown["phase"] == "finished":
                break
            seat = shown["acting"][0]
            view = (await door.get(f"/v1/matches/{name}/view", tokens[seat])).json()
            move = view["moves"][-1]
            answer = await door.post(f"/v1/matches/{name}/moves", {"move": move}, tokens[seat])
            assert answer.status_code == 200, answer.text
        assert shown["result"]["ranks"]

    visit(play)
