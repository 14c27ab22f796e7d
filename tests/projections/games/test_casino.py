"""Casino and Royal Casino: the worked cases, and faults seen elsewhere."""

import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from playing import playout

from events.facts import Held, Result
from projections.game.decide import decide
from projections.games import casino
from projections.games.casino import (
    CARDS,
    NOTHING,
    Add,
    Build,
    Capture,
    Construction,
    Counting,
    Dealt,
    Move,
    Playing,
    Raise,
    RoundScored,
    State,
    Trail,
    canonical,
)

VECTORS = Path(__file__).parents[2] / "vectors"
FILE = json.loads((VECTORS / "casino.json").read_text("utf-8"))
FAULTS = [
    fault
    for fault in json.loads((VECTORS / "known-faults.json").read_text("utf-8"))
    if fault["game"] == "casino"
]
Piles = tuple[tuple[str, ...], ...]


# ---- Setting up a table ----------------------------------------------------------------------


def named(case: dict[str, Any], default: str = "casino") -> str:
    """The game that a case speaks of."""
    game = case.get("game", "royal-casino" if case.get("royal") else default)
    return str(game)


def begun(game: str, options: dict[str, Any] | None = None, seats: int = 2) -> State:
    rules = casino.GAMES[game]
    return rules.start(msgspec.convert(options or {}, rules.options), seats)


def construction(name: str, build: dict[str, Any], owner: int = 1) -> Construction:
    """A build as a case tells it; where only its value is told, its cards don't matter."""
    groups = build.get("groups") or [build.get("cards", [])]
    laid = tuple(card for group in groups for card in group)
    return Construction(build.get("id", name), build["value"], laid, owner, len(groups) > 1)


def constructions(builds: Sequence[Any], owner: int = 1) -> tuple[Construction, ...]:
    told = [build if isinstance(build, dict) else {"value": build} for build in builds]
    return tuple(construction(f"B{n}", build, owner) for n, build in enumerate(told, start=1))


def table(
    game: str,
    hand: Iterable[str],
    loose: Iterable[str] = (),
    builds: tuple[Construction, ...] = (),
    **options: Any,
) -> State:
    """Seat 0 is to play this hand; another hand and a stock are there, but nobody sees them."""
    return replace(
        begun(game, options),
        phase=Playing(0),
        hands=(Held(0, canonical(hand)), Held(1, ("??",))),
        stock=Held("house", ("??",) * 8),
        loose=canonical(loose),
        builds=builds,
        made=len(builds),
    )


def legal(state: State, move: Move) -> bool:
    """The game's verdict; the list must say the same."""
    judged = casino.allows(state, 0, move)
    listed = casino.moves(state, 0)
    assert (judged is not None) == (judged in listed), move
    return judged is not None


def captures(state: State, card: str) -> set[frozenset[str]]:
    """What a card may take, by the list."""
    return {
        frozenset((*move.loose, *move.builds))
        for move in casino.moves(state, 0)
        if isinstance(move, Capture) and move.card == card
    }


def sets(lists: Iterable[Iterable[str]]) -> set[frozenset[str]]:
    return {frozenset(each) for each in lists}


def flat(groups: Iterable[Iterable[str]], but: str = "") -> tuple[str, ...]:
    return tuple(card for group in groups for card in group if card != but)


# ---- The kinds of worked cases ---------------------------------------------------------------


def check_captures(given: dict[str, Any], expect: dict[str, Any], game: str) -> None:
    card, builds = given["hand_card"], constructions(given.get("builds", ()))
    state = table(game, [card], given["loose"], builds)
    assert captures(state, card) == sets(expect["legal_captures"])
    if "count" in expect:
        assert sum(isinstance(move, Capture) for move in casino.moves(state, 0)) == expect["count"]
    for wrong in expect.get("illegal", ()):
        assert not legal(state, Capture(card, tuple(wrong)))
    if expect.get("trail_also_legal"):
        assert legal(state, Trail(card))
    if "max_take_cards" in expect:
        taken = [after(state, move).piles[0] for move in casino.moves(state, 0)]
        assert set(max(taken, key=len)) == set(expect["max_take_cards"])
    if "with_option_face_all" in expect:
        agreed = table(game, [card], given["loose"], builds, face_capture="all")
        assert captures(agreed, card) == sets(expect["with_option_face_all"])


