"""The archive: finished matches leave Redis, and nobody can tell but by looking there."""

import asyncio
from pathlib import Path

import pytest
import redis
import zstandard

from events.errors import Conflict, Corrupt, KeyReused, UnknownMatch, WrongPhase
from events.keys import commands_key, log_key, seed_key
from events.log import Log
from projections.audit.verifier import verify
from projections.game.views import write_move
from projections.match.fold import Match
from services.aggregates.commands import Ask
from services.archive.log import ArchivedLog, unpacked
from services.archive.mover import NotYet, archive, finished, recovered
from services.archive.stores import Folder
from services.audit.audits import Audits
from services.exports.files import export
from services.matches.acts import Offer
from services.matches.forks import Branch, fork
from services.matches.rewinds import Rewinds
from services.wiring import Services, now_ms
from tests.support.house import BOTS, moved, opened, played, serving


async def gone(services: Services) -> Match:
    """A match that was played and archived."""
    match = await played(services, await opened(services))
    assert await archive(services, match.id)
    return match


def test_an_archived_match_is_no_longer_in_redis(flushed: str, tmp_path: Path) -> None:
    """Its log, its command ids and its seed are gone; a marker of some bytes is left."""

    async def act(services: Services) -> None:
        match = await gone(services)
        client = services.redis
        assert not await client.exists(log_key(match.id), seed_key(match.id))
        assert await client.hkeys(commands_key(match.id)) == [b"archived"]
        assert await services.log.archived(match.id) == (match.version, match.seal)

    serving(flushed, tmp_path, act)


def test_every_door_finds_an_archived_match(flushed: str, tmp_path: Path) -> None:
    """Entries, any range of them, head, state at any version: as before, in any process."""

    async def act(services: Services) -> None:
        match = await played(services, await opened(services))
        before = await services.log.read(match.id)
        await archive(services, match.id)
        assert await services.log.read(match.id) == before
        assert await services.log.read(match.id, 5, 9) == before[4:9]
        assert await services.log.read(match.id, match.version) == before[-1:]
        assert await services.log.read(match.id, match.version + 1) == []
        assert await services.log.head(match.id) == before[-1]
        assert await services.matches.cache.read(match.id) == match
        assert len(await services.matches.cache.steps(match.id)) == match.version
        assert (await Audits(services.redis, services.log).audit(match.id)).verdict == "verified"
        assert verify(await export(services, match.id)).verdict == "verified"

    serving(flushed, tmp_path, act)


def test_what_lies_in_the_archive_verifies_by_itself(flushed: str, tmp_path: Path) -> None:
    """Decompressed with any tool it is the match file."""

    async def act(services: Services) -> None:
        match = await gone(services)
        [file] = (tmp_path / "archive").glob("*/*/*.tapete.zst")
        assert match.id in file.name
        raw = zstandard.ZstdDecompressor().stream_reader(file.read_bytes()).read()
        assert verify(raw).verdict == "verified"
        assert file.stat().st_mode & 0o077 == 0

    serving(flushed, tmp_path, act)


def test_a_command_is_known_again_after_years(flushed: str, tmp_path: Path) -> None:
    """The same key gives the same answer, with another request it is refused, late moves too."""

    async def act(services: Services) -> None:
        match = await services.matches.cache.current(
            services.matches.cache.known(await opened(services))
        )
        seat = match.acting()[0]
        move = write_move(match.game.moves(match.state, seat)[0])
        ask = Ask("a", "moves", "the first move", b"digest of this")
        first = await services.matches.move(match.id, ask, seat, [move])
        over = await played(services, match.id)
        await archive(services, match.id)
        for drop in (False, True):
            if drop:
                services.matches.cache.known(match.id).drop()
            again = await services.matches.move(match.id, ask, seat, [move])
            assert again.repeated
            assert again.after.version == first.after.version
            with pytest.raises(KeyReused):
                await services.matches.move(match.id, ask._replace(request=b"x"), seat, [move])
            with pytest.raises(WrongPhase):
                await services.matches.move(match.id, Ask("a", "moves", "new"), seat, [move])
        assert over.over

    serving(flushed, tmp_path, act)


def test_who_is_late_does_not_begin_an_archived_match_anew(flushed: str, tmp_path: Path) -> None:
    """A process that knows an older version, or none, can write nothing, and freezes nothing."""

    async def act(services: Services) -> None:
        match = await played(services, await opened(services), 4)
        over = await played(services, match.id)
        await archive(services, match.id)
        services.matches.cache.known(match.id).state = match
        seat = match.acting()[0]
        move = write_move(match.game.moves(match.state, seat)[0])
        with pytest.raises((Conflict, WrongPhase)):
            await services.matches.move(match.id, Ask("b", "moves", "late"), seat, [move])
        services.matches.cache.known(match.id).state = None
        offer = Offer("kaiser", {"deals": 1}, BOTS)
        with pytest.raises(Conflict):
            await services.matches.open(match.id, Ask("b", "open", "anew"), offer)
        assert not services.freezer.reasons
        assert await services.matches.cache.read(match.id) == over

    serving(flushed, tmp_path, act)


