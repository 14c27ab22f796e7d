"""What is known of players: their matches, and how strong they are."""

from msgspec import Struct


class TallyShown(Struct, frozen=True):
    """Matches ended, and in how many of them the player came first, alone or not."""

    played: int
    first: int


class PlayerShown(Struct, frozen=True):
    """A player by his opaque id, and his tally of each game."""

    player: str
    games: dict[str, TallyShown]


class RatingShown(Struct, frozen=True):
    """An estimate ``mu`` with its uncertainty ``sigma``; lists are sorted by ``ordinal``."""

    mu: float
    sigma: float
    ordinal: float
    games: int


class RatingsShown(Struct, frozen=True):
    """A player's rating in each game."""

    player: str
    ratings: dict[str, RatingShown]


class Leader(Struct, frozen=True):
    rank: int
    player: str
    rating: RatingShown


class Leaderboard(Struct, frozen=True):
    game: str
    leaders: list[Leader]
