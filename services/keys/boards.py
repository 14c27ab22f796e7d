"""The seeds of a tournament's boards, which only the house may know until they are disclosed."""

from collections.abc import Sequence

import redis.asyncio
from msgspec.structs import replace

from events.errors import Corrupt
from events.facts import Opened
from events.keys import partition_of
from events.log import Log
from projections.match.fold import Match
from projections.tournaments.decisions.boards import board_seed, contributed
from projections.tournaments.record import steps


def boards_key(tournament: str) -> str:
    return f"{{p{partition_of(tournament)}}}:boards:{tournament}"


async def read_disclosed(log: Log, offer: Opened) -> bytes | None:
    """The seed of a board's table, from its tournament's log; None as long as it is secret."""
    if offer.board is None:
        return None
    name, board = offer.board.tournament, int(offer.board.board)
    line = steps(name, await log.read(name))
    state = line[-1].after.state if line else None
    if state is None or board not in state.opened:
        return None
    return board_seed(bytes.fromhex(state.opened[board]), name, board, contributed(state))


def unsealed(match: Match) -> Match:
    """A table's match whose board has been disclosed: from then on a match like any other."""
    return replace(match, opened=replace(match.offer, board=None))


class BoardSeeds:
    """Kept in Redis beside the log, under the same durability; boards count from 1."""

    def __init__(self, client: redis.asyncio.Redis) -> None:
        self._client = client

    async def keep(self, tournament: str, seeds: Sequence[bytes]) -> list[bytes]:
        """Keep the seeds of a new tournament; those that are kept already stand."""
        key = boards_key(tournament)
        async with self._client.pipeline() as pipe:
            for board, seed in enumerate(seeds, 1):
                pipe.hsetnx(key, str(board), seed)
            await pipe.execute()
        return [await self.of(tournament, board) for board in range(1, len(seeds) + 1)]

    async def of(self, tournament: str, board: int) -> bytes:
        """The seed of a board; ``Corrupt`` if it is lost, for then no table can be dealt."""
        seed = await self._client.hget(boards_key(tournament), str(board))
        if not isinstance(seed, bytes):
            raise Corrupt(reason=f"the seed of {tournament}/{board} is missing")
        return seed
