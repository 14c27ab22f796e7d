"""What people see in a browser: the API's pages, standings for the wall, the verifier of files."""

import json
import re
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
import redis
from browser import Page, needs_chromium, opened

from services.api.http.problems import family
from services.identity.tokens import Grant
from services.settings import Settings
from tests.services.api.served import Served
from tests.services.cli.test_cli_serve import Service

ROOT = Path(__file__).parents[3]
CONFORMANCE = ROOT / "tests" / "conformance"
HOSTILE = "<script>document.title='taken'</script><img src=x onerror=alert(1)>"
NAMES = (HOSTILE, "Ñandú & Co. «Los Úrsulos»", "A" * 80, "李小龙", "Pair 5")
WIDTHS = (1280, 375)

pytestmark = needs_chromium


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    with opened(tmp_path_factory.mktemp("chromium")) as page:
        yield page


@pytest.fixture(scope="module")
def served(redis_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with redis.Redis.from_url(redis_url) as client:
        client.flushall()
    settings = Settings(data=tmp_path_factory.mktemp("pages"), reads_per_second=0)
    with Served(settings, redis_url) as served:
        yield served


@pytest.fixture(scope="module")
def event(served: Served) -> str:
    """The path of a tournament after its first round, with entrants of all sorts of names."""
    grant = Grant("club", ("tournament:write", "tournament:direct", "match:read"))
    served.run(served.services.tokens.give("tpt_of_the_club", grant))

    def post(path: str, body: Any = None) -> Any:
        head = {"Authorization": "Bearer tpt_of_the_club"}
        answer = served.http.post(path, json=body, headers=head)
        assert answer.is_success, answer.text
        return answer.json()

    cup = {"name": "Copa <b>", "game": "kaiser", "format": "swiss", "members": 2, "rounds": 2}
    path = f"/v1/tournaments/{post('/v1/tournaments', cup)['tournament']}"
    entrants = [
        {"entrant": f"e{n}", "name": name, "members": [f"p{n}a", f"p{n}b"]}
        for n, name in enumerate(NAMES, 1)
    ]
    post(f"{path}/entrants", {"entrants": entrants})
    post(f"{path}/lock")
    tables = [{"seats": ["e1", "e2"]}, {"seats": ["e4", "e3"]}]
    post(f"{path}/tables", {"tables": tables, "byes": [{"entrant": "e5"}]})
    for number in (1, 2):
        post(f"{path}/rounds/1/tables/{number}/result", {"ranks": [1, 2], "scores": [52, 31]})
    return path


@pytest.fixture(scope="module")
def folder() -> Iterator[str]:
    """The clients' files behind a plain static server; its address."""
    handler = partial(Quiet, directory=ROOT / "clients")
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@contextmanager
def reading(page: Page, language: str) -> Iterator[None]:
    page.speak(language)
    yield
    page.speak("en")


def check_fits(page: Page) -> None:
    """Nothing sticks out of a desktop's window, or of a phone's."""
    for width in WIDTHS:
        page.resize(width, mobile=width < 500)
        assert page.overflow() <= 0, f"too wide for {width} pixels"
    page.resize(WIDTHS[0])


def check_quiet(page: Page, *asked: str) -> None:
    """The console is empty, and nothing but these was requested."""
    assert page.complaints == []
    assert sorted({*page.asked}) == sorted(asked)


# ---- The API's pages ---------------------------------------------------------------------------


MUTTERED = re.compile(r'{"type": "(info|warning)".*/docs/scalar-')
OWN = ("style", "anchors", "scalar", "start")
TRY = "[...document.querySelectorAll('button')].find((one) => {}.test(one.innerText)){}"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a whole service, whose bots play."""
    with Service(tmp_path_factory.mktemp("house")) as service:
        yield service.url


def check_own_files(page: Page, served: Served, *files: str) -> None:
    """Nothing is asked of anybody else, and nothing is wrong; Scalar may say what it would wish."""
    page.complaints = [one for one in page.complaints if not MUTTERED.match(one)]
    check_quiet(page, *(f"{served.url}{name}" for name in files))


def loaded(served: Served, path: str) -> list[str]:
    """What a page names as its own files."""
    return re.findall(
        r'(?:src|href)="(/docs/[a-z]+-[0-9a-f]{12}\.[a-z]+)"', served.http.get(path).text
    )


def heads(page: Page) -> set[str]:
    """The routes that are listed: method and path."""
    return {" ".join(text.split()) for text in page.texts("main a, .references-rendered a")}


def test_the_api_is_described_on_one_page(page: Page, served: Served) -> None:
    """Every route is on it, under its tag, and nothing is loaded from anywhere else."""
    page.visit(f"{served.url}/docs")
    document = served.http.get("/openapi.json").json()
    routes = [
        (f"{method.upper()} {path}", tag)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
        for tag in operation["tags"]
    ]
    assert len(routes) > 40
    for tag in dict.fromkeys(tag for _, tag in routes):
        page.run(f"location.hash = 'tag/{tag}'")
        own = {route for route, under in routes if under == tag}
        page.wait(lambda own=own: own <= heads(page), f"{tag} lacks a route")  # type: ignore[misc]
    check_fits(page)
    files = loaded(served, "/docs")
    assert [name.removeprefix("/docs/").partition("-")[0] for name in files] == list(OWN)
    check_own_files(page, served, "/docs", "/openapi.json", *files)


def test_a_request_is_sent_from_the_page(page: Page, served: Served) -> None:
    """ "Test Request", "Send": the service answers, and its answer is shown, as JSON."""
    page.visit("about:blank")
    page.visit(f"{served.url}/docs#tag/games/GET/v1/games")
    page.wait(lambda: page.run(TRY.format(r"/Test Request[^{]+v1\/games\)/", " != null")), "no try")
    page.run(TRY.format(r"/Test Request[^{]+v1\/games\)/", ".click()"))
    page.wait(lambda: page.run(TRY.format("/^Send Request/", " != null")), "nothing to send")
    page.asked = []
    page.run(TRY.format("/^Send Request/", ".click()"))
    page.wait(lambda: '"caissa-battle"' in page.texts("[role=dialog]")[0], "no answer is shown")
    assert "200 OK" in page.texts("[role=dialog]")[0]
    assert page.asked == [f"{served.url}/v1/games"]


def test_the_policy_of_the_reference_holds(page: Page, served: Served) -> None:
    """No script that stands in the page runs, no text is run as one, and nobody else is asked."""
    page.visit(f"{served.url}/docs")
    page.wait(lambda: page.texts("main, .references-rendered"), "nothing is drawn")
    page.complaints = []
    page.run("fetch('http://127.0.0.1:9/').catch(() => {}); 0")
    page.run(
        "document.body.append(Object.assign(document.createElement('script'),"
        " {textContent: 'window.taken = 1'}))"
    )
    page.run("setTimeout('window.taken = 2'); 0")
    page.wait(lambda: len(page.complaints) >= 3, "the policy is not in force")
    assert all("Content Security Policy" in one for one in page.complaints)
    assert page.run("window.taken") is None


def test_the_type_of_a_problem_leads_to_its_meaning(page: Page, served: Served) -> None:
    """Every error has its line, in both languages; the addresses of old lead there."""
    problem = served.http.get("/v1/matches/no-0").json()
    page.visit("about:blank")
    page.visit(f"{served.url}{problem['type']}")
    page.wait(lambda: page.run("location.pathname") == "/docs/errors", "it leads nowhere")
    page.wait(lambda: page.texts(":target"), "the line is not there")
    assert "unknown_match" in page.texts(":target")[0]
    ids = page.run("[...document.querySelectorAll('tr')].map((one) => one.id)")
    assert ids == [error.code for error in family()]
    assert page.run("document.scripts.length") == 0
    check_fits(page)


def test_the_streams_are_described_on_a_page(page: Page, served: Served) -> None:
    """Every message has its example, each link leads somewhere, and no script is needed."""
    page.visit(f"{served.url}/docs/streams")
    document = served.http.get("/asyncapi.json").json()
    messages = page.run("[...document.querySelectorAll('section')].map((one) => one.id)")
    assert messages == [*document["components"]["messages"]]
    for example in page.texts("section pre"):
        assert json.loads(example)
    links = page.run("[...document.links].map((one) => one.getAttribute('href'))")
    ids = page.run("[...document.querySelectorAll('[id]')].map((one) => '#' + one.id)")
    assert len(ids) == len({*ids})
    for link in {*links} - {*ids}:
        assert served.http.get(link).is_success, link
    assert page.run("document.scripts.length") == 0
    check_own_files(page, served, "/docs/streams", *loaded(served, "/docs/streams"))
    check_fits(page)


def test_the_lines_for_the_console_play_a_match(page: Page, house: str) -> None:
    """Copied from the page into its console, as they stand: a bot answers, and the match ends."""
    page.visit(f"{house}/docs/streams")
    play, watch = page.texts("#lines-play")[0], page.texts("#lines-watch")[0]
    page.type(play)
    page.type(watch)
    page.wait(lambda: any("finished" in one for one in page.complaints), "the match goes on", 30)
    said = [json.loads(one) for one in page.complaints]
    assert {one["type"] for one in said} == {"log"}
    assert any(one["args"][0].get("type") == "string" for one in said)  # the ids and signatures
    page.type("socket.close(); events.close()")


# ---- Standings for the wall --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "said"), [("en", "After round 1 of 2"), ("es", "Tras la ronda 1 de 2")]
)
def test_standings_are_shown(
    page: Page, served: Served, event: str, language: str, said: str
) -> None:
    """In the reader's language; a name is shown as it is written, whatever it is."""
    url = f"{served.url}{event}/page"
    with reading(page, language):
        page.visit(url)
    assert page.run("document.documentElement.lang") == language
    assert page.run("document.title") == "Copa <b>"
    assert said in page.texts("body")[0]
    names = page.texts("table:first-of-type tbody td:nth-child(2)")
    assert sorted(names) == sorted(NAMES)
    assert page.run("document.querySelectorAll('script, img, b').length") == 0
    check_quiet(page, url)
    check_fits(page)


def test_standings_are_printed(page: Page, served: Served, event: str) -> None:
    """On one sheet of A4, dark on white however the screen is set."""
    page.visit(f"{served.url}{event}/page?lang=es")
    dark = [{"name": "prefers-color-scheme", "value": "dark"}]
    page.do("Emulation.setEmulatedMedia", media="print", features=dark)
    ink = page.run("getComputedStyle(document.body).color")
    page.do("Emulation.setEmulatedMedia", media="", features=[])
    assert ink == "rgb(0, 0, 0)"
    sheet = page.printed()
    assert sheet.startswith(b"%PDF-")
    assert sheet.count(b"/Type /Page\n") == 1
    (size,) = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", sheet)
    assert [round(float(side) / 72 * 25.4) for side in size] == [210, 297]


# ---- The verifier ------------------------------------------------------------------------------


REPORT = "document.querySelector('#report')"


def verdict(page: Page, name: str) -> tuple[str, Sequence[str]]:
    """The verdict on a file, and the lines that are shown."""
    page.choose("#file", CONFORMANCE / name)
    return told_of(page, name)


def told_of(page: Page, name: str) -> tuple[str, Sequence[str]]:
    page.wait(lambda: page.texts("#report p")[1:2] == [name], "no verdict")
    return page.run(f"{REPORT}.className"), page.texts("#report p")


def give_keys(page: Page, keys: str) -> tuple[str, Sequence[str]]:
    """The verdict on the same file with these keys, and the lines that are shown."""
    page.run(f"{REPORT}.replaceChildren()")
    page.run(f"document.querySelector('#keys').value = {json.dumps(keys)}")
    page.run("document.querySelector('#keys').dispatchEvent(new Event('change'))")
    page.wait(lambda: page.texts("#report p"), "no verdict")
    return page.run(f"{REPORT}.className"), page.texts("#report p")


def check_only_its_own(page: Page, folder: str) -> None:
    files = ("verify.html", "verify.css", "verify-page.mjs", "verify.mjs")
    check_quiet(page, *(f"{folder}/{name}" for name in files))


def test_a_file_is_verified_in_the_browser(page: Page, folder: str) -> None:
    """A good file is verified, of a forged one the entry is named; nothing is sent anywhere."""
    page.visit(f"{folder}/verify.html")
    kind, lines = verdict(page, "good-kaiser.tapete")
    assert (kind, lines[0]) == ("verified", "verified, but for the rules")
    kind, lines = verdict(page, "broken-changed.tapete")
    assert (kind, lines[0]) == ("broken", "broken")
    assert "entry 5: the entry is not what was sealed" in lines
    check_fits(page)
    check_only_its_own(page, folder)


def test_a_file_is_verified_in_spanish(page: Page, folder: str) -> None:
    """All that is read on the page is in the reader's language."""
    with reading(page, "es-MX"):
        page.visit(f"{folder}/verify.html")
        kind, lines = verdict(page, "broken-swapped-in-the-deck.tapete")
    assert page.run("document.documentElement.lang") == "es"
    assert page.texts("h1") == ["Verificar un archivo de partida"]
    assert (kind, lines[0]) == ("broken", "alterada")
    assert "entrada 10: la baraja no sale de la semilla" in lines
    check_only_its_own(page, folder)


def test_a_key_is_asked_for_in_the_browser(page: Page, folder: str) -> None:
    """A dropped file that somebody else signed gets by until the house's key is given."""
    page.visit(f"{folder}/verify.html")
    page.drop("h1", CONFORMANCE / "foreign-key.tapete")
    assert told_of(page, "foreign-key.tapete")[0] == "verified"
    kind, lines = give_keys(page, (CONFORMANCE / "keys.txt").read_text())
    assert kind == "broken"
    assert any(line.startswith("entry 24: signed by a key that is not") for line in lines)
    assert verdict(page, "own-key.tapete")[0] == "verified"
    kind, lines = give_keys(page, "no key")
    assert (kind, lines[0]) == ("wrong", "These are no keys")
    check_only_its_own(page, folder)


def test_the_policy_of_the_page_holds(page: Page, folder: str) -> None:
    """The browser itself refuses to send anything from the page, or to run foreign script."""
    page.visit(f"{folder}/verify.html")
    page.run(f"fetch('{folder}/verify.css').catch(() => {{}}); 0")
    page.run(
        "document.body.append(Object.assign(document.createElement('script'),"
        " {textContent: 'window.taken = 1'}))"
    )
    page.wait(lambda: len(page.complaints) >= 2, "the policy is not in force")
    assert all("Content Security Policy" in one for one in page.complaints)
    assert page.run("window.taken") is None
