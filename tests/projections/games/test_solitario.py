"""Solitario: the worked cases, known faults of other programs, the options, and when it is lost."""

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from playing import at_random, dice, playout, shuffled

from events.errors import BadOptions, Corrupt, IllegalMove, UnknownDeck
from events.facts import FACE_DOWN, Held, Moved, Result, Shuffled
from projections.cards import packs
from projections.game.contract import Dice
from projections.game.decide import decide, happen
from projections.game.options import read_options
from projections.game.views import view
from projections.games import solitario
from projections.games.solitario import (
    Column,
    Draw,
    Drawn,
    Lost,
    Move,
    MoveRun,
    OneUp,
    Options,
    PlaceWaste,
    Playing,
    PlayUp,
    PlayUpWaste,
    Redeal,
    Return,
    State,
    Turned,
    Won,
)

GAME = solitario.GAMES["caissa-solitario"]
FILE = json.loads((Path(__file__).parents[2] / "vectors/caissa-solitario.json").read_text())
EDITIONS: tuple[packs.Edition, ...] = ("classic", "premium")


# ---- Tables as the worked cases write them ---------------------------------------------------


def edition_of(given: dict[str, Any]) -> packs.Edition:
    return "premium" if given.get("N") == 16 else "classic"


def table(given: dict[str, Any], **options: Any) -> State:
    """A table in the middle of play, as ``{columns, stock, waste, foundations, N}``."""
    edition = edition_of(given)
    heights = given.get("foundations", {})
    return State(
        Options(edition=edition, **given.get("options", {}), **options),
        Playing(),
        tuple(
            Column(Held("house", one.get("down", ())), tuple(one["up"])) for one in given["columns"]
        ),
        Held("house", given.get("stock", ())),
        tuple(given.get("waste", ())),
        tuple(heights.get(letter, 0) for letter in packs.CLASSES[edition]),
    )


def columns(*ends: str) -> list[dict[str, Any]]:
    """Columns written shortly: ``"R02 P02|R08 H07"`` has two cards face down, two face up."""
    parts = [("|" + end).rsplit("|", 1) for end in ends]
    return [{"down": down.strip("|").split(), "up": up.split()} for down, up in parts]


def read(move: Sequence[Any]) -> Move:
    """A move as the cases write it: t(able), w(aste) and f(oundation), 2 = to."""
    makers: dict[str, Callable[..., Move]] = {
        "t2t": MoveRun, "t2f": PlayUp, "w2t": PlaceWaste, "w2f": PlayUpWaste,
        "f2t": Return, "draw": Draw, "redeal": Redeal,
    }  # fmt: skip
    return makers[move[0]](*move[1:])


def carry(state: State, move: Move) -> State:
    """A legal move with what follows of it; cases lack cards, so being lost ends nothing here."""
    assert move in GAME.moves(state, 0), move
    state = GAME.evolve(state, Moved(0, move))
    while (effect := GAME.follow(state)) is not None and not isinstance(effect, Lost | Won):
        state = GAME.evolve(state, effect)
    return state


def is_lost(state: State) -> bool:
    return isinstance(GAME.follow(state), Lost)


def same(state: State, wanted: dict[str, Any]) -> bool:
    other = table(wanted)
    fields = ("columns", "stock", "waste", "foundations")
    return all(getattr(state, name) == getattr(other, name) for name in fields)


def runs(state: State) -> list[Move]:
    return [move for move in GAME.moves(state, 0) if isinstance(move, MoveRun)]


# ---- The worked cases ------------------------------------------------------------------------


def check_layout(expect: dict[str, Any]) -> None:
    for edition in EDITIONS:
        wanted, state = expect[edition], deal(Options(edition=edition))
        stock = len(state.stock) + len(state.waste)
        assert [len(one.down) + len(one.up) for one in state.columns] == wanted["columns"]
        assert all(len(one.up) == wanted["face_up_each"] for one in state.columns)
        assert stock == wanted["stock"]
        assert len(state.foundations) == wanted["foundations"]
        assert stock + sum(wanted["columns"]) == wanted["cards"]


def check_legality(rows: list[dict[str, Any]]) -> None:
    for row in rows:
        legal = read(row["move"]) in GAME.moves(table(row["state"]), 0)
        assert legal == row["legal"], row["note"]


