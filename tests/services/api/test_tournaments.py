"""Tournaments over HTTP: a director's evening, an entrant's rights, pairings made elsewhere."""

import asyncio
import json
from contextlib import asynccontextmanager
from typing import Any

import httpx
import msgspec

from projections.tournaments import commands as c
from projections.tournaments.facts import BoardScore, Outcome
from services.aggregates.commands import Ask
from services.api.http.auth import own_user
from services.api.routes.tournaments.announcements import settings_of
from services.api.schemas.tournaments import Announcement, PointsAsked
from services.identity.tokens import Grant
from services.settings import Settings
from services.wiring import Services, now_ms
from tests.services.api.door import Door, Visit
from tests.services.api.served import Served
from workers import jobs

CUP = {
    "name": "Club evening",
    "game": "kaiser",
    "format": "swiss",
    "members": 2,
    "rounds": 2,
    "options": {"target": 10},
}


def pairs(count: int, kind: str = "bot/") -> dict[str, Any]:
    """So many entrants of two."""
    return {
        "entrants": [
            {"entrant": f"e{n}", "name": f"Pair {n}", "members": [f"{kind}{n}a", f"{kind}{n}b"]}
            for n in range(1, count + 1)
        ]
    }


async def event(door: Door, count: int = 4, kind: str = "bot/", **more: Any) -> tuple[str, str]:
    """A tournament with entrants and its registration closed: its path and its director's token."""
    token = await door.admin("tournament:write", "tournament:direct", "match:read", actor="club")
    answer = await door.post("/v1/tournaments", CUP | more, token)
    assert answer.status_code == 201, answer.text
    path = f"/v1/tournaments/{answer.json()['tournament']}"
    answer = await door.post(f"{path}/entrants", pairs(count, kind), token)
    assert answer.status_code == 201, answer.text
    answer = await door.post(f"{path}/lock", None, token)
    assert answer.status_code == 200, answer.text
    return path, token


@asynccontextmanager
async def working_jobs(door: Door):
    """Does the jobs that are asked for, in this process."""
    services = door.services

    async def ask(name: str, *args: str) -> str:
        tasks.add(asyncio.create_task(jobs.JOBS[name](services, *args)))
        return ""

    tasks: set[asyncio.Task[None]] = set()
    services.jobs.ask = ask
    try:
        yield
    finally:
        await asyncio.gather(*tasks)


def test_a_director_runs_a_round_by_hand(visit: Visit):
    """Propose, pair, publish, start, record, correct, penalise; standings say why."""

    async def body(door: Door) -> None:
        path, token = await event(door, kind="p")
        dry = await door.post(f"{path}/rounds?dry_run=1", None, token)
        assert dry.status_code == 200, dry.text
        assert dry.json()["notes"][0]["text"]
        async with working_jobs(door):
            paired = await door.post(f"{path}/rounds", None, token, key="pair-1")
            again = await door.post(f"{path}/rounds", None, token, key="pair-1")
        assert (paired.status_code, again.status_code) == (201, 201)
        assert paired.json() == again.json()
        tables = [one["table"] for one in paired.json()["tables"]]
        assert tables == [one["table"] for one in dry.json()["tables"]]
        for act in ("publish", "start"):
            answer = await door.post(f"{path}/rounds/1/{act}", None, token)
            assert answer.status_code == 200, answer.text
        assert all(len(one["matches"]) == 1 for one in answer.json()["tables"])
        result = {"ranks": [1, 2], "scores": [52, 10]}
        for number in (1, 2):
            answer = await door.post(f"{path}/rounds/1/tables/{number}/result", result, token)
            assert answer.status_code == 200, answer.text
        corrected = {"ranks": [2, 1], "reason": "scores swapped"}
        answer = await door.post(f"{path}/rounds/1/tables/2/correct", corrected, token)
        assert answer.json()["tables"][1]["outcome"]["ranks"] == [2, 1]
        fine = {"entrant": "e1", "points": 1, "reason": "late"}
        assert (await door.post(f"{path}/penalties", fine, token)).status_code == 200
        lines = (await door.get(f"{path}/standings")).json()["standings"]
        assert sorted(line["points"] for line in lines) == [0, 0, 1, 2]
        assert all(value["text"] for line in lines for value in line["values"])

    visit(body)


def test_only_the_one_who_announced_it_directs(visit: Visit):
    """A token for directing is good for one's own tournaments; entrants speak for themselves."""

    async def body(door: Door) -> None:
        path, _ = await event(door, kind="p", check_in=False)
        other = await door.admin("tournament:direct", "match:read", actor="other")
        answer = await door.post(f"{path}/rounds?dry_run=1", None, other)
        assert answer.status_code == 403
        ana = "tpt_of_ana"
        player = own_user(Grant("club"), "p1a")
        grant = Grant(player, ("match:play", "match:read"), player=player)
        await door.services.tokens.give(ana, grant)
        denied = await door.post(f"{path}/entrants/e2/withdraw", None, ana)
        done = await door.post(f"{path}/entrants/e1/withdraw", None, ana)
        assert (denied.status_code, done.status_code) == (403, 200)
        gone = [one["entrant"] for one in done.json()["entrants"] if one["withdrawn"]]
        assert gone == ["e1"]

    visit(body)