def test_nothing_is_archived_before_it_is_over(flushed: str, tmp_path: Path) -> None:
    """A live match stays; archiving twice is archiving once."""

    async def act(services: Services) -> None:
        live = await played(services, await opened(services), 4)
        with pytest.raises(NotYet):
            await archive(services, live.id)
        over = await gone(services)
        assert not await archive(services, over.id)
        await moved(services, live)

    serving(flushed, tmp_path, act)


def test_a_match_that_does_not_audit_clean_stays(flushed: str, tmp_path: Path) -> None:
    """Evidence is not moved about."""

    async def act(services: Services) -> None:
        match = await played(services, await opened(services))
        entry = (await services.log.read(match.id))[7]
        wrong = {"e": entry.public, "o": b"\x90", "s": entry.seal, "c": b""}
        entries = await services.redis.xrange(log_key(match.id))
        await services.redis.delete(log_key(match.id))
        for id, fields in entries:
            await services.redis.xadd(log_key(match.id), wrong if id == b"8-0" else fields, id)
        with pytest.raises(Corrupt):
            await archive(services, match.id)
        assert await services.redis.exists(log_key(match.id))

    serving(flushed, tmp_path, act)


def test_nothing_is_deleted_unless_the_copy_reads_back(
    flushed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A store that loses what it was given costs no match."""

    async def forgets(self: Folder, match: str, data: bytes) -> None: ...

    monkeypatch.setattr(Folder, "put", forgets)

    async def act(services: Services) -> None:
        match = await played(services, await opened(services))
        with pytest.raises(Corrupt, match=r"give .* back"):
            await archive(services, match.id)
        assert len(await services.log.read(match.id)) == match.version

    serving(flushed, tmp_path, act)


def test_a_job_that_died_half_way_is_simply_done_again(
    flushed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed with the copy made and nothing removed: the next time removes, and keeps one leaf."""

    async def act(services: Services) -> None:
        match = await played(services, await opened(services))

        async def killed(*_: object) -> bool:
            raise SystemExit

        with monkeypatch.context() as patch:
            patch.setattr(ArchivedLog, "remove", killed)
            with pytest.raises(SystemExit):
                await archive(services, match.id)
        assert len(await services.log.read(match.id)) == match.version
        assert await archive(services, match.id)
        assert len(services.heads.outside.ended()) == 1
        assert await services.matches.cache.read(match.id) == match

    serving(flushed, tmp_path, act)


@pytest.mark.parametrize("how", ["missing", "cut", "another"])
def test_a_damaged_archive_is_noticed(flushed: str, tmp_path: Path, how: str) -> None:
    """A file that is missing, damaged or another match's is said to be, and never believed."""

    async def act(services: Services) -> None:
        match, other = await gone(services), await gone(services)
        files = {f.name.partition(".")[0]: f for f in (tmp_path / "archive").rglob("*.zst")}
        file = files[match.id]
        if how == "missing":
            file.unlink()
        elif how == "cut":
            file.write_bytes(file.read_bytes()[:-700])
        else:
            file.write_bytes(files[other.id].read_bytes())
        services.log._records.clear()
        with pytest.raises(Corrupt):
            await services.log.read(match.id)
        assert await services.log.read(other.id)

    serving(flushed, tmp_path, act)


def test_a_fork_of_an_archived_match_is_archived_with_its_origin(
    flushed: str, tmp_path: Path
) -> None:
    """The fork goes on from the archive, and its own file holds what it went on from."""

    async def act(services: Services) -> None:
        origin = await gone(services)
        name = services.house.match_id(1, now_ms())
        await fork(
            services.matches, name, Ask("a", "fork", name), Branch(origin.id, 12, BOTS), judge=False
        )
        await played(services, name)
        await archive(services, name)
        report = verify(await export(services, name))
        assert report.verdict == "verified"
        assert report.origin is not None
        assert report.origin.match == origin.id
        assert (await Audits(services.redis, services.log).audit(name)).verdict == "verified"

    serving(flushed, tmp_path, act)


def test_an_archived_match_is_in_the_tree(flushed: str, tmp_path: Path) -> None:
    """Even one whose end nobody noted: what leaves Redis is first made undeniable."""

    async def act(services: Services) -> None:
        match = await played(services, await opened(services))
        services.heads._moved.clear()
        await archive(services, match.id)
        assert services.heads.outside.number(match.id) == 0
        await services.heads.look()
        assert not services.freezer.reasons

    serving(flushed, tmp_path, act)


def test_the_archive_makes_good_what_redis_lost(flushed: str, tmp_path: Path) -> None:
    """A Redis that was set back to before the end: the match is frozen, then restored."""

    async def act(services: Services) -> None:
        match = await played(services, await opened(services))
        entries = await services.redis.xrange(log_key(match.id))
        await archive(services, match.id)
        await services.redis.delete(commands_key(match.id))
        for id, fields in entries[:9]:
            await services.redis.xadd(log_key(match.id), fields, id)
        await services.heads.look()
        assert match.id in services.freezer.reasons
        assert await recovered(services, match.id)
        assert await services.matches.cache.read(match.id) == match

    serving(flushed, tmp_path, act)


def test_a_reader_never_sees_half_of_a_match_that_goes(flushed: str, tmp_path: Path) -> None:
    """While matches are being archived every reading is whole."""

    async def act(services: Services) -> None:
        matches = [await played(services, await opened(services)) for _ in range(4)]
        other = ArchivedLog(flushed, Folder(tmp_path / "archive"))

        async def reading(match: Match) -> None:
            for _ in range(40):
                assert len(await other.read(match.id)) == match.version
                await asyncio.sleep(0)

        await asyncio.gather(
            *(archive(services, match.id) for match in matches), *map(reading, matches)
        )
        await other.close()

    serving(flushed, tmp_path, act)


def test_who_may_not_delete_only_copies(flushed: str, tmp_path: Path) -> None:
    """Under an ACL that forbids it the log stays; the copy is there all the same."""
    with redis.Redis.from_url(flushed) as client:
        rights = ("on", "nopass", "~*", "&*", "+@all", "-unlink", "-del")
        client.execute_command("ACL", "SETUSER", "careful", *rights)

    async def act(services: Services) -> None:
        match = await played(services, await opened(services))
        careful = ArchivedLog(flushed.replace("unix://", "unix://careful:x@"), services.log.store)
        last = (await services.log.read(match.id))[-1]
        assert await careful.remove(match.id, last, last) is False
        assert await services.log.archived(match.id) is None
        assert len(await Log.read(services.log, match.id)) == match.version
        await careful.close()

    serving(flushed, tmp_path, act)


def test_a_record_remembers_its_commands(flushed: str, tmp_path: Path) -> None:
    """Each command's last version and the beginning of its digest."""

    async def act(services: Services) -> None:
        match = await gone(services)
        data = await services.log.store.get(match.id)
        assert data is not None
        record = unpacked(match.id, data)
        last = {entry.version for entry in record.entries}
        assert {version for version, _ in record.commands.values()} <= last
        assert record.commands[services.commands.id(match.id, Ask("a", "open", match.id))]

    serving(flushed, tmp_path, act)


def test_an_id_that_is_none_reaches_no_file(tmp_path: Path) -> None:
    """Nobody climbs out of the folder."""
    for name in ("../../etc/passwd", "", ".", "a/b-0", "x" * 65):
        with pytest.raises(UnknownMatch):
            asyncio.run(Folder(tmp_path).get(name))


def test_a_match_with_a_history_stays_whole(flushed: str, tmp_path: Path) -> None:
    """Rewound twice, forked, both archived: audits clean, verifies offline, the fork names it."""

    async def act(services: Services) -> None:
        rewinds = Rewinds(services.commands, services.redis)
        match = await played(services, await opened(services), 9)
        for number in range(2):
            ask = Ask("judge", "rewind", str(number))
            await rewinds.judge(match.id, ask, match.version - 3, "a misdeal")
            match = await played(services, match.id, 5)
        origin = await played(services, match.id)
        await archive(services, origin.id)
        name = services.house.match_id(1, now_ms())
        branch = Branch(origin.id, origin.version - 4, BOTS)
        await fork(services.matches, name, Ask("a", "fork", name), branch, judge=False)
        over = await played(services, name)
        await archive(services, name)
        audits = Audits(services.redis, services.log)
        for each in (origin.id, name):
            report = await audits.audit(each)
            assert (report.verdict, report.findings) == ("verified", ())
            found = verify(await export(services, each))
            assert (found.verdict, found.findings) == ("verified", ())
        assert found.origin is not None
        assert (found.origin.match, found.origin.entries) == (origin.id, branch.version)
        assert over.offer.origin is not None
        assert over.offer.origin.match == origin.id
        kinds = [
            type(step.entry.cause).__name__
            for step in await services.matches.cache.steps(origin.id)
        ]
        assert kinds.count("Rewound") == 2

    serving(flushed, tmp_path, act)


def test_an_audit_of_all_leaves_no_archived_match_out(flushed: str, tmp_path: Path) -> None:
    """Live or archived, each is audited once."""

    async def act(services: Services) -> None:
        live, over = await played(services, await opened(services), 4), await gone(services)
        audits = Audits(services.redis, services.log)
        found = {p.report.match: p.report.verdict async for p in audits.every()}
        assert found == {live.id: "incomplete", over.id: "verified"}
        assert await finished(services) == []

    serving(flushed, tmp_path, act)
