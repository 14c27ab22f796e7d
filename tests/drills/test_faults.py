"""Drills: Redis is killed, cut, filled up, set back; nothing confirmed is lost without a word."""

import asyncio
import os
import resource
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import redis

from events.errors import Corrupt, Frozen, Unavailable
from events.keys import log_key
from projections.audit.entries import audit
from projections.language.errors import said
from projections.match.fold import Match
from services.audit.audits import Audits
from services.heads.signed import frozen
from services.redis import embedded
from services.redis.embedded import CannotStart
from services.settings import Settings
from services.wiring import Services
from tests.support.house import moved, opened, played, serving
from tests.support.servers import BINARY, Server


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    (tmp_path / "redis").mkdir()
    with Server(tmp_path / "redis") as running:
        yield running


async def insist(services: Services, match: Match) -> Match:
    """Make one move, sending the same command again until it is confirmed."""
    while True:
        try:
            return await moved(services, match)
        except Unavailable:
            await asyncio.sleep(0.02)


async def sound(services: Services, name: str) -> None:
    """The log is what rules, seals and seed say."""
    report = await Audits(services.redis, services.log).audit(name)
    assert report.findings == ()


@pytest.mark.slow
def test_a_match_goes_on_over_kills_of_redis(server: Server, tmp_path: Path) -> None:
    """Redis dies again and again under play: all that was confirmed is there, once, and sealed."""

    async def act(services: Services) -> None:
        names = [await opened(services) for _ in range(8)]
        confirmed: dict[str, list[bytes]] = {name: [] for name in names}

        async def playing(name: str) -> None:
            match = await services.matches.cache.current(services.matches.cache.known(name))
            while not match.over:
                match = await insist(services, match)
                confirmed[name].append(match.seal)

        async def killing() -> None:
            for _ in range(3):
                await asyncio.sleep(0.15)
                server.kill()
                await asyncio.to_thread(server.start)

        await asyncio.gather(killing(), *map(playing, names))
        for name in names:
            seals = [entry.seal for entry in await services.log.read(name)]
            assert [seal for seal in seals if seal in set(confirmed[name])] == confirmed[name]
            await sound(services, name)
        await services.heads.look()
        assert not services.freezer.reasons

    serving(server.url, tmp_path, act)


def test_a_move_in_flight_is_made_once(server: Server, tmp_path: Path) -> None:
    """Redis dies with a move under way: sent again, it is one move, whatever had become of it."""

    async def act(services: Services) -> None:
        match = await played(services, await opened(services), 4)
        flying = asyncio.create_task(moved(services, match))
        await asyncio.sleep(0)
        server.kill()
        with pytest.raises(Unavailable):
            await flying
        await asyncio.to_thread(server.start)
        after = await insist(services, match)
        assert after.version == match.version + 1
        assert await insist(services, match) == after
        await played(services, match.id)
        await sound(services, match.id)

    serving(server.url, tmp_path, act)


def newest_aof(folder: Path) -> Path:
    return max(folder.glob("appendonlydir/*.incr.aof"), key=lambda file: file.stat().st_mtime)


def lived(settings: Settings, moves: int) -> Match:
    """A match of so many moves on the embedded server of a data folder, which is stopped again."""
    known: list[Match] = []

    async def act(services: Services) -> None:
        known.append(await played(services, await opened(services), moves))

    with embedded.start(settings) as redis_server:
        serving(redis_server.url, settings.data, act)
    return known[0]


@pytest.mark.parametrize("cut", [1, 7, 60, 200])
def test_our_own_redis_refuses_a_log_that_was_cut(tmp_path: Path, cut: int) -> None:
    """It doesn't start, and says what to do."""
    settings = Settings(data=tmp_path)
    lived(settings, 5)
    file = newest_aof(tmp_path / "redis")
    os.truncate(file, file.stat().st_size - cut)
    with pytest.raises(CannotStart) as caught:
        embedded.start(settings)
    assert "restore the folder from the archive or from a replica" in said(caught.value, "en")
    assert "restaure la carpeta" in said(caught.value, "es")