def after(state: State, move: Move, seat: int = 0) -> State:
    return decide(casino.GAMES["casino"], state, seat, move)[0]


def check_build(row: dict[str, Any], game: str) -> None:
    """A build of groups, of which one holds the card that is played."""
    loose = flat(row["groups"], but=row["play"])
    state = table(game, row["hand"], loose)
    assert legal(state, Build(row["play"], loose, row["value"])) == row["legal"], row


def check_raise(row: dict[str, Any], game: str) -> None:
    loose = flat(row.get("extra_groups", ()))
    state = table(game, row["hand"], (*loose, "2S"), (construction("B1", row["build"]),))
    assert legal(state, Raise(row["play"], "B1", row["new_value"], loose)) == row["legal"], row


def check_add(row: dict[str, Any], game: str) -> None:
    loose = flat(row.get("groups", row.get("extra_groups", ())), but=row["play"])
    build = construction("B1", row["build"])
    state = table(game, row["hand"], loose, (build,))
    assert legal(state, Add(row["play"], "B1", build.value, loose)) == row["legal"], row


def check_owner(row: dict[str, Any], game: str) -> None:
    """The owner of builds, of which only the values are told."""
    own = constructions(row["own_builds"], owner=0)
    state = table(game, row["hand"], row["loose"], own, **row.get("options", {}))
    assert legal(state, told(row["move"], own)) == row["legal"], row


def told(move: dict[str, Any], builds: tuple[Construction, ...]) -> Move:
    """A move as a case tells it; builds by their values, each once."""
    left = list(builds)
    names = []
    for value in move.get("builds", ()):
        build = next(each for each in left if value in (each.value, each.id))
        left.remove(build)
        names.append(build.id)
    loose = tuple(move.get("loose", flat(move.get("groups", ()), but=move["card"])))
    raw = {"type": "casino." + move["type"].capitalize(), "card": move["card"]}
    raw |= {"loose": loose, "builds": names, "value": move.get("value", 0)}
    return msgspec.convert(raw, Move)  # type: ignore[no-any-return]


def check_take(row: dict[str, Any], builds: Sequence[Any], game: str) -> None:
    """A capture of loose cards and builds; what lies in a build isn't loose."""
    there = constructions(builds or row["builds"])
    inside = flat(build.cards for build in there)
    state = table(game, [row["play"]], [c for c in row["loose"] if c not in inside], there)
    asked = {"type": "capture", "card": row["play"], **{k: row[k] for k in ("loose", "builds")}}
    assert legal(state, told(asked, there)) == row["legal"], row


def check_points(row: dict[str, Any], game: str) -> None:
    """The points of a round by the piles of all sides."""
    piles = [row[key] for key in sorted(row) if key.startswith("pile_")]
    rest = [card for card in CARDS if card not in flat(p for p in piles if isinstance(p, list))]
    told = tuple(tuple(rest if isinstance(pile, str) else pile) for pile in piles)
    assert [len(pile) for pile in told] == row["cards"]
    assert [sum(card[-1] == "S" for card in pile) for pile in told] == row["spades"]
    swept = tuple(side for side, times in enumerate(row["sweeps"]) for _ in range(times))
    options = {"sweeps": bool(swept), "count_out": False}
    assert list(scored(counting(game, told, swept, **options)).points) == row["points"], row


