"""Kaiser: who may do what, what nobody may see, bots, samples, the table as text."""

from collections.abc import Iterator
from itertools import permutations
from typing import Any

import playing
import pytest
from kaiser_table import GAME, SEEDS, events, steps, table
from msgspec.structs import replace

from events.errors import Corrupt, IllegalMove, NotYourTurn
from events.facts import FACE_DOWN, Held, Moved, Shuffled
from projections.game.decide import decide, offered
from projections.game.options import read_options
from projections.game.views import EVERYTHING, plain, view
from projections.games import kaiser
from projections.games.kaiser import (
    Bid,
    Bidding,
    BiddingWon,
    Contract,
    DealerDrawn,
    Dealing,
    Dealt,
    Discard,
    Discarding,
    Ended,
    Exchanged,
    Give,
    HandScored,
    KittyTaken,
    Name,
    Naming,
    Pass,
    Passing,
    Play,
    Playing,
    TrickTaken,
)

# ---- Who may do what -------------------------------------------------------------------------


def test_cards_given_or_laid_aside_may_be_named_in_any_order() -> None:
    """What is passed or discarded is fixed by its cards; it is recorded as it was listed."""
    hand = ["3S", "5H", "7C", "7D", "8C", "9C", "10C", "JC", "QC", "KC", "AC"]
    for phase, kind, cards in (
        (Passing(), Give, ("AC", "7D")),
        (Discarding(CONTRACT), Discard, ("AC", "9C", "JC", "7D")),
    ):
        state = table(phase, [hand, [], [], []], pass_cards=2, kitty=4)
        listed = [move for move in GAME.moves(state, 0) if set(move.cards.values) == set(cards)]
        assert len(listed) == 1
        for order in permutations(cards):
            assert offered(GAME, state, 0, kind(Held(0, order))) == listed[0]
        for wrong in (cards[1:], (*cards[:-1], cards[0]), (*cards[:-1], "XX"), (*cards, "KC")):
            with pytest.raises(IllegalMove):
                offered(GAME, state, 0, kind(Held(0, wrong)))


def test_only_the_seat_whose_turn_it_is_may_move() -> None:
    """The others are told that they are not to act; what isn't offered is refused."""
    state = table(Bidding())
    with pytest.raises(NotYourTurn):
        decide(GAME, state, 2, Pass())
    with pytest.raises(IllegalMove) as refused:
        decide(GAME, state, 1, Bid(5))
    assert refused.value.details["legal"] == [*GAME.moves(state, 1)]


CONTRACT = Contract(0, 6, nt=False, trump="C", named=True)
HANDS = [kaiser.CARDS[seat::4] for seat in range(4)]
PHASES: list[kaiser.Phase] = [
    kaiser.Drawing(), Dealing(), Passing(), Bidding(), Naming(CONTRACT), kaiser.Taking(CONTRACT),
    Discarding(CONTRACT), Playing(CONTRACT, 0), Ended((0,)),
]  # fmt: skip
BROKEN: list[Any] = [
    Moved(9, Pass()), Moved(-1, Bid(6)), Moved(0, Play("XX")), Moved(0, Play(FACE_DOWN)),
    Moved(7, Play("AS")), Moved(5, Give(Held(5, ("AS",)))), Moved(0, Discard(Held(0, ("XX",) * 4))),
    Moved(4, Name("C")), BiddingWon(9, 6, False), BiddingWon(-1, 6, False),
    KittyTaken(8, Held(8, ("AS",))), KittyTaken(0, Held(0, ("XX",))), TrickTaken(0, ("AS",), 1),
    Exchanged(()), Exchanged((Held(0, ("XX",)),) * 4), Dealt((), Held("house", ())),
    Shuffled("deck", Held("house", ("AS",))), Shuffled("first", Held("house", ("x",))),
    Shuffled("else", Held("house", ())), DealerDrawn(0),
]  # fmt: skip


@pytest.mark.parametrize("phase", PHASES, ids=lambda phase: type(phase).__name__)
@pytest.mark.parametrize("event", BROKEN, ids=lambda event: type(event).__name__)
def test_what_can_not_have_happened_is_corrupt(phase: kaiser.Phase, event: Any) -> None:
    """Wrong seats, cards that aren't there, things out of turn: never another exception."""
    with pytest.raises(Corrupt):
        GAME.evolve(table(phase, HANDS, pass_cards=1), event)


# ---- Bots, samples, the table ----------------------------------------------------------------

TABLES: list[dict[str, Any]] = [
    {},
    {"pass_cards": 2, "kitty": 4, "low": True},
    {"low": True, "low_specials": "lowest", "kitty": 4, "kitty_trump": "after"},
    {"min_bid": 8, "nt_double": "both", "bidder_must_win": True},
    {"min_bid": 8, "all_pass": "redeal", "overtricks": "bid_only", "bid_out": 45},
    {"nt_order": "beats_all", "nt_min": 12, "lose_at": -52, "pass_cards": 1},
]


@pytest.mark.parametrize("options", TABLES)
def test_bots_end_their_matches(options: dict[str, Any]) -> None:
    """With any options somebody wins before long."""
    for seed in SEEDS:
        final = playing.play(GAME, read_options(GAME, options), 4, seed, playing.by_bot)
        assert GAME.result(final) is not None


