"""Decks that come from data files: Caissa's players and the cats, checked before anybody plays.

The shipped files are proposals that the owner of a printed deck may replace. A file is known by
the SHA-256 of its bytes, and a match is pinned to it, so that it replays after the file changed.
"""

import unicodedata
from collections import Counter
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from importlib import resources
from types import MappingProxyType
from typing import Annotated, Any, Literal, NoReturn, TypeVar, cast

import msgspec
from msgspec import Meta, Struct

from events.errors import BadOptions, Language, UnknownDeck
from projections.language.catalogue import message

O = TypeVar("O")  # noqa: E741 - any game's options
Edition = Literal["classic", "premium"]
Colour = Literal["red", "black"]
Letter = Literal["C", "P", "A", "R", "H"]

CLASSES: Mapping[Edition, tuple[Letter, ...]] = {
    "classic": ("C", "P", "R", "H"),
    "premium": ("C", "A", "R", "H"),
}
NUMBERS: Mapping[Edition, int] = {"classic": 8, "premium": 16}
SPECIALS: Mapping[Edition, tuple[int, ...]] = {
    "classic": (*range(-3, 0), *range(1, 6)),
    "premium": (*range(-6, 0), *range(1, 11)),
}
STARTER: Mapping[Edition, tuple[str, str]] = {
    "classic": ("P01", "Lopez"),
    "premium": ("H01", "Tarrasch"),
}
PENALTY: Mapping[Edition, tuple[str, str, int]] = {
    "classic": ("R06", "Pillsbury", 8),
    "premium": ("R12", "Blackburne", 16),
}
COLOURS: Mapping[Letter, Colour] = {
    "C": "red", "R": "red", "H": "black", "P": "black", "A": "black",
}  # fmt: skip
CATS_SETS, CATS_SET = 4, 16

Strength = Annotated[int, Meta(gt=0, lt=1000)]
CatValue = Annotated[int, Meta(ge=1, le=6)]


class Player(Struct, frozen=True):
    """A chess player's card. ``letter`` of the class; attack and defence are 1..999."""

    id: str
    letter: Letter
    number: int
    name: str
    attack: int
    defence: int


class Caissa(Struct, frozen=True):
    """A Caissa deck. ``cards`` are the players' ids in canonical (file) order, ``specials`` too."""

    edition: Edition
    classes: tuple[Letter, ...]
    numbers: int
    cards: tuple[str, ...]
    players: dict[str, Player]
    specials: tuple[str, ...]
    starter: str
    penalty: str
    penalty_points: int

    def of(self, letter: str) -> tuple[str, ...]:
        """The cards of a class, lowest number first."""
        return tuple(f"{letter}{number:02}" for number in range(1, self.numbers + 1))


class Cats(Struct, frozen=True):
    """A Cat'astrophes deck: ``sets`` times the 16 cards of ``one``, both in canonical order."""

    sets: int
    one: tuple[str, ...]

    def cards(self, sets: int) -> tuple[str, ...]:
        """So many sets, one after the other."""
        return self.one * sets


# The files as they are written -----------------------------------------------------------------


class _Class(Struct, frozen=True):
    letter: Letter
    colour: Colour


class _Player(Struct, frozen=True):
    id: str
    class_: str = msgspec.field(name="class")
    number: int
    name: Annotated[str, Meta(min_length=1, max_length=80)]
    attack: Strength
    defence: Strength


class _Penalty(Struct, frozen=True):
    card: str
    points: int


class _CaissaFile(Struct, frozen=True):
    edition: Edition
    classes: dict[str, _Class]
    starter: str
    penalty: _Penalty
    players: tuple[_Player, ...]
    specials: tuple[int, ...]


class _CatsFile(Struct, frozen=True):
    sets: int
    set: dict[Literal["M", "T", "H"], tuple[CatValue, ...]]


def special(value: int) -> str:
    """How a special card is written: ``X-3``, ``X+5``."""
    return f"X{value:+d}"


def value(card: str) -> int:
    """The points of a special card (``X-3`` → -3)."""
    return int(card[1:])