def counting(game: str, piles: Piles, swept: tuple[int, ...] = (), **options: Any) -> State:
    """A round is over, its points are to be counted."""
    seats = max(2, len(piles))
    return replace(begun(game, options, seats), phase=Counting(), piles=piles, swept=swept)


def counted(state: State) -> list[Any]:
    """All that follows where a round is counted."""
    effects = []
    while (effect := casino.follow(state)) is not None:
        state = casino.evolve(state, effect)
        effects.append(effect)
    return effects


def scored(state: State) -> RoundScored:
    final = counted(state)[-1]
    assert isinstance(final, RoundScored)
    return final


def check_end(row: dict[str, Any], target: int, game: str) -> None:
    """Whether totals end the match, for both readings of the mark."""
    total = [a + b for a, b in zip(row["before"], row["round"], strict=True)]
    assert total == row["after"]
    for win_at in ("exceed", "reach"):
        options = {"target": target, "win_at": win_at}
        state = counting(game, ((),) * len(total), **options)
        state = replace(state, totals=tuple(total))
        state = casino.evolve(state, scored(state))
        assert winner(casino.result(state)) == row[f"winner_win_at_{win_at}"], (row, win_at)


def winner(result: Result | None) -> int | None:
    return None if result is None else result.ranks.index(1)


def check_residue(given: dict[str, Any], expect: dict[str, Any], game: str) -> None:
    """The last cards of a round are played one by one."""
    state = replace(
        begun(game, {"sweeps": True}, given["players"]),
        phase=Playing(given["to_play"][0]["seat"]),
        hands=tuple(Held(each["seat"], each["hand"]) for each in given["to_play"]),
        loose=canonical(given["loose"]),
        taker=given["last_capturer"],
        last_deal=given["final_deal"],
    )
    effects: tuple[Any, ...] = ()
    for step in given["moves"]:
        move = Trail(step["trail"]) if "trail" in step else Capture(step["card"], step["capture"])
        state, _, effects = decide(casino.GAMES[game], state, step["seat"], move)
    assert set(state.piles[0]) == set(expect["pile_0_gains"])
    assert [state.swept.count(side) for side in range(2)] == expect["sweeps"]
    assert isinstance(effects[0], casino.TableCleared)


def check_deals(row: dict[str, Any], game: str) -> None:
    """A whole round: how often is dealt, how much to the table, and the announcement."""
    options = casino.GAMES[game].options(deals=1)
    steps = playout(casino.GAMES[game], options, row["players"], "deals")
    dealt = [step.event for step in steps if isinstance(step.event, Dealt)]
    assert len(dealt) == row["deals"]
    assert [len(deal.table) for deal in dealt] == [row["table"]] + [0] * (row["deals"] - 1)
    given = sum(len(hand) for deal in dealt for hand in deal.hands)
    assert given + row["table"] == row["total"]
    assert [deal.last for deal in dealt] == [False] * (row["deals"] - 1) + [True]


def check_order(given: dict[str, Any], expect: dict[str, Any], options: dict[str, Any]) -> None:
    """Who is first past the mark wins, with the totals of that moment."""
    piles = piles_of(given["cards"], given["spades"], [given["side_0_has"], given["side_1_has"]])
    swept = tuple(side for side, times in enumerate(given["sweeps"]) for _ in range(times))
    for count_out, wanted in (
        (True, (expect["winner"], expect["score_at_that_moment"])),
        (False, (expect["by_plain_totals"]["winner"], expect["by_plain_totals"]["totals"])),
    ):
        state = counting(named(given), piles, swept, **options, count_out=count_out)
        state = replace(state, totals=tuple(given["before"]))
        end = scored(state)
        state = casino.evolve(state, end)
        over = casino.result(replace(state, totals=end.totals))
        assert (winner(over), list(end.totals)) == wanted


