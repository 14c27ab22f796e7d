"""People at many tables, each at a real WebSocket: they come back and insist, whatever happens."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Collection, Iterator
from typing import Any, NamedTuple

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.support.playing import dice

AGAIN = 0.05  # seconds before another try
TRY_AGAIN = ("unavailable", "conflict", "limited")
OVER = ("finished", "aborted")


class Kept(NamedTuple):
    """What the house has confirmed: a move's key, and the head of its match after it."""

    key: str
    version: int
    head: str


class Player:
    """Plays a seat at random. A move without an answer is sent again under its key, ``asked``."""

    def __init__(self, url: str, match: str, seat: int, token: str) -> None:
        self.match, self.seat, self.token = match, seat, token
        self.kept: list[Kept] = []
        self.heads: dict[int, str] = {}
        self.asked = self.sent_again = 0
        self.refused: Any = None
        self._url = url.replace("http", "ws", 1) + "/v1/stream"
        self._throw = dice((seat, "drill"))
        self._frame: Any = None
        self._waiting: dict[str, Any] | None = None

    @property
    def version(self) -> int | None:
        """The newest version that was seen."""
        return None if self._frame is None else int(self._frame["version"])

    @property
    def over(self) -> bool:
        """The end was seen, and nothing is without an answer."""
        ended = self._frame is not None and self._frame["phase"] in OVER
        return ended and self._waiting is None

    async def play(self) -> None:
        """Play to the end of the match, over as many connections as it takes."""
        head = {"Authorization": f"Bearer {self.token}"}
        while not self.over and self.refused is None:
            try:
                async with connect(
                    self._url, additional_headers=head, compression=None, proxy=None
                ) as ws:
                    await self._sit(ws)
            except (OSError, ConnectionClosed, InvalidHandshake):
                await asyncio.sleep(AGAIN)

    async def _sit(self, ws: ClientConnection) -> None:
        watch = {"do": "watch", "match": self.match, "id": "watch"}
        await say(ws, watch if self.version is None else watch | {"from": self.version})
        if self._waiting is not None:
            await self._insist(ws)
        while not self.over and self.refused is None:
            await self._hear(ws, json.loads(await ws.recv()))

    async def _hear(self, ws: ClientConnection, heard: Any) -> None:
        match heard.get("type"):
            case None:
                self._seen(heard)
            case "head":
                self.heads[heard["version"]] = heard["head"]
            case "problem":
                await self._told_no(ws, heard)
            case "done" if heard["id"] != "watch":
                self._kept(heard)
        await self._move(ws)

    def _seen(self, frame: Any) -> None:
        """What was seen before is never seen otherwise, and nothing is left out."""
        version = frame["version"]
        assert self.version is None or version == self.version + 1, "a gap"
        assert self.heads.setdefault(version, frame["head"]) == frame["head"], "another past"
        self._frame = frame

    def _kept(self, done: Any) -> None:
        assert self._waiting is not None
        assert done["id"] == self._waiting["key"]
        self._waiting = None
        self.kept.append(Kept(done["id"], done["version"], done["head"]))

    async def _told_no(self, ws: ClientConnection, heard: Any) -> None:
        code = heard["problem"]["code"]
        if code not in TRY_AGAIN:
            self.refused = heard
        elif heard["id"] == "watch":
            await asyncio.sleep(AGAIN)
            await ws.close()
        else:
            await asyncio.sleep(AGAIN)
            await self._insist(ws)

    async def _insist(self, ws: ClientConnection) -> None:
        """Ask again for what was asked for before."""
        self.sent_again += 1
        await say(ws, self._waiting)

    async def _move(self, ws: ClientConnection) -> None:
        """Move if it is our turn and what we have asked for before is answered and seen."""
        if self._waiting is not None or self._frame is None or not self._frame["moves"]:
            return
        if self.kept and self.kept[-1].version > self._frame["version"]:
            return
        moves = self._frame["moves"]
        self.asked += 1
        key = f"{self.seat}.{self.asked}"
        move = moves[self._throw(len(moves))]
        self._waiting = {"do": "move", "match": self.match, "move": move, "key": key, "id": key}
        await say(ws, self._waiting)


async def say(ws: ClientConnection, message: Any) -> None:
    await ws.send(json.dumps(message))


class Table(NamedTuple):
    """A match: people at the first seats, bots at the others."""

    game: str
    options: dict[str, Any]
    people: int
    bots: int
    limit: int | None = None


KAISER = Table("kaiser", {"deals": 1}, 2, 2)
ESCRATCH = Table("caissa-escratch", {}, 1, 1)


class Crowd:
    """Everybody who plays."""

    def __init__(self, players: list[Player]) -> None:
        self.players = players
        self._playing: list[asyncio.Task[None]] = []

    @classmethod
    async def seated(cls, url: str, tables: list[Table]) -> "Crowd":
        """Matches are offered, and people take their seats."""
        async with httpx.AsyncClient(base_url=url, trust_env=False, timeout=30) as http:
            seated = await asyncio.gather(*(sit_down(http, url, table) for table in tables))
        return cls([player for players in seated for player in players])

    @property
    def matches(self) -> list[str]:
        return list(dict.fromkeys(player.match for player in self.players))

    @property
    def kept(self) -> int:
        """How many moves were confirmed so far."""
        return sum(len(player.kept) for player in self.players)

    @property
    def sent_again(self) -> int:
        """How often a move had to be sent again."""
        return sum(player.sent_again for player in self.players)

    def begin(self) -> None:
        self._playing = [asyncio.create_task(player.play()) for player in self.players]

    async def reaches(self, moves: int) -> None:
        """Wait until so many moves are confirmed."""
        await self._waits(lambda: self.kept >= moves)

    async def ends(self) -> None:
        """Wait until everybody has seen the end."""
        await self._waits(lambda: all(task.done() for task in self._playing))

    async def ends_but_for(self, stuck: Callable[[], Awaitable[Collection[str]]]) -> set[str]:
        """Wait until all matches have ended but those that are stuck; which those are."""
        async with asyncio.timeout(50):
            while {p.match for p in self.players if not p.over} - (found := set(await stuck())):
                await self._pause()
        for task in self._playing:
            task.cancel()
        return found

    async def _waits(self, holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(50):
            while not holds():
                await self._pause()

    async def _pause(self) -> None:
        """Wait a moment; what has failed meanwhile is raised."""
        await asyncio.sleep(0.02)
        for task in self._playing:
            if task.done():
                task.result()

    def of(self, match: str) -> Iterator[Player]:
        return (player for player in self.players if player.match == match)


async def sit_down(http: httpx.AsyncClient, url: str, table: Table) -> list[Player]:
    seats = ["open"] * table.people + ["bot"] * table.bots
    body = {"game": table.game, "options": table.options, "seats": seats, "limit": table.limit}
    made = (await http.post("/v1/matches", json=body)).raise_for_status().json()
    join = f"/v1/matches/{made['match']}/join"
    people = []
    for _ in range(table.people):
        joined = (await http.post(join)).raise_for_status().json()
        people.append(Player(url, made["match"], joined["seat"], joined["token"]))
    return people
