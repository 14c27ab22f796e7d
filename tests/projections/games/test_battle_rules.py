"""Caissa Battle: the rules told as tests, what each may see, and whole matches with any options."""

import json
from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any, get_args

import pytest
from msgspec.structs import replace
from playing import dice, play, playout

from events.errors import BadOptions, Corrupt, IllegalMove, NotYourTurn
from events.facts import FACE_DOWN, Held, Moved, Shuffled
from projections.cards import packs
from projections.game.decide import decide, happen, to_act
from projections.game.options import read_options
from projections.game.views import EVERYTHING, plain, read_move, view, write_move
from projections.games import battle
from projections.games.battle import Declare, Options, Place, State, Turn

GAME = battle.GAMES["caissa-battle"]
GROUNDS: list[dict[str, Any]] = [
    {"edition": edition, "mode": mode, "terrain": terrain}
    for edition, mode, terrain in product(
        ("classic", "premium"), ("standard", "blind"), ("classes", "mixed", "madness")
    )
]
WAYS = [
    *GROUNDS,
    {"recall": True, "terrain": "mixed"},
    {"duel_tie": "defender"},
    {"edition": "premium", "specials": "positive"},
    {"edition": "premium", "specials": "positive", "mode": "blind", "terrain": "madness"},
]
every_way = pytest.mark.parametrize("way", WAYS, ids=lambda way: "-".join(map(str, way.values())))


def dealt(**options: Any) -> State:
    """A match in which all cards are dealt in canonical order; seat 0 attacks first."""
    state = GAME.start(Options(**options), 2)
    while (deck := GAME.deck(state)) is not None:
        state, _ = happen(GAME, state, Shuffled(deck.purpose, Held("house", deck.cards)))
    return state


def step(state: State, seat: int, move: Any) -> tuple[State, tuple[Any, ...]]:
    state, _, effects = decide(GAME, state, seat, move)
    return state, effects


def harmless(state: State) -> State:
    """The next seat makes its harmless move."""
    seat = to_act(GAME, state, 2)[0]
    return step(state, seat, GAME.moves(state, seat)[0])[0]


def until(state: State, phase: type, duel: int = 1) -> State:
    while not (isinstance(state.phase, phase) and state.duel == duel):
        state = harmless(state)
    return state


def say(state: State, seat: int, word: str) -> tuple[State, tuple[Any, ...]]:
    return step(state, seat, Declare(Held(seat, (word,))))


def cards_in(tree: Any) -> Iterator[str]:
    """Every card that plain data shows."""
    if isinstance(tree, str):
        known = packs.caissa("classic"), packs.caissa("premium")
        if any(tree in pack.players or tree in pack.specials for pack in known):
            yield tree
    elif isinstance(tree, dict):
        yield from cards_in([*tree.values()])
    elif isinstance(tree, list | tuple):
        for part in tree:
            yield from cards_in(part)


# ---- Options ---------------------------------------------------------------------------------

IMPOSSIBLE: list[tuple[dict[str, Any], str]] = [
    ({"mode": "blind", "recall": True}, "recall"),
    ({"specials": "positive"}, "specials"),
    ({"edition": "deluxe"}, "edition"),
    ({"mode": "dark"}, "mode"),
    ({"terrain": "swamp"}, "terrain"),
    ({"recall": 1}, "recall"),
    ({"specials": "none"}, "specials"),
    ({"duel_tie": "attacker"}, "duel_tie"),
    ({"colour": "red"}, "colour"),
]


@pytest.mark.parametrize(("raw", "field"), IMPOSSIBLE)
def test_impossible_options_are_refused_by_name(raw: dict[str, Any], field: str) -> None:
    """What can't be played is refused, and the error names the option and what is allowed."""
    with pytest.raises(BadOptions) as refused:
        read_options(GAME, raw)
    assert refused.value.details["field"] == field
    assert refused.value.details["allowed"]