def piles_of(counts: list[int], spades: list[int], told: list[list[str]]) -> Piles:
    """Piles of two sides with so many cards and spades, that hold what is told."""
    worth = (*casino.ACES, casino.GRAND, casino.LITTLE)
    rest = sorted((c for c in CARDS if c not in flat(told)), key=lambda card: card in worth)
    piles = []
    for count, black, has in zip(counts, spades, told, strict=True):
        pile = list(has)
        for suit, wanted in (("S", black), ("", count)):
            fitting = [card for card in rest if card.endswith(suit) and (suit or card[-1] != "S")]
            held = sum(card.endswith(suit) for card in pile)
            pile += fitting[: wanted - held]
        rest = [card for card in rest if card not in pile]
        piles.append(tuple(pile))
    assert [len(pile) for pile in piles] == counts
    assert [sum(card[-1] == "S" for card in pile) for pile in piles] == spades
    return tuple(piles)


def check_teams(given: dict[str, Any], expect: dict[str, Any]) -> None:
    """Piles are pooled, builds are not."""
    game = casino.GAMES["casino"]
    options = casino.Options(teams=True)
    assert game.sides(options, given["players"]) == tuple(map(tuple, given["teams"]))
    state = game.start(options, given["players"])
    cards = iter(CARDS)
    for seat, count in given["piles"].items():
        taken = tuple(next(cards) for _ in range(count))
        state = casino.captured(replace(state, loose=taken[1:]), int(seat), taken, ())
    assert [len(pile) for pile in state.piles] == expect["team_cards"]
    awards = counted(replace(state, phase=Counting()))
    assert awards[0] == casino.CardsCounted(expect["most_cards"], 3, max(expect["team_cards"]))
    hands = (Held(0, ("5C", "9D")), NOTHING, NOTHING, NOTHING)
    build = (Construction("B1", 5, ("2H", "3H"), owner=2),)
    turn = replace(state, phase=Playing(0), hands=hands, builds=build)
    assert legal(turn, Trail("9D")) == (expect["trail_by_partner_of_owner"] == "legal")
    assert legal(turn, Capture("5C", (), ("B1",))) == expect["partner_may_capture_build"]


def check_row(row: dict[str, Any], given: dict[str, Any]) -> None:
    """One row, judged by what it tells of."""
    game = named(row, named(given))
    if "own_builds" in row:
        check_owner(row, game)
    elif "new_value" in row:
        check_raise(row, game)
    elif "build" in row:
        check_add(row, game)
    elif "groups" in row:
        check_build(row, game)
    elif "play" in row:
        check_take(row, given.get("builds", ()), game)
    elif "spades" in row:
        check_points(row, game)
    elif "round" in row:
        check_end(row, given["target"], game)
    else:
        check_deals(row, game)


def check_vector(vector: dict[str, Any]) -> None:
    given, expect = vector["given"], vector["expect"]
    if "legal_captures" in expect:
        check_captures(given, expect, named(given))
    elif "to_play" in given:
        check_residue(given, expect, named(given))
    elif "side_0_has" in given:
        check_order(given, expect, vector.get("options", {}))
    elif "teams" in given:
        check_teams(given, expect)
    else:
        for row in expect["rows"]:
            check_row(row, given)


def check_all() -> None:
    for vector in FILE["vectors"]:
        check_vector(vector)


@pytest.mark.parametrize("vector", FILE["vectors"], ids=lambda vector: vector["id"])
def test_the_worked_cases_come_out_as_written(vector: dict[str, Any]) -> None:
    """Every worked case gives the moves, piles, points and winners that its page tells."""
    check_vector(vector)


# ---- Faults seen elsewhere -------------------------------------------------------------------


def test_an_ace_takes_the_14_and_leaves_the_13() -> None:
    """In Royal Casino a captured build of 14 takes no other build along."""
    case = fault("bug-01")["input"]
    builds = tuple(
        construction(name, {"value": int(name[1:]), "groups": [laid]})
        for name, laid in case["builds"].items()
    )
    state = table("royal-casino", [case["hand"]], (), builds)
    done, _, _ = decide(
        casino.GAMES["royal-casino"], state, 0, Capture(case["hand"], (), tuple(case["capture"]))
    )
    right = fault("bug-01")["right_result"]
    assert set(done.piles[0]) == set(right["captured"])
    assert [build.id for build in done.builds] == right["builds_left"]


