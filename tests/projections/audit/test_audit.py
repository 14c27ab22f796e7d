"""The audit: no original is accused, and no change of a record goes unnoticed."""

from typing import Any

import filing
import msgpack
import pytest
from auditing import (
    audited,
    edited,
    first,
    flipped,
    log_of,
    moves,
    raws,
    redealt,
    sealed,
    shuffles,
    two_exchanged,
)
from filing import Table, any_table, secret

from events.codec import read_openings
from events.record import Stored
from projections.cards.fair_deal import commitment
from projections.catalogue import catalogue

# ---- Originals ----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", catalogue())
@pytest.mark.parametrize("seeds", [range(4), pytest.param(range(4, 60), marks=pytest.mark.long)])
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
@pytest.mark.parametrize("bits", [1, pytest.param(8, marks=pytest.mark.long)])
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
    log, seats = log_of(line), line[-1].after.seats
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
