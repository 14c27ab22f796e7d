"""Match files: what was changed is found and located, and nobody is accused wrongly."""

import json
import os
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import filing
import forging
import msgspec
import pytest
from playing import dice

from events import matchfile
from events.facts import Aborted, Joined
from events.matchfile import BadFile, write
from projections.audit.chain import stored
from projections.audit.entries import audit
from projections.audit.findings import CODES, EXIT
from projections.audit.report import Finding
from projections.audit.verifier import Verification, verify
from projections.catalogue import catalogue, game_of
from projections.game.phrases import phrase
from services.exports.files import json_lines, score

ROOT = Path(__file__).parents[3]
CONFORMANCE = ROOT / "tests" / "conformance"
INDEX: dict[str, dict[str, Any]] = json.loads((CONFORMANCE / "index.json").read_text())
HOUSE = filing.signer().public_key().public_bytes_raw()
NODE = shutil.which("node")
needs_node = pytest.mark.skipif(
    NODE is None and "CI" not in os.environ, reason="Node runs the verifier for browsers"
)


class Verdict(NamedTuple):
    """What a reader says first."""

    verdict: str
    code: str | None = None
    version: int | None = None


def first(report: dict[str, Any]) -> Verdict:
    found = report["findings"]
    if not found:
        return Verdict(report["verdict"])
    return Verdict(report["verdict"], found[0]["code"], found[0]["version"])


def said(report: Verification) -> Verdict:
    return first(msgspec.to_builtins(report))


def by_node(paths: Sequence[Path], *options: str) -> list[dict[str, Any]]:
    """The reports of the verifier for browsers, run once for all files."""
    assert NODE is not None
    command = [NODE, ROOT / "clients" / "verify.mjs", "--json", *options, *paths]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    return [json.loads(line) for line in done.stdout.splitlines()]


# ---- Files that others may test themselves on ---------------------------------------------------


def expected(name: str, *, rules: bool) -> Verdict:
    row = INDEX[name]
    if not rules and "without_rules" in row:
        return Verdict(row["without_rules"])
    return Verdict(row["verdict"], row.get("code"), row.get("version"))


def path_of(name: str) -> Path:
    return CONFORMANCE / f"{name}.tapete"


@pytest.mark.parametrize("name", INDEX)
def test_says_what_the_index_says(name: str) -> None:
    """Each conformance file gets the verdict and the first finding that are written down for it."""
    trusted = [HOUSE] if INDEX[name].get("keys") else None
    report = verify(path_of(name).read_bytes(), trusted)
    assert said(report) == expected(name, rules=True)


@needs_node
@pytest.mark.parametrize("keys", [False, True])
def test_browsers_say_the_same(keys: bool) -> None:
    """The verifier for browsers agrees on every conformance file, as far as it needs no rules."""
    names = [name for name, row in INDEX.items() if row.get("keys", False) == keys]
    options = ("--keys", str(CONFORMANCE / "keys.txt")) if keys else ()
    reports = by_node([path_of(name) for name in names], *options)
    found = dict(zip(names, map(first, reports), strict=True))
    assert found == {name: expected(name, rules=False) for name in names}


def test_index_and_files_belong_together() -> None:
    """No conformance file is without its expectation, and every game has a good one."""
    assert {path.stem for path in CONFORMANCE.glob("*.tapete")} == set(INDEX)
    assert {f"good-{game}" for game in catalogue()} <= set(INDEX)


# ---- Forgeries ----------------------------------------------------------------------------------


def faults(game: str, seed: object, counts: Counter[str]) -> Iterator[str]:
    """Forge one exported match in every way; a line for each forgery that is not told rightly."""
    file = filing.file_of(filing.any_table(game, seed, moves=80))
    original = verify(write(file), [HOUSE])
    if (original.verdict, original.findings, original.trusted) != ("verified", (), True):
        yield f"{game} {seed}: the original is accused: {original.findings}"
    for forgery in forging.every(file, dice((game, seed, "forger"))):
        counts[forgery.name] += 1
        found = said(verify(forgery.raw))
        if found != Verdict("broken", forgery.code, forgery.version):
            yield f"{game} {seed}: {forgery.name} at {forgery.version}: {found}"