@every_way
def test_whole_matches_keep_their_cards_and_counts(way: dict[str, Any]) -> None:
    """Cards are conserved, each side attacks 8 times, at most one special a window, 16 points."""
    options = Options(**way)
    whole = Counter([*packs.caissa(options.edition).cards, *battle.specials(options)])
    attacks: list[int] = []
    for state, event, settled in playout(GAME, options, 2, "counts"):
        if isinstance(event, battle.BattleBegan):
            attacks = []
        if isinstance(event, battle.Turned) and isinstance(state.phase, battle.Defending):
            attacks.append(event.seat)
        if settled and not isinstance(state.phase, battle.Dealing):
            assert Counter(cards_in(plain(state, EVERYTHING))) == whole
        assert sum(state.points) <= 16
        for side in state.armies:
            assert all((one.card is None) or (one.shown is None) for one in side.specials)
    assert attacks in ([0, 1] * 8, [1, 0] * 8)
    result = GAME.result(state)
    assert result is not None
    assert sorted(result.ranks) == [1, 2]
    assert result.scores == state.points
    assert not to_act(GAME, state, 2)


@every_way
def test_a_view_gives_a_seat_its_own_moves(way: dict[str, Any]) -> None:
    """From what it sees, a seat finds exactly its legal moves, and the same verdicts on others."""
    others: list[Any] = [Turn(cell) for cell in (-1, *range(17))]
    others += [Declare(Held(seat, (word,))) for seat in (0, 1) for word in ("use", "keep", "sell")]
    others += [Place(Held(s, (c,)), n) for s in (0, 1) for c in ("C01", "X+1") for n in (-1, 0, 9)]
    for state, _, settled in playout(GAME, Options(**way), 2, "views"):
        if not settled or state.game > 1:
            continue
        for seat in (0, 1):
            seen, moves = view(state, seat), [*GAME.moves(state, seat)]
            assert [*GAME.moves(seen, seat)] == moves
            assert len(set(moves)) == len(moves)
            for move in [*moves[:20], *others]:
                verdict = move if move in moves else None
                assert battle.allows(state, seat, move) == verdict
                assert battle.allows(seen, seat, move) == verdict
            for move in moves[:20]:
                sent = json.loads(json.dumps(write_move(move)))
                assert read_move(sent, seat, battle.Move) == move


@every_way
def test_a_seat_sees_only_what_it_was_told(way: dict[str, Any]) -> None:
    """No card shows in a view that an event didn't show the same reader before."""
    told: dict[int | None, set[str]] = {0: set(), 1: set(), None: set()}
    for state, event, settled in playout(GAME, Options(**way), 2, "told"):
        if isinstance(event, Shuffled) and event.purpose == "players":
            told = {reader: set() for reader in told}
        for reader, known in told.items():
            known.update(cards_in(plain(event, reader)))
            if settled:
                assert set(cards_in(plain(state, reader))) <= known


# ---- Dealing and placing -----------------------------------------------------------------------


def test_shuffles_come_in_a_fixed_order() -> None:
    """Players, specials, then the lot for the first attacker; each is asked for once."""
    state, purposes = GAME.start(Options(), 2), []
    while (deck := GAME.deck(state)) is not None:
        purposes.append(deck.purpose)
        state, _ = happen(GAME, state, Shuffled(deck.purpose, Held("house", deck.cards)))
    assert purposes == ["players", "specials", "first"]


@pytest.mark.parametrize("lot", ["0", "1"])
def test_the_lot_decides_who_attacks_first(lot: str) -> None:
    """The first of the shuffled seats attacks in the first duel, and all are told."""
    state = GAME.start(Options(mode="blind"), 2)
    effects: tuple[Any, ...] = ()
    while (deck := GAME.deck(state)) is not None:
        order = [lot, *deck.cards] if deck.purpose == "first" else deck.cards
        cards = Held("house", tuple(dict.fromkeys(order)))
        state, effects = happen(GAME, state, Shuffled(deck.purpose, cards))
    assert effects[0] == battle.FirstDrawn(int(lot))
    assert effects[-1] == battle.BattleBegan(int(lot))
    assert to_act(GAME, until(state, battle.Attacking), 2) == (int(lot),)


