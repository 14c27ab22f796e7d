"""What comes of a match when it is replayed by the rules of today, in short.

    python -m tests.support.replaying FILE …

tells it for packed match files, one JSON object a line, with the states' digest too.
"""

import json
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from events import matchfile
from events.matchfile import MatchFile
from projections.audit.verifier import verify
from projections.game.views import EVERYTHING, encoder, write_move
from projections.match.fold import Match, outcome
from projections.match.history import Step, steps
from services.archive.log import stored, unpacked_file


class Played(NamedTuple):
    """A match in short; ``play`` is a digest of who was to act with which moves, all along."""

    match: str
    verdict: str
    entries: int
    play: str
    result: Any


def line_of(file: MatchFile) -> list[Step]:
    """Every version of a match, a fork's on top of its origin."""
    origin: Match | None = None
    if file.origin is not None:
        origin = line_of(matchfile.read(file.origin))[-1].after
    return steps(file.match, stored(file), origin)


def played(file: MatchFile) -> Played:
    """What must never change: verdict, offered moves, result."""
    line = line_of(file)
    verdict = verify(matchfile.write(file)).verdict
    offers = json.dumps([offered(step.after) for step in line], sort_keys=True)
    result = outcome(line[-1].after)
    shown = None if result is None else [result.scores, result.ranks, result.label]
    plain = json.loads(json.dumps(shown))
    return Played(file.match, verdict, len(line), sha256(offers.encode()).hexdigest(), plain)


def offered(match: Match) -> dict[int, list[Any]]:
    """The moves of every seat that is to act."""
    return {
        seat: [write_move(m) for m in match.game.moves(match.state, seat)]
        for seat in match.acting()
    }


def states(file: MatchFile) -> str:
    """A digest of all states, which differs where anything is left to chance."""
    digest = sha256()
    for step in line_of(file):
        digest.update(encoder(EVERYTHING).encode((step.after.state, step.entry.effects)))
    return digest.hexdigest()


def main(paths: list[str]) -> None:
    for path in map(Path, paths):
        file = unpacked_file(path.read_bytes())
        print(json.dumps({"states": states(file), **played(file)._asdict()}, sort_keys=True))


if __name__ == "__main__":
    main(sys.argv[1:])
