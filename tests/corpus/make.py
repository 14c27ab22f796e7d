"""Make the corpus of a release: finished matches that must replay alike for ever.

    python tests/corpus/make.py 0.2.0

It plays them by the rules of today into a folder of their own, packed as in the archive, with what
came of each in `index.json`. A folder that is there already is never touched: it is the past.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

FOLDER = Path(__file__).parent
sys.path[:0] = [str(FOLDER.parent / "support"), str(FOLDER.parent.parent)]

import filing  # noqa: E402
import replaying  # noqa: E402

from events.matchfile import MatchFile  # noqa: E402
from projections.catalogue import catalogue  # noqa: E402
from services.archive.log import packed  # noqa: E402

EACH = 2  # matches of every game, with options drawn by lot
MOVES = {"caissa-battle": 400, "catastrophes": 400}
SHORT = 160  # moves of a match of any other game


def matches() -> Iterator[tuple[str, MatchFile]]:
    """Every game with some of its options, one match that was taken back twice, one fork."""
    for game in catalogue():
        for number in range(EACH):
            table = filing.any_table(game, ("corpus", number), moves=MOVES.get(game, SHORT))
            yield f"{game}-{number}", filing.file_of(table)
    back = filing.Table("kaiser", {"deals": 1}, 4, "corpus", (1, 2), moves=60, back=(22, 12))
    yield "rewound", filing.file_of(back)
    yield "fork", filing.forked(back._replace(back=None), 20)


def main(release: str) -> None:
    folder = FOLDER / release
    folder.mkdir()
    index = {}
    for name, file in matches():
        (folder / f"{name}.tapete.zst").write_bytes(packed(file, {}))
        index[name] = replaying.played(file)._asdict()
    text = json.dumps(index, indent=1, sort_keys=True)
    (folder / "index.json").write_text(f"{text}\n", "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
