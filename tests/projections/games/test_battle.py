"""Caissa Battle: the worked cases, and faults planted to show that they notice."""

import json
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from playing import playout

from events.errors import Corrupt, Refused
from events.facts import Held, Shuffled
from projections.cards import packs
from projections.game.decide import decide, happen, to_act
from projections.game.options import read_options
from projections.games import battle
from projections.games.battle import Declare, Options, State, Turn

GAME = battle.GAMES["caissa-battle"]
VECTORS = json.loads((Path(__file__).parents[2] / "vectors" / "caissa-battle.json").read_text())
NAMES = {packs.class_name(letter, "es"): letter for letter in packs.COLOURS}
WINDOWS = ("apertura", "medio_juego", "finales")
TERRAINS = [
    Options(edition=edition, mode=mode, terrain=terrain)
    for edition, mode, terrain in product(
        ("classic", "premium"), ("standard", "blind"), ("classes", "mixed", "madness")
    )
]

# ---- Setting the table -----------------------------------------------------------------------


def strong(attack: Callable[[str], int], defence: int, edition: packs.Edition = "classic") -> str:
    """An installed deck whose cards have these strengths."""
    file = json.loads(packs.raw(f"caissa-{edition}"))
    for player in file["players"]:
        player |= {"attack": attack(player["id"]), "defence": defence}
    return packs.install("strong", json.dumps(file).encode())


