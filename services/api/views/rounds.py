"""What is shown of a round: who sits where and why, the matches, the results that may be known."""

from typing import Any

from events.errors import Language
from events.keys import log_key
from projections.tournaments.errors import NotNow
from projections.tournaments.facts import Pairing, Table
from projections.tournaments.notes import Note, say
from projections.tournaments.publication.sealed import is_sealed, public
from projections.tournaments.record import Tournament
from services.api.schemas.rounds import NoteShown, RoundShown, TableShown
from services.wiring import Services


def noted(notes: tuple[Note, ...], language: Language) -> list[NoteShown]:
    return [NoteShown(note.code, say(note, language)) for note in notes]


def proposed(number: int, pairing: Pairing, stage: str, language: Language) -> RoundShown:
    """A round that is not played yet."""
    tables = [TableShown(table, [], None, False) for table in pairing.tables]
    return RoundShown(number, stage, False, tables, pairing.byes, noted(pairing.notes, language))


async def round_shown(
    services: Services, tournament: Tournament, number: int, language: Language
) -> RoundShown:
    """A round that was paired, with the matches at its tables; raise ``NotNow`` if none is."""
    state = tournament.state
    if not 1 <= number <= len(state.rounds):
        raise NotNow(reason="no_such_round")
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
