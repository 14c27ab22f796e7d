"""Looking back over HTTP: one version, many, forwards and backwards, and nobody sees too much."""

import json
import time
from typing import Any

import pytest

from services.aggregates.replays import Replays
from tests.services.api.door import Door, Visit


async def finished(door: Door, moves: int = 1000, **more: Any) -> tuple[str, list[str]]:
    """A match that was played to its end, or for so many moves, and its seats' tokens."""
    name, tokens = await door.table("kaiser", **more)
    base = f"/v1/matches/{name}"
    for _ in range(moves):
        acting = (await door.get(base)).json()["acting"]
        if not acting:
            break
        token = tokens[acting[0]]
        legal = (await door.get(f"{base}/view", token)).json()["moves"]
        await door.post(f"{base}/moves", {"move": legal[-1]}, token)
    return name, tokens


def test_many_versions_are_the_single_ones(visit: Visit) -> None:
    """Page by page, each position is what `at` shows for it, with what happened."""

    async def look(door: Door) -> None:
        name, tokens = await finished(door, options={"deals": 1})
        base = f"/v1/matches/{name}"
        last = (await door.get(base)).json()["version"]
        shown: list[Any] = []
        following: int | None = 1
        while following is not None:
            page = (await door.get(f"{base}/positions?from={following}&to={last}&seat=2")).json()
            shown += page["positions"]
            following = page["next"]
        assert [position["version"] for position in shown] == list(range(1, last + 1))
        for version in (last, 9, 14, 1, last - 1):
            single = (await door.get(f"{base}/at/{version}?seat=2")).json()
            position = shown[version - 1]
            assert position.pop("entry")
            assert position == single
        assert tokens

    visit(look)


def test_a_page_says_where_to_go_on(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages are bounded, and the last one says so."""
    monkeypatch.setattr("services.api.routes.matches.replay.PAGE", 4)

    async def look(door: Door) -> None:
        name, _ = await door.table("kaiser")
        base = f"/v1/matches/{name}/positions"
        last = (await door.get(f"/v1/matches/{name}")).json()["version"]
        first = (await door.get(base)).json()
        assert (len(first["positions"]), first["next"]) == (4, 5)
        rest = (await door.get(f"{base}?from={last - 1}")).json()
        assert (len(rest["positions"]), rest["next"]) == (2, None)
        beyond = (await door.get(f"{base}?from={last + 1}")).json()
        assert (beyond["positions"], beyond["next"]) == ([], None)

    visit(look)


def test_a_live_match_is_looked_back_at_with_ones_own_eyes(visit: Visit) -> None:
    """Other seats, and open cards, only once it is over; a spectator sees no hand before."""

    async def look(door: Door) -> None:
        name, tokens = await finished(door, 3)
        base = f"/v1/matches/{name}"
        for asked in ("positions?seat=1", "at/9?seat=1", "positions?open=1", "at/9?open=1"):
            for token in (tokens[0], ""):
                assert (await door.get(f"{base}/{asked}", token)).status_code == 403
        own = (await door.get(f"{base}/positions?seat=0", tokens[0])).json()["positions"]
        hands = own[-1]["view"]["hands"]
        assert [("values" in hand) for hand in hands] == [True, False, False, False]
        watched = await door.get(f"{base}/positions")
        assert '"values"' not in json.dumps([p.get("view") for p in watched.json()["positions"]])

    visit(look)


def test_a_finished_match_is_open(visit: Visit) -> None:
    """Anybody sees it as any seat saw it then, or with all cards open."""

    async def look(door: Door) -> None:
        name, _ = await finished(door, options={"deals": 1})
        base = f"/v1/matches/{name}"
        seen = (await door.get(f"{base}/at/14?seat=1")).json()["view"]["hands"]
        assert [("values" in hand) for hand in seen] == [False, True, False, False]
        everything = (await door.get(f"{base}/at/14?open=1")).json()["view"]["hands"]
        assert all("values" in hand for hand in everything)
        assert (await door.get(f"{base}/at/14?seat=4")).status_code == 403
        assert (await door.get(f"{base}/at/9999")).status_code == 404

    visit(look)


def test_a_thousand_positions_a_second(visit: Visit) -> None:
    """A client that scrubs a finished match gets them one by one or in bulk."""

    async def look(door: Door) -> None:
        name, _ = await finished(door, 60)
        base = f"/v1/matches/{name}"
        last = (await door.get(base)).json()["version"]
        began, shown = time.perf_counter(), 0
        while shown < 2000:
            page = await door.get(f"{base}/positions?to={last}")
            shown += page.content.count(b'"head":')
        assert shown / (time.perf_counter() - began) > 1000

    visit(look)


def test_lines_are_kept_and_let_go(visit: Visit) -> None:
    """A line grows with its match, old answers stay as they were, and memory has a bound."""

    async def look(door: Door) -> None:
        tables = door.services.matches.cache
        names = [(await finished(door, 3))[0] for _ in range(3)]
        whole = len(await tables.steps(names[0]))
        replays = Replays(tables, most=2 * whole)
        before = await replays.line(names[0])
        assert await replays.line(names[0]) is before
        base = f"/v1/matches/{names[0]}"
        judge = await door.admin("match:judge")
        await door.post(f"{base}/pause", {"reason": "tea"}, judge)
        after = await replays.line(names[0])
        assert (len(before), len(after)) == (whole, whole + 1)
        assert after[:-1] == before
        for name in names[1:]:
            await replays.line(name)
        assert replays.steps <= 2 * whole
        assert await replays.line(names[0]) is not after
        replays.forget(names[0])
        assert replays.steps <= whole

    visit(look)


def test_a_line_follows_rewinds(visit: Visit) -> None:
    """What is added to a line in memory is what the whole log would have given."""

    async def look(door: Door) -> None:
        name, _ = await finished(door, 6)
        tables = door.services.matches.cache
        version = len(await tables.replays.line(name))
        judge = await door.admin("match:judge")
        body = {"to": version - 2, "reason": "a slip", "keep_deck": True}
        answer = await door.post(f"/v1/matches/{name}/rewind", body, judge)
        assert answer.status_code == 200, answer.text
        assert list(await tables.replays.line(name)) == await tables.steps(name)

    visit(look)