def paired(cards: Sequence[str]) -> list[str]:
    """An order in which both sides are dealt every class, whatever the terrain."""
    return sorted(cards, key=lambda card: ((packs.number(card) - 1) // 2, card))


def opened(options: Options, specials: Sequence[str] = (), first: int = 0) -> State:
    """A match that is dealt: the specials from the top as given, the other cards in pairs."""
    state = GAME.start(options, 2)
    tops = {"specials": specials, "first": [str(first)]}
    while (deck := GAME.deck(state)) is not None:
        top = tops.get(deck.purpose, ())
        rest = [card for card in deck.cards if card not in top]
        cards = [*top, *(paired(rest) if deck.purpose == "players" else rest)]
        state, _ = happen(GAME, state, Shuffled(deck.purpose, Held("house", cards)))
    return state


def act(state: State, seat: int, move: Any) -> tuple[State, tuple[Any, ...]]:
    state, _, effects = decide(GAME, state, seat, move)
    return state, effects


def placed(state: State) -> State:
    """Both have stood their cards, the lowest on the lowest cell."""
    while isinstance(state.phase, battle.Placing):
        seat = to_act(GAME, state, 2)[0]
        state, _ = act(state, seat, GAME.moves(state, seat)[0])
    return state


def declared(state: State, words: tuple[str, str] = ("keep", "keep")) -> State:
    for seat in to_act(GAME, state, 2) if isinstance(state.phase, battle.Declaring) else ():
        state, _ = act(state, seat, Declare(Held(seat, (words[seat],))))
    return state


def duel(state: State, *words: str) -> tuple[State, tuple[Any, ...]]:
    """A duel with these declarations, both turning their lowest legal cell; its last effects."""
    state = declared(state, words or ("keep", "keep"))
    effects: tuple[Any, ...] = ()
    for _ in range(2):
        (seat,) = to_act(GAME, state, 2)
        state, effects = act(state, seat, GAME.moves(state, seat)[0])
    return state, effects


def at_duel(number: int, options: Options | None = None) -> State:
    """A match at the start of this duel; no special was used before."""
    state = placed(opened(options or Options()))
    while state.duel < number:
        state, _ = duel(state)
    return state


# ---- The worked cases ------------------------------------------------------------------------


def check_duels(given: dict[str, Any], expect: dict[str, Any], options: dict[str, Any]) -> None:
    for row in expect["rows"]:
        values = row["special_attacker"], row["special_defender"]
        wide = max(values) > 5 or min(values) < -3
        edition: packs.Edition = "premium" if wide else options.get("edition", "classic")
        deck = strong(lambda _, attack=row["attack"]: attack, row["defence"], edition)
        chosen = {**options, **row.get("options", {}), "edition": edition, "deck": deck}
        spare = (card for card in packs.caissa(edition).specials if packs.value(card) not in values)
        specials = [packs.special(value) if value else next(spare) for value in values]
        words = tuple("use" if value else "keep" for value in values)
        state = placed(opened(read_options(GAME, chosen), specials))
        state, effects = duel(state, *words)
        assert [effects[-1].attack, effects[-1].defence] == row["totals"]
        winner = {"attacker": 0, "defender": 1, None: None}[row["point_to"]]
        assert getattr(effects[-1], "seat", None) == winner
        assert state.points == (int(winner == 0), int(winner == 1))


def check_windows(given: dict[str, Any], expect: dict[str, Any], options: dict[str, Any]) -> None:
    for row in expect["rows"]:
        state = at_duel(row["duel"], read_options(GAME, options))
        held = [special.card and special.card.values[0] for special in state.armies[0].specials]
        used = declared(state, ("use", "use")).armies[0].specials
        shown = {name for name, special in zip(WINDOWS, used, strict=True) if special.shown}
        assert shown == {row["usable"]}
        assert not shown & {*row["illegal"]}
        assert used[WINDOWS.index(row["usable"])].shown == held[WINDOWS.index(row["usable"])]


def can_declare(state: State) -> bool:
    return any(
        GAME.allows(state, seat, Declare(Held(seat, (word,)))) is not None
        for seat, word in product((0, 1), ("use", "keep"))
    )


def both_announce() -> bool:
    state = at_duel(1)
    return all(GAME.allows(state, seat, Declare(Held(seat, ("use",)))) for seat in (0, 1))


def after_the_attack() -> bool:
    state = declared(at_duel(1))
    state, _ = act(state, 0, GAME.moves(state, 0)[0])
    return can_declare(state)


def again_in_duel_6() -> bool:
    state, _ = duel(at_duel(2), "use", "use")
    while state.duel < 6:
        state, _ = duel(state)
    return can_declare(state)


def uses(number: int, window: str) -> bool:
    used = declared(at_duel(number), ("use", "use")).armies[0].specials
    return used[WINDOWS.index(window)].shown is not None


STEPS: dict[str, Callable[[], bool]] = {
    "announce (both players)": both_announce,
    "announce after the attacker has turned a card": after_the_attack,
    "defender announces after seeing the attack card": after_the_attack,
    "announce in duel 6 the opening special already used in duel 2": again_in_duel_6,
    "use the medio juego special in duel 6": lambda: uses(6, "medio_juego"),
    "use the apertura special in duel 7": lambda: uses(7, "apertura"),
}


def check_timing(given: dict[str, Any], expect: dict[str, Any], options: dict[str, Any]) -> None:
    for row in expect["rows"]:
        assert STEPS[row["step"]]() is row["legal"], row["step"]


def check_turns(given: dict[str, Any], expect: dict[str, Any], options: dict[str, Any]) -> None:
    state = placed(opened(read_options(GAME, options), first=given["first_attacker"]))
    attackers = []
    for _ in range(16):
        state = declared(state)
        attackers += to_act(GAME, state, 2)
        state, _ = duel(state)
    assert attackers == expect["attackers"]
    assert attackers.count(0) == attackers.count(1) == expect["attacks_each"]


def check_answers(given: dict[str, Any], expect: dict[str, Any], options: dict[str, Any]) -> None:
    for row in expect["rows"]:
        chosen = {**options, "edition": row["edition"], "terrain": row["terrain"]}
        state = opened(read_options(GAME, {**chosen, "mode": "blind"}))
        attack, defence = NAMES[row["attacker_class"]], NAMES[row["defender_class"]]
        cells = [[held.values[0][0] for held in side.down if held] for side in state.armies]
        state, _ = act(declared(state), 0, Turn(cells[0].index(attack)))
        answers = {cells[1][move.cell] for move in GAME.moves(state, 1)}
        assert (defence in answers) is row["legal"], row


def check_board(given: dict[str, Any], expect: dict[str, Any], options: dict[str, Any]) -> None:
    for edition, terrains in expect.items():
        for terrain, rows in terrains.items():
            state = opened(read_options(GAME, {"edition": edition, "terrain": terrain}))
            allowed: dict[int, set[str]] = {cell: set() for cell in range(16)}
            for move in GAME.moves(state, 0):
                allowed[move.cell].add(move.card.values[0][0])
            for cell, classes in enumerate(rows["back"] + rows["front"]):
                assert allowed[cell] == {NAMES[name.strip()] for name in classes.split("/")}


def check_cards(given: dict[str, Any], expect: dict[str, Any], options: dict[str, Any]) -> None:
    for edition, counts in expect.items():
        state = opened(read_options(GAME, {"edition": edition}))
        pack = packs.caissa(edition)
        out = Counter(card[0] == "X" for card in state.unused.values)
        dealt = [card for side in state.armies for card in side.hand.values]
        specials = [one.card for side in state.armies for one in side.specials if one.card]
        assert (len(pack.cards), len(pack.specials)) == (
            counts["player_cards"],
            counts["specials"],
        )
        assert (len(dealt), out[False]) == (counts["dealt"], counts["unused"])
        assert (len(specials), out[True]) == (counts["specials_dealt"], counts["specials_unused"])


def check_tablas(given: dict[str, Any], expect: dict[str, Any], options: dict[str, Any]) -> None:
    early, late = given["duels_1_8"], given["duels_9_16"]
    assert early["defence"] == late["defence"]
    deck = strong(
        lambda card: early["attack"] if packs.number(card) <= 4 else late["attack"],
        early["defence"],
    )
    state = placed(opened(read_options(GAME, {**options, "deck": deck})))
    for _ in range(15):
        state, _ = duel(declared(state))
    points = [*state.points]
    state = declared(state)
    seat = to_act(GAME, state, 2)[0]
    state, _ = act(state, seat, GAME.moves(state, seat)[0])
    seat = to_act(GAME, state, 2)[0]
    state, effects = act(state, seat, GAME.moves(state, seat)[0])
    won = next(effect for effect in effects if isinstance(effect, battle.DuelWon))
    points[won.seat] += 1
    assert points == expect["points"]
    assert effects[-1] == battle.GameTied(points[0])
    assert GAME.result(state) is None
    assert state.points == (0, 0)
    assert GAME.deck(state) is not None


def check_always(given: dict[str, Any], expect: dict[str, Any], options: dict[str, Any]) -> None:
    stuck = 0
    for chosen in TERRAINS:
        for state, _, settled in playout(GAME, chosen, 2, 7):
            if settled and isinstance(state.phase, battle.Defending):
                stuck += not GAME.moves(state, 1 - battle.attacker(state))
    assert (stuck == 0) is expect["always_possible"]


CHECKS = {
    "duel resolution": check_duels,
    "special card windows by duel number": check_windows,
    "timing of a special": check_timing,
    "attackers alternate whatever the result": check_turns,
    "which class may answer which, per terrain and edition": check_answers,
    "board for terrain clases, 4 of each class": check_board,
    "cards used": check_cards,
    "16 duels, 8-8: tablas, a new game is dealt": check_tablas,
    "clases: the defender can always answer": check_always,
}


def check(vector: dict[str, Any]) -> None:
    CHECKS[vector["name"]](vector["given"], vector["expect"], vector.get("options", {}))


@pytest.mark.parametrize("vector", VECTORS["vectors"], ids=lambda vector: vector["id"])
def test_the_worked_cases_hold(vector: dict[str, Any]) -> None:
    """Every worked case of the rules comes out as it is written."""
    check(vector)


def ties_to_the_attacker(state: State, attack: int, defence: int) -> Any:
    judged = JUDGED(state, attack, defence)
    if isinstance(judged, battle.DuelTied):
        return battle.DuelWon(
            judged.duel, judged.attack, judged.defence, seat=battle.attacker(state)
        )
    return judged


JUDGED = battle.judged
FAULTS: list[tuple[str, str, Any]] = [
    ("battle-01", "bonus", lambda state, seat: 0),
    ("battle-01", "judged", ties_to_the_attacker),
    ("battle-02", "window", lambda state: min(2, (state.duel - 1) // 5)),
    ("battle-03", "usable", lambda state, seat: True),
    ("battle-04", "attacker", lambda state: 0),
    ("battle-05", "answers", lambda state, attack, cell: True),
    ("battle-06", "ROWS", {"classic": ("CHCHCHCH", "PPRRRRPP")}),
    ("battle-08", "counted", lambda state: battle.GameWon(0, state.points[0])),
]


@pytest.mark.parametrize(("number", "name", "fault"), FAULTS, ids=lambda value: str(value)[:20])
def test_the_worked_cases_notice_a_fault(
    number: str, name: str, fault: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A rule that was broken on purpose makes its worked case fail."""
    monkeypatch.setattr(battle, name, fault)
    battle.terrain.cache_clear()
    vector = next(vector for vector in VECTORS["vectors"] if vector["id"] == number)
    try:
        with pytest.raises((AssertionError, Corrupt, Refused)):
            check(vector)
    finally:
        battle.terrain.cache_clear()