def check_lost(rows: list[dict[str, Any]]) -> None:
    for row in rows:
        assert is_lost(table(row["state"])) == row["lost"], row["note"]


def check_moves(given: dict[str, Any], expect: dict[str, Any]) -> None:
    state = table(given["state"])
    for move in given.get("moves") or [given["move"]]:
        state = carry(state, read(move))
    if "state" in expect:
        assert same(state, expect["state"])
    else:
        assert list(state.stock.values) == expect["stock"]
        assert list(state.waste) == expect["waste"]
        assert carry(state, Draw()).waste[-1] == expect["next_draw"]
        assert (state.options.redeals is None) == (expect["redeals"] == "unlimited")


def check_win(given: dict[str, Any], expect: dict[str, Any]) -> None:
    state = table(given | {"columns": columns(*given["columns"])})
    for count in range(expect["after_moves"]):
        assert GAME.result(state) is None, count
        state, _, _ = decide(GAME, state, 0, GAME.moves(state, 0)[0])
    cards = 4 * packs.NUMBERS[state.options.edition]
    assert (GAME.result(state) == Result((cards,), (1,), "won")) == expect["won"]


def check_drawing(given: dict[str, Any], expect: dict[str, Any]) -> None:
    for rule in ("free", "when_stuck"):
        state = table(given["state"], draw=rule)
        assert runs(state) == list(map(read, expect["tableau_moves_now"]))
        after = carry(state, read(expect["tableau_moves_now"][0]))
        assert runs(after) == list(map(read, expect["tableau_moves_after_it"]))
        assert (Draw() in GAME.moves(state, 0)) == (expect["default_rule"] == "draw legal now")
        assert is_lost(state) == expect["lost"]


def check_return(given: dict[str, Any], expect: dict[str, Any]) -> None:
    letter: Any = given["card"][0]
    for on, wanted in ((False, expect["default"]), (True, expect["option_foundation_return"])):
        given = given | {"columns": columns(given["column_top"])}
        state = table(given, foundation_return=on)
        legal = Return(letter, 0) in GAME.moves(state, 0)
        assert legal == wanted.startswith("legal")
        if legal:
            assert carry(state, Return(letter, 0)).columns[0].up[-1] == given["card"]


def check_vector(vector: dict[str, Any]) -> None:
    given, expect = vector["given"], vector["expect"]
    rows = expect.get("rows", [])
    if "classic" in expect:
        check_layout(expect)
    elif rows and "legal" in rows[0]:
        check_legality(rows)
    elif rows:
        check_lost(rows)
    elif "won" in expect:
        check_win(given, expect)
    elif "tableau_moves_now" in expect:
        check_drawing(given, expect)
    elif "option_foundation_return" in expect:
        check_return(given, expect)
    else:
        check_moves(given, expect)


@pytest.mark.parametrize("vector", FILE["vectors"], ids=lambda vector: vector["id"])
def test_the_worked_cases_come_out_as_written(vector: dict[str, Any]) -> None:
    """Every worked case gives the layout, the moves, the piles and the end that its page tells."""
    check_vector(vector)


def check_all() -> None:
    for vector in FILE["vectors"]:
        check_vector(vector)


def any_colour(state: State, places: dict[int, list[int]]) -> Iterator[MoveRun]:
    for source, column in enumerate(state.columns):
        for count, head in enumerate(reversed(column.up), 1):
            for kind in (solitario.KIND[head], solitario.KIND[head] ^ 1):
                for target in places.get(kind, ()):
                    if target != source:
                        yield MoveRun(source, count, target)


def upside_down(state: State, move: Move) -> State:
    if isinstance(move, Redeal):
        return replace(state, stock=Held("house", state.waste[::-1]), waste=())
    return RIGHT_PLAY(state, move)


