"""When Redis is full, away or out of disk: refusals that change nothing, and then it goes on."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import redis

from services.heads.signed import frozen
from tests.drills.crowd import Crowd, Table
from tests.drills.proof import prove
from tests.drills.service import PARTITIONS, Service
from tests.support import scene
from tests.support.scene import House

SHORT = Table("caissa-escratch", {}, 2, 0)


@contextmanager
def one(service: Service) -> Iterator["One"]:
    with httpx.Client(base_url=service.url, trust_env=False, timeout=20) as http:
        yield One(http)


class One:
    """A match of two people over plain HTTP."""

    def __init__(self, http: httpx.Client) -> None:
        self.http = http
        made = self.http.post("/v1/matches", json={"game": "casino"}).json()
        self.path = f"/v1/matches/{made['match']}"
        self.tokens = [self.http.post(f"{self.path}/join").json()["token"] for _ in made["seats"]]

    def view(self, seat: int) -> Any:
        head = {"Authorization": f"Bearer {self.tokens[seat]}"}
        return self.http.get(f"{self.path}/view", headers=head).raise_for_status().json()

    def acting(self) -> int:
        return int(self.http.get(self.path).raise_for_status().json()["acting"][0])

    def move(self, key: str) -> httpx.Response:
        """Make the first move of who is to act."""
        seat = self.acting()
        head = {"Authorization": f"Bearer {self.tokens[seat]}", "Idempotency-Key": key}
        body = {"move": self.view(seat)["moves"][0]}
        return self.http.post(f"{self.path}/moves", json=body, headers=head)

    def is_refused(self, key: str) -> None:
        """The move can't be written now: 503, a time to come again, and nothing has changed."""
        before = [self.view(seat) for seat in (0, 1)]
        refused = self.move(key)
        assert (refused.status_code, refused.json()["code"]) == (503, "unavailable")
        assert refused.headers["content-type"] == "application/problem+json"
        assert int(refused.headers["retry-after"]) > 0
        assert [self.view(seat) for seat in (0, 1)] == before
        assert self.http.get("/readyz").status_code == 503

    def goes_on(self, key: str) -> None:
        """The same move, sent again until it is taken, is played once; then play goes on."""
        version = self.view(0)["version"]
        until = time.monotonic() + 15
        while (done := self.move(key)).status_code == 503:
            assert time.monotonic() < until, "it does not recover"
            time.sleep(0.1)
        assert (done.status_code, done.json()["version"]) == (200, version + 1)
        assert self.move("next").json()["version"] == version + 2
        assert self.http.get("/readyz").status_code == 200


@pytest.mark.slow
def test_a_full_memory_refuses_moves_and_forgets_nothing(tmp_path: Path) -> None:
    """At maxmemory a move is refused (503) and what is known stays; with room it is played."""
    with Service(tmp_path) as service, one(service) as match:
        assert match.move("first").status_code == 200
        service.redis.do("CONFIG", "SET", "maxmemory", "1")
        match.is_refused("second")
        assert match.http.post("/v1/matches", json={"game": "casino"}).status_code == 503
        service.redis.do("CONFIG", "SET", "maxmemory", "0")
        match.goes_on("second")


@pytest.mark.slow
def test_a_full_disk_refuses_moves_until_there_is_room(tmp_path: Path) -> None:
    """Where the log can't grow moves are refused, views are served; with room play goes on."""
    with Service(tmp_path, "--appendfsync", "everysec") as service, one(service) as match:
        assert match.move("first").status_code == 200
        service.redis.fill_disk()
        fill(service)
        match.is_refused("second")
        service.redis.free_disk()
        match.goes_on("second")


def fill(service: Service) -> None:
    """Write until Redis notices that its file can't grow."""
    until = time.monotonic() + 10
    while takes_more(service):
        assert time.monotonic() < until, "the disk is not full"
        time.sleep(0.02)


def takes_more(service: Service) -> bool:
    try:
        service.redis.do("SET", "filler", "x" * 1000)
    except redis.ResponseError as error:
        return "MISCONF" not in str(error)
    return True


@pytest.mark.slow
def test_a_long_absence_of_redis_is_survived(tmp_path: Path) -> None:
    """Redis stands still for longer than anybody waits: who plays comes back, and nothing is lost.

    Moves are refused meanwhile; none that was confirmed is missing afterwards, none is doubled.
    """
    with Service(tmp_path) as service:

        async def act(house: House) -> None:
            crowd = await Crowd.seated(service.url, [SHORT] * 10)
            crowd.begin()
            await crowd.reaches(40)
            service.redis.pause()
            await asyncio.sleep(11)  # the log waits ten seconds at most for an answer
            kept = crowd.kept
            service.redis.resume()
            await crowd.ends()
            assert crowd.kept > kept
            assert not await frozen(house.services.redis)
            await house.caught_up()
            service.worker.stop()
            await prove(house, crowd, service.url)

        scene.run(service.redis.url, service.data, act, PARTITIONS)