def test_cards_are_dealt_alternately_within_their_kind() -> None:
    """Within a class, in the shuffled order, cards go to seats 0 and 1 in turn; so do specials."""
    state = dealt()
    campeones = [[c for c in side.hand.values if c[0] == "C"] for side in state.armies]
    assert campeones == [["C01", "C03", "C05", "C07"], ["C02", "C04", "C06", "C08"]]
    specials = [[one.card.values[0] for one in side.specials if one.card] for side in state.armies]
    assert specials == [["X-3", "X-1", "X+2"], ["X-2", "X+1", "X+3"]]


def test_madness_deals_the_top_32_cards() -> None:
    """In madness any card goes to anyone: the first 32 of the pack, by turns."""
    state, cards = dealt(edition="premium", terrain="madness"), packs.caissa("premium").cards
    assert [side.hand.values for side in state.armies] == [cards[0:32:2], cards[1:32:2]]


def test_blind_cards_stand_as_they_were_dealt() -> None:
    """Blind, the cards go in the order dealt onto the cells of their kind, lowest cell first."""
    down = dealt(mode="blind").armies[0].down
    cards = [held.values[0] if held else "" for held in down]
    assert cards[:8] == ["C01", "H01", "H03", "C03", "C05", "H05", "H07", "C07"]
    assert cards[8:] == ["P01", "P03", "R01", "R03", "R05", "R07", "P05", "P07"]


def test_a_placing_hides_the_card_and_shows_the_cell() -> None:
    """The other side sees that a cell is filled, not with what; the owner sees both."""
    state, _ = step(dealt(), 0, Place(Held(0, ("C03",)), 4))
    own, other = (view(state, seat).armies[0] for seat in (0, 1))
    assert own.down[4] == Held(0, ("C03",))
    assert other.down[4] == Held(0, (FACE_DOWN,))
    assert plain(Moved(0, Place(Held(0, ("C03",)), 4)), 1)["move"]["card"] == {"by": 0, "count": 1}


@pytest.mark.parametrize(
    "move",
    [
        Place(Held(0, ("C03",)), 1),  # a cell of another class
        Place(Held(0, ("C02",)), 0),  # the other's card
        Place(Held(0, ("C03", "C05")), 0),  # two at once
        Place(Held(0, (FACE_DOWN,)), 0),
        Place(Held(0, ("C03",)), 16),
        Place(Held(0, ("C03",)), -16),
        Place(Held(1, ("C03",)), 0),
        Turn(0),
        Declare(Held(0, ("keep",))),
    ],
)
def test_what_may_not_be_placed_is_refused(move: Any) -> None:
    """A card goes from the own hand onto a free cell of its kind, and nothing else is a placing."""
    with pytest.raises(IllegalMove):
        decide(GAME, dealt(), 0, move)


def test_a_placing_is_final() -> None:
    """Neither the card nor the cell is to be had again; who stands complete isn't asked."""
    state, _ = step(dealt(), 0, Place(Held(0, ("C03",)), 4))
    for move in (Place(Held(0, ("C03",)), 0), Place(Held(0, ("C01",)), 4)):
        with pytest.raises(IllegalMove):
            decide(GAME, state, 0, move)
    while 0 in to_act(GAME, state, 2):
        state = harmless(state)
    assert to_act(GAME, state, 2) == (1,)
    with pytest.raises(NotYourTurn):
        decide(GAME, state, 0, Place(Held(0, ("C01",)), 0))


