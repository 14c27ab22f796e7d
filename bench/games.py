"""What the rules of each game cost: random play, and records that are read and followed again.

    python -m bench.games [--seconds 2] [--siblings PYTHON] [--json FILE]

``moves/s`` are moves of random play by the bare rules: all legal moves are found, one is chosen and
carried out with all that follows. ``entries/s`` are entries of a record, read from their bytes as
every door does it: unpacked, seals and openings checked, typed, and followed by the rules. Both by
one process, in CPU time. ``--siblings`` names a Python that has ``open_spiel`` or ``rlcard``, whose
games of the same kind are then played in the same run (``bench/siblings.py``).
"""

import argparse
import json
import random
import subprocess
from collections.abc import Iterable
from pathlib import Path
from time import process_time
from typing import Any

from bench.tables import Row, table
from events.facts import Held, Joined, Moved, Opened, Place, Shuffled
from events.record import Stored
from projections.cards.fair_deal import commitment
from projections.catalogue import catalogue, game_of
from projections.game.contract import AnyGame
from projections.game.decide import choices, happen, to_act
from projections.game.options import pinned, written
from projections.match.fold import unopened
from projections.match.history import steps
from services.matches.batch import Run

LONGEST = 3000  # moves; some games need not end by themselves
SEED = bytes(32)
RANDOM = "random play"


def seats_of(game: AnyGame) -> int:
    """Two where two can play, else as few as can."""
    return 2 if 2 in game.seats else game.seats[0]


def playout(game: AnyGame, seats: int, dice: random.Random) -> tuple[int, int]:
    """One match at random: its moves, and all the choices that there were."""
    state, moves, offered = game.start(game.options(), seats), 0, 0
    while moves < LONGEST and game.result(state) is None:
        cause: Moved[Any] | Shuffled
        if (deck := game.deck(state)) is not None:
            cards = list(deck.cards)
            dice.shuffle(cards)
            cause = Shuffled(deck.purpose, Held("house", tuple(cards)))
        else:
            seat = to_act(game, state, seats)[0]
            legal = choices(game, state, seat)
            offered += len(legal)
            cause, moves = Moved(seat, dice.choice(legal)), moves + 1
        state, _ = happen(game, state, cause)
    return moves, offered


def played(name: str, seconds: float) -> Row:
    """Random matches for so many seconds of CPU."""
    game, dice = game_of(name), random.Random(1)
    seats, matches, moves, offered = seats_of(game), 0, 0, 0
    start = process_time()
    while (used := process_time() - start) < seconds:
        more, legal = playout(game, seats, dice)
        matches, moves, offered = matches + 1, moves + more, offered + legal
    return {
        "game": name,
        "seats": seats,
        "per_s": moves / used,
        "length": moves / matches,
        "choices": offered / moves,
    }


def record(name: str, least: int) -> list[Stored]:
    """A match at random as it is stored, so long or longer, if the game lets it."""
    game, dice = game_of(name), random.Random(1)
    seats, raw = seats_of(game), {"target": 500} if name in ("casino", "kaiser") else {}
    run = Run(unopened(name, name), b"command-16-bytes", 0, lambda: dice.randbytes(16))
    places, options = (Place(),) * seats, written(pinned(game, raw))
    run.add("house", Opened(name, name, game.rules, options, places, commitment(SEED)))
    for seat in range(seats):
        run.add(seat, Joined(seat, f"player-{seat}"))
    run.add_owed(SEED)
    while not run.match.over and len(run.steps) < least:
        match = run.match
        seat = match.acting()[0]
        run.add(seat, Moved(seat, dice.choice(choices(game, match.state, seat))))
        run.add_owed(SEED)
    return [step.stored for step in run.steps]


def replayed(name: str, seconds: float) -> float:
    """Entries a second of a record that is read again and again."""
    stored, entries = record(name, 2000), 0
    start = process_time()
    while (used := process_time() - start) < seconds:
        steps(name, stored)
        entries += len(stored)
    return entries / used


def siblings(python: str, seconds: float) -> list[Row]:
    """What the games of other houses do, by another Python."""
    program = Path(__file__).with_name("siblings.py")
    words = [python, str(program), str(seconds)]
    out = subprocess.run(words, check=True, capture_output=True, text=True).stdout
    return [json.loads(line) for line in out.splitlines() if line.startswith("{")]


def measure(seconds: float, names: Iterable[str] = (), python: str = "") -> list[Row]:
    """All games, then their siblings."""
    rows = [
        {**played(name, seconds), "replay": replayed(name, seconds)}
        for name in names or catalogue()
    ]
    return rows + (siblings(python, seconds) if python else [])


COLUMNS = {
    "game": "game",
    "seats": "seats",
    "per_s": "moves/s",
    "length": "moves a match",
    "choices": "choices a move",
    "replay": "entries replayed/s",
}


def main() -> None:
    """Measure, print, and write the rows where `--json` says."""
    words = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    words.add_argument("--seconds", type=float, default=2.0, help="of CPU, for each figure")
    words.add_argument("--game", action="append", default=[], choices=list(catalogue()))
    words.add_argument("--siblings", default="", help="a Python with open_spiel or rlcard")
    words.add_argument("--json", type=Path)
    asked = words.parse_args()
    rows = measure(asked.seconds, asked.game, asked.siblings)
    print(table(rows, COLUMNS))
    if asked.json:
        asked.json.write_text(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()