RIGHT_PLAY = solitario.play
FAULTS = {
    "colours don't matter": ("run_moves", any_colour),
    "a redeal turns the order round": ("play", upside_down),
    "only the waste's top is looked at": ("within_reach", lambda state: state.waste[-1:]),
    "the highest number goes nowhere": ("open_places", lambda state: {}),
    "1s wait for the player": ("settle", lambda state: None),
    "hopeless games go on": ("lost", lambda state: False),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_the_worked_cases_catch_planted_faults(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A wrong rule does not pass the worked cases."""
    check_all()
    monkeypatch.setattr(solitario, *FAULTS[fault])
    with pytest.raises((AssertionError, IllegalMove)):
        check_all()


# ---- Known faults of other programs ----------------------------------------------------------


def test_only_the_highest_number_of_the_waste_goes_into_an_empty_column() -> None:
    """C07 may not go into an empty column, the first one included; C08 may (bug-31)."""
    given = {"columns": columns("", "P05", "C03", "H02")}
    for card, legal in (("C07", False), ("P07", False), ("C08", True), ("P08", True)):
        moves = GAME.moves(table(given | {"waste": [card]}), 0)
        assert (PlaceWaste(0) in moves) == legal
    for card, legal in (("R07", False), ("H07", False), ("R08", True), ("H08", True)):
        given = {"columns": columns("", card, "C03", "H02"), "stock": ["P07"]}
        assert (MoveRun(1, 1, 0) in GAME.moves(table(given), 0)) == legal


def test_what_was_drawn_first_is_drawn_first_again() -> None:
    """A redeal keeps the order of the stock, as often as it is done (bug-33)."""
    state = table({"columns": columns("C05", "P05", "R05", "H05"), "stock": ["C02", "P03", "H07"]})
    for _ in range(3):
        for card in ("C02", "P03", "H07"):
            state = carry(state, Draw())
            assert state.waste[-1] == card
        state = carry(state, Redeal())


def test_the_stock_is_not_played_before_it_is_drawn() -> None:
    """P04 fits on C05, but only once it lies on the waste (bug-35)."""
    state = table({"columns": columns("C05", "R08", "R08", "R08"), "stock": ["P04"]})
    assert PlaceWaste(0) not in GAME.moves(state, 0)
    assert PlaceWaste(0) in GAME.moves(carry(state, Draw()), 0)


def test_a_card_goes_on_exactly_the_next_higher() -> None:
    """R06 does not go on P08 (bug-41)."""
    state = table({"columns": columns("R06", "P08", "H02", "C03"), "waste": ["C06"]})
    assert MoveRun(0, 1, 1) not in GAME.moves(state, 0)
    assert PlaceWaste(1) not in GAME.moves(state, 0)


NEEDS_RETURN = {
    "columns": columns("P06", "H03 P04|C08", "R02 P05|R08", "P07|R04"),
    "stock": ["H04"],
    "foundations": {"C": 5, "H": 2, "P": 3, "R": 1},
}


def test_a_way_that_takes_a_card_back_is_a_way() -> None:
    """Only C05 back on P06 makes room for H04: not lost with returns, lost without (bug-39)."""
    assert is_lost(table(NEEDS_RETURN))
    state = table(NEEDS_RETURN, foundation_return=True)
    assert not is_lost(state)
    for move in (Draw(), Return("C", 0), PlaceWaste(0)):
        state, _, _ = decide(GAME, state, 0, move)
    assert state.columns[0].up == ("P06", "C05", "H04")


def test_what_just_went_up_may_come_back_at_once() -> None:
    """With returns a card may go up and back to the column that it came from (bug-39)."""
    state = table({"columns": columns("P06 C05"), "foundations": {"C": 4}}, foundation_return=True)
    up = carry(state, PlayUp(0))
    assert carry(up, Return("C", 0)) == state


# ---- Dealing, turning, going up --------------------------------------------------------------


def deal(options: Options, seed: object = 1) -> State:
    state = GAME.start(options, 1)
    owed = GAME.deck(state)
    assert owed is not None
    stock = Held("house", shuffled(owed.cards, dice(seed)))
    return happen(GAME, state, Shuffled(owed.purpose, stock))[0]


@pytest.mark.parametrize("edition", EDITIONS)
def test_cards_are_dealt_column_by_column_from_the_top(edition: packs.Edition) -> None:
    """The bottom card of each column comes first, its last card lies open, the rest is stock."""
    state = GAME.start(Options(edition=edition), 1)
    owed = GAME.deck(state)
    assert owed is not None
    state = GAME.evolve(state, Shuffled("deck", Held("house", owed.cards)))
    dealt = solitario.deal_out(state)
    assert [len(one.down) for one in dealt.columns] == [*range(len(dealt.columns))]
    laid = [card for one in dealt.columns for card in (*one.down.values, *one.up)]
    assert (*laid, *dealt.stock.values) == owed.cards


def test_ones_go_up_by_themselves_right_after_the_deal() -> None:
    """A dealt 1 goes up, the card below is turned, and goes up too if it is a 1."""
    cards = list(packs.caissa("classic").cards)
    first = ["C05", "P01", "C01", "R06", "H07", "H06", "R08", "C08", "P08", "H08"]
    stock = first + [card for card in cards if card not in first]
    state, effects = happen(GAME, GAME.start(Options(), 1), Shuffled("deck", Held("house", stock)))
    assert effects[1:] == (OneUp(1, "C01"), Turned(1, "P01"), OneUp(1, "P01"))
    assert state.foundations == (1, 1, 0, 0)
    assert state.columns[1] == Column(Held("house", ()), ())


def test_a_drawn_one_uncovers_the_card_below_it_on_the_waste() -> None:
    """The 1 goes up at once; the waste's former top can be played again."""
    state = table({"columns": columns("P06"), "stock": ["R01"], "waste": ["C05"]})
    state, _, effects = decide(GAME, state, 0, Draw())
    assert effects == (Drawn("R01"), OneUp(None, "R01"))
    assert PlaceWaste(0) in GAME.moves(state, 0)


def test_the_end_that_is_left_is_turned_at_once() -> None:
    """Moving the whole face-up run turns the card below it, whatever took it away."""
    given = {"columns": columns("P03|C02", "R03|H05 C04", "R06", "H08")}
    state, _, effects = decide(GAME, table(given), 0, MoveRun(1, 2, 2))
    assert effects[0] == Turned(1, "R03")
    state, _, effects = decide(GAME, table(given | {"foundations": {"C": 1}}), 0, PlayUp(0))
    assert effects[0] == Turned(0, "P03")
    assert state.columns[0].up == ("P03",)


def test_a_part_of_a_run_may_move() -> None:
    """Any cards from the end may travel, as long as the first of them fits."""
    state = table({"columns": columns("C06 P05 R04", "R06", "H05", "P07 C05")})
    assert runs(state) == [MoveRun(0, 1, 2), MoveRun(0, 2, 1), MoveRun(2, 1, 1)]


def test_returns_go_on_cards_only_and_never_take_a_one() -> None:
    """Nothing comes back into an empty column, no 1 at all, and no card where it doesn't fit."""
    given = {"columns": columns("", "P02", "P06", "R06"), "foundations": {"C": 5, "R": 1, "H": 8}}
    moves = GAME.moves(table(given, foundation_return=True), 0)
    assert [move for move in moves if isinstance(move, Return)] == [Return("C", 2)]


# ---- Options ---------------------------------------------------------------------------------


def test_drawing_comes_first_then_redealing() -> None:
    """The harmless move is to draw, or to redeal when the stock is empty."""
    given: dict[str, Any] = {"columns": columns("C05", "P06"), "stock": ["R03"], "waste": ["R08"]}
    assert GAME.moves(table(given), 0)[0] == Draw()
    assert GAME.moves(table(given | {"stock": []}), 0)[0] == Redeal()
    assert GAME.moves(table(given | {"stock": [], "waste": []}), 0)[0] == MoveRun(0, 1, 1)


@pytest.mark.parametrize(
    ("ends", "foundations", "waits"),
    [
        (("P04|C05", "P06"), {}, True),  # turns a card
        (("C05", "P06"), {}, True),  # empties a column
        (("R08 P06", "C03"), {"C": 2}, True),  # plays one up
        (("R08", ""), {}, False),  # empties one to fill another
        (("P03|R08", ""), {}, True),  # fills one, but turns a card
        (("H06 C05", "P06"), {}, False),  # goes to and fro
    ],
)
def test_when_stuck_waits_for_all_progress_of_the_columns(
    ends: tuple[str, ...], foundations: dict[str, int], waits: bool
) -> None:
    """``when_stuck``: no drawing while a card of a column can make progress, the waste aside."""
    for stock, move in ((["H02"], Draw()), ([], Redeal())):
        given = {"columns": columns(*ends), "stock": stock, "waste": ["R07"]}
        given["foundations"] = foundations
        assert (move not in GAME.moves(table(given, draw="when_stuck"), 0)) == waits
        assert move in GAME.moves(table(given), 0)


@pytest.mark.parametrize("redeals", [0, 1, 3])
def test_the_waste_is_turned_over_so_many_times(redeals: int) -> None:
    """After the last redeal the stock stays empty, and the cards below the waste's top are out
    of reach for good: only they could make the game go on."""
    given = {"columns": columns("C05", "P01|R05"), "stock": ["P04", "R07"]}
    state = table(given, redeals=redeals)
    for count in range(redeals + 1):
        assert state.redealt == count
        state = carry(carry(state, Draw()), Draw())
        assert is_lost(state) == (count == redeals)
        if count < redeals:
            state = carry(state, Redeal())
    assert Redeal() not in GAME.moves(state, 0)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("edition", "deluxe"),
        ("draw", "three"),
        ("redeals", -1),
        ("redeals", True),
        ("redeals", "none"),
        ("foundation_return", 1),
        ("columns", 5),
    ],
)
def test_impossible_options_are_refused_by_name(field: str, value: Any) -> None:
    """The error names the option."""
    with pytest.raises(BadOptions) as refused:
        read_options(GAME, {field: value})
    assert refused.value.details["field"] == field


