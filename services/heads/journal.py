"""What is known of the log outside Redis: the newest signed head of every match.

A log can become shorter without a trace: a file that was cut, a replica that was behind. So heads
are kept in a file of their own, `heads.db` in the data folder: those of live matches in a journal,
those of finished ones as the leaves of a tree that only grows (`events.checkpoints`). SQLite, for
several processes write here and none of them may be torn by a kill; every note is on the disk when
it returns.
"""

import sqlite3
import threading
from collections.abc import Iterable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from events.checkpoints import Tree
from events.seals import head_message

SCHEMA = """
CREATE TABLE IF NOT EXISTS head (
    match TEXT PRIMARY KEY, version INTEGER NOT NULL, seal BLOB NOT NULL,
    key TEXT NOT NULL, signature BLOB NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS leaf (
    number INTEGER PRIMARY KEY, match TEXT UNIQUE NOT NULL,
    version INTEGER NOT NULL, seal BLOB NOT NULL, key TEXT NOT NULL, signature BLOB NOT NULL
);
CREATE TABLE IF NOT EXISTS lost (match TEXT PRIMARY KEY) WITHOUT ROWID;
"""
NEWER = """
INSERT INTO head VALUES (?, ?, ?, ?, ?) ON CONFLICT (match) DO UPDATE
SET version = excluded.version, seal = excluded.seal,
    key = excluded.key, signature = excluded.signature
WHERE excluded.version > version
"""
GROWN = """
INSERT OR IGNORE INTO leaf
SELECT coalesce(max(number) + 1, 0), ?, ?, ?, ?, ? FROM leaf
"""
COLUMNS = "match, version, seal, key, signature"
PATIENCE = 10.0  # seconds to wait for another process


class Head(NamedTuple):
    """A head under the house's signature; ``key`` names the key that signed it."""

    match: str
    version: int
    seal: bytes
    key: str
    signature: bytes


class Outside:
    """The file of heads in a folder; it is made when something is first noted."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._writing = _Connection(self._file)
        self._reading = _Connection(self._file)  # nobody who reads waits for a disk
        self._tree = Tree()
        self._growing = threading.Lock()

    def note(self, heads: Iterable[Head]) -> None:
        """Journal heads of live matches; an older one than is known changes nothing."""
        with self._writing as db, db:
            db.executemany(NEWER, heads)

    def end(self, heads: Sequence[Head]) -> None:
        """Add finished matches to the tree, once each, and take them out of the journal."""
        with self._writing as db, db:
            db.execute("BEGIN IMMEDIATE")
            db.executemany(GROWN, heads)
            db.executemany("DELETE FROM head WHERE match = ?", [(head.match,) for head in heads])

    def accept(self, match: str) -> None:
        """An operator accepts what the log holds, whatever was signed; the tree keeps its leaf."""
        with self._writing as db, db:
            db.execute("DELETE FROM head WHERE match = ?", (match,))
            db.execute(
                "INSERT OR IGNORE INTO lost SELECT match FROM leaf WHERE match = ?", (match,)
            )

    def lost(self) -> set[str]:
        """The finished matches whose loss was accepted."""
        return {match for (match,) in self._rows("SELECT match FROM lost")}

    def head(self, match: str) -> Head | None:
        """The newest head that is known of a match."""
        for table in ("leaf", "head"):
            query = f"SELECT {COLUMNS} FROM {table} WHERE match = ?"  # noqa: S608  two names
            for row in self._rows(query, match):
                return Head(*row)
        return None

    def newest(self, match: str) -> tuple[int, bytes] | None:
        """The newest version that is known of a match, and its seal."""
        head = self.head(match)
        if head is None or self._rows("SELECT 1 FROM lost WHERE match = ?", match):
            return None
        return head.version, head.seal

    def denies(self, head: Head) -> bool:
        """Whether another seal is known of a match at the very version of this head."""
        known = self.newest(head.match)
        return known is not None and known[0] == head.version and known[1] != head.seal

    def living(self) -> list[Head]:
        """The heads in the journal."""
        return [Head(*row) for row in self._rows(f"SELECT {COLUMNS} FROM head")]  # noqa: S608

    def ended(self, first: int = 0, most: int = 1000) -> list[Head]:
        """The leaves of the tree in their order, from number ``first``."""
        query = f"SELECT {COLUMNS} FROM leaf WHERE number >= ? ORDER BY number LIMIT ?"  # noqa: S608
        return [Head(*row) for row in self._rows(query, first, most)]

    def number(self, match: str) -> int | None:
        """Which leaf of the tree a match is, if it is one."""
        for (number,) in self._rows("SELECT number FROM leaf WHERE match = ?", match):
            return int(number)
        return None

    def tree(self) -> Tree:
        """The tree as it is now; only what was added since is read."""
        with self._growing:
            while leaves := self.ended(len(self._tree)):
                for leaf in leaves:
                    self._tree.append(head_message(leaf.match, leaf.version, leaf.seal))
        return self._tree

    def close(self) -> None:
        self._writing.close()
        self._reading.close()

    def _rows(self, query: str, *values: str | int) -> list[tuple[Any, ...]]:
        if not self._file.exists():
            return []
        with self._reading as db, closing(db.execute(query, values)) as found:
            return found.fetchall()

    @property
    def _file(self) -> Path:
        return self._folder / "heads.db"


class _Connection:
    """A connection that opens when it is first used; one thread at a time has it."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._lock = threading.Lock()
        self._connection: sqlite3.Connection | None = None

    def __enter__(self) -> sqlite3.Connection:
        self._lock.acquire()
        try:
            if self._connection is None:
                self._connection = _opened(self._file)
        except BaseException:
            self._lock.release()
            raise
        return self._connection

    def __exit__(self, *_: object) -> None:
        self._lock.release()

    def close(self) -> None:
        with self._lock:
            if self._connection is not None:
                self._connection.close()
                self._connection = None


def _opened(file: Path) -> sqlite3.Connection:
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    db = sqlite3.connect(file, timeout=PATIENCE, check_same_thread=False)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.executescript(SCHEMA)
    return db
