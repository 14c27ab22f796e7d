"""What the log costs: appends and replays, beside the raw limit of the same server in the same run.

    python -m bench.log [--matches 400] [--seconds 3] [--json log.json]

Rates are entries a second; µs are CPU time an entry, `client` of this process and `Redis` of the
server; `script` is what Redis itself counts for the script or the command, without the network
and the syncing of the file. The server is our own and syncs before every answer.
"""

import argparse
import asyncio
import json
import os
import platform
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path

import hiredis
import msgpack
import redis
import uvloop

from events.log import Batch, Log
from events.record import Stored
from events.seals import first_seal
from services.redis import embedded
from services.settings import Settings

Row = dict[str, float | str]
ENTRY = msgpack.packb(
    {
        "v": 1,
        "at": 1_700_000_000_000,
        "by": 2,
        "command": bytes(16),
        "cause": {"seat": 2, "move": {"type": "kaiser.Play", "card": "5H"}},
        "effects": [{"type": "kaiser.TrickTaken", "seat": 1, "cards": ["5H", "KH", "7H", "8H"]}],
    }
)
SEAL = bytes(32)


class Meter:
    """CPU and wall time from its making to `row`."""

    def __init__(self, url: str) -> None:
        self.client = redis.Redis.from_url(url)
        self.client.config_resetstat()
        self.server = self._server()
        self.cpu, self.wall = time.process_time(), time.perf_counter()

    def row(self, name: str, entries: int, command: str = "") -> Row:
        wall, cpu = time.perf_counter() - self.wall, time.process_time() - self.cpu
        server = self._server() - self.server
        counted = self.client.info("commandstats").get(f"cmdstat_{command}", {})
        self.client.close()
        return {
            "what": name,
            "per_s": entries / wall,
            "client_us": cpu / entries * 1e6,
            "redis_us": server / entries * 1e6,
            "script_us": float(counted.get("usec_per_call", 0)),
        }

    def _server(self) -> float:
        info = self.client.info("cpu")
        return float(info["used_cpu_user"] + info["used_cpu_sys"])


def raw_xadd(url: str, path: str, entries: int) -> Row:
    """The limit: 512 XADD in one write, the answers parsed and dropped."""
    fields = ("e", ENTRY, "o", b"", "s", SEAL, "c", SEAL[:16])
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(path)
        meter = Meter(url)
        reader = hiredis.Reader()
        for start in range(1, entries + 1, 512):
            ids = range(start, start + 512)
            words = (hiredis.pack_command(("XADD", "{p0}:raw", f"{n}-0", *fields)) for n in ids)
            line.sendall(b"".join(words))
            _answers(line, reader, 512)
        return meter.row("raw XADD, pipelined", entries, "xadd")


def raw_xrange(url: str, path: str, entries: int, key: str = "{p0}:raw") -> Row:
    """The limit: XRANGE in pages of 500, parsed and dropped."""
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(path)
        meter = Meter(url)
        reader = hiredis.Reader()
        for start in range(1, entries + 1, 500):
            words = ("XRANGE", key, f"{start}-0", "+", "COUNT", 500)
            line.sendall(hiredis.pack_command(words))
            _answers(line, reader, 1)
        return meter.row("raw XRANGE", entries, "xrange")


def _answers(line: socket.socket, reader: hiredis.Reader, count: int) -> None:
    while count:
        reader.feed(line.recv(1 << 18))
        while count and reader.gets() is not False:
            count -= 1


async def appends(url: str, matches: int, seconds: float) -> Row:
    """Each match appends one entry after the other, all of them at once."""
    log, waits = Log(url), list[float]()
    until = time.perf_counter() + seconds + 0.2

    async def play(match: str) -> int:
        seal, version = first_seal(match), 0
        while (now := time.perf_counter()) < until:
            entry = Stored(version + 1, ENTRY, b"", SEAL)
            command = os.urandom(16)
            done = await log.append(Batch(match, version, seal, command, (entry,), HINTS))
            version, seal = done.version, SEAL
            waits.append(time.perf_counter() - now)
        return version

    await log.head("warm-0")
    meter = Meter(url)
    run = os.urandom(4).hex()
    played = await asyncio.gather(*(play(f"{run}x{n}-{n % 4}") for n in range(matches)))
    row = meter.row(f"append, {matches} matches", sum(played), "evalsha")
    await log.close()
    waits.sort()
    return row | {"p50_ms": _at(waits, 0.5), "p99_ms": _at(waits, 0.99)}