@pytest.mark.parametrize("recall", [False, True])
def test_owners_must_remember_unless_they_may_recall(recall: bool) -> None:
    """When play begins, the own army is face down to its owner too; with recall it isn't."""
    state = until(dealt(recall=recall), battle.Declaring)
    assert (FACE_DOWN not in cards_down(state, 0)) is recall
    assert cards_down(state, 1) == {FACE_DOWN}
    assert {held.by for held in state.armies[0].down if held} == ({0} if recall else {"house"})


def cards_down(state: State, reader: int) -> set[str]:
    return {held.values[0] for held in view(state, reader).armies[0].down if held}


def test_blind_nobody_sees_anything() -> None:
    """Blind, neither cards nor specials show to anybody, and yet a special may be used."""
    state = dealt(mode="blind")
    assert not set(cards_in([plain(state, reader) for reader in (0, 1, None)]))
    state, _ = say(state, 0, "use")
    _, effects = say(state, 1, "keep")
    assert effects == (battle.SpecialUsed(0, "X-3"), battle.SpecialKept(1))


# ---- Special cards and duels -------------------------------------------------------------------


def test_declarations_are_sealed_until_both_are_made() -> None:
    """The other learns that one has decided, not what; then both are shown, with the value."""
    state, effects = say(until(dealt(), battle.Declaring), 1, "use")
    assert effects == ()
    kept, _ = say(until(dealt(), battle.Declaring), 1, "keep")
    assert plain(state, 0) == plain(kept, 0)
    assert to_act(GAME, state, 2) == (0,)
    state, effects = say(state, 0, "keep")
    assert effects == (battle.SpecialKept(0), battle.SpecialUsed(1, "X-2"))
    assert state.armies[1].specials[0] == battle.Special(shown="X-2", duel=1)


def test_either_may_declare_first() -> None:
    """Simultaneous choices give the same state in any order."""
    state = until(dealt(), battle.Declaring)
    one = say(say(state, 0, "use")[0], 1, "keep")[0]
    assert say(say(state, 1, "keep")[0], 0, "use")[0] == one


def test_who_has_no_special_to_use_is_not_asked() -> None:
    """A used special isn't asked for again in its window; if nobody has one, the attack begins."""
    state, _ = say(until(dealt(), battle.Declaring), 0, "use")
    state = until(say(state, 1, "keep")[0], battle.Declaring, 2)
    assert to_act(GAME, state, 2) == (1,)
    state = until(say(state, 1, "use")[0], battle.Attacking, 3)
    assert isinstance(harmless(state).phase, battle.Defending)


def test_an_unused_special_is_lost_and_stays_hidden() -> None:
    """After its window it is lost, and the other side doesn't see it while the match runs."""
    events = [event for _, event, _ in playout(GAME, Options(), 2, "x", keep_specials)]
    lost = [event for event in events if isinstance(event, battle.SpecialLost)]
    assert lost == [battle.SpecialLost(seat, number) for number in range(3) for seat in (0, 1)]
    special = until(dealt(), battle.Declaring, 7).armies[1].specials[0]
    assert special.lost
    assert special.card == Held(1, ("X-2",))


def keep_specials(game: Any, state: Any, seat: int, moves: Any, throw: Any) -> Any:
    """Any move, but specials are kept."""
    return moves[0 if isinstance(moves[0], Declare) else throw(len(moves))]


def test_a_special_counts_in_its_own_duel_only() -> None:
    """Used in duel 1 it adds to the total there, and to no later one."""
    state = until(dealt(), battle.Declaring)
    state, _ = say(state, 0, "use")
    special = packs.value(state.armies[0].specials[0].card.values[0])
    state, _ = say(state, 1, "keep")
    assert special
    strengths, totals = [], []
    for duel in (1, 2):
        state = until(state, battle.Attacking, duel)
        for _ in range(2):
            (seat,) = to_act(GAME, state, 2)
            state, effects = step(state, seat, GAME.moves(state, seat)[0])
            strengths += [one.strength for one in effects if isinstance(one, battle.Turned)]
        scored = next(one for one in effects if isinstance(one, battle.DuelWon | battle.DuelTied))
        totals += [scored.attack, scored.defence]
    assert totals == [strengths[0] + special, *strengths[1:]]