def hold(matches: int) -> Counter[str]:
    """Forge so many matches of all games; fail with every wrong answer, else give the counts."""
    counts: Counter[str] = Counter()
    games = list(catalogue())
    wrong = [
        line
        for number in range(matches)
        for line in faults(games[number % len(games)], number // len(games), counts)
    ]
    print(
        f"{matches} matches, {counts.total()} forgeries of {len(counts)} kinds, {len(wrong)} wrong"
    )
    assert not wrong, "\n".join(wrong[:20])
    return counts


def test_finds_every_forgery() -> None:
    """Every kind of forgery is found at its entry in matches of all games, the originals pass."""
    counts = hold(20)
    assert len(counts) > 50
    assert min(counts.values()) >= 5


MANY = [pytest.param(80, marks=pytest.mark.slow), pytest.param(1000, marks=pytest.mark.long)]


@pytest.mark.parametrize("matches", MANY)
def test_finds_every_forgery_of_many_matches(matches: int) -> None:
    """The same on up to a thousand exported matches, without one false alarm."""
    assert hold(matches).total() > 50 * matches


@pytest.mark.parametrize("game", catalogue())
def test_no_byte_of_a_file_can_change(game: str) -> None:
    """Whatever byte of a file is changed, and wherever it is cut, it is verified no more."""
    raw = filing.filed(filing.any_table(game, "bytes", moves=20))
    throw = dice(("bytes", game))
    for _ in range(150):
        assert verify(forging.flipped(raw, throw(len(raw)), throw(8))).verdict == "broken"
        assert verify(raw[: throw(len(raw))]).verdict == "broken"


def test_no_byte_within_an_entry_can_change() -> None:
    """Each byte of each entry is covered, even where the digest is made to fit again."""
    file = filing.file_of(filing.Table("casino", {}, 2, "each", (0, 1), moves=6))
    for n, item in enumerate(file.entries, 1):
        for at in range(len(item.public)):
            public = forging.flipped(item.public, at, at % 8)
            report = verify(forging.replaced(file, n, public=public))
            assert said(report) == Verdict("broken", "changed", n)
        for at in range(len(item.openings or b"")):
            openings = forging.flipped(item.openings or b"", at, at % 8)
            report = verify(forging.replaced(file, n, openings=openings))
            assert said(report) == Verdict("broken", "opening", n)


@needs_node
def test_browsers_find_every_forgery(tmp_path: Path) -> None:
    """The verifier for browsers tells each forgery that needs no rules, at the same entry."""
    forgeries = []
    for number, game in enumerate(catalogue()):
        file = filing.file_of(filing.any_table(game, ("node", number), moves=30))
        forgeries += forging.every(file, dice((game, "node")))
    paths = [tmp_path / str(number) for number in range(len(forgeries))]
    for path, forgery in zip(paths, forgeries, strict=True):
        path.write_bytes(forgery.raw)
    wrong = [
        f"{forgery.name} at {forgery.version}: {first(report)}"
        for forgery, report in zip(forgeries, by_node(paths), strict=True)
        if not forgery.rules and first(report) != ("broken", forgery.code, forgery.version)
    ]
    assert not wrong, "\n".join(wrong)


def test_the_page_needs_no_inline_script() -> None:
    """The page works under the strict policy that it states: only files of its own, all there."""
    folder = ROOT / "clients"
    page = (folder / "verify.html").read_text()
    assert "default-src 'none'; script-src 'self'; style-src 'self'" in page
    assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)|unsafe", page)
    named = re.findall(r'(?:src|href)="([^"]+)"', page)
    named += re.findall(r'from "\./([^"]+)"', (folder / "verify-page.mjs").read_text())
    assert sorted(named) == ["verify-page.mjs", "verify.css", "verify.mjs"]
    assert all((folder / name).is_file() for name in named)


# ---- Keys ---------------------------------------------------------------------------------------


def test_a_forger_needs_a_trusted_key() -> None:
    """Who seals and signs everything anew gets by only where nobody brings the house's key."""
    file = filing.file_of(filing.Table("casino", {}, 2, 1, moves=8))
    foreign = write(filing.signed(file, filing.signer("forger")))
    assert verify(foreign).verdict == "verified"
    assert verify(foreign).keys != verify(write(file)).keys
    report = verify(foreign, [HOUSE])
    assert said(report) == Verdict("broken", "untrusted", len(file.entries))
    assert report.trusted is False


def test_an_early_head_shows_a_log_that_was_rewritten() -> None:
    """A head signed earlier has to be on the chain as well, whoever signed the end."""
    table = filing.Table("casino", {}, 2, 1, moves=8)
    file = filing.file_of(table)
    early = filing.signed(file._replace(entries=file.entries[:6]), filing.signer())
    both = file._replace(heads=(*early.heads, *file.heads))
    assert verify(write(both)).verdict == "verified"
    other = filing.file_of(table._replace(seed=2))._replace(heads=(*early.heads, *file.heads))
    assert said(verify(write(other))) == Verdict("broken", "signature", 6)


