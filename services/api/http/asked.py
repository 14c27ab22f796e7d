"""A request about one match or one tournament, as its routes work with it."""

from typing import Any, NamedTuple

from litestar.connection import Request
from litestar.di import NamedDependency
from litestar.params import SkipValidation

from events.errors import Language
from services.aggregates.commands import Ask
from services.api.http.auth import Caller
from services.api.http.problems import language_of
from services.wiring import Services

AnyRequest = Request[Any, Any, Any]


class Asked(NamedTuple):
    """A request, who makes it, and the id of what it is about."""

    request: AnyRequest
    caller: Caller
    name: str

    @property
    def services(self) -> Services:
        return services_of(self.request)

    @property
    def language(self) -> Language:
        """In which language the answer is read."""
        return language_of(self.request)

    def ask(self, route: str, *body: Any) -> Ask:
        """A command of the caller; ``body`` is all that he asks for."""
        return self.caller.ask(route, *body)


def services_of(request: AnyRequest) -> Services:
    """What the application works with."""
    services: Services = request.app.state.services
    return services


Wired = NamedDependency[SkipValidation[Services]]
"""What a route that is about no single thing gets to work with."""
