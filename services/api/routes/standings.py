"""What hangs on the wall: standings, crosstable, bracket, movement, boards; files to take away."""

import asyncio
from typing import TYPE_CHECKING, Annotated, Any, Literal

from litestar import get
from litestar.connection import Request
from litestar.params import FromPath, QueryParameter
from litestar.response import Response
from msgspec.structs import asdict

from events.errors import Language
from projections.language.catalogue import languages
from projections.tournaments.exchange import exports
from projections.tournaments.facts import AnyFact
from projections.tournaments.notes import say
from projections.tournaments.publication import sheets
from projections.tournaments.publication.sealed import is_sealed, public, publicly
from projections.tournaments.record import facts_of
from projections.tournaments.standings.standings import Standing, standings
from projections.tournaments.state import State
from services.api.http.auth import Who
from services.api.http.problems import language_of
from services.api.http.responses import Answer
from services.api.routes.exports import audited
from services.api.routes.tournaments import looked_at
from services.api.views.schemas import AuditShown
from services.api.views.tournament_schemas import (
    BoardLine,
    BoardsShown,
    BracketShown,
    CrossRow,
    Crosstable,
    MovementShown,
    StandingShown,
    StandingsShown,
    ValueShown,
)
from services.api.views.tournaments import boards_shown, proposed
from services.audit.audits import Audits
from services.identity.tokens import need
from services.tournaments.printing import standings_page
from services.wiring import Services

AnyRequest = Request[Any, Any, Any]
ROOT = "/v1/tournaments/{tournament:str}"
Form = Literal["csv", "trf", "ndjson"]
KINDS: dict[Form, str] = {
    "csv": "text/csv; charset=utf-8",
    "trf": "text/plain; charset=utf-8",
    "ndjson": "application/x-ndjson",
}
AfterRound = Annotated[int | None, QueryParameter(name="round", ge=0, le=1000)]
if not TYPE_CHECKING:  # the API offers by name the languages that there are
    Language = Literal[languages()]
Lang = Annotated[Language | None, QueryParameter(name="lang")]
PAGE_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
    "X-Content-Type-Options": "nosniff",
}


@get(ROOT + "/standings", tags=["standings"], summary="Standings")
async def show_standings(
    request: AnyRequest, caller: Who, tournament: FromPath[str], after: AfterRound = None
) -> Answer[StandingsShown]:
    """Who leads after any round, with each tie-break's value and where it comes from."""
    now = await looked_at(request, caller, tournament)
    state, language = public(now.state), language_of(request)
    lines = await asyncio.to_thread(standings, state, after)
    shown = [standing_shown(state, line, language) for line in lines]
    round = len(state.rounds) if after is None else min(after, len(state.rounds))
    return Answer(StandingsShown(now.id, now.version, round, sealed_tables(now.state), shown))


@get(ROOT + "/crosstable", tags=["standings"], summary="Crosstable")
async def show_crosstable(
    request: AnyRequest, caller: Who, tournament: FromPath[str], after: AfterRound = None
) -> Answer[Crosstable]:
    """Everybody's rounds in the order of the standings."""
    state = public((await looked_at(request, caller, tournament)).state)
    rows = await asyncio.to_thread(sheets.crosstable, state, after)
    names = state.entrants
    shown = [
        CrossRow(row.rank, row.entrant, names[row.entrant].name, row.points, row.rounds)
        for row in rows
    ]
    return Answer(Crosstable(tournament, shown))


@get(ROOT + "/bracket", tags=["standings"], summary="Bracket")
async def show_bracket(
    request: AnyRequest, caller: Who, tournament: FromPath[str]
) -> Answer[BracketShown]:
    """All matches of an elimination event; none of any other."""
    now = await looked_at(request, caller, tournament)
    return Answer(BracketShown(tournament, sheets.bracket_sheet(now.state)))