def test_a_deck_that_is_not_there_is_refused() -> None:
    """An unknown deck, or one of the other edition, starts no game."""
    with pytest.raises(UnknownDeck):
        GAME.start(Options(deck="nobody's"), 1)
    with pytest.raises(BadOptions):
        GAME.start(Options(edition="classic", deck="caissa-premium"), 1)


# ---- When it is lost: the rule's own search, over all positions -------------------------------


def open_to_view(state: State) -> object:
    return state.columns, state.foundations


def makes_progress(state: State, move: Move) -> bool:
    """Plain words of the rule: turns a card, plays one up (which with returns is none)."""
    if isinstance(move, PlayUp) and not state.options.foundation_return:
        return True
    after = GAME.evolve(state, Moved(0, move))
    return any(one.down and not one.up for one in after.columns)


def something_fits(state: State, pile: Sequence[str]) -> bool:
    tops = (replace(state, waste=(card,)) for card in pile)
    wanted = PlaceWaste | PlayUpWaste
    return any(isinstance(move, wanted) for top in tops for move in GAME.moves(top, 0))


def searched(state: State, most: int) -> bool | None:
    """Whether it is lost, by trying every move that turns nothing; None if there are too many."""
    redeals = state.options.redeals
    again = redeals is None or state.redealt < redeals
    pile = state.stock.values + (state.waste if again else state.waste[-1:])
    state = replace(state, stock=Held("house", ()), waste=())
    todo, seen = [state], {open_to_view(state)}
    while todo:
        here = todo.pop()
        won = sum(here.foundations) == 4 * packs.NUMBERS[here.options.edition]
        moves = GAME.moves(here, 0)
        if won or something_fits(here, pile) or any(makes_progress(here, one) for one in moves):
            return False
        for move in moves:
            after = GAME.evolve(here, Moved(0, move))
            if open_to_view(after) not in seen:
                seen.add(open_to_view(after))
                todo.append(after)
        if len(seen) > most:
            return None
    return True


