"""A board that others still have to play: its own seats see their table, and only their part."""

import json
from typing import Any

import pytest

from events.facts import Board
from services.identity.tokens import Grant
from services.settings import Settings
from tests.services.api.door import Door, Visit
from tests.services.api.served import Served
from tests.services.api.test_secrets import Knowledge, strings
from tests.support.filing import Table, lay_down

BOARD = Table("casino", {"deals": 1}, 2, 1, board=Board("0" * 26 + "-0", "1"))
DOORS = ("", "/view", "/entries", "/entries?sealed=1", "/at/9", "/head", "/stream", "/export")
DOORS += ("/export?format=ndjson", "/export?format=text", "/positions", "/at/9?open=1")
READ = ("match:read", "match:create", "match:judge", "audit:read")


@pytest.mark.parametrize("stop", [20, None])
def test_nobody_else_looks_at_a_board(visit: Visit, stop: int | None) -> None:
    """While it is played and afterwards: no guest, judge or other player gets in by any door."""

    async def knock(door: Door) -> None:
        match = await lay_down(door.services, BOARD._replace(stop=stop))
        for holder in (Grant("judge", READ), Grant("p9", READ, player="p9")):
            await door.services.tokens.give(f"tpt_{holder.actor}", holder)
        for token in ("", "tpt_judge", "tpt_p9"):
            for path in DOORS:
                answer = await door.get(f"/v1/matches/{match}{path}", token)
                assert answer.status_code == 403, (path, token, answer.text)
            proof = await door.get(f"/v1/checkpoint/proof?match={match}", token)
            assert proof.status_code == 403
            forked = await door.post(f"/v1/matches/{match}/forks", {"version": 9}, token)
            assert forked.status_code == 403

    visit(knock)


@pytest.mark.parametrize("stop", [20, None])
def test_a_seat_at_a_board_sees_its_own_part_only(visit: Visit, stop: int | None) -> None:
    """Even when its table has ended, a seat is shown what it was shown in play, and no more."""

    async def look(door: Door) -> None:
        match = await lay_down(door.services, BOARD._replace(stop=stop))
        line = await door.services.matches.cache.steps(match)
        known = Knowledge(line if stop else line[:-1])
        for seat in (0, 1):
            token = f"tpt_p{seat}"
            await door.services.tokens.give(token, Grant(f"p{seat}", READ, player=f"p{seat}"))
            told: list[Any] = []
            for path in ("/view", "/entries", "/entries?sealed=1", f"/at/{len(line)}"):
                answer = await door.get(f"/v1/matches/{match}{path}", token)
                assert answer.status_code == 200, answer.text
                told.append(answer.json())
            for path in ("/at/9?open=1", f"/at/9?seat={1 - seat}", "/positions?open=1"):
                refused = await door.get(f"/v1/matches/{match}{path}", token)
                assert refused.status_code == 403, path
            forked = await door.post(f"/v1/matches/{match}/forks", {"version": 9}, token)
            assert forked.status_code in (403, 409)
            hidden = known.hidden(seat, len(known.line))
            assert bool(hidden) == bool(stop), "with one deal all cards are played"
            assert not hidden & set(strings(told))
            seed = await door.services.commands.seeds.of(match)
            assert seed.hex() not in json.dumps(told)

    visit(look)


def test_a_socket_shows_no_board_to_others(flushed: str, settings: Settings) -> None:
    """Watching a board's table over a socket is for its seats."""
    with Served(settings, flushed) as served:
        match = served.run(lay_down(served.services, BOARD._replace(stop=20)))
        with served.socket() as talk:
            refused = talk.answer(do="watch", match=match)
            assert refused["problem"]["code"] == "forbidden"
            assert not talk.frames