# ---- Live matches -------------------------------------------------------------------------------


@pytest.mark.parametrize("game", catalogue())
def test_a_live_match_keeps_its_secrets(game: str) -> None:
    """The file of a match that runs is incomplete at any version, and shows no hidden card."""
    table = filing.any_table(game, "live")
    line = filing.played(table)
    for version in range(1, min(len(line), 40)):
        file = filing.signed(filing.as_file(line[:version], None), filing.signer())
        report = verify(write(file), [HOUSE])
        assert report.verdict == "incomplete"
        assert {one.code for one in report.findings} <= {"withheld", "unfinished"}
        assert not any(item.openings for item in file.entries)


def test_a_live_match_may_be_told_without_secrets() -> None:
    """The readable forms of a match that runs say how many cards moved, not which."""
    line = filing.played(filing.Table("kaiser", {}, 4, 3, stop=12))
    dealt = [card for step in line for held in hands(step) for card in held]
    text, lines = score(line, "en"), json_lines(line)
    assert len(dealt) >= 32
    assert not any(f'"{card}"' in lines for card in dealt)
    assert " of spades" not in text


def hands(step: Any) -> list[tuple[str, ...]]:
    state = step.after.state
    return [held.values for held in getattr(state, "hands", ())]


# ---- The report and the readable forms ----------------------------------------------------------


def test_says_who_contributed_and_how_it_ended() -> None:
    """The report names the match, the seats that had a part in the shuffles, and the result."""
    table = filing.Table("casino", {"deals": 1}, 3, 4, (0, 2))
    line = filing.played(table)
    report = verify(filing.filed(table))
    assert (report.match, report.game, report.entries) == ("m-0", "casino", len(line))
    assert (report.seats, report.contributed) == (3, (0, 2))
    assert report.result == line[-1].after.result
    assert report.keys == (matchfile.key_id(HOUSE).hex(),)


def test_every_finding_has_words_in_both_languages() -> None:
    """What is found can be said in English and Spanish, and every verdict has its exit code."""
    for code in CODES:
        english, spanish = (Finding(1, code).text(language) for language in ("en", "es"))
        assert english and spanish and english != spanish, code  # noqa: PT018
    assert EXIT == {"verified": 0, "broken": 1, "incomplete": 2}
    finding = verify(b"").findings[0]
    assert finding.text("en") != finding.text("es")


def test_a_file_is_written_one_way() -> None:
    """A file that is read and written again is the same bytes."""
    for name in INDEX:
        raw = path_of(name).read_bytes()
        try:
            file = matchfile.read(raw)
        except BadFile:
            continue
        assert not file.whole or write(file) == raw


def test_the_file_holds_the_log_as_it_was_stored() -> None:
    """The entries of an export are the stored ones, byte by byte, and pass the audit."""
    table = filing.Table("catastrophes", {}, 3, 2, (1,))
    line = filing.played(table)
    entries = stored(matchfile.read(filing.filed(table)))
    assert entries == [step.stored for step in line]
    assert audit("m-0", entries).verdict == "verified"


def test_a_finished_match_tells_what_was_hidden() -> None:
    """The text of a match that is over names the cards that were dealt and chosen face down."""
    text = score(filing.played(filing.Table("caissa-escratch", {}, 2, 3)), "en")
    assert "Seat 0 chooses a card. [0: Champions " in text
    assert "Each takes the cards of a class. [0: Champions 1, Champions 2, " in text


def test_what_people_wrote_is_told_as_it_stands() -> None:
    """A player called like a card or a word of the game keeps his name."""
    game = game_of("kaiser")
    for name in ("rules", "AS", "summary"):
        assert phrase(game, Joined(0, name), None, None, "en") == f"Seat 0: {name}."
    assert "limit of moves" in phrase(game, Aborted("limit"), None, None, "en")


@pytest.mark.parametrize("game", catalogue())
def test_a_match_reads_like_a_score(game: str) -> None:
    """Every entry is told in a line of its own, in both languages, with no brace left open."""
    line = filing.played(filing.any_table(game, "text", moves=60))
    for language in ("en", "es"):
        text = score(line, language)
        assert all(f"{step.after.version}. " in text for step in line)
        assert "{" not in text
        assert "Held(" not in text
    rows = [json.loads(row) for row in json_lines(line).splitlines()]
    assert [row["version"] for row in rows] == list(range(1, len(line) + 1))
    assert rows[-1]["entry"]["cause"]["type"] == "match.Closed"
