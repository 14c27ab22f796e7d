"""Who may do what: whatever the routes of today and tomorrow, a right is needed for each."""

from collections.abc import Iterator
from typing import Any

import hypothesis
import pytest
import schemathesis

from services.api.routes.openapi import FILE
from services.identity.tokens import Grant, Scope
from services.settings import Settings
from tests.services.api.served import Served
from tests.services.api.test_tournaments import CUP, pairs

CHANGES = ("POST", "PUT", "PATCH", "DELETE")
FREE = (
    ("GET", "/healthz"),
    ("GET", "/readyz"),
    ("GET", "/metrics"),
    ("GET", "/v1/games"),
    ("GET", "/v1/games/{game}"),
    ("GET", "/v1/decks/{digest}"),
    ("GET", "/v1/keys"),
    ("POST", "/v1/tickets"),
    ("DELETE", "/v1/tokens"),
)
"""For everybody: what is the same for all, a ticket for what one may anyway, giving up a token."""
DIRECTING: tuple[Scope, ...] = ("tournament:write", "tournament:direct", "match:read")
STRANGERS = {
    "nobody": Grant("nobody"),
    "reader": Grant("reader", ("match:read",)),
    "rival": Grant("rival", DIRECTING),
}


@pytest.fixture(scope="module")
def house(redis_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator["House"]:
    folder = tmp_path_factory.mktemp("scopes")
    settings = Settings(data=folder, reads_per_second=0, plays_per_second=0)
    with Served(settings, redis_url) as served:
        yield House(served)


class House:
    """A service with a match that is under way and somebody's tournament with its entrants."""

    def __init__(self, served: Served) -> None:
        self.served = served
        give = served.services.tokens.give
        for name, grant in {**STRANGERS, "club": Grant("club", DIRECTING)}.items():
            served.run(give(f"tpt_{name}", grant))
        self.match, _ = served.table()
        made = self.post("/v1/tournaments", CUP)
        self.tournament = made["tournament"]
        self.post(f"/v1/tournaments/{self.tournament}/entrants", pairs(4))
        self.post(f"/v1/tournaments/{self.tournament}/lock", None)
        self.places = {
            "match": self.match,
            "tournament": self.tournament,
            "entrant": "e1",
            "number": 1,
            "table": 1,
        }

    def post(self, path: str, body: Any) -> Any:
        head = {"Authorization": "Bearer tpt_club"}
        return self.served.http.post(path, json=body, headers=head).raise_for_status().json()

    def versions(self) -> tuple[int, int]:
        match = self.served.services.matches.cache.read(self.match)
        line = self.served.services.tournaments.cache.steps(self.tournament)
        return self.served.run(match).version, len(self.served.run(line))


def operations(changes: bool) -> list[Any]:
    document = schemathesis.openapi.from_path(FILE)
    found = [one.ok() for one in document.get_all_operations()]
    return [
        one
        for one in found
        if (one.method.upper() in CHANGES) == changes
        and (one.method.upper(), one.path) not in FREE
        and not (one.path == "/v1/verify" and changes)  # reads a file, changes nothing
    ]


def named(operation: Any) -> str:
    return f"{operation.method} {operation.path}"


def refused(house: House, operation: Any, who: str) -> None:
    """Well-formed requests of this caller come to nothing."""

    @hypothesis.given(case=operation.as_strategy())
    @hypothesis.settings(
        max_examples=4,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    def once(case: Any) -> None:
        for name in case.path_parameters or {}:
            case.path_parameters[name] = house.places.get(name, case.path_parameters[name])
        head = {"Authorization": f"Bearer tpt_{who}"}
        answer = case.call(base_url=house.served.url, headers=head)
        codes.add(answer.status_code)

    codes: set[int] = set()
    once()
    assert 403 in codes, "no request was well-formed"
    assert all(400 <= code < 500 for code in codes)


@pytest.mark.parametrize("operation", operations(changes=True), ids=named)
def test_nothing_is_changed_without_a_right_to(house: House, operation: Any) -> None:
    """Neither without a right, nor to read only, nor as the director of something else."""
    before = house.versions()
    for who in STRANGERS:
        if who == "rival" and operation.path == "/v1/tournaments":
            continue  # one of his own he may announce
        refused(house, operation, who)
    assert house.versions() == before


@pytest.mark.parametrize("operation", operations(changes=False), ids=named)
def test_nothing_is_read_without_a_right_to(house: House, operation: Any) -> None:
    """Who has no right at all sees no match, no tournament, no player and no list."""
    refused(house, operation, "nobody")
