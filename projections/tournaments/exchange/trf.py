"""FIDE's Tournament Report File: players with their rounds, in fixed columns.

Read and written: the player section (001) column by column; every other record is kept as it
stands, so nothing that a file says is lost.
"""

from typing import Literal

import msgspec

from projections.tournaments.errors import UnreadableFile

Colour = Literal["w", "b", "-"]
RESULT_POINTS = {"1": 10, "+": 10, "W": 10, "F": 10, "U": 10, "=": 5, "H": 5, "D": 5}
"""Tenths of a point for a result; what is not listed is worth nothing."""
PAIRING_BYE = "U"
"""The one result without an opponent that comes of the pairing; all others were announced."""


class TrfGame(msgspec.Struct, frozen=True):
    """One round of one player: the opponent's number (0 = none), his own colour, the result."""

    opponent: int
    colour: Colour
    result: str


class TrfPlayer(msgspec.Struct, frozen=True):
    """A 001 record; ``points`` in tenths. A round in which he had nothing is None."""

    number: int
    name: str
    rating: int = 0
    points: int = 0
    rank: int = 0
    sex: str = ""
    title: str = ""
    federation: str = ""
    identity: str = ""
    birth: str = ""
    games: tuple[TrfGame | None, ...] = ()


class Trf(msgspec.Struct, frozen=True):
    """A file: its players by number, the records before them and the ones behind."""

    players: tuple[TrfPlayer, ...]
    head: tuple[str, ...] = ()
    tail: tuple[str, ...] = ()

    def record(self, code: str) -> str | None:
        """The text of the first record with this code, or None."""
        lines = (line for line in (*self.head, *self.tail) if line.startswith(code))
        return next((line[4:].strip() for line in lines), None)

    @property
    def rounds(self) -> int:
        """How many rounds the event has: as it says (142, XXR), else as many as were paired."""
        said = self.record("142") or self.record("XXR")
        return int(said) if said else max((len(player.games) for player in self.players), default=0)


def read(text: str) -> Trf:
    """Read a file with any line ends; refuses what it can't read by the number of the line."""
    players: list[TrfPlayer] = []
    head: list[str] = []
    tail: list[str] = []
    for number, line in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), 1):
        if line.startswith("001"):
            players.append(_player(line, number))
        elif line.strip():
            (tail if players else head).append(line)
    if not players:
        raise UnreadableFile(line=0, reason="no player record (001)")
    return Trf(tuple(players), tuple(head), tuple(tail))


def _player(line: str, at: int) -> TrfPlayer:
    try:
        return TrfPlayer(
            number=int(line[4:8]),
            sex=line[9:10].strip(),
            title=line[10:13].strip(),
            name=line[14:47].rstrip(),
            rating=int(line[48:52].strip() or 0),
            federation=line[53:56].strip(),
            identity=line[57:68].strip(),
            birth=line[69:79].strip(),
            points=_tenths(line[80:84]),
            rank=int(line[85:89].strip() or 0),
            games=tuple(_game(line[i : i + 8]) for i in range(91, len(line.rstrip()), 10)),
        )
    except ValueError as fault:
        raise UnreadableFile(line=at, reason=str(fault)) from fault


def _tenths(text: str) -> int:
    whole, _, part = text.strip().partition(".")
    return int(whole or 0) * 10 + int((part + "0")[0])


def _game(text: str) -> TrfGame | None:
    if not text.strip():
        return None
    colour = text[5:6].lower()
    return TrfGame(
        opponent=int(text[:4].strip() or 0),
        colour="w" if colour == "w" else "b" if colour == "b" else "-",
        result=text[7:8].upper().strip() or "Z",
    )


def write(file: Trf) -> str:
    """The file as text, one record a line."""
    return "\n".join([*file.head, *map(_line, file.players), *file.tail, ""])


def _line(player: TrfPlayer) -> str:
    points = f"{player.points // 10}.{player.points % 10}"
    who = (
        f"001 {player.number:4} {player.sex:1}{player.title:>3} {player.name[:33]:33} "
        f"{player.rating or '':4} {player.federation:3} {player.identity:>11} {player.birth:10} "
        f"{points:>4} {player.rank:4}"
    )
    return (who + "".join("  " + _cell(game) for game in player.games)).rstrip()


def _cell(game: TrfGame | None) -> str:
    if game is None:
        return " " * 8
    opponent = f"{game.opponent:4}" if game.opponent else "0000"
    return f"{opponent} {game.colour} {game.result}"


def truncated(file: Trf, rounds: int) -> Trf:
    """The file as it was after so many rounds, points as far as they go."""
    players = []
    for player in file.players:
        games = player.games[:rounds]
        points = sum(RESULT_POINTS.get(game.result, 0) for game in games if game)
        players.append(msgspec.structs.replace(player, games=games, points=points))
    return msgspec.structs.replace(file, players=tuple(players))


def absent(file: Trf, round: int) -> frozenset[int]:
    """Who was not to be paired in a round (from 1): without a game or with an announced bye."""
    return frozenset(player.number for player in file.players if _away(player, round))


def _away(player: TrfPlayer, round: int) -> bool:
    game = player.games[round - 1] if len(player.games) >= round else None
    return game is None or (game.opponent == 0 and game.result != PAIRING_BYE)


def pairs(file: Trf, round: int) -> tuple[tuple[int, int], ...]:
    """(white, black) of a round (from 1), the pairing bye as (player, 0), by white's number."""
    found = []
    for player in file.players:
        game = player.games[round - 1] if len(player.games) >= round else None
        if game is None:
            continue
        if game.opponent == 0 and game.result == PAIRING_BYE:
            found.append((player.number, 0))
        elif game.opponent and game.colour == "w":
            found.append((player.number, game.opponent))
    return tuple(sorted(found))


def initial_colour(file: Trf) -> Literal["w", "b"]:
    """The colour drawn for the first board: recorded (152), else read off round 1, else white."""
    said = file.record("152")
    if said:
        return "b" if said.lower().startswith("b") else "w"
    for player in file.players:
        game = player.games[0] if player.games else None
        if game is not None and game.opponent and game.colour != "-":
            return "b" if game.colour == "b" else "w"
    return "w"


def forbidden(file: Trf, round: int) -> tuple[tuple[int, ...], ...]:
    """Groups of players of whom no two may meet in this round (records 260)."""
    return tuple(
        tuple(int(number) for number in line[11:].split())
        for line in (*file.head, *file.tail)
        if line.startswith("260") and _covers(line, round)
    )


def _covers(line: str, round: int) -> bool:
    first = int(line[4:7].strip() or 0)
    last = int(line[8:11].strip() or first)
    return first <= round <= last
