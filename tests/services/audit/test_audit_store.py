"""The audit of logs as they lie in the store."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
import redis
from auditing import (
    first,
    flipped,
)
from filing import Table, lay_down
from playing import dice

from events.keys import log_key
from services.audit.audits import Audits
from services.readmodels.keys import summary_key
from services.settings import Settings
from services.wiring import Services, wire

# ---- As it lies in the store --------------------------------------------------------------------


class Store:
    """A match in a Redis, whose entries a test may write anew."""

    def __init__(self, client: redis.Redis, services: Services, name: str) -> None:
        self.client, self.name = client, name
        self.audits = Audits(services.redis, services.log)
        self.key = log_key(name)

    def write(self, entries: list[tuple[str, dict[bytes, bytes]]]) -> None:
        self.client.delete(self.key)
        for id, fields in entries:
            self.client.xadd(self.key, fields, id=id)

    def entries(self) -> list[tuple[str, dict[bytes, bytes]]]:
        return [(id.decode(), fields) for id, fields in self.client.xrange(self.key)]


@pytest.fixture
def in_store(
    redis_db: redis.Redis, flushed: str, tmp_path: Path
) -> Callable[[Callable[[Store], Any]], None]:
    def run(act: Callable[[Store], Any]) -> None:
        async def do() -> None:
            services = wire(Settings(data=tmp_path), flushed)
            try:
                name = await lay_down(services, Table("casino", {}, 2, "store", (0,), moves=5))
                await act(Store(redis_db, services, name))
            finally:
                await services.close()

        asyncio.run(do())

    return run


def test_every_byte_in_the_store(in_store: Callable[[Callable[[Store], Any]], None]) -> None:
    """The id, the fields and the command beside each entry: whatever is changed is found."""

    async def act(store: Store) -> None:
        entries = store.entries()
        assert (await store.audits.audit(store.name)).verdict == "verified"
        throw = dice("store")
        for n in range(len(entries)):
            for field, raw in entries[n][1].items():
                if not raw:
                    continue
                changed = flipped(raw, throw(len(raw)), throw(8))
                forged = list(entries)
                forged[n] = (entries[n][0], entries[n][1] | {field: changed})
                store.write(forged)
                report = await store.audits.audit(store.name)
                found = (report.verdict, report.findings[0].version)
                assert found == ("broken", n + 1), field
        store.write([*entries[:3], *((f"{int(i[:-2]) + 5}-0", f) for i, f in entries[3:])])
        assert first(await store.audits.audit(store.name)) == ("broken", 4, "record")

    in_store(act)


def test_logs_that_cannot_be_read_are_reported(
    in_store: Callable[[Callable[[Store], Any]], None],
) -> None:
    """Rubbish under a match's key is a finding, and the audit of all matches goes on behind it."""

    async def act(store: Store) -> None:
        entries = store.entries()
        for rubbish in ([("0-7", {b"e": b"x"})], [("1-0", {b"x": b"y"}), *entries[1:]]):
            store.write(rubbish)
            report = await store.audits.audit(store.name)
            assert first(report) == ("broken", 1, "record")
        store.client.set(log_key("0-0"), "no stream")
        store.write(entries)
        steps = [step async for step in store.audits.every()]
        verdicts = [(step.report.match, step.report.verdict) for step in steps]
        assert verdicts == [("0-0", "broken"), (store.name, "verified")]

    in_store(act)


def test_a_log_that_became_shorter(in_store: Callable[[Callable[[Store], Any]], None]) -> None:
    """What the models have seen and the log has no longer is missed, even all of it."""

    async def act(store: Store) -> None:
        entries = store.entries()
        summary = {
            "match": store.name,
            "game": "casino",
            "phase": "finished",
            "seats": [],
            "version": len(entries),
            "at": 0,
            "created": 0,
            "options": {},
        }
        store.client.set(summary_key(store.name), msgspec.json.encode(summary))
        assert (await store.audits.audit(store.name)).verdict == "verified"
        store.write(entries[:-1])
        assert first(await store.audits.audit(store.name)) == ("broken", len(entries), "cut")

    in_store(act)