def some_table(throw: Dice) -> State | None:
    """Any position near its end, most of them stuck; None where the cards don't lie like that."""
    edition = EDITIONS[throw(2)]
    letters, top = packs.CLASSES[edition], packs.NUMBERS[edition]
    middle = 1 + throw(top - 1)
    heights = tuple(min(top, max(1, middle + throw(5) - 2)) for _ in letters)
    rest = [
        f"{a}{n:02}" for a, h in zip(letters, heights, strict=True) for n in range(h + 1, top + 1)
    ]
    order = shuffled(rest, throw)
    hidden = list(order[: throw(9)])
    ups: list[list[str]] = [[] for _ in range(solitario.COLUMNS[edition])]
    for card in sorted(order[len(hidden) :], key=packs.number, reverse=True):
        fits = [up for up in ups if up and solitario.TAKES[up[-1]] == solitario.KIND[card]]
        bare = [up for up in ups if not up]
        if fits or bare:
            (fits or bare)[throw(len(fits or bare))].append(card)
        else:
            hidden.append(card)
    state = State(
        Options(edition, redeals=(None, 0, 1)[throw(3)], foundation_return=throw(3) > 0),
        Playing(),
        tuple(Column(Held("house", ()), tuple(up)) for up in ups),
        foundations=heights,
        redealt=throw(2),
    )
    return hide(state, hidden, throw)


