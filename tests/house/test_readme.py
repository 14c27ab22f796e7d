"""The README is run as it stands: its commands on a started server, its table against the games."""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from terminal import ROOT, TAPETE, environment

from events.errors import BadOptions
from projections.catalogue import catalogue
from projections.game.contract import AnyGame
from projections.game.options import allowed, read_options
from services.api.routes.games import brief
from services.api.schemas.games import GameShown
from services.cli.terminal.arguments import value_of
from tests.services.cli.test_cli_serve import Service

README = (ROOT / "README.md").read_text("utf-8")
SECOND = "# in another terminal"
MARK = "<end of an answer>"


def blocks() -> list[str]:
    """All that is meant for bash, in order."""
    return re.findall(r"^```bash\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def promises(script: str) -> list[tuple[str, list[str]]]:
    """Commands, and what their answer must contain, part by part: ``# → one … two``."""
    found = []
    for piece in re.split(r"^(# → .*)\n", script, flags=re.MULTILINE):
        if piece.startswith("# → "):
            found[-1] = (found[-1][0], [part.strip() for part in piece[4:].split("…")])
        elif piece.strip():
            found.append((piece, []))
    return found


class Shell:
    """One bash, as somebody who reads on would use it."""

    def __init__(self, service: Service, folder: Path) -> None:
        tapete = f'tapete() {{ {" ".join(TAPETE)} "$@"; }}; cd {folder}; export PYTHONPATH={ROOT}'
        tapete += f'; python() {{ {TAPETE[0]} "$@"; }}'  # that of the environment, as on the PATH
        self._process = subprocess.Popen(
            ["bash"],
            env=environment(service.data),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self._url = service.url
        self.run(f"set -uo pipefail; {tapete}")

    def run(self, commands: str) -> str:
        """What they say."""
        commands = commands.replace("http://127.0.0.1:8400", self._url)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{commands}\necho; echo '{MARK}'\n")
        self._process.stdin.flush()
        lines = iter(self._process.stdout.readline, f"{MARK}\n")
        return "".join(lines)

    def close(self) -> None:
        self._process.communicate(timeout=10)


def test_what_the_readme_does_with_curl_works(tmp_path: Path) -> None:
    """Every command of it is run, in order, and answers what is promised there."""
    with Service(tmp_path) as service:
        shell = Shell(service, tmp_path)
        for block in blocks():
            if block.startswith(SECOND):
                block = block.replace("curl", "timeout 2 curl")
            for commands, parts in promises(block):
                answer = shell.run(commands)
                assert contains(answer, parts), f"{commands}\nanswers:\n{answer}"
        shell.close()
        assert service.stop() == 0


def contains(text: str, parts: list[str]) -> bool:
    """Whether all parts are there, one after the other; spaces don't matter."""
    at, tight = 0, re.sub(r"\s", "", text)
    for part in (re.sub(r"\s", "", part) for part in parts):
        at = tight.find(part, at)
        if at < 0:
            return False
        at += len(part)
    return True


# ---- The table of games --------------------------------------------------------------------------


def rows() -> Iterator[str]:
    """A line a game and edition: its rules, who may sit, and each option with all it admits.

    Names, numbers of the rules and seats are those that `GET /v1/games` gives.
    """
    for name, game in catalogue().items():
        listed = brief(name, game)
        rules = f"{listed.name.en}, {listed.rules}"
        for edition in editions(game):
            given = {} if edition == "—" else {"edition": edition}
            options = "; ".join(told(game, field.name, given) for field in fields(game))
            yield f"| {name} | {rules} | {seats(listed)} | {edition} | {options} | yes |"


def fields(game: AnyGame) -> list[Any]:
    every = msgspec.structs.fields(game.options)
    return [field for field in every if field.name not in ("edition", "deck")]


def editions(game: AnyGame) -> list[str]:
    kinds = {field.name: field.type for field in msgspec.structs.fields(game.options)}
    return allowed(kinds["edition"]) if "edition" in kinds else ["—"]


def seats(listed: GameShown) -> str:
    first, last = listed.seats[0], listed.seats[-1]
    return str(first) if first == last else f"{first}–{last}"


def told(game: AnyGame, option: str, given: dict[str, Any]) -> str:
    kind = next(field.type for field in fields(game) if field.name == option)
    values = [word for word in allowed(kind) if possible(game, {**given, option: value_of(word)})]
    return f"`{option}` {', '.join(values)}"


def possible(game: AnyGame, options: dict[str, Any]) -> bool:
    """Whether an edition admits a value; what isn't written out, as "a whole number", may be."""
    if any(re.search(r"^a |, |\.\.", str(value)) for value in options.values()):
        return True
    try:
        read_options(game, options)
    except BadOptions:
        return False
    return True


def test_the_table_of_games_is_complete() -> None:
    """Every game, edition and option that the catalogue has, and no other."""
    written = [line for line in README.splitlines() if line.endswith("| yes |")]
    expected = list(rows())
    assert written == expected, "\n" + "\n".join(expected)