def letter(card: str) -> str:
    """The class of a player's card (``C08`` → ``C``)."""
    return card[0]


def number(card: str) -> int:
    """The number of a player's card (``C08`` → 8)."""
    return int(card[1:])


def name(card: str, language: Language) -> str:
    """A Caissa card or class in words, whatever the edition: ``Campeones 8``, ``especial +3``."""
    if card[:1] == "X":
        return message(language, "card-special", {"number": card[1:]})
    if card[:1] not in COLOURS:
        return card
    return class_name(letter(card), language) + (f" {number(card)}" if card[1:] else "")


def class_name(letter: str, language: Language) -> str:
    return message(language, f"card-class-{letter}")


# What a file must hold ---------------------------------------------------------------------------


def wrong(found: object, wanted: object) -> NoReturn:
    """Refuse a deck; say what is in it and what must be."""
    raise BadOptions(field="deck", value=found, allowed=wanted)


def read(raw: bytes) -> Caissa | Cats:
    """The deck that a file holds, whichever it is; raise ``BadOptions`` that says what is wrong."""
    try:
        tree = msgspec.json.decode(raw)
        if isinstance(tree, dict) and "edition" in tree:
            return _caissa(msgspec.convert(tree, _CaissaFile))
        if isinstance(tree, dict) and "sets" in tree:
            return _cats(msgspec.convert(tree, _CatsFile))
    except (ValueError, RecursionError) as error:  # msgspec's own are ValueErrors too
        wrong(f"a file that can't be read ({error})", "a deck as JSON")
    wrong("a file of another kind", "a Caissa deck (edition …) or a cats' deck (sets …)")


def _caissa(file: _CaissaFile) -> Caissa:
    _check_classes(file)
    letters = {name: one.letter for name, one in file.classes.items()}
    players = {one.id: _player(one, letters) for one in file.players}
    _check_players(file, players)
    _check_pinned(file, players)
    _check_specials(file)
    return Caissa(
        edition=file.edition,
        classes=CLASSES[file.edition],
        numbers=NUMBERS[file.edition],
        cards=tuple(players),
        players=players,
        specials=tuple(map(special, file.specials)),
        starter=file.starter,
        penalty=file.penalty.card,
        penalty_points=file.penalty.points,
    )


def _player(one: _Player, letters: Mapping[str, Letter]) -> Player:
    if one.class_ not in letters:
        wrong(f"{one.id} of the class {one.class_}", list(letters))
    letter = letters[one.class_]
    if one.id != f"{letter}{one.number:02}":
        wrong(f"the id {one.id} of {one.class_} {one.number}", f"{letter}{one.number:02}")
    return Player(one.id, letter, one.number, one.name, one.attack, one.defence)


def _check_classes(file: _CaissaFile) -> None:
    letters = CLASSES[file.edition]
    if sorted(one.letter for one in file.classes.values()) != sorted(letters):
        wrong(f"classes {[one.letter for one in file.classes.values()]}", list(letters))
    for word, one in file.classes.items():
        if one.colour != COLOURS[one.letter]:
            wrong(f"{word} {one.colour}", COLOURS[one.letter])


def _check_players(file: _CaissaFile, players: Mapping[str, Player]) -> None:
    wanted = {f"{c}{n:02}" for c in CLASSES[file.edition] for n in _numbers(file.edition)}
    if len(file.players) != len(wanted):
        wrong(f"{len(file.players)} players", f"{len(wanted)} players")
    twice = [card for card, times in Counter(one.id for one in file.players).items() if times > 1]
    if twice:
        wrong(f"{twice[0]} twice", "each card once")
    if set(players) != wanted:
        wrong(sorted(set(players) - wanted), f"numbers 1 to {NUMBERS[file.edition]}")


def _numbers(edition: Edition) -> range:
    return range(1, NUMBERS[edition] + 1)


