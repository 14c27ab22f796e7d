"""How answers are written: JSON, or MessagePack for who asks for it."""

from typing import Any, TypeVar
from urllib.parse import urlencode

import msgspec
from litestar.connection import Request
from litestar.enums import MediaType
from litestar.response import Response
from litestar.response.base import ASGIResponse

T = TypeVar("T")
MESSAGEPACK = ("application/x-msgpack", "application/msgpack", "application/vnd.msgpack")


class Answer(Response[T]):
    """A body in the form that the client accepts, with the limits of its caller."""

    def to_asgi_response(
        self, app: Any, request: Request[Any, Any, Any], **how: Any
    ) -> ASGIResponse:
        self.headers = request.state.get("limits", {}) | {"Vary": "Accept"} | self.headers
        if "cache-control" not in {name.lower() for name in self.headers}:
            self.headers["Cache-Control"] = "no-store"
        wanted = packed(request)
        if wanted and self.media_type in (None, MediaType.JSON) and self.content is not None:
            self.media_type = wanted
            self.content = msgspec.msgpack.encode(plain(self.content))  # type: ignore[assignment]
        return super().to_asgi_response(app, request, **how)


def packed(request: Request[Any, Any, Any]) -> str | None:
    """The name under which the client wants MessagePack, if it does."""
    accept = request.headers.get("accept", "")
    if "msgpack" not in accept:
        return None
    best = request.accept.best_match([*MESSAGEPACK, "application/json"], None)
    return best if is_packed(best) else None


def plain(content: Any) -> Any:
    """Plain data of what is about to be written; bytes are JSON already."""
    if isinstance(content, bytes):
        return msgspec.json.decode(content)
    return msgspec.to_builtins(content)


def is_packed(name: str | None) -> bool:
    return name in MESSAGEPACK


def next_page(path: str, asked: dict[str, Any], following: str | None) -> dict[str, str]:
    """The header that says where the next page is, if there is one."""
    if following is None:
        return {}
    given = {name: value for name, value in asked.items() if value is not None}
    return {"Link": f'<{path}?{urlencode(given | {"after": following})}>; rel="next"'}
