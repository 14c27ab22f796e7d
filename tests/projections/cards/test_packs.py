"""Decks from data files: what is checked, how they are named, and that old matches keep theirs."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from events.errors import BadOptions, UnknownDeck
from projections.cards import packs

EDITIONS: tuple[packs.Edition, ...] = ("classic", "premium")
SHIPPED = ("caissa-classic", "caissa-premium", "catastrophes")


class CaissaOptions(msgspec.Struct, frozen=True):
    """The options of some Caissa game."""

    edition: packs.Edition = "classic"
    deck: str = ""


class CatOptions(msgspec.Struct, frozen=True):
    deck: str = ""


class OtherOptions(msgspec.Struct, frozen=True):
    target: int = 52


@pytest.fixture(autouse=True)
def forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test installs is gone afterwards."""
    monkeypatch.setattr(packs, "_names", dict(packs._names))


def edited(name: str, change: Callable[[Any], object]) -> bytes:
    """A shipped file with something changed in it."""
    tree = json.loads(packs.raw(name))
    change(tree)
    return json.dumps(tree).encode()


def renamed(card: str, name: str) -> Callable[[Any], object]:
    def change(tree: Any) -> None:
        next(player for player in tree["players"] if player["id"] == card)["name"] = name

    return change


def strengthened(card: str, attack: object) -> Callable[[Any], object]:
    def change(tree: Any) -> None:
        next(player for player in tree["players"] if player["id"] == card)["attack"] = attack

    return change


# ---- What ships ----------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_shipped_caissa_decks_are_whole(edition: packs.Edition) -> None:
    """Four classes with all their numbers, the specials without a 0, the pinned cards."""
    deck, numbers = packs.caissa(edition), packs.NUMBERS[edition]
    assert len(deck.cards) == 4 * numbers == len(deck.players)
    assert {card for letter in deck.classes for card in deck.of(letter)} == set(deck.cards)
    assert len(deck.specials) == numbers
    assert deck.starter == {"classic": "P01", "premium": "H01"}[edition]
    assert deck.penalty == {"classic": "R06", "premium": "R12"}[edition]
    assert deck.penalty_points == {"classic": 8, "premium": 16}[edition]


@pytest.mark.parametrize("edition", EDITIONS)
def test_cards_come_in_the_order_of_the_file(edition: packs.Edition) -> None:
    """The canonical order, which shuffles start from, is the data file's."""
    tree = json.loads(packs.raw(f"caissa-{edition}"))
    deck = packs.caissa(edition)
    assert list(deck.cards) == [player["id"] for player in tree["players"]]
    assert list(map(packs.value, deck.specials)) == tree["specials"]


def test_the_shipped_files_are_what_the_package_holds() -> None:
    """The raw bytes of a deck are the file's own, and its digest is theirs."""
    folder = Path(packs.__file__).parents[1] / "data"
    for name in SHIPPED:
        raw = (folder / f"{name}.json").read_bytes()
        assert packs.raw(name) == raw
        assert packs.installed()[name] == packs.digest(raw)


def test_the_cats_come_in_four_sets_of_sixteen() -> None:
    """Every set is the same multiset of tricks, mischief and hugs."""
    deck = packs.cats()
    assert deck.sets == 4
    assert len(deck.one) == 16
    assert deck.cards(3) == deck.one * 3
    assert {card[0] for card in deck.one} == set("MTH")


@pytest.mark.parametrize(
    ("card", "en", "es"),
    [
        ("C08", "Champions 8", "Campeones 8"),
        ("R16", "Romantics 16", "Románticos 16"),
        ("X-3", "special -3", "especial -3"),
        ("X+5", "special +5", "especial +5"),
        ("??", "??", "??"),
    ],
)
def test_cards_have_names_in_words(card: str, en: str, es: str) -> None:
    """A card reads in English and Spanish; a face-down one stays face down."""
    assert (packs.name(card, "en"), packs.name(card, "es")) == (en, es)


# ---- What is refused -----------------------------------------------------------------------------

WRONG: list[tuple[str, Callable[[Any], object], str]] = [
    ("caissa-classic", lambda tree: tree["players"].pop(), "31 players"),
    ("caissa-classic", lambda tree: tree["players"].append(tree["players"][0]), "33 players"),
    (
        "caissa-classic",
        lambda tree: tree["players"].__setitem__(1, tree["players"][0]),
        "P01 twice",
    ),
    ("caissa-classic", lambda tree: tree["players"][0].update(number=9), "P09"),
    ("caissa-classic", lambda tree: tree["players"][0].update(id="P09", number=9), "P09"),
    ("caissa-classic", lambda tree: tree["players"][0].update({"class": "actuales"}), "actuales"),
    ("caissa-classic", renamed("P01", "Howard Staunton"), "P01 Lopez"),
    ("caissa-classic", renamed("R06", "Frank Marshall"), "R06 Pillsbury"),
    ("caissa-premium", renamed("H01", "Akiba Rubinstein"), "H01 Tarrasch"),
    ("caissa-premium", renamed("R12", "Paul Morphy"), "R12 Blackburne"),
    ("caissa-classic", lambda tree: tree.update(starter="P02"), "P02"),
    ("caissa-classic", lambda tree: tree["penalty"].update(card="R05"), "R05"),
    ("caissa-classic", lambda tree: tree["penalty"].update(points=13), "13 points"),
    ("caissa-classic", strengthened("C08", 0), "attack"),
    ("caissa-classic", strengthened("C08", 1000), "attack"),
    ("caissa-classic", strengthened("C08", "70"), "attack"),
    ("caissa-classic", strengthened("C08", True), "attack"),
    ("caissa-classic", lambda tree: tree["specials"].append(0), "specials"),
    ("caissa-classic", lambda tree: tree["specials"].pop(), "specials"),
    ("caissa-classic", lambda tree: tree.update(edition="premium"), "classes"),
    ("caissa-classic", lambda tree: tree["classes"].pop("pioneros"), "classes"),
    ("caissa-classic", lambda tree: tree["classes"]["pioneros"].update(colour="red"), "pioneros"),
    ("caissa-classic", lambda tree: tree.pop("edition"), "another kind"),
    ("catastrophes", lambda tree: tree.update(sets=3), "3 sets"),
    ("catastrophes", lambda tree: tree["set"]["M"].pop(), "15 cards"),
    ("catastrophes", lambda tree: tree["set"]["M"].__setitem__(0, 7), "6"),
    ("catastrophes", lambda tree: tree["set"]["M"].__setitem__(0, 0), "1"),
    ("catastrophes", lambda tree: tree["set"].update(Z=[1]), "Z"),
    ("catastrophes", lambda tree: tree["set"]["M"].extend(tree["set"].pop("H")), "16 cards of MT"),
]