@pytest.mark.parametrize("cut", [1, 7, 900])
def test_a_cut_log_on_a_careless_redis_is_frozen(server: Server, tmp_path: Path, cut: int) -> None:
    """A Redis that starts on what is left: the match is frozen, and says what to do."""
    known: list[Match] = []

    async def before(services: Services) -> None:
        known.append(await played(services, await opened(services), 9))

    async def after(services: Services) -> None:
        [match] = known
        await services.heads.examine(live=True)
        with pytest.raises(Frozen) as caught:
            await services.matches.cache.current(services.matches.cache.known(match.id))
        text = said(caught.value)
        assert f"version {match.version} with the head {match.seal.hex()[:16]}" in text
        assert "Restore Redis from its newest copy" in text
        assert f"tapete frozen release {match.id}" in text
        with pytest.raises(Frozen):
            await moved(services, match)

    serving(server.url, tmp_path, before)
    server.kill()
    file = newest_aof(server.folder)
    os.truncate(file, file.stat().st_size - cut)
    server.options = ("--aof-load-truncated", "yes")
    server.start()
    serving(server.url, tmp_path, after)


def test_a_flipped_byte_is_found_and_named(server: Server, tmp_path: Path) -> None:
    """A byte changed in the middle of the file: the match is frozen at its last good entry."""
    known: list[Match] = []

    async def before(services: Services) -> None:
        other = await played(services, await opened(services), 9)
        known.append(await played(services, await opened(services), 9))
        known.append(other)

    async def after(services: Services) -> None:
        match, other = known
        with pytest.raises(Frozen) as caught:
            await services.matches.cache.current(services.matches.cache.known(match.id))
        text = said(caught.value)
        assert match.id in text
        assert "entry 9 does not fit its seal" in text
        good = (await services.log.read(match.id, 8, 8))[0].seal.hex()[:16]
        assert f"version 8 with the head {good}… is the last good" in text
        report = await Audits(services.redis, services.log).audit(match.id)
        assert report.findings[0].version == 9
        assert not (await played(services, other.id)).aborted

    serving(server.url, tmp_path, before)
    client = redis.Redis(unix_socket_path=str(server.socket))
    public = client.xrange(log_key(known[0].id), "9-0", "9-0")[0][1][b"e"]
    client.close()
    server.kill()
    file = newest_aof(server.folder)
    raw = bytearray(file.read_bytes())
    raw[raw.index(public) + len(public) // 2] ^= 1
    file.write_bytes(raw)
    server.start()
    serving(server.url, tmp_path, after)


def test_a_full_memory_refuses_and_changes_nothing(server: Server, tmp_path: Path) -> None:
    """The move is refused, the match stands as it stood, and after relief the same move counts."""

    async def act(services: Services) -> None:
        match = await played(services, await opened(services), 4)
        server.do("CONFIG", "SET", "maxmemory", "1")
        with pytest.raises(Unavailable) as caught:
            await moved(services, match)
        assert caught.value.details["known"]
        table = services.matches.cache.known(match.id)
        assert await services.matches.cache.current(table) == match
        server.do("CONFIG", "SET", "maxmemory", "0")
        assert (await moved(services, match)).version == match.version + 1

    serving(server.url, tmp_path, act)


@pytest.fixture
def replica(server: Server, tmp_path: Path) -> Iterator[Server]:
    """A replica of the server, up to date."""
    (tmp_path / "other").mkdir()
    with Server(tmp_path / "other") as running:
        port = _free_port()
        server.do("CONFIG", "SET", "repl-diskless-sync-delay", 0)
        server.do("CONFIG", "SET", "bind", "127.0.0.1")
        server.do("CONFIG", "SET", "port", port)
        running.do("REPLICAOF", "127.0.0.1", port)
        yield running


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as door:
        return int(door.getsockname()[1])


def in_step(server: Server, replica: Server) -> None:
    """Wait until the replica has all that the server has."""
    until = time.monotonic() + 10
    while server.do("DBSIZE") != replica.do("DBSIZE") or not _linked(replica):
        assert time.monotonic() < until
        time.sleep(0.02)
    server.do("WAIT", 1, 5000)


def _linked(replica: Server) -> bool:
    info: Any = replica.do("INFO", "replication")
    return bool(info["master_link_status"] == "up")


def test_a_stale_replica_in_place_of_the_primary_is_noticed(
    server: Server, replica: Server, tmp_path: Path
) -> None:
    """It was cut off, then promoted: what went on meanwhile is frozen, in a running process too."""

    async def act(services: Services) -> None:
        names = [await opened(services) for _ in range(3)]
        idle, cached, fresh = [await played(services, name, 4) for name in names]
        await services.heads.look()
        in_step(server, replica)
        replica.do("REPLICAOF", "NO", "ONE")
        cached = await played(services, cached.id, 3)
        fresh = await played(services, fresh.id, 3)
        await services.heads.flush()
        server.kill()
        replica.kill()
        replica.socket = server.socket
        replica.start()
        with pytest.raises(Unavailable):
            await moved(services, cached)
        with pytest.raises(Frozen):
            await insist(services, cached)
        assert fresh.id not in services.freezer.reasons
        await services.heads.look()
        with pytest.raises(Frozen, match="the log ends at version"):
            await insist(services, fresh)
        assert set(await frozen(services.redis)) == {cached.id, fresh.id}
        await insist(services, idle)

    serving(server.url, tmp_path, act)


def test_a_hole_in_a_log_is_found(server: Server, tmp_path: Path) -> None:
    """Entries trimmed or deleted by a tool: the audit says from where, and nobody goes on."""

    async def act(services: Services) -> None:
        trimmed, holed = [await played(services, await opened(services), 6) for _ in range(2)]
        await services.redis.xtrim(log_key(trimmed.id), maxlen=4, approximate=False)
        await services.redis.xdel(log_key(holed.id), "5-0")
        for match, version in ((trimmed, 1), (holed, 5)):
            report = await Audits(services.redis, services.log).audit(match.id)
            assert report.verdict == "broken"
            assert min(finding.version for finding in report.findings) == version
            services.matches.cache.known(match.id).state = None
            with pytest.raises((Corrupt, Frozen)):
                await services.matches.cache.current(services.matches.cache.known(match.id))

    serving(server.url, tmp_path, act)


@pytest.mark.slow
def test_redis_is_away_for_a_while(server: Server, tmp_path: Path) -> None:
    """Every command meanwhile is refused as unavailable, none that was confirmed is lost."""

    async def act(services: Services) -> None:
        match = await played(services, await opened(services), 4)
        server.kill()
        until, refused = time.monotonic() + 8, 0
        while time.monotonic() < until:
            with pytest.raises(Unavailable):
                await moved(services, match)
            refused += 1
            await asyncio.sleep(0.2)
        await asyncio.to_thread(server.start)
        over = await played(services, (await insist(services, match)).id)
        assert refused > 10
        assert over.over
        await sound(services, match.id)

    serving(server.url, tmp_path, act)


class FullDisk(Server):
    """A server whose files may not grow beyond a size, as if the disk were full there."""

    limit: int = -1

    def start(self) -> None:
        def bounded() -> None:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            if self.limit > 0:
                resource.setrlimit(resource.RLIMIT_FSIZE, (self.limit, self.limit))

        words = ["--port", "0", "--unixsocket", str(self.socket), "--dir", str(self.folder)]
        words += ["--appendonly", "yes", "--appendfsync", "always", "--save", ""]
        words += ["--aof-load-truncated", "no"]
        self.process = subprocess.Popen(
            [BINARY, *words], stdout=subprocess.DEVNULL, preexec_fn=bounded
        )
        until = time.monotonic() + 10
        while not self._answers():
            assert time.monotonic() < until
            time.sleep(0.01)


@pytest.mark.slow
def test_a_full_disk_loses_nothing_that_was_confirmed(tmp_path: Path) -> None:
    """Writes are refused once the log's file can't grow; with room again it starts, untouched."""
    (tmp_path / "redis").mkdir()
    with FullDisk(tmp_path / "redis") as server:

        async def act(services: Services) -> None:
            server.kill()
            server.limit = 20_000
            await asyncio.to_thread(server.start)
            name = await opened(services)
            with pytest.raises(Unavailable):
                await played(services, name)
            version, seal = services.matches.cache.known(name).newest or (0, b"")
            assert version > 10
            server.kill()
            server.limit = -1
            await asyncio.to_thread(server.start)
            stored = await services.log.read(name)
            assert stored[version - 1].seal == seal
            over = await played(services, name)
            assert audit(name, await services.log.read(name)).verdict == "verified"
            assert over.over

        serving(server.url, tmp_path, act)