def test_the_defender_sees_the_attack_before_he_answers() -> None:
    """The attacker's card is turned for all with its attack; only then the defender answers."""
    state, effects = step(until(dealt(), battle.Attacking), 0, Turn(3))
    assert effects == (battle.Turned(0, 3, "C03", packs.caissa("classic").players["C03"].attack),)
    assert to_act(GAME, state, 2) == (1,)
    assert "C03" in set(cards_in(plain(state, 1)))
    assert [move.cell for move in GAME.moves(state, 1)] == [0, 3, 4, 7]


@pytest.mark.parametrize(("tie", "points"), [("none", (0, 0)), ("defender", (0, 1))])
def test_equal_totals_are_nobodys_or_the_defenders(tie: Any, points: tuple[int, int]) -> None:
    """Equal totals give no point, or with ``duel_tie: defender`` the defender's."""
    state = until(dealt(duel_tie=tie), battle.Declaring)
    state = say(say(state, 0, "use")[0], 1, "keep")[0]
    defences = [(kind_and_total(state, 1, cell, -3), cell) for cell in range(16)]
    cells = {kind_and_total(state, 0, cell): cell for cell in range(16)}
    defence, attack = next((cell, cells[same]) for same, cell in defences if same in cells)
    state, _ = step(state, 0, Turn(attack))
    state, effects = step(state, 1, Turn(defence))
    assert state.points == points
    assert effects[-1].attack == effects[-1].defence


def kind_and_total(state: State, seat: int, cell: int, special: int | None = None) -> Any:
    """The class on a cell with its attack, or with its defence less the attacker's special."""
    held = state.armies[seat].down[cell]
    player = packs.caissa("classic").players[held.values[0] if held else ""]
    return player.letter, player.attack if special is None else player.defence - special


def test_after_tablas_the_other_side_attacks_first() -> None:
    """Equal points: a new game is dealt, 0-0, and the other side attacks in its first duel."""
    steps = (s for seed in range(40) for s in playout(GAME, Options(mode="blind"), 2, seed))
    for found in steps:
        if isinstance(found.event, battle.BattleBegan):
            first = 1 - found.event.seat
        if isinstance(found.event, battle.GameTied):
            break
    assert found.state.points == (0, 0)
    state, throw = found.state, dice("again")
    purposes = []
    while (deck := GAME.deck(state)) is not None:
        purposes.append(deck.purpose)
        cards = Held("house", battle.mixed([*deck.cards], throw))
        state, effects = happen(GAME, state, Shuffled(deck.purpose, cards))
    assert purposes == ["players", "specials"]
    assert effects[-1] == battle.BattleBegan(first)
    assert (state.game, GAME.result(state)) == (2, None)


# ---- The record, the bot, the table ------------------------------------------------------------


def test_what_can_not_have_happened_is_corrupt() -> None:
    """Any well-formed event at any moment is carried out or called corrupt, nothing else."""
    steps = list(playout(GAME, Options(), 2, "corrupt", most=90))
    events = list({type(s.event): s.event for s in steps}.values())
    events += [Moved(seat, move) for seat in (-1, 2) for move in (Turn(0), Turn(99))]
    events += [Moved(0, Turn(-1)), Moved(0, Place(Held(0, ()), 0)), Moved(1, Declare(Held(1, ())))]
    events += [battle.SpecialLost(5, 7), battle.Turned(3, 40, "Z99", 1), battle.FirstDrawn(9)]
    refused = 0
    for state, event in product([s.state for s in steps][::3], events):
        try:
            GAME.evolve(state, event)
        except Corrupt:
            refused += 1
    assert refused > 100


