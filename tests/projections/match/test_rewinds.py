"""Rewinds: what was seen since decides how far a match goes back."""

import hashlib
from collections.abc import Callable
from types import SimpleNamespace

import pytest

from events.errors import WrongPhase
from events.facts import Held, Joined, Moved, Opened, Place, Rewound, Shuffled
from projections.audit.entries import audit
from projections.game.contract import Dice
from projections.match.fold import Match, unopened
from projections.match.history import Step
from projections.match.rewinds import before_the_deal, landing, learned, mixed_next, shuffles
from services.keys.randomness import House, simulated
from services.matches.batch import Run
from tests.support.playing import dice

SEED = hashlib.sha256(b"the seed of these tests").digest()
HOUSE: House = simulated(SEED)
NAME = "0000000000000000000000000000-0"


class Play:
    """A match in memory, with all that its log holds."""

    def __init__(self, game: str, seats: int, *, people: bool = False, rated: bool = False) -> None:
        self.line: list[Step] = []
        self.dice: Dice = dice(7)
        places = (Place("open" if people else "bot"),) * seats
        offer = Opened(NAME, game, 1, {}, places, hashlib.sha256(SEED).digest(), rated=rated)
        self.add("house", offer, unopened(NAME, game))
        for seat in range(seats if people else 0):
            self.add(seat, Joined(seat, f"p{seat}"))

    @property
    def match(self) -> Match:
        return self.line[-1].after

    def add(self, by: object, cause: object, match: Match | None = None) -> None:
        run = Run(match or self.match, len(self.line).to_bytes(16), 1, HOUSE.salt)
        run.add(by, cause, lambda version: self.line[version - 1].after)  # type: ignore[arg-type]
        run.add_owed(SEED)
        self.line += run.steps

    def moves(self, until: Callable[[Match], bool]) -> None:
        while not self.match.over and not until(self.match):
            seat = self.match.acting()[0]
            moves = self.match.game.moves(self.match.state, seat)
            self.add(seat, Moved(seat, moves[self.dice(len(moves))]))

    def stored(self) -> list[object]:
        return [step.stored for step in self.line]


def to_version(version: int) -> Callable[[Match], bool]:
    return lambda match: match.version >= version


def test_bids_can_be_taken_back_with_the_same_cards() -> None:
    """In Kaiser's bidding nobody learns a card: the hands stay as they lie."""
    play = Play("kaiser", 4)
    start = play.match.version
    play.moves(to_version(start + 3))
    assert landing(play.line, start + 1, keep_deck=False) == start + 1


def test_a_card_that_was_seen_brings_a_new_deal() -> None:
    """Once a card has been played to a trick, going back means new cards."""
    play = Play("kaiser", 4)
    start = play.match.version
    play.moves(to_version(start + 8))
    land = landing(play.line, start + 1, keep_deck=False)
    assert land == before_the_deal(play.line, start + 1)
    assert shuffles(play.line[land])
    play.add("judge", Rewound(land, "a card fell"))
    fresh = play.line[-1]
    assert shuffles(fresh)
    assert fresh.after.shuffles == 3
    assert fresh.entry.cause.cards != play.line[land].entry.cause.cards  # type: ignore[union-attr]


def test_a_judge_may_keep_the_deck() -> None:
    """With `keep_deck` the match goes exactly where the judge says."""
    play = Play("kaiser", 4)
    start = play.match.version
    play.moves(to_version(start + 8))
    assert landing(play.line, start + 6, keep_deck=True) == start + 6


def test_a_rewind_before_the_cards_or_into_the_future_is_refused() -> None:
    """Only versions from the first shuffle to the one before now can be gone back to."""
    play = Play("kaiser", 4)
    for version in (0, 1, play.match.version, play.match.version + 1):
        with pytest.raises(WrongPhase):
            landing(play.line, version, keep_deck=False)


@pytest.mark.parametrize(
    ("game", "seats"),
    [
        ("kaiser", 4), ("caissa-escratch", 3), ("caissa-campeones", 4), ("catastrophes", 3),
        ("casino", 2), ("caissa-battle", 2), ("caissa-solitario", 1),
    ],
)  # fmt: skip
def test_a_match_that_was_rewound_twice_audits_clean(game: str, seats: int) -> None:
    """Whatever the game, rewinds leave a record that the audit follows and finds whole."""
    play = Play(game, seats)
    start = play.match.version
    play.moves(to_version(start + 6))
    for back in (start + 2, start + 1):
        play.add("judge", Rewound(landing(play.line, back, keep_deck=False), "taken back"))
        play.moves(to_version(play.match.version + 5))
    report = audit(NAME, play.stored(), SEED)  # type: ignore[arg-type]
    assert (report.verdict, report.findings) == ("incomplete", ())


def test_a_rewind_that_lets_a_seat_keep_what_it_saw_is_found() -> None:
    """A recorded rewind that goes less far back than it must is a finding."""
    play = Play("kaiser", 4)
    start = play.match.version
    play.moves(to_version(start + 8))
    play.add("judge", Rewound(start + 6, "too short"))
    report = audit(NAME, play.stored(), SEED)  # type: ignore[arg-type]
    assert [(finding.code) for finding in report.findings] == ["phase"]


def test_a_rewind_that_not_all_agreed_to_is_found() -> None:
    """The house writes only what all people wished, and nothing where others have a stake."""
    for agreed, rated, finds in (
        ((0, 1), False, 1),
        ((0, 1, 2, 3), False, 0),
        ((0, 1, 2, 3), True, 1),
    ):
        play = Play("kaiser", 4, people=True, rated=rated)
        start = play.match.version
        play.moves(to_version(start + 2))
        play.add("house", Rewound(start + 1, "agreed", agreed=agreed))
        report = audit(NAME, play.stored(), SEED)  # type: ignore[arg-type]
        assert [finding.code for finding in report.findings] == ["writer"] * finds


class Entry:
    """As much of an entry as the rule looks at."""

    def __init__(self, cause: object, effects: tuple[object, ...] = ()) -> None:
        self.cause, self.effects = cause, effects


def drawn(*steps: tuple[object, tuple[str, ...]]) -> list[Step]:
    """A log of shuffles and of cards shown to all, for two seats without hands."""
    match = SimpleNamespace(state=None, seats=2)
    entries = [Entry(cause, ({"shown": cards},) if cards else ()) for cause, cards in steps]
    return [Step(entry, None, match) for entry in entries]  # type: ignore[arg-type]


def shuffle(*cards: str) -> Shuffled:
    return Shuffled("deck", Held("house", cards))


def test_a_reshuffle_hides_only_what_it_mixes() -> None:
    """Right before discards are shuffled again, what others hold and showed later still counts."""
    first, again = shuffle("a", "b", "c", "d"), shuffle("a", "b")
    line = drawn((first, ()), (None, ("a",)), (None, ("b",)), (again, ()), (None, ("c",)))
    assert mixed_next(line, 3) == ["a", "b"]
    assert learned(line, 3)  # c was in somebody's hand
    assert before_the_deal(line, 3) == 0
    assert not learned(line, 0)
    line = drawn((first, ()), (None, ("a",)), (None, ("b",)), (again, ()), (None, ("a",)))
    assert not learned(line, 3)


def test_like_cards_are_only_hidden_by_a_full_shuffle() -> None:
    """Where cards can't be told apart, any card shown may be a new one."""
    full = shuffle("x", "x", "y")
    line = drawn((full, ()), (None, ("x",)), (shuffle("x", "y"), ()), (None, ("x",)))
    assert learned(line, 2)
    assert not learned(line, 0)
