"""Tournaments to take away, to print, and what the audit says of them."""

import asyncio
from typing import TYPE_CHECKING, Annotated, Literal

from litestar import get
from litestar.params import QueryParameter
from litestar.response import Response

from events.errors import Language
from projections.language.catalogue import languages
from projections.tournaments.exchange import exports
from projections.tournaments.facts import AnyFact
from projections.tournaments.publication.sealed import public, publicly
from projections.tournaments.record import facts_of
from projections.tournaments.state import State
from services.api.http.responses import Answer
from services.api.routes.tournaments.asked import TOURNAMENT, OfTournament
from services.api.routes.tournaments.standings import AfterRound
from services.api.schemas.record import AuditShown
from services.api.views.record import audited
from services.audit.audits import Audits
from services.identity.tokens import need
from services.tournaments.printing import standings_page

Form = Literal["csv", "trf", "ndjson"]
KINDS: dict[Form, str] = {
    "csv": "text/csv; charset=utf-8",
    "trf": "text/plain; charset=utf-8",
    "ndjson": "application/x-ndjson",
}
if not TYPE_CHECKING:  # the API offers by name the languages that there are
    Language = Literal[languages()]
Lang = Annotated[Language | None, QueryParameter(name="lang")]
PAGE_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
    "X-Content-Type-Options": "nosniff",
}


@get(TOURNAMENT + "/export", tags=["standings"], summary="Take a tournament away")
async def export_tournament(
    asked: OfTournament,
    form: Annotated[Form, QueryParameter(name="format")] = "csv",
    after: AfterRound = None,
) -> Response[bytes]:
    """The standings (CSV), the FIDE report (TRF), or everything that was decided (NDJSON)."""
    now = await asked.tournament()
    state = public(now.state)
    if form == "ndjson":
        line = await asked.services.tournaments.steps(asked.name)
        body = exports.to_ndjson(publicly_all(now.state, facts_of(line)))
    else:
        write = exports.to_csv if form == "csv" else exports.to_trf
        body = (await asyncio.to_thread(write, state, after)).encode()
    name = f'attachment; filename="{asked.name}.{form}"'
    return Answer(body, media_type=KINDS[form], headers={"Content-Disposition": name})


@get(TOURNAMENT + "/page", tags=["standings"], summary="Standings to print", media_type="text/html")
async def print_standings(
    asked: OfTournament, lang: Lang = None, after: AfterRound = None
) -> Response[bytes]:
    """A page for the wall, in English or Spanish."""
    now = await asked.tournament()
    language = lang or asked.language
    body = await asyncio.to_thread(standings_page, public(now.state), language, after)
    return Answer(body.encode(), media_type="text/html", headers=PAGE_HEADERS)


@get(TOURNAMENT + "/audit", tags=["standings"], summary="Audit a tournament")
async def audit_tournament(asked: OfTournament) -> Answer[AuditShown]:
    """Whether everything was decided as the rules and the seals say."""
    need(asked.caller.grant, "audit:read")
    now = await asked.tournament()
    report = await Audits(asked.services.redis, asked.services.log).audit(now.id)
    return Answer(audited(report, asked.language))


def publicly_all(state: State, facts: tuple[AnyFact, ...]) -> list[AnyFact]:
    """All facts as everybody may see them now."""
    return [publicly(state, fact) for fact in facts]
