"""The audit: no original is accused, and no change of a record goes unnoticed."""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import filing
import msgpack
import msgspec
import pytest
import redis
from filing import Table, any_table, lay_down, secret
from playing import dice

from events.codec import read_openings
from events.facts import (
    Aborted,
    Adjudicated,
    Closed,
    Flagged,
    Held,
    Joined,
    Left,
    Locked,
    Moved,
    Paused,
    Ready,
    Resigned,
    Result,
    Resumed,
    Rewound,
    Shuffled,
)
from events.keys import log_key
from events.record import Stored
from events.seals import first_seal, held_commitment, next_seal
from projections.audit import WORDS, Finding, Report, audit
from projections.catalogue import catalogue
from projections.fairness import commitment
from projections.history import Step
from projections.match import Match
from services.audits import Audits
from services.house import simulated
from services.models import summary_key
from services.runs import Run
from services.settings import Settings
from services.wiring import Services, wire

NAME = "m-0"
Log = list[Stored]


def log_of(line: Sequence[Step]) -> Log:
    return [step.stored for step in line]


def audited(log: Sequence[Stored], seed: bytes | None = None) -> Report:
    return audit(NAME, log, seed)


def first(report: Report) -> tuple[str, int, str]:
    """The verdict and the first finding."""
    found = report.findings[0] if report.findings else Finding(0, "")
    return report.verdict, found.version, found.code


