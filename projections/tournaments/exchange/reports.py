"""A tournament of two-sided games as a FIDE report (TRF-2026)."""

from projections.tournaments.exchange.trf import Colour, Trf, TrfGame, TrfPlayer
from projections.tournaments.settings import Points
from projections.tournaments.standings.history import Appearance, history
from projections.tournaments.state import Entrant, State

_FREE = {0: "Z", 1: "H", 2: "F"}


def report(state: State, upto: int | None = None, ranks: dict[str, int] | None = None) -> Trf:
    """The report after round ``upto``; numbers are the seeding, seat 0 has white."""
    told = history(state, upto)
    number = {id: place for place, id in enumerate(state.order, start=1)}
    players = tuple(
        _player(state, state.entrants[id], told[id], number, (ranks or {}).get(id, place))
        for place, id in enumerate(state.order, start=1)
    )
    return Trf(players, _head(state))


def _head(state: State) -> tuple[str, ...]:
    points = state.settings.points
    said = [
        f"012 {_one_line(state.settings.name)}",
        f"062 {len(state.order)}",
        f"142 {state.total}",
        f"152 {state.settings.initial.upper()}",
    ]
    if not _chess(points):
        values = (("W", points.win), ("D", points.draw), ("L", points.loss))
        said.append("162 " + "".join(f" {sign}{value:2}.0   " for sign, value in values).rstrip())
    if state.settings.format == "dutch":
        said.append("192 FIDE_DUTCH_2026")
    return tuple(said)


def _chess(points: Points) -> bool:
    """Whether our points are halves of a chess point."""
    return (points.win, points.draw, points.loss) == (2, 1, 0)


def _one_line(text: str) -> str:
    """A name must not be able to begin a record of its own."""
    return " ".join(text.split())


def _player(
    state: State,
    entrant: Entrant,
    mine: tuple[Appearance, ...],
    number: dict[str, int],
    rank: int,
) -> TrfPlayer:
    games = tuple(_game(state.settings.points, one, number) for one in mine)
    points = (5 if _chess(state.settings.points) else 10) * sum(one.points for one in mine)
    name = _one_line(entrant.name)
    return TrfPlayer(
        entrant.number, name, rating=entrant.rating, points=points, rank=rank, games=games
    )


def _game(points: Points, one: Appearance, number: dict[str, int]) -> TrfGame | None:
    if one.kind == "pending":
        return None
    if not one.table or not one.opponents:
        result = "U" if one.kind == "pairing" else _FREE.get(one.points, "Z")
        return TrfGame(0, "-", result)
    colour: Colour = "w" if one.seat == 0 else "b"
    return TrfGame(number[one.opponents[0]], colour, _result(points, one))


def _result(points: Points, one: Appearance) -> str:
    if one.kind == "forfeit_win":
        return "+"
    if one.kind == "forfeit_loss":
        return "-"
    return "1" if one.points == points.win else "=" if one.points == points.draw else "0"
