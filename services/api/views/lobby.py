"""What is shown of a match in a list."""

from projections.match.summaries import Summary
from services.api.schemas.matches import ChairShown, MatchesFound, MatchFound


def matches_found(found: list[Summary], following: str | None) -> MatchesFound:
    return MatchesFound([match_found(one) for one in found], following)


def match_found(one: Summary) -> MatchFound:
    """A match as the lobby shows it; a board's options would tell nothing, its result too much."""
    seats = [
        ChairShown(seat, chair.kind, chair.player, chair.kept_for, chair.ready, chair.out)
        for seat, chair in enumerate(one.seats)
    ]
    return MatchFound(
        one.match,
        one.game,
        one.phase,
        seats,
        one.version,
        one.created,
        one.at,
        one.options,
        one.clock,
        one.rated,
        one.result,
    )