def hide(state: State, hidden: list[str], throw: Dice) -> State | None:
    """Put cards into the piles if they fit nowhere, else face down where nothing moves off them."""
    places = solitario.open_places(state)
    downs: list[list[str]] = [[] for _ in state.columns]
    firm = [i for i, one in enumerate(state.columns) if one.up and not moves_off(one, places)]
    piles: tuple[list[str], list[str]] = ([], [])
    for card in hidden:
        if solitario.KIND[card] not in places and card not in solitario.next_up(state):
            piles[throw(2)].append(card)
        elif firm:
            downs[firm[throw(len(firm))]].append(card)
        else:
            return None
    columns = (
        Column(Held("house", down), one.up) for down, one in zip(downs, state.columns, strict=True)
    )
    stock, waste = piles
    return replace(state, columns=tuple(columns), stock=Held("house", stock), waste=tuple(waste))


def moves_off(column: Column, places: dict[int, list[int]]) -> bool:
    return solitario.KIND[column.up[0]] in places


def test_lost_is_what_the_search_of_all_positions_finds() -> None:
    """The short search gives the rule's own answer: on hundreds of stuck tables, every edition and
    option, it says lost exactly where trying every sequence of moves finds no progress."""
    throw, answers = dice("stuck"), []
    while len(answers) < 500:
        state = some_table(throw)
        if state is None or not isinstance(GAME.follow(state), Lost | None):
            continue
        wanted = searched(state, most=400)
        if wanted is not None:
            assert is_lost(state) == wanted, state
            answers.append(wanted)
    assert answers.count(True) > 50
    assert answers.count(False) > 50


@pytest.mark.parametrize("edition", EDITIONS)
def test_random_games_are_lost_as_soon_as_the_search_says_so(edition: packs.Edition) -> None:
    """In whole matches the game ends at the first position without a way on, and at no other."""
    ends = set()
    for seed in range(8):
        for step in playout(GAME, Options(edition=edition, redeals=seed % 3), 1, seed, most=400):
            if isinstance(step.event, Lost):
                ends.add("lost")
                assert searched(replace(step.state, phase=Playing()), most=5000) is not False
            elif step.settled and isinstance(step.state.phase, Playing):
                assert searched(step.state, most=100) is not True
    assert ends == {"lost"}


def test_a_search_without_end_lets_the_game_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """With returns, where there are more positions than the limit, the game is not found lost."""
    lost_one = next(
        state
        for state in map(some_table, [dice("limit")] * 10_000)
        if state is not None
        and state.options.foundation_return
        and is_lost(state)
        and sum(1 for _ in solitario.ways_on(*solitario.survey(state, ()))) > 3
    )
    solitario.closed.cache_clear()
    monkeypatch.setattr(solitario, "POSITIONS", 3)
    assert not is_lost(lost_one)
    solitario.closed.cache_clear()


# ---- Whole matches ---------------------------------------------------------------------------


def all_cards(state: State) -> list[str]:
    shown = [card for one in state.columns for card in (*one.down.values, *one.up)]
    return sorted([*shown, *state.stock.values, *state.waste, *solitario.cards_up(state)])


def by_bot(game: Any, state: State, seat: int, moves: Sequence[Move], throw: Dice) -> Move:
    chosen = solitario.bot(view(state, seat), seat, moves, throw)
    assert chosen in moves
    return chosen


EVERY_OPTION: list[dict[str, Any]] = [
    {},
    {"edition": "premium"},
    {"draw": "when_stuck"},
    {"redeals": 0},
    {"redeals": 2, "draw": "when_stuck", "foundation_return": True},
    {"foundation_return": True, "edition": "premium"},
    {"deck": "caissa-classic"},
]


