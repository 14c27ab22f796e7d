"""The API as a client knows it, without a socket in between."""

from collections.abc import Callable, Coroutine
from typing import Any

import httpx

from services.api.app import create_app
from services.identity.tokens import Grant
from services.wiring import Services


class Door:
    """The API as a client knows it; ``services`` is for what only the house can do."""

    def __init__(self, services: Services) -> None:
        self.services = services
        transport = httpx.ASGITransport(create_app(services), raise_app_exceptions=False)
        self.http = httpx.AsyncClient(transport=transport, base_url="http://tapete")

    async def get(self, path: str, token: str = "", **headers: str) -> httpx.Response:
        return await self.http.get(path, headers=bearing(token) | headers)

    async def post(
        self, path: str, body: Any = None, token: str = "", key: str = "", **headers: str
    ) -> httpx.Response:
        keyed = {"Idempotency-Key": key} if key else {}
        head = bearing(token) | keyed | headers
        if body is None:
            return await self.http.post(path, headers=head)
        return await self.http.post(path, json=body, headers=head)

    async def match(self, game: str = "kaiser", **more: Any) -> str:
        """Offer a match; its id."""
        answer = await self.post("/v1/matches", {"game": game} | more)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["match"])

    async def table(self, game: str = "kaiser", **more: Any) -> tuple[str, list[str]]:
        """A match with all seats taken: its id, and the token of each seat."""
        name = await self.match(game, **more)
        tokens = []
        for _ in (await self.get(f"/v1/matches/{name}")).json()["seats"]:
            answer = await self.post(f"/v1/matches/{name}/join")
            assert answer.status_code == 200, answer.text
            tokens.append(answer.json()["token"])
        return name, tokens

    async def admin(self, *scopes: Any, actor: str = "admin") -> str:
        """A token with these scopes (all, without any)."""
        token = f"tpt_of_{actor}_{'_'.join(scopes)}"
        await self.services.tokens.give(token, Grant(actor, scopes or ("admin",)))
        return token


def bearing(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"} if token else {}


Body = Callable[[Door], Coroutine[Any, Any, None]]
Visit = Callable[[Body], None]
