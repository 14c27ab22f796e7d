"""A director brings a tournament through its phases, and says who may not meet."""

from litestar import post
from litestar.params import JSONBody

from projections.tournaments import commands as c
from services.api.http.responses import Answer
from services.api.routes.tournaments.asked import TOURNAMENT, OfTournament
from services.api.schemas.rounds import PenaltyAsked
from services.api.schemas.tournaments import Apart, Because, Seeding, TournamentShown
from services.wiring import now_ms


@post(TOURNAMENT + "/lock", tags=["tournaments"], status_code=200)
async def lock_tournament(
    asked: OfTournament, data: JSONBody[Seeding | None] = None
) -> Answer[TournamentShown]:
    """Close registration: the field is seeded by rating or as told, the rounds are counted."""
    return await asked.directed("lock", data, c.Lock(data.order if data else ()))


@post(TOURNAMENT + "/start", tags=["tournaments"], status_code=200)
async def start_tournament(asked: OfTournament) -> Answer[TournamentShown]:
    """Open an arena; other formats start with their first round."""
    return await asked.directed("start", None, c.Start(now_ms()))


@post(TOURNAMENT + "/pause", tags=["tournaments"], status_code=200)
async def pause_tournament(asked: OfTournament, data: JSONBody[Because]) -> Answer[TournamentShown]:
    """Let nothing be decided for a while; matches go on."""
    return await asked.directed("pause", data, c.Pause(data.reason))


@post(TOURNAMENT + "/resume", tags=["tournaments"], status_code=200)
async def resume_tournament(asked: OfTournament) -> Answer[TournamentShown]:
    """Go on; results that came meanwhile are recorded now."""
    return await asked.directed("resume", None, c.Resume())


@post(TOURNAMENT + "/finish", tags=["tournaments"], status_code=200)
async def finish_tournament(
    asked: OfTournament, data: JSONBody[Because | None] = None
) -> Answer[TournamentShown]:
    """End the event; all boards are disclosed."""
    reason = (data.reason if data else "") or "completed"
    return await asked.directed("finish", data, c.Finish(reason))


@post(TOURNAMENT + "/cancel", tags=["tournaments"], status_code=200)
async def cancel_tournament(
    asked: OfTournament, data: JSONBody[Because]
) -> Answer[TournamentShown]:
    """End it without a result; what is still played is called off."""
    return await asked.directed("cancel", data, c.Cancel(data.reason))


@post(TOURNAMENT + "/forbid", tags=["tournaments"], status_code=200)
async def forbid_pair(asked: OfTournament, data: JSONBody[Apart]) -> Answer[TournamentShown]:
    """Two entrants may not be paired."""
    return await asked.directed("forbid", data, c.Forbid(data.entrants, data.reason))


@post(TOURNAMENT + "/permit", tags=["tournaments"], status_code=200)
async def permit_pair(asked: OfTournament, data: JSONBody[Apart]) -> Answer[TournamentShown]:
    """They may be paired again."""
    return await asked.directed("permit", data, c.Permit(data.entrants))


@post(TOURNAMENT + "/penalties", tags=["rounds"], summary="Penalise", status_code=200)
async def penalise(asked: OfTournament, data: JSONBody[PenaltyAsked]) -> Answer[TournamentShown]:
    """Take points away."""
    command = c.Penalise(data.entrant, data.points, data.reason)
    return await asked.directed("penalty", data, command)
