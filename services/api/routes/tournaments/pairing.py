"""Rounds are paired: by the rules in a job, by hand, or elsewhere."""

import asyncio
from contextlib import suppress
from typing import Annotated, Any

from litestar import post, put
from litestar.params import FromPath, JSONBody, QueryParameter

from events.errors import Refused
from projections.tournaments import commands as c
from projections.tournaments.decisions.decide import check_pair, dry_run
from projections.tournaments.facts import Bye, Pairing, Table
from projections.tournaments.record import Tournament
from services.aggregates.commands import Ask
from services.api.http.directing import director
from services.api.http.problems import family
from services.api.http.responses import Answer
from services.api.routes.tournaments.asked import TOURNAMENT, OfTournament
from services.api.routes.tournaments.rounds import ROUND, acted
from services.api.schemas.fields import LONGEST_BODY
from services.api.schemas.rounds import PairingAsked, RoundAsked, RoundShown, TableAsked
from services.api.views.rounds import proposed, round_shown
from services.wiring import Services, now_ms

PATIENCE = 10.0
"""Seconds for which a request waits for the job that pairs."""
PAUSE = 0.05
Dry = Annotated[int, QueryParameter(ge=0, le=1, description="1: propose only")]


@post(TOURNAMENT + "/rounds", tags=["rounds"], summary="Pair the next round", status_code=201)
async def pair_round(
    asked: OfTournament, data: JSONBody[RoundAsked | None] = None, dry_run: Dry = 0
) -> Answer[RoundShown]:
    """Pair the next round by the rules, or say with ``dry_run=1`` how that would be, and why.

    A job pairs. If it takes longer than some seconds the answer is 202: look again later.
    """
    services, name, language = asked.services, asked.name, asked.language
    now = await asked.tournament()
    by = director(asked.caller, now)
    number = data.round if data and data.round else now.state.next
    if dry_run:
        pairing = await asyncio.to_thread(proposal, now, number)
        return Answer(proposed(number, pairing, "proposed", language), status_code=200)
    ask = asked.ask("pair", data)
    known = await services.tournaments.written(name, ask)
    if known is not None:
        number = len(known.state.rounds)
    else:
        check_pair(now.state, number, now_ms())
        await services.jobs.ask(
            "pair", name, str(number), by, ask.actor, ask.key, ask.request.hex()
        )
    paired = known or await awaited(services, name, number, ask)
    if paired is None:
        return Answer(proposed(number, Pairing(()), "pairing", language), status_code=202)
    return Answer(await round_shown(services, paired, number, language))


@put(
    ROUND + "/pairings",
    tags=["rounds"],
    summary="Pair by hand",
    request_max_body_size=LONGEST_BODY,
)
async def set_pairings(
    asked: OfTournament, number: FromPath[int], data: JSONBody[PairingAsked]
) -> Answer[RoundShown]:
    """Set the pairing of the next round, or of the last one until it is published."""
    command = c.Pair(number, pairing_of(data), data.reason, now_ms())
    return await acted(asked, number, f"pairings {number}", data, command)


@post(
    TOURNAMENT + "/tables",
    tags=["rounds"],
    summary="Tables paired elsewhere",
    status_code=201,
    request_max_body_size=LONGEST_BODY,
)
async def create_tables(asked: OfTournament, data: JSONBody[PairingAsked]) -> Answer[RoundShown]:
    """The next round as it was paired elsewhere, published and started: all tables or none."""
    ask, services, name = asked.ask("tables", data), asked.services, asked.name
    now = await asked.tournament()
    by, number = director(asked.caller, now), now.state.next
    found = await services.tournaments.written(name, ask)
    if found is None:
        pair = c.Pair(number, pairing_of(data), data.reason, now_ms())
        commands = (pair, c.Publish(number), c.StartRound(number))
        found = (await services.tournaments.do(name, ask, *commands, by=by)).after
    else:
        number = len(found.state.rounds)
    shown = await round_shown(services, found, number, asked.language)
    return Answer(shown, status_code=201)


def proposal(tournament: Tournament, number: int) -> Pairing:
    """What pairing would give now."""
    at = max(now_ms(), tournament.at)
    return dry_run(tournament.state, number, at)


async def awaited(services: Services, name: str, number: int, ask: Ask) -> Tournament | None:
    """The tournament once the round is paired; None if that takes too long."""
    with suppress(TimeoutError):
        async with asyncio.timeout(PATIENCE):
            while True:
                found = await services.tournaments.newest(name)
                if len(found.state.rounds) >= number:
                    return found
                if (said := await services.tournaments.refusal(name, ask)) is not None:
                    raise refused(*said)
                await asyncio.sleep(PAUSE)
    return None


def refused(code: str, details: dict[str, Any]) -> Refused:
    """A refusal as it was said elsewhere."""
    for kind in family():
        if kind.code == code and issubclass(kind, Refused):
            return kind(**details)
    return Refused(**details)


def pairing_of(wish: PairingAsked) -> Pairing:
    tables = tuple(table_of(number, table) for number, table in enumerate(wish.tables, 1))
    return Pairing(tables, tuple(Bye(bye.entrant, bye.kind) for bye in wish.byes))


def table_of(number: int, wish: TableAsked) -> Table:
    return Table(number, wish.seats, wish.sides or tuple(range(len(wish.seats))), wish.boards)