@pytest.mark.parametrize(("name", "change", "named"), WRONG)
def test_a_deck_that_is_not_whole_is_refused(
    name: str, change: Callable[[Any], object], named: str
) -> None:
    """The error names what is wrong, and nothing is installed."""
    raw = edited(name, change)
    with pytest.raises(BadOptions) as refused:
        packs.install("ours", raw)
    assert refused.value.details["field"] == "deck"
    assert named in str(refused.value)
    with pytest.raises(UnknownDeck):
        packs.raw(packs.digest(raw))


@pytest.mark.parametrize("raw", [b"", b"{", b"[]", b"null", b"\xff", b"[" * 100_000])
def test_a_file_that_is_no_deck_is_refused(raw: bytes) -> None:
    """Whatever the bytes are, they are refused as a deck and nothing else happens."""
    with pytest.raises(BadOptions):
        packs.install("ours", raw)


# ---- Names and digests ---------------------------------------------------------------------------


def test_a_deck_of_ones_own_is_used_by_name_or_digest() -> None:
    """An owner of the printed deck installs its true values and names it in a match."""
    known = packs.install("ours", edited("caissa-classic", strengthened("C08", 99)))
    for deck in ("ours", known):
        assert packs.caissa("classic", deck).players["C08"].attack == 99
    assert packs.caissa("classic").players["C08"].attack != 99
    assert packs.installed()["ours"] == known


def test_names_are_read_without_accents() -> None:
    """Ruy López and Ruy Lopez are the same man."""
    assert packs.install("ours", edited("caissa-classic", renamed("P01", "Ruy Lopez")))


def test_an_old_match_keeps_its_deck_when_the_file_changes() -> None:
    """Options are pinned to the digest; a new file under the name is another deck."""
    packs.install("ours", edited("caissa-classic", strengthened("C08", 99)))
    pinned = packs.pin(CaissaOptions(deck="ours"))
    packs.install("ours", edited("caissa-classic", strengthened("C08", 98)))
    assert packs.caissa("classic", pinned.deck).players["C08"].attack == 99
    assert packs.caissa("classic", "ours").players["C08"].attack == 98


def test_a_name_of_ours_does_not_change_what_ships() -> None:
    """Installing under a shipped name replaces the name, not what an empty option means."""
    packs.install("caissa-classic", edited("caissa-classic", strengthened("C08", 99)))
    assert packs.caissa("classic", "caissa-classic").players["C08"].attack == 99
    assert packs.caissa("classic").players["C08"].attack != 99


@pytest.mark.parametrize(
    ("options", "shipped"),
    [
        (CaissaOptions(), "caissa-classic"),
        (CaissaOptions(edition="premium"), "caissa-premium"),
        (CaissaOptions(deck="caissa-classic"), "caissa-classic"),
        (CatOptions(), "catastrophes"),
    ],
)
def test_options_are_pinned_to_the_deck_they_mean(options: Any, shipped: str) -> None:
    """The digest takes the place of the name; pinning twice changes nothing."""
    pinned = packs.pin(options)
    assert pinned.deck == packs.installed()[shipped]
    assert packs.pin(pinned) == pinned


def test_games_without_a_deck_are_not_pinned() -> None:
    """Options that know no deck are returned as they are."""
    assert packs.pin(OtherOptions()) == OtherOptions()


@pytest.mark.parametrize(
    "options",
    [
        CaissaOptions(deck="caissa-premium"),
        CaissaOptions(edition="premium", deck="caissa-classic"),
        CaissaOptions(deck="catastrophes"),
        CatOptions(deck="caissa-classic"),
    ],
)
def test_a_deck_of_another_game_or_edition_is_refused(options: Any) -> None:
    """Only a deck of the game's kind and edition can be played with."""
    with pytest.raises(BadOptions) as refused:
        packs.pin(options)
    assert refused.value.details["field"] == "deck"


def test_an_unknown_deck_is_refused() -> None:
    """A deck that nobody installed is named in the error."""
    with pytest.raises(UnknownDeck, match="nobody's"):
        packs.pin(CaissaOptions(deck="nobody's"))
