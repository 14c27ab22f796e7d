"""The commands that end by themselves: demo, audit, show, simulate, games, token, keys."""

import re
import stat
from pathlib import Path

import pytest
import redis
from terminal import Screen, of_folder, tapete

from events.errors import Language
from events.keys import log_key
from projections.catalogue import game_of
from services.cli.commands import games as cli_games
from services.cli.main import run
from services.cli.terminal.console import Voice
from services.redis import embedded
from services.settings import Settings

MATCH = re.compile(r"^[0-9a-z]{26}-\d+$", re.MULTILINE)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder in which bots have played two matches of Escratch."""
    folder = tmp_path_factory.mktemp("data")
    done = tapete(folder, "demo", "--game", "caissa-escratch", "--matches", "2")
    assert done.returncode == 0, done.stderr
    (folder / "demo.txt").write_text(done.stdout, "utf-8")
    return folder


@pytest.fixture(scope="module")
def told(data: Path) -> str:
    return (data / "demo.txt").read_text("utf-8")


@pytest.fixture(scope="module")
def match(told: str) -> str:
    return MATCH.findall(told)[0]


def test_a_demo_tells_its_matches_and_the_verdict(told: str) -> None:
    """Each id on a line of its own, a line a round, the places, and the audit's sum at the end."""
    assert len(MATCH.findall(told)) == 2
    assert len(re.findall(r"is turned; .* points are at stake", told)) == 16
    assert told.count("place") == 2
    assert "Matches audited: 2" in told.splitlines()[-1]
    assert "2 verified, 0 incomplete, 0 broken" in told.splitlines()[-1]


def test_a_demo_leaves_nothing_behind(data: Path, told: str) -> None:
    """The Redis that it started ends with it."""
    assert "audited" in told
    assert of_folder(data) == set()


def test_every_seat_of_a_demo_contributes(told: str) -> None:
    """So that its fairness is proven, not promised."""
    assert told.count("seats 0, 1 had a part in the shuffles") == 2


def test_an_audit_of_all_verifies_all(data: Path) -> None:
    """Exit code 0; the last line sums up."""
    done = tapete(data, "audit", "--all")
    assert done.returncode == 0
    assert "2 verified, 0 incomplete, 0 broken" in done.stdout.splitlines()[-1]


def test_an_audit_speaks_spanish(data: Path, match: str) -> None:
    """By --lang, and by the locale; nothing English is left."""
    for done in (
        tapete(data, "audit", match, "--lang", "es"),
        tapete(data, "audit", match, LC_ALL="es_ES.UTF-8"),
    ):
        assert done.returncode == 0
        assert "verificada" in done.stdout
        assert "Partidas auditadas: 1" in done.stdout.splitlines()[-1]
        assert "verified" not in done.stdout


def test_a_match_that_was_left_open_is_incomplete(data: Path) -> None:
    """Exit code 2: nothing is wrong, but its seed is still secret."""
    open_match = re.compile(r"[0-9a-z]{26}-\d")
    with Screen(data, "play", "--game", "caissa-escratch") as screen:
        name = screen.expect(open_match.pattern)[0]
        screen.expect("your move")
        done = tapete(data, "audit", name)
    assert done.returncode == 2, done.stdout
    assert "1 incomplete" in done.stdout.splitlines()[-1]


def test_a_changed_record_is_broken(tmp_path: Path) -> None:
    """One byte in one entry: exit code 1, and the version that it is in."""
    done = tapete(tmp_path, "demo", "--game", "caissa-escratch", "--quiet")
    name = MATCH.findall(done.stdout)[0]
    with embedded.start(Settings(data=tmp_path)) as server, redis.Redis.from_url(server.url) as db:
        falsify(db, log_key(name), 12)
    done = tapete(tmp_path, "audit", name)
    assert done.returncode == 1
    assert "version 12" in done.stdout
    assert "1 broken" in done.stdout.splitlines()[-1]
    assert tapete(tmp_path, "audit", "--all").returncode == 1


def falsify(db: redis.Redis, key: str, version: int) -> None:
    """Write the log again with another byte in one entry."""
    entries = db.xrange(key)
    db.delete(key)
    for number, (name, fields) in enumerate(entries, start=1):
        if number == version:
            public = fields[b"e"]
            fields[b"e"] = public[:-1] + bytes([public[-1] ^ 1])
        db.xadd(key, fields, id=name)


def test_show_tells_a_match_at_any_version(data: Path, match: str) -> None:
    """Who sits there, what happened, and the table; a version that isn't there is refused."""
    now = tapete(data, "show", match)
    assert now.returncode == 0
    assert "finished" in now.stdout
    then = tapete(data, "show", match, "--at", "10", "--log")
    assert "version 10" in then.stdout
    assert "being played" in then.stdout
    assert "classes=null" in then.stdout, "options are written as they are given"
    assert re.search(r"^10  ", then.stdout, re.MULTILINE)
    assert not re.search(r"^11  ", then.stdout, re.MULTILINE)
    beyond = tapete(data, "show", match, "--at", "9999")
    assert beyond.returncode == 1
    assert "9999" in beyond.stderr


def test_a_seat_sees_what_it_saw(data: Path, match: str) -> None:
    """``--seat`` shows the table of that seat: its own numbers, whatever else lies open now."""
    shown = [tapete(data, "show", match, "--at", "10", "--seat", str(n)).stdout for n in (0, 1)]
    assert all("Your numbers" in each for each in shown)
    assert shown[0] != shown[1]
    assert tapete(data, "show", match, "--seat", "7").returncode == 1


