"""Random play of card games of other houses, for comparison: OpenSpiel (C++) and RLCard (Python).

    python bench/siblings.py SECONDS

Runs by itself under a Python that has ``open_spiel`` or ``rlcard``; one line of JSON a game. A move
is what it is there: all legal actions are found, one is chosen at random and carried out. Chance
nodes (dealing) are carried out, too, but are no moves.
"""

import json
import random
import sys
from collections.abc import Callable, Iterator
from time import process_time

Playout = Callable[[random.Random], tuple[int, int]]
SPIEL = {
    "hearts": "OpenSpiel hearts (as Campeones)",
    "goofspiel": "OpenSpiel goofspiel (as Escratch)",
    "solitaire": "OpenSpiel solitaire (as Solitario)",
    "spades": "OpenSpiel spades (as Kaiser)",
}
RLCARD = {
    "bridge": "RLCard bridge (as Kaiser)",
    "gin-rummy": "RLCard gin-rummy (as Casino)",
    "uno": "RLCard uno (as Cat'astrophes)",
}


def spiel(name: str) -> tuple[int, Playout]:
    """The seats of a game of OpenSpiel, and how to play it once."""
    import pyspiel

    game = pyspiel.load_game(name)

    def play(dice: random.Random) -> tuple[int, int]:
        state, moves, offered = game.new_initial_state(), 0, 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(dice.choices(outcomes, odds)[0])
            elif state.is_simultaneous_node():
                legal = [state.legal_actions(seat) for seat in range(game.num_players())]
                state.apply_actions([dice.choice(actions) for actions in legal])
                moves += len(legal)
                offered += sum(map(len, legal))
            else:
                actions = state.legal_actions()
                state.apply_action(dice.choice(actions))
                moves, offered = moves + 1, offered + len(actions)
        return moves, offered

    return game.num_players(), play


def rlcard(name: str) -> tuple[int, Playout]:
    """The seats of a game of RLCard, and how to play it once."""
    import rlcard as house

    env = house.make(name)

    def play(dice: random.Random) -> tuple[int, int]:
        state, _ = env.reset()
        moves = offered = 0
        while not env.is_over():
            actions = list(state["legal_actions"])
            state, _ = env.step(dice.choice(actions))
            moves, offered = moves + 1, offered + len(actions)
        return moves, offered

    return env.num_players, play


def all_games() -> Iterator[tuple[str, int, Playout]]:
    """Whatever is installed here."""
    for houses, load in ((SPIEL, spiel), (RLCARD, rlcard)):
        for name, title in houses.items():
            try:
                yield title, *load(name)
            except ImportError:
                break


def main(seconds: float) -> None:
    for title, seats, play in all_games():
        dice, matches, moves, offered = random.Random(1), 0, 0, 0
        start = process_time()
        while (used := process_time() - start) < seconds:
            more, choices = play(dice)
            matches, moves, offered = matches + 1, moves + more, offered + choices
        row = {"game": title, "seats": seats, "per_s": moves / used}
        row |= {"length": moves / matches, "choices": offered / moves}
        print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main(float(sys.argv[1]))
