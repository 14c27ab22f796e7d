"""All types of all resources, for the document of the API."""

from msgspec import Struct

from services.api.schemas import (
    entrants,
    games,
    judge,
    matches,
    play,
    players,
    record,
    rounds,
    standings,
    tokens,
    tournaments,
)

RESOURCES = (
    *(games, matches, play, judge, record, tokens, players),
    *(tournaments, entrants, rounds, standings),
)


def types() -> list[type[Struct]]:
    """All types of the resources; what they are made of is found from them."""
    return [
        kind
        for resource in RESOURCES
        for kind in vars(resource).values()
        if isinstance(kind, type)
        and issubclass(kind, Struct)
        and kind.__module__ == resource.__name__
    ]
