"""Many who watch, and one who never reads: whoever plays notices nothing of either."""

import asyncio
import json
import socket
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect

from tests.drills.crowd import OVER, Crowd, Table, say
from tests.drills.service import Service
from tests.services.api.test_attacks import TEXT, UPGRADE, frame

GUESTS = 100
CASINO = Table("casino", {"target": 100}, 2, 0, limit=150)


class Guest:
    """Watches a match, and keeps the versions that he has seen."""

    def __init__(self, url: str, match: str) -> None:
        self.match, self.versions = match, list[int]()
        self.over = False
        self._url = url.replace("http", "ws", 1) + "/v1/stream"

    async def watch(self, since: int | None = None) -> None:
        async with connect(self._url, compression=None, proxy=None, max_size=None) as ws:
            begin = {} if since is None else {"from": since}
            await say(ws, {"do": "watch", "match": self.match, "id": 0} | begin)
            while not self.over:
                self._hear(json.loads(await ws.recv()))

    def _hear(self, heard: Any) -> None:
        if "type" not in heard:
            self.versions.append(heard["version"])
            self.over = heard["phase"] in OVER


class Deaf:
    """Asks for a whole match over and over, and never reads a byte of it."""

    def __init__(self, port: int, match: str) -> None:
        self.raw = socket.create_connection(("127.0.0.1", port), timeout=5)
        self.raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.raw.sendall(UPGRADE + b"\r\n")
        self.ask = frame(TEXT, json.dumps({"do": "watch", "match": match, "from": 0}).encode())

    async def insist(self) -> None:
        """Ask until the house closes the door."""
        with self.raw, suppress(OSError):
            while True:
                await asyncio.to_thread(self.raw.sendall, self.ask)
                await asyncio.sleep(0.01)


class Timed:
    """How long a player waits for each of his moves, in seconds."""

    def __init__(self, crowd: Crowd) -> None:
        self.took: list[float] = []
        for player in crowd.players:
            self._listen(player)

    def _listen(self, player: Any) -> None:
        move, kept = player._move, player._kept
        began: list[float] = []

        async def moving(ws: ClientConnection) -> None:
            idle = player._waiting is None
            await move(ws)
            if idle and player._waiting is not None:
                began[:] = [time.perf_counter()]

        def answered(done: Any) -> None:
            kept(done)
            self.took.append(time.perf_counter() - began[0])

        player._move, player._kept = moving, answered


def resident(pid: int) -> int:
    """MB of memory that a process has."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) // 1024


@pytest.mark.slow
def test_a_hundred_guests_and_a_deaf_one_disturb_nobody(tmp_path: Path) -> None:
    """Each guest sees every version in order, moves stay quick, memory stays what it was.

    The deaf one is let go; who comes back with his last version misses nothing.
    """

    async def act(service: Service) -> None:
        crowd = await Crowd.seated(service.url, [CASINO])
        [match] = crowd.matches
        timed = Timed(crowd)
        guests = [Guest(service.url, match) for _ in range(GUESTS)]
        watching = [asyncio.create_task(guest.watch()) for guest in guests]
        while not all(guest.versions for guest in guests):
            await asyncio.sleep(0.02)
        before = resident(service.api.pid)
        crowd.begin()
        await crowd.reaches(50)
        deaf = asyncio.create_task(Deaf(service.port, match).insist())
        await crowd.ends()
        await asyncio.wait_for(asyncio.gather(*watching), 20)
        await asyncio.wait_for(deaf, 20)
        for guest in guests:
            first, last = guest.versions[0], guest.versions[-1]
            assert guest.versions == list(range(first, last + 1))
        back = Guest(service.url, match)
        await back.watch(guests[0].versions[0])
        assert back.versions == guests[0].versions[1:]
        assert resident(service.api.pid) < before + 40
        took = sorted(timed.took)
        assert took[len(took) // 2] < 0.25, "half of the moves"
        assert took[-1] < 3

    with Service(tmp_path) as service:
        asyncio.run(act(service))
