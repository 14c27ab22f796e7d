"""Golden matches: whole matches as they were once played, and must be played for all time.

A file in `tests/golden` has what a match was made of, and a line for each thing that happened: the
house's shuffle or a seat's move as it was sent, the effects that followed (names and digest), and
a digest of the settled state with all cards open. Everything follows from the seed in the file.
"""

import json
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

from events.facts import Held, Result, Seat, Shuffled
from projections.cards import fair_deal
from projections.catalogue import game_of
from projections.game import views
from projections.game.contract import AnyGame
from projections.game.decide import decide, happen, to_act
from projections.game.options import read_options
from services.keys.randomness import simulated

FOLDER = Path(__file__).parents[1] / "golden"
HEX_DIGITS = 16


class Line(Struct, kw_only=True):
    """A cause and what came of it: a seat's move, or the purpose of a shuffle.

    ``told`` is the digest of the cause and its effects, ``state`` of the state after them.
    """

    seat: Seat | UnsetType = UNSET
    move: dict[str, Any] | UnsetType = UNSET
    shuffle: str | UnsetType = UNSET
    effects: list[str]
    told: str
    state: str


class Golden(Struct):
    """A whole match; ``seed`` is text, ``players`` says who chose the moves."""

    game: str
    rules: int
    options: dict[str, Any]
    seats: int
    seed: str
    players: str
    result: Result
    lines: list[Line]


class Table:
    """A match while it is played: shuffles follow from the seed, moves are told to it."""

    def __init__(self, game: AnyGame, options: Any, seats: int, seed: str) -> None:
        self.game = game
        self.seats = seats
        self.seed = simulated(sha256(seed.encode()).digest()).seed()
        self.state = game.start(options, seats)
        self.shuffles = 0

    def shuffle(self) -> Line | None:
        """What the house owes now."""
        owed = self.game.deck(self.state)
        if owed is None:
            return None
        cards = fair_deal.deal(self.seed, "golden", self.shuffles, owed.purpose, owed.cards, ())
        self.shuffles += 1
        cause = Shuffled(owed.purpose, Held("house", cards))
        self.state, effects = happen(self.game, self.state, cause)
        return line(self.state, cause, effects, shuffle=owed.purpose)

    def move(self, seat: Seat, sent: Any) -> Line:
        """A move as a client sends it."""
        move = views.read_move(sent, seat, self.game.move)
        self.state, cause, effects = decide(self.game, self.state, seat, move)
        return line(self.state, cause, effects, seat=seat, move=sent)

    def acting(self) -> Sequence[Seat]:
        return () if self.result else to_act(self.game, self.state, self.seats)

    @property
    def result(self) -> Result | None:
        return self.game.result(self.state)


def line(state: Any, cause: Any, effects: Sequence[Any], **sent: Any) -> Line:
    names = [type(effect).__struct_config__.tag for effect in effects]
    told, after = digest([cause, *effects]), digest(state)
    return Line(effects=names, told=told, state=after, **sent)


def digest(thing: Any) -> str:
    """The same for equal things in every process: of their JSON with all cards open."""
    return sha256(views.encoder(views.EVERYTHING).encode(thing)).hexdigest()[:HEX_DIGITS]


def replayed(golden: Golden) -> Iterator[tuple[Line, Line]]:
    """Each line as it is in the file, and as it comes about today; at the end, the same result."""
    game = game_of(golden.game)
    options = read_options(game, golden.options)
    table = Table(game, options, golden.seats, golden.seed)
    for kept in golden.lines:
        if kept.shuffle is not UNSET:
            today = table.shuffle()
            assert today is not None, "the house owes no shuffle"
        else:
            assert kept.seat is not UNSET
            today = table.move(kept.seat, kept.move)
        yield kept, today
    assert table.result == golden.result
    assert not table.acting()


def check(golden: Golden) -> None:
    """Raise an AssertionError that says which line came about differently."""
    for number, (kept, today) in enumerate(replayed(golden), 1):
        assert today == kept, f"{golden.game}, line {number}: {today} instead of {kept}"


def files(game: str = "") -> list[Path]:
    """The files of one game, or all."""
    return [path for path in sorted(FOLDER.glob("*.json")) if game in ("", of(path))]


def of(path: Path) -> str:
    """The game of a file: its name without the number."""
    return path.stem.rpartition("-")[0]


def read(path: Path) -> Golden:
    return msgspec.json.decode(path.read_bytes(), type=Golden)


def write(path: Path, golden: Golden) -> None:
    """One line of text a line of the match, so that a difference can be read."""
    tree = msgspec.to_builtins(golden)
    lines = ",\n".join(short(line) for line in tree.pop("lines"))
    path.write_text(f'{short(tree)[:-1]}, "lines": [\n{lines}\n]}}\n', "utf-8")


def short(tree: Any) -> str:
    return json.dumps(tree, ensure_ascii=False)


def check_all() -> None:
    """Every golden match; prints how many, and a number that tells interpreters apart."""
    for path in files():
        check(read(path))
    print(len(files()), hash("Tapete"))
