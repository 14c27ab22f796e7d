"""The routes of matches, in the order in which the documents show them."""

from litestar import Router

from services.api.routes.matches import (
    branches,
    exports,
    judge,
    lobby,
    offers,
    play,
    record,
    replay,
    seats,
)
from services.api.routes.matches.asked import PROVIDED

ROUTES = Router(
    "/",
    dependencies=PROVIDED,
    route_handlers=[
        lobby.list_matches,
        offers.open_match,
        offers.show_match,
        seats.join_match,
        seats.ready_match,
        seats.leave_match,
        seats.resign_match,
        play.play_moves,
        play.show_view,
        replay.show_version,
        replay.show_positions,
        record.show_entries,
        record.show_head,
        record.show_keys,
        exports.export_match,
        exports.audit_match,
        exports.verify_file,
        judge.pause_match,
        judge.resume_match,
        judge.abort_match,
        judge.adjudicate_match,
        branches.rewind_match,
        branches.fork_match,
    ],
)
