"""Whole matches as they lie in the log, made in memory, and the files they are exported to."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any, NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from playing import dice, random_options

from events.facts import Board, Joined, Moved, Opened, Origin, Place, Ready, Rewound
from events.log import Batch
from events.matchfile import MatchFile, write
from projections.cards.fair_deal import commitment
from projections.catalogue import game_of
from projections.game.options import pinned, written
from projections.match.fold import Match, unopened
from projections.match.history import Step
from projections.match.rewinds import landing
from services.exports.files import as_file, signed
from services.keys.randomness import simulated
from services.keys.seeds import Seeds
from services.matches.batch import Run
from services.wiring import Services

NOW = 1_700_000_000_000


class Table(NamedTuple):
    """How a match is to be played: by whom, and who contributes to the shuffles.

    After ``moves`` the house ends it, ``stop`` leaves it at that version or soon after; ``back``
    is where a judge takes it back, and to where.
    """

    game: str
    options: dict[str, Any]
    seats: int
    seed: object
    contribute: Sequence[int] = ()
    moves: int = 400
    stop: int | None = None
    board: Board | None = None
    back: tuple[int, int] | None = None


def secret(*what: object) -> bytes:
    """32 bytes that are always the same for the same words."""
    return commitment(repr(what).encode())


def signer(name: object = "house") -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(secret("key", name))


def played(table: Table, name: str = "m-0", origin: Match | None = None) -> list[Step]:
    """The log of a match of random moves, or of one that goes on from another."""
    return _Player(table, name, origin).play()


def filed(table: Table, name: str = "m-0") -> bytes:
    return write(file_of(table, name))


def file_of(table: Table, name: str = "m-0") -> MatchFile:
    return signed(as_file(played(table, name), None), signer())


def forked(table: Table, version: int, **how: Any) -> MatchFile:
    """A fork of a finished match: its file brings the origin along up to this version."""
    line = played(table)
    closed = line[-1].after.closed
    before = line[:version]
    origin = write(as_file(before, closed.seed if closed else None))
    fork = played(table._replace(seed=(table.seed, "fork"), **how), "m-1", before[-1].after)
    return signed(as_file(fork, None, origin), signer())


def board_seed(table: Table) -> bytes:
    """What a tournament discloses when the last table of its board has ended."""
    return _Player(table, "m-0").seed


def any_table(game: str, seed: object, **how: Any) -> Table:
    """A table with random options, seats and contributions."""
    throw = dice(("table", game, seed))
    seats = game_of(game).seats
    count = seats[throw(len(seats))]
    options = written(random_options(game_of(game), throw, count))
    options.pop("deck", None)
    contribute = [seat for seat in range(count) if throw(2)]
    return Table(game, options, count, seed, contribute, **how)


async def lay_down(services: Services, table: Table) -> str:
    """Put a match into the log as if it had been played there; its id."""
    name = services.house.match_id(0, NOW)
    await Seeds(services.redis).keep(name, board_seed(table))
    after, seal = 0, b""
    for command, run in groupby(played(table, name), lambda step: step.entry.command):
        line = list(run)
        entries = tuple(step.stored for step in line)
        await services.log.append(Batch(name, after, seal, command, entries))
        after, seal = line[-1].after.version, line[-1].after.seal
    return name


class _Player:
    """Plays one match, every command a run of its own."""

    def __init__(self, table: Table, name: str, origin: Match | None = None) -> None:
        self.table, self.name, self.origin = table, name, origin
        self.throw = dice((table.game, table.seed))
        self.house = simulated(secret("house", table.game, table.seed))
        self.seed = self.house.seed()
        self.match = unopened(name, table.game, origin)
        self.line: list[Step] = []
        self.now = NOW if origin is None else origin.at

    def command(self, by: Any, cause: Any) -> None:
        self.now += 250 + self.throw(4000)
        command = secret("command", self.name, self.match.version)[:16]
        run = Run(self.match, command, self.now, self.house.salt)
        run.add(by, cause, lambda version: self.line[version - 1].after)
        run.add_owed(self.seed)
        self.line += run.steps
        self.match = run.match

    def play(self) -> list[Step]:
        self.open()
        back = self.table.back
        while not self.match.over and len(self.line) < (self.table.stop or 1 << 30):
            if back is not None and self.match.version >= back[0]:
                self.command("judge", Rewound(landing(self.line, back[1], keep_deck=False), "?"))
                back = None
            seat = self.match.acting()[0]
            moves = self.match.game.moves(self.match.state, seat)
            self.command(seat, Moved(seat, moves[self.throw(len(moves))]))
        return self.line

    def open(self) -> None:
        self.command("house", self.offer())
        table = self.table
        given = {seat: secret("given", seat, table.seed) for seat in table.contribute}
        for seat in range(table.seats):
            own = commitment(given[seat]) if seat in given else None
            self.command(seat, Joined(seat, f"p{seat}", own))
        for seat, contribution in given.items():
            self.command(seat, Ready(seat, contribution))

    def offer(self) -> Opened:
        table, game, origin = self.table, game_of(self.table.game), self.origin
        return Opened(
            self.name,
            table.game,
            game.rules,
            written(pinned(game, table.options)),
            (Place(),) * table.seats,
            commitment(self.seed),
            limit=table.moves,
            origin=None if origin is None else Origin(origin.id, origin.version, origin.seal),
            board=table.board,
        )
