"""Every kind of error that a caller may be told."""

from collections.abc import Iterator

from events.errors import TapeteError
from services.api.http.problems import status_of


def family() -> Iterator[type[TapeteError]]:
    """Every kind of error that is told, by code."""
    waiting, found = [TapeteError], {}
    while waiting:
        error = waiting.pop()
        waiting += error.__subclasses__()
        if status_of(error()) < 500 or error.code == "unavailable":
            found[error.code] = error
    return iter(found[code] for code in sorted(found))