def test_bots_bid_what_they_hope_to_make() -> None:
    """Two bids of three and more are made, and a match takes about eight hands."""
    hands = events(HandScored, playing.by_bot, hands=500)
    assert sum(one.made for one in hands) > 0.6 * len(hands)
    assert 5 * len(SEEDS) < len(hands) < 13 * len(SEEDS)


def lead(hand: list[str], seat: int = 0) -> Any:
    """What the bot leads in a first trick with clubs as trump; seat 0 has bid."""
    others = [card for card in kaiser.CARDS if card not in hand]
    hands = [others[at::3] for at in range(3)]
    state = table(Playing(CONTRACT, seat), [*hands[:seat], hand, *hands[seat:]])
    return GAME.bot(view(state, seat), seat, GAME.moves(state, seat), playing.dice(0))


def reply(trick: tuple[str, ...], hand: list[str]) -> Any:
    """What seat 3 plays to a trick that ends with it, clubs being trump."""
    state = table(Playing(CONTRACT, 3 - len(trick), trick), [["8D"], ["9D"], ["10D"], hand])
    return GAME.bot(view(state, 3), 3, GAME.moves(state, 3), playing.dice(0))


def test_the_bot_knows_what_to_do_with_the_two_cards() -> None:
    """5♥ to the partner's trick, 3♠ to the others', trumps first, and never waste an ace."""
    assert lead(["AC", "KC", "8C", "9H", "AD", "8D", "8S", "9S"]) == Play("AC")
    assert lead(["QC", "8C", "9H", "AD", "8D", "8S", "9S", "3S"], seat=1) == Play("AD")
    assert reply(("8D", "AD", "9D"), ["5H", "8H", "KS"]) == Play("5H")
    assert reply(("8D", "9D", "AD"), ["3S", "8H", "KS"]) == Play("3S")
    assert reply(("5H", "8H", "JH"), ["QH", "AH"]) == Play("QH")
    assert reply(("8S", "3S", "JS"), ["9S", "AS"]) == Play("9S")


def test_the_bot_keeps_its_trumps_when_it_discards() -> None:
    """Of eleven cards it lays aside four low ones that are no trumps."""
    hand = ["7C", "8C", "9C", "10C", "8D", "9D", "9H", "10S", "AS", "AD", "5H"]
    state = table(Discarding(CONTRACT), [hand, (), (), ()], kitty=4)
    move = GAME.bot(view(state, 0), 0, GAME.moves(state, 0), playing.dice(0))
    assert {*move.cards.values} == {"8D", "9D", "9H", "10S"}


@pytest.mark.parametrize("options", TABLES)
def test_a_sample_is_a_whole_table_that_fits_the_view(options: dict[str, Any]) -> None:
    """All 32 cards once, the seat sees what it saw, and nobody has discarded 5♥ or 3♠."""
    dice = playing.dice("samples")
    for step in steps(hands=1, **options):
        if not step.settled or len(step.state.hands[0]) + len(step.state.played) == 0:
            continue
        seat = dice(4)
        whole = GAME.sample(view(step.state, seat), seat, dice)
        assert view(whole, seat) == view(step.state, seat)
        assert sorted(cards_in(plain(whole, EVERYTHING))) == sorted(kaiser.CARDS)
        assert not {kaiser.FIVE, kaiser.THREE} & {*whole.discards.values}


def cards_in(tree: Any) -> Iterator[str]:
    """The cards in plain data."""
    if isinstance(tree, dict):
        tree = [*tree.values()]
    if isinstance(tree, list | tuple):
        for part in tree:
            yield from cards_in(part)
    elif tree in kaiser.CARDS:
        yield tree


def test_samples_differ() -> None:
    """The unseen cards lie anywhere."""
    state = table(Bidding(), HANDS)
    dice = playing.dice("differ")
    hands = {GAME.sample(view(state, 1), 1, dice).hands[0] for _ in range(20)}
    assert len(hands) == 20


BOARD = """\
Hand 3 · dealer 2 · seat 0 plays 8 ♥
0+2: 20 (+3)   1+3: -4 (+1)   to 52

                   3 ▒▒▒▒
                    10♦
 2 ▒▒▒        8♦             ·       ▸0 ▒▒▒▒
                     ·
                   1 ▒▒▒▒

♣ 9 A   ♠ 3   ♥ 5"""


def test_the_table_is_drawn_around_the_reader() -> None:
    """Four seats, the trick, the contract, points and totals, the own hand by suits."""
    hands = [["7C"] * 4, ["3S", "5H", "9C", "AC"], ["7C"] * 3, ["7C"] * 4]
    phase = Playing(Contract(0, 8, nt=False, trump="H"), 2, ("8D", "10D"), (3, 1))
    state = replace(table(phase, hands, totals=(20, -4), dealer=2), scored=2)
    drawn = GAME.board(view(state, 1), 1, "en")
    assert drawn == BOARD


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_table_can_be_drawn_at_any_time(language: Any) -> None:
    """For each seat and for spectators, who see no hand; no line is longer than a terminal's."""
    for step in steps(hands=1, pass_cards=1, kitty=4, low=True):
        for reader in (0, 3, None):
            drawn = GAME.board(view(step.state, reader), reader, language)
            assert FACE_DOWN not in drawn
            assert all(len(line) <= 80 for line in drawn.splitlines())
