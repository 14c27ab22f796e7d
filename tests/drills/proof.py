"""After a drill: nothing that was confirmed is gone, nothing was done twice, and all agree."""

from itertools import groupby

import httpx

from events.facts import Moved
from projections.match.history import Step
from services.aggregates.commands import Ask
from services.audit.audits import Audits
from services.identity.tokens import Tokens
from services.readmodels.keys import checkpoint_key, rebuild
from services.wiring import now_ms
from tests.drills.crowd import Crowd, Player
from tests.drills.service import PARTITIONS
from tests.support.scene import House, models


async def prove(house: House, crowd: Crowd, url: str) -> None:
    """All that is promised of a service that was killed in the midst of play."""
    for name in crowd.matches:
        line = await house.services.matches.cache.steps(name)
        assert line[-1].after.phase == "finished"
        for player in crowd.of(name):
            assert player.refused is None
            kept_for_ever(player, line)
            await played_once(house, player, line)
    await verified(house, crowd)
    await as_replayed(house)
    listed(crowd, url)


def kept_for_ever(player: Player, line: list[Step]) -> None:
    """Every head that he was told, with a move of his or without, is in the log."""
    seals = {step.after.version: step.after.seal.hex() for step in line}
    assert player.kept
    assert all(seals[kept.version] == kept.head for kept in player.kept)
    assert player.heads.items() <= seals.items()


async def played_once(house: House, player: Player, line: list[Step]) -> None:
    """Each of his commands is one run of entries, and he has made no other move."""
    grant = await Tokens(house.services.redis).find(player.token, now_ms())
    runs = [command for command, _ in groupby(step.entry.command for step in line)]
    for kept in player.kept:
        ask = Ask(grant.actor, "moves", kept.key)
        assert runs.count(house.services.commands.id(player.match, ask)) == 1
    moves = [step.entry.cause for step in line if isinstance(step.entry.cause, Moved)]
    assert sum(move.seat == player.seat for move in moves) == len(player.kept) == player.asked


async def verified(house: House, crowd: Crowd) -> None:
    audits = Audits(house.services.redis, house.services.log)
    for name in crowd.matches:
        assert (await audits.audit(name)).verdict == "verified"


async def as_replayed(house: House) -> None:
    """The read models are what a projector makes of the logs that was never disturbed."""
    grown = models(house.url, PARTITIONS)
    assert grown
    for partition in range(PARTITIONS):
        await house.services.redis.delete(checkpoint_key(partition))
        await rebuild(house.services.redis, partition)
        await house.project(partition)
    assert models(house.url, PARTITIONS) == grown


def listed(crowd: Crowd, url: str) -> None:
    """The lobby shows them all as finished."""
    with httpx.Client(base_url=url, trust_env=False) as http:
        shown = http.get("/v1/matches", params={"state": "finished", "limit": 100}).json()
    assert sorted(match["match"] for match in shown["matches"]) == sorted(crowd.matches)
