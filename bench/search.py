"""How well the searching bot plays: matches of every game against chance and the game's own bot.

    python -m bench.search [GAME ...] [--matches 200] [--playouts 200] [--against chance bot]
                           [--seconds 60] [--json FILE]

Each deal is played once from every side, so that nobody is favoured by the cards. `won` is the
searcher's share (a shared win is a part) with its interval at 95 %, and `even` what equals would
have. Alone, in a patience, a deal counts as won where more points were made than the other made on
the same cards. `ahead` is the difference in points to the best of the others; `ms` the time that a
choice took. A row ends after `--seconds`, or after so many matches.
"""

import argparse
import json
import time
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from itertools import count
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

from bench.tables import Row
from events.facts import Held, Moved, Seat, Shuffled
from projections.cards import fair_deal
from projections.catalogue import catalogue
from projections.game.contract import AnyGame, Dice
from projections.game.decide import happen, to_act
from projections.game.options import pinned
from projections.game.views import view
from projections.match import search
from services.matches.simulation import LONGEST, Sides, share, won_by_side

SHORT: dict[str, dict[str, Any]] = {
    "caissa-campeones": {"deals": 1},
    "casino": {"deals": 1},
    "kaiser": {"deals": 1},
    "royal-casino": {"deals": 1},
}
"""One deal is a match here: what follows it is the same again."""
SEATS = {"catastrophes": 3}
"""Other than the least."""

Choose = Callable[[Any, Seat, Dice], Any]
"""(whole state, seat, dice) → a move."""


class Contest(NamedTuple):
    """A game as it is played here."""

    name: str
    game: AnyGame
    options: Any
    seats: int

    @property
    def sides(self) -> Sides:
        return self.game.sides(self.options, self.seats)


class Clock:
    """What the searcher's choices take."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.choices = 0
        self.playouts = 0


class Outcome(NamedTuple):
    """A match of the searcher's: its part of the win, and how far it was ahead."""

    won: float
    ahead: float


def contest(name: str) -> Contest:
    game = catalogue()[name]
    seats = SEATS.get(name, game.seats[0])
    return Contest(name, game, pinned(game, SHORT.get(name, {})), seats)


# ---- Who chooses ---------------------------------------------------------------------------------


def by_chance(played: Contest) -> Choose:
    def choose(state: Any, seat: Seat, dice: Dice) -> Any:
        moves = played.game.moves(state, seat)
        return moves[dice(len(moves))]

    return choose


def by_bot(played: Contest) -> Choose:
    game = played.game
    assert game.bot is not None
    bot = game.bot

    def choose(state: Any, seat: Seat, dice: Dice) -> Any:
        seen = view(state, seat)
        return bot(seen, seat, game.moves(seen, seat), dice)

    return choose


def by_search(played: Contest, playouts: int, clock: Clock) -> Choose:
    game, sides = played.game, played.sides

    def choose(state: Any, seat: Seat, dice: Dice) -> Any:
        seen = view(state, seat)
        if len(moves := game.moves(seen, seat)) == 1:
            return moves[0]
        begun, tries = time.thread_time(), []
        move = search.think(
            game, seen, seat, sides, dice, lambda n: tries.append(n) or n >= playouts
        )
        clock.seconds += time.thread_time() - begun
        clock.choices += 1
        clock.playouts += tries[-1] if tries else 0
        return move

    return choose


OPPONENTS = {"chance": by_chance, "bot": by_bot}


# ---- Matches -------------------------------------------------------------------------------------


def finished(played: Contest, choosers: Sequence[Choose], key: bytes) -> tuple[Any, Any]:
    """The result and the last state of a match whose shuffles follow from the key (32 bytes)."""
    game, seats = played.game, played.seats
    state, throw = game.start(played.options, seats), fair_deal.dice(sha256(key).digest())
    shuffles = 0
    for _ in range(LONGEST):
        if (result := game.result(state)) is not None:
            return result, state
        cause: Moved[Any] | Shuffled
        if (deck := game.deck(state)) is not None:
            cards = fair_deal.deal(key, "search", shuffles, deck.purpose, deck.cards, ())
            cause, shuffles = Shuffled(deck.purpose, Held("house", cards)), shuffles + 1
        else:
            seat = to_act(game, state, seats)[0]
            cause = Moved(seat, choosers[seat](state, seat, throw))
        state, _ = happen(game, state, cause)
    raise RuntimeError(f"{played.name} doesn't end")


