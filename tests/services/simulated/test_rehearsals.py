"""Whole events of bots through the real service: every format with every game that fits it."""

import asyncio
from pathlib import Path
from typing import get_args

import pytest
import redis

from events.errors import BadOptions
from projections.catalogue import catalogue
from projections.tournaments.exchange import exports
from projections.tournaments.record import facts_of
from projections.tournaments.settings import FIXED, Format
from projections.tournaments.standings.standings import standings
from services.audit.apart import verify_apart
from services.audit.audits import Audits
from services.exports.files import export
from services.keys.randomness import House, simulated
from services.settings import Settings
from services.simulated import tournaments
from services.simulated.tournaments import Rehearsal, Wish
from services.wiring import Services, wire
from tests.services.tournaments.hosting import SHORT

FORMATS: tuple[Format, ...] = get_args(Format)
QUICK = {
    ("swiss", "kaiser"),
    ("tables", "caissa-campeones"),
    ("duplicate", "kaiser"),
    ("duplicate", "caissa-solitario"),
    ("double_elimination", "caissa-escratch"),
    ("whist", "kaiser"),
    ("arena", "catastrophes"),
}


def wish(format: Format, game: str) -> Wish | None:
    """A small event, or None where the game can't be played so."""
    entrants = {"tables": 7, "whist": 5, "arena": 5}.get(format, 4)
    rounds = None if format in FIXED else 2
    found = Wish(format, game, entrants, dict(SHORT.get(game, {})), rounds)
    try:
        tournaments.announcement(found)
    except BadOptions:
        return None
    return found


def events() -> list[object]:
    fitting = [(f, g, w) for f in FORMATS for g in catalogue() if (w := wish(f, g)) is not None]
    return [
        pytest.param(
            each, id=f"{format}-{game}", marks=() if (format, game) in QUICK else pytest.mark.slow
        )
        for format, game, each in fitting
    ]


def play(url: str, folder: Path, event: Wish, seed: str | None = None, look=None):
    """Play an event; its facts, and what ``look`` finds in the house afterwards."""

    async def whole():
        house = House() if seed is None else simulated(tournaments.seeded(seed))
        services = wire(Settings(data=folder, redis_url=url, partitions=1), url, house)
        try:
            tournament = await Rehearsal(services.rounds, event, seed).run()
            facts = facts_of(await services.tournaments.steps(tournament.id))
            return tournament, facts, await look(services) if look else None
        finally:
            await services.close()

    return asyncio.run(whole())


async def verdicts(services: Services) -> dict[str, str]:
    """What the audits say of every log there is."""
    audits = Audits(services.redis, services.log)
    return {name: (await audits.audit(name)).verdict for name in await audits.matches()}


@pytest.mark.parametrize("event", events())
def test_every_format_is_played_with_every_game_that_fits(
    flushed: str, tmp_path: Path, event: Wish
):
    """It ends, every table has its result, everybody his place, and every record is sound."""
    tournament, _, found = play(flushed, tmp_path, event, look=verdicts)
    state = tournament.state
    assert state.phase == "finished"
    assert all(round.complete for round in state.rounds)
    lines = standings(state)
    assert {line.entrant for line in lines} == set(state.entrants)
    assert set(found.values()) == {"verified"}
    played = [t for round in state.rounds for t in round.pairing.tables]
    assert len(found) > len(played)


def test_the_same_seed_gives_the_same_event(flushed: str, tmp_path: Path):
    """Ids, pairings, cards, moves and results follow from the seed; no rating comes of it."""
    event = wish("swiss", "kaiser")
    assert event is not None

    async def moves(services: Services) -> dict[str, list[object]]:
        names = [n for n in await Audits(services.redis, services.log).matches() if n[0] != "t"]
        assert await services.redis.keys("*ratings*") == []
        return {
            name: [step.entry.cause for step in await services.matches.cache.steps(name)]
            for name in names
        }

    once = play(flushed, tmp_path / "a", event, "seed", moves)
    clear(flushed)
    again = play(flushed, tmp_path / "b", event, "seed", moves)
    assert exports.to_ndjson(once[1]) == exports.to_ndjson(again[1])
    assert once[2] == again[2]
    clear(flushed)
    other = play(flushed, tmp_path / "c", event, "another", moves)
    assert once[2] != other[2]


def clear(url: str) -> None:
    """An empty server."""
    with redis.Redis.from_url(url) as client:
        client.flushall()


def test_a_board_s_match_proves_itself_once_the_board_is_disclosed(flushed: str, tmp_path: Path):
    """The exported file carries the board's seed, and the verifier deals the same cards again."""
    event = wish("duplicate", "kaiser")
    assert event is not None

    async def verified(services: Services) -> list[str]:
        found = []
        for name in await Audits(services.redis, services.log).matches():
            if name[0] != "t":
                match = await services.matches.cache.read(name)
                seed = await services.rounds.disclosed(match)
                shown = await verify_apart(await export(services, name, seed), "en")
                found.append(shown.verdict)
        return found

    _, _, found = play(flushed, tmp_path, replace_rounds(event), look=verified)
    assert found == ["verified"] * 2


def replace_rounds(event: Wish) -> Wish:
    return event._replace(rounds=1)
