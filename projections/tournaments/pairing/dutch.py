"""Swiss pairings by FIDE's own Dutch rules of 2026, as the `gacrux` engine knows them."""

from collections.abc import Collection, Iterable, Sequence
from decimal import Decimal
from typing import Any, Literal

from gacrux.gacruxexeptions import GacruxNoLegalPairing
from gacrux.pairingdutch import pairing_dutch

from projections.tournaments.errors import NoPairing
from projections.tournaments.exchange.trf import TrfGame, TrfPlayer

_SETTINGS = {"experimental": [], "verbose": 0, "top_color": ""}
_VALUES = {
    "W": Decimal("1.0"),
    "D": Decimal("0.5"),
    "L": Decimal("0.0"),
    "Z": Decimal("0.0"),
    "F": "W",
    "H": "D",
    "P": "W",
    "A": "D",
    "U": "Z",
}
_OPPOSITE = {"W": "L", "L": "W", "D": "D", "Z": "Z"}
_READ: dict[str, tuple[str, bool]] = {
    "1": ("W", True),
    "=": ("D", True),
    "0": ("L", True),
    "W": ("W", True),
    "D": ("D", True),
    "L": ("L", True),
    "U": ("P", True),
    "+": ("W", False),
    "F": ("W", False),
    "H": ("D", False),
    "-": ("Z", False),
    "Z": ("Z", False),
}
"""A result's letter for the engine, and whether the round was played (a pairing bye counts so)."""


def pair_dutch(
    players: Sequence[TrfPlayer],
    round: int,
    rounds: int,
    initial: Literal["w", "b"] = "w",
    absent: Collection[int] = (),
    forbidden: Iterable[Sequence[int]] = (),
) -> tuple[tuple[int, int], ...]:
    """(white, black) by board for ``round`` of ``rounds``; the bye comes last as (player, 0).

    ``players`` carry their games before this round; their numbers are 1 to n by strength.
    Refuses with ``NoPairing`` when the rules leave no way to pair everybody.
    """
    tournament = _tournament(players, round, rounds, initial, absent)
    tournament["prohibited"] = [
        {"firstRound": round, "lastRound": round, "competitors": list(group)} for group in forbidden
    ]
    engine = pairing_dutch(tournament, round, _SETTINGS)
    try:
        brackets = engine.compute_pairing(False, 0)
    except GacruxNoLegalPairing as fault:
        raise NoPairing(round=round, reason="dutch", engine=str(fault)) from fault
    pairs = [pair for bracket in brackets for pair in bracket["pairs"]]
    pairs.sort(key=lambda pair: pair["board"])
    return tuple((int(pair["w"]), int(pair["b"])) for pair in pairs)


def _tournament(
    players: Sequence[TrfPlayer],
    round: int,
    rounds: int,
    initial: str,
    absent: Collection[int],
) -> dict[str, Any]:
    """The event as the engine wants it."""
    return {
        "tournamentNo": 1,
        "tournamentType": "Swiss",
        "teamTournament": False,
        "teamSize": 1,
        "numRounds": rounds,
        "currentRound": round - 1,
        "topColor": initial,
        "rankOrder": ["PTS"],
        "scoreSystem": {"game": dict(_VALUES), "match": {}},
        "competitors": [_competitor(player, player.number not in absent) for player in players],
        "gameList": list(_games(players, round)),
        "matchList": [],
    }


def _competitor(player: TrfPlayer, present: bool) -> dict[str, Any]:
    return {
        "cid": player.number,
        "profileId": 0,
        "present": present,
        "gamePoints": Decimal(0),
        "rank": player.number,
        "rating": {"list": "TRF", "rating": player.rating},
        "random": player.number,
    }


def _games(players: Sequence[TrfPlayer], round: int) -> Iterable[dict[str, Any]]:
    """Each game once, told from white's side, or from black's where white has none."""
    known = {(player.number, i): game for player in players for i, game in enumerate(player.games)}
    for (number, i), game in known.items():
        if i + 1 >= round or game is None:
            continue
        if game.opponent and game.colour == "b" and known.get((game.opponent, i)) is not None:
            continue
        yield _game(number, i + 1, game, known.get((game.opponent, i)))


def _game(number: int, round: int, game: TrfGame, other: TrfGame | None) -> dict[str, Any]:
    result, played = _READ.get(game.result, ("Z", False))
    own = {"cid": number, "result": result}
    theirs = None
    if game.opponent:
        answer = _READ.get(other.result, ("Z", False))[0] if other else _OPPOSITE[result]
        theirs = {"cid": game.opponent, "result": answer}
    white, black = (theirs, own) if game.colour == "b" and theirs else (own, theirs)
    return {
        "id": number * 1000 + round,
        "round": round,
        "white": white,
        "black": black,
        "played": played,
        "rated": played and theirs is not None,
    }