def test_games_are_listed_with_editions_and_options() -> None:
    """All games; one of them in full, in Spanish."""
    done = tapete(Path("/nowhere"), "games")
    assert done.returncode == 0
    for name in ("kaiser", "casino", "royal-casino", "catastrophes", "caissa-battle"):
        assert name in done.stdout
    assert "classic, premium" in done.stdout
    one = tapete(Path("/nowhere"), "games", "kaiser", "--lang", "es")
    assert "puntos para ganar" in one.stdout
    assert "un número entero, null" in one.stdout
    assert game_of("kaiser").texts["rules"].get("es").strip() in one.stdout


def test_a_simulation_gives_its_figures() -> None:
    """Length, points, who moves first, moves a second; the same again with its seed."""
    words = ("simulate", "-g", "kaiser", "-n", "5", "--seed", "x", "-o", "target=10")
    done, again = (tapete(Path("/nowhere"), *words) for _ in range(2))
    assert done.returncode == 0
    for said in ("5 matches", "median", "a second", "Who moves first wins", "--seed x"):
        assert said in done.stdout
    assert done.stdout.splitlines()[1] == again.stdout.splitlines()[1]
    assert "\x1b" not in done.stdout


def test_a_token_is_shown_once_and_kept_as_a_hash(data: Path) -> None:
    """One line on stdout; in Redis nothing but its hash; an unknown scope is refused."""
    done = tapete(data, "token", "--scopes", "match:create,match:read", "--actor", "club")
    assert done.returncode == 0
    (token,) = done.stdout.split()
    assert token.startswith("tpt_")
    with embedded.start(Settings(data=data)) as server, redis.Redis.from_url(server.url) as db:
        kept = db.hgetall("tokens")
    assert any(b'"club"' in grant for grant in kept.values())
    assert token.encode() not in b"".join((*kept, *kept.values()))
    wrong = tapete(data, "token", "--scopes", "match:win")
    assert wrong.returncode == 1
    assert "match:win" in wrong.stderr


def test_keys_are_rotated(tmp_path: Path) -> None:
    """A new key signs, the old one is retired and stays listed; nobody else can read the file."""
    before = tapete(tmp_path, "keys", "list").stdout.splitlines()[1:]
    after = tapete(tmp_path, "keys", "rotate").stdout.splitlines()
    assert len(before) == 1
    assert [line.split()[-1] for line in after[-2:]] == ["signs", "retired"]
    assert before[0].split()[0] == after[-1].split()[0]
    assert stat.S_IMODE((tmp_path / "keys" / "keys.json").stat().st_mode) == 0o600


WRONG = [
    (("demo", "--game", "chess"), "chess"),
    (("demo", "--options", "colour=blue"), "colour"),
    (("simulate", "--options", "target=0"), "target"),
    (("simulate", "--seats", "3"), "seats"),
    (("show", "nothing"), "nothing"),
    (("audit", "01m8mzk41t3e3aztq5j3xfvexe-2"), "01m8mzk41t3e3aztq5j3xfvexe-2"),
    (("audit",), "--all"),
    (("games", "chess"), "chess"),
    (("play", "--people", "5"), "5"),
]


@pytest.mark.parametrize(
    ("words", "said"), WRONG, ids=lambda each: "-".join(each) if isinstance(each, tuple) else ""
)
@pytest.mark.parametrize("lang", ["en", "es"])
def test_what_is_refused_is_said_in_a_sentence(
    data: Path,
    words: tuple[str, ...],
    said: str,
    lang: Language,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Exit code 1, and the reason on stderr."""
    monkeypatch.setenv("TAPETE_DATA", str(data))
    assert run(Voice(lang), list(words)) == 1
    shown = capsys.readouterr()
    assert said in shown.err
    assert "Traceback" not in shown.err


def test_a_mistake_is_no_traceback(tmp_path: Path) -> None:
    """What is refused in Spanish reads as Spanish, and as a sentence alone."""
    done = tapete(tmp_path, "demo", "--game", "ajedrez", "--lang", "es")
    assert done.returncode == 1
    assert done.stderr.startswith("No hay ningún juego ajedrez.")
    assert len(done.stderr.splitlines()) == 1


def test_a_redis_that_is_away_is_said_in_a_sentence(tmp_path: Path) -> None:
    """No traceback for an address where nobody listens; the password in it is not shown."""
    url = "redis://user:hush@127.0.0.1:1/0"
    done = tapete(tmp_path, "audit", "--all", TAPETE_REDIS_URL=url)
    assert done.returncode == 1
    assert "cannot be reached" in done.stderr
    assert "Traceback" not in done.stderr
    assert "hush" not in done.stderr


def test_cards_are_coloured_for_people_alone(tmp_path: Path) -> None:
    """On a terminal red suits are red, unless NO_COLOR is set."""
    words = ("demo", "--quiet", "--game", "caissa-solitario")
    red = re.compile(r"\x1b\[[0-9;]*3[0-9]m")
    with Screen(tmp_path, *words) as screen:
        assert screen.ended() == 0
    assert red.search(screen.shown)
    with Screen(tmp_path, *words, NO_COLOR="1") as screen:
        assert screen.ended() == 0
    assert not red.search(screen.shown)


def test_a_fault_of_ours_is_no_traceback_either(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What nobody has foreseen is said in a line; exit code 1."""

    def broken() -> None:
        raise ZeroDivisionError("by nothing")

    monkeypatch.setattr(cli_games, "catalogue", broken)
    assert run(Voice("en"), ["games"]) == 1
    shown = capsys.readouterr()
    assert "ZeroDivisionError: by nothing" in shown.err
    assert "Traceback" not in shown.err
