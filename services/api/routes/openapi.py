"""The OpenAPI document: Litestar knows the routes, msgspec the types; here they are put together.

Checked in as ``openapi.json``; write it anew with ``python -m services.api.document``.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
from litestar import Litestar

from services.api.http import problems
from services.api.http.responses import MESSAGEPACK
from services.api.routes.health import Health
from services.api.schemas import resources
from services.audit.reports import VerificationShown
from services.identity.tokens import Scope

FILE = Path(__file__).with_name("openapi.json")
REF = "#/components/schemas/{name}"
SECURITY = {
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": f"A token `tpt_…` with scopes of: {', '.join(get_args(Scope))}. "
        "A seat token is good for one seat of one match. Without a token you are anonymous.",
    },
    "ticket": {
        "type": "apiKey",
        "in": "query",
        "name": "ticket",
        "description": "A one-use ticket of POST /v1/tickets, where no header can be sent.",
    },
}
IDEMPOTENCY = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "description": "The same key again gives the same answer; with another body it is refused "
    "(422). At least 16 characters from who has no token.",
    "schema": {"type": "string", "minLength": 16, "maxLength": 200},
}
PLAYER = {
    "name": "Tapete-Player",
    "in": "header",
    "required": False,
    "description": "For which of its own users an application acts.",
    "schema": {"type": "string", "minLength": 1, "maxLength": 64},
}
LANGUAGE = {
    "name": "Accept-Language",
    "in": "header",
    "required": False,
    "description": "In which language errors are told: en, es.",
    "schema": {"type": "string"},
}
PROBLEM = {
    "description": "Refused: problem+json (RFC 9457) with a stable `code`.",
    "content": {problems.MEDIA_TYPE: {"schema": {"$ref": REF.format(name="Problem")}}},
}


def document(app: Litestar) -> dict[str, Any]:
    """The OpenAPI 3.1 document of the application."""
    found: dict[str, Any] = app.openapi_schema.to_schema()
    found["components"] = {
        "schemas": msgspec.json.schema_components(types(), ref_template=REF)[1],
        "securitySchemes": SECURITY,
    }
    for method, operation in operations(found):
        complete(method, operation)
    return found


def types() -> list[type]:
    """All types that requests and answers are made of."""
    return [problems.Problem, Health, VerificationShown, *resources.types()]


def operations(found: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for path in found["paths"].values():
        yield from path.items()


def complete(method: str, operation: dict[str, Any]) -> None:
    """What holds for every route: who asks, in which language, and how it is refused."""
    operation.pop("deprecated", None)
    parameters = operation.setdefault("parameters", [])
    parameters.append(LANGUAGE)
    if "health" not in operation["tags"]:
        parameters.append(PLAYER)
        operation["security"] = [{}, {"token": []}, {"ticket": []}]
    if method == "post":
        parameters.append(IDEMPOTENCY)
    responses = operation["responses"]
    responses.pop("400", None)
    responses["default"] = PROBLEM
    for response in responses.values():
        also_packed(response.get("content", {}))
    optional_body(operation)


def also_packed(content: dict[str, Any]) -> None:
    """What is JSON may be had as MessagePack."""
    if "application/json" in content:
        content[MESSAGEPACK[0]] = content["application/json"]


def optional_body(operation: dict[str, Any]) -> None:
    """A body that may be null may as well be missing."""
    body = operation.get("requestBody")
    if body is None:
        return
    for media in body["content"].values():
        choices = media["schema"].get("oneOf", [])
        if {"type": "null"} in choices:
            body["required"] = False
            media["schema"] = next(choice for choice in choices if choice != {"type": "null"})


def written(app: Litestar) -> bytes:
    """The document as it is checked in."""
    return msgspec.json.format(msgspec.json.encode(document(app), order="sorted"), indent=1) + b"\n"
