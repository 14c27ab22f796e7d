"""`tapete export` and `tapete verify`, as they are typed."""

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from filing import Table, lay_down

from services.settings import Settings
from services.wiring import wire

ROOT = Path(__file__).parents[3]
CONFORMANCE = ROOT / "tests" / "conformance"
Done = subprocess.CompletedProcess[str]


def tapete(*words: str | Path, **settings: str | Path) -> Done:
    """Type a command; the process is over when this returns."""
    env = os.environ | {f"TAPETE_{name.upper()}": str(value) for name, value in settings.items()}
    command = [sys.executable, "-m", "services.cli", "--lang", "en", *words]
    return subprocess.run(command, capture_output=True, text=True, env=env, cwd=ROOT, check=False)


@pytest.fixture
def laid(flushed: str, tmp_path: Path) -> tuple[str, Path, str]:
    """A finished match in the log: its id, the data folder, the address of Redis."""

    async def lay() -> str:
        services = wire(Settings(data=tmp_path), flushed)
        try:
            return await lay_down(services, Table("casino", {"deals": 1}, 2, 1, (0, 1)))
        finally:
            await services.close()

    return asyncio.run(lay()), tmp_path, flushed


def test_what_is_exported_is_verified(laid: tuple[str, Path, str]) -> None:
    """A match leaves as a file that verifies under the house's keys, with no server at hand."""
    match, data, url = laid
    file = data / "m.tapete"
    done = tapete("export", match, "--output", file, data=data, redis_url=url)
    assert (done.returncode, done.stderr) == (0, "")
    assert match in done.stdout
    done = tapete("verify", file, redis_url="redis://nowhere.invalid:1")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("verified\n")
    assert match in done.stdout


@pytest.mark.parametrize(("form", "begins"), [("text", "Casino · "), ("ndjson", '{"match":"')])
def test_a_match_is_exported_to_be_read(
    laid: tuple[str, Path, str], form: str, begins: str
) -> None:
    """The readable forms are written to the file that is named."""
    match, data, url = laid
    file = data / "m"
    words = ("export", match, "--output", file, "--format", form)
    assert tapete(*words, data=data, redis_url=url).returncode == 0
    assert file.read_text().startswith(begins)


def test_an_unknown_match_is_not_exported(laid: tuple[str, Path, str]) -> None:
    """What isn't there is said in a sentence, and no file is left behind."""
    _, data, url = laid
    file = data / "m.tapete"
    done = tapete("export", "nothing-0", "--output", file, data=data, redis_url=url)
    assert done.returncode == 1
    assert done.stderr == "There is no match nothing-0.\n"
    assert not file.exists()


@pytest.mark.parametrize(
    ("name", "code"),
    [("good-kaiser", 0), ("broken-changed", 1), ("live-kaiser", 2), ("foreign-key", 1)],
)
def test_the_exit_code_is_the_verdict(name: str, code: int) -> None:
    """0 verified, 1 broken, 2 incomplete; the report names the entry."""
    keys = CONFORMANCE / "keys.txt"
    done = tapete("verify", CONFORMANCE / f"{name}.tapete", "--keys", keys)
    assert (done.returncode, done.stderr) == (code, "")
    assert ("entry" in done.stdout.partition("\n  ")[2]) == (code != 0)


def test_several_files_are_as_good_as_the_worst() -> None:
    """One broken file among good ones is not overlooked."""
    good, broken = (CONFORMANCE / f"{name}.tapete" for name in ("good-casino", "broken-cut"))
    assert tapete("verify", good, broken, good).returncode == 1


def test_the_report_can_be_read_by_programs() -> None:
    """`--json` gives one object a file."""
    done = tapete("verify", "--json", CONFORMANCE / "fork.tapete")
    report = json.loads(done.stdout)
    assert (report["verdict"], report["origin"]["match"]) == ("verified", "m-0")


def test_what_cannot_be_read_is_no_verdict(tmp_path: Path) -> None:
    """A file or a key that isn't there has an exit code of its own."""
    good = CONFORMANCE / "good-casino.tapete"
    assert tapete("verify", tmp_path / "none").returncode == 64
    wrong = tmp_path / "keys"
    wrong.write_text("no key")
    done = tapete("verify", good, "--keys", wrong)
    assert done.returncode == 64
    assert "not a public key" in done.stderr
