"""Make the golden matches: whole matches of every game, from fixed seeds, by bots or by chance.

    python tests/golden/make.py [--states]

What is there stays: how a match was played is never made anew, or it would prove nothing. With
`--states` the digests of the states are, after a state was given another form; it is refused where
a move is no longer legal, or where an effect or a result has changed: that wants a new number of
the game's rules, and then the match is deleted and made anew.
"""

import sys
from pathlib import Path
from typing import Any, NamedTuple

FOLDER = Path(__file__).parent
sys.path[:0] = [str(FOLDER.parent / "support"), str(FOLDER.parent.parent)]

from golden import Golden, Line, Table, files, read, replayed, write  # noqa: E402
from playing import at_random, by_bot, dice  # noqa: E402

from projections.catalogue import game_of  # noqa: E402
from projections.game.options import pinned, written  # noqa: E402
from projections.game.views import write_move  # noqa: E402

CHOOSE = {"bots": by_bot, "chance": at_random}


class Wish(NamedTuple):
    """A match that there is to be."""

    game: str
    seats: int
    players: str = "bots"
    options: dict[str, Any] = {}  # noqa: RUF012 - nobody changes it


PREMIUM: dict[str, Any] = {"edition": "premium"}
WISHES = (
    Wish("caissa-battle", 2),
    Wish("caissa-battle", 2, "bots", {"mode": "blind", "terrain": "mixed"}),
    Wish("caissa-battle", 2, "chance", PREMIUM | {"recall": True, "terrain": "madness"}),
    Wish("caissa-battle", 2, "bots", PREMIUM | {"specials": "positive", "duel_tie": "defender"}),
    Wish("caissa-campeones", 4),
    Wish("caissa-campeones", 4, "chance", {"deals": 3, "must_lead_starter": True}),
    Wish("caissa-campeones", 4, "bots", PREMIUM | {"tie": "play_on", "target": 40}),
    Wish("caissa-campeones", 4, "chance", PREMIUM | {"blackburne_points": 13, "target": 60}),
    Wish("caissa-escratch", 2),
    Wish("caissa-escratch", 3, "chance", {"classes": ["H", "P", "C"]}),
    Wish("caissa-escratch", 4, "bots", PREMIUM),
    Wish("caissa-solitario", 1),
    Wish("caissa-solitario", 1, "chance", PREMIUM | {"redeals": 1, "foundation_return": True}),
    Wish("caissa-solitario", 1, "bots", PREMIUM | {"draw": "when_stuck"}),
    Wish("casino", 2),
    Wish("casino", 4, "bots", {"teams": True, "win_at": "reach", "face_capture": "all"}),
    Wish("casino", 3, "chance", {"deals": 2, "owner_may_trail": True}),
    Wish("casino", 2, "bots", {"sweeps": True, "count_out": True, "target": 11}),
    Wish("catastrophes", 2, "bots", {"wild": True}),
    Wish("catastrophes", 4, "bots", {"hug_rule": "strict"}),
    Wish("catastrophes", 6, "chance", {"wild": True, "first": 3}),
    Wish("kaiser", 4),
    Wish("kaiser", 4, "bots", {"low": True, "kitty": 4, "nt_order": "beats_all", "target": 30}),
    Wish("kaiser", 4, "chance", {"deals": 4, "all_pass": "redeal", "deal": "four", "nt_min": 8}),
    Wish("kaiser", 4, "chance", {"deals": 4, "pass_cards": 2, "low": True, "lose_at": -52}),
    Wish("kaiser", 4, "bots", {"kitty": 4, "kitty_trump": "after", "bidder_must_win": True}),
    Wish("royal-casino", 2),
    Wish("royal-casino", 3, "chance", {"deals": 2, "sweeps": False}),
    Wish("royal-casino", 4, "bots", {"teams": True, "owner_may_trail": True}),
)


def played(wish: Wish, seed: str) -> Golden:
    """A match from its first shuffle to its end."""
    game = game_of(wish.game)
    options = pinned(game, wish.options)
    table, throw, lines = Table(game, options, wish.seats, seed), dice(seed), list[Line]()
    while table.result is None:
        shuffle = table.shuffle()
        lines.append(shuffle or moved(table, CHOOSE[wish.players], throw))
    return Golden(
        *(wish.game, game.rules, written(options), wish.seats, seed, wish.players),
        table.result,
        lines,
    )


def moved(table: Table, choose: Any, throw: Any) -> Line:
    """One of those who are to move does."""
    acting = table.acting()
    seat = acting[throw(len(acting))]
    moves = table.game.moves(table.state, seat)
    return table.move(seat, write_move(choose(table.game, table.state, seat, moves, throw)))


def make() -> None:
    """Those that aren't there yet."""
    numbers: dict[str, int] = {}
    for wish in WISHES:
        number = numbers[wish.game] = numbers.get(wish.game, 0) + 1
        path = FOLDER / f"{wish.game}-{number}.json"
        if not path.exists():
            write(path, played(wish, path.stem))
            print(path.name)


def renew_states() -> None:
    """Write the states' digests anew where nothing else has changed."""
    for path in files():
        golden = read(path)
        pairs = list(replayed(golden))
        for kept, today in pairs:
            assert today.told == kept.told, f"{path.name}: what happens has changed: {today}"
        if any(kept != today for kept, today in pairs):
            golden.lines = [today for _, today in pairs]
            write(path, golden)
            print(path.name)


if __name__ == "__main__":
    renew_states() if "--states" in sys.argv else make()