# ---- Originals ----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", catalogue())
@pytest.mark.parametrize("seeds", [range(4), pytest.param(range(4, 60), marks=pytest.mark.slow)])
def test_no_original_is_accused(game: str, seeds: range) -> None:
    """Whole matches under random options, some of them taken back, audit clean at every length."""
    for seed in seeds:
        back = (40, 20) if seed % 2 and game in ("kaiser", "casino") else None
        table = any_table(game, ("original", seed), back=back)
        log = log_of(filing.played(table))
        assert first(audited(log)) == ("verified", 0, ""), (game, seed)
        running = audited(log[: len(log) // 2], filing.board_seed(table))
        assert first(running) == ("incomplete", 0, ""), (game, seed)


def test_who_contributed() -> None:
    """The report names the seats that had a part in the shuffles."""
    for seats in ((), (1,), (0, 2, 3)):
        log = log_of(filing.played(Table("kaiser", {}, 4, "who", seats, moves=5)))
        assert audited(log).contributed == seats


def test_a_seed_of_the_house_is_held_to_its_commitment() -> None:
    """A live match is audited with the seed that the house names, if it is the one committed to."""
    table = Table("casino", {}, 2, "live", stop=30)
    log = log_of(filing.played(table))
    assert first(audited(log, filing.board_seed(table))) == ("incomplete", 0, "")
    assert first(audited(log, bytes(32))) == ("broken", len(log), "commitment")


# ---- One byte -----------------------------------------------------------------------------------

SHORT = [
    Table("caissa-escratch", {}, 2, "bytes", (0,), moves=4),
    Table("casino", {}, 2, "bytes", (1,), moves=5),
    Table("caissa-battle", {}, 2, "bytes", (0, 1), moves=3),
]


@pytest.mark.parametrize("table", SHORT, ids=lambda table: table.game)
@pytest.mark.parametrize("bits", [1, pytest.param(8, marks=pytest.mark.slow)])
def test_one_changed_byte_is_found(table: Table, bits: int) -> None:
    """Any byte of any entry, its openings or its seal: the first finding is at that entry."""
    log = log_of(filing.played(table))
    for version, item in enumerate(log, 1):
        for field in ("public", "openings", "seal"):
            raw = getattr(item, field)
            for at in range(len(raw)):
                for bit in range(at % 8, at % 8 + bits):
                    changed = item._replace(**{field: flipped(raw, at, bit % 8)})
                    report = audited([*log[: version - 1], changed, *log[version:]])
                    found = (report.verdict, report.findings[0].version)
                    assert found == ("broken", version), (field, at, bit, report)


def flipped(raw: bytes, at: int, bit: int) -> bytes:
    return raw[:at] + bytes([raw[at] ^ 1 << bit]) + raw[at + 1 :]


# ---- Forgers without a key ----------------------------------------------------------------------

LONG = {game: any_table(game, "forged", moves=60) for game in catalogue()}


@pytest.mark.parametrize("game", LONG)
def test_changes_of_the_line_are_found(game: str) -> None:
    """An entry that is deleted, inserted, or in another's place breaks the line right there."""
    log = log_of(filing.played(LONG[game]))
    last = len(log)
    for n in range(1, last, 5):
        without = log[: n - 1] + log[n:]
        assert first(audited(without)) == ("broken", n, "record")
        doubled = log[:n] + log[n - 1 :]
        assert first(audited(doubled)) == ("broken", n + 1, "record")
        swapped = [*log[: n - 1], log[n], log[n - 1], *log[n + 1 :]]
        assert first(audited(swapped)) == ("broken", n, "record")
    assert first(audited(log[:-1])) == ("incomplete", 0, "")
    assert first(audited([*log, log[-1]._replace(version=last + 1)])) == (
        "broken",
        last + 1,
        "record",
    )


@pytest.mark.parametrize("game", LONG)
def test_a_missing_opening_is_found(game: str) -> None:
    """Who withholds what was hidden, or shows something else, is found at that entry."""
    log = log_of(filing.played(LONG[game]))
    for item in [item for item in log if item.openings][::3]:
        pairs = read_openings(item.openings)
        salt, values = pairs[0]
        for forged in (
            b"",
            msgpack.packb(pairs[1:]) if pairs[1:] else b"",
            msgpack.packb([*pairs, pairs[0]]),
            msgpack.packb([(secret("salt")[:16], values), *pairs[1:]]),
            msgpack.packb(
                [(salt, msgpack.packb([*msgpack.unpackb(values)[::-1], "?"])), *pairs[1:]]
            ),
        ):
            changed = list(log)
            changed[item.version - 1] = item._replace(openings=forged)
            assert first(audited(changed)) == ("broken", item.version, "record")


# ---- Forgers who can seal -----------------------------------------------------------------------


def sealed(items: Sequence[tuple[bytes, bytes]]) -> Log:
    """Entries numbered and sealed anew, as only the house can."""
    seal, log = first_seal(NAME), []
    for version, (public, openings) in enumerate(items, 1):
        seal = next_seal(seal, version, public)
        log.append(Stored(version, public, openings, seal))
    return log


def raws(log: Sequence[Stored]) -> list[tuple[bytes, bytes]]:
    return [(item.public, item.openings) for item in log]


def edited(log: Log, version: int, edit: Callable[[dict[str, Any]], None]) -> Log:
    """One entry with something else in it, and all sealed anew."""
    items = raws(log)
    tree = msgpack.unpackb(items[version - 1][0])
    edit(tree)
    items[version - 1] = (msgpack.packb(tree), items[version - 1][1])
    return sealed(items)


def redealt(log: Log, version: int, change: Callable[[list[str]], list[str]]) -> Log:
    """The cards of a shuffle changed, their commitment and all seals made to fit."""
    items = raws(log)
    public, openings = items[version - 1]
    tree, (opening, *others) = msgpack.unpackb(public), read_openings(openings)
    values = msgpack.packb(change(msgpack.unpackb(opening.values)))
    tree["cause"]["cards"]["c"] = held_commitment(opening.salt, values)
    packed = msgpack.packb([(opening.salt, values), *others])
    items[version - 1] = (msgpack.packb(tree), packed)
    return sealed(items)


def two_exchanged(cards: list[str]) -> list[str]:
    other = next(i for i, card in enumerate(cards) if card != cards[0])
    return [cards[other], *cards[1:other], cards[0], *cards[other + 1 :]]


def shuffles(line: Sequence[Step]) -> list[int]:
    return [step.match.version for step in line if isinstance(step.entry.cause, Shuffled)]


def moves(line: Sequence[Step]) -> list[int]:
    return [step.match.version for step in line if isinstance(step.entry.cause, Moved)]


@pytest.mark.parametrize("game", LONG)
def test_every_deal_is_held_to_the_seed(game: str) -> None:
    """Two hidden cards exchanged, or another deck, are found at the shuffle: live and finished."""
    line = filing.played(LONG[game])
    log, seed = log_of(line), filing.board_seed(LONG[game])
    for version in shuffles(line):
        swapped = redealt(log, version, two_exchanged)
        assert first(audited(swapped)) == ("broken", version, "deck")
        assert first(audited(swapped[:version], seed)) == ("broken", version, "deck")
        other = redealt(log, version, lambda cards: [*cards[:-1], "??"])
        assert first(audited(other)) == ("broken", version, "cards")


@pytest.mark.parametrize("game", LONG)
def test_another_seed_is_found(game: str) -> None:
    """A seed that doesn't fit its commitment is found at the end; with it, at the first deal."""
    line = filing.played(LONG[game])
    log, last, other = log_of(line), len(line), secret("other")

    def disclose(tree: dict[str, Any]) -> None:
        tree["cause"]["seed"] = other

    forged = edited(log, last, disclose)
    assert first(audited(forged)) == ("broken", last, "commitment")
    committed = edited(forged, 1, lambda tree: tree["cause"].update(commitment=commitment(other)))
    verdict, version, code = first(audited(committed))
    assert (verdict, code) == ("broken", "deck")
    assert version in shuffles(line)


@pytest.mark.parametrize("game", LONG)
def test_a_line_that_is_sealed_anew_is_held_to_the_rules(game: str) -> None:
    """Whoever leaves out a move, repeats one, or lets another seat make it, breaks the rules."""
    line = filing.played(LONG[game])
    log, seats = log_of(line), line[-1].match.seats
    for version in moves(line)[::4]:
        items = raws(log)
        without = sealed(items[: version - 1] + items[version:])
        assert audited(without).verdict == "broken"
        assert audited(without).findings[0].version >= version
        doubled = audited(sealed(items[:version] + items[version - 1 :]))
        assert doubled.verdict == "broken"
        assert doubled.findings[0].version > version

        def by_another(tree: dict[str, Any]) -> None:
            tree["by"] = (tree["by"] + 1) % (seats + 1)

        assert first(audited(edited(log, version, by_another))) == ("broken", version, "writer")
        by_house = edited(log, version, lambda tree: tree.update(by="house"))
        assert first(audited(by_house)) == ("broken", version, "house")
        early = edited(log, version, lambda tree: tree.update(command=line[0].entry.command))
        assert first(audited(early)) == ("broken", version, "command")


@pytest.mark.parametrize("game", LONG)
def test_other_moves_are_found(game: str) -> None:
    """A move that wasn't offered, or that the rest doesn't follow from, is found there or later."""
    line = filing.played(LONG[game])
    log = log_of(line)
    others = {repr(move): move for move in map(move_of, log) if move is not None}
    wrong = 0
    for version in moves(line)[::6]:
        for move in list(others.values())[:6]:
            forged = edited(log, version, lambda tree, m=move: tree["cause"].update(move=m))
            if forged == log:
                continue
            report = audited(forged)
            if report.findings:
                wrong += 1
                assert report.findings[0].version >= version
    assert wrong


def move_of(item: Stored) -> Any:
    return msgpack.unpackb(item.public)["cause"].get("move")


@pytest.mark.parametrize("game", LONG)
def test_other_effects_are_found(game: str) -> None:
    """Effects in another order than the rules give them are found at that entry."""
    log = log_of(filing.played(LONG[game]))
    for version, item in enumerate(log, 1):
        effects = msgpack.unpackb(item.public)["effects"]
        if effects != effects[::-1] and not item.openings:
            forged = edited(log, version, lambda tree: tree["effects"].reverse())
            report = audited(forged)
            assert (report.verdict, report.findings[0].version) == ("broken", version)


# ---- Facts that could not happen ----------------------------------------------------------------


def begun(game: str = "casino", **how: Any) -> list[Step]:
    """A match in full play; the last entry is a move."""
    return filing.played(Table(game, {}, 2, "facts", stop=30, **how))


def gathering(seats: Sequence[int] = (0, 1), **offer: Any) -> list[Step]:
    """A match for two in which these seats, which contribute, were taken."""
    fact = filing._Player(Table("casino", {}, 2, "facts"), NAME).offer()
    line = added([], "house", msgspec.structs.replace(fact, **offer))
    for seat in seats:
        line = added(line, seat, Joined(seat, f"p{seat}", commitment(secret(seat))))
    return line


def added(line: list[Step], by: Any, cause: Any, command: bytes | None = None) -> list[Step]:
    """A log with one entry more, written by the book, whether or not it may be."""
    match = line[-1].match if line else filing.unopened(NAME, "casino")
    name = command or secret("command", match.version, by)[:16]
    run = Run(match, name, match.at + 1, simulated(secret("salt", match.version)).salt)
    run.add(by, cause, lambda version: line[version - 1].match)
    return line + run.steps


def judged(line: list[Step], by: Any, cause: Any) -> str:
    """What the audit says of one entry more: the code, or nothing."""
    report = audited(log_of(added(line, by, cause)))
    version = line[-1].match.version + 1
    assert {finding.version for finding in report.findings} <= {version}
    return report.findings[0].code if report.findings else ""


def someone(match: Match) -> tuple[int, Any, Any]:
    """Who is to move, the first of his moves, and another one."""
    seat = match.acting()[0]
    offered = match.game.moves(match.state, seat)
    return seat, offered[0], offered[-1]


def test_moves_of_others() -> None:
    """A judge may move for a seat; the house only for who is out, the clock where there is one."""
    line = begun()
    seat, harmless, other = someone(line[-1].match)
    assert harmless != other
    assert judged(line, seat, Moved(seat, other)) == ""
    assert judged(line, "judge", Moved(seat, other)) == ""
    assert judged(line, "house", Moved(seat, harmless)) == "house"
    assert judged(line, "clock", Moved(seat, harmless)) != ""


RESULT = Result((1, 0), (1, 2))
DURING_PLAY: list[tuple[str, Any, Any]] = [
    ("", 1, Resigned(1)),
    ("writer", 0, Resigned(1)),
    ("writer", "judge", Resigned(1)),
    ("writer", 1, Flagged(1)),
    ("", "judge", Paused("tea")),
    ("writer", 0, Paused("tea")),
    ("phase", "judge", Resumed("tea is over")),
    ("writer", 0, Adjudicated(RESULT, "?")),
    ("", "judge", Adjudicated(RESULT, "?")),
    ("", "judge", Aborted("storm")),
    ("phase", 0, Aborted("left")),
    ("phase", 0, Left(0)),
    ("phase", 0, Joined(0, "p9")),
    ("phase", "house", Locked((None, None))),
    ("writer", "judge", Locked((None, None))),
    ("house", "house", Closed(31, RESULT, None)),
    ("writer", 0, Closed(31, RESULT, None)),
    ("phase", "judge", Rewound(1, "before the deal")),
    ("house", "house", Shuffled("deck", Held("house", ("AS",)))),
    ("writer", 0, Shuffled("deck", Held("house", ("AS",)))),
]


@pytest.mark.parametrize(("code", "by", "fact"), DURING_PLAY, ids=lambda value: str(value)[:40])
def test_facts_during_play(code: str, by: Any, fact: Any) -> None:
    """Who may write what while play goes on."""
    line = begun()
    assert line[-1].match.version == 30
    if isinstance(fact, Shuffled):
        forged = edited(log_of(line), 30, lambda tree: tree.update(by=by, cause=told(fact)))
        found = first(audit_with_opening(forged, fact))
        assert found[0] == "broken"
        return
    assert judged(line, by, fact) == code


def told(fact: Any) -> Any:
    """A fact as plain data, what it holds sealed under a salt of zeros."""
    values = msgpack.packb(fact.cards.values)
    held = {"by": "house", "count": 1, "c": held_commitment(bytes(16), values)}
    return {"type": "match.Shuffled", "purpose": fact.purpose, "cards": held}


def audit_with_opening(log: Log, fact: Shuffled) -> Report:
    opening = msgpack.packb([(bytes(16), msgpack.packb(fact.cards.values))])
    return audited([*log[:-1], log[-1]._replace(openings=opening)])


def test_facts_before_play() -> None:
    """Seats are taken once, by whom they are kept for; a table locks when it is full."""
    one = gathering((0,))
    both = gathering()
    given = (commitment(secret(0)), commitment(secret(1)))
    kept = gathering((), places=(filing.Place("reserved", "ada"), filing.Place()))
    assert judged(one, 1, Joined(1, "p1")) == ""
    assert judged(one, 0, Joined(0, "p9")) == "phase"
    assert judged(one, 1, Joined(0, "p9")) == "writer"
    assert judged(kept, 0, Joined(0, "bob")) == "phase"
    assert judged(kept, 0, Joined(0, "ada")) == ""
    assert judged(one, 0, Left(0)) == ""
    assert judged(one, "house", Locked((given[0], None))) == "commitment"
    assert judged(both, "house", Locked((given[1], given[0]))) == "commitment"
    assert judged(both, "house", Locked(given)) == ""
    assert judged(both, 0, Left(0)) == "house"
    locked = added(both, "house", Locked(given))
    assert judged(locked, 0, Ready(0, secret(0))) == ""
    assert judged(locked, 0, Ready(0, secret(9))) == "commitment"
    assert judged(locked, 1, Ready(0, secret(0))) == "writer"
    assert judged(locked, 0, Aborted("left")) == ""


def test_other_rules() -> None:
    """A match that names another number of the rules is not judged by these."""
    assert [f.code for f in audited(log_of(gathering((), rules=99))).findings] == ["rules"]


def test_what_the_house_owes_comes_first() -> None:
    """Nobody writes anything before the house has done what it owed."""
    line = filing.played(Table("casino", {}, 2, "owed", moves=40))
    log = log_of(line)
    dealt = shuffles(line)[-1]
    report = audited(sealed(raws(log[: dealt - 1]) + raws(log[dealt:])))
    assert report.findings[0].version == dealt
    assert judged(added(begun(), 1, Resigned(1)), "judge", Aborted("storm")) == "house"


def test_what_was_wrong_before_a_break_is_still_said() -> None:
    """A break in the line doesn't hide what the rules have found before it."""
    log = log_of(begun())
    forged = edited(log, 20, lambda tree: tree.update(by="house"))
    forged[25] = forged[25]._replace(seal=bytes(32))
    assert [(f.version, f.code) for f in audited(forged).findings] == [
        (20, "house"),
        (26, "record"),
    ]


def test_a_board_keeps_its_seed() -> None:
    """A board's table that discloses the seed which others still play with is found."""
    table = Table("casino", {}, 2, "board", moves=20, board=filing.Board("t", "1"))
    log = log_of(filing.played(table))
    seed = filing.board_seed(table)
    assert first(audited(log, seed)) == ("incomplete", 0, "")
    told = edited(log, len(log), lambda tree: tree["cause"].update(seed=seed))
    assert first(audited(told)) == ("broken", len(log), "house")


@pytest.mark.parametrize("code", WORDS)
def test_findings_are_told_in_both_languages(code: str) -> None:
    """Each finding has a stable code and says in English and Spanish what is wrong."""
    finding = Finding(3, code, "detail")
    english, spanish = finding.text(), finding.text("es")
    assert english != spanish
    assert all("(detail)" in text for text in (english, spanish))


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
