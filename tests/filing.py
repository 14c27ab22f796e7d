"""Whole matches as they lie in the log, made in memory, and the files they are exported to."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from playing import dice, random_options

from events.facts import Closed, Joined, Moved, Opened, Place, Ready
from events.matchfile import MatchFile, write
from projections.catalogue import game_of
from projections.fairness import commitment
from projections.history import Step
from projections.match import unopened
from projections.options import pinned, written
from services.exports import as_file
from services.house import simulated
from services.runs import Run

NOW = 1_700_000_000_000


class Table(NamedTuple):
    """How a match is to be played: by whom, and who contributes to the shuffles."""

    game: str
    options: dict[str, Any]
    seats: int
    seed: object
    contribute: Sequence[int] = ()
    moves: int = 400
    stop: int | None = None


def secret(*what: object) -> bytes:
    """32 bytes that are always the same for the same words."""
    return commitment(repr(what).encode())


def signer(name: object = "house") -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(secret("key", name))


def played(table: Table, name: str = "m-0") -> list[Step]:
    """The log of a match of random moves; after ``moves`` the house ends it, ``stop`` leaves it."""
    return _Player(table, name).play()


def filed(table: Table, name: str = "m-0") -> bytes:
    return write(file_of(table, name))


def file_of(table: Table, name: str = "m-0") -> MatchFile:
    return as_file(played(table, name), signer(), None)


def any_table(game: str, seed: object, **how: Any) -> Table:
    """A table with random options, seats and contributions."""
    throw = dice(("table", game, seed))
    seats = game_of(game).seats
    count = seats[throw(len(seats))]
    options = written(random_options(game_of(game), throw, count))
    options.pop("deck", None)
    contribute = [seat for seat in range(count) if throw(2)]
    return Table(game, options, count, seed, contribute, **how)


class _Player:
    """Plays one match, every command a run of its own."""

    def __init__(self, table: Table, name: str) -> None:
        self.table, self.name = table, name
        self.throw = dice((table.game, table.seed))
        self.house = simulated(secret("house", table.game, table.seed))
        self.seed = self.house.seed()
        self.match = unopened(name, table.game)
        self.line: list[Step] = []
        self.now = NOW

    def command(self, by: Any, cause: Any) -> None:
        self.now += 250 + self.throw(4000)
        command = secret("command", self.match.version)[:16]
        run = Run(self.match, command, self.now, self.house.salt)
        run.add(by, cause)
        run.add_owed(self.seed)
        self.line += run.steps
        self.match = run.match

    def play(self) -> list[Step]:
        self.open()
        while not self.match.over and len(self.line) < (self.table.stop or 1 << 30):
            seat = self.match.acting()[0]
            moves = self.match.game.moves(self.match.state, seat)
            self.command(seat, Moved(seat, moves[self.throw(len(moves))]))
        return self.line

    def open(self) -> None:
        table, game = self.table, game_of(self.table.game)
        options = written(pinned(game, table.options))
        places = (Place(),) * table.seats
        sealed = commitment(self.seed)
        self.command(
            "house",
            Opened(self.name, table.game, game.rules, options, places, sealed, limit=table.moves),
        )
        given = {seat: secret("given", seat, table.seed) for seat in table.contribute}
        for seat in range(table.seats):
            own = commitment(given[seat]) if seat in given else None
            self.command(seat, Joined(seat, f"p{seat}", own))
        for seat, contribution in given.items():
            self.command(seat, Ready(seat, contribution))


def is_over(line: Sequence[Step]) -> bool:
    return isinstance(line[-1].entry.cause, Closed)