def test_refusals_have_a_code_a_reason_and_two_languages(visit: Visit):
    """What is refused is said in the reader's language, with a stable code."""

    async def body(door: Door) -> None:
        path, token = await event(door)
        refused = await door.post(f"{path}/lock", None, token, **{"Accept-Language": "es"})
        assert refused.status_code == 409
        assert refused.json()["code"] == "not_now"
        assert refused.json()["reason"] == "locked"
        assert "inscripción" in refused.json()["detail"]
        assert (await door.get("/v1/tournaments/t0-0")).status_code == 404
        wrong = await door.post("/v1/tournaments", CUP | {"sizes": [3]}, token)
        assert (wrong.status_code, wrong.json()["field"]) == (422, "sizes")
        unknown = await door.post("/v1/tournaments", CUP | {"colour": 1}, token)
        assert unknown.status_code == 400

    visit(body)


def test_tables_paired_elsewhere_are_all_created_or_none(visit: Visit):
    """One wrong table, and nothing at all has happened."""

    async def body(door: Door) -> None:
        path, token = await event(door)
        good, bad = {"seats": ["e1", "e2"]}, {"seats": ["e3", "nobody"]}
        before = (await door.get(path)).json()
        refused = await door.post(f"{path}/tables", {"tables": [good, bad]}, token)
        assert refused.status_code == 422
        assert (await door.get(path)).json() == before
        tables = {"tables": [good, {"seats": ["e4", "e3"]}]}
        made = await door.post(f"{path}/tables", tables, token, key="tables-1")
        again = await door.post(f"{path}/tables", tables, token, key="tables-1")
        assert made.status_code == again.status_code == 201, made.text
        assert made.json() == again.json()
        assert made.json()["stage"] == "running"
        assert len({name for one in made.json()["tables"] for name in one["matches"]}) == 2

    visit(body)


def test_a_tournament_is_taken_away_and_printed(visit: Visit):
    """CSV, NDJSON, TRF and pages in both languages."""

    async def body(door: Door) -> None:
        path, token = await event(door, kind="p")
        tables = {"tables": [{"seats": ["e1", "e2"]}, {"seats": ["e4", "e3"]}]}
        await door.post(f"{path}/tables", tables, token)
        for number in (1, 2):
            result = {"ranks": [1, 2]}
            await door.post(f"{path}/rounds/1/tables/{number}/result", result, token)
        sheet = (await door.get(f"{path}/export?format=csv")).text.splitlines()
        assert sheet[0].startswith("rank,entrant,name,points")
        assert len(sheet) == 5
        report = (await door.get(f"{path}/export?format=trf")).text
        assert report.startswith("012 Club evening")
        facts = (await door.get(f"{path}/export?format=ndjson")).content.splitlines()
        assert json.loads(facts[0])["type"] == "tournament.Created"
        page = (await door.get(f"{path}/page?lang=es")).text
        assert "Tras la ronda 1 de 2" in page
        assert "Pair 4" in page
        assert "After round 1 of 2" in (await door.get(f"{path}/page?lang=en")).text
        assert (await door.get(f"{path}/crosstable")).status_code == 200
        assert (await door.get(f"{path}/movement")).status_code == 200
        assert (await door.get(f"{path}/bracket")).json()["matches"] == []

    visit(body)


def test_an_announcement_is_changed_until_registration_closes(visit: Visit):
    """PATCH changes what it names, checked like a new announcement."""

    async def body(door: Door) -> None:
        token = await door.admin("tournament:write", "tournament:direct", "match:read", actor="c")
        made = await door.post("/v1/tournaments", CUP, token)
        path = f"/v1/tournaments/{made.json()['tournament']}"
        head = {"Authorization": f"Bearer {token}"}
        answer = await door.http.patch(path, json={"rounds": 3}, headers=head)
        assert answer.status_code == 200, answer.text
        assert answer.json()["settings"]["rounds"] == 3
        assert answer.json()["settings"]["options"]["target"] == 10
        answer = await door.http.patch(path, json={"round": 3}, headers=head)
        assert answer.status_code == 400
        listed = (await door.get("/v1/tournaments")).json()["tournaments"]
        assert [one["tournament"] for one in listed] == [made.json()["tournament"]]
        assert msgspec.json.decode(made.content)["version"] == 1

    visit(body)


def test_a_match_is_no_tournament_nor_the_other_way_round(visit: Visit):
    """An id of the wrong kind is unknown, never a fault of ours."""

    async def body(door: Door) -> None:
        path, _ = await event(door)
        match = await door.match()
        assert (await door.get(f"/v1/tournaments/{match}")).json()["code"] == "unknown_tournament"
        name = path.rpartition("/")[2]
        assert (await door.get(f"/v1/matches/{name}")).json()["code"] == "unknown_match"
        assert (await door.get("/v1/tournaments/t0")).status_code == 404

    visit(body)


