"""What is shown of a tournament, and who may do what in it."""

from typing import Any

from events.errors import Forbidden, Language
from events.keys import log_key
from projections.tournaments.facts import Pairing, Table
from projections.tournaments.notes import Note, say
from projections.tournaments.publication.sealed import is_sealed, public
from projections.tournaments.record import Tournament
from projections.tournaments.state import Entrant, State
from services.api.http.auth import Caller
from services.api.views.tournament_schemas import (
    BoardShown,
    EntrantShown,
    NoteShown,
    RoundBrief,
    RoundShown,
    TableShown,
    TournamentFound,
    TournamentShown,
)
from services.identity.tokens import Grant, need
from services.wiring import Services


def director(caller: Caller, tournament: Tournament) -> str:
    """The name of who directs this tournament; raise ``Forbidden`` for anybody else."""
    need(caller.grant, "tournament:direct")
    if caller.grant.actor != tournament.owner and not caller.grant.allows("admin"):
        raise Forbidden(tournament=tournament.id)
    return caller.grant.actor


def concerned(caller: Caller, tournament: Tournament, entrant: str) -> str:
    """The name of who may speak for an entrant: one of its people, or the director."""
    known = tournament.state.entrants.get(entrant)
    if known is not None and is_member(caller.grant, known):
        need(caller.grant, "match:play")
        return caller.grant.actor
    return director(caller, tournament)


def is_member(grant: Grant, entrant: Entrant) -> bool:
    return grant.player is not None and grant.player in entrant.members


def tournament_shown(tournament: Tournament) -> TournamentShown:
    """What everybody may know, results apart."""
    state = public(tournament.state)
    return TournamentShown(
        tournament.id,
        tournament.version,
        tournament.seal.hex(),
        tournament.at,
        tournament.created,
        state.phase,
        state.paused,
        state.ended,
        state.settings,
        [entrant_shown(state, one) for one in entrants_of(state)],
        state.total,
        [
            RoundBrief(
                round.number,
                round.stage,
                len(round.pairing.tables),
                len(round.results),
                tournament.starts.get(round.number),
            )
            for round in state.rounds
        ],
        boards_shown(state),
        {str(round): at for round, at in state.schedule.items()},
    )


def entrants_of(state: State) -> list[Entrant]:
    """By number, those without one behind."""
    return sorted(state.entrants.values(), key=lambda one: one.number or len(state.entrants) + 1)


def entrant_shown(state: State, one: Entrant) -> EntrantShown:
    return EntrantShown(
        one.id,
        one.name,
        one.members,
        one.rating,
        one.number,
        one.since,
        one.checked_in,
        one.withdrawn,
        one.id in state.promises,
        one.id in state.contributions,
    )


def boards_shown(state: State) -> list[BoardShown]:
    return [
        BoardShown(board, commitment, state.opened.get(board))
        for board, commitment in enumerate(state.commitments, 1)
    ]


def tournament_found(tournament: Tournament) -> TournamentFound:
    state = tournament.state
    settings = state.settings
    return TournamentFound(
        tournament.id,
        settings.name,
        settings.game,
        settings.format,
        state.phase,
        len(state.entrants),
        len(state.rounds),
        state.total,
        tournament.created,
    )


def noted(notes: tuple[Note, ...], language: Language) -> list[NoteShown]:
    return [NoteShown(note.code, say(note, language)) for note in notes]


def proposed(number: int, pairing: Pairing, stage: str, language: Language) -> RoundShown:
    """A round that is not played yet."""
    tables = [TableShown(table, [], None, False) for table in pairing.tables]
    return RoundShown(number, stage, False, tables, pairing.byes, noted(pairing.notes, language))


async def round_shown(
    services: Services, tournament: Tournament, number: int, language: Language
) -> RoundShown:
    """A round that was paired, with the matches at its tables."""
    state = tournament.state
    round, seen = state.rounds[number - 1], public(state).rounds[number - 1]
    begun = number in tournament.starts
    names = await matches_of(services, tournament, number) if begun else {}
    tables = [
        TableShown(
            table,
            names.get(table.number, []),
            seen.results.get(table.number),
            table.number in round.results and is_sealed(state, table),
        )
        for table in round.pairing.tables
    ]
    pairing = round.pairing
    notes = noted(pairing.notes, language)
    return RoundShown(number, round.stage, round.by_hand, tables, pairing.byes, notes)


async def matches_of(
    services: Services, tournament: Tournament, number: int
) -> dict[int, list[str]]:
    """The ids of the matches at each table; of one that was repeated, all of them."""
    tables = tournament.state.rounds[number - 1].pairing.tables
    first = [
        (table, tournament.match(number, table, board))
        for table in tables
        for board in table.boards or (0,)
    ]
    again = await repeated(services, tournament, number, tables)
    found: dict[int, list[str]] = {}
    for table, name in [*first, *again]:
        found.setdefault(table.number, []).append(name)
    return found


async def repeated(
    services: Services, tournament: Tournament, number: int, tables: tuple[Table, ...]
) -> list[tuple[Table, str]]:
    """The matches that had to be played again."""
    found: list[tuple[Table, str]] = []
    waiting = [(table, board) for table in tables for board in table.boards or (0,)]
    again = 1
    while waiting:
        names = [tournament.match(number, table, board, again) for table, board in waiting]
        async with services.redis.pipeline(transaction=False) as pipe:
            for name in names:
                pipe.exists(log_key(name))
            there: list[Any] = await pipe.execute()
        places = zip(waiting, names, there, strict=True)
        known = [(*place, name) for place, name, is_there in places if is_there]
        found += [(table, name) for table, _, name in known]
        waiting = [(table, board) for table, board, _ in known]
        again += 1
    return found
