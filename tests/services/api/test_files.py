"""Matches are taken away over HTTP, verified offline and online, and audited."""

from typing import Any

import pytest

from events.facts import Board
from projections.audit.verifier import verify
from services.audit.apart import read_keys
from services.identity.tokens import Grant
from tests.services.api.door import Door, Visit
from tests.support.filing import Table, filed, lay_down

BYTES = {"Content-Type": "application/octet-stream"}
CASINO = Table("casino", {"deals": 1}, 2, 1, (0,))


async def sent(door: Door, raw: bytes, **headers: str) -> Any:
    return await door.http.post("/v1/verify", content=raw, headers=BYTES | headers)


def test_a_finished_match_is_taken_away_and_verified(visit: Visit) -> None:
    """The file of a finished match is verified offline under the keys that the house publishes."""

    async def body(door: Door) -> None:
        match = await lay_down(door.services, CASINO)
        answer = await door.get(f"/v1/matches/{match}/export")
        assert answer.status_code == 200, answer.text
        assert answer.headers["content-type"] == BYTES["Content-Type"]
        assert answer.headers["content-disposition"] == f'attachment; filename="{match}.tapete"'
        keys = read_keys((await door.get("/v1/keys")).text)
        report = verify(answer.content, keys)
        assert (report.verdict, report.trusted, report.contributed) == ("verified", True, (0,))
        again = (await sent(door, answer.content)).json()
        assert (again["verdict"], again["match"], again["findings"]) == ("verified", match, [])

    visit(body)


def test_a_live_match_keeps_its_secrets(visit: Visit) -> None:
    """The file of a match that runs is incomplete, in every form, for everybody."""

    async def body(door: Door) -> None:
        match = await lay_down(door.services, CASINO._replace(stop=20))
        file = (await door.get(f"/v1/matches/{match}/export")).content
        assert {one.code for one in verify(file).findings} == {"withheld", "unfinished"}
        lines = (await door.get(f"/v1/matches/{match}/export?format=ndjson")).text
        assert lines.count("\n") == 20
        shuffled = next(line for line in lines.splitlines() if "match.Shuffled" in line)
        assert '"cards":{"by":"house","count":52}' in lines
        assert '"values"' not in shuffled

    visit(body)


def test_a_match_is_read_in_two_languages(visit: Visit) -> None:
    """The text is told in the reader's language."""

    async def body(door: Door) -> None:
        match = await lay_down(door.services, CASINO)
        path = f"/v1/matches/{match}/export?format=text"
        english = await door.get(path, **{"Accept-Language": "en"})
        spanish = await door.get(path, **{"Accept-Language": "es"})
        assert english.headers["content-type"].startswith("text/plain")
        assert "The house shuffles." in english.text
        assert "La casa baraja." in spanish.text

    visit(body)


def test_a_board_is_not_taken_away(visit: Visit) -> None:
    """Nobody gets the file of a tournament's table whose cards others still have to play."""

    async def body(door: Door) -> None:
        match = await lay_down(door.services, CASINO._replace(board=Board("0" * 26 + "-0", "1")))
        assert (await door.get(f"/v1/matches/{match}/export")).status_code == 403

    visit(body)


def test_what_is_wrong_is_said(visit: Visit) -> None:
    """A forged file is answered with the finding in the reader's language, never with a 5xx."""

    async def body(door: Door) -> None:
        raw = filed(CASINO)
        broken = raw[:500] + bytes([raw[500] ^ 1]) + raw[501:]
        answer = await sent(door, broken, **{"Accept-Language": "es"})
        assert answer.status_code == 200
        report = answer.json()
        assert report["verdict"] == "broken"
        assert report["findings"][0]["version"] > 0
        assert report["findings"][-1]["text"] == "se cambiaron bytes del archivo"
        assert (await sent(door, b"")).json()["findings"][0]["code"] == "container"

    visit(body)


@pytest.mark.parametrize("kind", ["application/json", "text/plain"])
def test_only_files_are_verified(visit: Visit, kind: str) -> None:
    """What doesn't say that it is a file is refused, and what is too long."""

    async def body(door: Door) -> None:
        head = {"Content-Type": kind}
        assert (await door.http.post("/v1/verify", content=b"{}", headers=head)).status_code == 415
        assert (await sent(door, bytes(9 << 20))).status_code == 413

    visit(body)


def test_an_audit_needs_its_scope(visit: Visit) -> None:
    """Who may audit gets the report; a live match is audited with the house's seed."""

    async def body(door: Door) -> None:
        match = await lay_down(door.services, CASINO)
        path = f"/v1/matches/{match}/audit"
        assert (await door.get(path)).status_code == 403
        await door.services.tokens.give("tpt_auditor", Grant("auditor", ("audit:read",)))
        report = (await door.get(path, "tpt_auditor")).json()
        assert (report["verdict"], report["findings"]) == ("verified", [])
        assert report["contributed"] == [0]

    visit(body)