def test_a_tournament_is_followed_live(flushed: str, settings: Settings):
    """What was missed comes first, then what is decided; sealed results are left blank."""

    async def act(served: Served) -> str:
        services = served.services
        name = services.house.tournament_id(0, now_ms())
        wish = Announcement(**DUPLICATE)
        await services.tournaments.create(name, Ask("club", "create", name), settings_of(wish))
        entries = tuple(c.Entry(f"e{n}", f"N{n}", (f"p{n}a", f"p{n}b")) for n in range(4))
        await do(services, name, c.Register(entries), c.Lock())
        return name

    with Served(settings, flushed) as served:
        name = served_do(served, act(served))
        url = f"{served.url}/v1/tournaments/{name}/stream?from=1"
        head = {"Accept": "application/x-ndjson"}
        with httpx.stream("GET", url, headers=head, timeout=10) as answer:
            lines = (json.loads(line) for line in answer.iter_lines() if line)
            early = [next(lines) for _ in range(3)]
            outcome = Outcome((1, 2), (5, 1), (BoardScore(1, (5, 1)),))
            commands = c.Pair(1), c.Publish(1), c.StartRound(1), c.Record(1, 1, outcome)
            served_do(served, do(served.services, name, *commands))
            late = [next(lines) for _ in range(4)]
    assert [one["version"] for one in [*early, *late]] == [2, 3, 4, 5, 6, 7, 8]
    assert early[1]["facts"][0]["type"] == "tournament.Registered"
    (result,) = late[-1]["facts"]
    assert result["type"] == "tournament.ResultRecorded"
    assert result["outcome"] == {"ranks": [], "scores": [], "boards": [], "absent": []}


DUPLICATE: dict[str, Any] = {
    "name": "Duplicate",
    "game": "kaiser",
    "format": "duplicate",
    "rounds": 1,
    "members": 2,
    "boards": 1,
    "points": PointsAsked("matchpoints"),
}


async def do(services: Services, name: str, *commands: c.AnyCommand) -> None:
    ask = Ask("club", "do", services.house.token())
    await services.tournaments.do(name, ask, *commands, by="club")


def served_do(served: Served, step: Any) -> Any:
    """Do something in the loop of a server."""
    return asyncio.run_coroutine_threadsafe(step, served.loop).result(10)


def test_a_board_stays_sealed_over_http(visit: Visit):
    """Neither standings nor rounds, exports or the match tell anything before the board is open."""

    async def body(door: Door) -> None:
        points = {"by": "matchpoints"}
        more = {"format": "duplicate", "rounds": 1, "boards": 1, "points": points}
        path, token = await event(door, kind="p", **more)
        tables = {"tables": [{"seats": ["e1", "e2"], "boards": [1]}]}
        tables["tables"].append({"seats": ["e3", "e4"], "boards": [1]})
        made = await door.post(f"{path}/tables", tables, token)
        assert made.status_code == 201, made.text
        scored = {"board": 1, "scores": [987654, 5]}
        result = {"ranks": [1, 2], "scores": [987654, 5], "boards": [scored]}
        shown = await door.post(f"{path}/rounds/1/tables/1/result", result, token)
        assert shown.json()["tables"][0] | {"matches": []} == {
            "table": made.json()["tables"][0]["table"],
            "matches": [],
            "outcome": None,
            "sealed": True,
        }
        for what in (
            "standings",
            "crosstable",
            "boards",
            "export?format=ndjson",
            "page",
            "rounds/1",
        ):
            answer = await door.get(f"{path}/{what}")
            assert answer.status_code == 200, answer.text
            assert "987654" not in answer.text.replace(path, ""), what
        assert (await door.get(f"{path}/standings")).json()["sealed"] == 1
        boards = (await door.get(f"{path}/boards")).json()["boards"]
        assert boards[0]["seed"] is None

    visit(body)


def test_a_socket_follows_tournaments_too(flushed: str, settings: Settings):
    """One connection for matches and tournaments; unwatched means silence."""

    async def act(served: Served) -> str:
        name = served.services.house.tournament_id(0, now_ms())
        wish = Announcement(**DUPLICATE)
        ask = Ask("club", "create", name)
        await served.services.tournaments.create(name, ask, settings_of(wish))
        return name

    def entering(number: int) -> c.Register:
        return c.Register((c.Entry(f"e{number}", "N", (f"p{number}a", f"p{number}b")),))

    with Served(settings, flushed) as served, served.socket() as talk:
        name = served_do(served, act(served))
        assert talk.answer(do="watch", match=name) == {
            "type": "done",
            "id": "q",
            "match": name,
            "version": 2,
        }
        served_do(served, do(served.services, name, entering(1)))
        heard = talk.hear()
        assert (heard["version"], heard["facts"][0]["entrant"]) == (3, "e1")
        assert talk.answer(do="watch", match=name, **{"from": 1})["version"] == 3
        assert [one["version"] for one in talk.frames] == [2, 3]
        talk.answer(do="unwatch", match=name)
        served_do(served, do(served.services, name, entering(2)))
        assert talk.answer(do="watch", match=name)["version"] == 4
        assert talk.frames == []
