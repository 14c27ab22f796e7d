"""The match of ``tapete serve --demo``: played by bots through the API, audited at the end."""

from collections.abc import Callable

import httpx

from events.facts import Moved
from projections.match.history import Step
from services.audit.audits import Audits
from services.cli.commands.audit import ended
from services.cli.terminal import narration, verdicts
from services.cli.terminal.arguments import program
from services.cli.terminal.console import Voice
from services.cli.terminal.session import Session
from services.identity.tokens import Grant
from services.wiring import now_ms

GAME, SEATS = "kaiser", 4
LASTS_MS = 10 * 60 * 1000
PHASES = ("finished", "aborted")

WatchUntil = Callable[[Callable[[], bool]], bool]


def play(voice: Voice, house: Session, url: str, watch_until: WatchUntil, brief: bool) -> None:
    """Offer a match to bots, wait for its end, tell how it ended and what the audit says."""
    services = house.services
    token = services.house.token()
    grant = Grant("demo", ("match:create", "match:read"), expires=now_ms() + LASTS_MS)
    house.do(services.tokens.give(token, grant))
    headers = {"Authorization": f"Bearer {token}"}
    with httpx.Client(base_url=url, headers=headers, timeout=10, trust_env=False) as client:
        match = begun(client)
        voice.tell("cli-serve-begun" if brief else "cli-serve-demo", game=GAME, match=match)
        if watch_until(lambda: phase(client, match) in PHASES):
            (sum_up if brief else tell)(voice, house, match)
    house.do(services.tokens.revoke(token))


def begun(client: httpx.Client) -> str:
    offer = {"game": GAME, "seats": ["bot"] * SEATS, "unlisted": True}
    return str(client.post("/v1/matches", json=offer).raise_for_status().json()["match"])


def phase(client: httpx.Client, match: str) -> str:
    return str(client.get(f"/v1/matches/{match}").raise_for_status().json()["phase"])


def tell(voice: Voice, house: Session, match: str) -> None:
    """The effects of the last hand, trick by trick, the result and the verdict."""
    line = house.do(house.services.matches.cache.steps(match))
    for step in line[last_shuffle(line) :]:
        if said := " ".join(narration.effects(step, "all", voice.language)):
            voice.write(f"  {said}")
    ended(voice, house, line[-1].after)
    voice.tell("cli-serve-look", "faint", match=match)


def sum_up(voice: Voice, house: Session, match: str) -> None:
    """The places and the verdict, a line each."""
    found = house.do(house.services.matches.cache.read(match))
    report = house.do(Audits(house.services.redis, house.services.log).audit(match))
    voice.write(f"  {narration.places(voice, found)}")
    voice.tell(
        "cli-serve-audited",
        verdicts.STYLES[report.verdict],
        verdict=voice.say(f"cli-verdict-{report.verdict}"),
        entries=report.entries,
        tapete=program(),
        match=match,
    )


def last_shuffle(line: list[Step]) -> int:
    """Where the last hand begins."""
    moves = [n for n, step in enumerate(line) if not isinstance(step.entry.cause, Moved)]
    return moves[-2] if len(moves) > 1 else 0