@pytest.mark.parametrize("raw", EVERY_OPTION, ids=str)
def test_cards_are_conserved_and_the_score_is_what_is_up(raw: dict[str, Any]) -> None:
    """In random matches with every option each card lies in one place, runs are runs, and the
    result counts the foundations."""
    options = read_options(GAME, raw)
    for seed in range(3):
        for step in playout(GAME, options, 1, seed, choose=at_random, most=250):
            if not step.state.columns:
                continue
            assert all_cards(step.state) == sorted(packs.caissa(options.edition).cards)
            for one in step.state.columns:
                assert len(list(solitario.run(one.up))) == len(one.up)
        end = GAME.result(step.state)
        if end is not None:
            assert end.scores == (sum(step.state.foundations),)
            assert (end.label == "won") == (end.scores[0] == len(all_cards(step.state)))


@pytest.mark.parametrize("raw", EVERY_OPTION, ids=str)
def test_the_bot_comes_to_an_end(raw: dict[str, Any]) -> None:
    """The bot wins or loses every match, with each option, and wins some of them."""
    options, labels = read_options(GAME, raw), []
    for seed in range(8):
        for step in playout(GAME, options, 1, seed, choose=by_bot, most=1000):
            state = step.state
        end = GAME.result(state)
        assert end is not None
        labels.append(end.label)
    assert "won" in labels


def test_the_bot_goes_the_long_way_round() -> None:
    """Where only a detour leads on, the bot takes it: a run off a card that goes up, a column
    emptied for the highest number, a card back from its foundation."""
    shuttle = {"columns": columns("C08 P07 C06 P05 R04", "H05", "R03|R08", "C07"),
               "stock": ["P04"], "foundations": {"P": 4}}  # fmt: skip
    vacate = {"columns": columns("C07", "P08", "R03|H08", "C03"), "stock": ["P04", "R02"]}
    cases: list[tuple[dict[str, Any], list[Move]]] = [
        (shuttle, [MoveRun(0, 1, 1), PlayUp(0)]),
        (vacate, [MoveRun(0, 1, 1), MoveRun(2, 1, 0)]),
        (NEEDS_RETURN, [Draw(), Return("C", 0), PlaceWaste(0)]),
    ]
    for given, wanted in cases:
        state = table(given, foundation_return=given is NEEDS_RETURN)
        for move in wanted:
            seen = view(state, 0)
            assert solitario.bot(seen, 0, GAME.moves(seen, 0), dice(1)) == move
            state = carry(state, move)


def test_a_sample_fits_the_view() -> None:
    """A sample is whole and looks the same to the player."""
    for step in playout(GAME, Options(edition="premium"), 1, 5, most=60):
        seen = view(step.state, 0)
        whole = solitario.sample(seen, 0, dice(2))
        assert view(whole, 0) == seen
        assert whole.phase == solitario.Shuffling() or FACE_DOWN not in all_cards(whole)


def test_the_table_is_drawn_for_a_terminal() -> None:
    """Columns hang down, face-down cards are grey, the foundations stand above."""
    drawing = solitario.board(view(table(NEEDS_RETURN), 0), 0, "en")
    assert drawing.splitlines() == [
        "Foundations:  ♦C 5  ♠P 3  ♦R 1  ♠H 2",
        "Stock: ▒▒▒ ×1   Waste: – ×0   redeals: ∞",
        "",
        "   0     1     2     3",
        " ♠P6   ▒▒▒   ▒▒▒   ▒▒▒",
        "       ▒▒▒   ▒▒▒   ♦R4",
        "       ♦C8   ♦R8",
    ]


@pytest.mark.parametrize(
    "event",
    [
        Moved(1, Draw()),
        Moved(0, Redeal()),
        Moved(0, PlayUp(0)),
        Moved(0, PlayUp(-1)),
        Moved(0, PlayUpWaste()),
        Moved(0, PlaceWaste(0)),
        Moved(0, MoveRun(0, 0, 1)),
        Moved(0, MoveRun(0, 2, 1)),
        Moved(0, MoveRun(0, 1, 0)),
        Moved(0, MoveRun(0, 1, 9)),
        Moved(0, Return("A", 0)),
        Moved(0, Return("C", 7)),
        Drawn("C01"),
        Turned(1, "H03"),
        OneUp(None, "C01"),
        OneUp(0, "C01"),
        Shuffled("deck", Held("house", ("C01",))),
    ],
    ids=repr,
)
def test_what_cannot_have_happened_is_corrupt(event: Any) -> None:
    """An event that contradicts the table is never carried out."""
    with pytest.raises(Corrupt):
        GAME.evolve(table(NEEDS_RETURN), event)