@pytest.mark.parametrize("name", ["bug-03", "bug-05"])
def test_one_match_does_not_let_the_rest_be_taken(name: str) -> None:
    """Every loose card must be in a set, every build must be of the card's value."""
    case = fault(name)["input"]
    builds = constructions(case.get("builds", ()))
    state = table("casino", [case["hand"]], case["selected"], builds)
    selected = tuple(case["selected"])
    assert not legal(state, Capture(case["hand"], selected, tuple(b.id for b in builds)))
    assert legal(state, Capture(case["hand"], selected[:1]))


def test_the_played_card_may_be_a_set_of_its_own() -> None:
    """The seed's own multiple build: 8 beside 3 + 5."""
    check_build({**fault("bug-07")["input"], "legal": True}, "casino")


def test_nothing_is_built_of_table_cards_only() -> None:
    """The card that is played is part of the build, so it can't be the one that takes it."""
    case = fault("bug-09")["input"]
    state = table("casino", case["hand"], case["table"])
    assert not legal(state, Build(case["hand"][0], tuple(case["table"]), case["value"]))
    assert not [move for move in casino.moves(state, 0) if isinstance(move, Build)]


def test_a_tie_in_cards_is_nobodys_and_most_spades_is_one() -> None:
    """26 cards each: no points; seven spades to six: one point."""
    case, right = fault("bug-11")["input"], fault("bug-11")["right_result"]
    piles = piles_of(case["cards"], case["spades"], [["AS"], ["10D"]])
    awards = counted(counting("casino", piles))
    for kind, wanted in (("CardsCounted", "cards_points"), ("SpadesCounted", "spades_points")):
        points = [0, 0]
        for award in awards:
            if type(award).__name__ == kind:
                points[award.side] += award.points
        assert points == right[wanted]


def test_the_great_casino_is_the_ten() -> None:
    """10♦ two points, 2♠ one."""
    pile = tuple(fault("bug-13")["input"]["pile"])
    assert counted(counting("casino", (pile, ())))[1] == casino.GrandCasinoCounted(0, 2)
    assert counted(counting("casino", (("2S",), ())))[2] == casino.LittleCasinoCounted(0, 1)


def fault(name: str) -> dict[str, Any]:
    return next(fault for fault in FAULTS if fault["id"] == name)


# ---- Planted faults --------------------------------------------------------------------------


def any_number(options: Any, card: str, loose: Sequence[str]) -> bool:
    return all(each[:-1] == card[:-1] for each in loose)


PLANTED: dict[str, tuple[str, Callable[..., Any]]] = {
    "a face takes all its like": ("matches", any_number),
    "the owner needs no card for his builds": ("stands", lambda state, seat, move: True),
    "a multiple build rises": ("may_rise", lambda build, value: True),
    "a tie goes to the first": ("leader", lambda counts: counts.index(max(counts))),
    "the mark is enough": ("passed", lambda options, total: total >= options.target),
    "an ace is 1 whoever plays it": ("takes", lambda options: casino.numbers(options)),
    "the rest is nobody's": ("cleared", lambda state, seat, left: replace(state, phase=Counting())),
    "nobody's piles are pooled": ("side", lambda state, seat: seat % 2 if seat < 2 else 0),
}


@pytest.mark.parametrize("name", PLANTED)
def test_planted_faults_are_caught_by_the_worked_cases(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A rule that is broken on purpose breaks a worked case."""
    rule, broken = PLANTED[name]
    monkeypatch.setattr(casino, rule, broken)
    with pytest.raises(AssertionError):
        check_all()