def _check_pinned(file: _CaissaFile, players: Mapping[str, Player]) -> None:
    card, who = STARTER[file.edition]
    if file.starter != card or who not in _unaccented(players[card].name):
        wrong(f"the starter {file.starter}, {card} {players[card].name}", f"{card} {who}")
    card, who, points = PENALTY[file.edition]
    if file.penalty.card != card or who not in _unaccented(players[card].name):
        wrong(f"the penalty {file.penalty.card}, {card} {players[card].name}", f"{card} {who}")
    if file.penalty.points != points:
        wrong(f"{file.penalty.points} points for {who}", points)


def _check_specials(file: _CaissaFile) -> None:
    if sorted(file.specials) != sorted(SPECIALS[file.edition]):
        wrong(f"specials {list(file.specials)}", list(SPECIALS[file.edition]))


def _unaccented(name: str) -> str:
    """Ruy López and Ruy Lopez are the same man."""
    return unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()


def _cats(file: _CatsFile) -> Cats:
    if file.sets != CATS_SETS:
        wrong(f"{file.sets} sets", f"{CATS_SETS} sets")
    one = tuple(f"{kind}{points}" for kind, values in file.set.items() for points in values)
    if len(one) != CATS_SET or len(file.set) != len("MTH"):
        wrong(f"{len(one)} cards of {''.join(file.set)} a set", f"{CATS_SET} cards of M, T and H")
    return Cats(file.sets, one)


# The decks that are installed --------------------------------------------------------------------

_raw: dict[str, bytes] = {}
_decks: dict[str, Caissa | Cats] = {}
_names: dict[str, str] = {}


def digest(raw: bytes) -> str:
    """How a deck is known for ever: SHA-256 of its file, 64 hexadecimal digits."""
    return sha256(raw).hexdigest()


def install(name: str, raw: bytes) -> str:
    """Check a deck and make it known by name and digest (returned); the digest stays for ever."""
    known = _keep(raw)
    _names[name] = known
    return known


def installed() -> Mapping[str, str]:
    """The digests of all decks by name, the shipped ones first."""
    return MappingProxyType(_shipped() | _names)


def raw(deck: str) -> bytes:
    """The file of a deck by name or digest, as it was installed; raise ``UnknownDeck``."""
    return _raw[_known(deck)]


def caissa(edition: Edition, deck: str = "") -> Caissa:
    """The Caissa deck with this name or digest, ``""`` the shipped one."""
    found = _decks[_known(deck or f"caissa-{edition}", shipped=not deck)]
    if not isinstance(found, Caissa) or found.edition != edition:
        wrong(deck, f"a Caissa deck, edition {edition}")
    return found


def cats(deck: str = "") -> Cats:
    """The cats' deck with this name or digest, ``""`` the shipped one."""
    found = _decks[_known(deck or "catastrophes", shipped=not deck)]
    if not isinstance(found, Cats):
        wrong(deck, "a cats' deck")
    return found


def pin(options: O) -> O:
    """The options with the digest of the deck they mean; options without a deck as they are."""
    fields: Any = options
    if not isinstance(options, Struct) or "deck" not in options.__struct_fields__:
        return options
    if "edition" in options.__struct_fields__:
        caissa(fields.edition, fields.deck)
        shipped = f"caissa-{fields.edition}"
    else:
        cats(fields.deck)
        shipped = "catastrophes"
    used = _known(fields.deck or shipped, shipped=not fields.deck)
    return cast(O, msgspec.structs.replace(options, deck=used))


def _known(deck: str, *, shipped: bool = False) -> str:
    """The digest of a deck by name or digest. A name means what was installed last under it."""
    ours = _shipped()
    found = ours[deck] if shipped else _names.get(deck) or ours.get(deck, deck)
    if found not in _decks:
        raise UnknownDeck(deck=deck)
    return found


def _keep(raw: bytes) -> str:
    deck, known = read(raw), digest(raw)
    _raw[known], _decks[known] = raw, deck
    return known


@cache
def _shipped() -> dict[str, str]:
    """The digests of the decks that come with the package, read once."""
    files = resources.files("projections").joinpath("data").iterdir()
    found = {one.name.removesuffix(".json"): one for one in files if one.name.endswith(".json")}
    return {name: _keep(found[name].read_bytes()) for name in sorted(found)}
