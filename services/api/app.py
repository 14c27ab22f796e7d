"""The application: all routes, and what holds for every one of them."""

from weakref import WeakSet

from litestar import Litestar, Router
from litestar.config.cors import CORSConfig
from litestar.di import Provide
from litestar.openapi.config import OpenAPIConfig
from litestar.types import ControllerRouterHandler

from services.aggregates.watching import Live
from services.api.http import auth, middleware, problems
from services.api.http.asked import services_of
from services.api.http.limits import Limits
from services.api.http.metrics import Figures
from services.api.http.responses import Answer
from services.api.routes import checkpoints, docs, games, health, players, tokens
from services.api.routes.matches import router as matches
from services.api.routes.tournaments import router as tournaments
from services.api.stream import lines, socket, tournament_streams
from services.api.stream.watching import Told
from services.matches.frames import Frames
from services.wiring import Services

ABOUT = (
    "Card games for frontends: matches, moves, live streams, records that anybody can verify. "
    "Times are integer milliseconds UTC. JSON, or MessagePack by Accept. Every error is "
    "problem+json, in English or Spanish by Accept-Language. Unknown fields are refused."
)
LONGEST_BODY = 64 * 1024
ROUTES: list[ControllerRouterHandler] = [
    games.list_games,
    games.show_game,
    games.show_deck,
    matches.ROUTES,
    checkpoints.show_checkpoint,
    checkpoints.show_proof,
    lines.stream_match,
    socket.stream,
    players.show_player,
    players.list_player_matches,
    tournaments.ROUTES,
    tournament_streams.stream_tournament,
    players.show_ratings,
    players.show_leaderboard,
    tokens.give_token,
    tokens.revoke_token,
    tokens.give_ticket,
    health.healthz,
    health.readyz,
    health.metrics,
    docs.openapi_json,
    docs.docs_page,
    docs.asyncapi_json,
    docs.streams_page,
    docs.errors_page,
    docs.docs_file,
]


def create_app(services: Services) -> Litestar:
    """The ASGI application on these services; it connects to nothing before it is asked."""
    app = Litestar(
        route_handlers=ROUTES,
        dependencies={
            "caller": Provide(auth.caller),
            "services": Provide(services_of, sync_to_thread=False),
        },
        exception_handlers=problems.HANDLERS,
        response_class=Answer,
        request_max_body_size=LONGEST_BODY,
        cors_config=cors(services.settings.origins),
        before_request=middleware.check_body,
        before_send=[middleware.count],
        openapi_config=OpenAPIConfig(
            title="Tapete",
            version="1",
            description=ABOUT,
            openapi_router=unseen(),
            use_handler_docstrings=True,
            operation_id_creator=lambda handler, method, path: handler.handler_name,
        ),
        logging_config=None,
    )
    app.state.services = services
    app.state.queues = WeakSet()
    app.state.live = live = Live(services.matches.cache, Frames, services.heads)
    services.heads.tell = lambda state, head: live.tell(state.id, state.version, head)
    app.state.decided = Live(services.tournaments.cache, Told)
    app.state.figures = Figures(services.matches.cache)
    app.state.limits = Limits(
        services.settings.reads_per_second, services.settings.plays_per_second
    )
    return app


def unseen() -> Router:
    """Where the framework would show its own pages."""
    return Router(
        "/framework", route_handlers=[], guards=[middleware.hidden], include_in_schema=False
    )


def cors(origins: tuple[str, ...]) -> CORSConfig | None:
    """Browsers may call from the origins that are allowed by name."""
    if not origins:
        return None
    return CORSConfig(
        allow_origins=list(origins),
        allow_methods=["GET", "POST", "PATCH", "PUT", "DELETE"],
        allow_headers=["Authorization", "Content-Type", "Idempotency-Key", "Tapete-Player"],
        expose_headers=["Location", "Link", "Retry-After", "RateLimit", "RateLimit-Policy"],
    )