HINTS = {"kind": "move", "seat": 2}


def _at(waits: list[float], share: float) -> float:
    return waits[int(len(waits) * share)] * 1000


async def replays(url: str, entries: int) -> list[Row]:
    """Read matches of 500 entries one after the other, as stored and with every entry unpacked."""
    log = Log(url)
    matches = [f"replay{n}-0" for n in range(entries // 500)]
    for match in matches:
        run = tuple(Stored(n, ENTRY, b"", SEAL) for n in range(1, 501))
        await log.append(Batch(match, 0, first_seal(match), b"fill", run))
    meter = Meter(url)
    for match in matches:
        await log.read(match)
    rows = [meter.row("read", len(matches) * 500, "xrange")]
    meter = Meter(url)
    for match in matches:
        for entry in await log.read(match):
            msgpack.unpackb(entry.public)
    rows.append(meter.row("read and unpack", len(matches) * 500, "xrange"))
    await log.close()
    return rows


def benchmark_tool(path: str) -> Row | None:
    """The same XADD by the server's own benchmark program, where there is one."""
    tool = shutil.which("valkey-benchmark") or shutil.which("redis-benchmark")
    if tool is None:
        return None
    words = [tool, "-s", path, "-n", "200000", "-P", "64", "-c", "4", "--csv"]
    words += ["XADD", "{p0}:tool", "*", "e", "x" * len(ENTRY), "s", "x" * 32, "c", "x" * 16]
    out = subprocess.run(words, check=True, capture_output=True, text=True).stdout
    rate = out.splitlines()[-1].split(",")[1].strip('"')
    return {"what": Path(tool).name, "per_s": float(rate)}


def measure(matches: int, seconds: float, entries: int) -> list[Row]:
    """All rows, on a server and a folder of their own."""
    with (
        tempfile.TemporaryDirectory() as folder,
        embedded.start(Settings(data=Path(folder))) as server,
    ):
        url, path = server.url, str(server.socket)
        rows = [raw_xadd(url, path, entries // 512 * 512)]
        if tool := benchmark_tool(path):
            rows.append(tool)
        for count in (20, matches // 2, matches, matches * 4):
            rows.append(uvloop.run(appends(url, count, seconds)))
        rows.append(raw_xrange(url, path, entries // 512 * 512))
        return rows + uvloop.run(replays(url, entries))


COLUMNS = {
    "per_s": "entries/s",
    "client_us": "client µs",
    "redis_us": "Redis µs",
    "script_us": "script µs",
    "p50_ms": "p50 ms",
    "p99_ms": "p99 ms",
}


def table(rows: list[Row]) -> str:
    """The rows as text."""
    lines = [f"{'':24}" + "".join(f"{title:>11}" for title in COLUMNS.values())]
    for row in rows:
        cells = (_cell(row.get(column)) for column in COLUMNS)
        lines.append(f"{row['what']:24}" + "".join(f"{cell:>11}" for cell in cells))
    return "\n".join(lines)


def _cell(value: float | str | None) -> str:
    if value is None or isinstance(value, str):
        return ""
    return f"{value:,.0f}" if value >= 1000 else f"{value:.1f}"


def main() -> None:
    """Measure, print, and write the rows where `--json` says."""
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    words.add_argument("--matches", type=int, default=400)
    words.add_argument("--seconds", type=float, default=3.0)
    words.add_argument("--entries", type=int, default=100_000, help="for the raw rows and replay")
    words.add_argument("--json", type=Path)
    asked = words.parse_args()
    rows = measure(asked.matches, asked.seconds, asked.entries)
    print(table(rows))
    if asked.json:
        report = {"python": platform.python_version(), "cores": os.cpu_count(), "rows": rows}
        asked.json.write_text(json.dumps(report, indent=1))


if __name__ == "__main__":
    main()
