"""Make the files that all readers of match files must agree on.

The same files every time, from fixed seeds. What was published stays as it is: a file that is
there already is only replaced with `--all`. `index.json` says what must be found in each, by a
reader with all rules and by one that leaves the rules of the games aside (`without_rules`).
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
sys.path[:0] = [str(FOLDER.parent / "support"), str(FOLDER.parent.parent)]

import filing  # noqa: E402
import forging  # noqa: E402
from playing import dice  # noqa: E402

from events.facts import Board  # noqa: E402
from events.matchfile import MatchFile, write  # noqa: E402
from services.exports.files import as_file, signed  # noqa: E402

TABLES = {
    "caissa-battle": filing.Table("caissa-battle", {}, 2, 1, (0, 1)),
    "caissa-campeones": filing.Table("caissa-campeones", {"deals": 1}, 4, 2, (1, 3)),
    "caissa-escratch": filing.Table("caissa-escratch", {}, 3, 3, (0, 1, 2)),
    "caissa-solitario": filing.Table("caissa-solitario", {}, 1, 4, (0,), moves=30),
    "casino": filing.Table("casino", {"deals": 1}, 2, 5, (0,)),
    "catastrophes": filing.Table("catastrophes", {}, 3, 6),
    "kaiser": filing.Table("kaiser", {"deals": 1}, 4, 7, (0, 1, 2, 3)),
    "royal-casino": filing.Table("royal-casino", {"deals": 1}, 3, 8, (2,)),
}
SMALL = filing.Table("kaiser", {"deals": 1}, 4, 9, (0, 2), moves=12)
CHOSEN = (
    "changed",
    "changed-seal",
    "deleted",
    "inserted",
    "reordered",
    "cut",
    "other-match",
    "swapped-cards",
    "missing-openings",
    "openings-written-otherwise",
    "nothing-to-withhold",
    "signature",
    "unused-key",
    "trailing-byte",
    "digest",
    "cut-end",
    "swapped-in-the-deck",
    "other-cards",
    "other-seed",
    "other-seed-throughout",
    "other-contribution",
    "other-result",
    "other-count",
    "other-writer",
    "command-again",
    "time",
    "other-schema",
    "float",
    "no-effects",
    "key-twice",
    "ext-type",
    "timestamp",
    "bytes-after",
    "deep",
    "after-the-last",
    "count-of-cards",
    "second-seed",
    "origin-of-none",
)
Expected = dict[str, Any]


def good() -> Iterator[tuple[str, bytes, Expected]]:
    """Files that are as they should be, finished or not."""
    for game, table in TABLES.items():
        yield f"good-{game}", filing.filed(table), {"verdict": "verified"}
    for game in ("kaiser", "caissa-escratch", "catastrophes"):
        file = filing.file_of(TABLES[game]._replace(stop=22))
        yield f"live-{game}", write(file), incomplete("withheld", first_withheld(file))
    finished = filing.file_of(SMALL)
    unsigned = finished._replace(heads=(), keys=())
    last = len(finished.entries)
    yield "unsigned", write(unsigned), incomplete("unsigned", last)
    cut = unsigned._replace(entries=unsigned.entries[:-1])
    yield "cut-and-unsigned", write(cut), incomplete("unfinished", last - 1)
    yield from boards()
    back = SMALL._replace(moves=30, back=(30, 14))
    yield "rewound", filing.filed(back), {"verdict": "verified"}
    yield from forks()


def boards() -> Iterator[tuple[str, bytes, Expected]]:
    table = SMALL._replace(board=Board("t-0", "3"))
    line, seed = filing.played(table), filing.board_seed(table)
    closed = signed(as_file(line, None), filing.signer())
    yield "board-closed", write(closed), incomplete("withheld", first_withheld(closed))
    opened = signed(as_file(line, seed), filing.signer())
    yield "board-opened", write(opened), {"verdict": "verified"}
    other = opened._replace(seed=filing.secret("another"))
    yield "board-other-seed", write(other), broken("commitment", len(other.entries))


def forks() -> Iterator[tuple[str, bytes, Expected]]:
    fork = filing.forked(SMALL, 18, moves=6)
    yield "fork", write(fork), {"verdict": "verified"}
    live = filing.forked(SMALL, 18, stop=12)
    yield "fork-live", write(live), incomplete("unfinished", len(live.entries))
    yield "fork-without-origin", write(fork._replace(origin=None)), broken("origin", 1)
    later = filing.forked(SMALL, 19, moves=6)
    yield "fork-of-another", write(fork._replace(origin=later.origin)), broken("origin", 1)


def forged() -> Iterator[tuple[str, bytes, Expected]]:
    """One file for each kind of forgery that was chosen."""
    file = filing.file_of(SMALL)
    found = {one.name: one for one in forging.every(file, dice("conformance"))}
    for name in CHOSEN:
        one = found[name]
        expected = broken(one.code, one.version)
        if one.rules:
            expected["without_rules"] = "verified"
        yield f"broken-{name}", one.raw, expected
    escratch = filing.file_of(TABLES["caissa-escratch"])
    decks = {one.name: one for one in forging.keyless(escratch, dice("conformance"))}
    for name in ("other-deck-file", "no-deck-file"):
        yield f"broken-{name}", decks[name].raw, broken("deck_file", 1)
    foreign = signed(file, filing.signer("forger"))
    yield "foreign-key", write(foreign), broken("untrusted", len(file.entries)) | {"keys": True}
    yield "own-key", write(file), {"verdict": "verified", "keys": True}


def broken(code: str, version: int) -> Expected:
    return {"verdict": "broken", "code": code, "version": version}


def incomplete(code: str, version: int) -> Expected:
    return {"verdict": "incomplete", "code": code, "version": version}


def first_withheld(file: MatchFile) -> int:
    return next(n for n, item in enumerate(file.entries, 1) if item.openings is None)


def main(everything: bool) -> None:
    index: dict[str, Expected] = {}
    for name, raw, expected in (*good(), *forged()):
        index[name] = expected
        path = FOLDER / f"{name}.tapete"
        if everything or not path.exists():
            path.write_bytes(raw)
    public = filing.signer().public_key().public_bytes_raw().hex()
    (FOLDER / "keys.txt").write_text(f"{public}\n")
    rows = [f"  {json.dumps(name)}: {json.dumps(row)}" for name, row in index.items()]
    (FOLDER / "index.json").write_text("{\n" + ",\n".join(rows) + "\n}\n")


if __name__ == "__main__":
    main("--all" in sys.argv)