@get(ROOT + "/movement", tags=["standings"], summary="Movement")
async def show_movement(
    request: AnyRequest, caller: Who, tournament: FromPath[str]
) -> Answer[MovementShown]:
    """Who sits where, round by round; of a fixed plan also what is still to come."""
    now = await looked_at(request, caller, tournament)
    pairings = await asyncio.to_thread(sheets.movement_sheet, now.state)
    rounds = now.state.rounds
    shown = [
        proposed(
            number,
            pairing,
            rounds[number - 1].stage if number <= len(rounds) else "planned",
            language_of(request),
        )
        for number, pairing in enumerate(pairings, 1)
    ]
    return Answer(MovementShown(tournament, shown))


@get(ROOT + "/boards", tags=["standings"], summary="Boards")
async def show_boards(
    request: AnyRequest, caller: Who, tournament: FromPath[str]
) -> Answer[BoardsShown]:
    """The boards' commitments, and the results on those that lie open."""
    state = public((await looked_at(request, caller, tournament)).state)
    lines = [BoardLine(**asdict(line)) for line in sheets.board_sheet(state)]
    return Answer(BoardsShown(tournament, boards_shown(state), lines))


@get(ROOT + "/export", tags=["standings"], summary="Take a tournament away")
async def export_tournament(
    request: AnyRequest,
    caller: Who,
    tournament: FromPath[str],
    form: Annotated[Form, QueryParameter(name="format")] = "csv",
    after: AfterRound = None,
) -> Response[bytes]:
    """The standings (CSV), the FIDE report (TRF), or everything that was decided (NDJSON)."""
    now = await looked_at(request, caller, tournament)
    state = public(now.state)
    if form == "ndjson":
        services: Services = request.app.state.services
        line = await services.tournaments.steps(tournament)
        body = exports.to_ndjson(publicly_all(now.state, facts_of(line)))
    else:
        write = exports.to_csv if form == "csv" else exports.to_trf
        body = (await asyncio.to_thread(write, state, after)).encode()
    name = f'attachment; filename="{tournament}.{form}"'
    return Answer(body, media_type=KINDS[form], headers={"Content-Disposition": name})


@get(ROOT + "/page", tags=["standings"], summary="Standings to print", media_type="text/html")
async def print_standings(
    request: AnyRequest,
    caller: Who,
    tournament: FromPath[str],
    lang: Lang = None,
    after: AfterRound = None,
) -> Response[bytes]:
    """A page for the wall, in English or Spanish."""
    now = await looked_at(request, caller, tournament)
    language = lang or language_of(request)
    body = await asyncio.to_thread(standings_page, public(now.state), language, after)
    return Answer(body.encode(), media_type="text/html", headers=PAGE_HEADERS)


@get(ROOT + "/audit", tags=["standings"], summary="Audit a tournament")
async def audit_tournament(
    request: AnyRequest, caller: Who, tournament: FromPath[str]
) -> Answer[AuditShown]:
    """Whether everything was decided as the rules and the seals say."""
    need(caller.grant, "audit:read")
    now = await looked_at(request, caller, tournament)
    services: Services = request.app.state.services
    report = await Audits(services.redis, services.log).audit(now.id)
    return Answer(audited(report, language_of(request)))


def standing_shown(state: State, line: Standing, language: Language) -> StandingShown:
    values = [ValueShown(one.code, one.value, say(one.why, language)) for one in line.values]
    return StandingShown(
        line.rank,
        line.entrant,
        state.entrants[line.entrant].name,
        line.points,
        line.played,
        values,
        line.penalties,
        line.withdrawn,
    )


def sealed_tables(state: State) -> int:
    """How many tables have a result that is still secret."""
    return sum(
        table.number in round.results and is_sealed(state, table)
        for round in state.rounds
        for table in round.pairing.tables
    )


def publicly_all(state: State, facts: tuple[AnyFact, ...]) -> list[AnyFact]:
    """All facts as everybody may see them now."""
    return [publicly(state, fact) for fact in facts]