def outcomes(played: Contest, own: Choose, other: Choose) -> Iterator[Outcome]:
    """Deal after deal, each from every side."""
    for number in count():
        key = sha256(f"{played.name} {number}".encode()).digest()
        if len(played.sides) == 1:
            yield alone(played, own, other, key)
            continue
        for side in played.sides:
            choosers = [own if seat in side else other for seat in range(played.seats)]
            yield outcome(played, side, *finished(played, choosers, key))


def outcome(played: Contest, side: Sequence[Seat], result: Any, state: Any) -> Outcome:
    points = search.points(played.game, state, played.seats)
    rivals = [points[seat] for seat in range(played.seats) if seat not in side]
    ahead = points[side[0]] - max(rivals)
    return Outcome(won_by_side(result, side[0], played.sides), ahead)


def alone(played: Contest, own: Choose, other: Choose, key: bytes) -> Outcome:
    """Two patiences on the same cards."""
    scores = [finished(played, [each], key)[0].scores[0] for each in (own, other)]
    ahead = scores[0] - scores[1]
    return Outcome(0.5 if ahead == 0 else float(ahead > 0), ahead)


# ---- Rows ----------------------------------------------------------------------------------------


def row(name: str, against: str, matches: int, playouts: int, seconds: float) -> Row:
    """So many matches of one game, or as many as there is time for."""
    played, clock, end = contest(name), Clock(), time.monotonic() + seconds
    done: list[Outcome] = []
    own, other = by_search(played, playouts, clock), OPPONENTS[against](played)
    for one in outcomes(played, own, other):
        done.append(one)
        if len(done) >= matches or (time.monotonic() > end and not len(done) % whole(played)):
            break
    won = share(sum(one.won for one in done), len(done), 1 / whole(played, least=2))
    return {
        "game": name,
        "against": against,
        "matches": len(done),
        "won": won.rate,
        "low": won.low,
        "high": won.high,
        "even": won.even,
        "ahead": fmean(one.ahead for one in done),
        "ms": clock.seconds / max(1, clock.choices) * 1e3,
        "playouts/s": clock.playouts / max(1e-9, clock.seconds),
    }


def whole(played: Contest, least: int = 1) -> int:
    """So many matches are one deal from every side."""
    return max(least, len(played.sides))


def told(row: Row) -> str:
    won, low, high, even = (float(row[name]) for name in ("won", "low", "high", "even"))
    return (
        f"| {row['game']} | {row['against']} | {row['matches']} | {won:.0%} ({low:.0%}–{high:.0%}) "
        f"| {even:.0%} | {float(row['ahead']):+.1f} | {float(row['ms']):.0f} "
        f"| {float(row['playouts/s']):,.0f} |"
    )


def main() -> None:
    """Measure, print, and write the rows where `--json` says."""
    words = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    words.add_argument("games", nargs="*", metavar="GAME")
    words.add_argument("--matches", type=int, default=200)
    words.add_argument("--playouts", type=int, default=200)
    words.add_argument("--against", nargs="+", choices=list(OPPONENTS), default=list(OPPONENTS))
    words.add_argument("--seconds", type=float, default=60.0)
    words.add_argument("--json", type=Path)
    asked = words.parse_args()
    print("| game | against | matches | won | even | ahead | ms | playouts/s |")
    print("|" + "---|" * 8)
    rows = []
    for name in asked.games or catalogue():
        for against in asked.against:
            rows.append(row(name, against, asked.matches, asked.playouts, asked.seconds))
            print(told(rows[-1]), flush=True)
    if asked.json:
        asked.json.write_text(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()
