"""While whole matches are played, and things go wrong, nothing is said that is a secret.

Not in the lines of any process, not in the figures, and in Redis only where it must lie: in the
logs, and beside them the seeds of matches that are not over.
"""

import json
import re
import zlib
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import redis

from events.facts import Closed, Shuffled
from projections.catalogue import catalogue
from projections.match.history import Step
from services.process.jobs import Jobs
from tests.drills.crowd import Crowd, Table
from tests.drills.service import PARTITIONS, Service
from tests.support import scene
from tests.support.scene import House, smallest, until

SECRET_KEYS = re.compile(rb"\{p\d+\}:(log|seed):")
NONSENSE = ({"type": "x"}, {"type": "kaiser.Play", "card": "??"}, ["QH"], {"card": 7}, None)


def tables() -> list[Table]:
    """A table of every game, with one person."""
    return [Table(game, {}, 1, smallest(game) - 1, limit=60) for game in catalogue()]


@pytest.mark.slow
def test_no_secret_is_told_beside_the_matches(tmp_path: Path) -> None:
    """Cards, seeds, salts and tokens are in no line, no figure and no key but the logs'."""
    with Service(tmp_path, LOG="debug") as service:

        async def act(house: House) -> None:
            crowd = await Crowd.seated(service.url, tables())
            crowd.begin()
            await crowd.reaches(30)
            told = [*quarrel(service, crowd)]
            service.redis.kill()
            told += quarrel(service, crowd)
            service.redis.start()
            await crowd.ends()
            service.jobs.start()
            await work(house, crowd)
            lines = [
                s for name in crowd.matches for s in await house.services.matches.cache.steps(name)
            ]
            secrets = Secrets(lines, crowd)
            assert len(secrets.cards) > 100
            assert len(service.said) > 5000
            secrets.are_not_in(service.said)
            secrets.are_not_in("\n".join(told))
            stored = [*kept(service.redis.url)]
            assert any("archive" in text for text in stored), "no job was looked into"
            for text in stored:
                secrets.are_not_in(text)

        scene.run(service.redis.url, service.data, act, PARTITIONS)


def quarrel(service: Service, crowd: Crowd) -> Iterator[str]:
    """Everybody asks for what he can't have; what he is told, and the figures."""
    with httpx.Client(base_url=service.url, trust_env=False, timeout=20) as http:
        for player in crowd.players:
            head = {"Authorization": f"Bearer {player.token}"}
            for move in NONSENSE:
                path = f"/v1/matches/{player.match}/moves"
                said = http.post(path, json={"move": move}, headers=head).json()
                said.pop("legal", None)  # his own to know
                yield json.dumps(said)
            yield http.get(f"/v1/matches/{player.token}").text.replace(player.token, "")
        yield http.get("/metrics").text


async def work(house: House, crowd: Crowd) -> None:
    """Every match is audited and archived by jobs, and one job fails."""
    queue = Jobs(house.url)
    for name in crowd.matches:
        queue.enqueue("audit", name)
    queue.enqueue("archive", *crowd.matches)
    queue.enqueue("audit", "nothing-0")

    async def done() -> bool:
        gone = [await house.services.log.archived(name) for name in crowd.matches]
        return all(gone) and queue.queue().is_empty()

    await until(done)
    queue.close()


def kept(url: str) -> Iterator[str]:
    """All that lies in Redis beside logs and seeds, piece by piece."""
    with redis.Redis.from_url(url) as client:
        for key in client.scan_iter():
            if not SECRET_KEYS.match(key):
                for piece in pieces(key, stored(client, key)):
                    yield piece.decode("latin-1")


def stored(client: redis.Redis, key: bytes) -> object:
    match client.type(key):
        case b"string":
            return client.get(key)
        case b"hash":
            return client.hgetall(key)
        case b"set":
            return client.smembers(key)
        case b"zset":
            return client.zrange(key, 0, -1)
        case b"list":
            return client.lrange(key, 0, -1)
        case b"stream":
            return client.xrange(key)
    raise AssertionError(key)


def pieces(*values: object) -> Iterator[bytes]:
    """Every string in a value; what is compressed, as it was before."""
    for value in values:
        if isinstance(value, dict):
            yield from pieces(*value.items())
        elif isinstance(value, list | tuple | set):
            yield from pieces(*value)
        elif isinstance(value, bytes):
            yield zlib.decompress(value) if value[:1] == b"\x78" else value


class Secrets:
    """What nobody may read in any line: as words, in hexadecimal or as raw bytes."""

    def __init__(self, lines: list[Step], crowd: Crowd) -> None:
        causes = [step.entry.cause for step in lines]
        decks = [c for c in causes if isinstance(c, Shuffled) and c.purpose != "first"]
        self.cards = {card for deck in decks for card in deck.cards.values}
        seeds = [c.seed for c in causes if isinstance(c, Closed) and c.seed is not None]
        assert len(seeds) == len(crowd.matches)
        tokens = [player.token for player in crowd.players]
        raw = [form for seed in seeds for form in (seed.hex(), seed.decode("latin-1"))]
        self.words = tokens + raw
        spelt = "|".join(map(re.escape, sorted(self.cards)))
        self.spelt = re.compile(rf"(?<![\w+-])(?:{spelt})(?![\w+-])")

    def are_not_in(self, text: str) -> None:
        """Short words may stand by chance in bytes that are no text."""
        assert not [word for word in self.words if word in text]
        found = self.spelt.search(text if text.isascii() else "")
        assert found is None, text[max(0, found.start() - 100) : found.end() + 100]