def test_a_shuffle_of_other_cards_is_corrupt() -> None:
    """The house can't slip a card in, nor shuffle when nothing is owed."""
    state, cards = GAME.start(Options(), 2), packs.caissa("classic").cards
    for shuffle in (
        Shuffled("players", Held("house", (*cards[1:], cards[1]))),
        Shuffled("specials", Held("house", packs.caissa("classic").specials)),
    ):
        with pytest.raises(Corrupt):
            GAME.evolve(state, shuffle)
    with pytest.raises(Corrupt):
        GAME.evolve(dealt(), Shuffled("players", Held("house", cards)))


def by_bot(game: Any, state: Any, seat: int, moves: Any, throw: Any) -> Any:
    """Seat 0 is the bot, which sees its view only; seat 1 moves at random."""
    if seat == 1:
        return moves[throw(len(moves))]
    chosen = battle.bot(view(state, 0), 0, moves, throw)
    assert chosen in moves
    return chosen


@every_way
def test_the_bot_finishes_every_kind_of_match(way: dict[str, Any]) -> None:
    """Whatever the options, the bot chooses one of its moves until the match is over."""
    assert GAME.result(play(GAME, Options(**way), 2, "bot", by_bot)) is not None


@pytest.mark.parametrize("way", [{}, {"recall": True}, {"terrain": "madness"}])
def test_the_bot_beats_chance(way: dict[str, Any]) -> None:
    """Where one sees one's cards, the bot wins nearly always against random moves."""
    results = [GAME.result(play(GAME, Options(**way), 2, seed, by_bot)) for seed in range(20)]
    assert sum(result is not None and result.ranks[0] == 1 for result in results) >= 17


@every_way
def test_a_sample_fits_the_view(way: dict[str, Any]) -> None:
    """A sample has no hidden card, looks the same to the seat, and can be played on."""
    throw = dice("sample")
    for number, (state, _, settled) in enumerate(playout(GAME, Options(**way), 2, "sample")):
        if not settled or number % 5:
            continue
        for seat in (0, 1):
            seen = view(state, seat)
            imagined = battle.sample(seen, seat, throw)
            assert view(imagined, seat) == seen
            whole = Counter(cards_in(plain(state, EVERYTHING)))
            assert Counter(cards_in(plain(imagined, EVERYTHING))) == whole
            assert to_act(GAME, imagined, 2) == to_act(GAME, state, 2)


@every_way
def test_the_board_shows_what_the_view_shows(way: dict[str, Any]) -> None:
    """The drawn table is as wide as its frame and never names a card that the view hides."""
    for number, (state, _, _) in enumerate(playout(GAME, Options(**way), 2, "board")):
        for seat in (None, 0, 1) if number % 7 == 0 else ():
            seen = view(state, seat)
            shown = set(cards_in(plain(state, seat)))
            for language in ("en", "es"):
                drawn = battle.board(seen, seat, language)
                words = set(cards_in(drawn.replace("(", " ").replace(")", " ").split()))
                assert words <= shown
                assert {len(line) for line in drawn.split("\n") if line[0] in "│┌├└"} == {65}


def test_everything_has_a_text_in_both_languages() -> None:
    """Each move, effect and option has a phrase in English and Spanish, filled from its fields."""
    kinds = [*get_args(battle.Move), *get_args(battle.Effect)]
    names = {kind.__name__ for kind in kinds}
    options = {f"option.{name}" for name in Options.__struct_fields__}
    assert set(GAME.texts) == names | options | {"name", "summary", "rules"}
    for kind in kinds:
        fields = dict.fromkeys((*kind.__struct_fields__, "seat"), "?")
        text = GAME.texts[kind.__name__]
        assert all(text.get(language).format_map(fields) for language in ("en", "es"))


def test_state_and_events_travel_as_plain_data() -> None:
    """A whole state as the house sees it comes back the same from plain data."""
    for state, *_ in playout(GAME, Options(), 2, "plain", most=60):
        assert view(state, EVERYTHING) == state
    assert replace(state, game=2) != state
